# The common ground of the collections: conversions, comparison results, slices by Range.
#
# These are the places where the wording of an error and the order of conversions
# are decided; the collections call them only off their fast paths.

module Rutile
  LONG_RANGE_LIMIT = 9_223_372_036_854_775_808

  MOST_INDEX = (1 << 62) - 1

  # `object` as an Integer that can be a position; RangeError beyond 64 bits.
  def self.to_index(object)
    return object if Primitive.is_fixnum(object)
    beyond_long(object) if Primitive.is_a(object, Float) && !object.finite?
    long(object, to_int(object))
  end

  # An index for a native, which takes less than 64 bits: no text is as long, so the ends stand for all beyond them.
  def self.to_position(object)
    index = to_index(object)
    return index if Primitive.is_fixnum(index)
    index < 0 ? -MOST_INDEX : MOST_INDEX
  end

  # The Integer that `object` converted to, if 64 bits hold it.
  def self.long(object, integer)
    return integer if integer < LONG_RANGE_LIMIT && integer >= -LONG_RANGE_LIMIT
    beyond_long(object)
  end

  def self.beyond_long(object)
    raise RangeError, "float #{Kernel.format("%.10g", object)} out of range of integer" if Primitive.is_a(object, Float)
    raise RangeError, "bignum too big to convert into 'long'"
  end

  # `inject` of an Array by the name of an operation, `first` or, where that is all there is, `name`.
  def self.fold(array, first, name, only)
    operation = operation_name(only ? first : name)
    total = only ? Primitive.array_at(array, 0) : first
    index = only ? 1 : 0
    while index < Primitive.array_size(array)
      total = total.__call_publicly(operation, Primitive.array_at(array, index))
      index += 1
    end
    total
  end

  # The answer of `check_call` where there is no such method.
  NO_METHOD = Object.new

  # `object` as an Array if it is one or converts by `to_ary`, else nil.
  def self.try_array(object)
    return object if Primitive.is_array(object)
    converted = check_call(object, :to_ary)
    return nil if Primitive.identical(converted, NO_METHOD) || Primitive.identical(converted, nil)
    Primitive.is_array(converted) ? converted : bad_conversion(object, "Array", :to_ary, converted)
  end

  # `object` as a Hash if it is one or converts by `to_hash`, else nil.
  def self.try_hash(object)
    return object if Primitive.is_hash(object)
    converted = check_call(object, :to_hash)
    return nil if Primitive.identical(converted, NO_METHOD) || Primitive.identical(converted, nil)
    Primitive.is_hash(converted) ? converted : bad_conversion(object, "Hash", :to_hash, converted)
  end

  # `object` as a String if it is one or converts by `to_str`, else nil.
  def self.try_string(object)
    return object if String === object
    converted = check_call(object, :to_str)
    return nil if Primitive.identical(converted, NO_METHOD) || Primitive.identical(converted, nil)
    String === converted ? converted : bad_conversion(object, "String", :to_str, converted)
  end

  # Whether a conversion may be tried; private methods count.
  def self.responds?(object, method)
    answer = Primitive.responds(object, method)
    return claims?(object, method) if nil.equal?(answer)
    answer && (Primitive.is_core_method(object, :respond_to?) || says_to_respond(object, method, true))
  end

  # Whether a program would be told that `object` has a public method; not each object has a `respond_to?` to ask.
  def self.answers?(object, method)
    Primitive.method_object(object, :respond_to?, false) ? object.__send__(:respond_to?, method) : Primitive.responds(object, method) == true
  end

  # Whether `object` says that it has a method: what only its `method_missing` might do is none.
  def self.has_method?(object, method)
    return responds?(object, method) unless nil.equal?(Primitive.responds(object, method)) && Primitive.is_core_method(object, :respond_to?)
    !Primitive.is_core_method(object, :respond_to_missing?) && object.__send__(:respond_to_missing?, method, true)
  end

  # What a program's own `respond_to?` says, which need not know of private methods.
  def self.says_to_respond(object, method, all)
    arity = Primitive.method_arity(Primitive.method_object(object, :respond_to?, false))
    raise ArgumentError, "respond_to? must accept 1 or 2 arguments (requires #{arity})" if arity > 2
    arity == 1 ? object.__send__(:respond_to?, method) : object.__send__(:respond_to?, method, all)
  end

  # Whether an object says that it has a method; private ones count.
  def self.says?(object, method)
    Primitive.is_core_method(object, :respond_to?) ? object.respond_to?(method, true) : says_to_respond(object, method, true)
  end

  # Whether an object whose `respond_to?` is its own says that it has a method which is not defined.
  def self.says_to_have(object, method)
    says_to_respond(object, :respond_to_missing?, true) && Primitive.method_object(object, :respond_to_missing?, false) &&
      object.__send__(:respond_to_missing?, method, false)
  end

  # Calls a method, with the argument if there is one, if `object` answers to it, by `method_missing` too; else NO_METHOD.
  def self.check_call(object, method, argument = NO_METHOD)
    return NO_METHOD unless responds?(object, method)
    return call_if_answered(object, method, argument) if nil.equal?(Primitive.responds(object, method))
    Primitive.identical(argument, NO_METHOD) ? object.__send__(method) : object.__send__(method, argument)
  end

  # The answer of a class with its own `respond_to?` or `respond_to_missing?` for a method that it has not got.
  def self.claims?(object, method)
    return says_to_respond(object, method, true) unless Primitive.is_core_method(object, :respond_to?)
    Primitive.is_core_method(object, :respond_to_missing?) || object.__send__(:respond_to_missing?, method, true)
  end

  # A class that says nothing of its own about what it answers may have meant any NoMethodError by its `method_missing`.
  def self.call_if_answered(object, method, argument)
    return NO_METHOD if Primitive.is_core_method(object, :method_missing)
    Primitive.identical(argument, NO_METHOD) ? object.__send__(method) : object.__send__(method, argument)
  rescue NoMethodError
    raise unless Primitive.is_core_method(object, :respond_to?) && Primitive.is_core_method(object, :respond_to_missing?)
    NO_METHOD
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
    comparison_sign(Primitive.dispatch(left <=> right), left, right)
  end

  def self.not_comparable(left, right)
    raise ArgumentError, "comparison of #{Primitive.class_of(left)} with #{comparison_operand(right)} failed"
  end

  def self.comparison_operand(object)
    case object
    when nil, true, false, Integer, Symbol, Float
      Integer === object && !Primitive.is_fixnum(object) ? Primitive.class_of(object) : object.inspect
    else
      Primitive.class_of(object)
    end
  end

  # Start and length of what `range` selects of `size` elements, or nil if it starts outside.
  def self.range_bounds(range, size, ends = ends_of(range))
    start_and_length(range, *ends, size, false)
  end

  # The same where the end may lie beyond; a start outside is an error.
  def self.range_bounds!(range, size, ends = ends_of(range))
    start_and_length(range, *ends, size, true)
  end

  # The two ends of an index that stands for several, and whether the last is left out: of a Range, or of what has all three. Nil of others.
  def self.ends_of(object)
    return object.__begin, object.__end, object.__exclusive? if Primitive.is_a(object, Range)
    return nil if Primitive.is_a(object, Integer) || Primitive.is_a(object, String)
    ends = []
    %i[begin end exclude_end?].each do |name|
      answer = check_call(object, name)
      return nil if NO_METHOD.equal?(answer)
      Primitive.array_push(ends, answer)
    end
    ends
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
    return element if Primitive.is_array(element) && Primitive.array_size(element) == 2
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

  # The text of `object` within that of a collection.
  def self.element_text(object)
    text = "#{object.inspect}"
    encoding = Encoding.default_internal || Encoding.default_external
    return text.ascii_only? ? text.encode(Encoding::US_ASCII) : escaped(text) unless encoding.ascii_compatible?
    text.ascii_only? || text.encoding == encoding ? text : escaped(text)
  end

  # `text` in plain ASCII: other characters by their numbers.
  def self.escaped(text)
    unicode = text.encoding.name.start_with?("UTF")
    plain = "".encode(Encoding::US_ASCII)
    text.each_char do |character|
      if character.valid_encoding? && (number = character.ord) < 0x80
        plain << number
      elsif character.valid_encoding? && unicode
        plain << (number > 0xffff ? "\\u{%X}" % number : "\\u%04X" % number)
      else
        character.each_byte { |byte| plain << "\\x%02X" % byte }
      end
    end
    plain
  end

  # `$,`, which is deprecated.
  def self.output_separator
    warn_about("$, is set to non-nil value", :deprecated) if nil != $, && Warning[:deprecated]
    $,
  end

  # A warning about the program's call.
  def self.warn_about(text, category = nil)
    warn_at(Primitive.caller_position(0), text, category)
  end

  # `private` and the like within a method, where no definitions follow.
  def self.warn_of_no_names(name)
    return unless Primitive.is_method_body
    warn_about("calling #{name} without arguments inside a method may not have the intended effect")
  end

  # At most `most` characters of `text`, the last three of them points where something is left out.
  def self.ellipsized(text, most)
    text.length > most ? "#{text[0, most - 3]}..." : text
  end

  # The hash code of `object` as an Integer; 0 where the object's own `hash` comes back to it.
  def self.hash_code(object)
    code = Primitive.hash_code(object)
    return code if code
    own = own_hash(object)
    own = convert(own, Integer, "Integer", :to_int) unless Primitive.is_a(own, Integer)
    Primitive.hash_of_code(own)
  end
end
