# Blocking: one thread writes lines to a pipe and reads them back; each read and write is one system call.
# run: io_blocking 200000
# quick: 100
rounds = Integer(ARGV[0])
reader, writer = IO.pipe
size = 0
rounds.times do |round|
  writer.write("line #{round}\n")
  size += reader.gets.bytesize
end
puts size
