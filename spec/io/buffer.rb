# IO::Buffer: memory that is read and written in place.

require_relative "../harness"
require_relative "fixtures/file_of"

Warning[:experimental] = false

def traits(buffer)
  %i[null? empty? external? internal? mapped? shared? private? locked? readonly? valid?].select { |trait| buffer.public_send(trait) }
end

spec "a small buffer is internal, one from a page on is mapped, one of nothing is null" do
  assert_equal %i[internal? valid?], traits(IO::Buffer.new(16))
  assert_equal %i[mapped? valid?], traits(IO::Buffer.new(IO::Buffer::PAGE_SIZE))
  assert_equal %i[null? empty? valid?], traits(IO::Buffer.new(0))
  assert_equal IO::Buffer::DEFAULT_SIZE, IO::Buffer.new.size
  assert_equal "\0" * 16, IO::Buffer.new(16).get_string
end

spec "flags say how memory is kept" do
  assert_equal %i[mapped? shared? valid?], traits(IO::Buffer.new(8, IO::Buffer::MAPPED | IO::Buffer::SHARED))
  assert_equal %i[internal? valid?], traits(IO::Buffer.new(8000, IO::Buffer::INTERNAL))
  assert_raises(IO::Buffer::AllocationError, "Could not allocate buffer!") { IO::Buffer.new(8, 0) }
  assert_raises(IO::Buffer::AllocationError, "Could not allocate buffer!") { IO::Buffer.new(8, IO::Buffer::SHARED) }
  assert_raises(IO::Buffer::AllocationError, "Could not allocate buffer!") { IO::Buffer.new(1 << 50, IO::Buffer::INTERNAL) }
  assert_raises(Errno::ENOMEM, "Cannot allocate memory - io_buffer_map_memory:mmap") { IO::Buffer.new(1 << 50) }
  assert_raises(Errno::ENOMEM) { IO::Buffer.new(1 << 62) }
  assert_raises(RangeError, "bignum too big to convert into 'unsigned long long'") { IO::Buffer.new(1 << 70) }
  assert_raises(ArgumentError, "Size can't be negative!") { IO::Buffer.new(-1) }
  assert_raises(TypeError, "not an Integer") { IO::Buffer.new("1") }
end

spec "numbers of every type are written and read" do
  buffer = IO::Buffer.new(16)
  { U8: 200, S8: -5, u16: 40000, U16: 40000, s16: -300, S16: -300, u32: 4_000_000_000, U32: 4_000_000_000, s32: -70_000, S32: -70_000,
    u64: 2**64 - 1, U64: 2**63, s64: -2**63, S64: -2**40, f32: 1.5, F32: -0.25, f64: 1e300, F64: -1.25 }.each do |type, number|
    assert_equal 3 + IO::Buffer.size_of(type), buffer.set_value(type, 3, number)
    assert_equal [type, number], [type, buffer.get_value(type, 3)]
  end
  buffer.clear
  buffer.set_values([:U16, :u16, :F32], 0, [0x0102, 0x0102, 1])
  assert_equal "\x01\x02\x02\x01\x3f\x80\0\0".b, buffer.get_string(0, 8)
  assert_equal [0x0102, 0x0102, 1.0], buffer.get_values([:U16, :u16, :F32], 0)
  assert_equal [], buffer.get_values([], 0)
  assert_raises(ArgumentError, "Invalid type name!") { buffer.get_values([:U16, :u17], 0) }
  assert_raises(ArgumentError, "Type extends beyond end of buffer! (offset=12 > size=16)") { buffer.get_values([:U64, :U32, :U64], 0) }
  assert_equal 11, IO::Buffer.size_of([:U8, :S16, :f64])
end

spec "numbers that do not fit are refused as C would" do
  buffer = IO::Buffer.new(8)
  assert_equal 1, buffer.set_value(:U8, 0, 1000)
  assert_equal 1000 & 255, buffer.get_value(:U8, 0)
  assert_raises(RangeError, "integer 4294967296 too big to convert to 'unsigned int'") { buffer.set_value(:U8, 0, 2**32) }
  assert_raises(RangeError, "integer -2147483649 too small to convert to 'int'") { buffer.set_value(:s32, 0, -2**31 - 1) }
  assert_raises(RangeError, "bignum too big to convert into 'unsigned long long'") { buffer.set_value(:u64, 0, 2**64) }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { buffer.set_value(:U32, 0, "a") }
  assert_raises(TypeError, "no implicit conversion to float from string") { buffer.set_value(:F32, 0, "a") }
  assert_raises(ArgumentError, "Type extends beyond end of buffer! (offset=5 > size=8)") { buffer.get_value(:U32, 5) }
  assert_raises(ArgumentError, "Offset can't be negative!") { buffer.get_value(:U8, -1) }
  assert_raises(ArgumentError, "Invalid type name!") { buffer.get_value(:u8, 0) }
  assert_raises(TypeError, "wrong argument type String (expected Symbol)") { buffer.get_value("U8", 0) }
