# Addrinfo: what addresses of each family tell, and which special ones they are.

class Addrinfo
  def ip?
    Rutile::SocketNames.ip?(afamily)
  end

  def ipv4?
    afamily == Socket::AF_INET
  end

  def ipv6?
    afamily == Socket::AF_INET6
  end

  def unix?
    afamily == Socket::AF_UNIX
  end

  def ip_unpack
    raise SocketError, "need IPv4 or IPv6 address" unless ip?
    host, port = Rutile::SocketAddress.numeric(@__address)
    [host, port.to_i]
  end

  def ip_address
    raise SocketError, "need IPv4 or IPv6 address" unless ip?
    Rutile::SocketAddress.numeric(@__address)[0]
  end

  def ip_port
    raise SocketError, "need IPv4 or IPv6 address" unless ip?
    unless @__address.bytesize == (ipv4? ? Rutile::SocketAddress::INET_SIZE : Rutile::SocketAddress::INET6_SIZE)
      raise SocketError, "unexpected size of #{ipv4? ? "AF_INET" : "AF_INET6"} sockaddr"
    end
    Rutile::SocketAddress.port(@__address)
  end

  def unix_path
    raise SocketError, "need AF_UNIX address" unless unix?
    Rutile::SocketAddress.path(@__address)
  end

  # --- IPv4 ---

  def ipv4_private?
    number = ipv4_number
    return false unless number
    number >> 24 == 10 || number >> 20 == 0xac1 || number >> 16 == 0xc0a8
  end

  def ipv4_loopback?
    number = ipv4_number
    number ? number >> 24 == 127 : false
  end

  def ipv4_multicast?
    number = ipv4_number
    number ? number >> 28 == 0xe : false
  end

  def ipv4_number
    ipv4? ? @__address.unpack1("@4N") : nil
  end

  # The 16 bytes of an IPv6 address; nil for others.
  def ipv6_bytes
    ipv6? ? @__address.byteslice(8, 16).bytes : nil
  end
  private :ipv4_number, :ipv6_bytes

  # --- IPv6 ---

  def ipv6_unspecified?
    ipv6_bytes == [0] * 16
  end

  def ipv6_loopback?
    ipv6_bytes == [0] * 15 + [1]
  end

  def ipv6_multicast?
    bytes = ipv6_bytes
    bytes ? bytes[0] == 0xff : false
  end

  def ipv6_linklocal?
    bytes = ipv6_bytes
    bytes ? bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80 : false
  end

  def ipv6_sitelocal?
    bytes = ipv6_bytes
    bytes ? bytes[0] == 0xfe && bytes[1] & 0xc0 == 0xc0 : false
  end

  def ipv6_unique_local?
    bytes = ipv6_bytes
    bytes ? bytes[0] & 0xfe == 0xfc : false
  end

  def ipv6_v4mapped?
    bytes = ipv6_bytes
    bytes ? bytes[0, 12] == [0] * 10 + [0xff, 0xff] : false
  end

  # Neither the unspecified address nor the loopback.
  def ipv6_v4compat?
    bytes = ipv6_bytes
    bytes ? bytes[0, 12] == [0] * 12 && bytes[12, 4] != [0, 0, 0, 0] && bytes[12, 4] != [0, 0, 0, 1] : false
  end

  def ipv6_mc_nodelocal?
    multicast_scope == 1
  end

  def ipv6_mc_linklocal?
    multicast_scope == 2
  end

  def ipv6_mc_sitelocal?
    multicast_scope == 5
  end

  def ipv6_mc_orglocal?
    multicast_scope == 8
  end

  def ipv6_mc_global?
    multicast_scope == 14
  end

  def multicast_scope
    bytes = ipv6_bytes
    bytes && bytes[0] == 0xff ? bytes[1] & 0xf : nil
  end
  private :multicast_scope

  # The IPv4 address that an IPv6 one stands for; nil where it doesn't.
  def ipv6_to_ipv4
    return nil unless ipv6_v4mapped? || ipv6_v4compat?
    address = [Socket::AF_INET].pack("S") + "\0\0" + @__address.byteslice(20, 4) + "\0" * 8
    Addrinfo.new(address, Socket::PF_INET, @__type, @__protocol)
  end
end
