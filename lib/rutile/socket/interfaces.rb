# Socket: the machine's interfaces and their addresses.

class Socket < BasicSocket
  # An address of an interface.
  class Ifaddr
    attr_reader :name, :flags, :ifindex, :addr, :netmask

    def self.allocate
      raise TypeError, "allocator undefined for #{self}"
    end

    class << self
      undef new
    end

    def __fill(name, flags, index, address, mask, other)
      @name = name
      @flags = flags
      @ifindex = index
      @addr = info(address)
      @netmask = info(mask)
      @__other = info(other)
      self
    end

    def broadaddr
      @flags & Socket::IFF_BROADCAST != 0 ? @__other : nil
    end

    def dstaddr
      @flags & Socket::IFF_POINTOPOINT != 0 ? @__other : nil
    end

    def inspect
      text = "#<#{self.class} #{@name} #{words_of_flags}"
      text << " #{@addr.inspect_sockaddr}" if @addr
      text << " netmask=#{@netmask.inspect_sockaddr}" if @netmask
      text << " broadcast=#{broadaddr.inspect_sockaddr}" if broadaddr
      text << " dstaddr=#{dstaddr.inspect_sockaddr}" if dstaddr
      text << ">"
    end

    private

    def info(address)
      address && Addrinfo.new(address, nil, 0, 0)
    end

    # The known flags by name, and the rest as a number.
    def words_of_flags
      words = []
      rest = @flags
      bit = 1
      while bit <= rest && bit < 0x10000
        name = @flags & bit != 0 ? Rutile::SocketNames::INTERFACE_FLAGS.name(bit) : nil
        if name
          words << name
          rest &= ~bit
        end
        bit <<= 1
      end
      words << "0x%x" % rest if rest != 0
      words.empty? ? "0" : words.join(",")
    end

  end

  def self.getifaddrs
    interfaces = Rutile.socket_result(Primitive.names_interfaces, "getifaddrs")
    interfaces.map { |fields| Primitive.class_allocate(Ifaddr).__fill(*fields) }
  end

  def self.ip_address_list
    getifaddrs.map(&:addr).select { |address| address&.ip? }
  end
end
