# The ring of 403 threads as programs write it today: each waits on a queue of its own and hands on to the next.
# run: thread_ring_queues 100000
# quick: 500
RING = 403

hops = Integer(ARGV[0])
finish = Queue.new
queues = Array.new(RING) { Queue.new }
queues.each_with_index do |mine, index|
  following = queues[(index + 1) % RING]
  Thread.new do
    loop do
      left = mine.pop
      if left > 0
        following << left - 1
      else
        finish << index + 1
      end
    end
  end
end
queues[0] << hops
puts finish.pop
$stdout.flush
exit!(0) # the ring itself never ends
