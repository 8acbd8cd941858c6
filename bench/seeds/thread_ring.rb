# A token goes round a ring of 403 threads, each stopped until it is its turn; once with plain threads, once with
# a hundred frames under each. Shows what a hop between threads costs, and whether depth changes it: the clock runs
# from when all threads stand still.
# run: thread_ring 200000 0
# run: thread_ring_deep 200000 100
# quick: 500 5
# measure: hops_per_second larger
RING = 403

def beneath(frames, &work)
  frames > 0 ? beneath(frames - 1, &work) : work.call
end

hops = count = Integer(ARGV[0])
frames = Integer(ARGV[1])
finish = Queue.new
ring = (1..RING).map do |place|
  Thread.new do
    beneath(frames) do
      loop do
        Thread.stop
        if hops > 0
          hops -= 1
        else
          finish << place
        end
      end
    end
  end
end
ring.each { |thread| Thread.pass until thread.stop? }

# A thread is woken only when the one before has stopped again, so that no wake-up is lost.
began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
before = ring.last
ring.cycle do |thread|
  Thread.pass until before.stop?
  break unless finish.empty?
  thread.run
  before = thread
end
puts finish.pop
puts "RESULT hops_per_second #{(count / (Process.clock_gettime(Process::CLOCK_MONOTONIC) - began)).round}"
$stdout.flush
exit!(0) # the ring itself never ends
