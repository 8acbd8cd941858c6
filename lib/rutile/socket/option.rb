# Socket::Option: an option of a socket with its value, as bytes.

class Socket < BasicSocket
  class Option
    attr_reader :data
    alias to_s data

    def initialize(family, level, name, data)
      @__family = Rutile::SocketNames::FAMILIES.number(family)
      @__level = Rutile::SocketNames.levels(@__family).number(level)
      @__name = Rutile::SocketNames.option(@__family, @__level, name)
      @data = Rutile.to_str(data)
      self
    end

    def family
      @__family
    end

    def level
      @__level
    end

    def optname
      @__name
    end

    def unpack(template)
      @data.unpack(template)
    end

    # --- Values of a kind ---

    def self.int(family, level, name, value)
      new(family, level, name, [Rutile.to_int(value)].pack("i"))
    end

    def self.bool(family, level, name, value)
      new(family, level, name, [value ? 1 : 0].pack("i"))
    end

    def self.byte(family, level, name, value)
      new(family, level, name, [Rutile.to_int(value)].pack("C"))
    end

    def self.linger(on, seconds)
      on = Primitive.is_a(on, Integer) ? on : (on ? 1 : 0)
      new(:UNSPEC, :SOCKET, :LINGER, [on, Rutile.to_int(seconds)].pack("ii"))
    end

    def self.ipv4_multicast_ttl(value)
      int(:INET, :IP, :MULTICAST_TTL, value)
    end

    def self.ipv4_multicast_loop(value)
      int(:INET, :IP, :MULTICAST_LOOP, value)
    end

    def int
      check_size("int", 4)
      @data.unpack1("i")
    end

    def bool
      unless [1, 4].include?(@data.bytesize)
        raise TypeError, "size differ.  expected as sizeof(int)=4 but #{@data.bytesize}"
      end
      @data.bytesize == 1 ? @data.getbyte(0) != 0 : int != 0
    end

    def byte
      check_size("char", 1)
      @data.unpack1("C")
    end

    def linger
      unless @__level == Socket::SOL_SOCKET && @__name == Socket::SO_LINGER
        raise TypeError, "linger socket option expected"
      end
      check_size("struct linger", 8)
      on, seconds = @data.unpack("ii")
      [on == 0 ? false : on == 1 ? true : on, seconds]
    end

    def ipv4_multicast_ttl
      multicast_number(Socket::IP_MULTICAST_TTL, "ipv4_multicast_ttl")
    end

    def ipv4_multicast_loop
      multicast_number(Socket::IP_MULTICAST_LOOP, "ipv4_multicast_loop")
    end

    private

    def multicast_number(name, words)
      unless @__family == Socket::AF_INET && @__level == Socket::IPPROTO_IP && @__name == name
        raise TypeError, "#{words} socket option expected"
      end
      int
    end

    def check_size(type, size)
      return if @data.bytesize == size
      raise TypeError, "size differ.  expected as sizeof(#{type})=#{size} but #{@data.bytesize}"
    end
  end
end
