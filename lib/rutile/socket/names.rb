# From names to the system's numbers (`:INET`, "SO_KEEPALIVE") and back.

module Rutile
  # One group of constants: those of a prefix, which may be left out of a name.
  class SocketNames
    # Where several names have one number, these are said.
    PREFERRED = %i[AF_UNIX AF_ROUTE PF_UNIX PF_ROUTE IPPROTO_IP IP_TOS IP_TTL].freeze

    # `complaint`: how an unknown name is refused.
    def initialize(prefixes, complaint)
      @complaint = complaint
      @numbers = {}
      @names = {}
      prefixes.each { |prefix| collect(prefix) }
    end

    def collect(prefix)
      Socket::Constants.constants.each do |constant|
        next unless constant.start_with?(prefix)
        number = Socket::Constants.const_get(constant)
        short = constant.name.delete_prefix(prefix.start_with?("SOL_") ? "SOL_" : prefix)
        @numbers[constant.name] = @numbers[short] = number
        @names[number] = short if !@names.key?(number) || PREFERRED.include?(constant)
      end
    end

    # The number that is meant; names are Symbols or Strings.
    def number(object, complaint = @complaint)
      return object if Primitive.is_fixnum(object)
      name = Primitive.is_a(object, Symbol) ? object.name : Rutile.try_convert(object, String, "String", :to_str)
      return Rutile.to_int(object) if nil.equal?(name)
      @numbers.fetch(name) { raise SocketError, "#{complaint}: #{name}" }
    end

    # The name, without its prefix; nil where none is known.
    def name(number)
      @names[number]
    end

    def named?(name)
      @numbers.key?(name)
    end

    FAMILIES = new(["AF_", "PF_"], "unknown socket domain")
    PROTOCOL_FAMILIES = new(["PF_"], "unknown socket domain")
    TYPES = new(["SOCK_"], "unknown socket type")
    PROTOCOLS = new(["IPPROTO_"], "unknown protocol")
    IP_LEVELS = new(["SOL_SOCKET", "IPPROTO_"], "unknown protocol level")
    OTHER_LEVELS = new(["SOL_SOCKET"], "unknown protocol level")
    SHUTDOWNS = new(["SHUT_"], "unknown shutdown argument")
    SOCKET_OPTIONS = new(["SO_"], "unknown socket level option name")
    CONTROLS = new(["SCM_"], "unknown UNIX control message")
    IP_OPTIONS = {
      Socket::IPPROTO_IP => new(["IP_"], "unknown IP level option name"),
      Socket::IPPROTO_IPV6 => new(["IPV6_"], "unknown IPv6 level option name"),
      Socket::IPPROTO_TCP => new(["TCP_"], "unknown TCP level option name"),
      Socket::IPPROTO_UDP => new(["UDP_"], "unknown UDP level option name"),
    }.freeze
    INTERFACE_FLAGS = new(["IFF_"], "unknown interface flag")

    # --- What depends on the family and the level ---

    def self.ip?(family)
      family == Socket::AF_INET || family == Socket::AF_INET6
    end

    def self.levels(family)
      ip?(family) ? IP_LEVELS : OTHER_LEVELS
    end

    # The options of a level; nil where they have numbers only.
    def self.options(family, level)
      return SOCKET_OPTIONS if level == Socket::SOL_SOCKET
      ip?(family) ? IP_OPTIONS[level] : nil
    end

    def self.option(family, level, object)
      names = options(family, level)
      names ? names.number(object) : Rutile.to_int(object)
    end

    # The types of control data of a level.
    def self.controls(family, level)
      return CONTROLS if level == Socket::SOL_SOCKET
      ip?(family) ? IP_OPTIONS[level] : nil
    end

    CONTROL_COMPLAINTS = {
      Socket::SOL_SOCKET => "unknown UNIX control message",
      Socket::IPPROTO_IP => "unknown IP control message",
      Socket::IPPROTO_IPV6 => "unknown IPv6 control message",
      Socket::IPPROTO_TCP => "unknown TCP control message",
      Socket::IPPROTO_UDP => "unknown UDP control message",
    }.freeze

    def self.control(family, level, object)
      names = controls(family, level)
      names ? names.number(object, CONTROL_COMPLAINTS[level]) : Rutile.to_int(object)
    end
  end
end
