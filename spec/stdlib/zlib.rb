# Zlib: streams, checksums, gzip files.

require_relative "../harness"
require "stringio"
require "tmpdir"
require "zlib"

GZIP_TEXT = "one\ntwo\nthré\n\nfour"
GZIP_FILE = begin
  io = StringIO.new("".b)
  writer = Zlib::GzipWriter.new(io)
  writer.mtime = 1
  writer.orig_name = "name"
  writer.comment = "comment"
  writer.write GZIP_TEXT
  writer.finish
  io.string
end

def gzip_reader(bytes = GZIP_FILE)
  Zlib::GzipReader.new(StringIO.new(bytes))
end

spec "compressing and the reverse" do
  assert_equal "x\x9CKLJ\x06\x00\x02M\x01'".b, Zlib.deflate("abc")
  assert_equal ["abc", Encoding::BINARY], [Zlib.inflate(Zlib.deflate("abc")), Zlib.inflate(Zlib.deflate("abc")).encoding]
  text = (0..stress_sized(20_000)).map { |number| (number * 7919 % 251).chr }.join
  [0, 1, 6, 9].each { |level| assert Zlib.inflate(Zlib.deflate(text, level)) == text.b }
  assert_equal "rr", Zlib::Inflate.new(-15).inflate(Zlib::Deflate.new(9, -15).deflate("rr", Zlib::FINISH))
  assert_equal "qq", Zlib::Inflate.new(32 + 15).inflate(Zlib.gzip("qq"))
end

spec "what is not compressed data" do
  assert_raises(Zlib::DataError, "incorrect header check") { Zlib.inflate("abc") }
  assert_raises(Zlib::BufError, "buffer error") { Zlib.inflate(Zlib.deflate("abc")[0..-3]) }
  assert_raises(Zlib::BufError, "buffer error") { Zlib.inflate("") }
  assert_raises(Zlib::StreamError, "stream error") { Zlib::Deflate.new(99) }
  closed = Zlib::Deflate.new
  closed.close
  assert_raises(Zlib::Error, "stream is not ready") { closed.deflate("x") }
end

spec "a stream under way" do
  deflate = Zlib::Deflate.new
  head = deflate.deflate("abc")
  copy = deflate.dup
  assert_equal %w[abc abc], [Zlib.inflate(head + deflate.finish), Zlib.inflate(head + copy.finish)]
  deflate.reset
  assert_equal "x\x9CJLJ\x06\x00\x00\x00\xFF\xFF".b, deflate.deflate("abc", Zlib::SYNC_FLUSH)
  inflate = Zlib::Inflate.new
  assert_equal "abc", inflate.inflate(Zlib.deflate("abc") + "rest")
  assert_equal [11, 3, true, "rest"], [inflate.total_in, inflate.total_out, inflate.finished?, inflate.flush_next_out]
end

spec "output in pieces" do
  packed = Zlib.deflate("0" * 100_000)
  sizes = []
  Zlib::Inflate.new.inflate(packed) { |piece| sizes << piece.bytesize }
  assert_equal [16384] * 6 + [1696], sizes
  inflate = Zlib::Inflate.new
  first = inflate.inflate(packed) { |piece| break piece }
  assert_equal 100_000, first.bytesize + inflate.finish.bytesize
end

spec "dictionaries" do
  deflate = Zlib::Deflate.new
  deflate.set_dictionary("abcdef")
  packed = deflate.deflate("abcdefabc", Zlib::FINISH)
  inflate = Zlib::Inflate.new
  assert_raises(Zlib::NeedDict, "need dictionary") { inflate.inflate(packed) }
  inflate.set_dictionary("abcdef")
  assert_equal "abcdefabc", inflate.inflate("")
  knowing = Zlib::Inflate.new
  knowing.add_dictionary("abcdef")
  assert_equal "abcdefabc", knowing.inflate(packed)
end

