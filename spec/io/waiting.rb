# Whoever waits for a stream lets other threads run, and can be told to stop waiting.

require_relative "../harness"

# A pipe keeps its other end in `_open_end` where that end must stay open: collected, it is closed, and the reader sees the end.

spec "a thread that reads from an empty pipe lets others run" do
  reader, writer = IO.pipe
  thread = Thread.new { reader.gets }
  Thread.pass
  writer.puts "hello"
  assert_equal "hello\n", thread.value
end

spec "a thread that writes to a full pipe lets its reader run" do
  reader, writer = IO.pipe
  thread = Thread.new { count = writer.write("x" * 300_000); writer.close; count }
  assert_equal 300_000, reader.read.size
  assert_equal 300_000, thread.value
end

spec "hundreds of threads wait at once" do
  pairs = Array.new(stress_sized(200)) { reader, writer = IO.pipe; [Thread.new { reader.gets }, writer] }
  pairs.each { |_, writer| writer.puts "go on" }
  assert_equal ["go on\n"], pairs.map { |thread, _| thread.value }.uniq
end

spec "closing a stream tells the thread that waits for it" do
  reader, _open_end = IO.pipe
  waiting = Thread.new { reader.read }
  waiting.report_on_exception = false
  Thread.pass until waiting.stop?
  reader.close
  assert_raises(IOError, "stream closed in another thread") { waiting.value }
end

spec "an exception reaches a thread that reads" do
  reader, _open_end = IO.pipe
  thread = Thread.new { begin; reader.read; rescue ArgumentError => error; error.message; end }
  Thread.pass until thread.stop?
  thread.raise ArgumentError, "enough"
  assert_equal "enough", thread.value
end

spec "a killed reader runs its ensure clauses" do
  reader, _open_end = IO.pipe
  ensured = false
  thread = Thread.new { begin; reader.read; ensure; ensured = true; end }
  Thread.pass until thread.stop?
  thread.kill.join
  assert ensured
  assert !reader.closed?
end

spec "a trap runs while the only thread reads, and the read goes on" do
  reader, writer = IO.pipe
  trapped = 0
  before = trap("USR1") { trapped += 1 }
  process = Process.pid
  child = fork do
    20.times { Process.kill(:USR1, process); sleep 0.005 }
    writer.puts "end"
    exit!(0)
  end
  assert_equal "end\n", reader.gets
  Process.wait(child)
  assert trapped > 0
ensure
  trap("USR1", before || "DEFAULT")
end

spec "select waits in a thread of its own" do
  reader, writer = IO.pipe
  thread = Thread.new { IO.select([reader], nil, nil) }
  Thread.pass until thread.stop?
  writer.write "x"
  assert_equal [[reader], [], []], thread.value
end

spec "select gives each stream that is ready, and nil when none was in time" do
  reader, writer = IO.pipe
  assert_equal nil, IO.select([reader], nil, nil, 0)
  assert_equal nil, IO.select([reader], nil, nil, 0.01)
  assert_equal nil, IO.select(nil, nil, nil, 0.01)
  assert_equal [[], [writer], []], IO.select([reader], [writer], nil, 1)
  writer.write "x"
  assert_equal [[reader], [writer], []], IO.select([reader], [writer], nil, 1)
  writer.close
  assert_equal [[reader], [], []], IO.select([reader], nil, nil, 1)
end

spec "wait_readable gives the stream, or nil after the timeout" do
  reader, writer = IO.pipe
  assert_equal nil, reader.wait_readable(0.01)
  assert_equal writer, writer.wait_writable(0.01)
  writer.write "x"
  assert_equal reader, reader.wait_readable(1)
  assert_equal reader, Thread.new { reader.wait_readable }.value
end

spec "a stream's timeout ends reads and writes, alone and beside others" do
  reader, writer = IO.pipe
  reader.timeout = 0.01
  assert_raises(IO::TimeoutError, "Blocking operation timed out!") { reader.read(1) }
  assert_raises(IO::TimeoutError, "Blocking operation timed out!") { reader.gets }
  error = Thread.new { begin; reader.read(1); rescue IO::TimeoutError => error; error; end }.value
  assert_equal "Blocking operation timed out!", error.message
  writer.timeout = 0.01
  assert_raises(IO::TimeoutError, "Blocking operation timed out!") { writer.write("x" * 300_000) }
end

spec "descriptors keep their mode when threads wait for them" do
  require "io/nonblock"
  reader, writer = IO.pipe
  before = reader.nonblock?
  thread = Thread.new { reader.gets }
  Thread.pass until thread.stop?
  writer.puts "x"
  thread.join
  assert_equal before, reader.nonblock?
end

spec "writing where nobody reads is a broken pipe" do
  reader, writer = IO.pipe
  reader.close
  assert_raises(Errno::EPIPE, "Broken pipe") { writer.write "x" }
  assert_raises(Errno::EPIPE, "Broken pipe") { Thread.new { Thread.current.report_on_exception = false; writer.write "x" }.value }
end

spec "a forked child waits for itself" do
  reader, writer = IO.pipe
  idle, _open_end = IO.pipe
  waiting = Thread.new { idle.read }
  Thread.pass until waiting.stop?
  child = fork do
    inner_reader, inner_writer = IO.pipe
    thread = Thread.new { inner_reader.gets }
    Thread.pass until thread.stop?
    inner_writer.puts "inner"
    writer.write thread.value
    exit!(0)
  end
  assert_equal "inner\n", reader.gets
  Process.wait(child)
  waiting.kill
end

spec "select takes plain streams, and what it can't take so it refuses" do
  reader, writer = IO.pipe
  other, _open_end = IO.pipe
  writer.write "ab"
  assert_equal "a", reader.readchar
  assert_equal [[reader], [writer], []], IO.select([reader, other], [writer], [other])
  assert_equal [[reader], [], []], IO.select([reader], [], nil, 0.5)
  assert_raises(ArgumentError, "time interval must not be negative") { IO.select([reader], nil, nil, -1) }
  assert_raises(TypeError, "wrong argument type IO (expected Array)") { IO.select(reader) }
  other.close
  assert_raises(IOError, "closed stream") { IO.select([reader, other]) }
end

spec "who has no time to wait is told what is ready now, with other threads as without" do
  other = Thread.new { sleep }
  reader, writer = IO.pipe
  assert_equal nil, reader.wait_readable(0)
  writer.syswrite "."
  assert_equal reader, reader.wait_readable(0)
  assert_equal writer, writer.wait_writable(0)
  assert_equal IO::READABLE, reader.wait(IO::READABLE, 0)
ensure
  other&.kill
end

spec "select waits even for what is ready: others have their turn, and what is put off until a wait is delivered" do
  reader, writer = IO.pipe
  delivered = 0
  masked = false
  thread = Thread.new do
    Thread.handle_interrupt(StandardError => :on_blocking) do
      masked = true
      begin
        IO.select([reader], [writer])
      rescue StandardError
        delivered += 1
        retry
      end while true
    end
  end
  Thread.pass until masked
  5.times do |number|
    thread.raise(StandardError.new("put off"))
    Thread.pass until delivered > number
  end
  thread.kill
  thread.join
  assert_equal 5, delivered
end

spec "a stream without its public closed? closes, opens again and says whether it closes itself" do
  reader, writer = IO.pipe
  class << reader
    undef_method :closed?
  end
  assert_equal true, reader.autoclose?
  assert_equal nil, reader.close_read
  assert_raises(IOError, "closed stream") { reader.autoclose? }
  writer.close
end
