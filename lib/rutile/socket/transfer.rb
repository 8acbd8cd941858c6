# BasicSocket: sending and receiving, with and without waiting.

class BasicSocket < IO
  def send(message, flags, destination = nil)
    message = Rutile.to_str(message)
    flags = Rutile.to_int(flags)
    address = nil.equal?(destination) ? nil : Rutile::SocketAddress.of(destination)
    function = address ? "sendto(2)" : "send(2)"
    Rutile.socket_result(__when_writable { Primitive.socket_send(__descriptor, message, flags, address) }, function)
  end

  def recv(length, flags = 0, buffer = nil)
    text, = __receive(length, flags, buffer) { |attempt| __when_readable(&attempt) }
    text
  end

  # The text and its sender's address; nil at the end of a stream. The block makes the attempts.
  def __receive(length, flags, buffer)
    length = Rutile.to_int(length)
    flags = Rutile.to_int(flags)
    raise ArgumentError, "negative string size (or size too big)" if length < 0
    text = Rutile.output_buffer(buffer)
    raise IOError, "recv for buffered IO" if Primitive.io_unread_size(self) > 0
    text = text ? text.clear : Primitive.string_with_capacity(length > 65536 ? 65536 : length, 0)
    address = yield -> { Primitive.socket_receive(__descriptor, text, length, flags) }
    return address if Primitive.is_a(address, Symbol)
    Rutile.socket_result(address, "recvfrom(2)")
    return nil if text.empty? && length > 0 && __type != Socket::SOCK_DGRAM
    [text, address]
  end

  # One attempt: `:wait_readable`, or the exception, where it would wait.
  def __receive_now(length, flags, buffer, exception)
    __receive(length, flags, buffer) do |attempt|
      answer = attempt.call
      answer == WOULD_WAIT ? __would_wait(exception, "recvfrom(2) would block") : answer
    end
  end

  def __would_wait(exception, words)
    return :wait_readable if false.equal?(exception)
    raise IO::EAGAINWaitReadable, words
  end

  # Named once more by a string: the library's other half cannot call what is written `__name` here.
  alias_method "__recv_nonblock", def __recv_nonblock(length, flags, buffer, exception)
    received = __receive_now(length, flags, buffer, exception)
    Primitive.is_a(received, Array) ? received[0] : received
  end

  # As IO#read_nonblock, but whether the descriptor waits stays as it is.
  alias_method "__read_nonblock", def __read_nonblock(length, buffer, exception)
    length = Rutile.read_length(length)
    __read_some(length, Rutile.output_buffer(buffer)) do |text|
      answer = Primitive.socket_receive(__descriptor, text, length, 0)
      return __would_wait(exception, "read would block") if answer == WOULD_WAIT
      return nil if false.equal?(exception) && text.empty? && !Primitive.is_fixnum(answer)
      Primitive.is_fixnum(answer) ? answer : text.bytesize
    end
  end

  alias_method "__write_nonblock", def __write_nonblock(object, exception)
    text = Rutile.text(object)
    Primitive.io_check_writable(self)
    __drain
    count = Primitive.socket_send(__descriptor, text, 0, nil)
    if count == WOULD_WAIT
      return :wait_writable if false.equal?(exception)
      raise IO::EAGAINWaitWritable, "write would block"
    end
    Rutile.system_result(count)
  end
  private :__recv_nonblock, :__read_nonblock, :__write_nonblock

  # --- Accepting ---

  # The descriptor of a connection that came in, and the other end's address.
  def __accept_connection
    Rutile.socket_result(__when_readable { Rutile.with_descriptor { Primitive.socket_accept(__descriptor) } }, "accept(2)")
  end

  # The same without waiting.
  def __accept_now(exception)
    accepted = Rutile.with_descriptor { Primitive.socket_accept(__descriptor) }
    return __would_wait(exception, "accept(2) would block") if accepted == WOULD_WAIT
    Rutile.socket_result(accepted, "accept(2)")
  end

  def __listen(backlog)
    # The conversion may close the socket.
    backlog = Rutile.to_int(backlog)
    Rutile.socket_result(Primitive.socket_listen(__descriptor, backlog), "listen(2)")
    0
  end
end
