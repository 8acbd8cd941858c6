# What the collections share: conversions, comparison results, slices by Range.
#
# These are the places where the wording of an error and the order of conversions
# are decided; the collections call them only off their fast paths.

module Rutile
  LONG_RANGE_LIMIT = 0x8000_0000_0000_0000

  # `object` as an Integer that can be a position; RangeError beyond 64 bits.
  def self.to_index(object)
    return object if Primitive.is_fixnum(object)
    index = to_int(object)
    if index >= LONG_RANGE_LIMIT || index < -LONG_RANGE_LIMIT
      raise RangeError, "bignum too big to convert into 'long'"
    end
    index
  end

  # `object` as an Array if it is one or converts by `to_ary`, else nil.
  def self.try_array(object)
    return object if Primitive.is_array(object)
    return nil unless responds?(object, :to_ary)
    converted = object.__send__(:to_ary)
    return converted if Primitive.is_array(converted) || nil.equal?(converted)
    bad_conversion(object, "Array", :to_ary, converted)
  end

  # `object` as a Hash if it is one or converts by `to_hash`, else nil.
  def self.try_hash(object)
    return object if Primitive.is_hash(object)
    return nil unless responds?(object, :to_hash)
    converted = object.__send__(:to_hash)
    return converted if Primitive.is_hash(converted) || nil.equal?(converted)
    bad_conversion(object, "Hash", :to_hash, converted)
  end

  # `object` as a String if it is one or converts by `to_str`, else nil.
  def self.try_string(object)
    return object if String === object
    return nil unless responds?(object, :to_str)
    converted = object.__send__(:to_str)
    return converted if String === converted || nil.equal?(converted)
    bad_conversion(object, "String", :to_str, converted)
  end

  # Whether a conversion may be tried; private methods count.
  def self.responds?(object, method)
    answer = Primitive.responds(object, method)
    nil.equal?(answer) ? object.respond_to?(method, true) : answer
  end

  # The sign of what a comparison said of `left` and `right`: -1, 0 or 1.
  def self.comparison_sign(result, left, right)
    if Primitive.is_fixnum(result)
      return result > 0 ? 1 : (result < 0 ? -1 : 0)
    end
    not_comparable(left, right) if nil.equal?(result)
    return 1 if result > 0
    return -1 if result < 0
    0
  end

  # `left <=> right` as a sign.
  def self.compare(left, right)
    comparison_sign(left <=> right, left, right)
  end

  def self.not_comparable(left, right)
    raise ArgumentError, "comparison of #{left.class} with #{comparison_operand(right)} failed"
  end

  def self.comparison_operand(object)
    case object
    when nil, true, false, Integer, Symbol, Float
      Integer === object && !Primitive.is_fixnum(object) ? object.class : object.inspect
    else
      object.class
    end
  end

  # Start and length of what `range` selects of `size` elements, or nil if it starts outside.
  def self.range_bounds(range, size)
    start_and_length(range, range.begin, range.end, range.exclude_end?, size, false)
  end

  # The same where the end may lie beyond; a start outside is an error.
  def self.range_bounds!(range, size)
    start_and_length(range, range.begin, range.end, range.exclude_end?, size, true)
  end

  def self.start_and_length(range, first, last, exclusive, size, strict)
    start = nil.equal?(first) ? 0 : to_index(first)
    finish = nil.equal?(last) ? -1 : to_index(last)
    exclusive = false if nil.equal?(last)
    start += size if start < 0
    if start < 0 || (!strict && start > size)
      raise RangeError, "#{range.inspect} out of range" if strict
      return nil
    end
    finish += size if finish < 0
    finish += 1 unless exclusive
    finish = size if !strict && finish > size
    length = finish - start
    [start, length < 0 ? 0 : length]
  end

  # The size of anything that can tell it, for enumerators; nil where it can't.
  def self.enumerable_size(object)
    object.respond_to?(:size) ? object.size : nil
  end

  # The count of turns of `cycle(count)` over `size` elements.
  def self.cycle_size(size, count)
    return size if nil.equal?(size) || size == 0
    return Float::INFINITY if nil.equal?(count)
    count = to_index(count)
    count <= 0 ? 0 : size * count
  end

  # How many slices of `width` cover `size` elements.
  def self.slice_count(size, width)
    nil.equal?(size) ? nil : (size == Float::INFINITY ? size : (size + width - 1).div(width))
  end

  # How many windows of `width` slide over `size` elements.
  def self.window_count(size, width)
    return size if nil.equal?(size)
    count = size + 1 - width
    count < 0 ? 0 : count
  end

  # A positive width for `each_slice` and `each_cons`.
  def self.positive_width(width, message)
    width = to_index(width)
    raise ArgumentError, message if width <= 0
    width
  end

  # A key and a value from what a `to_h` block or element gave, as an Array of two.
  def self.pair_for_hash(element)
    pair = try_array(element)
    raise TypeError, "wrong element type #{element.class} (expected array)" unless pair
    if pair.size != 2
      raise ArgumentError, "element has wrong array length (expected 2, was #{pair.size})"
    end
    pair
  end

  # One step of `dig`: asks `object` for the rest of the path.
  def self.dig_further(object, path)
    return nil if nil.equal?(object)
    unless object.respond_to?(:dig)
      raise TypeError, "#{object.class} does not have #dig method"
    end
    object.dig(*path)
  end

  # What `object` says of itself, as part of the text of a collection.
  def self.element_text(object)
    text = "#{object.inspect}"
    encoding = Encoding.default_internal || Encoding.default_external
    text.encoding == encoding || text.ascii_only? ? text : text.dump[1..-2]
  end

  # The hash code of `object` as an Integer.
  def self.hash_code(object)
    code = Primitive.hash_code(object)
    return code if code
    Primitive.hash_of_code(to_int(object.hash))
  end
end
