# Completion: work that only blocks (reading a file that is not at hand, bringing one to its device) is given to the
# system, by io_uring where that is allowed, to helper threads elsewhere; the program is told when it is done.
#
#   ruby examples/completion.rb
require "tempfile"

Tempfile.create("example") do |file|
  file.write("a line of the file\n" * 100_000)
  file.fsync
  file.advise(:dontneed) # the system forgets what it has of the file
  counted = 0
  finished = false
  counter = Thread.new do
    until finished
      counted += 1
      Thread.pass
    end
  end
  sizes = Array.new(4) { Thread.new { File.read(file.path).bytesize } }.map(&:value)
  finished = true
  counter.join
  puts "read #{sizes.sum} bytes while another thread ran: #{counted > 0}"
end
