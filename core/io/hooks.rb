# IO: where a scheduler of fibers reads and writes in place of the system.
#
# Each answers as the native does whose place it takes (how much moved, or an error's number negated), and nil where
# the running fiber honours no scheduler with that hook. A hook is lent a buffer while it runs, and no longer.

class IO
  # How much is read ahead at once by a hook.
  HOOKED_FILL = 8192
  private_constant :HOOKED_FILL

  def __hooked_fill
    scheduler = Rutile.scheduler_with(:io_read)
    return nil unless scheduler
    Primitive.io_check_readable(self)
    bytes = Rutile.lent_for_reading(HOOKED_FILL) { |buffer| scheduler.io_read(self, buffer, 0, 0) }
    return bytes if Primitive.is_a(bytes, Integer)
    Primitive.io_receive(self, bytes)
    bytes.bytesize
  end

  # Appends to the text what a hook reads.
  def __hooked_read(text, count)
    scheduler = Rutile.scheduler_with(:io_read)
    return nil unless scheduler
    __append_read(text, Rutile.lent_for_reading(count) { |buffer| scheduler.io_read(self, buffer, 0, 0) })
  end

  def __hooked_pread(text, count, offset)
    scheduler = Rutile.scheduler_with(:io_pread)
    return nil unless scheduler
    __append_read(text, Rutile.lent_for_reading(count) { |buffer| scheduler.io_pread(self, buffer, offset, 0, 0) })
  end

  def __append_read(text, bytes)
    return bytes if Primitive.is_a(bytes, Integer)
    text.append_as_bytes(bytes)
    bytes.bytesize
  end

  # Writes of the output what a hook takes: how much is left. The hook may write to the stream itself, so that
  # what it was given does not wait there meanwhile.
  def __hooked_drain
    text = Primitive.io_take_output(self)
    return 0 if text.empty?
    count = __hooked_write(text)
    count = Primitive.io_write_through(self, text) if nil.equal?(count)
    left = count < 0 ? text : text.byteslice(count..)
    Primitive.io_return_output(self, left) if left
    count < 0 ? count : Primitive.io_pending_output(self)
  end

  # While a hook writes, the stream's other fibers wait for their turn.
  def __in_turn(&block)
    extras = Primitive.io_extras(self)
    lock = extras && extras[:turn]
    __set_extra(:turn, lock = Thread::Mutex.new) unless lock
    lock.owned? ? yield : lock.synchronize(&block)
  end

  def __hooked_write(text)
    scheduler = Rutile.scheduler_with(:io_write)
    scheduler && Rutile.lent_for_writing(text) { |buffer| scheduler.io_write(self, buffer, 0, 0) }
  end

  def __hooked_pwrite(text, offset)
    scheduler = Rutile.scheduler_with(:io_pwrite)
    scheduler && Rutile.lent_for_writing(text) { |buffer| scheduler.io_pwrite(self, buffer, offset, 0, 0) }
  end
end

module Rutile
  # The count that the block reads into a buffer of that size, or an error's number negated.
  def self.lent_for_reading(size)
    buffer = IO::Buffer.__lend_fresh(size)
    count = to_int(yield buffer)
    count < 0 ? count : Primitive.buffer_string(buffer, 0, count > size ? size : count)
  ensure
    Primitive.buffer_free(buffer)
  end

  # How much the block writes of a buffer with that text, or an error's number negated.
  def self.lent_for_writing(text)
    buffer = IO::Buffer.__lend_copy(text)
    to_int(yield buffer)
  ensure
    Primitive.buffer_free(buffer)
  end
end