end

spec "each, each_byte and values go through numbers" do
  buffer = IO::Buffer.for("hello")
  assert_equal [[0, 104], [1, 101], [2, 108], [3, 108], [4, 111]], buffer.each(:U8).to_a
  assert_equal [[1, 0x6c65], [3, 0x6f6c]], buffer.each(:u16, 1).to_a
  assert_equal [0x6865, 0x6c6c], buffer.values(:U16)
  assert_equal [104, 101], buffer.each_byte.first(2)
  assert_raises(ArgumentError, "The given offset is bigger than the buffer size!") { buffer.values(:U8, 6) }
  assert buffer.each(:U8) {}.equal?(buffer)
end

spec "strings are stored and taken out" do
  buffer = IO::Buffer.new(8)
  assert_equal 3, buffer.set_string("abc")
  assert_equal 2, buffer.set_string("uvwxyz", 4, 2, 1)
  assert_equal "abc\0vw\0\0", buffer.get_string
  assert_equal ["vw\0\0", "bc", Encoding::UTF_8], [buffer.get_string(4), buffer.get_string(1, 2), buffer.get_string(0, 1, "utf-8").encoding]
  assert_raises(ArgumentError, "Specified offset+length is bigger than the buffer size!") { buffer.set_string("123456789") }
  assert_raises(ArgumentError, "Specified offset+length is bigger than the buffer size!") { buffer.get_string(4, 5) }
  assert_raises(ArgumentError, "The given offset is bigger than the buffer size!") { buffer.get_string(9) }
  assert_raises(ArgumentError, "The computed source range exceeds the size of the source buffer!") { buffer.set_string("abc", 0, 3, 1) }
end

spec "bytes are copied within a buffer too" do
  buffer = IO::Buffer.new(8)
  buffer.copy(IO::Buffer.for("abcdef"), 1)
  assert_equal "\0abcdef\0", buffer.get_string
  buffer.copy(buffer, 2, 5, 1)
  assert_equal "\0aabcdef"[0, 7] + "\0", buffer.get_string
  assert_raises(TypeError, "wrong argument type String (expected IO::Buffer)") { buffer.copy("a") }
end

spec "without a block a string is looked at as it was" do
  string = +"test"
  buffer = IO::Buffer.for(string)
  string << "!"
  assert_equal "test", buffer.get_string
  assert_equal %i[external? readonly? valid?], traits(buffer)
  assert_raises(IO::Buffer::AccessError, "Buffer is not writable!") { buffer.set_string("x") }
  assert_raises(IO::Buffer::AccessError, "Cannot resize external buffer!") { buffer.resize(8) }
end

spec "with a block the string is changed, and nobody else changes it" do
  string = +"test"
  other = string.dup
  seen = nil
  result = IO::Buffer.for(string) do |buffer|
    seen = buffer
    buffer.set_string("T")
    assert_raises(RuntimeError, "can't modify string; temporarily locked") { string << "x" }
    assert_raises(RuntimeError, "can't modify string; temporarily locked") { string.upcase! }
    assert_raises(RuntimeError, "can't modify string; temporarily locked") { string.freeze }
    assert_equal false, string.frozen?
    :done
  end
  assert_equal [:done, "Test", "test", true], [result, string, other, seen.null?]
  string << "!"
  assert_equal "Test!", string
end

spec "a long string that shares its bytes keeps them to itself" do
  string = "x" * 4000
  piece = string[1000, 2000]
  IO::Buffer.for(string) { |buffer| buffer.clear(65) }
  assert_equal ["A" * 4000, "x" * 2000], [string, piece]
end

spec "a string that is locked twice is a mistake" do
  string = +"test"
  assert_raises(RuntimeError, "temporal unlocking already unlocked string") do
    IO::Buffer.for(string) { IO::Buffer.for(string) {} }
  end
  string << "s"
end

spec "a string is made in place" do
  string = IO::Buffer.string(4) { |buffer| buffer.set_string("ab") }
  assert_equal ["ab\0\0", Encoding::BINARY], [string, string.encoding]
  assert_raises(LocalJumpError, "no block given") { IO::Buffer.string(4) }
end

spec "a slice looks at the same memory while it is there" do
  buffer = IO::Buffer.new(8)
  slice = buffer.slice(2, 4)
  slice.slice(1, 2).set_string("ZZ")
  assert_equal "\0\0\0ZZ\0\0\0", buffer.get_string
  assert_equal %i[valid?], traits(slice)
  buffer.free
  assert_equal [false, false, 4], [slice.valid?, slice.null?, slice.size]
  assert_raises(IO::Buffer::InvalidatedError, "Buffer has been invalidated!") { slice.get_string }
  assert_raises(IO::Buffer::InvalidatedError, "Buffer is invalid!") { slice.set_string("a") }
  assert_raises(ArgumentError, "Specified offset+length is bigger than the buffer size!") { IO::Buffer.new(8).slice(3, 6) }
