# Addresses of sockets as bytes: making them, reading them, and saying them.
#
#   IPv4   family(2) port(2) address(4) zeroes(8)
#   IPv6   family(2) port(2) flow(4) address(16) scope(4)
#   UNIX   family(2) path, or a null byte and a name
#   packet family(2) protocol(2) interface(4) hardware(2) kind(1) length(1) address(8)
#
# Ports stand with their high byte first, families as the machine has its numbers.

module Rutile
  module SocketAddress
    INET = Socket::AF_INET
    INET6 = Socket::AF_INET6
    UNIX = Socket::AF_UNIX
    PACKET = Socket::AF_PACKET
    INET_SIZE = 16
    INET6_SIZE = 28
    PATH_MAX = 108
    SIZE_MAX = 2048
    PACKET_KINDS = %w[HOST BROADCAST MULTICAST OTHERHOST OUTGOING].freeze

    class << self
      # --- Making ---

      def of_path(path, unit = " bytes")
        path = Rutile.to_str(path)
        if path.bytesize > PATH_MAX
          raise ArgumentError, "too long unix socket path (#{path.bytesize}#{unit} given but #{PATH_MAX}#{unit} max)"
        end
        address = [UNIX].pack("S") << path.b
        # No name at all, and one of no file, end where they end.
        path.empty? || path.start_with?("\0") ? address : address << "\0" * (PATH_MAX - path.bytesize)
      end

      # The bytes of what a method was given: a String, or an Addrinfo.
      def of(object)
        Primitive.is_a(object, Addrinfo) ? object.to_sockaddr : Rutile.to_str(object)
      end

      # --- Reading ---

      def family(address)
        address.bytesize < 2 ? Socket::AF_UNSPEC : address.unpack1("S")
      end

      def ip?(address)
        SocketNames.ip?(family(address))
      end

      def port(address)
        address.unpack1("@2n")
      end

      # Host and port as numbers in words; the error of the look-up where there are none.
      def numeric(address)
        Resolver.names(address, Socket::NI_NUMERICHOST | Socket::NI_NUMERICSERV)
      end

      # The path; the zeroes that follow a path belong to its room, unless it begins with one.
      def path(address)
        (address.byteslice(2..) || "").b.sub(/\0+\z/n, "")
      end

      # `["AF_INET", port, host, address]` of an IP address.
      def describe(address, look_up)
        host, = Resolver.names(address, Socket::NI_NUMERICSERV, quiet: true) if look_up
        number, port = numeric(address)
        name = SocketNames::FAMILIES.name(family(address))
        [name ? "AF_#{name}" : "unknown:#{family(address)}", port.to_i, host || number.dup, number]
      end

      # --- Saying ---

      def inspect(address)
        return "empty-sockaddr" if address.empty?
        return "too-short-sockaddr" if address.bytesize < 2
        case family(address)
        when Socket::AF_UNSPEC then "UNSPEC"
        when INET then inspect_inet(address)
        when INET6 then inspect_inet6(address)
        when UNIX then inspect_unix(address)
        when PACKET then inspect_packet(address)
        else inspect_other(address)
        end
      end

      def inspect_inet(address)
        bytes = address.bytes
        text = (4..7).map { |index| bytes[index] || "?" }.join(".")
        if bytes.size < 4
          text << ":?"
        elsif port(address) != 0
          text << ":#{port(address)}"
        end
        text << " (#{bytes.size} bytes for #{INET_SIZE} bytes sockaddr_in)" if bytes.size != INET_SIZE
        text
      end

      def inspect_inet6(address)
        return "too-short-AF_INET6-sockaddr #{address.bytesize} bytes" if address.bytesize < INET6_SIZE
        host, port = numeric(address.byteslice(0, INET6_SIZE))
        text = port == "0" ? host.dup : "[#{host}]:#{port}"
        text << "(#{address.bytesize - INET6_SIZE} bytes too long)" if address.bytesize > INET6_SIZE
        text
      end

      def inspect_unix(address)
        path = address.byteslice(2..)
        path = path.sub(/\0+\z/n, "")
        return "empty-path-AF_UNIX-sockaddr" if path.empty?
        return "UNIX#{path.bytes.map { |byte| ":%02x" % byte }.join}" unless path.match?(/\A[!-~]*\z/n)
        path.start_with?("/") ? path : "UNIX #{path}"
      end

      def inspect_packet(address)
        protocol, index, hardware, kind, length, rest = address.ljust(12, "\0").unpack("@2nlSCCa*")
        parts = ["protocol=#{protocol}"]
        parts << (Primitive.names_interface(index & 0xffffffff) || "ifindex=#{index}") if address.bytesize >= 8
        parts << "hatype=#{hardware}" if address.bytesize >= 10
        parts << (PACKET_KINDS[kind] || "pkttype=#{kind}") if address.bytesize >= 11
        parts << "halen=#{length}" if length != rest.bytesize && length + 12 != address.bytesize && !length.between?(1, rest.bytesize)
        hex = rest.byteslice(0, length).bytes.map { |byte| "%02x" % byte }.join(":")
        parts << (hex.empty? ? "hwaddr" : "hwaddr=#{hex}")
        text = "PACKET[#{parts.join(" ")}"
        text << " (#{address.bytesize} bytes for 20 bytes sockaddr_ll)" if length < 6 || address.bytesize != 20
        "#{text}]"
      end

      def inspect_other(address)
        name = SocketNames::FAMILIES.name(family(address))
        name ? "AF_#{name} address format unknown" : "unknown address family #{family(address)}"
      end
    end
  end
end
