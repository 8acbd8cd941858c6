# IO: opening, reading, writing, positions, pipes, and the errors of each.

require_relative "../harness"
require_relative "../outside"

$io_folder = "#{ENV["TMPDIR"] || "/tmp"}/io_spec_#{$$}"
Dir.mkdir($io_folder)

def file_with(text, name = "file")
  path = "#{$io_folder}/#{name}"
  File.binwrite(path, text)
  path
end

spec "what is written is what is read" do
  path = "#{$io_folder}/plain"
  assert_equal 6, File.write(path, "one\n", mode: "w") + File.write(path, "2\n", mode: "a")
  assert_equal "one\n2\n", File.read(path)
  assert_equal ["one\n", "2\n"], File.readlines(path)
  assert_equal ["one", "2"], File.readlines(path, chomp: true)
end

spec "write takes anything and counts bytes" do
  path = "#{$io_folder}/counted"
  File.open(path, "w") do |file|
    assert_equal 7, file.write("é", :sym, 12)
    assert_equal file, file << 1 << nil << "x"
    assert_equal nil, file.print("a", 1)
    assert_equal nil, file.puts
  end
  assert_equal "ésym121xa1\n", File.read(path)
end

spec "puts ends every line once and takes arrays apart" do
  path = "#{$io_folder}/lines"
  nested = [1, [2, [nil, "three\n"]]]
  nested << nested
  File.open(path, "w") { |file| file.puts("a", "b\n", nil, nested, [], "") }
  assert_equal "a\nb\n\n1\n2\n\nthree\n[...]\n\n", File.read(path)
end

spec "putc writes a character or a byte" do
  path = "#{$io_folder}/putc"
  File.open(path, "w") do |file|
    assert_equal "éa", file.putc("éa")
    assert_equal 321, file.putc(321)
    assert_raises(TypeError, "no implicit conversion from nil to integer") { file.putc(nil) }
  end
  assert_equal "éA", File.read(path)
end

spec "printf formats" do
  path = "#{$io_folder}/printf"
  File.open(path, "w") { |file| assert_equal nil, file.printf("%03d|%s", 7, "x") }
  assert_equal "007|x", File.read(path)
end

spec "modes say what may be done" do
  path = file_with("text")
  assert_raises(IOError, "not opened for writing") { File.open(path) { |file| file.write("x") } }
  assert_raises(IOError, "not opened for reading") { File.open(path, "a") { |file| file.read } }
  assert_equal "textmore", File.open(path, "a+") { |file| file.write("more"); file.rewind; file.read }
  assert_equal "NEWtmore", File.open(path, "r+") { |file| file.write("NEW"); file.rewind; file.read }
  assert_equal "", File.open(path, "w+") { |file| file.read }
  assert_raises(Errno::EEXIST, "File exists @ rb_sysopen - #{path}") { File.open(path, "wx") }
  assert_raises(Errno::ENOENT, "No such file or directory @ rb_sysopen - #{path}.none") { File.open("#{path}.none") }
end

spec "wrong modes are refused" do
  path = file_with("text")
  ["q", "rw", "rx", "rbt", "", "r++b-"].each do |mode|
    assert_raises(ArgumentError, "invalid access mode #{mode}") { File.open(path, mode) }
  end
  assert_raises(ArgumentError, "mode specified twice") { File.open(path, "r", mode: "r") }
  assert_raises(ArgumentError, "perm specified twice") { File.open(path, "r", 0o600, perm: 0o600) }
  assert_raises(ArgumentError, "binmode specified twice") { File.open(path, "rb", binmode: true) }
  assert_raises(ArgumentError, "both textmode and binmode specified") { File.open(path, "rb", textmode: true) }
  assert_raises(ArgumentError, "encoding specified twice") { File.open(path, "r:utf-8", encoding: "utf-8") }
  assert_raises(ArgumentError, "ASCII incompatible encoding needs binmode") { File.open(path, "r:utf-16le") }
end

spec "flags open as mode strings do" do
  path = "#{$io_folder}/flags"
  File.open(path, File::WRONLY | File::CREAT | File::TRUNC, 0o640) { |file| file.write("abc") }
  assert_equal 0o640, File.stat(path).mode & 0o777
  File.open(path, mode: File::WRONLY | File::APPEND) { |file| file.write("d") }
  File.open(path, "r", flags: File::NOFOLLOW) { |file| assert_equal "abcd", file.read }
