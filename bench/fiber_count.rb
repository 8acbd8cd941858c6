# Memory an idle fiber takes: thousands, each started and suspended a few calls deep, all alive at once.
# The second row asks for more than the reference's stacks find memory maps for.
# run: fiber_bytes 20000
# run: fiber_bytes_100k 100000
# quick: 100
# measure: bytes_a_fiber smaller
# reference: may fail
def resident_bytes
  File.read("/proc/self/status")[/^VmRSS:\s+(\d+) kB/, 1].to_i * 1024
end

def wait_below(depth)
  return wait_below(depth - 1) if depth > 0
  Fiber.yield(depth)
end

count = Integer(ARGV[0])
fibers = Array.new(count)
GC.start
before = resident_bytes
count.times do |number|
  fibers[number] = Fiber.new { wait_below(3) }
  fibers[number].resume
end
grown = resident_bytes - before
alive = fibers.count(&:alive?)
puts "#{alive} alive"
puts "RESULT bytes_a_fiber #{grown / count}"
