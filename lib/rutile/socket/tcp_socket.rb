# TCPSocket and TCPServer.

class TCPSocket < IPSocket
  # `test_mode_settings`: milliseconds by which the lookups of a family are late (`delay`), and codes with which they fail (`error`).
  def initialize(host, service, local_host = nil, local_service = nil, resolv_timeout: nil, connect_timeout: nil, fast_fallback: Socket.tcp_fast_fallback, test_mode_settings: nil)
    seconds = nil.equal?(connect_timeout) ? nil : Rutile.to_limit(connect_timeout)
    own = __stream_addresses(local_host, local_service) unless nil.equal?(local_host) && nil.equal?(local_service)
    race = __race(host, service, own, resolv_timeout, seconds, fast_fallback, test_mode_settings)
    descriptor = race.run
    return __open_socket(descriptor) if descriptor
    host, service = local_host, local_service if race.function == "bind(2)"
    Rutile.socket_result(race.failure, "#{race.function} for #{Rutile.host_words(host)} port #{service}")
  end
  private :initialize

  # Where attempts overlap, so do the lookups of both families, unless there is nothing to look up or a scheduler does it.
  def __race(host, service, own, resolv_timeout, seconds, races, settings)
    if races && Rutile::Resolver.name?(host) && nil.equal?(Primitive.current_scheduler)
      families = [Socket::AF_INET6, Socket::AF_INET]
      families &= own.map { |entry| entry[1] } if own
      lookups = Rutile::FamilyLookups.new(host, service, families, settings) { |found| __candidates(found, own) }
      return Rutile::ConnectionRace.new([], true, seconds, lookups, resolv_timeout)
    end
    found = Rutile::Resolver.within(resolv_timeout) { __stream_addresses(host, service, "getaddrinfo(3)") }
    Rutile::ConnectionRace.new(__candidates(found, own), races, seconds)
  end
  private :__race

  def __stream_addresses(host, service, function = "getaddrinfo")
    Rutile::Resolver.addresses(host, service, Socket::AF_UNSPEC, Socket::SOCK_STREAM, 0, 0, function)
  end

  # Each address with the local one of its family, where a local one was asked for.
  def __candidates(found, own)
    found.map do |address, family, type, protocol|
      mine = own&.find { |entry| entry[1] == family }
      Rutile::ConnectionRace::Candidate.new(address, family, type, protocol, mine && mine[0])
    end
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
      Primitive.socket_set_option(__descriptor, Socket::SOL_SOCKET, Socket::SO_REUSEADDR, [1].pack("i"))
      result = Primitive.socket_bind(__descriptor, address)
      next [result, "bind(2)"] if result < 0
      [Primitive.socket_listen(__descriptor, Socket::SOMAXCONN), "listen(2)"]
    end
  end
  private :initialize

  def accept
    TCPSocket.allocate.__open_socket(__accept_connection[0])
  end

  # Named once more by a string: the library's other half cannot call what is written `__name` here.
  alias_method "__accept_nonblock", def __accept_nonblock(exception)
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