end

spec "open gives what its block gives, and closes" do
  path = file_with("text")
  kept = nil
  assert_equal 7, File.open(path) { |file| kept = file; 7 }
  assert kept.closed?
  assert_equal 8, File.open(path) { |file| file.close; 8 }
end

spec "a closed stream says so" do
  file = File.open(file_with("text"))
  assert_equal nil, file.close
  assert_equal nil, file.close
  [:read, :gets, :getc, :getbyte, :pos, :eof?, :fileno, :sync, :flush, :rewind, :tty?, :binmode].each do |name|
    assert_raises(IOError, "closed stream") { file.__send__(name) }
  end
  assert_raises(IOError, "closed stream") { file.write("x") }
  assert_raises(IOError, "closed stream") { file.each_line { } }
  assert_raises(IOError, "uninitialized stream") { IO.allocate.read }
end

spec "inspect names the file" do
  path = file_with("text")
  file = File.open(path)
  assert_equal "#<File:#{path}>", file.inspect
  file.close
  assert_equal "#<File:#{path} (closed)>", file.inspect
  assert_equal "#<IO:<STDIN>>", STDIN.inspect
  assert_equal "#<IO:fd 2>", IO.new(2, autoclose: false).inspect
  assert_equal "#<IO:named>", IO.new(2, path: "named", autoclose: false).inspect
end

spec "read takes a length and a buffer" do
  File.open(file_with("hello world")) do |file|
    assert_equal "", file.read(0)
    piece = file.read(5)
    assert_equal "hello", piece
    assert_equal Encoding::BINARY, piece.encoding
    buffer = +"old"
    assert_equal " world", file.read(100, buffer)
    assert_equal " world", buffer
    assert_equal nil, file.read(1, buffer)
    assert_equal "", buffer
    assert_equal "", file.read
    assert_equal Encoding::UTF_8, file.read.encoding
    assert_raises(ArgumentError, "negative length -1 given") { file.read(-1) }
    assert_raises(TypeError, "no implicit conversion of String into Integer") { file.read("1") }
    assert_raises(FrozenError) { file.read(1, "frozen".freeze) }
  end
end

spec "readpartial and sysread give what there is and raise at the end" do
  File.open(file_with("hello")) do |file|
    assert_equal "he", file.readpartial(2)
    assert_equal "l", file.getc
    assert_raises(IOError, "sysread for buffered IO") { file.sysread(1) }
    assert_equal "lo", file.readpartial(10)
    assert_equal "", file.readpartial(0)
    assert_raises(EOFError, "end of file reached") { file.readpartial(1) }
    assert_raises(EOFError, "end of file reached") { file.sysread(1) }
    assert_raises(ArgumentError, "negative length -1 given") { file.readpartial(-1) }
  end
end

spec "pread and pwrite leave the position" do
  File.open(file_with("0123456789"), "r+") do |file|
    assert_equal "345", file.pread(3, 3)
    assert_equal 0, file.pos
    assert_equal 2, file.pwrite("ab", 1)
    assert_equal "0ab3456789", file.read
    assert_raises(EOFError, "end of file reached") { file.pread(1, 100) }
    assert_raises(ArgumentError, "negative string size (or size too big)") { file.pread(-1, 0) }
    assert_raises(Errno::EINVAL) { file.pread(1, -1) }
    assert_equal "", file.pread(0, 100)
  end
end

spec "gets cuts at separators and limits" do
  File.open(file_with("one\ntwo\n\nthree,four")) do |file|
    assert_equal "one\n", file.gets
    assert_equal "one\n", $_
    assert_equal 1, file.lineno
    assert_equal "tw", file.gets(2)
    assert_equal "o", file.gets(chomp: true)
    assert_equal "", file.gets(0)
    assert_equal "\nthree,", file.gets(",")
    assert_equal "fo", file.gets(nil, 2)
    assert_equal "ur", file.gets(nil)
    assert_equal nil, file.gets
    assert_equal nil, $_
    assert_equal nil, file.gets(nil)
    assert_equal 4, file.lineno
    assert_equal 4, $.
    assert_raises(TypeError, "no implicit conversion of Integer into String") { file.gets(1, 2) }
  end
end

