# Non-blocking: one thread asks pipes for what they have, and is told when they have nothing.
# run: io_nonblocking 100000
# quick: 100
rounds = Integer(ARGV[0])
pipes = Array.new(4) { IO.pipe }
counts = Hash.new(0)
rounds.times do |round|
  pipes[round % 4][1].write_nonblock("ping")
  pipes.each do |reader, _|
    counts[reader.read_nonblock(16, exception: false)] += 1
  end
end
puts counts["ping"], counts[:wait_readable]
