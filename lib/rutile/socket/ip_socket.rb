# IPSocket: what TCP and UDP have in common.

class IPSocket < BasicSocket
  def self.getaddress(host)
    address = Rutile::Resolver.addresses(host, nil, Socket::AF_UNSPEC, Socket::SOCK_STREAM, 0, 0)[0][0]
    Rutile::SocketAddress.numeric(address)[0]
  end

  def addr(reverse_lookup = nil)
    Rutile::SocketAddress.describe(getsockname, __look_up?(reverse_lookup))
  end

  def peeraddr(reverse_lookup = nil)
    Rutile::SocketAddress.describe(getpeername, __look_up?(reverse_lookup))
  end

  def __look_up?(reverse_lookup)
    Rutile.look_up_names?(reverse_lookup, !do_not_reverse_lookup)
  end

  def recvfrom(length, flags = 0)
    __received(__receive(length, flags, nil) { |attempt| __when_readable(&attempt) })
  end

  # The text and who sent it; of a stream nobody in particular.
  def __received(received)
    return received unless Primitive.is_a(received, Array)
    text, address = received
    [text, address.empty? ? nil : Rutile::SocketAddress.describe(address, !do_not_reverse_lookup)]
  end

  def inspect
    text = super
    descriptor = Primitive.io_descriptor(self)
    return text if nil.equal?(descriptor) || descriptor == -1
    address = Primitive.socket_local_address(__descriptor)
    return text unless Primitive.is_a(address, String)
    family = Rutile::SocketNames::FAMILIES.name(Rutile::SocketAddress.family(address))
    host, port = Rutile::SocketAddress.numeric(address)
    port = "" if Rutile::SocketAddress.family(address) == Socket::AF_UNIX
    "#{text.chop}, AF_#{family}, #{host}, #{port}>"
  end

  # Does what the block says for each address in turn until one can be had; else raises the last
  # failure in the words that the block gave with it.
  def __try_addresses(addresses, host, service)
    failure = nil
    function = nil
    addresses.each do |address, family, type, protocol|
      descriptor = Rutile.with_descriptor { Primitive.socket_create(family, type, protocol) }
      if descriptor < 0
        failure, function = descriptor, "socket(2)"
        next
      end
      __open_socket(descriptor)
      begin
        failure, function = yield address, family
      rescue Exception
        close
        raise
      end
      return self if failure == 0
      close
    end
    Rutile.socket_result(failure, "#{function} for #{Rutile.host_words(host)} port #{service}")
  end
end

module Rutile
  def self.host_words(host)
    nil.equal?(host) ? "nil" : host.inspect
  end
end