spec "a separator of several characters may be cut by what is read at once" do
  text = "x" * 16_383 + "--" + "y" * 20_000 + "--z"
  File.open(file_with(text)) do |file|
    assert_equal 16_385, file.gets("--").size
    assert_equal 20_000, file.gets("--", chomp: true).size
    assert_equal "z", file.gets("--")
  end
end

spec "an empty separator reads paragraphs" do
  File.open(file_with("\n\na\nb\n\n\n\nc\n")) do |file|
    assert_equal "a\nb\n\n", file.gets("")
    assert_equal "c\n", file.gets("")
    assert_equal nil, file.gets("")
  end
  File.open(file_with("a\n\n\nb\n")) do |file|
    assert_equal "a", file.gets("", chomp: true)
    assert_equal "b\n", file.gets("", chomp: true)
  end
end

spec "chomp takes a carriage return too" do
  File.open(file_with("a\r\nb\rc\n")) do |file|
    assert_equal "a", file.gets(chomp: true)
    assert_equal "b\rc", file.gets(chomp: true)
  end
end

spec "a limit doesn't cut characters" do
  File.open(file_with("éèà\n")) do |file|
    assert_equal "é", file.gets(1)
    assert_equal "èà", file.gets(3)
    assert_equal "\n", file.gets(3)
  end
end

spec "readline raises at the end" do
  File.open(file_with("one\n")) do |file|
    assert_equal "one\n", file.readline
    assert_raises(EOFError, "end of file reached") { file.readline }
  end
end

spec "each_line and readlines take what gets takes" do
  path = file_with("a\nb\nc")
  lines = []
  File.open(path) { |file| assert_equal file, file.each_line { |line| lines << line } }
  assert_equal ["a\n", "b\n", "c"], lines
  assert_equal ["a", "b", "c"], File.open(path) { |file| file.each_line(chomp: true).to_a }
  assert_equal ["a\n", "b\n", "c"], File.open(path) { |file| file.readlines }
  assert_equal ["a\nb", "\nc"], File.open(path) { |file| file.readlines("b") }
  assert_equal ["a\n", "b\n", "c"], File.open(path, &:to_a)
  assert_equal ["A\n", "B\n", "C"], File.open(path) { |file| file.map(&:upcase) }
  assert_equal ["a\n", "b\n", "c"], File.foreach(path).to_a
  assert_raises(ArgumentError, "invalid limit: 0 for each_line") { File.open(path) { |file| file.each_line(0) { } } }
  assert_raises(ArgumentError, "invalid limit: 0 for readlines") { File.readlines(path, 0) }
  assert_raises(ArgumentError, "invalid limit: 0 for foreach") { File.foreach(path, 0) { } }
end

spec "characters and bytes one by one" do
  path = file_with("aé\xFFz".b)
  File.open(path) do |file|
    assert_equal "a", file.getc
    assert_equal 0xC3, file.getbyte
    assert_equal "\xA9", file.getc
    assert_equal "\xFF", file.readchar
    assert_equal 122, file.readbyte
    assert_equal nil, file.getc
    assert_equal nil, file.getbyte
    assert_raises(EOFError, "end of file reached") { file.readchar }
    assert_raises(EOFError, "end of file reached") { file.readbyte }
  end
  assert_equal ["a", "é", "\xFF", "z"], File.open(path) { |file| file.each_char.to_a }
  assert_equal [97, 0xC3, 0xA9, 0xFF, 122], File.open(path) { |file| file.each_byte.to_a }
  assert_equal [97, 233], File.open(file_with("aé")) { |file| file.each_codepoint.to_a }
end

spec "what is put back is read next" do
  File.open(file_with("abc")) do |file|
    file.ungetc("é")
    assert_equal "éa", file.read(3).force_encoding("UTF-8")
    file.ungetbyte(0x141)
    assert_equal "A", file.getc
    file.ungetbyte("xy")
    file.ungetbyte(nil)
    assert_equal "xybc", file.read
    file.ungetc(233)
    assert_equal "é", file.getc
    assert_raises(TypeError, "no implicit conversion of nil into String") { file.ungetc(nil) }
  end
end

