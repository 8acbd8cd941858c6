# IO::Buffer: reading and writing a descriptor, past the stream's own buffers.
#
# An error is answered as its number negated: these are the tools that schedulers of fibers are
# made of. Where the running fiber honours a scheduler, its hook does it.

class IO
  class Buffer
    def read(io, length = nil, offset = nil)
      length, offset = __amount(length, offset)
      scheduler = Rutile.scheduler_with(:io_read)
      return scheduler.io_read(io, self, length, offset) if scheduler
      __transfer(io, length, offset, false) { |descriptor, place, waits| Primitive.buffer_read(self, place, descriptor, waits) }
    end

    def write(io, length = nil, offset = nil)
      length, offset = __amount(length, offset)
      scheduler = Rutile.scheduler_with(:io_write)
      return scheduler.io_write(io, self, length, offset) if scheduler
      __transfer(io, length, offset, true) { |descriptor, place, waits| Primitive.buffer_write(self, place, descriptor, waits) }
    end

    def pread(io, from, length = nil, offset = nil)
      from = Rutile.to_index(from)
      return -Errno::EINVAL::Errno unless Primitive.is_fixnum(from)
      length, offset = __amount(length, offset)
      scheduler = Rutile.scheduler_with(:io_pread)
      return scheduler.io_pread(io, self, from, length, offset) if scheduler
      __transfer(io, length, offset, false) do |descriptor, place|
        Primitive.buffer_read_at(self, place, descriptor, from + place - offset)
      end
    end

    def pwrite(io, to, length = nil, offset = nil)
      to = Rutile.to_index(to)
      return -Errno::EINVAL::Errno unless Primitive.is_fixnum(to)
      length, offset = __amount(length, offset)
      scheduler = Rutile.scheduler_with(:io_pwrite)
      return scheduler.io_pwrite(io, self, to, length, offset) if scheduler
      __transfer(io, length, offset, true) do |descriptor, place|
        Primitive.buffer_write_at(self, place, descriptor, to + place - offset)
      end
    end

    def __amount(length, offset)
      offset, length = __range(offset, length)
      return length, offset
    end

    # Calls the block until at least `length` bytes have moved, once where it is 0: how many, or an error's
    # number negated. Nobody takes the memory away meanwhile.
    def __transfer(io, length, offset, writes, &call)
      __check_range(offset, length)
      descriptor = Buffer.__descriptor(io, writes)
      writes ? __check_readable : __check_writable
      return 0 if size == offset
      return __moved(io, descriptor, length, offset, writes, &call) if locked?
      __locked { __moved(io, descriptor, length, offset, writes, &call) }
    end

    def __moved(io, descriptor, length, offset, writes)
      waits = Primitive.descriptor_waits(descriptor, Primitive.is_a(io, IO) && io.path)
      total = 0
      while true
        count = yield descriptor, offset + total, waits
        __refuse(!writes) unless count
        if count > 0
          total += count
          return total if total >= length || offset + total >= size
        elsif count == 0
          return total
        elsif count == -Errno::EINPROGRESS::Errno
          Rutile.await_work
        elsif count == -Errno::EAGAIN::Errno && waits && Primitive.is_a(io, IO)
          io.__wait_for(writes ? WRITABLE : READABLE, nil)
        elsif count != -Errno::EINTR::Errno
          return count
        end
      end
    end
  end
end
