# Socket: looking up hosts and services, and addresses as bytes.

class Socket < BasicSocket
  class << self
    def gethostname
      Rutile.socket_result(Primitive.names_own_host, "gethostname(3)")
    end

    # --- Addresses as bytes ---

    def pack_sockaddr_in(port, host)
      Rutile::Resolver.addresses(host, port, AF_UNSPEC, 0, 0, 0)[0][0]
    end
    alias sockaddr_in pack_sockaddr_in

    def unpack_sockaddr_in(address)
      address = Rutile::SocketAddress.of(address)
      raise ArgumentError, "too short sockaddr" if address.bytesize < 2
      raise ArgumentError, "not an AF_INET/AF_INET6 sockaddr" unless Rutile::SocketAddress.ip?(address)
      host, port = Rutile::SocketAddress.numeric(address)
      [port.to_i, host]
    end

    def pack_sockaddr_un(path)
      Rutile::SocketAddress.of_path(path)
    end
    alias sockaddr_un pack_sockaddr_un

    def unpack_sockaddr_un(address)
      address = Rutile::SocketAddress.of(address)
      raise ArgumentError, "too short sockaddr" if address.bytesize < 2
      raise ArgumentError, "not an AF_UNIX sockaddr" unless Rutile::SocketAddress.family(address) == AF_UNIX
      raise TypeError, "too long sockaddr_un - #{address.bytesize} longer than 110" if address.bytesize > 110
      Rutile::SocketAddress.path(address)
    end

    # --- Names ---

    def getaddrinfo(host, service, family = nil, type = nil, protocol = nil, flags = nil, reverse_lookup = nil)
      family = nil.equal?(family) ? AF_UNSPEC : Rutile::SocketNames::FAMILIES.number(family)
      type = nil.equal?(type) ? 0 : Rutile::SocketNames::TYPES.number(type)
      protocol = nil.equal?(protocol) ? 0 : Rutile.to_int(protocol)
      flags = nil.equal?(flags) ? 0 : Rutile.to_int(flags)
      look_up = Rutile.look_up_names?(reverse_lookup, !BasicSocket.do_not_reverse_lookup)
      found = Rutile::Resolver.addresses(host, service, family, type, protocol, flags)
      found.map do |address, entry_family, entry_type, entry_protocol|
        [*Rutile::SocketAddress.describe(address, look_up), entry_family, entry_type, entry_protocol]
      end
    end

    def getnameinfo(address, flags = 0)
      flags = Rutile.to_int(flags)
      fields = Rutile.try_array(address)
      bytes = fields ? address_of_fields(fields, flags) : Rutile::SocketAddress.of(address)
      Rutile::Resolver.names(bytes, flags)
    end

    def getservbyname(name, protocol = "tcp")
      name = Rutile.to_str(name)
      protocol = Rutile.to_str(protocol)
      port = Primitive.names_service_port(name, protocol)
      return port if port
      # A number is a service as well.
      number = Integer(name, exception: false)
      raise SocketError, "no such service #{name}/#{protocol}" unless number
      number
    end

    def getservbyport(port, protocol = "tcp")
      port = Rutile.to_int(port)
      protocol = Rutile.to_str(protocol)
      name = Primitive.names_service_name(port, protocol)
      raise SocketError, "no such service for port #{port}/#{protocol}" unless name
      name.force_encoding(Encoding.default_external)
    end

    def gethostbyname(name)
      Rutile.warn_deprecated("Socket.gethostbyname is deprecated; use Addrinfo.getaddrinfo instead.")
      Rutile.host_named(name) { |address| Rutile::SocketAddress.family(address) == AF_INET6 ? address.byteslice(8, 16) : address.byteslice(4, 4) }
    end

    def gethostbyaddr(address, family = AF_INET)
      Rutile.warn_deprecated("Socket.gethostbyaddr is deprecated; use Addrinfo#getnameinfo instead.")
      address = Rutile.to_str(address)
      family = Rutile::SocketNames::FAMILIES.number(family)
      found = Rutile.blocking { Primitive.names_host_at(address, family) }
      raise SocketError, "host not found" unless Primitive.is_a(found, Array)
      name, aliases, kind, addresses = found
      [name, aliases, kind, *addresses]
    end

    private

    # The address that `["AF_INET", port, host]` or `["AF_INET", port, host, address]` is about.
    def address_of_fields(fields, flags)
      family = AF_UNSPEC
      case fields.size
      when 3, 4
        family = Rutile::SocketNames::FAMILIES.number(fields[0]) unless nil.equal?(fields[0])
      else
        raise ArgumentError, "array size should be 3 or 4, #{fields.size} given"
      end
      service = fields[1]
      host = fields.size == 4 && !nil.equal?(fields[3]) ? fields[3] : fields[2]
      numeric = fields.size == 4 && !nil.equal?(fields[3]) ? AI_NUMERICHOST : 0
      type = flags & NI_DGRAM != 0 ? SOCK_DGRAM : SOCK_STREAM
      Rutile::Resolver.addresses(host, service, family, type, 0, numeric)[0][0]
    end
  end
end

module Rutile
  # Name, aliases, family and addresses of a host, each address as the block gives it.
  def self.host_named(name)
    found = Resolver.addresses(name, nil, Socket::AF_UNSPEC, Socket::SOCK_STREAM, 0, Socket::AI_CANONNAME)
    family = found[0][1]
    addresses = found.select { |entry| entry[1] == family }.map { |entry| yield entry[0] }
    [found[0][4] || Resolver.host_text(name)[0], [], family, *addresses]
  end

  def self.look_up_names?(object, default)
    case object
    when nil then default
    when true then true
    when false then false
    when :hostname then true
    when :numeric then false
    when Symbol then raise ArgumentError, "invalid reverse_lookup flag: :#{object}"
    else raise TypeError, "wrong argument type #{object.class} (expected Symbol)"
    end
  end

  def self.warn_deprecated(words)
    Kernel.warn(words, uplevel: 1, category: :deprecated)
  end
end