spec "positions count what has been taken, not what was read ahead" do
  File.open(file_with("one\ntwo\nthree\n")) do |file|
    file.gets
    assert_equal 4, file.pos
    assert_equal 0, file.seek(2, IO::SEEK_CUR)
    assert_equal "o\n", file.gets
    file.seek(-6, :END)
    assert_equal "three\n", file.gets
    assert file.eof?
    assert_equal 0, file.rewind
    assert_equal 0, file.lineno
    file.pos = 1
    assert_equal "n", file.getc
    assert_raises(Errno::EINVAL) { file.seek(-1) }
    assert_raises(TypeError, "no implicit conversion of Symbol into Integer") { file.seek(0, :FOO) }
  end
end

spec "writing begins where reading stands" do
  path = file_with("one\ntwo\nthree\n")
  File.open(path, "r+") do |file|
    file.gets
    file.write("TWO")
    file.flush
    assert_equal "\n", file.gets
    assert_equal "three\n", file.gets
  end
  assert_equal "one\nTWO\nthree\n", File.read(path)
end

spec "eof? is false while there is something" do
  File.open(file_with("a")) do |file|
    assert_equal false, file.eof?
    file.read
    assert_equal true, file.eof
  end
end

spec "binread, binwrite and offsets" do
  path = "#{$io_folder}/binary"
  assert_equal 4, IO.binwrite(path, "abcd")
  assert_equal 2, IO.binwrite(path, "XY", 1)
  assert_equal "aXYd", IO.binread(path)
  assert_equal Encoding::BINARY, IO.binread(path).encoding
  assert_equal "XY", IO.read(path, 2, 1)
  assert_equal nil, IO.read(path, 1, 10)
  assert_raises(ArgumentError, "negative length -1 given") { IO.read(path, -1) }
  assert_raises(ArgumentError, "negative offset -1 given") { IO.read(path, 1, -1) }
  assert_raises(Errno::EISDIR) { IO.read($io_folder) }
end

spec "encodings are those of the mode" do
  path = file_with("caf\xE9\n".b)
  File.open(path, "r:iso-8859-1") { |file| assert_equal Encoding::ISO_8859_1, file.read.encoding }
  File.open(path, "r:iso-8859-1:utf-8") do |file|
    assert_equal "café\n", file.gets
    assert_equal Encoding::ISO_8859_1, file.external_encoding
    assert_equal Encoding::UTF_8, file.internal_encoding
  end
  File.open(path, "r:iso-8859-1:utf-8") { |file| assert_equal ["c", "a", "f", "é", "\n"], file.each_char.to_a }
  File.open(path, "rb") { |file| assert_equal Encoding::BINARY, file.external_encoding }
  File.open(path) { |file| assert_equal Encoding.default_external, file.external_encoding }
  File.open(path, "a") { |file| assert_equal nil, file.external_encoding }
  File.open(path, "w", external_encoding: "iso-8859-1") { |file| file.write("é", "a") }
  assert_equal "\xE9a".b, File.binread(path)
  File.open(path) do |file|
    file.set_encoding("iso-8859-1", "utf-8")
    assert_equal "éa", file.read
    assert_equal file, file.binmode
    assert file.binmode?
  end
end

spec "a byte order mark decides where it is asked to" do
  path = file_with("\xEF\xBB\xBFabc".b)
  assert_equal "abc", File.read(path, encoding: "bom|utf-8")
  File.open(path, "rb") { |file| assert_equal Encoding::UTF_8, file.set_encoding_by_bom }
  assert_equal "abc", File.open(file_with("abc"), "r:BOM|utf-8", &:read)
end

spec "newlines are made plain in text mode" do
  path = file_with("a\r\nb\rc\n")
  assert_equal "a\nb\nc\n", File.open(path, "rt", &:read)
  assert_equal "a\r\nb\rc\n", File.open(path, "r", &:read)
  File.open(path, "w", crlf_newline: true) { |file| file.write("x\ny\n") }
  assert_equal "x\r\ny\r\n", File.binread(path)
end

spec "copy_stream copies between streams and paths" do
  source = file_with("0123456789", "source")
  target = "#{$io_folder}/target"
  assert_equal 10, IO.copy_stream(source, target)
  assert_equal "0123456789", File.read(target)
  assert_equal 4, IO.copy_stream(source, target, 4, 3)
  assert_equal "3456", File.read(target)
  File.open(source) do |from|
    from.getc
    File.open(target, "w") { |to| assert_equal 9, IO.copy_stream(from, to) }
  end
  assert_equal "123456789", File.read(target)
  collector = Object.new
  def collector.write(text) = (@text = @text.to_s + text) && text.bytesize
  def collector.text = @text
  IO.copy_stream(source, collector)
  assert_equal "0123456789", collector.text
  assert_equal 10, IO.copy_stream(source, target, -1)
