# Readiness: one thread asks which of a hundred pipes can be read, one of which can.
# run: io_readiness 10000
# quick: 20
rounds = Integer(ARGV[0])
pipes = Array.new(100) { IO.pipe }
readers = pipes.map(&:first)
sum = 0
rounds.times do |round|
  pipes[round % 100][1].write("x")
  ready, = IO.select(readers)
  ready.each { |reader| sum += readers.index(reader) if reader.read_nonblock(1) == "x" }
end
puts sum