end

spec "a slice of a lent string ends where the string does" do
  string = +"abcd"
  slice = nil
  IO::Buffer.for(string) { |buffer| slice = buffer.slice(1) }
  slice.set_string("Z")
  assert_equal "aZcd", string
  string.replace("")
  assert_equal false, slice.valid?
end

spec "memory grows, shrinks and is given up" do
  buffer = IO::Buffer.new(8)
  buffer.set_string("abc")
  assert_equal ["abc\0", 4], [buffer.resize(4).get_string, buffer.size]
  assert_equal ["abc\0\0", true], [buffer.resize(9000).get_string(0, 5), buffer.internal?]
  assert_equal 0, buffer.get_value(:U8, 8999)
  assert buffer.resize(0).null?
  mapped = IO::Buffer.new(8000)
  mapped.set_string("abc")
  assert_equal ["abc\0", true, 0], [mapped.resize(100_000).get_string(0, 4), mapped.mapped?, mapped.get_value(:U8, 99_999)]
  piece = IO::Buffer.new(8).slice(1).resize(2)
  assert_equal [true, 2], [piece.internal?, piece.size]
  assert IO::Buffer.new(8).free.null?
end

spec "a locked buffer stays where it is" do
  buffer = IO::Buffer.new(8)
  buffer.locked do
    assert buffer.locked?
    assert_raises(IO::Buffer::LockedError, "Cannot resize locked buffer!") { buffer.resize(4) }
    assert_raises(IO::Buffer::LockedError, "Buffer is locked!") { buffer.free }
    assert_raises(IO::Buffer::LockedError, "Cannot transfer ownership of locked buffer!") { buffer.transfer }
    assert_raises(IO::Buffer::LockedError, "Buffer already locked!") { buffer.locked {} }
  end
  begin
    buffer.locked { raise "out" }
  rescue RuntimeError
  end
  assert_equal false, buffer.locked?
end

spec "memory is handed on" do
  buffer = IO::Buffer.new(8)
  buffer.set_string("abc")
  slice = buffer.slice(1)
  other = buffer.transfer
  assert_equal [true, "abc", false], [buffer.null?, other.get_string(0, 3), slice.valid?]
end

spec "a copy has memory of its own" do
  buffer = IO::Buffer.new(4)
  buffer.set_string("ab")
  copy = buffer.dup
  copy.set_string("c")
  assert_equal ["ab\0\0", "cb\0\0"], [buffer.get_string, copy.get_string]
  assert_equal %i[internal? valid?], traits(IO::Buffer.for("abc").dup)
end

spec "bytes are combined with a mask" do
  text = IO::Buffer.for("1234567890")
  mask = IO::Buffer.for("\xFF\x00\x00\xFF")
  assert_equal "1\0\x0045\0\x0089\0", (text & mask).get_string
  assert_equal "\xFF23\xFF\xFF67\xFF\xFF0".b, (text | mask).get_string
  assert_equal "\xCE23\xCB\xCA67\xC7\xC60".b, (text ^ mask).get_string
  assert_equal "\xCE\xCD".b, (~text).get_string(0, 2)
  buffer = IO::Buffer.new(4)
  buffer.set_string("1234")
  assert buffer.and!(IO::Buffer.for("\xff\0")).equal?(buffer)
  assert_equal ["1\x003\0", "1\x013\x01", "0\x030\0", "\xCF\xFC\xCF\xFF".b],
               [buffer.get_string, buffer.or!(IO::Buffer.for("\x01")).get_string, buffer.xor!(IO::Buffer.for("\x01\x02\x03")).get_string, buffer.not!.get_string]
  assert_raises(IO::Buffer::MaskError, "Mask overlaps source buffer!") { buffer.and!(buffer.slice(1)) }
  assert_raises(IO::Buffer::MaskError, "Zero-length mask given!") { buffer & IO::Buffer.for("") }
end

spec "buffers are compared by size, then by bytes" do
  assert_equal [-1, 1, 0, -1, 1], [%w[a b], %w[b a], %w[a a], %w[b aa], %w[aa b]].map { |one, other| IO::Buffer.for(one) <=> IO::Buffer.for(other) }.map { |order| order <=> 0 }
  assert IO::Buffer.for("a") == IO::Buffer.for("a")
  assert_raises(TypeError, "wrong argument type String (expected IO::Buffer)") { IO::Buffer.for("a") == "a" }
end

