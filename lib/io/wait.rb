# The bytes that can be read from a stream without waiting. Waiting itself is part of IO.

class IO
  def nread
    buffered = Primitive.io_unread_size(self)
    return buffered if buffered > 0
    count = Primitive.console_unread(__descriptor)
    raise Rutile.system_error(-count) if count < 0
    count
  end

  def ready?
    wait_readable(0)
  end
end
