# Fibers made, started and all kept. 100,000 is the size of the original; the smaller row is what the reference
# can reach within the system's limit of memory maps.
# run: vm2_fiber_count 30000
# run: vm2_fiber_count_100k 100000
# quick: 100
# reference: may fail
fibers = []
Integer(ARGV[0]).times do
  fiber = Fiber.new { Fiber.yield }
  fiber.resume
  fibers << fiber
end
puts fibers.size
