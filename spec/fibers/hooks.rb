# Which hook of a Fiber::Scheduler is called where, and what it is given.

require_relative "../harness"
require "socket"
require "tempfile"
require "zlib"

Warning[:experimental] = false

# Does what it is asked at once or by a thread, and notes what that was.
class NotingScheduler
  attr_reader :calls

  def initialize
    @calls = []
    @ready = Thread::Queue.new
  end

  def close
    run
  end

  def run
    while @waiting.to_i > 0
      fiber = @ready.pop
      @waiting -= 1
      fiber.resume
    end
  end

  # Has the work done by a thread; the fiber goes on when it is.
  def aside
    fiber = Fiber.current
    result = nil
    Thread.new { result = yield; @ready << fiber }
    @waiting = @waiting.to_i + 1
    Fiber.yield
    result
  end

  def fiber(&block)
    Fiber.new(blocking: false, &block).tap(&:resume)
  end

  def describe(buffer)
    [buffer.size, buffer.locked?, buffer.readonly?]
  end

  def io_read(io, buffer, length, offset)
    @calls << [:io_read, describe(buffer), length, offset]
    while (count = Fiber.blocking { buffer.read(io, 0, offset) }) == -Errno::EAGAIN::Errno
      io_wait(io, IO::READABLE, nil)
    end
    count
  end

  def io_write(io, buffer, length, offset)
    @calls << [:io_write, describe(buffer), length, offset]
    while (count = Fiber.blocking { buffer.write(io, 0, offset) }) == -Errno::EAGAIN::Errno
      io_wait(io, IO::WRITABLE, nil)
    end
    count
  end

  def io_pread(io, buffer, from, length, offset)
    @calls << [:io_pread, describe(buffer), from, length, offset]
    Fiber.blocking { buffer.pread(io, from, 0, offset) }
  end

  def io_wait(io, events, timeout)
    @calls << [:io_wait, events, timeout]
    aside { io.wait(events, timeout) }
  end

  def address_resolve(host)
    @calls << [:address_resolve, host]
    host == "nowhere.example" ? [] : ["127.0.0.5"]
  end

  def blocking_operation_wait(work)
    @calls << [:blocking_operation_wait]
    aside { work.call }
  end

  def block(blocker, timeout = nil)
    @waiting = @waiting.to_i + 1
    Fiber.yield
    true
  end

  def unblock(blocker, fiber)
    @ready << fiber
  end

  def kernel_sleep(duration = nil)
    aside { sleep duration }
  end

  def fiber_interrupt(fiber, error)
    fiber.raise(error)
  end
end

# What the block comes to in a fiber with a scheduler, and the hooks of those names that it called.
def noted(*names)
  scheduler = NotingScheduler.new
  result = nil
  Thread.new do
    Thread.current.report_on_exception = false
    Fiber.set_scheduler(scheduler)
    Fiber.schedule { result = yield }
  end.join
  [result, scheduler.calls.select { |name, *| names.include?(name) }]
end

def with_file(text)
  Tempfile.create("hooks") do |file|
    file.write(text)
    file.flush
    yield file.path
  end
end

spec "reading a stream goes by io_read" do
  with_file("hello\nworld\n") do |path|
    result, calls = noted(:io_read) { File.open(path) { |file| file.readpartial(4) } }
    assert_equal ["hell", [[:io_read, [4, true, false], 0, 0]]], [result, calls]
    result, calls = noted(:io_read) { File.open(path) { |file| [file.gets, file.gets, file.gets] } }
    assert_equal [["hello\n", "world\n", nil], [:io_read, [8192, true, false], 0, 0]], [result, calls[0]]
    assert_equal "hello\nworld\n", noted { File.read(path) }[0]
    assert_equal "lo\nwo", noted { File.open(path) { |file| file.seek(3); file.read(5) } }[0]
  end
end

spec "pread goes by io_pread" do
  with_file("hello\nworld\n") do |path|
    result, calls = noted(:io_pread) { File.open(path) { |file| file.pread(4, 2) } }
    assert_equal ["llo\n", [[:io_pread, [4, true, false], 2, 0, 0]]], [result, calls]
  end
end

spec "what a stream does not keep is written by io_write" do
  with_file("") do |path|
    result, calls = noted(:io_write) { File.open(path, "w") { |file| file.syswrite("abc") } }
    assert_equal [3, [[:io_write, [3, true, true], 0, 0]], "abc"], [result, calls, File.read(path)]
    result, calls = noted(:io_write) { File.open(path, "w") { |file| file.write("abc" * 100_000) } }
    assert_equal [300_000, [:io_write, [300_000, true, true], 0, 0]], [result, calls[0]]
    assert_equal 300_000, File.size(path)
    _, calls = noted(:io_write) { File.write(path, "abc") }
    assert_equal [[], "abc"], [calls, File.read(path)]
  end