spec "checksums" do
  assert_equal [0, 891568578, 891568578], [Zlib.crc32, Zlib.crc32("abc"), Zlib.crc32("c", Zlib.crc32("ab"))]
  assert_equal [1, 38600999], [Zlib.adler32, Zlib.adler32("abc")]
  assert_equal 891568578, Zlib.crc32_combine(Zlib.crc32("ab"), Zlib.crc32("c"), 1)
  assert_equal 38600999, Zlib.adler32_combine(Zlib.adler32("ab"), Zlib.adler32("c"), 1)
  assert_equal [256, 0x77073096], [Zlib.crc_table.size, Zlib.crc_table[1]]
end

spec "gzip in one go" do
  assert_equal "abc", Zlib.gunzip(Zlib.gzip("abc", level: 9))
  assert_raises(Zlib::GzipFile::Error, "not in gzip format") { Zlib.gunzip("abc" * 10) }
  assert_raises(Zlib::GzipFile::Error, "unexpected end of string") { Zlib.gunzip("abc") }
  damaged = Zlib.gzip("abc")
  damaged.setbyte(-6, 1)
  assert_raises(Zlib::GzipFile::CRCError, "invalid compressed data -- crc error") { Zlib.gunzip(damaged) }
  damaged = Zlib.gzip("abc")
  damaged.setbyte(-1, 1)
  assert_raises(Zlib::GzipFile::LengthError, "invalid compressed data -- length error") { Zlib.gunzip(damaged) }
end

spec "reading a gzip file" do
  reader = gzip_reader
  assert_equal ["one\n", 1, 4, "t", 119], [reader.gets, reader.lineno, reader.pos, reader.getc, reader.getbyte]
  reader.ungetc("w")
  assert_equal ["wo\n", "thr", false, "é\n\nfour"], [reader.readline, reader.read(3), reader.eof?, reader.read]
  assert_equal ["", nil, true], [reader.read, reader.read(1), reader.eof?]
  assert_equal [Time.at(1), "name", "comment", Zlib::OS_CODE], [reader.mtime, reader.orig_name, reader.comment, reader.os_code]
  assert_raises(EOFError, "end of file reached") { reader.readchar }
  reader.rewind
  assert_equal "one\n", reader.gets
  reader.close
  assert_raises(Zlib::GzipFile::Error, "closed gzip stream") { reader.read }
end

spec "lines of a gzip file" do
  assert_equal ["one\n", "two\n", "thré\n", "\n", "four"], gzip_reader.readlines
  assert_equal ["one\ntwo\nthré\n\n", "four"], gzip_reader.readlines("")
  assert_equal ["one\ntw", "on", GZIP_TEXT], [gzip_reader.gets("w"), gzip_reader.gets(2), gzip_reader.gets(nil)]
  assert_equal "thré", gzip_reader.each_char.to_a.join[8, 4]
  assert_equal [nil, nil], [gzip_reader.each_char { }, gzip_reader.each_byte { }]
  assert_raises(RangeError, "bignum too big to convert into 'long'") { gzip_reader.gets(2**70) }
end

spec "gzip files one behind the other" do
  reader = gzip_reader(GZIP_FILE + "rest")
  reader.read
  assert_equal "rest", reader.unused
  assert_equal GZIP_TEXT.b * 2, Zlib::GzipReader.zcat(StringIO.new(GZIP_FILE * 2)).b
  assert_raises(Zlib::GzipFile::Error, "not in gzip format") { gzip_reader("") }
end

spec "writing a gzip file" do
  Dir.mktmpdir do |folder|
    path = "#{folder}/file.gz"
    Zlib::GzipWriter.open(path) do |writer|
      writer.puts "line", 1
      writer.print "a", "b"
      writer.putc 65
      writer << "z"
      writer.printf("%03d", 7)
      assert_equal 14, writer.pos
      assert_raises(Zlib::GzipFile::Error, "header is already written") { writer.mtime = 3 }
    end
    assert_equal "line\n1\nabAz007", Zlib::GzipReader.open(path, &:read)
  end
end

