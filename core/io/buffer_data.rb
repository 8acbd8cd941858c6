# IO::Buffer: numbers and strings in it, and what is done to all of its bytes.

class IO
  class Buffer
    # --- Numbers ---

    def get_value(type, offset)
      primitive :buffer_get_value
      offset = Buffer.__whole(offset, "Offset")
      __check_readable
      size = Buffer.__type_size(type)
      __check_number(offset, size)
      __refuse(false)
    end

    def __check_number(offset, size)
      return if offset + size <= self.size
      raise ArgumentError, "Type extends beyond end of buffer! (offset=#{offset} > size=#{self.size})"
    end

    def get_values(types, offset)
      primitive :buffer_get_values
      offset = Buffer.__whole(offset, "Offset")
      raise ArgumentError, "Argument buffer_types should be an array!" unless Primitive.is_a(types, Array)
      types.map do |type|
        value = get_value(type, offset)
        offset += Buffer.__type_size(type)
        value
      end
    end

    def set_value(type, offset, value)
      primitive :buffer_set_value
      __check_writable
      offset = Buffer.__whole(offset, "Offset")
      size = Buffer.__type_size(type)
      __check_number(offset, size)
      Primitive.buffer_put(self, type, offset, Buffer.__number(type, value)) || __refuse(true)
      offset + size
    end

    def set_values(types, offset, values)
      raise ArgumentError, "Argument buffer_types should be an array!" unless Primitive.is_a(types, Array)
      raise ArgumentError, "Argument values should be an array!" unless Primitive.is_a(values, Array)
      unless types.size == values.size
        raise ArgumentError, "Argument buffer_types and values should have the same length!"
      end
      offset = Buffer.__whole(offset, "Offset")
      types.each_with_index { |type, index| offset = set_value(type, offset, values[index]) }
      offset
    end

    # The range of numbers of a type, and the error's name for their C type.
    LIMITS = {
      U8: [32, false], S8: [32, true], u16: [32, false], U16: [32, false], s16: [32, true], S16: [32, true],
      u32: [32, false], U32: [32, false], s32: [32, true], S32: [32, true],
      u64: [64, false], U64: [64, false], s64: [64, true], S64: [64, true]
    }.freeze
    private_constant :LIMITS

    # A value as a type's number: an Integer that fits, or a Float.
    def self.__number(type, value)
      bits, signed = LIMITS[type]
      return __float(value) unless bits
      if Primitive.is_a(value, Float)
        __check_float(value, bits, signed)
        value = value.to_i
      elsif bits == 64 && signed && (nil.equal?(value) || Primitive.is_a(value, String))
        raise TypeError, "no implicit conversion from #{nil.equal?(value) ? "nil" : "string"}"
      elsif nil.equal?(value)
        raise TypeError, "no implicit conversion of nil into Integer"
      else
        value = Rutile.to_int(value)
      end
      bits == 64 ? __check_long(value, signed) : __check_int(value, signed)
      value
    end

    def self.__float(value)
      if nil.equal?(value) || Primitive.is_a(value, String) || true.equal?(value) || false.equal?(value)
        name = Primitive.is_a(value, String) ? "string" : value.inspect
        raise TypeError, "no implicit conversion to float from #{name}"
      end
      Rutile.to_f(value)
    end

    def self.__check_float(value, bits, signed)
      low = -(1 << 63)
      high = bits == 64 && !signed ? 1 << 64 : 1 << 63
      return if value >= low && value < high
      target = bits == 64 ? "#{"unsigned " unless signed}long long" : "integer"
      raise RangeError, "float #{"%g" % value} out of range of #{target}"
    end

    def self.__check_int(value, signed)
      type = signed ? "int" : "unsigned int"
      limit = signed ? 1 << 63 : 1 << 64
      unless value >= -(1 << 63) && value < limit
        raise RangeError, "bignum too big to convert into '#{"unsigned " unless signed}long'"
      end
      raise RangeError, "integer #{value} too small to convert to '#{type}'" if value < -(1 << 31)
      raise RangeError, "integer #{value} too big to convert to '#{type}'" if value >= (signed ? 1 << 31 : 1 << 32)
    end

    def self.__check_long(value, signed)
      return if value >= -(1 << 63) && value < (signed ? 1 << 63 : 1 << 64)
      raise RangeError, "bignum out of range of unsigned long long" if !signed && value < 0 && value > -(1 << 64)
      raise RangeError, "bignum too big to convert into '#{"unsigned " unless signed}long long'"
    end

    # Where numbers of a type begin, and how many there are.
    def __numbers(type, offset, count)
      size = Buffer.__type_size(type)
      offset = nil.equal?(offset) ? 0 : Buffer.__whole(offset, "Offset")
      return size, offset, Buffer.__whole(count, "Count") unless nil.equal?(count)
      raise ArgumentError, "The given offset is bigger than the buffer size!" if offset > self.size
      return size, offset, (self.size - offset) / size
    end

    def each(type = Rutile::UNSET, offset = nil, count = nil)
      unless block_given?
        return Rutile::UNSET.equal?(type) ? to_enum(:each) : to_enum(*[:each, type, offset, count].compact)
      end
      type = :U8 if Rutile::UNSET.equal?(type)
      __check_readable
      size, offset, count = __numbers(type, offset, count)
      while count > 0
        yield offset, (Primitive.buffer_number(self, type, offset) || get_value(type, offset))
        offset += size
        count -= 1
      end
      self
    end

    # The first argument stands where others name a type, and says nothing.
    def each_byte(ignored = nil, offset = nil, count = nil)
      return to_enum(*[:each_byte, ignored, offset, count].compact) unless block_given?
      __check_readable
      _, offset, count = __numbers(:U8, offset, count)
      finish = offset + count
      while offset < finish
        yield Primitive.buffer_number(self, :U8, offset) || get_value(:U8, offset)
        offset += 1
      end
      self
    end

    def values(type = :U8, offset = nil, count = nil)
      __check_readable
      size, offset, count = __numbers(type, offset, count)
      Array.new(count) { |index| get_value(type, offset + index * size) }
    end

    # --- Strings ---

    def get_string(offset = 0, length = nil, encoding = Rutile::UNSET)
      offset, length = __range(offset, length)
      __check_readable
      encoding = Rutile::UNSET.equal?(encoding) ? Encoding::BINARY : Buffer.__encoding(encoding)
      __check_range(offset, length)
      __bytes(offset, length).force_encoding(encoding)
    end

    # An encoding; one that nobody knows stands for plain bytes.
    def self.__encoding(encoding)
      return encoding if Primitive.is_a(encoding, Encoding)
      name = Rutile.to_str(encoding)
      begin
        Encoding.find(name)
      rescue ArgumentError
        Encoding::BINARY
      end
    end

    def set_string(string, offset = 0, length = nil, from = 0)
      string = Rutile.to_str(string)
      offset, length, from = __source_range(string.bytesize, offset, length, from)
      Primitive.buffer_store_string(self, offset, string, from, length) || __refuse(true)
      length
    end

    def copy(source, offset = 0, length = nil, from = 0)
      Buffer.__check(source)
      source.__check_readable
      offset, length, from = __source_range(source.size, offset, length, from)
      return length if length == 0
      return __copy(source, offset, length, from) if length < OFFLOAD_FROM
      Rutile.offload { __copy(source, offset, length, from) }
    end

    # A copy of so many bytes is worth a scheduler's while.
    OFFLOAD_FROM = 1 << 20
    private_constant :OFFLOAD_FROM

    def __copy(source, offset, length, from)
      Primitive.buffer_copy(self, offset, source, from, length) || __refuse(true)
      length
    end

    # Checks where in the buffer bytes of a source go: which, and from where.
    def __source_range(size, offset, length, from)
      offset = Buffer.__whole(offset, "Offset")
      from = Buffer.__whole(from, "Offset")
      raise ArgumentError, "The given source offset is bigger than the source itself!" if from > size
      length = nil.equal?(length) ? size - from : Buffer.__whole(length, "Length")
      __check_writable
      __check_range(offset, length)
      raise ArgumentError, "The computed source range exceeds the size of the source buffer!" if from + length > size
      return offset, length, from
    end

    # --- All bytes ---

    def clear(value = 0, offset = nil, length = nil)
      value = Rutile.to_int(value)
      Buffer.__check_int(value, false)
      offset, length = __range(offset, length)
      __check_writable
      __check_range(offset, length)
      return self if length == 0
      Primitive.buffer_fill(self, value & 255, offset, length) || __refuse(true)
      self
    end

    def <=>(other)
      Buffer.__check(other)
      __check_readable
      other.__check_readable
      return size < other.size ? -1 : 1 if size != other.size
      Primitive.buffer_compare(self, other) || __refuse(false)
    end

    def &(mask)
      __masked(mask, :and)
    end

    def |(mask)
      __masked(mask, :or)
    end

    def ^(mask)
      __masked(mask, :xor)
    end

    def ~
      result = Buffer.new(size)
      Primitive.buffer_mask(result, self, nil, :not) || __refuse(false)
      result
    end

    def __masked(mask, operation)
      Buffer.__check(mask)
      raise MaskError, "Zero-length mask given!" if mask.size == 0
      __check_readable
      mask.__check_readable
      result = Buffer.new(size)
      Primitive.buffer_mask(result, self, mask, operation) || __refuse(false)
      result
    end

    def and!(mask)
      __mask(mask, :and)
    end

    def or!(mask)
      __mask(mask, :or)
    end

    def xor!(mask)
      __mask(mask, :xor)
    end

    def not!
      __check_writable
      Primitive.buffer_mask(self, self, nil, :not) || __refuse(true)
      self
    end

    def __mask(mask, operation)
      Buffer.__check(mask)
      raise MaskError, "Zero-length mask given!" if mask.size == 0
      __check_writable
      mask.__check_readable
      raise MaskError, "Mask overlaps source buffer!" if Primitive.buffer_overlaps(self, mask)
      Primitive.buffer_mask(self, self, mask, operation) || __refuse(true)
      self
    end
  end
end
