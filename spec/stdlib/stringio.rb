require_relative "../harness"
require "stringio"

spec "reads lines" do
  io = StringIO.new("one\ntwo\r\n\n\nlast")
  assert_equal ["one\n", "two", 2, 9], [io.gets, io.gets(chomp: true), io.lineno, io.pos]
  io.rewind
  assert_equal ["one\ntwo\r\n\n\n", "last"], io.readlines("")
  io.rewind
  assert_equal ["one\ntwo", "last"], io.readlines("", chomp: true)
  io.rewind
  assert_equal ["one\ntwo\r\n\n\nlast"], io.readlines(nil)
  assert_equal ["abc", "de"], StringIO.new("abcde").readlines("x", 3)
  assert_equal [["a", "b"], nil], [StringIO.new("aXbX").readlines("X", chomp: true), StringIO.new("").gets]
end

spec "reads bytes and characters" do
  io = StringIO.new("aé\u3042")
  assert_equal ["a", "é", 3, "\u3042", nil, true], [io.getc, io.readchar, io.pos, io.getc, io.getc, io.eof?]
  io.rewind
  assert_equal [97, "\xC3".b, "\xA9\u3042", ""], [io.getbyte, io.read(1), io.read, io.read]
  assert_equal [nil, ""], [io.read(1), io.read(0)]
  assert_raises(EOFError, "end of file reached") { io.readbyte }
  assert_equal [[97, 98], ["a", "b"], [97, 98]], [StringIO.new("ab").each_byte.to_a, StringIO.new("ab").each_char.to_a, StringIO.new("ab").each_codepoint.to_a]
end

spec "puts back" do
  io = StringIO.new(+"abc")
  io.getc
  io.ungetc("Z")
  assert_equal ["Zbc", "Zbc"], [io.string, io.read]
  io.rewind
  io.ungetc("12")
  assert_equal ["12Zbc", 0], [io.string, io.pos]
end

spec "writes" do
  io = StringIO.new
  assert_equal [3, nil, nil], [io.write("a", 1, :b), io.puts("x", [1, [nil]]), io.print("y")]
  io << 2
  io.printf("%02d", 3)
  io.putc(65)
  io.putc("zz")
  assert_equal "a1bx\n1\n\ny203Az", io.string
  io.pos = 2
  io.write("ZZZ")
  assert_equal "a1ZZZ1\n\ny203Az", io.string
  io.truncate(2)
  io.pos = 4
  io.write("e")
  assert_equal "a1\0\0e", io.string
end

spec "modes" do
  append = StringIO.new(+"abc", "a")
  append.write("d")
  assert_equal "abcd", append.string
  assert_equal "", StringIO.new(+"abc", "w").string
  assert_raises(IOError, "not opened for writing") { StringIO.new("abc", "r").write("x") }
  assert_raises(IOError, "not opened for reading") { StringIO.new(+"abc", "w").read }
  assert_raises(IOError, "not opened for writing") { StringIO.new("abc".freeze).write("x") }
  assert_raises(Errno::EACCES) { StringIO.new("abc".freeze, "w") }
  assert_raises(ArgumentError, "invalid access mode q") { StringIO.new(+"", "q") }
end

spec "closing" do
  io = StringIO.new(+"abc")
  io.close_read
  assert_equal [true, false, false], [io.closed_read?, io.closed_write?, io.closed?]
  io.close
  assert io.closed?
  assert_raises(IOError, "closed stream") { io.seek(0) }
  assert_equal "a", StringIO.open("abc") { |open| open.getc }
end

spec "seeking" do
  io = StringIO.new("abcdef")
  io.seek(-2, IO::SEEK_END)
  assert_equal "ef", io.read
  io.seek(1)
  io.seek(1, IO::SEEK_CUR)
  assert_equal "c", io.getc
  assert_equal "bc", io.pread(2, 1)
  assert_raises(Errno::EINVAL) { io.pos = -1 }
  assert_raises(Errno::EINVAL, "Invalid argument - invalid whence") { io.seek(0, 9) }
end

spec "copies share the position" do
  io = StringIO.new("abc")
  other = io.dup
  io.getc
  assert_equal ["b", 2], [other.getc, io.pos]
end

spec "encodings" do
  assert_equal [Encoding::UTF_8, nil], [StringIO.new("é").external_encoding, StringIO.new("").internal_encoding]
  assert_equal Encoding::BINARY, StringIO.new("é").read(1).encoding
  assert_equal [Encoding::UTF_8, "abc"], StringIO.new("\xEF\xBB\xBFabc").then { |io| [io.set_encoding_by_bom, io.read] }
end