spec "a gzip file's header is written with the first text; what a stream refuses is not written again" do
  sizes = []
  stream = Object.new
  stream.define_singleton_method(:write) { |text| sizes << text.bytesize }
  gzip = Zlib::GzipWriter.new(stream)
  gzip.write("Hello")
  assert_equal [10], sizes
  stream.define_singleton_method(:write) { |_| raise "gone" }
  assert_raises(RuntimeError, "gone") { gzip.flush }
  stream.define_singleton_method(:write) { |text| sizes << text.bytesize }
  gzip.finish
  assert_equal [10, 10], sizes
end

spec "a gzip file may be closed twice, has the path of what is underneath, and is bytes whatever its encoding" do
  require "stringio"
  file = Zlib::GzipWriter.new(StringIO.new)
  file.close
  assert_equal nil, file.close
  assert !file.respond_to?(:path)
  assert_equal "hello", Zlib.gunzip(Zlib.gzip("hello").force_encoding("UTF-8"))
end

spec "threads use one stream by turns" do
  deflate = Zlib::Deflate.new
  text = "0" * 10_000
  threads = Array.new(10) { Thread.new { deflate.deflate(text, Zlib::SYNC_FLUSH) } }
  # Which thread has the first turn, and so the header, is not said.
  first, others = threads.map(&:value).partition { |piece| piece.start_with?("\x78") }
  deflated = [*first, *others, deflate.finish].join
  assert_equal [1, text * 10], [first.size, Zlib.inflate(deflated)]
end

spec "the block that takes pieces may empty the text they are made of" do
  text = Zlib.deflate("a" * 40_000)
  pieces = []
  Zlib::Inflate.new.inflate(text) do |piece|
    text.clear
    pieces << piece.bytesize
  end
  assert_equal [16384, 16384, 7232], pieces
end

spec "a buffer is what the block gets, each time" do
  buffer = +""
  sizes = []
  same = true
  Zlib::Inflate.new.inflate(Zlib.deflate("a" * 40_000), buffer: buffer) do |piece|
    same &&= piece.equal?(buffer)
    sizes << piece.bytesize
  end
  assert_equal [true, [16384, 16384, 7232]], [same, sizes]
end

spec "a stream is not used by the block it gives pieces to" do
  text = Random.new(3).bytes(200_000)
  assert_raises(ThreadError) { deflate = Zlib::Deflate.new; deflate.deflate(text) { deflate.deflate("x") } }
  inflate = Zlib::Inflate.new
  assert_raises(ThreadError) { inflate.inflate(Zlib.deflate(text)) { inflate.inflate("x") } }
end

spec "the error of a file that isn't one knows what was read of it" do
  inputs = ["", "foo", "foobarzothoge"].map do |bytes|
    gzip_reader(bytes)
  rescue Zlib::GzipFile::Error => error
    [error.message, error.input]
  end
  assert_equal [["not in gzip format", nil], ["not in gzip format", "foo"], ["not in gzip format", "foobarzothoge"]], inputs
  assert_raises(Zlib::GzipFile::Error, "unsupported compression method 7") { gzip_reader("\x1f\x8b\x07".b + "\0" * 20) }
  assert_raises(Zlib::GzipFile::Error, "unexpected end of file") { gzip_reader("\x1f\x8b\x08\x08".b + "\0" * 6 + "name") }
end

spec "a stream that is closed gives up its memory at once, and the next one begins anew" do
  resident = -> { File.read("/proc/self/statm").split[1].to_i * 4 }
  texts = %w[one two three].map { |text| Zlib.deflate(text) }
  GC.disable
  before = resident.call
  300.times { |index| assert_equal texts[index % 3], Zlib.deflate(%w[one two three][index % 3]) }
  grown = resident.call - before
  GC.enable
  assert grown < 40_000, "#{grown} kB"
  stream = Zlib::Deflate.new(9)
  stream.set_dictionary("text")
  stream << "text"
  stream.close
  assert_equal ["x\x9C".b, Zlib.inflate(texts[0])], [Zlib.deflate("one")[0, 2], "one"]
  assert_raises(Zlib::Error, "stream is not ready") { stream.close }
end