end

spec "dup shares the position, not the descriptor" do
  File.open(file_with("abcdef")) do |file|
    file.getc
    copy = file.dup
    assert copy.fileno != file.fileno
    assert_equal "b", copy.getc
    file.close
    assert_equal "cdef", copy.read
    copy.close
  end
end

spec "reopen goes on with another file" do
  first = file_with("first", "first")
  second = file_with("second", "second")
  file = File.open(first)
  number = file.fileno
  assert_equal "fir", file.read(3)
  assert_equal file, file.reopen(second)
  assert_equal number, file.fileno
  assert_equal "second", file.read
  File.open(first) { |other| file.reopen(other) }
  assert_equal "first", file.read
  file.close
  assert_raises(Errno::ENOENT) { File.open(first) { |other| other.reopen("#{first}.none") } }
end

spec "for_fd takes over a descriptor" do
  number = IO.sysopen(file_with("text"))
  io = IO.for_fd(number)
  assert_equal number, io.fileno
  assert_equal number, io.to_i
  assert_equal "text", io.read
  assert_equal true, io.autoclose?
  assert_equal true, io.close_on_exec?
  io.close_on_exec = false
  assert_equal false, io.close_on_exec?
  io.close
  assert_raises(Errno::EBADF, "Bad file descriptor") { IO.new(number) }
  assert_raises(Errno::EINVAL, "Invalid argument") { IO.new(0, "w") if IO.new(IO.sysopen($io_folder), "w") }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { IO.new("0") }
end

spec "sync writes at once" do
  path = "#{$io_folder}/sync"
  File.open(path, "w") do |file|
    file.write("kept")
    assert_equal "", File.read(path)
    file.flush
    assert_equal "kept", File.read(path)
    file.sync = true
    file.write("!")
    assert_equal "kept!", File.read(path)
    assert_equal 0, file.fsync
    assert_equal 0, file.fdatasync
    assert_equal 1, file.syswrite("?")
  end
  assert_equal "kept!?", File.read(path)
end

spec "much output comes out whole and in order" do
  path = "#{$io_folder}/much"
  count = stress_sized(20_000)
  File.open(path, "w") { |file| count.times { |index| file.puts(index) } }
  lines = File.readlines(path, chomp: true)
  assert_equal count, lines.size
  assert_equal (0...count).map(&:to_s), lines
  File.open(path, "w") { |file| file.write("a", "b" * 300_000, "c") }
  assert_equal "a" + "b" * 300_000 + "c", File.read(path)
end

spec "a file that nobody holds is written out" do
  path = "#{$io_folder}/dropped"
  leave = -> { File.open(path, "w").write("x"); nil }
  leave.call
  100.times { GC.start; break if File.read(path) == "x"; Array.new(100) { "garbage" } }
  assert ["", "x"].include?(File.read(path))
end

spec "control: fcntl, advise, tty?" do
  File.open(file_with("text")) do |file|
    assert_equal 1, file.fcntl(1)
    assert_equal nil, file.advise(:sequential)
    assert_raises(NotImplementedError, "Unsupported advice: :foo") { file.advise(:foo) }
    assert_raises(TypeError, "advice must be a Symbol") { file.advise("normal") }
    assert_equal false, file.tty?
    assert_equal nil, file.pid
    assert_equal file, file.to_io
    assert_equal file, IO.try_convert(file)
    assert_equal nil, IO.try_convert(1)
  end
end

spec "a timeout ends a wait" do
  reader, writer = IO.pipe
  reader.timeout = 0.01
  assert_equal 0.01, reader.timeout
  assert_raises(IO::TimeoutError, "Blocking operation timed out!") { reader.gets }
  reader.close
  writer.close
end

spec "close_read and close_write are for two-way streams" do
  File.open(file_with("text")) do |file|
    assert_raises(IOError, "closing non-duplex IO for writing") { file.close_write }
    assert_equal nil, file.close_read
    assert file.closed?
  end
end

