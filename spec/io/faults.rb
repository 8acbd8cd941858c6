# What goes wrong between a program and the system: each fault is the exception that programs expect, and leaves
# neither descriptors nor threads behind.

require_relative "../harness"
require "io/wait"
require "socket"
require "tmpdir"

# Descriptors, Ruby's threads, the system's threads.
def resources
  [Dir.children("/proc/self/fd").size, Thread.list.size, Dir.children("/proc/self/task").size]
end

# A fault that is met again and again costs nothing. The first times make what is kept for later (helpers, caches).
def fault(rule)
  stressed = ENV["RUTILE_GC_STRESS"]
  spec(rule) do
    (stressed ? 1 : 2).times { yield }
    GC.start
    before = resources
    (stressed ? 1 : 3).times { yield }
    GC.start
    assert_equal before[0], resources[0]
    assert_equal before[1], resources[1]
    assert resources[2] <= before[2] + 1 unless stressed
  end
end

# What the block raises in a thread of its own, once `disturb` has been called while it waits.
def disturbed(disturb, &wait)
  thread = Thread.new do
    wait.call
    nil
  rescue => error
    error
  end
  Thread.pass until thread.stop?
  disturb.call
  thread.value
end

def assert_closed_elsewhere(stream, &wait)
  error = disturbed(-> { stream.close }, &wait)
  assert_equal [IOError, "stream closed in another thread"], [error.class, error.message]
end

# Sends this process a signal every so often until the block ends; how often its handler ran.
def beside_signals
  count = 0
  before = trap("USR2") { count += 1 }
  parent = $$
  sender = fork do
    trap("USR2", "IGNORE")
    loop do
      Process.kill("USR2", parent)
      sleep 0.002
    end
  end
  yield -> { sleep 0.001 until count > 0 }
  count
ensure
  Process.kill("KILL", sender)
  Process.wait(sender)
  trap("USR2", before || "DEFAULT")
end

# The words that the block's exception begins with, in a process that may open few descriptors.
def with_few_descriptors
  reader, writer = IO.pipe
  child = fork do
    reader.close
    Process.setrlimit(:NOFILE, Dir.children("/proc/self/fd").size + 20)
    answer = begin
      yield
    rescue SystemCallError => error
      error.message
    end
    writer.write(answer.to_s)
    writer.close
    exit!
  end
  writer.close
  Process.wait(child)
  reader.read.tap { reader.close }
end

fault "closing a stream ends a thread's read" do
  reader, writer = IO.pipe
  assert_closed_elsewhere(reader) { reader.read(1) }
  writer.close
end

fault "closing a stream ends a thread's gets, readpartial and wait" do
  [:gets, :getc, [:readpartial, 3], [:sysread, 3], :wait_readable].each do |name, *arguments|
    reader, writer = IO.pipe
    assert_closed_elsewhere(reader) { reader.public_send(name, *arguments) }
    writer.close
  end
end

fault "closing a socket ends a thread's accept and recv" do
  server = TCPServer.new("127.0.0.1", 0)
  assert_closed_elsewhere(server) { server.accept }
  one, other = UNIXSocket.pair
  assert_closed_elsewhere(one) { one.recv(3) }
  other.close
  datagrams = UDPSocket.new
  datagrams.bind("127.0.0.1", 0)
  assert_closed_elsewhere(datagrams) { datagrams.recvfrom(3) }
end

fault "every thread that waits for the stream is told" do
  reader, writer = IO.pipe
  threads = Array.new(5) { Thread.new { reader.read(1) rescue $!.message } }
  threads.each { |thread| Thread.pass until thread.stop? }
  reader.close
  assert_equal ["stream closed in another thread"], threads.map(&:value).uniq
  writer.close
end

# Makes and keeps what the block makes, without end.
def keep
  kept = []
  kept << yield while true
end

fault "no descriptor is left: opening, pipes, sockets and commands say so" do
  assert_equal "Too many open files @ rb_sysopen - /dev/null", with_few_descriptors { keep { File.open("/dev/null") } }
  assert_equal "Too many open files", with_few_descriptors { keep { IO.pipe } }
  assert with_few_descriptors { keep { UDPSocket.new } }.start_with?("Too many open files")
  assert with_few_descriptors { keep { IO.popen("cat") } }.start_with?("Too many open files")
