# Socket::Option: what an option says, in words.

class Socket < BasicSocket
  class Option
    # Options whose value is a number.
    NUMBERS = {
      Socket::SOL_SOCKET => %w[DEBUG REUSEADDR DONTROUTE BROADCAST SNDBUF RCVBUF KEEPALIVE OOBINLINE RCVLOWAT SNDLOWAT ACCEPTCONN],
      Socket::IPPROTO_IP => %w[MULTICAST_TTL MULTICAST_LOOP],
      Socket::IPPROTO_IPV6 => %w[MULTICAST_HOPS MULTICAST_LOOP UNICAST_HOPS V6ONLY],
      Socket::IPPROTO_TCP => %w[NODELAY],
    }.freeze
    private_constant :NUMBERS

    def inspect
      text = "#<#{self.class}:"
      family = Rutile::SocketNames::FAMILIES.name(@__family)
      text << (family ? " #{family}" : " family:#{@__family}")
      level = Rutile::SocketNames.levels(@__family).name(@__level)
      text << (level ? " #{level}" : " level:#{@__level}")
      name = Rutile::SocketNames.options(@__family, @__level)&.name(@__name)
      text << (name ? " #{name}" : " optname:#{@__name}")
      text << " #{name && words(name) || @data.dump}>"
    end

    private

    # The value in words; nil where it isn't of the size that the option has.
    def words(name)
      if NUMBERS[@__level]&.include?(name)
        return @data.bytesize == 4 ? int.to_s : nil
      end
      case @__level
      when Socket::SOL_SOCKET then socket_words(name)
      when Socket::IPPROTO_IP then ip_words(name)
      when Socket::IPPROTO_IPV6 then ipv6_words(name)
      end
    end

    def socket_words(name)
      case [name, @data.bytesize]
      when ["LINGER", 8] then linger_words
      when ["ERROR", 4] then "#{SystemCallError.new(int).message} (#{int})"
      when ["TYPE", 4]
        type = Rutile::SocketNames::TYPES.name(int)
        type ? "SOCK_#{type}" : int.to_s
      when ["RCVTIMEO", 16], ["SNDTIMEO", 16] then "%d.%06dsec" % @data.unpack("qq")
      when ["PEERCRED", 12] then "pid=%d euid=%d egid=%d (ucred)" % @data.unpack("i3")
      end
    end

    def linger_words
      on, seconds = @data.unpack("ii")
      "#{{ 0 => "off", 1 => "on" }[on] || "on(#{on})"} #{seconds}sec"
    end

    def ip_words(name)
      case name
      when "MULTICAST_IF", "ADD_MEMBERSHIP", "DROP_MEMBERSHIP"
        return nil unless [8, 12].include?(@data.bytesize) || (name == "MULTICAST_IF" && @data.bytesize == 4)
        return nil if name == "MULTICAST_IF" && @data.bytesize == 8
        addresses = @data.byteslice(0, 8).unpack("C*").each_slice(4).map { |parts| parts.join(".") }
        interface = @data.bytesize == 12 ? @data.unpack1("@8i") : 0
        addresses << (Primitive.names_interface(interface) || "ifindex:#{interface}") if interface != 0
        addresses.join(" ")
      end
    end

    def ipv6_words(name)
      case [name, @data.bytesize]
      when ["MULTICAST_IF", 4] then interface_words(@data.unpack1("I"))
      when ["JOIN_GROUP", 20], ["LEAVE_GROUP", 20]
        address = [Socket::AF_INET6].pack("S") + "\0" * 6 + @data.byteslice(0, 16) + "\0" * 4
        "#{Rutile::SocketAddress.numeric(address)[0]} #{interface_words(@data.unpack1("@16I"))}"
      end
    end

    def interface_words(number)
      Primitive.names_interface(number) || "interface:#{number}"
    end
  end
end