spec "the variables of streams check what they are given" do
  assert_raises(TypeError, "$stdout must have write method, Integer given") { $stdout = 1 }
  assert_raises(TypeError, "$stderr must have write method, NilClass given") { $stderr = nil }
  assert_raises(TypeError, "value of $, must be String") { $, = 1 }
  assert_raises(TypeError, "value of $/ must be String") { $/ = 1 }
  assert_raises(TypeError, "value of $; must be String or Regexp") { $; = 1 }
  assert_raises(TypeError, "no implicit conversion from nil to integer") { $. = nil }
  assert_equal STDOUT, $>
  assert_equal "\n", $-0
end

spec "$stdout may be any object that writes" do
  sink = Object.new
  def sink.write(*texts) = (@all = @all.to_s + texts.join) && 1
  def sink.all = @all
  def sink.puts(*objects) = write(*objects.map { |object| "#{object}\n" })
  def sink.print(*objects) = write(*objects)
  before = $stdout
  begin
    $stdout = sink
    puts "a"
    print "b", 1
    p :c
    $stdout << "" rescue nil
  ensure
    $stdout = before
  end
  assert_equal "a\nb1:c\n", sink.all
end

spec "p gives what it prints" do
  before = $stdout
  reader, writer = IO.pipe
  begin
    $stdout = writer
    assert_equal nil, p
    assert_equal 1, p(1)
    assert_equal [1, "a"], p(1, "a")
    1.display
  ensure
    $stdout = before
  end
  writer.close
  assert_equal "1\n1\n\"a\"\n1", reader.read
end

spec "warn writes to $stderr" do
  before = $stderr
  reader, writer = IO.pipe
  begin
    $stderr = writer
    warn "careful", ["twice", "as\n"]
    warn
    warn nil
  ensure
    $stderr = before
  end
  writer.close
  assert_equal "careful\ntwice\nas\n\n", reader.read
end

Dir.each_child($io_folder) { |name| File.delete("#{$io_folder}/#{name}") }
Dir.rmdir($io_folder)

spec "a copy keeps the limit of time, and a copied descriptor to itself" do
  reader, writer = IO.pipe
  reader.timeout = 0.1
  assert_equal 0.1, reader.dup.timeout
  assert IO.new(reader.fcntl(0)).close_on_exec?
  writer.close
end

spec "an answer of _fork that is no number is refused" do
  assert_equal ["TypeError: no implicit conversion of String into Integer\n", 0], run_code(<<~'RUBY')
    Process.singleton_class.prepend(Module.new { def _fork = "x" })
    begin
      fork
    rescue TypeError => error
      puts "#{error.class}: #{error.message}"
    end
  RUBY
end

spec "reopen takes over encodings and gives back what was read ahead" do
  path = "/tmp/reopened-#{$$}"
  File.write(path, "foo\nbar\nbaz\n")
  File.open(__FILE__) do |one|
    File.open(path) do |other|
      one.reopen(other)
      assert_equal %W[foo\n bar\n], [one.gets, one.gets]
      one.reopen(other)
      assert_equal "baz\n", one.gets
    end
  end
  File.open(path, "rb:UTF-16LE") do |one|
    File.open(path, "r:UTF-8") { |other| one.reopen(other) }
    assert_equal [Encoding::UTF_8, nil], [one.external_encoding, one.internal_encoding]
    assert_raises(RuntimeError, "reinitializing File") { one.instance_eval { initialize } }
  end
ensure
  File.delete(path)
end

spec "a copy of a stream to a process has both of its ends" do
  IO.popen("cat", "r+") do |stream|
    copy = stream.dup
    stream.puts "foo"
    copy.puts "bar"
    stream.close_write
    copy.close_write
    assert_equal ["foo\nbar\n", ""], [stream.read, copy.read]
    copy.close
  end
end

spec "small rules of pipes: binary ones, frozen ones, what pushing back holds, and options" do
  reader, writer = IO.pipe(binmode: true)
  assert_equal [true, true], [reader.binmode?, writer.binmode?]
  assert_raises(ArgumentError, "expected true or false as exception: 1") { writer.write_nonblock("a", exception: 1) }
  writer.close
  assert_raises(IOError, "ungetbyte failed") { 200.times { reader.ungetc("a" * 1000) } }
  assert_equal true, reader.freeze.autoclose?
end

spec "a separator in another encoding than the lines is refused" do
  File.open(__FILE__, encoding: "utf-8:utf-32le") do |file|
    assert_equal Encoding::UTF_32LE, file.readline.encoding
    assert_raises(ArgumentError, "encoding mismatch: UTF-32LE IO with UTF-8 RS") { file.readline("\0") }
  end
