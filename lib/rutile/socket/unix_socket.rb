# UNIXSocket and UNIXServer: sockets named by a path, which can pass descriptors.

class UNIXSocket < BasicSocket
  def initialize(path)
    path = Rutile.to_socket_path(path)
    address = Rutile::SocketAddress.of_path(path, "bytes")
    __open_named("", path) { __connect_to(address) }
  end
  private :initialize

  # Opens the socket and runs the block, which answers 0 or an error's number negated.
  def __open_named(own_path, path)
    __open_socket(__create(Socket::AF_UNIX, Socket::SOCK_STREAM, 0, "socket(2) for #{path}"))
    Primitive.io_set_path(self, own_path.dup.freeze)
    result = yield
    return self if result == 0
    close
    Rutile.socket_result(result, "connect(2) for #{path}")
  end

  class << self
    def pair(type = nil, protocol = 0, &block)
      Rutile.socket_pair(self, Socket::AF_UNIX, type, protocol, &block)
    end
    alias socketpair pair
  end

  def path
    path = Primitive.io_path(self)
    return path if path
    Primitive.io_check_open(self)
    path = Rutile::SocketAddress.path(getsockname).freeze
    Primitive.io_set_path(self, path)
    path
  end

  def addr
    ["AF_UNIX", Rutile::SocketAddress.path(getsockname)]
  end

  def peeraddr
    ["AF_UNIX", Rutile::SocketAddress.path(getpeername)]
  end

  def recvfrom(length, flags = 0)
    received = __receive(length, flags, nil) { |attempt| __when_readable(&attempt) }
    return nil if nil.equal?(received)
    text, address = received
    [text, ["AF_UNIX", Rutile::SocketAddress.path(address)]]
  end

  # --- Passing descriptors ---

  def send_io(io)
    descriptor = if Primitive.is_a(io, IO) then io.fileno
                 elsif Primitive.is_fixnum(io) then io
                 else raise TypeError, "neither IO nor file descriptor"
                 end
    pieces = [[Socket::SOL_SOCKET, Socket::SCM_RIGHTS, [descriptor].pack("i")]]
    result = __when_writable { Primitive.socket_send_message(__descriptor, "\0", 0, nil, pieces) }
    Rutile.socket_result(result, "sendmsg(2)")
    nil
  end

  def recv_io(kind = IO, mode = nil)
    message = __when_readable { Primitive.socket_receive_message(__descriptor, 1, 0, 24) }
    Rutile.socket_result(message, "recvmsg(2)")
    descriptor = passed_descriptor(message[3])
    return descriptor if nil.equal?(kind)
    nil.equal?(mode) ? kind.for_fd(descriptor) : kind.for_fd(descriptor, mode)
  end

  def passed_descriptor(pieces)
    if pieces.empty?
      raise SocketError, "file descriptor was not passed (msg_controllen=0 smaller than sizeof(struct cmsghdr)=16)"
    end
    level, type, data = pieces[0]
    if level != Socket::SOL_SOCKET
      raise SocketError, "file descriptor was not passed (cmsg_level=#{level}, #{Socket::SOL_SOCKET} expected)"
    elsif type != Socket::SCM_RIGHTS
      raise SocketError, "file descriptor was not passed (cmsg_type=#{type}, #{Socket::SCM_RIGHTS} expected)"
    elsif data.bytesize != 4
      raise SocketError, "file descriptor was not passed (cmsg_len=#{16 + data.bytesize}, 20 expected)"
    end
    data.unpack1("i")
  end
  private :passed_descriptor
end

class UNIXServer < UNIXSocket
  def initialize(path)
    path = Rutile.to_socket_path(path)
    address = Rutile::SocketAddress.of_path(path, "bytes")
    __open_named(path, path) do
      result = Primitive.socket_bind(__descriptor, address)
      result == 0 ? Primitive.socket_listen(__descriptor, Socket::SOMAXCONN) : result
    end
  end
  private :initialize

  def accept
    accepted(__accept_connection[0])
  end

  # Named once more by a string: the library's other half cannot call what is written `__name` here.
  alias_method "__accept_nonblock", def __accept_nonblock(exception)
    connection = __accept_now(exception)
    Primitive.is_a(connection, Array) ? accepted(connection[0]) : connection
  end

  # The connection has the server's own name.
  def accepted(descriptor)
    socket = UNIXSocket.allocate.__open_socket(descriptor)
    Primitive.io_set_path(socket, path)
    socket
  end
  private :__accept_nonblock, :accepted

  def sysaccept
    __accept_connection[0]
  end

  def listen(backlog)
    __listen(backlog)
  end
end

module Rutile
  # The path of a socket; what begins with a null byte is a name in no folder, and may hold more of them.
  def self.to_socket_path(object)
    object = object.to_path if !Primitive.is_a(object, String) && responds?(object, :to_path)
    path = to_str(object)
    raise ArgumentError, "string contains null byte" if !path.start_with?("\0") && path.include?("\0")
    path
  end
end
