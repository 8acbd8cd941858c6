# Socket::AncillaryData: a piece of control data that goes or came with a message.

class Socket < BasicSocket
  class AncillaryData
    attr_reader :data

    def initialize(family, level, type, data)
      @__family = Rutile::SocketNames::FAMILIES.number(family)
      @__level = Rutile::SocketNames.levels(@__family).number(level)
      @__type = Rutile::SocketNames.control(@__family, @__level, type)
      @data = Rutile.to_str(data)
      self
    end

    def family
      @__family
    end

    def level
      @__level
    end

    def type
      @__type
    end

    def cmsg_is?(level, type)
      level = Rutile::SocketNames.levels(@__family).number(level)
      type = Rutile::SocketNames.control(@__family, level, type)
      @__level == level && @__type == type
    end

    # --- Numbers ---

    def self.int(family, level, type, value)
      new(family, level, type, [Rutile.to_int(value)].pack("i"))
    end

    def int
      raise TypeError, "size differ.  expected as sizeof(int)=4 but #{@data.bytesize}" unless @data.bytesize == 4
      @data.unpack1("i")
    end

    # --- Descriptors ---

    def self.unix_rights(*ios)
      ios.each { |io| raise TypeError, "IO expected" unless Primitive.is_a(io, IO) }
      control = new(:UNIX, :SOCKET, :RIGHTS, ios.map(&:fileno).pack("i*"))
      control.__rights = ios
      control
    end

    def unix_rights
      unless @__level == Socket::SOL_SOCKET && @__type == Socket::SCM_RIGHTS
        raise TypeError, "SCM_RIGHTS ancillary data expected"
      end
      @__rights
    end

    def __rights=(ios)
      @__rights = ios
    end

    # --- Times ---

    def timestamp
      if @__level == Socket::SOL_SOCKET
        seconds, part = @data.unpack("qq") if @data.bytesize == 16
        return Time.at(seconds, part, :microsecond) if seconds && @__type == Socket::SCM_TIMESTAMP
        return Time.at(seconds, part, :nanosecond) if seconds && @__type == Socket::SCM_TIMESTAMPNS
      end
      raise TypeError, "timestamp ancillary data expected"
    end

    # --- Which interface a packet came in by ---

    def self.ip_pktinfo(address, interface, destination = nil)
      own = Rutile::SocketAddress.of(address)
      raise ArgumentError, "addr size different to AF_INET sockaddr" unless own.bytesize == 16
      raise ArgumentError, "addr is not AF_INET sockaddr" unless Rutile::SocketAddress.family(own) == Socket::AF_INET
      aim = nil.equal?(destination) ? own : Rutile::SocketAddress.of(destination)
      raise ArgumentError, "spec_dat size different to AF_INET sockaddr" unless aim.bytesize == 16
      data = [Rutile.to_int(interface)].pack("I") << aim.byteslice(4, 4) << own.byteslice(4, 4)
      new(:INET, :IP, :PKTINFO, data)
    end

    # Address, interface, and the destination that a reply is to have.
    def ip_pktinfo
      unless @__level == Socket::IPPROTO_IP && @__type == Socket::IP_PKTINFO && @data.bytesize == 12
        raise TypeError, "IP_PKTINFO ancillary data expected"
      end
      interface = @data.unpack1("I")
      aim, own = [4, 8].map { |at| Addrinfo.new([Socket::AF_INET].pack("S") + "\0\0" + @data.byteslice(at, 4) + "\0" * 8, :INET, 0, 0) }
      [own, interface, aim]
    end

    def self.ipv6_pktinfo(address, interface)
      address = Rutile::SocketAddress.of(address)
      raise ArgumentError, "addr size different to AF_INET6 sockaddr" unless address.bytesize == 28
      raise ArgumentError, "addr is not AF_INET6 sockaddr" unless Rutile::SocketAddress.family(address) == Socket::AF_INET6
      new(:INET6, :IPV6, :PKTINFO, address.byteslice(8, 16) + [Rutile.to_int(interface)].pack("I"))
    end

    def ipv6_pktinfo
      [ipv6_pktinfo_addr, ipv6_pktinfo_ifindex]
    end

    def ipv6_pktinfo_addr
      check_ipv6_packet
      scope = @data.unpack1("@16I")
      local = @data.getbyte(0) == 0xfe && @data.getbyte(1) & 0xc0 == 0x80
      Addrinfo.new([Socket::AF_INET6].pack("S") + "\0" * 6 + @data.byteslice(0, 16) + [local ? scope : 0].pack("I"), :INET6, 0, 0)
    end

    def ipv6_pktinfo_ifindex
      check_ipv6_packet
      @data.unpack1("@16I")
    end

    def check_ipv6_packet
      return if @__level == Socket::IPPROTO_IPV6 && @__type == Socket::IPV6_PKTINFO && @data.bytesize == 20
      raise TypeError, "IPV6_PKTINFO ancillary data expected"
    end
    private :check_ipv6_packet

    # --- In words ---

    def inspect
      text = "#<#{self.class}:"
      family = Rutile::SocketNames::FAMILIES.name(@__family)
      text << (family ? " #{family}" : " family:#{@__family}")
      level = Rutile::SocketNames.levels(@__family).name(@__level)
      text << (level ? " #{level}" : " cmsg_level:#{@__level}")
      type = Rutile::SocketNames.controls(@__family, @__level)&.name(@__type)
      text << (type ? " #{type}" : " cmsg_type:#{@__type}")
      text << " #{words || @data.dump}>"
    end

    # The data in words, where its form is known.
    def words
      if @__level == Socket::SOL_SOCKET
        case @__type
        when Socket::SCM_RIGHTS then @data.unpack("i*").join(" ") if @data.bytesize % 4 == 0
        when Socket::SCM_CREDENTIALS then "pid=%d uid=%d gid=%d (ucred)" % @data.unpack("i3") if @data.bytesize == 12
        when Socket::SCM_TIMESTAMP then timestamp.strftime("%Y-%m-%d %H:%M:%S.%6N") if @data.bytesize == 16
        when Socket::SCM_TIMESTAMPNS then timestamp.strftime("%Y-%m-%d %H:%M:%S.%9N") if @data.bytesize == 16
        end
      elsif cmsg_named?(:IP, :PKTINFO, 12)
        own, interface, aim = ip_pktinfo
        "#{own.ip_address} #{interface_words(interface)} spec_dst:#{aim.ip_address}"
      elsif cmsg_named?(:IPV6, :PKTINFO, 20)
        "#{ipv6_pktinfo_addr.ip_address} #{interface_words(ipv6_pktinfo_ifindex)}"
      end
    end

    def interface_words(number)
      Primitive.names_interface(number) || "interface:#{number}"
    end

    def cmsg_named?(level, type, size)
      Rutile::SocketNames.ip?(@__family) && cmsg_is?(level, type) && @data.bytesize == size
    end
    private :words, :interface_words, :cmsg_named?
  end
end
