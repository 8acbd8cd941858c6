require "socket"
require "stringio"
require "strscan"
text = "line one\nline two\nline three\n"
stream = StringIO.new(text.dup)
scanner = StringScanner.new("hello world")
one, other = UNIXSocket.pair
__END__
stream.rewind; stream.gets
stream.rewind; stream.read(5)
stream.rewind; stream.getc
stream.rewind; stream.each_char { |character| character }
stream.rewind; stream.write("LINE")
stream.rewind; stream << "LINE"
stream.rewind; stream.puts("LINE")
stream.rewind; stream.print("LINE")
stream.eof?
stream.seek(2)
stream.size
StringIO.new(text).readlines
StringIO.new(text).each_line { |line| line }
scanner.pos = 0
scanner.pos = 0; scanner.scan(/\w+/)
scanner.pos = 0; scanner.scan_until(/o/)
scanner.pos = 0; scanner.getch
scanner.scan(/\d+/)
scanner.matched
scanner.eos?
scanner.bol?
one.write("x"); other.read(1)
one.puts("hello"); other.gets
one.write("hello\n"); other.readpartial(10)
one.write_nonblock("x"); other.read_nonblock(1)
IO.select([other], nil, nil, 0)
IO.select([one], [one], nil, 0)
IO.pipe.each(&:close)
File.open("/etc/passwd") { |file| file.gets }
File.readlines("/etc/passwd", chomp: true)