spec "gets and readline set $_ of who calls them, print without arguments writes it" do
  io = StringIO.new("a\nb\n")
  io.gets
  assert_equal "a\n", $_
  io.readline
  assert_equal "b\n", $_
  out = StringIO.new
  out.print
  assert_equal "b\n", out.string
end

spec "a mode is said once" do
  assert_raises(ArgumentError, "mode specified twice") { StringIO.new("a", "r", mode: "r") }
  assert_raises(ArgumentError, "encoding specified twice") { StringIO.new(+"", mode: "r:utf-8", encoding: "euc-jp") }
  assert_raises(ArgumentError, "both textmode and binmode specified") { StringIO.new(+"", mode: "rb", textmode: true) }
end

spec "reopen asks for a StringIO and makes one anew without arguments" do
  source = Object.new
  def source.to_strio = StringIO.new("other")
  io = StringIO.new("a")
  assert_equal "other", io.reopen(source).read
  assert_equal false, io.reopen.closed?
end

spec "a limit that cuts a line leaves its end alone, and has to fit a word" do
  assert_equal ["ab\r", "\n", "c"], StringIO.new("ab\r\nc").then { |io| [io.gets(3, chomp: true), io.gets, io.gets(chomp: true)] }
  assert_raises(RangeError, "bignum too big to convert into 'long'") { StringIO.new("a").gets(2**70) }
  assert_equal ["a\n", "b"], StringIO.new("a\nb".encode("UTF-16LE")).map { |line| line.encode("UTF-8") }
  assert_equal ["é", "è", "ab"], StringIO.new("éèab").then { |io| [io.gets(1), io.gets(2), io.gets(9)] }
end

spec "readline, readchar and readbyte go by a subclass's own gets, getc and getbyte" do
  reader = Class.new(StringIO) do
    def gets(...) = super&.upcase
    def getc = super&.upcase
    def getbyte = super&.pred
  end
  io = reader.new("ab\ncd")
  assert_equal ["AB\n", "C", 99, ["\n"]], [io.readline, io.readchar, io.readbyte, reader.new("\n").each_char.to_a]
end

spec "reading from behind the end leaves the position there" do
  io = StringIO.new("ab")
  io.pos = 5
  assert_equal ["", nil, nil, nil, nil, 5], [io.read, io.read(1), io.gets, io.getc, io.getbyte, io.pos]
end

spec "the methods that streams share are each one's own" do
  assert_equal [StringIO, IO], [StringIO.instance_method(:gets).owner, IO.instance_method(:each_char).owner]
  assert_equal [IO, File::Constants, Enumerable], IO.ancestors.first(3)
end

spec "gets with a limit or a separator takes lines as IO's does; both set the last line" do
  text = "abc\r\nxbx\n\ndef"
  reader, writer = IO.pipe
  writer << text
  writer.close
  [reader, StringIO.new(text)].each do |io|
    assert_equal ["abc", "xb", "x", "x"], [io.gets(9, chomp: true), io.gets("b"), io.readline(1), $_]
    assert_equal ["\n", "\n", "\n"], [io.gets("\n"), io.gets("\n"), $_]
    assert_equal ["def", nil, nil], [io.gets("q"), io.gets("q"), $_]
  end
  reader.close
end

spec "puts of what gives an Array with itself in it" do
  object = Class.new { def to_ary = [self] }.new
  io = StringIO.new
  io.puts(object)
  assert_equal "[...]\n", io.string
end

spec "StringIO writes by IO::generic_writable and reads by IO::generic_readable, which ask a subclass's own write and read" do
  assert_equal %w[StringIO IO::generic_writable IO::generic_readable Enumerable], StringIO.ancestors.map(&:to_s)[0, 4]
  own = Class.new(StringIO) { def write(*objects) = super(*objects.map { |object| object.to_s.upcase }) }.new
  own << "a"
  own.puts("b", ["c"])
  own.print("d")
  own.printf("%s", "e")
  own.putc("f")
  assert_equal "AB\nC\nDEf", own.string
  assert_raises(ArgumentError) { StringIO.new("x").read_nonblock }
end

spec "StringIO opens with a mode's encoding, binary mode and byte order mark" do
  assert_equal [Encoding::BINARY, Encoding::BINARY], StringIO.new(+"abc", "rb").then { |io| [io.external_encoding, io.read.encoding] }
  assert_equal [8, "hi", Encoding::UTF_32LE], StringIO.new(+"", "w:UTF-32LE").then { |io| [io.write("hi"), io.string.encode("UTF-8"), io.string.encoding] }
  assert_equal Encoding::ISO_8859_1, StringIO.new(+"x", "r+", external_encoding: "ISO-8859-1").external_encoding
  assert_equal [3, "x"], StringIO.new(+"\u{feff}x", "r:BOM|UTF-8").then { |io| [io.pos, io.read] }
  assert_raises(ArgumentError, "ASCII incompatible encoding needs binmode") { StringIO.new(+"x", "r:UTF-16LE") }
  assert_equal 1, StringIO.new(+"", "wx").write("a")
  assert_raises(ArgumentError, "invalid access mode rx") { StringIO.new(+"", "rx") }
