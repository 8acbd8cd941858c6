# Blocking: one thread asks, and waits in the system call until there is an answer.
#
#   ruby examples/blocking.rb
reader, writer = IO.pipe
child = fork do
  reader.close
  3.times { |number| writer.puts "message #{number} from a child" }
end
writer.close
while (line = reader.gets) # one read(2) each time the buffer is empty; nothing else runs meanwhile
  puts line
end
Process.wait(child)
