require_relative "fixtures/building"

# Streams and descriptors as C code waits for them.

load_extension("streams")

AGAIN, INTERRUPTED = Errno::EAGAIN::Errno, Errno::EINTR::Errno

spec "a wait goes by the error that came before it" do
  IO.pipe do |reader, writer|
    assert_equal [nil, IO::WRITABLE], [Streams.maybe_wait(0, writer, IO::WRITABLE, nil), Streams.maybe_wait(INTERRUPTED, writer, IO::WRITABLE, nil)]
    assert_equal [0, IO::READABLE], [0, INTERRUPTED].map { |error| Streams.maybe_wait_readable(error, reader, nil) }
    assert_equal [false, true], [0, INTERRUPTED].map { |error| Streams.wait_after_error(error, reader) }
    assert_equal IO::WRITABLE, Streams.maybe_wait(AGAIN, writer, IO::WRITABLE, nil)
  end
end

spec "where the call would have waited, what comes is waited for" do
  IO.pipe do |reader, writer|
    [-> { Streams.maybe_wait_readable(AGAIN, reader, nil) == IO::READABLE }, -> { Streams.wait_after_error(AGAIN, reader) }].each do |wait|
      thread = Thread.new { sleep 0.01; writer.write("x") }
      assert_equal [true, "x"], [wait.call, reader.readpartial(1)]
      thread.join
    end
  end
end

spec "a wait ends with its time, or the stream's" do
  IO.pipe do |reader, writer|
    assert_equal false, Streams.maybe_wait(AGAIN, reader, IO::READABLE, 0.001)
    assert_raises(IO::TimeoutError, "Timed out waiting for IO to become readable!") { Streams.maybe_wait_readable(AGAIN, reader, 0.001) }
    reader.timeout = 0.001
    assert_equal false, Streams.maybe_wait(AGAIN, reader, IO::READABLE, nil)
  end
end

spec "nobody waits for what is closed" do
  reader, = IO.pipe.each(&:close)
  assert_raises(IOError, "closed stream") { Streams.maybe_wait(0, reader, IO::READABLE, nil) }
  assert_raises(IOError, "uninitialized stream") { Streams.maybe_wait_readable(0, IO.allocate, nil) }
  assert_raises(IOError, "closed stream") { Streams.wait_for_closed }
end

spec "threads that wait for a descriptor learn that it is closed" do
  IO.pipe do |reader, writer|
    outcome = nil
    thread = Thread.new do
      reader.read(4)
    rescue IOError => error
      outcome = error.message
    end
    Thread.pass until thread.stop?
    Streams.tell_of_close(reader)
    thread.join
    writer.write("done")
    assert_equal ["stream closed in another thread", "done"], [outcome, reader.read(4)]
  end
end

spec "a stream's mode says how it is written" do
  IO.pipe do |reader, writer|
    reader.sync = false
    assert_equal [1, 2 | 8], [reader, writer].map { |io| Streams.mode(io) & ~4 }
    writer.sync = false
    assert_equal [2, 2 | 4], [Streams.mode(writer), Streams.mode(writer.binmode)]
  end
end

spec "C code is told how a stream is to be opened" do
  assert_equal [0, 1, nil, nil], Streams.open_mode("r", nil)
  assert_equal [0, 1, Encoding::UTF_8, Encoding::EUC_JP], Streams.open_mode("r:euc-jp:utf-8", nil)
  assert_equal [File::RDWR, 7, Encoding::BINARY, nil], Streams.open_mode("rb+", nil)
  assert_equal [File::WRONLY | File::CREAT | File::TRUNC, 0x882, Encoding::UTF_16LE, nil], Streams.open_mode("w", { external_encoding: "utf-16le" })
  assert_equal [File::WRONLY | File::CREAT | File::APPEND, 0xc2], Streams.open_mode(nil, { mode: "a" }).first(2)
  assert_raises(ArgumentError, "invalid access mode q") { Streams.open_mode("q", nil) }
end