end

fault "descriptors of streams that nobody holds are found when they are needed" do
  assert_equal "opened", with_few_descriptors { 200.times { File.open("/dev/null") }; "opened" }
end

fault "a server without descriptors serves again once it has some" do
  answer = with_few_descriptors do
    server = TCPServer.new("127.0.0.1", 0)
    client = TCPSocket.new("127.0.0.1", server.addr[1])
    kept = []
    begin
      loop { kept << File.open("/dev/null") }
    rescue Errno::EMFILE
    end
    refused = begin
      server.accept
    rescue Errno::EMFILE
      true
    end
    kept.each(&:close)
    refused == true && server.accept && client ? "served" : "not served"
  end
  assert_equal "served", answer
end

fault "a full disk" do
  message = "No space left on device"
  file = File.open("/dev/full", "w")
  assert_raises(Errno::ENOSPC) { file.syswrite("a") }
  file.write("kept")
  assert_raises(Errno::ENOSPC) { file.flush }
  assert_raises(Errno::ENOSPC) { file.close }
  assert file.closed?
  assert_raises(Errno::ENOSPC) { File.write("/dev/full", "a") }
  assert_raises(Errno::ENOSPC) { File.open("/dev/full", "w") { |full| full.sync = true; full.puts("a") } }
  assert_raises(Errno::ENOSPC) { File.open("/dev/full", "w") { |full| full.write("a" * 300_000) } }
  assert_raises(Errno::ENOSPC) { IO.copy_stream(__FILE__, "/dev/full") }
end

fault "a full disk, beside other threads" do
  thread = Thread.new { sleep }
  assert_raises(Errno::ENOSPC) { File.write("/dev/full", "a" * 100_000) }
  thread.kill.join
end

fault "nobody reads" do
  reader, writer = IO.pipe
  reader.close
  assert_raises(Errno::EPIPE, "Broken pipe") { writer.write("a") }
  assert_raises(Errno::EPIPE) { writer.syswrite("a") }
  assert_raises(Errno::EPIPE) { writer.write_nonblock("a") }
  writer.close
  one, other = UNIXSocket.pair
  other.close
  assert_raises(Errno::EPIPE) { one.write("a") }
  assert_raises(Errno::EPIPE) { one.send("a", 0) }
  one.close
end

fault "the reader goes away while a thread writes" do
  reader, writer = IO.pipe
  error = disturbed(-> { reader.close }) { writer.write("x" * 300_000) }
  assert_equal Errno::EPIPE, error.class
  writer.close
end

def reset_connection
  server = TCPServer.new("127.0.0.1", 0)
  client = TCPSocket.new("127.0.0.1", server.addr[1])
  accepted = server.accept
  # To close with nothing lingering resets the connection.
  accepted.setsockopt(Socket::SOL_SOCKET, Socket::SO_LINGER, [1, 0].pack("ii"))
  yield client, accepted
ensure
  [server, client, accepted].each { |socket| socket.close unless socket.closed? }
end

fault "the other side resets the connection" do
  reset_connection do |client, accepted|
    accepted.close
    assert_raises(Errno::ECONNRESET) { client.readpartial(1) }
  end
  reset_connection do |client, accepted|
    error = disturbed(-> { accepted.close }) { client.read(1) }
    assert_equal Errno::ECONNRESET, error.class
  end
  reset_connection do |client, accepted|
    accepted.close
    error = begin
      10.times { client.write("x") }
    rescue Errno::ECONNRESET, Errno::EPIPE => failure
      failure
    end
    assert error.is_a?(SystemCallError)
  end
end

fault "nobody listens" do
  server = TCPServer.new("127.0.0.1", 0)
  port = server.addr[1]
  server.close
  assert_raises(Errno::ECONNREFUSED) { TCPSocket.new("127.0.0.1", port) }
end

