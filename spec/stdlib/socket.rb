# Sockets: streams, datagrams, local ones, options and messages; on the loopback, on free ports.

require_relative "../harness"
require "socket"
require "tmpdir"

# A connection over the loopback: the server's end, and the client's.
def connection
  server = TCPServer.new("127.0.0.1", 0)
  client = TCPSocket.new("127.0.0.1", server.addr[1])
  accepted = server.accept
  yield accepted, client, server
ensure
  [client, accepted, server].each { |socket| socket&.close }
end

spec "a TCP connection carries lines both ways" do
  connection do |accepted, client, server|
    accepted.puts "héllo"
    line = client.gets
    assert_equal ["h\xC3\xA9llo\n".b, Encoding::BINARY], [line, line.encoding]
    client.write "one\ntwo\n"
    assert_equal ["one\n", "two\n"], [accepted.gets, accepted.gets]
    assert_equal ["AF_INET", server.addr[1], "127.0.0.1", "127.0.0.1"], client.peeraddr
    assert_equal client.addr, accepted.peeraddr
    client.close_write
    assert_equal nil, accepted.gets
    accepted.print "rest"
    accepted.close
    assert_equal "rest", client.read
  end
end

spec "what is not there to read" do
  connection do |accepted, client, server|
    assert_raises(IO::EAGAINWaitReadable, "Resource temporarily unavailable - read would block") { client.read_nonblock(1) }
    assert_raises(IO::EAGAINWaitReadable, "Resource temporarily unavailable - recvfrom(2) would block") { client.recv_nonblock(1) }
    assert_raises(IO::EAGAINWaitReadable, "Resource temporarily unavailable - accept(2) would block") { server.accept_nonblock }
    assert_raises(IO::EAGAINWaitReadable, "Resource temporarily unavailable - recvmsg(2) would block") { client.recvmsg_nonblock }
    assert_equal [:wait_readable] * 4, [
      client.read_nonblock(1, exception: false), client.recv_nonblock(1, exception: false),
      server.accept_nonblock(exception: false), client.recvmsg_nonblock(exception: false)
    ]
    accepted.close
    assert_raises(EOFError, "end of file reached") { client.readpartial(1) }
    assert_equal [nil, nil, nil], [client.recv(1), client.read_nonblock(1, exception: false), client.gets]
  end
end

spec "a socket that is read ahead refuses recv" do
  connection do |accepted, client|
    accepted.write "one\ntwo"
    client.gets
    assert_raises(IOError, "recv for buffered IO") { client.recv(3) }
    assert_raises(IOError, "sysread for buffered IO") { client.sysread(3) }
    assert_equal "two", client.readpartial(10)
  end
end

spec "timeouts of a stream" do
  connection do |_, client, server|
    client.timeout = 0.01
    server.timeout = 0.01
    assert_raises(IO::TimeoutError, "Timed out waiting for IO to become readable!") { client.recv(1) }
    assert_raises(IO::TimeoutError, "Timed out waiting for IO to become readable!") { server.accept }
    assert_raises(IO::TimeoutError, "Blocking operation timed out!") { client.read(1) }
    assert_raises(IO::TimeoutError, "Timed out waiting for IO to become writable!") { loop { client.send("x" * 100_000, 0) } }
  end
end

spec "closing one end" do
  one, other = UNIXSocket.pair
  one.close_read
  assert_raises(IOError, "not opened for reading") { one.read(1) }
  one.close_write
  assert_equal [true, nil], [one.closed?, other.read(1)]
  assert_raises(IOError, "closed stream") { one.close_read }
  assert_raises(Errno::EPIPE, "Broken pipe") { other.write("x") }
  assert_raises(Errno::EPIPE, "Broken pipe - send(2)") { other.send("x", 0) }
  assert_raises(ArgumentError, "`how' should be either :SHUT_RD, :SHUT_WR, :SHUT_RDWR") { other.shutdown(7) }
  assert_equal 0, other.shutdown(:RDWR)
  other.close
end

