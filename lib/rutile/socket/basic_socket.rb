# BasicSocket: a descriptor of a socket, its ends and its options.

class BasicSocket < IO
  # Bits of a stream's mode: read and write, binary, nothing waits in the output.
  STREAM_MODE = 1 | 2 | 8 | 32
  private_constant :STREAM_MODE

  undef initialize

  @__do_not_reverse_lookup = true

  class << self
    def do_not_reverse_lookup
      BasicSocket.__do_not_reverse_lookup
    end

    def do_not_reverse_lookup=(value)
      BasicSocket.__do_not_reverse_lookup = value ? true : false
    end

    def for_fd(descriptor)
      descriptor = Rutile.to_int(descriptor)
      kind = Primitive.socket_option(descriptor, Socket::SOL_SOCKET, Socket::SO_TYPE, 4)
      raise Errno::EBADF, "fstat(2)" if kind == -Errno::EBADF::Errno
      raise Errno::ENOTSOCK, "not a socket file descriptor" if Primitive.is_fixnum(kind)
      allocate.__open_socket(descriptor)
    end

    def __do_not_reverse_lookup
      @__do_not_reverse_lookup
    end

    def __do_not_reverse_lookup=(value)
      @__do_not_reverse_lookup = value
    end
  end

  # Becomes the object of a socket's descriptor.
  def __open_socket(descriptor)
    Primitive.io_attach(self, descriptor, STREAM_MODE)
    Primitive.io_set_encodings(self, Encoding::BINARY.__number, nil)
    @__reverse_lookup = true unless BasicSocket.__do_not_reverse_lookup
    self
  end

  # A new descriptor, or the system's error in the words of `function`.
  def __create(family, type, protocol, function = "socket(2)")
    Rutile.socket_result(Rutile.with_descriptor { Primitive.socket_create(family, type, protocol) }, function)
  end

  def do_not_reverse_lookup
    Primitive.io_check_open(self)
    !@__reverse_lookup
  end

  def do_not_reverse_lookup=(value)
    Primitive.io_check_open(self)
    @__reverse_lookup = !value
    value
  end

  # --- The two ends ---

  def getsockname
    Rutile.socket_result(Primitive.socket_local_address(__descriptor), "getsockname(2)")
  end

  def getpeername
    Rutile.socket_result(Primitive.socket_peer_address(__descriptor), "getpeername(2)")
  end

  def local_address
    __addrinfo(getsockname)
  end

  def remote_address
    __addrinfo(getpeername)
  end

  # The Addrinfo of an address that this socket has told of.
  def __addrinfo(address)
    Addrinfo.new(address, Rutile::SocketAddress.family(address), __type, 0)
  end

  def __family
    Rutile::SocketAddress.family(getsockname)
  end

  def __type
    Rutile.socket_result(Primitive.socket_option(__descriptor, Socket::SOL_SOCKET, Socket::SO_TYPE, 4), "getsockopt(SO_TYPE)").unpack1("i")
  end

  # Who is at the other end; of sockets on this machine only.
  def getpeereid
    if Rutile::SocketNames.ip?(__family)
      raise NoMethodError.new("undefined method 'getpeereid' for an instance of #{self.class}", :getpeereid, [], receiver: self)
    end
    credentials = Primitive.socket_option(__descriptor, Socket::SOL_SOCKET, Socket::SO_PEERCRED, 12)
    Rutile.socket_result(credentials, "getsockopt(SO_PEERCRED)").unpack("@4ii")
  end

  # --- Options ---

  def setsockopt(level, name = (single = true; nil), value = (missing = true; nil))
    if single
      option = level
      unless Primitive.is_a(option, Socket::Option)
        raise ArgumentError, "wrong number of arguments (given 1, expected 3)" unless Rutile.responds?(option, :level)
      end
      level, name, value = option.level, option.optname, option.data
    elsif missing
      raise ArgumentError, "wrong number of arguments (given 2, expected 3)"
    end
    family = __family
    level = Rutile::SocketNames.levels(family).number(level)
    name = Rutile::SocketNames.option(family, level, name)
    bytes = Rutile.option_bytes(value)
    result = Primitive.socket_set_option(__descriptor, level, name, bytes)
    Rutile.socket_result(result, __told("setsockopt(2)"))
    0
  end

  def getsockopt(level, name)
    family = __family
    level = Rutile::SocketNames.levels(family).number(level)
    name = Rutile::SocketNames.option(family, level, name)
    value = Primitive.socket_option(__descriptor, level, name, 256)
    Socket::Option.new(family, level, name, Rutile.socket_result(value, __told("getsockopt(2)")))
  end

  # A call in the words of an error: with the path of the socket, where it has one.
  def __told(function)
    path = Primitive.io_path(self)
    path ? "#{function} for #{path}" : function
  end

  # --- Closing ---

  def shutdown(how = Socket::SHUT_RDWR)
    how = Rutile::SocketNames::SHUTDOWNS.number(how)
    unless how.between?(Socket::SHUT_RD, Socket::SHUT_RDWR)
      raise ArgumentError, "`how' should be either :SHUT_RD, :SHUT_WR, :SHUT_RDWR"
    end
    Rutile.socket_result(Primitive.socket_shut_down(__descriptor, how), "shutdown(2)")
    0
  end

  def close_read
    Primitive.io_check_open(self)
    Primitive.socket_shut_down(__descriptor, Socket::SHUT_RD)
    return close if Primitive.io_mode(self) & 2 == 0
    Primitive.io_change_mode(self, 0, 1)
    nil
  end

  def close_write
    Primitive.io_check_open(self)
    return nil if Primitive.io_mode(self) & 2 == 0
    __drain
    Primitive.socket_shut_down(__descriptor, Socket::SHUT_WR)
    return close if Primitive.io_mode(self) & 1 == 0
    Primitive.io_change_mode(self, 0, 2)
    nil
  end
end

module Rutile
  # The answer of a native of sockets; the error's number, negated, is raised.
  def self.socket_result(result, function)
    return result unless Primitive.is_fixnum(result) && result < 0
    raise SystemCallError.new(function, -result)
  end

  # The value of an option as the system takes it.
  def self.option_bytes(value)
    case value
    when Integer then [value].pack("i")
    when true then [1].pack("i")
    when false then [0].pack("i")
    else to_str(value)
    end
  end
end
