# Ruby's half of the C API: IO::Buffers, beyond their methods.

module Rutile
  module CExtensions
    class << self
      def empty_buffer = Primitive.class_allocate(::IO::Buffer)
      def map_buffer(io, size, offset, flags) = ::IO::Buffer.map(io, size, offset, flags)

      def fresh_buffer(size, flags)
        buffer = empty_buffer
        return buffer if size == 0
        result = Primitive.buffer_allocate(buffer, size, flags)
        raise ::IO::Buffer::AllocationError, "Could not allocate buffer!" unless result
        raise ::SystemCallError.new("io_buffer_map_memory:mmap", -result) unless result == true
        buffer
      end

      def lock_buffer(buffer)
        raise ::IO::Buffer::LockedError, "Buffer already locked!" if buffer.locked?
        Primitive.buffer_set_flags(buffer, Primitive.buffer_flags(buffer) | ::IO::Buffer::LOCKED)
        buffer
      end

      def unlock_buffer(buffer)
        raise ::IO::Buffer::LockedError, "Buffer not locked!" unless buffer.locked?
        Primitive.buffer_set_flags(buffer, Primitive.buffer_flags(buffer) & ~::IO::Buffer::LOCKED)
        buffer
      end

      # Says why the memory of a buffer can't be used. One that has none can, for nothing.
      def refuse_buffer(buffer, writing)
        raise ::IO::Buffer::AccessError, "Buffer is not writable!" if writing && buffer.readonly?
        raise ::IO::Buffer::InvalidatedError, writing ? "Buffer is invalid!" : "Buffer has been invalidated!" unless buffer.valid?
      end
    end
  end
end