spec "connections that fail" do
  assert_raises(Errno::ECONNREFUSED, "Connection refused - connect(2) for \"127.0.0.1\" port 1") { TCPSocket.new("127.0.0.1", 1) }
  assert_raises(Errno::ECONNREFUSED, "Connection refused - connect(2) for 127.0.0.1:1") { Socket.tcp("127.0.0.1", 1) }
  assert_raises(Errno::ENOENT, "No such file or directory - connect(2) for /nowhere/at/all") { UNIXSocket.new("/nowhere/at/all") }
  assert_raises(Errno::EADDRNOTAVAIL, "Cannot assign requested address - bind(2) for \"192.0.2.1\" port 0") { TCPServer.new("192.0.2.1", 0) }
  assert_raises(ArgumentError, "too long unix socket path (205bytes given but 108bytes max)") { UNIXServer.new("/tmp/#{"x" * 200}") }
  error = assert_raises(Socket::ResolutionError, "getaddrinfo: Name or service not known") { Addrinfo.ip("nohost.invalid") }
  assert_equal [Socket::EAI_NONAME, true], [error.error_code, SocketError === error]
end

spec "connecting without waiting" do
  server = TCPServer.new("127.0.0.1", 0)
  socket = Socket.new(:INET, :STREAM)
  assert_equal :wait_writable, socket.connect_nonblock(server.local_address, exception: false)
  socket.wait_writable
  assert_equal 0, socket.connect_nonblock(server.local_address, exception: false)
  assert_equal server.local_address.ip_port, socket.remote_address.ip_port
  another = Socket.new(:INET, :STREAM)
  assert_raises(IO::EINPROGRESSWaitWritable, "Operation now in progress - connect(2) would block") { another.connect_nonblock(server.local_address) }
  [server, socket, another].each(&:close)
end

spec "datagrams" do
  receiver = UDPSocket.new
  receiver.bind("127.0.0.1", 0)
  sender = UDPSocket.new
  assert_equal 2, sender.send("hi", 0, "127.0.0.1", receiver.addr[1])
  assert_equal ["hi", ["AF_INET", sender.addr[1], "127.0.0.1", "127.0.0.1"]], receiver.recvfrom(10)
  sender.connect("127.0.0.1", receiver.addr[1])
  sender.send("", 0)
  assert_equal "", receiver.recv(10)
  sender.send("ab" * 5000, 0)
  assert_equal 10_000, receiver.recvmsg[0].bytesize
  sender.send("cut", 0)
  text, from, flags = receiver.recvmsg(1)
  assert_equal ["c", sender.local_address.ip_port, Socket::MSG_TRUNC], [text, from.ip_port, flags & Socket::MSG_TRUNC]
  assert_equal :wait_readable, receiver.recvfrom_nonblock(1, exception: false)
  assert_raises(Errno::EMSGSIZE, "Message too long - sendto(2) for \"127.0.0.1\" port #{receiver.addr[1]}") do
    sender.send("x" * 70_000, 0, "127.0.0.1", receiver.addr[1])
  end
  [receiver, sender].each(&:close)
end

spec "local sockets and their paths" do
  Dir.mktmpdir do |folder|
    path = "#{folder}/socket"
    UNIXServer.open(path) do |server|
      client = UNIXSocket.new(path)
      accepted = server.accept
      assert_equal [["AF_UNIX", path], ["AF_UNIX", ""], ["AF_UNIX", path]], [client.peeraddr, client.addr, accepted.addr]
      assert_equal [path, "", path], [server.path, client.path, accepted.path]
      assert_equal "#<UNIXServer:#{path}>", server.inspect
      client.send("abc", 0)
      assert_equal ["abc", ["AF_UNIX", ""]], accepted.recvfrom(5)
      [client, accepted].each(&:close)
      assert_raises(Errno::EADDRINUSE, "Address already in use - connect(2) for #{path}") { UNIXServer.new(path) }
    end
  end
  server = UNIXServer.new("\0rutile-#{$$}")
  assert_equal "\0rutile-#{$$}", server.local_address.unix_path
  server.close