fault "reads that give less than was asked for are put together" do
  reader, writer = IO.pipe
  thread = Thread.new { 5.times { |number| writer.syswrite(number.to_s * 3); Thread.pass }; writer.close }
  assert_equal "000111222333444", reader.read(100)
  assert_equal nil, reader.read(1)
  thread.join
  reader.close
  reader, writer = IO.pipe
  writer.syswrite("abc")
  assert_equal ["abc", 3], [reader.readpartial(100), writer.syswrite("def")]
  assert_equal "def", reader.sysread(100)
  writer.close
  assert_raises(EOFError, "end of file reached") { reader.sysread(1) }
  reader.close
end

fault "writes that take less than was given go on" do
  one, other = UNIXSocket.pair
  text = Random.bytes(1_000_000)
  thread = Thread.new { one.write(text).tap { one.close } }
  received = +""
  received << other.readpartial(777) until other.eof?
  assert_equal [text.size, true], [thread.value, received == text]
  other.close
end

fault "a write that may not wait says how much it took" do
  reader, writer = IO.pipe
  taken = writer.write_nonblock("x" * 1_000_000)
  assert taken > 0 && taken < 1_000_000
  assert_equal :wait_writable, writer.write_nonblock("x" * 100_000, exception: false)
  assert_raises(IO::EAGAINWaitWritable) { writer.write_nonblock("x" * 100_000) }
  assert_equal taken, reader.readpartial(1_000_000).size
  [reader, writer].each(&:close)
end

fault "signals do not end a read, a write, a wait or a sleep" do
  beside_signals do |one_came|
    reader, writer = IO.pipe
    thread = Thread.new { one_came.call; writer.write("done"); writer.close }
    assert_equal "done", reader.read
    thread.join
    reader.close
    assert_equal nil, IO.select([], [], [], 0.02)
    sleep 0.02
  end
end

fault "signals do not end the wait for a child, a connection or a lock" do
  beside_signals do |one_came|
    child = fork { sleep 0.03; exit! 3 }
    assert_equal 3, Process.wait2(child)[1].exitstatus
    server = TCPServer.new("127.0.0.1", 0)
    child = fork { sleep 0.03; TCPSocket.new("127.0.0.1", server.addr[1]); exit! }
    server.accept.close
    server.close
    Process.wait(child)
  end
  Dir.mktmpdir do |folder|
    path = File.join(folder, "lock")
    File.write(path, "")
    ready, told = IO.pipe
    holder = fork { File.open(path) { |file| file.flock(File::LOCK_EX); told.write("x"); sleep 0.05 }; exit! }
    ready.read(1)
    beside_signals { File.open(path) { |file| assert_equal 0, file.flock(File::LOCK_EX) } }
    Process.wait(holder)
    [ready, told].each(&:close)
  end
end

fault "a handler that raises ends the wait for a lock and for a named pipe" do
  Dir.mktmpdir do |folder|
    path = File.join(folder, "lock")
    fifo = File.join(folder, "fifo")
    File.write(path, "")
    File.mkfifo(fifo)
    ready, told = IO.pipe
    raising = false
    before = trap("USR1") do
      was, raising = raising, false
      raise IOError, "enough" if was
    end
    parent = $$
    holder = fork do
      trap("USR1", "IGNORE")
      File.open(path) do |file|
        file.flock(File::LOCK_EX)
        told.write("x")
        sleep 0.002 while Process.kill("USR1", parent)
      end
    ensure
      exit!
    end
    ready.read(1)
    file = File.open(path)
    assert_raises(IOError, "enough") { raising = true; file.flock(File::LOCK_EX) }
    assert_raises(IOError, "enough") { raising = true; File.open(fifo) }
    file.close
    Process.kill("KILL", holder)
    Process.wait(holder)
    trap("USR1", before || "DEFAULT")
    [ready, told].each(&:close)
  end
end

spec "copy_stream hands on what has come, while its source stays open" do
  source, writer = IO.pipe
  reader, destination = IO.pipe
  thread = Thread.new { IO.copy_stream(source, destination) }
  writer.write("bar")
  assert_equal "bar", reader.readpartial(10)
  writer.write("more")
  assert_equal "more", reader.readpartial(10)
  writer.close
  assert_equal 7, thread.value
  [source, reader, destination].each(&:close)
