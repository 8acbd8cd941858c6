# IO::Buffer reads and writes descriptors; what goes wrong is an error's number, negated.

require_relative "../harness"
require_relative "fixtures/file_of"
require "socket"

Warning[:experimental] = false

spec "reads at least as much as is asked for" do
  file_of("hello world\n") do |file|
    buffer = IO::Buffer.new(8)
    assert_equal [8, "hello wo"], [buffer.read(file, 4), buffer.get_string]
    assert_equal [4, "rld\no wo"], [buffer.read(file), buffer.get_string]
    assert_equal [0, 0], [buffer.read(file), buffer.read(file, 0)]
    file.rewind
    assert_equal [5, "rldhello"], [buffer.read(file, 2, 3), buffer.get_string]
  end
end

spec "writes what is behind an offset" do
  file_of("") do |file|
    buffer = IO::Buffer.for("test")
    assert_equal [4, 4, 3, 1], [buffer.write(file), buffer.write(file, 2), buffer.write(file, 2, 1), buffer.write(file, nil, 3)]
    assert_equal "testtestestt", File.read(file.path)
  end
end

spec "reads and writes at places of a file" do
  file_of("hello world\n") do |file|
    buffer = IO::Buffer.new(8)
    assert_equal [6, "world\n\0\0"], [buffer.pread(file, 6), buffer.get_string]
    assert_equal [6, "woworld\n"], [buffer.pread(file, 6, 3, 2), buffer.get_string]
    assert_equal [0, -Errno::EINVAL::Errno], [buffer.pread(file, 100), buffer.pread(file, -1)]
    assert_equal 4, IO::Buffer.for("test").pwrite(file, 14)
    assert_equal "hello world\n\0\0test", File.read(file.path)
    assert_equal 0, file.pos
  end
end

spec "a pipe that has nothing is not waited for" do
  reader, writer = IO.pipe
  buffer = IO::Buffer.new(5)
  assert_equal(-Errno::EAGAIN::Errno, buffer.read(reader, 3))
  writer << "abc"
  assert_equal [3, "abc\0\0"], [buffer.read(reader, 2), buffer.get_string]
  writer.close
  assert_equal 0, buffer.read(reader, 2)
end

spec "sockets are read and written" do
  one, other = UNIXSocket.pair
  assert_equal 4, IO::Buffer.for("test").write(one)
  buffer = IO::Buffer.new(9000)
  assert_equal [4, "test"], [buffer.read(other, 1), buffer.get_string(0, 4)]
  assert_equal(-Errno::EAGAIN::Errno, buffer.read(other, 1))
end

spec "errors are answered" do
  reader, writer = IO.pipe
  reader.close
  assert_equal(-Errno::EPIPE::Errno, IO::Buffer.for("test").write(writer))
  File.open("/") { |folder| assert_equal(-Errno::EISDIR::Errno, IO::Buffer.new(4).read(folder)) }
  File.open("/dev/full", "w") { |full| assert_equal(-Errno::ENOSPC::Errno, IO::Buffer.for("test").write(full)) }
  File.open("/dev/null") { |readable| assert_equal(-Errno::EBADF::Errno, IO::Buffer.for("test").write(readable)) }
end

spec "what can't be read into says so" do
  file_of("hello") do |file|
    assert_raises(IO::Buffer::AccessError, "Buffer is not writable!") { IO::Buffer.for("aaa").read(file) }
    assert_raises(ArgumentError, "Specified offset+length is bigger than the buffer size!") { IO::Buffer.new(4).read(file, 5) }
    assert_raises(ArgumentError, "Length can't be negative!") { IO::Buffer.new(4).read(file, -1) }
    assert_raises(TypeError, "expected IO or #fileno, String given") { IO::Buffer.new(4).read("file") }
    closed = File.open(file.path).tap(&:close)
    assert_raises(IOError, "closed stream") { IO::Buffer.new(4).read(closed) }
  end
end

spec "mapped memory is read into" do
  file_of("x" * 10_000) do |file|
    buffer = IO::Buffer.new(10_000)
    assert_equal [10_000, "x" * 10_000], [buffer.read(file), buffer.get_string]
  end
end