end

spec "descriptors that are passed" do
  one, other = UNIXSocket.pair
  reader, writer = IO.pipe
  one.send_io(writer)
  passed = other.recv_io
  passed.write "through"
  passed.close
  writer.close
  assert_equal "through", reader.read
  assert_raises(TypeError, "neither IO nor file descriptor") { one.send_io("no") }
  one.sendmsg("with", 0, nil, Socket::AncillaryData.unix_rights(reader))
  text, _, _, control = other.recvmsg(scm_rights: true)
  assert_equal ["with", true, [IO]], [text, control.cmsg_is?(:SOCKET, :RIGHTS), control.unix_rights.map(&:class)]
  [one, other, reader, *control.unix_rights].each(&:close)
end

spec "options" do
  server = TCPServer.new("127.0.0.1", 0)
  server.setsockopt(:SOCKET, :KEEPALIVE, true)
  server.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
  assert_equal [true, 1], [server.getsockopt(:SOCKET, :KEEPALIVE).bool, server.getsockopt("TCP", "NODELAY").int]
  server.setsockopt(Socket::Option.linger(true, 3))
  assert_equal [true, 3], server.getsockopt(:SOCKET, :LINGER).linger
  assert_equal "#<Socket::Option: INET SOCKET LINGER on 3sec>", server.getsockopt(:SOCKET, :LINGER).inspect
  assert_raises(SocketError, "unknown TCP level option name: FOO") { server.setsockopt(:TCP, :FOO, 1) }
  assert_raises(TypeError, "size differ.  expected as sizeof(int)=4 but 1") { Socket::Option.byte(:INET, :SOCKET, :KEEPALIVE, 1).int }
  server.close
end

spec "servers that the library makes" do
  Socket.tcp_server_sockets("127.0.0.1", 0) do |sockets|
    port = sockets[0].local_address.ip_port
    client = Socket.tcp("127.0.0.1", port, connect_timeout: 5)
    accepted, address = sockets[0].accept
    assert_equal client.local_address.ip_port, address.ip_port
    accepted.write "served"
    accepted.close
    assert_equal "served", client.read
    client.close
  end
  one, other = Socket.pair(:UNIX, :DGRAM)
  one.send("a", 0)
  one.send("b", 0)
  assert_equal %w[a b], [other.recv(5), other.recv(5)]
  [one, other].each(&:close)
end

spec "a descriptor that belongs to another object stays open" do
  reader, writer = IO.pipe
  borrowed = IO.for_fd(writer.fileno, "w", autoclose: false)
  borrowed.close
  writer.write "still"
  writer.close
  assert_equal "still", reader.read
  reader.close
end

spec "connecting with a limit, from an address, and without racing" do
  server = TCPServer.new("127.0.0.1", 0)
  port = server.addr[1]
  [{ connect_timeout: 5 }, { fast_fallback: false }, { resolv_timeout: 5 }].each do |options|
    client = TCPSocket.new("127.0.0.1", port, **options)
    assert_equal port, client.peeraddr[1]
    client.close
  end
  client = TCPSocket.new("127.0.0.1", port, "127.0.0.1", 0)
  assert_equal "127.0.0.1", client.local_address.ip_address
  client.close
  assert_raises(Errno::EADDRNOTAVAIL, "Cannot assign requested address - bind(2) for \"192.0.2.1\" port 0") do
    TCPSocket.new("127.0.0.1", port, "192.0.2.1", 0)
  end
  full = Socket.new(:INET, :STREAM)
  full.bind(Addrinfo.tcp("127.0.0.1", 0))
  full.listen(0)
  waiting = Array.new(4) { Socket.new(:INET, :STREAM).tap { |socket| socket.connect_nonblock(full.local_address, exception: false) } }
  assert_raises(IO::TimeoutError, "Connect timed out!") { TCPSocket.new("127.0.0.1", full.local_address.ip_port, connect_timeout: 0.1) }
  [server, full, *waiting].each(&:close)
