# Non-blocking: a program asks whether there is something, is told at once that there is not, and does other work.
#
#   ruby examples/non_blocking.rb
reader, writer = IO.pipe
turns = 0
answer = nil
while answer.nil?
  case found = reader.read_nonblock(100, exception: false)
  when :wait_readable
    turns += 1 # the other work
    writer.write("done after #{turns} turns") if turns == 1000
  else
    answer = found
  end
end
puts answer

begin
  reader.read_nonblock(100)
rescue IO::WaitReadable => error # the same, told by an exception
  puts error.class
end
