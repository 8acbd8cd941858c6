# How late a short sleep ends beside a thread that never pauses: the middle and the worst of many.
# run: thread_preemption 50
# quick: 2
# measure: median_microseconds smaller
# measure: worst_microseconds smaller
count = Integer(ARGV[0])
Thread.new { loop {} }
late = Array.new(count) do
  began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  sleep 0.001
  ((Process.clock_gettime(Process::CLOCK_MONOTONIC) - began) * 1_000_000).round
end.sort
puts "#{late.size} sleeps"
puts "RESULT median_microseconds #{late[late.size / 2]}"
puts "RESULT worst_microseconds #{late.last}"
$stdout.flush
exit!(0)