end

spec "pipes and sockets are read and written by hooks" do
  result, calls = noted(:io_read, :io_write) do
    reader, writer = IO.pipe
    writer.write("abc")
    writer.close
    reader.read
  end
  assert_equal ["abc", [:io_write, [3, true, true], 0, 0], :io_read], [result, calls[0], calls[1][0]]
  result, = noted do
    one, other = UNIXSocket.pair
    Fiber.schedule { sleep 0.01; one.write("late"); one.close }
    other.read
  end
  assert_equal "late", result
end

spec "errors of a hook are errors of the method" do
  result, = noted do
    reader, writer = IO.pipe
    reader.close
    begin
      writer.write("x")
    rescue Errno::EPIPE => error
      error.message
    end
  end
  assert_equal "Broken pipe", result
  result, = noted { File.open("/") { |folder| folder.readpartial(3) rescue $!.class } }
  assert_equal Errno::EISDIR, result
end

spec "a hook may write to the stream itself" do
  scheduler = Class.new(NotingScheduler) do
    define_method(:io_write) { |io, buffer, length, offset| Fiber.blocking { io.write_nonblock(buffer.get_string(offset, 3)) } }
  end.new
  Thread.new { Fiber.set_scheduler(scheduler); Fiber.schedule { @reader, writer = IO.pipe; writer.write("abcdefgh"[0, 3]); writer.close } }.join
  assert_equal "abc", @reader.read
end

spec "fibers that write to one stream do not mix" do
  result, = noted do
    reader, writer = IO.pipe
    2.times { |number| Fiber.schedule { writer.write(number.to_s * 200_000) } }
    text = reader.readpartial(1000)
    text << reader.readpartial(100_000) while text.size < 400_000
    text.squeeze
  end
  assert_equal "01", result
end

spec "a buffer is lent no longer than the hook runs" do
  kept = nil
  scheduler = Class.new(NotingScheduler) { define_method(:io_read) { |io, buffer, length, offset| kept = buffer; super(io, buffer, length, offset) } }.new
  Thread.new { Fiber.set_scheduler(scheduler); Fiber.schedule { File.read(__FILE__, 3) } }.join
  assert kept.null?
end

spec "names are resolved by address_resolve" do
  result, calls = noted(:address_resolve) { Addrinfo.getaddrinfo("somewhere.example", 80, nil, :STREAM).map(&:ip_address) }
  assert_equal [["127.0.0.5"], [[:address_resolve, "somewhere.example"]]], [result, calls]
  result, calls = noted(:address_resolve) { Addrinfo.getaddrinfo("127.0.0.1", 80, nil, :STREAM).map(&:ip_address) }
  assert_equal [["127.0.0.1"], []], [result, calls]
  result, = noted { Addrinfo.getaddrinfo("nowhere.example", 80) rescue $!.class }
  assert_equal Socket::ResolutionError, result
end

spec "long work goes by blocking_operation_wait" do
  result, calls = noted(:blocking_operation_wait) { Zlib.crc32(Zlib.inflate(Zlib.deflate("a" * 100_000))) }
  assert_equal Zlib.crc32("a" * 100_000), result
  assert calls.size >= 2
  result, calls = noted(:blocking_operation_wait) { IO::Buffer.new(1 << 21).copy(IO::Buffer.new(1 << 21)) }
  assert_equal [1 << 21, [[:blocking_operation_wait]]], [result, calls]
  _, calls = noted(:blocking_operation_wait) { File.open("/dev/null").close }
  assert_equal [[:blocking_operation_wait]], calls
end

spec "buffers ask the scheduler themselves" do
  with_file("hello") do |path|
    result, calls = noted(:io_read) { IO::Buffer.new(8).read(File.open(path), 2, 1) }
    assert_equal [5, [[:io_read, [8, false, false], 2, 1]]], [result, calls]
  end
end
spec "a queue without its beginnings is refused, and none is copied" do
  kind = Class.new(Thread::Queue) { def initialize; end; def inspect = "a queue" }
  limited = Class.new(Thread::SizedQueue) { def initialize; end; def inspect = "a queue" }
  [kind.new, limited.new].each do |queue|
    [-> { queue.push(1) }, -> { queue.pop }, -> { queue.size }, -> { queue.empty? }, -> { queue.clear }].each do |action|
      assert_raises(TypeError, "a queue not initialized", &action)
    end
  end
  assert_raises(NoMethodError) { Thread::Queue.new.dup }
  assert_raises(NoMethodError) { Thread::SizedQueue.new(1).clone }
end
