# Socket: a socket of any family.

class Socket < BasicSocket
  def initialize(family, type = SOCK_STREAM, protocol = 0)
    family = Rutile::SocketNames::FAMILIES.number(family)
    type = Rutile::SocketNames::TYPES.number(type)
    __open_socket(__create(family, type, Rutile.to_int(protocol)))
  end
  private :initialize

  class << self
    def pair(family = nil, type = nil, protocol = 0, &block)
      Rutile.socket_pair(self, family, type, protocol, &block)
    end
    alias socketpair pair

    # Whether a name's addresses of both families are tried side by side. The library's `Socket.tcp` asks.
    def tcp_fast_fallback
      @__tcp_fast_fallback
    end

    def tcp_fast_fallback=(value)
      @__tcp_fast_fallback = value
    end
  end
  @__tcp_fast_fallback = true

  def bind(address)
    bytes = Rutile::SocketAddress.of(address)
    Rutile.socket_result(Primitive.socket_bind(__descriptor, bytes), "bind(2) for #{Rutile::SocketAddress.inspect(bytes)}")
    0
  end

  def listen(backlog)
    __listen(backlog)
  end

  def connect(address)
    bytes = Rutile::SocketAddress.of(address)
    Rutile.socket_result(__connect_to(bytes), "connect(2) for #{Rutile::SocketAddress.inspect(bytes)}")
    0
  end

  # Named once more by a string: the library's other half cannot call what is written `__name` here.
  alias_method "__connect_nonblock", def __connect_nonblock(address, exception)
    bytes = Rutile::SocketAddress.of(address)
    result = Primitive.socket_connect(__descriptor, bytes)
    if result == IN_PROGRESS
      return :wait_writable if false.equal?(exception)
      raise IO::EINPROGRESSWaitWritable, "connect(2) would block"
    end
    return 0 if result == -Errno::EISCONN::Errno && false.equal?(exception)
    Rutile.socket_result(result, "connect(2) for #{Rutile::SocketAddress.inspect(bytes)}")
    0
  end
  private :__connect_nonblock

  # --- Accepting ---

  def accept
    accepted(__accept_connection)
  end

  alias_method "__accept_nonblock", def __accept_nonblock(exception)
    connection = __accept_now(exception)
    Primitive.is_a(connection, Array) ? accepted(connection) : connection
  end

  def accepted(connection)
    descriptor, address = connection
    socket = Socket.allocate.__open_socket(descriptor)
    [socket, socket.__addrinfo(address)]
  end
  private :__accept_nonblock, :accepted

  def sysaccept
    descriptor, address = __accept_connection
    [descriptor, __addrinfo(address)]
  end

  # --- Datagrams ---

  def recvfrom(length, flags = 0)
    __received(__receive(length, flags, nil) { |attempt| __when_readable(&attempt) })
  end

  alias_method "__recvfrom_nonblock", def __recvfrom_nonblock(length, flags, buffer, exception)
    __received(__receive_now(length, flags, buffer, exception))
  end
  private :__recvfrom_nonblock

  def __received(received)
    return received unless Primitive.is_a(received, Array)
    text, address = received
    [text, __addrinfo(address)]
  end
end

module Rutile
  # Two sockets that are connected with each other.
  def self.socket_pair(kind, family, type, protocol)
    family = nil.equal?(family) ? Socket::AF_UNIX : SocketNames::FAMILIES.number(family)
    type = nil.equal?(type) ? Socket::SOCK_STREAM : SocketNames::TYPES.number(type)
    pair = socket_result(with_descriptor { Primitive.socket_create_pair(family, type, to_int(protocol)) }, "socketpair(2)")
    pair = pair.map { |descriptor| kind.allocate.__open_socket(descriptor) }
    return pair unless block_given?
    begin
      yield pair
    ensure
      pair.each(&:close)
    end
  end
end