end

spec "names are looked up beside other threads" do
  threads = Array.new(5) { |index| Thread.new { Addrinfo.getaddrinfo("localhost", 80 + index, :INET, :STREAM)[0].ip_port } }
  assert_equal [80, 81, 82, 83, 84], threads.map(&:value)
  failing = Thread.new { Addrinfo.ip("nohost.invalid") }
  failing.report_on_exception = false
  assert_raises(Socket::ResolutionError, "getaddrinfo: Name or service not known") { failing.value }
end

spec "a program with a socket as its standard input waits for it" do
  one, other = UNIXSocket.pair
  reader, writer = IO.pipe
  process = spawn("cat", in: one, out: writer)
  [one, writer].each(&:close)
  other.write "through"
  other.close
  assert_equal "through", reader.read
  Process.wait(process)
  reader.close
end

spec "a thread that waits for a socket is killed before the socket is closed" do
  socket = UDPSocket.new
  socket.bind("127.0.0.1", 0)
  thread = Thread.new { socket.recvfrom(1) }
  Thread.pass until thread.stop?
  thread.kill
  socket.close
  assert_equal nil, thread.value
end

spec "a name of a socket that is no file ends where it ends, and an empty one is chosen by the system" do
  assert_equal [2, 6, 110], ["", "\0foo", "/tmp/foo"].map { |name| Socket.pack_sockaddr_un(name).bytesize }
  assert_equal ["\0foo".b, "foo"], [Socket.unpack_sockaddr_un("\x01\x00\x00foo\0\0"), Socket.unpack_sockaddr_un("\x01\x00foo\0")]
  Socket.unix_server_socket("") do |server|
    assert_equal true, server.local_address.unix_path.match?(/\A\0[0-9a-f]{5}\z/)
  end
end

spec "others have a turn at each send, so that who takes from a queue is not outrun by who sends what didn't fit in it" do
  sender, receiver = UNIXSocket.pair(:DGRAM)
  queue = SizedQueue.new(1)
  taken = nil
  consumer = Thread.new { taken = queue.pop }
  Thread.pass until consumer.stop?
  queue << 1
  sender.sendmsg("x")
  assert_equal 1, taken
  consumer = Thread.new { taken = queue.pop }
  Thread.pass until consumer.stop?
  queue << 2
  sender.send("x", 0)
  assert_equal 2, taken
  receiver.close
end

spec "a name's addresses are tried as they are found, and one family's failure holds up nobody" do
  server = TCPServer.new("127.0.0.1", 0)
  port = server.addr[1]
  [{ delay: { ipv6: 5000 } }, { delay: { ipv4: 10 }, error: { ipv6: Socket::EAI_FAIL } }].each do |settings|
    before = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    socket = TCPSocket.new("localhost", port, fast_fallback: true, test_mode_settings: settings)
    assert socket.remote_address.ipv4?
    assert Process.clock_gettime(Process::CLOCK_MONOTONIC) - before < 4
    socket.close
  end
  server.close
  assert_raises(Errno::ECONNREFUSED) do
    TCPSocket.new("localhost", port, fast_fallback: true, test_mode_settings: { delay: { ipv4: 50 }, error: { ipv6: Socket::EAI_FAIL } })
  end
  assert_raises(Socket::ResolutionError) do
    TCPSocket.new("localhost", port, fast_fallback: true, test_mode_settings: { error: { ipv4: Socket::EAI_FAIL, ipv6: Socket::EAI_FAIL } })
  end
  assert_raises(Errno::ETIMEDOUT) do
    TCPSocket.new("localhost", port, resolv_timeout: 0.01, test_mode_settings: { delay: { ipv4: 300, ipv6: 300 } })
  end
end

spec "a socket that was never opened is shown" do
  [TCPSocket, TCPServer, UDPSocket, UNIXSocket].each { |kind| assert kind.allocate.inspect.match?(/\A#<#{kind}:0x\h+>\z/) }
end