end

spec "newline: says how line ends are written and read" do
  require "tmpdir"
  Dir.mktmpdir do |folder|
    path = "#{folder}/lines"
    written = ->(**options) { File.open(path, "w", **options) { |file| file.write("a\nb\n") }; File.binread(path) }
    assert_equal ["a\r\nb\r\n", "a\rb\r", "a\rb\r"], [written.(newline: :crlf), written.(newline: :cr), written.(cr_newline: true)]
    File.open(path, "w", newline: :cr) { |file| file.sync = true; file.puts("c"); file << "d\n" }
    assert_equal "c\rd\r", File.binread(path)
    assert_equal "c\nd\n", File.read(path, newline: :universal)
    assert_raises(ArgumentError, "unexpected value for newline option: bad") { written.(newline: :bad) }
    assert_raises(ArgumentError, "unexpected value for newline option") { written.(newline: "crlf") }
    assert_raises(ArgumentError, "newline decorator with binary mode") { File.open(path, "wb", newline: :crlf) }
  end
end

spec "a limit goes on byte by byte while the character there is unfinished, to the end of the line at most" do
  require "tmpdir"
  Dir.mktmpdir do |folder|
    path = "#{folder}/broken"
    File.binwrite(path, "h\xC3\xA9\xE6\x97\xA5\xFEab\xC3\nq\xE6\x97\n\xF0\x9F\x98\x80z")
    pieces = ->(*arguments) { File.open(path, "r:UTF-8") { |file| file.each_line(*arguments).to_a } }
    assert_equal ["h", "é", "日", "\xFE", "a", "b", "\xC3\n", "q", "\xE6\x97\n", "😀", "z"], pieces.(1)
    assert_equal ["hé", "日", "\xFEab", "\xC3\n", "q\xE6\x97\n", "😀", "z"], pieces.(3)
    assert_equal ["hé", "日", "\xFEa", "b\xC3\n", "q\xE6\x97\n", "😀", "z"], pieces.("a", 3)
    File.binwrite(path, "\x82\xA0\x82\nz\x82")
    assert_equal [["\x82\xA0", "\x82\n", "z\x82"].map(&:b), [0, 1, 2]], File.open(path, "r:Shift_JIS") { |file|
      read = []
      while (line = file.gets(2)) do read << [line.b, file.lineno] end
      read.transpose
    }
  end
end

spec "what comes in pieces is cut as if it came at once" do
  reader, writer = IO.pipe
  reader.set_encoding("UTF-8")
  feeder = Thread.new { "h\xC3\xE6\x97\nab\xF0\x9F".each_byte { |byte| writer << byte.chr; Thread.pass }; writer.close }
  read = []
  while (line = reader.gets(2, chomp: true)) do read << [line, reader.lineno] end
  assert_equal [["h\xC3\xE6\x97", 1], ["ab", 1], ["\xF0\x9F", 2]], read
ensure
  feeder.join
  reader.close
end

spec "puts adds no newline to a text whose last character is one, in whatever encoding" do
  read, write = IO.pipe
  write.puts("a\n".encode("UTF-16LE"), "b\n", "c")
  write.close
  assert_equal "a\0\n\0b\nc\n", read.read
end

spec "a byte order mark of an encoding unlike ASCII is refused where text is to be read" do
  path = "/tmp/spec-mark-#{$$}"
  ["\xFF\xFEa\0", "\xFE\xFF\0a", "\xFF\xFE\0\0a\0\0\0", "\0\0\xFE\xFF\0\0\0a"].each do |text|
    File.binwrite(path, text)
    reading = [
      -> { File.read(path, encoding: "bom|utf-8") }, -> { File.open(path, "r:bom|utf-16le") }, -> { File.open(path, "r+:bom|utf-8") },
      -> { File.readlines(path, encoding: "bom|utf-8") }, -> { File.foreach(path, encoding: "bom|utf-8").first }
    ]
    reading.each { |read| assert_raises(ArgumentError, "ASCII incompatible encoding needs binmode", &read) }
    assert_equal "a", File.open(path, "rb:bom|utf-8") { |file| file.read.encode("utf-8") }
    assert_equal "a", File.open(path, "r:bom|utf-16le:utf-8", &:read)
  end
ensure
  File.delete(path)
end
