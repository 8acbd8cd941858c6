# TCPSocket and TCPServer.

class TCPSocket < IPSocket
  def initialize(host, service, local_host = nil, local_service = nil, resolv_timeout: nil, connect_timeout: nil, fast_fallback: nil)
    Rutile.to_limit(resolv_timeout) unless nil.equal?(resolv_timeout)
    seconds = nil.equal?(connect_timeout) ? nil : Rutile.to_limit(connect_timeout)
    found = Rutile::Resolver.addresses(host, service, Socket::AF_UNSPEC, Socket::SOCK_STREAM, 0, 0, "getaddrinfo(3)")
    own = nil
    unless nil.equal?(local_host) && nil.equal?(local_service)
      own = Rutile::Resolver.addresses(local_host, local_service, Socket::AF_UNSPEC, Socket::SOCK_STREAM, 0, 0)
    end
    __connect_first(found, own, seconds, [host, service], [local_host, local_service])
  end
  private :initialize

  # Connects to the first address that lets it, from the local address of its family if one was asked for.
  def __connect_first(addresses, own, seconds, remote, local)
    bound_failed = false
    __try_addresses(addresses, *remote) do |address, family|
      result = 0
      if own && (entry = own.find { |candidate| candidate[1] == family })
        Primitive.socket_set_option(fileno, Socket::SOL_SOCKET, Socket::SO_REUSEADDR, [1].pack("i"))
        result = Primitive.socket_bind(fileno, entry[0])
        bound_failed = result < 0
      end
      result = nil.equal?(seconds) ? __connect_to(address) : __connect_to(address, seconds) if result == 0
      [result, "connect(2)"]
    end
  rescue SystemCallError => error
    raise unless bound_failed
    raise error.class, "bind(2) for #{Rutile.host_words(local[0])} port #{local[1]}"
  end

  def self.gethostbyname(name)
    Rutile.warn_deprecated("TCPSocket.gethostbyname is deprecated; use Addrinfo.getaddrinfo instead.")
    Rutile.host_named(name) { |address| Rutile::SocketAddress.numeric(address)[0] }
  end
end

class TCPServer < TCPSocket
  def initialize(host = nil, service)
    flags = Socket::AI_PASSIVE
    found = Rutile::Resolver.addresses(host, service, Socket::AF_UNSPEC, Socket::SOCK_STREAM, 0, flags)
    __try_addresses(found, host, service) do |address|
      Primitive.socket_set_option(fileno, Socket::SOL_SOCKET, Socket::SO_REUSEADDR, [1].pack("i"))
      result = Primitive.socket_bind(fileno, address)
      next [result, "bind(2)"] if result < 0
      [Primitive.socket_listen(fileno, Socket::SOMAXCONN), "listen(2)"]
    end
  end
  private :initialize

  def accept
    TCPSocket.allocate.__open_socket(__accept_connection[0])
  end

  def __accept_nonblock(exception)
    connection = __accept_now(exception)
    Primitive.is_a(connection, Array) ? TCPSocket.allocate.__open_socket(connection[0]) : connection
  end
  private :__accept_nonblock

  def sysaccept
    __accept_connection[0]
  end

  def listen(backlog)
    __listen(backlog)
  end
end
