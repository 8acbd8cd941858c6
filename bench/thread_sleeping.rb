# Memory a sleeping thread takes: many, all asleep at once. The second row asks for more than the reference makes.
# run: thread_bytes 10000
# run: thread_bytes_100k 100000
# quick: 100
# measure: bytes_a_thread smaller
# reference: may fail
def resident_bytes
  File.read("/proc/self/status")[/^VmRSS:\s+(\d+) kB/, 1].to_i * 1024
end

count = Integer(ARGV[0])
threads = Array.new(count)
GC.start
before = resident_bytes
count.times { |number| threads[number] = Thread.new { sleep } }
Thread.pass until threads.all?(&:stop?)
grown = resident_bytes - before
puts "#{threads.count(&:alive?)} asleep"
puts "RESULT bytes_a_thread #{grown / count}"
$stdout.flush
exit!(0) # they never wake