end

fault "what a pipe that nobody reads did not take is told of again, by flush and by close" do
  reader, writer = IO.pipe
  writer.sync = false
  writer.write("foo")
  reader.close
  assert_raises(Errno::EPIPE, "Broken pipe") { writer.flush }
  assert_raises(Errno::EPIPE, "Broken pipe") { writer.close }
  assert writer.closed?
end

fault "a block's stream may be closed in it, and a close that finds it closed is not told of" do
  path = __FILE__
  IO.open(IO.sysopen(path)) { |stream| stream.close }
  streams = []
  IO.open(IO.sysopen(path)) do |stream|
    streams << stream
    def stream.close = raise(IOError, "closed stream")
  end
  assert_raises(IOError, "other") do
    IO.open(IO.sysopen(path)) do |stream|
      streams << stream
      def stream.close = raise(IOError, "other")
    end
  end
  streams.each { |stream| IO.instance_method(:close).bind_call(stream) }
end

spec "places and line numbers beyond the system's are refused" do
  File.open(__FILE__) do |file|
    assert_raises(RangeError, "bignum too big to convert into 'long'") { file.pos = 1 << 70 }
    assert_raises(RangeError, "bignum too big to convert into 'long'") { file.seek(1 << 63) }
    assert_raises(RangeError, "bignum too big to convert into 'long'") { file.sysseek(1 << 64) }
    assert_raises(RangeError, "integer 4294967296 too big to convert to 'int'") { file.lineno = 1 << 32 }
    assert_equal ["foo", "foo"], [file.pread(0, 100, +"foo"), File.open(__FILE__) { |other| other.sysread(0, +"foo") }]
  end
end

spec "modes are said once" do
  number = IO.sysopen(__FILE__)
  open = ->(*mode, **options) { IO.new(number, *mode, autoclose: false, **options).binmode? }
  assert_raises(ArgumentError, "binmode specified twice") { open.("rb", binmode: true) }
  assert_raises(ArgumentError, "both textmode and binmode specified") { open.("rb", textmode: false) }
  assert_raises(ArgumentError, "mode specified twice") { open.("r", mode: "r") }
  assert_equal [false, true], [open.("r", mode: nil), open.("rb", binmode: nil)]
  IO.new(number).close
end

spec "whole files are opened as open_args says, or through a program" do
  assert_equal Encoding::US_ASCII, IO.read(__FILE__, open_args: [{ encoding: "US-ASCII" }]).encoding
  assert_raises(TypeError, "no implicit conversion of String into Array") { IO.read(__FILE__, open_args: "r") }
  assert_raises(IOError, "not opened for writing") { IO.write("/dev/null", "x", open_args: [{}]) }
  assert_equal ["hi\n"], IO.readlines("|echo hi")
  assert_raises(Errno::EINVAL, "Invalid argument @ rb_io_seek - #{__FILE__}") { IO.binread(__FILE__, 3, -1) }
end

spec "a stream that takes one text at a time gets its lines so" do
  stream = Object.new
  def stream.write(text) = (@texts ||= []) << text
  def stream.texts = @texts
  $stdout, before = stream, $stdout
  begin
    puts 1, [2, nil]
  ensure
    $stdout = before
  end
  assert_equal ["1", "\n", "2", "\n", "\n"], stream.texts
end

spec "a program's ends can be closed twice" do
  program = IO.popen("cat", "r+")
  program.close_write
  assert_equal nil, program.close_write
  assert program.closed?
end

spec "a device's answer makes room for itself" do
  memory = +""
  File.open(__FILE__) { |file| file.ioctl(0x541B, memory) }
  assert_equal [257, File.size(__FILE__)], [memory.bytesize, memory.unpack1("I")]
end

spec "binary text is converted as any other where an encoding is asked for" do
  File.open("/dev/null", "w:utf-8") do |file|
    assert_raises(Encoding::UndefinedConversionError, '"\xFF" from ASCII-8BIT to UTF-8') { file.write("h\xff".b) }
  end
end