spec "a buffer is filled" do
  buffer = IO::Buffer.new(8)
  assert_equal "\x03\x03\x03\x03\x03\x01\x01\x03", buffer.clear(3).clear(257, 5, 2).get_string
  assert_equal "\x07" * 10_000, IO::Buffer.new(10_000).clear(7).get_string
  assert_raises(ArgumentError, "Specified offset+length is bigger than the buffer size!") { buffer.clear(1, 6, 3) }
end

spec "inspect shows what it is and its bytes" do
  text = IO::Buffer.for("hello world, 1234567").inspect
  lines = text.lines(chomp: true)
  assert lines[0].match?(/\A#<IO::Buffer 0x[0-9a-f]{16}\+20 EXTERNAL READONLY SLICE>\z/)
  assert_equal ["0x00000000  68 65 6c 6c 6f 20 77 6f 72 6c 64 2c 20 31 32 33 hello world, 123",
                "0x00000010  34 35 36 37                                     4567"], lines[1..]
  assert_equal "(and 65280 more bytes not printed)", IO::Buffer.new.inspect.lines.last
  assert_equal "#<IO::Buffer 0x0000000000000000+0 NULL>", IO::Buffer.new(0).inspect
  assert_equal "0x00000001  01 02 ..\n0x00000003  03    .", IO::Buffer.for("\0\x01\x02\x03").hexdump(1, 3, 2)
  assert_equal nil, IO::Buffer.new(0).hexdump
end

spec "a file is mapped" do
  file_of("hello world\n") do |file|
    buffer = IO::Buffer.map(file)
    assert_equal %i[external? mapped? shared? valid?], traits(buffer)
    buffer.set_string("HELLO")
    assert_equal "HELLO world\n", File.read(file.path)
    assert buffer.to_s.end_with?("+12 EXTERNAL MAPPED FILE SHARED>")
    private = IO::Buffer.map(file, 5, 0, IO::Buffer::PRIVATE)
    private.set_string("other")
    assert_equal ["other", "HELLO world\n"], [private.get_string, File.read(file.path)]
    assert_raises(IO::Buffer::AccessError, "Buffer is not writable!") { IO::Buffer.map(file, nil, 0, IO::Buffer::READONLY).set_string("a") }
    File.open(file.path) do |readable|
      assert_raises(Errno::EACCES, "Permission denied - io_buffer_map_file:mmap") { IO::Buffer.map(readable) }
      assert_equal "HELLO", IO::Buffer.map(readable, 5, 0, IO::Buffer::READONLY).get_string
    end
  end
end

spec "what can't be mapped says so" do
  file_of("") { |file| assert_raises(Errno::EINVAL, "Invalid argument - io_buffer_map_file:mmap") { IO::Buffer.map(file) } }
  assert_raises(TypeError, "expected IO or #fileno, String given") { IO::Buffer.map("name") }
  file_of("abc") { |file| assert_raises(Errno::EINVAL) { IO::Buffer.map(file, 3, 1) } }
end

spec "children share what is mapped so" do
  buffer = IO::Buffer.new(8, IO::Buffer::MAPPED | IO::Buffer::SHARED)
  child = fork { buffer.set_value(:U8, 0, 42); exit! }
  Process.wait(child)
  assert_equal 42, buffer.get_value(:U8, 0)
end

spec "many buffers come and go" do
  stress_sized(2000).times do |turn|
    buffer = IO::Buffer.new(turn.even? ? 100 : 5000)
    buffer.set_value(:u32, 4, turn)
    raise "wrong" unless buffer.slice(4, 4).get_value(:u32, 0) == turn
  end
  GC.start
end

spec "numbers of each format, in both orders of their bytes" do
  bytes = IO::Buffer.for([0x81, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x88].pack("C*"))
  expected = { U8: 0x81, S8: -0x7f, u16: 0x0281, U16: 0x8102, s16: 0x0281, S16: -0x7efe, u32: 0x04030281, U32: 0x81020304, s32: 0x04030281, S32: -0x7efdfcfc,
    u64: 0x8807060504030281, U64: 0x8102030405060788, s64: 0x8807060504030281 - (1 << 64), S64: 0x8102030405060788 - (1 << 64) }
  assert_equal expected.values, expected.keys.map { |type| bytes.get_value(type, 0) }
  floats = %i[f32 F32 f64 F64].map { |type| bytes.get_value(type, 0) }
  assert_equal [[0x04030281].pack("L").unpack1("f"), [0x81020304].pack("L").unpack1("f"), [0x8807060504030281].pack("Q").unpack1("d"), [0x8102030405060788].pack("Q").unpack1("d")], floats
  %i[u8 U12 X8 U U128].each { |type| assert_raises(ArgumentError, "Invalid type name!") { bytes.get_value(type, 0) } }
end
