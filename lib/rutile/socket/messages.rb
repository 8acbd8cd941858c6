# BasicSocket: messages with control data.

class BasicSocket < IO
  # The size of a message, at most, where none is given.
  MESSAGE_SIZE = 4096
  private_constant :MESSAGE_SIZE

  # Named once more by a string: the library's other half cannot call what is written `__name` here.
  alias_method "__sendmsg", def __sendmsg(message, flags, destination, controls)
    attempt = __message_attempt(message, flags, destination, controls)
    Rutile.socket_result(__when_writable(&attempt), "sendmsg(2)")
  end

  alias_method "__sendmsg_nonblock", def __sendmsg_nonblock(message, flags, destination, controls, exception)
    count = __message_attempt(message, flags, destination, controls).call
    if count == WOULD_WAIT
      return :wait_writable if false.equal?(exception)
      raise IO::EAGAINWaitWritable, "sendmsg(2) would block"
    end
    Rutile.socket_result(count, "sendmsg(2)")
  end

  def __message_attempt(message, flags, destination, controls)
    message = Rutile.to_str(message)
    flags = nil.equal?(flags) ? 0 : Rutile.to_int(flags)
    address = nil.equal?(destination) ? nil : Rutile::SocketAddress.of(destination)
    family = __family
    pieces = controls.map { |control| __ancillary_piece(family, control) }
    -> { Primitive.socket_send_message(__descriptor, message, flags, address, pieces) }
  end

  def __ancillary_piece(family, control)
    fields = Rutile.try_array(control)
    if fields && fields.size != 3
      raise ArgumentError, "an element of controls should be 3-elements array"
    end
    level, type, data = fields || [control.level, control.type, control.data]
    level = Rutile::SocketNames.levels(family).number(level)
    [level, Rutile::SocketNames.control(family, level, type), Rutile.to_str(data)]
  end

  alias_method "__recvmsg", def __recvmsg(size, flags, control_size, rights)
    message = __receive_message(size, flags, control_size) { |attempt| __when_readable(&attempt) }
    __message(message, rights)
  end

  alias_method "__recvmsg_nonblock", def __recvmsg_nonblock(size, flags, control_size, rights, exception)
    message = __receive_message(size, flags, control_size, &:call)
    return __would_wait(exception, "recvmsg(2) would block") if message == WOULD_WAIT
    __message(message, rights)
  end
  private :__sendmsg, :__sendmsg_nonblock, :__recvmsg, :__recvmsg_nonblock

  # The answer of the native. A datagram whose size nobody knows is looked at until there is room for all of it.
  def __receive_message(size, flags, control_size)
    raise IOError, "recvmsg for buffered IO" if Primitive.io_unread_size(self) > 0
    flags = nil.equal?(flags) ? 0 : Rutile.to_int(flags)
    grows = nil.equal?(size) && __type != Socket::SOCK_STREAM
    size = nil.equal?(size) ? MESSAGE_SIZE : Rutile.to_int(size)
    control_size = nil.equal?(control_size) ? MESSAGE_SIZE : Rutile.to_int(control_size)
    raise ArgumentError, "negative string size (or size too big)" if size < 0 || control_size < 0
    while grows
      seen = yield -> { Primitive.socket_receive_message(__descriptor, size, flags | Socket::MSG_PEEK, 0) }
      return seen unless Primitive.is_a(seen, Array)
      grows = seen[2] & Socket::MSG_TRUNC != 0
      size *= 2 if grows
    end
    yield -> { Primitive.socket_receive_message(__descriptor, size, flags, control_size) }
  end

  # Text, sender, flags and control data, as a program gets them; nil at the end of a stream.
  def __message(message, rights)
    Rutile.socket_result(message, "recvmsg(2)")
    text, address, flags, pieces = message
    return nil if text.empty? && pieces.empty? && __type == Socket::SOCK_STREAM
    family = __family
    controls = pieces.map { |level, type, data| __ancillary(family, level, type, data, rights) }
    [text, __addrinfo(address), flags, *controls]
  end

  # Control data; descriptors that came with it become IOs, or are closed if nobody asked for them.
  def __ancillary(family, level, type, data, rights)
    control = Socket::AncillaryData.new(family, level, type, data)
    if level == Socket::SOL_SOCKET && type == Socket::SCM_RIGHTS
      descriptors = data.unpack("i*")
      if rights
        control.__rights = descriptors.map { |descriptor| Rutile.io_of_descriptor(descriptor) }
      else
        descriptors.each { |descriptor| Primitive.io_close_descriptor(descriptor) }
      end
    end
    control
  end
end

module Rutile
  # The object for a descriptor that came from elsewhere: a Socket or an IO.
  def self.io_of_descriptor(descriptor)
    kind = Primitive.socket_option(descriptor, Socket::SOL_SOCKET, Socket::SO_TYPE, 4)
    Primitive.is_fixnum(kind) ? IO.for_fd(descriptor) : Socket.for_fd(descriptor)
  end
end
