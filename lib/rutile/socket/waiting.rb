# Where a program waits for a socket.
#
# An attempt is a native that does not wait. One that would have to answers WOULD_WAIT; here the
# thread parks until the descriptor is ready (`__wait_for`, see core/io/waiting.rb) and tries again.
# Everything of sockets that blocks goes through these few methods.

class BasicSocket < IO
  WOULD_WAIT = -Errno::EAGAIN::Errno
  IN_PROGRESS = -Errno::EINPROGRESS::Errno
  private_constant :WOULD_WAIT, :IN_PROGRESS

  # The answer of the first attempt that does not have to wait for input.
  def __when_readable
    while (answer = yield) == WOULD_WAIT
      __await(READABLE)
    end
    answer
  end

  # The same, for room to send.
  def __when_writable
    while (answer = yield) == WOULD_WAIT
      __await(WRITABLE)
    end
    # Who is sent to may be a thread of this process, and the room for what nobody has read is small: others go first.
    Primitive.thread_pass
    answer
  end

  # Waits as long as the stream's timeout allows.
  def __await(event)
    return if __wait_for(event, timeout)
    raise IO::TimeoutError, "Timed out waiting for IO to become #{event == READABLE ? "readable" : "writable"}!"
  end

  # Connects and waits until that is done, for so many seconds; 0, or an error's number negated.
  def __connect_to(address, seconds = timeout)
    result = Primitive.socket_connect(__descriptor, address)
    return result unless result == IN_PROGRESS
    raise IO::TimeoutError, "Connect timed out!" unless __wait_for(WRITABLE, seconds)
    error = Primitive.socket_option(__descriptor, Socket::SOL_SOCKET, Socket::SO_ERROR, 4)
    Primitive.is_fixnum(error) ? error : -error.unpack1("i")
  end
end
