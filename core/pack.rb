# Array#pack and String#unpack: values as bytes and back.
#
# Natives pack plain values at once. Where elements have to be converted first, each
# is, as its directive wants it, and the converted ones are packed.

class Array
  def pack(format, buffer: nil)
    primitive :array_pack
    format = Rutile.to_str(format)
    Rutile.check_ascii_compatible(format)
    unless nil.equal?(buffer)
      raise TypeError, "buffer must be String, not #{Primitive.class_of(buffer)}" unless Primitive.is_a(buffer, String)
      Primitive.string_check_writable(buffer)
    end
    pointers = Rutile::Pointers.new
    packed = Primitive.array_pack(Rutile.packable(self, format, pointers), format, buffer)
    pointers.belong_to(packed)
    packed
  end
end

class String
  def unpack(format, offset: 0)
    format = Rutile.to_str(format)
    Rutile.check_ascii_compatible(format)
    values = Primitive.string_unpack(self, format, Rutile.to_index(offset), false)
    return values unless block_given?
    # A block is not told of values that are missing.
    values.each { |value| yield value unless nil.equal?(value) }
    nil
  end

  def unpack1(format, offset: 0)
    primitive :string_unpack_first
    format = Rutile.to_str(format) unless String === format
    Rutile.check_ascii_compatible(format) unless Primitive.string_is_ascii_only(format)
    offset = Rutile.to_index(offset) unless Primitive.is_fixnum(offset)
    Primitive.string_unpack_first(self, format, offset)
  end
end

module Rutile
  # The values that a format takes from an Array, each of a kind that its directive packs.
  def self.packable(values, format, pointers)
    result = []
    at = 0
    # What makes a value of another may write to the format.
    original = Primitive.string_copy(format)
    Primitive.pack_plan(format).each do |letter, count|
      raise RuntimeError, "format string modified" unless Primitive.string_equal(original, format)
      case letter
      when "x", "X", "@" then next
      when "" then raise count.start_with?("!") ? RangeError : ArgumentError, count.delete_prefix("!")
      when "a", "A", "Z", "b", "B", "h", "H"
        raise ArgumentError, "too few arguments" if at >= values.length
        value = values[at]
        result << (nil.equal?(value) ? nil : to_str(value))
        at += 1
      when "p", "P"
        (letter == "P" ? 1 : count || values.length - at).times do
          raise ArgumentError, "too few arguments" if at >= values.length
          result << pointers.address(values[at], letter == "P" ? count || 1 : 0)
          at += 1
        end
      when "u", "m"
        raise ArgumentError, "too few arguments" if at >= values.length
        result << to_str(values[at])
        at += 1
      when "M"
        raise ArgumentError, "too few arguments" if at >= values.length
        result << text(values[at])
        at += 1
      else
        count = values.length - at if nil.equal?(count)
        count.times do
          raise ArgumentError, "too few arguments" if at >= values.length
          result << packed_number(letter, values[at])
          at += 1
        end
      end
    end
    result
  end

  def self.packed_number(letter, value)
    return real_to_float(value) if "dDfFeEgG".include?(letter)
    no_conversion(nil, "Integer") if nil.equal?(value)
    value = to_int(value)
    # What can't be packed is told before the next element is asked.
    if letter == "U"
      raise RangeError, "bignum too big to convert into 'long'" unless value.between?(-1 << 63, (1 << 63) - 1)
      raise RangeError, "pack(U): value out of range" unless value.between?(0, 0x7fff_ffff)
    elsif letter == "w" && value < 0
      raise ArgumentError, "can't compress negative numbers"
    end
    value
  end

  # The texts that `p` and `P` point at. Memory of the heap moves, so each has a copy, ended by a null, outside it. The packed
  # String holds them; only it, and what is made of it by `dup`, is unpacked to them again.
  class Pointers
    def initialize
      @__held = []
    end

    # Where the copy of a text stands, of which at least `least` bytes are asked for; 0 for nil.
    def address(text, least)
      return 0 if nil.equal?(text)
      text = Rutile.to_str(text)
      size = Primitive.string_bytesize(text)
      raise ArgumentError, "too short buffer for P(#{size} for #{least})" if size < least
      memory = Primitive.class_allocate(IO::Buffer)
      memory.__allocate(size + 1, IO::Buffer::MAPPED)
      Primitive.buffer_store_string(memory, 0, text, 0, size)
      address = Primitive.buffer_address(memory)
      @__held.push([address, text, memory])
      address
    end

    def belong_to(string)
      Primitive.set_variable(string, :@__pointed, @__held) unless @__held.empty?
    end
  end
end
