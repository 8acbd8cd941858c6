# IO: writing. What is written waits in the stream's buffer until it is full, flushed, or the
# stream keeps nothing.

class IO
  def write(*objects)
    primitive :io_write
    if (count = Primitive.io_take_texts(self, objects, false))
      __drain_text if count > 0
      return count
    end
    total = 0
    due = false
    objects.each do |object|
      text = __encoded(Rutile.text(object))
      next if Primitive.string_is_empty(text)
      __prepare_writing if total == 0
      due = true if Primitive.io_buffer(self, text)
      total += Primitive.io_text_size(text)
    end
    __drain_text if due
    total
  end

  # Text that was read ahead is given back, so that writing begins where reading stands.
  def __prepare_writing
    Primitive.io_check_writable(self)
    unread = Primitive.io_unread_size(self)
    return if unread == 0 || Primitive.io_mode(self) & DUPLEX_MODE != 0
    Primitive.io_forget_input(self) if Primitive.io_seek(self, -unread, SEEK_CUR) >= 0
  end

  # The text in the encoding of what is written.
  def __encoded(text)
    number = Primitive.io_external(self)
    return text if nil.equal?(number) || number == 0
    external = Rutile::ENCODINGS[number]
    return text if Primitive.identical(text.encoding, external) || (text.ascii_only? && external.ascii_compatible?)
    extras = Primitive.io_extras(self)
    conversion = extras && extras[:conversion]
    conversion ? text.encode(external, **conversion) : text.encode(external)
  end

  # Writes bytes as they are.
  def __write_bytes(bytes)
    __prepare_writing
    __drain_text if Primitive.io_buffer(self, bytes)
  end

  def <<(object)
    primitive :io_append
    write(object)
    self
  end

  def print(*objects)
    primitive :io_print
    Rutile.print_to(self, objects)
  end

  def puts(*objects)
    primitive :io_puts
    if Primitive.io_take_texts(self, objects, true)
      __drain_text
      return nil
    end
    Rutile.puts_to(self, objects)
  end

  def putc(object)
    Rutile.putc_to(self, object)
  end

  def printf(*arguments)
    raise ArgumentError, "too few arguments" if arguments.empty?
    write(Kernel.format(*arguments))
    nil
  end

  def flush
    Primitive.io_check_open(self)
    __drain
    self
  end

  # Writes out what waits. `function` is what a failure is told by.
  def __drain(function = "rb_sys_fail_on_write")
    return if Primitive.io_pending_output(self) == 0
    # Who watches threads sees that a write may take its time, as in CRuby, where others go on meanwhile.
    Rutile.wait_for_nothing if Primitive.threads_watched
    left = Primitive.io_drain(self)
    __drain_rest(left, function) if left != 0
  end

  # The same for what a stream does not keep: a scheduler's hook may do it.
  def __drain_text
    return __drain unless Rutile.scheduler_with(:io_write)
    __in_turn do
      left = __hooked_drain
      __drain_rest(left, "rb_sys_fail_on_write", true) if left != 0
    end
  end

  # Writes out what one attempt left. A stream that keeps nothing keeps no rest either, when
  # this ends early.
  def __drain_rest(left, function, hooked = false)
    while left != 0
      __again(left, WRITABLE, function, __path) if left < 0
      raise IOError, "stream closed in another thread" if Primitive.io_descriptor(self) == -1
      left = hooked ? __hooked_drain : Primitive.io_drain(self)
    end
  ensure
    if left != 0 && (Primitive.io_descriptor(self) != -1 && Primitive.io_mode(self) & SYNC_MODE != 0)
      Primitive.io_forget_output(self)
    end
  end

  def syswrite(object)
    text = Rutile.text(object)
    Primitive.io_check_writable(self)
    if Primitive.io_pending_output(self) > 0
      Rutile.warn_at(Primitive.caller_position(0), "syswrite for buffered IO")
    end
    while (count = __hooked_write(text) || Primitive.io_write_through(self, text)) < 0
      __again(count, WRITABLE, "rb_io_syswrite", __path)
    end
    count
  end

  def write_nonblock(object, exception: true)
    Rutile.check_exception_option(exception)
    text = Rutile.text(object)
    Primitive.io_check_writable(self)
    __drain
    count = Primitive.io_write_now(self, text)
    return count if count >= 0
    if count == -Errno::EAGAIN::Errno
      return :wait_writable if false.equal?(exception)
      raise EAGAINWaitWritable, "write would block"
    end
    Rutile.system_result(count, "io_write_nonblock", __path)
  end

  def pwrite(object, offset)
    text = Rutile.text(object)
    offset = Rutile.to_index(offset)
    Primitive.io_check_writable(self)
    __drain
    count = __hooked_pwrite(text, offset) || Rutile.blocking { Primitive.io_write_at(self, text, offset) }
    Rutile.system_result(count, "rb_io_pwrite", __path)
  end

  module WaitReadable
  end

  module WaitWritable
  end

  class EAGAINWaitReadable < Errno::EAGAIN
    include WaitReadable
  end

  class EAGAINWaitWritable < Errno::EAGAIN
    include WaitWritable
  end

  class EINPROGRESSWaitReadable < Errno::EINPROGRESS
    include WaitReadable
  end

  class EINPROGRESSWaitWritable < Errno::EINPROGRESS
    include WaitWritable
  end

  EWOULDBLOCKWaitReadable = EAGAINWaitReadable
  EWOULDBLOCKWaitWritable = EAGAINWaitWritable
end
