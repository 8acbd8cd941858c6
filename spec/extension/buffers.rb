require_relative "fixtures/building"
require "tempfile"

# IO::Buffers as C code has them.

Warning[:experimental] = false
load_extension("buffers")

spec "C code names the class and its sizes" do
  assert_equal [IO::Buffer, IO::Buffer::PAGE_SIZE, IO::Buffer::DEFAULT_SIZE], Buffers.sizes
end

spec "memory of C's is a buffer" do
  buffer = Buffers.foreign
  assert_equal [16, true, "memory of C"], [buffer.size, buffer.external?, buffer.get_string(0, 11)]
  buffer.set_string("MEM")
  assert_equal "MEMory of C", Buffers.foreign_text
  assert_raises(IO::Buffer::AccessError, "Cannot resize external buffer!") { Buffers.resized(buffer, 3) }
  buffer.free
  assert_equal [0, false, 0], Buffers.facts(buffer)
end

spec "C code writes to what a buffer looks at" do
  small, large = Buffers.fresh(10), IO::Buffer.new(20_000)
  [small, large].each do |buffer|
    assert_equal buffer.size, Buffers.fill(buffer, "x")
    assert_equal "xx.", buffer.get_string(buffer.size - 3)
    assert_equal buffer.get_string, Buffers.text(buffer)
  end
  slice = large.slice(4, 3)
  Buffers.fill(slice, "y")
  assert_equal "xyy.x", large.get_string(3, 5)
  text = IO::Buffer.string(5) { |buffer| Buffers.fill(buffer, "s") }
  assert_equal "ssss.", text
end

spec "what cannot be used says why" do
  assert_raises(IO::Buffer::AccessError, "Buffer is not writable!") { Buffers.fill(IO::Buffer.for("frozen".freeze), "x") }
  assert_equal ["", 0], [Buffers.text(IO::Buffer.new(0)), Buffers.fill(IO::Buffer.new(0), "x")]
  whole = IO::Buffer.new(10)
  part = whole.slice(0, 5)
  whole.free
  assert_raises(IO::Buffer::InvalidatedError, "Buffer has been invalidated!") { Buffers.text(part) }
  assert_equal "frozen", Buffers.text(IO::Buffer.for("frozen".freeze))
end

spec "buffers are locked, freed, resized, cleared and handed on" do
  buffer = Buffers.fresh(6)
  assert_equal [0, true, 1], Buffers.locked(buffer)
  Buffers.lock(buffer)
  assert_raises(IO::Buffer::LockedError, "Buffer already locked!") { Buffers.lock(buffer) }
  assert_equal true, Buffers.let_go(buffer).null?
  assert_raises(IO::Buffer::LockedError, "Buffer not locked!") { Buffers.let_go(buffer) }
  buffer = Buffers.resized(Buffers.fresh(4), 5)
  assert_equal "\0cc\0\0", Buffers.cleared(buffer).get_string
  other = Buffers.moved(buffer)
  assert_equal [true, 5], [buffer.null?, other.size]
end

spec "buffers are read from streams and written to them" do
  Tempfile.create("buffers") do |file|
    file.write("0123456789")
    file.flush
    file.rewind
    buffer = Buffers.fresh(6)
    assert_equal [5, "\x0001234"], [Buffers.got(buffer, file), buffer.get_string]
    assert_equal [6, "234567"], [Buffers.got_at(buffer, file), buffer.get_string]
    buffer.set_string("abcdef")
    assert_equal 6, Buffers.put_at(buffer, file)
    file.seek(6)
    assert_equal 4, Buffers.put(buffer, file)
    assert_equal "012abccdef", File.read(file.path)
    assert_equal "012a", Buffers.mapped(file).get_string
  end
end

spec "the status of a process is waited for" do
  process = Process.spawn("exit 3")
  status = Buffers.status(process)
  assert_equal [process, 3], [status.pid, status.exitstatus]
end
