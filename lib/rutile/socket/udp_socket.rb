# UDPSocket.

class UDPSocket < IPSocket
  def initialize(family = Socket::AF_INET)
    family = Rutile::SocketNames::FAMILIES.number(family)
    @__address_family = family
    __open_socket(__create(family, Socket::SOCK_DGRAM, 0, "socket(2) - udp"))
  end
  private :initialize

  def bind(host, service)
    __first_address(host, service, Socket::AI_PASSIVE, "bind(2)") { |address| Primitive.socket_bind(__descriptor, address) }
    0
  end

  def connect(host, service)
    __first_address(host, service, 0, "connect(2)") { |address| __connect_to(address) }
    0
  end

  # Does what the block says with each address until it succeeds.
  def __first_address(host, service, flags, function)
    result = nil
    family = @__address_family || __family
    found = Rutile::Resolver.addresses(host, service, family, Socket::SOCK_DGRAM, 0, flags)
    found.each do |address, _|
      result = yield address
      return result if result >= 0
    end
    Rutile.socket_result(result, "#{function} for #{Rutile.host_words(host)} port #{service}")
  end

  def send(message, flags, host = (nowhere = true; nil), service = (addressed = true; nil))
    return super(message, flags) if nowhere
    return super(message, flags, host) if addressed
    message = Rutile.to_str(message)
    flags = Rutile.to_int(flags)
    __first_address(host, service, 0, "sendto(2)") do |address|
      __when_writable { Primitive.socket_send(__descriptor, message, flags, address) }
    end
  end

  # Named once more by a string: the library's other half cannot call what is written `__name` here.
  alias_method "__recvfrom_nonblock", def __recvfrom_nonblock(length, flags, buffer, exception)
    __received(__receive_now(length, flags, buffer, exception))
  end
  private :__recvfrom_nonblock
end
