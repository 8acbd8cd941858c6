# Two threads hand something to each other: through a mutex and a condition variable, through a mutex that each
# wants while the other has it, and through a queue each way. What is measured is hand-overs in a second.
# run: thread_mutex_hand_over mutex 100000
# run: thread_condition_hand_over condition 100000
# run: thread_queue_hand_over queue 100000
# quick: queue 100
# measure: hand_overs_a_second larger
def by_mutex(rounds)
  mutex = Mutex.new
  turns = 0
  # Both want it all the time: each gives it up only for the other to take.
  threads = Array.new(2) do
    Thread.new do
      rounds.times do
        mutex.synchronize do
          turns += 1
          Thread.pass
        end
      end
    end
  end
  threads.each(&:join)
  turns
end

def by_condition(rounds)
  mutex = Mutex.new
  changed = ConditionVariable.new
  turn = 0
  threads = Array.new(2) do |mine|
    Thread.new do
      rounds.times do
        mutex.synchronize do
          changed.wait(mutex) until turn % 2 == mine
          turn += 1
          changed.signal
        end
      end
    end
  end
  threads.each(&:join)
  turn
end

def by_queue(rounds)
  there = Queue.new
  back = Queue.new
  server = Thread.new { while (number = there.pop) do back << number + 1 end }
  turns = 0
  rounds.times do
    there << turns
    turns = back.pop + 1
  end
  there << nil
  server.join
  turns
end

kind = ARGV[0]
rounds = Integer(ARGV[1])
began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
turns = kind == "mutex" ? by_mutex(rounds) : kind == "condition" ? by_condition(rounds) : by_queue(rounds)
took = Process.clock_gettime(Process::CLOCK_MONOTONIC) - began
puts turns
puts "RESULT hand_overs_a_second #{turns / took}"