end

spec "StringIO's text goes behind what it is compatible with" do
  assert_equal [Encoding::UTF_8, "fooé"], StringIO.new(String.new("foo", encoding: "US-ASCII"), "a").then { |io| io.write("é"); [io.string.encoding, io.string] }
  assert_raises(Encoding::CompatibilityError, "incompatible character encodings: Windows-31J and UTF-8") { StringIO.new.set_encoding("Windows-31J").write("🍣") }
  assert_raises(FrozenError) { StringIO.new.freeze.puts("a") }
end

spec "a StringIO's read keeps the encoding of its buffer where a length is given, and gives it its own where none is" do
  buffer = String.new("é", encoding: "UTF-8")
  StringIO.new("abc".b).read(2, buffer)
  assert_equal [Encoding::UTF_8, "ab"], [buffer.encoding, buffer]
  StringIO.new("abc".b).read(nil, buffer)
  assert_equal Encoding::BINARY, buffer.encoding
end

spec "what is no IO has getch and getpass with io/console" do
  require "io/console"
  io = StringIO.new(+"pass\nx")
  assert_equal ["ss", ""], [io.getpass("p:"), io.read]
  assert_equal "q", StringIO.new("q").getch
end

spec "puts ends each line that has no end" do
  out = StringIO.new
  assert_equal [nil, "a\nb\n\n1\nc\n"], [out.puts("a", "b\n", "", [1, ["c"]]), out.string]
  inside = StringIO.new(+"hello")
  inside.puts("ab")
  assert_equal ["ab\nlo", 3], [inside.string, inside.pos]
  behind = StringIO.new(+"hello", "a")
  behind.puts("x")
  assert_equal ["hellox\n", 7], [behind.string, behind.pos]
  assert_raises(IOError, "not opened for writing") { StringIO.new("fixed".freeze).puts("x") }
end

spec "puts converts text and ends it in the encoding of the string" do
  out = StringIO.new(+"")
  out.puts("é".encode("UTF-16LE"))
  wide = StringIO.new("x".encode("UTF-16LE"), "a")
  wide.puts("y", "z\n".encode("UTF-16LE"))
  assert_equal ["é\n", "xy\nz\n".encode("UTF-16LE")], [out.string, wide.string]
end

spec "what is called US-ASCII and is none goes in as it is, where other text that cannot be converted is refused" do
  bytes = "\xC3\xB1".dup.force_encoding("US-ASCII")
  behind = StringIO.new(+"x", "a")
  inside = StringIO.new(+"xyz")
  assert_equal [2, 2], [behind.write(bytes), inside.write(bytes)]
  assert_equal ["x".encode("US-ASCII") + bytes, Encoding::US_ASCII], [behind.string, behind.string.encoding]
  assert_equal ["ñz", Encoding::UTF_8], [inside.string, inside.string.encoding]
  assert_raises(Encoding::CompatibilityError, "incompatible character encodings: UTF-8 and US-ASCII") { StringIO.new(+"ñ", "a").write(bytes) }
  assert_raises(Encoding::CompatibilityError, "incompatible character encodings: UTF-8 and EUC-JP") { StringIO.new.write("\xFF".dup.force_encoding("EUC-JP")) }
end

spec "what is written in the middle goes over what is there" do
  stream = StringIO.new(+"hello world")
  assert_equal [2, 4, 1, nil], [stream.write("HE"), stream.pos + 2, stream.write("L") , stream.puts("x")]
  assert_equal ["HELx\n world", 5], [stream.string, stream.pos]
  stream.pos = 9
  stream << "RLD and more"
  assert_equal ["HELx\n worRLD and more", 21, true], [stream.string, stream.pos, stream.eof?]
  stream.pos = 23
  stream.write("!")
  assert_equal "HELx\n worRLD and more\0\0!", stream.string
  stream.rewind
  assert_equal [false, 1], [stream.eof?, stream.write("é".b[0])]
  assert_equal ["\xC3ELx".b, false], [stream.string.byteslice(0, 4).b, stream.string.ascii_only?]
  appending = StringIO.new(+"ab", "a")
  appending.pos = 0
  appending.write("c")
  assert_equal "abc", appending.string
  assert_raises(IOError, "not opened for reading") { appending.eof? }
  whole = +"shared text of some length that is long"
  stream = StringIO.new(whole)
  part = whole[3..]
  stream.write("SHA")
  assert_equal ["SHAred", "red text"], [whole[0, 6], part[0, 8]]
end
