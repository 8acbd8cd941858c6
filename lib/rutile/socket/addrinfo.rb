# Addrinfo: an address of a socket, with the family, type and protocol it is for.

class Addrinfo
  attr_reader :canonname

  def initialize(address, family = nil, type = nil, protocol = nil)
    @__type = nil.equal?(type) ? 0 : Rutile::SocketNames::TYPES.number(type)
    @__protocol = nil.equal?(protocol) ? 0 : Rutile.to_int(protocol)
    fields = Rutile.try_array(address)
    if fields
      from_fields(fields, family)
      return self
    end
    @__address = Rutile.to_str(address).b.freeze
    if @__address.bytesize > Rutile::SocketAddress::SIZE_MAX
      raise ArgumentError, "sockaddr string too big"
    end
    @__family = nil.equal?(family) ? Socket::PF_UNSPEC : Rutile::SocketNames::FAMILIES.number(family)
    self
  end

  # From `["AF_INET", port, host, address]` or `["AF_UNIX", path]`.
  def from_fields(fields, family)
    name = Rutile.to_str(fields[0])
    raise SocketError, "unknown address family: #{name}" unless Rutile::SocketNames::FAMILIES.named?(name)
    wanted = Rutile::SocketNames::FAMILIES.number(name)
    if wanted == Socket::AF_UNIX
      @__address = Rutile::SocketAddress.of_path(fields[1]).freeze
      @__family = Socket::PF_UNIX
      @__type = Socket::SOCK_STREAM
    elsif Rutile::SocketNames.ip?(wanted)
      from_ip_fields(fields, nil.equal?(family) ? wanted : Rutile::SocketNames::FAMILIES.number(family), wanted)
    else
      raise SocketError, "unexpected address family"
    end
  end

  def from_ip_fields(fields, family, wanted)
    family = wanted if family == Socket::PF_UNSPEC
    _, service, host, number = fields
    number = host if nil.equal?(number) && fields.size < 4
    service = Rutile.to_int(service) unless nil.equal?(service)
    type = @__type == 0 ? Socket::SOCK_DGRAM : @__type
    found = Rutile::Resolver.addresses(number, nil, family, type, @__protocol, Socket::AI_NUMERICHOST)[0]
    @__address, @__family = found
    @__address[2, 2] = [service].pack("n") if service
    @__address.freeze
    @__name = Rutile.address_name(host, service, @__address)
  end
  private :initialize, :from_fields, :from_ip_fields

  # One of those that a look-up found.
  def __fill(entry, name)
    @__address, @__family, @__type, @__protocol, @canonname = entry
    @__address.freeze
    @canonname&.freeze
    @__name = name
    self
  end

  class << self
    def getaddrinfo(host, service, family = nil, type = nil, protocol = nil, flags = nil, timeout: nil)
      family = nil.equal?(family) ? Socket::AF_UNSPEC : Rutile::SocketNames::FAMILIES.number(family)
      type = nil.equal?(type) ? 0 : Rutile::SocketNames::TYPES.number(type)
      protocol = nil.equal?(protocol) ? 0 : Rutile.to_int(protocol)
      flags = nil.equal?(flags) ? 0 : Rutile.to_int(flags)
      found = Rutile::Resolver.within(timeout) { Rutile::Resolver.addresses(host, service, family, type, protocol, flags) }
      found.map { |entry| allocate.__fill(entry, Rutile.address_name(host, service, entry[0])) }
    end

    def ip(host)
      address = first(host, nil, 0, 0)
      address.__forget_type
    end

    def tcp(host, port)
      first(host, port, Socket::SOCK_STREAM, Socket::IPPROTO_TCP)
    end

    def udp(host, port)
      first(host, port, Socket::SOCK_DGRAM, Socket::IPPROTO_UDP)
    end

    def unix(path, type = Socket::SOCK_STREAM)
      type = nil.equal?(type) ? Socket::SOCK_STREAM : Rutile::SocketNames::TYPES.number(type)
      allocate.__fill([Rutile::SocketAddress.of_path(path), Socket::PF_UNIX, type, 0, nil], nil)
    end

    private

    def first(host, service, type, protocol)
      entry = Rutile::Resolver.addresses(host, service, Socket::PF_UNSPEC, type, protocol, 0)[0]
      entry[4] = nil
      allocate.__fill(entry, Rutile.address_name(host, service, entry[0]))
    end
  end

  def __forget_type
    @__type = @__protocol = 0
    self
  end

  # --- What it is ---

  def afamily
    Rutile::SocketAddress.family(@__address)
  end

  def pfamily
    @__family
  end

  def socktype
    @__type
  end

  def protocol
    @__protocol
  end

  def to_sockaddr
    @__address.dup
  end
  alias to_s to_sockaddr

  def getnameinfo(flags = 0)
    flags = Rutile.to_int(flags)
    flags |= Socket::NI_DGRAM if @__type == Socket::SOCK_DGRAM
    Rutile::Resolver.names(@__address, flags)
  end

  # --- In words ---

  def inspect_sockaddr
    Rutile::SocketAddress.inspect(@__address)
  end

  def inspect
    text = "#<#{self.class}: #{inspect_sockaddr}"
    if @__family != afamily && @__family != Socket::PF_UNSPEC
      family = Rutile::SocketNames::PROTOCOL_FAMILIES.name(@__family)
      text << (family ? " PF_#{family}" : " PF_#{@__family}")
    end
    text << words_of_type
    text << " #{@canonname}" if @canonname
    text << " (#{@__name})" if @__name
    text << ">"
  end

  def words_of_type
    ip = @__family == Socket::PF_INET || @__family == Socket::PF_INET6
    return " TCP" if ip && @__type == Socket::SOCK_STREAM && [0, Socket::IPPROTO_TCP].include?(@__protocol)
    return " UDP" if ip && @__type == Socket::SOCK_DGRAM && [0, Socket::IPPROTO_UDP].include?(@__protocol)
    text = ""
    if @__type != 0
      type = Rutile::SocketNames::TYPES.name(@__type)
      text << (type ? " SOCK_#{type}" : " SOCK_#{@__type}")
    end
    if @__protocol != 0
      protocol = ip ? Rutile::SocketNames::PROTOCOLS.name(@__protocol) : nil
      text << (protocol ? " IPPROTO_#{protocol}" : " UNKNOWN_PROTOCOL(#{@__protocol})")
    end
    text
  end
  private :words_of_type

  # --- Marshal ---

  def marshal_dump
    address = unix? ? unix_path : Rutile::SocketAddress.numeric(@__address)
    ip = @__family == Socket::PF_INET || @__family == Socket::PF_INET6
    [
      dumped("AF_", Rutile::SocketNames::FAMILIES, afamily), address,
      dumped("PF_", Rutile::SocketNames::PROTOCOL_FAMILIES, @__family),
      @__type == 0 ? 0 : dumped("SOCK_", Rutile::SocketNames::TYPES, @__type),
      @__protocol == 0 || !ip ? @__protocol : dumped("IPPROTO_", Rutile::SocketNames::PROTOCOLS, @__protocol),
      @canonname, @__name
    ]
  end

  def dumped(prefix, names, number)
    name = names.name(number)
    name ? "#{prefix}#{name}" : number
  end
  private :dumped

  def marshal_load(fields)
    family, address, @__family, @__type, @__protocol, @canonname, @__name = fields
    @__family = Rutile::SocketNames::PROTOCOL_FAMILIES.number(@__family)
    @__type = Rutile::SocketNames::TYPES.number(@__type)
    @__protocol = Rutile::SocketNames::PROTOCOLS.number(@__protocol)
    family = Rutile::SocketNames::FAMILIES.number(family)
    @__address = if family == Socket::AF_UNIX
                   Rutile::SocketAddress.of_path(address)
                 else
                   flags = Socket::AI_NUMERICHOST | Socket::AI_NUMERICSERV
                   Rutile::Resolver.addresses(address[0], address[1], family, 0, 0, flags)[0][0]
                 end
    @__address.freeze
  end
end

module Rutile
  # How an address was asked for: what of it the address itself does not show.
  def self.address_name(host, service, address)
    numbers = Resolver.names(address, Socket::NI_NUMERICHOST | Socket::NI_NUMERICSERV, quiet: true)
    host = nil if numbers && host == numbers[0]
    service = nil if numbers && (service == numbers[1] || service == numbers[1].to_i)
    host = nil unless Primitive.is_a(host, String)
    service = nil unless Primitive.is_a(service, String) || (Primitive.is_a(service, Integer) && service != 0)
    return nil unless host || service
    "#{host}#{":#{service}" if service}".freeze
  end
end
