# IO::Buffer: a piece of memory that programs read, write and hand to the system as it is.
#
# The memory of a buffer, and how it is kept, stands in io_buffer.rs. Natives are told ranges that
# were checked here; one that can't use the memory answers false, and `__refuse` finds out why. Here is how
# buffers are made, and what they are; their bytes are in io_buffer_data, input and output in io_buffer_transfer.

class IO
  class Buffer
    include Comparable
    Primitive.buffer_instances(self)

    class LockedError < RuntimeError
    end

    class AllocationError < RuntimeError
    end

    class AccessError < RuntimeError
    end

    class InvalidatedError < RuntimeError
    end

    class MaskError < ArgumentError
    end

    PAGE_SIZE = Primitive.memory_page_bytes
    DEFAULT_SIZE = 65536

    EXTERNAL = 1
    INTERNAL = 2
    MAPPED = 4
    SHARED = 8
    LOCKED = 32
    PRIVATE = 64
    READONLY = 128
    FILE = 256
    private_constant :FILE

    LITTLE_ENDIAN = 4
    BIG_ENDIAN = 8
    HOST_ENDIAN = 4
    NETWORK_ENDIAN = 8

    ASKABLE = EXTERNAL | INTERNAL | MAPPED | SHARED | LOCKED | PRIVATE | READONLY
    private_constant :ASKABLE

    @warned = false

    class << self
      # Without a block a view of the string, or of a copy of one that may change; with a block one that
      # changes the string, which nobody else may change meanwhile.
      def for(string)
        string = Rutile.to_str(string)
        unless block_given?
          string = String.new(string).freeze unless string.frozen?
          return Primitive.buffer_borrow(Primitive.class_allocate(self), string, READONLY)
        end
        __lend(string) { |buffer| yield buffer }
      end

      def string(length)
        length = Rutile.to_index(length)
        raise ArgumentError, "negative string size (or size too big)" if length < 0
        raise LocalJumpError, "no block given" unless block_given?
        string = ("\0" * length).force_encoding(Encoding::BINARY)
        __lend(string) { |buffer| yield buffer }
        string
      end

      def map(file, size = nil, offset = 0, flags = 0)
        __warn_experimental
        descriptor = __descriptor(file, false)
        if nil.equal?(size)
          file.flush # what was written counts
          size = Primitive.descriptor_size(descriptor)
        else
          size = __whole(size, "Size")
        end
        offset = Rutile.to_int(offset)
        flags = __flags(flags)
        buffer = Primitive.class_allocate(self)
        raise AllocationError, "Could not allocate buffer!" unless Primitive.is_fixnum(size) && Primitive.is_fixnum(offset)
        result = Primitive.buffer_map(buffer, descriptor, size, offset, flags)
        raise SystemCallError.new("io_buffer_map_file:mmap", -result) if result < 0
        buffer
      end

      def size_of(types)
        return types.sum { |type| __type_size(type) } if Primitive.is_a(types, Array)
        __type_size(types)
      end

      def __type_size(type)
        unless Primitive.is_a(type, Symbol)
          raise TypeError, "wrong argument type #{Rutile.describe(type)} (expected Symbol)"
        end
        Primitive.buffer_type_size(type) || raise(ArgumentError, "Invalid type name!")
      end

      # A number that says where or how much.
      def __whole(object, name)
        raise TypeError, "not an Integer" unless Primitive.is_a(object, Integer)
        raise ArgumentError, "#{name} can't be negative!" if object < 0
        raise RangeError, "bignum too big to convert into 'unsigned long long'" if object >= 1 << 64
        object
      end

      def __flags(object)
        flags = __whole(object, "Flags")
        raise RangeError, "integer #{flags} too big to convert to 'unsigned int'" if flags >= 1 << 32
        flags & ASKABLE
      end

      # How memory of that size is kept where nobody says.
      def __flags_for(size)
        size >= PAGE_SIZE ? MAPPED : INTERNAL
      end

      # The descriptor of an IO, or of what has one.
      def __descriptor(object, writes)
        return Primitive.buffer_descriptor(object, writes) if Primitive.is_a(object, IO)
        unless object.respond_to?(:fileno)
          raise TypeError, "expected IO or #fileno, #{Primitive.class_of(object)} given"
        end
        Rutile.to_small_int(object.fileno)
      end

      def __lend(string)
        begin
          flags = string.frozen? ? READONLY : 0
          Primitive.check_frozen(string) if flags == 0
          buffer = Primitive.buffer_borrow(Primitive.class_allocate(self), string, flags)
          raise "temporal locking already locked string" unless Primitive.string_lock(string)
          yield buffer
        ensure
          Primitive.buffer_free(buffer) if buffer
          raise "temporal unlocking already unlocked string" unless Primitive.string_unlock(string)
        end
      end

      # A buffer that somebody may use for as long as it is not taken back.
      def __lend_fresh(size)
        buffer = Primitive.class_allocate(self)
        raise AllocationError, "Could not allocate buffer!" unless Primitive.buffer_allocate(buffer, size, INTERNAL)
        Primitive.buffer_set_flags(buffer, LOCKED)
        buffer
      end

      def __lend_copy(text)
        buffer = __lend_fresh(text.bytesize)
        Primitive.buffer_store_string(buffer, 0, text, 0, text.bytesize)
        Primitive.buffer_set_flags(buffer, LOCKED | READONLY)
        buffer
      end

      def __warn_experimental
        return if IO::Buffer.__warned
        return unless Warning[:experimental]
        Rutile.warn_at(Primitive.caller_position(0), "IO::Buffer is experimental and both the Ruby and C interface may change in the future!")
      end

      # Whether somebody has been warned before; from now on it is so.
      def __warned
        before = @warned
        @warned = true
        before
      end
    end

    def initialize(size = DEFAULT_SIZE, flags = Rutile::UNSET)
      Buffer.__warn_experimental
      size = Buffer.__whole(size, "Size")
      __allocate(size, Rutile::UNSET.equal?(flags) ? Buffer.__flags_for(size) : Buffer.__flags(flags))
      self
    end

    def __allocate(size, flags)
      Primitive.buffer_free(self)
      return if size == 0
      result = Primitive.is_fixnum(size) ? Primitive.buffer_allocate(self, size, flags) : flags & INTERNAL == 0 && -Errno::ENOMEM::Errno
      raise AllocationError, "Could not allocate buffer!" unless result
      raise SystemCallError.new("io_buffer_map_memory:mmap", -result) unless true.equal?(result)
    end

    def initialize_copy(source)
      Buffer.__check(source)
      size = source.size
      __allocate(size, Buffer.__flags_for(size))
      Primitive.buffer_copy(self, 0, source, 0, size) || source.__refuse(false)
    end

    def self.__check(object)
      return if Primitive.is_a(object, Buffer)
      raise TypeError, "wrong argument type #{Rutile.describe(object)} (expected IO::Buffer)"
    end

    # Says why the memory can't be used.
    def __refuse(writing)
      raise AccessError, "Buffer is not writable!" if writing && readonly?
      raise InvalidatedError, writing ? "Buffer is invalid!" : "Buffer has been invalidated!" unless valid?
      raise AllocationError, "The buffer is not allocated!" if null?
      raise AccessError, "Buffer is not writable!" if writing && external? && !mapped?
      raise AccessError, "Buffer reaches beyond the end of its file!"
    end

    def __check_writable
      __refuse(true) if readonly? || !valid?
    end

    def __check_readable
      __refuse(false) unless valid?
    end

    # --- What it is ---

    def size
      Primitive.buffer_size(self)
    end

    def valid?
      Primitive.buffer_is_valid(self)
    end

    def null?
      Primitive.buffer_is_null(self)
    end

    def empty?
      Primitive.buffer_size(self) == 0
    end

    def external?
      Primitive.buffer_flags(self) & EXTERNAL != 0
    end

    def internal?
      Primitive.buffer_flags(self) & INTERNAL != 0
    end

    def mapped?
      Primitive.buffer_flags(self) & MAPPED != 0
    end

    def shared?
      Primitive.buffer_flags(self) & SHARED != 0
    end

    def private?
      Primitive.buffer_flags(self) & PRIVATE != 0
    end

    def locked?
      Primitive.buffer_flags(self) & LOCKED != 0
    end

    def readonly?
      Primitive.buffer_flags(self) & READONLY != 0
    end

    NAMES = { EXTERNAL => "EXTERNAL", INTERNAL => "INTERNAL", MAPPED => "MAPPED", FILE => "FILE", SHARED => "SHARED",
              LOCKED => "LOCKED", PRIVATE => "PRIVATE", READONLY => "READONLY" }.freeze
    private_constant :NAMES

    def to_s
      flags = Primitive.buffer_flags(self)
      text = "#<#{Primitive.class_of(self)} 0x#{Primitive.buffer_address(self).to_s(16).rjust(16, "0")}+#{size}"
      text << " NULL" if null?
      NAMES.each { |bit, name| text << " " << name if flags & bit != 0 }
      text << " SLICE" if Primitive.buffer_is_slice(self)
      text << " INVALID" unless valid?
      (text << ">").force_encoding(Encoding::BINARY)
    end

    # The most that is shown of a buffer's bytes.
    SHOWN = 256
    private_constant :SHOWN

    def inspect
      text = to_s
      return text unless valid?
      bytes = Primitive.buffer_string(self, 0, size < SHOWN ? size : SHOWN)
      return text if !bytes || bytes.empty?
      text << "\n" << Primitive.buffer_dump(bytes, 0, 16)
      text << "\n(and #{size - SHOWN} more bytes not printed)" if size > SHOWN
      text
    end

    def hexdump(offset = 0, length = nil, width = 16)
      offset, length = __range(offset, length)
      width = Buffer.__whole(width, "Width")
      raise ArgumentError, "Width must be at least 1!" if width < 1
      __check_range(offset, length)
      return nil if null?
      Primitive.buffer_dump(__bytes(offset, length), offset, width)
    end

    # --- Its life ---

    # Runs the block while the memory can neither be given up nor moved elsewhere.
    def locked
      raise LockedError, "Buffer already locked!" if locked?
      raise LocalJumpError, "no block given" unless block_given?
      __locked { yield self }
    end

    def __locked
      Primitive.buffer_set_flags(self, Primitive.buffer_flags(self) | LOCKED)
      yield
    ensure
      Primitive.buffer_set_flags(self, Primitive.buffer_flags(self) & ~LOCKED)
    end

    def free
      raise LockedError, "Buffer is locked!" if locked?
      Primitive.buffer_free(self)
    end

    def transfer
      raise LockedError, "Cannot transfer ownership of locked buffer!" if locked?
      Primitive.buffer_transfer(self, Primitive.class_allocate(Primitive.class_of(self)))
    end

    def resize(size)
      size = Buffer.__whole(size, "Size")
      raise LockedError, "Cannot resize locked buffer!" if locked?
      if null?
        __allocate(size, Buffer.__flags_for(size))
      elsif external?
        raise AccessError, "Cannot resize external buffer!"
      elsif size == 0
        free
      elsif internal? || mapped?
        result = Primitive.is_fixnum(size) && Primitive.buffer_resize(self, size)
        raise AllocationError, "Could not allocate buffer!" unless result
        raise SystemCallError.new("rb_io_buffer_resize:mremap", -result) unless true.equal?(result)
      else
        __resize_piece(size)
      end
      self
    end

    # A slice becomes a buffer of its own.
    def __resize_piece(size)
      kept = __bytes(0, size < self.size ? size : self.size)
      __allocate(size, Buffer.__flags_for(size))
      Primitive.buffer_store_string(self, 0, kept, 0, kept.bytesize) || __refuse(true)
    end

    def slice(offset = 0, length = nil)
      offset, length = __range(offset, length)
      __check_range(offset, length)
      Primitive.buffer_slice(self, Primitive.class_allocate(Primitive.class_of(self)), offset, length)
    end

    # --- Ranges ---

    # Where a method is to begin, and how far to go: to the end where nobody says.
    def __range(offset, length)
      offset = nil.equal?(offset) ? 0 : Buffer.__whole(offset, "Offset")
      return offset, Buffer.__whole(length, "Length") unless nil.equal?(length)
      raise ArgumentError, "The given offset is bigger than the buffer size!" if offset > size
      return offset, size - offset
    end

    def __check_range(offset, length)
      raise ArgumentError, "Specified offset+length is bigger than the buffer size!" if offset + length > size
    end

    # Bytes of a range that was checked.
    def __bytes(offset, length)
      Primitive.buffer_string(self, offset, length) || __refuse(false)
    end
  end
end
