# Array: what one is, how it is made, converted, compared and shown.
#
# The elements live in the object layout of the machine; everything here goes
# through a few primitives (`array_at`, `array_size`, `array_set`, ...; contracts in
# crates/core/src/array/mod.rs). Methods that are hot on plain values begin with a
# native; the body below it is the whole meaning. Loops read the length anew at
# each step, since any call may change the Array under them.
#
# The rest of the class: array_access (reading and changing elements), array_iteration,
# array_search, array_sets, array_sort, array_combinatorics.

class Array
  include Enumerable

  def self.[](*elements)
    return elements if Primitive.identical(self, Array)
    Primitive.array_replace(allocate, elements)
  end

  def self.try_convert(object)
    Rutile.try_array(object)
  end

  def initialize(size = (empty = true; nil), value = (no_value = true; nil))
    primitive :array_initialize
    Primitive.check_frozen(self)
    Primitive.array_resize(self, 0)
    if empty
      Rutile.warn_about("given block not used") if block_given? && $VERBOSE
      return self
    end
    if no_value && !Primitive.is_fixnum(size) && (source = Rutile.try_array(size))
      Primitive.array_replace(self, source)
      return self
    end
    size = Rutile.to_index(size)
    raise ArgumentError, "negative array size" if size < 0
    raise ArgumentError, "array size too big" if size > 0x0fff_ffff_ffff_ffff
    if block_given?
      Rutile.warn_about("block supersedes default value argument") if !no_value
      index = 0
      while index < size
        Primitive.array_set(self, index, yield(index))
        index += 1
      end
    else
      Primitive.array_fill(self, 0, size, value)
    end
    self
  end

  def initialize_copy(other)
    Primitive.check_frozen(self)
    other = Rutile.to_ary(other)
    Primitive.array_replace(self, other)
  end
  private :initialize, :initialize_copy

  def replace(other)
    Primitive.check_frozen(self)
    Primitive.array_replace(self, Rutile.to_ary(other))
  end

  # --- Size -----------------------------------------------------------------------------

  def length
    primitive :array_length
    Primitive.array_size(self)
  end
  alias size length

  def empty?
    primitive :array_is_empty
    Primitive.array_size(self) == 0
  end

  # --- Conversion -----------------------------------------------------------------------

  def to_a
    Primitive.identical(self.class, Array) ? self : Primitive.array_slice(self, 0, Primitive.array_size(self))
  end

  def to_ary
    self
  end

  def freeze
    primitive :object_freeze
    Primitive.freeze(self)
  end

  def deconstruct
    self
  end

  def to_h
    primitive :array_to_h
    result = {}
    index = 0
    while index < Primitive.array_size(self)
      element = Primitive.array_at(self, index)
      element = yield(element) if block_given?
      element = __pair_at(index, element) unless Primitive.is_array(element) && Primitive.array_size(element) == 2
      result[Primitive.array_at(element, 0)] = Primitive.array_at(element, 1)
      index += 1
    end
    result
  end

  # The key and the value that an element stands for.
  def __pair_at(index, element)
    pair = Rutile.try_array(element)
    raise TypeError, "wrong element type #{element.class} at #{index} (expected array)" unless pair
    if pair.length != 2
      raise ArgumentError, "wrong array length at #{index} (expected 2, was #{pair.length})"
    end
    pair
  end
  private :__pair_at

  # --- Text -----------------------------------------------------------------------------

  def inspect
    primitive :collection_inspect
    size = Primitive.array_size(self)
    return "[]".encode(Encoding::US_ASCII) if size == 0
    Rutile.recursion_guard(self, :inspect, "[...]") do
      text = +"["
      index = 0
      while index < Primitive.array_size(self)
        element = Rutile.element_text(Primitive.array_at(self, index))
        index > 0 ? text << ", " : text.force_encoding(element.encoding)
        text << element
        index += 1
      end
      text << "]"
    end
  end
  Primitive.alias_method(self, :to_s, :inspect)

  def join(separator = nil)
    primitive :array_join
    separator = Rutile.output_separator if nil == separator
    return "".encode(Encoding::US_ASCII) if Primitive.array_size(self) == 0
    separator = Rutile.to_str(separator) unless nil == separator
    # The first that is no String is asked once before anything is joined: what that changes counts.
    other = index { |element| !(String === element) }
    Rutile.try_string(Primitive.array_at(self, other)) if other
    text = String.new(encoding: Encoding::US_ASCII)
    __join_into(text, separator, true)
    text
  end
  alias __join join

  # Appends the elements to `text`, with `separator` between. The `first` of all decides the encoding if it is no array.
  def __join_into(text, separator, first)
    entered = Rutile.recursion_guard(self, :join) do
      index = 0
      while index < Primitive.array_size(self)
        text << separator if separator && index > 0
        element = Primitive.array_at(self, index)
        __join_element(text, element, separator, first && index == 0)
        index += 1
      end
      true
    end
    raise ArgumentError, "recursive array join" unless entered
  end
  private :__join_into

  def __join_element(text, element, separator, at_start)
    if String === element
      __append_joined(text, element, at_start)
    elsif Primitive.is_array(element)
      element.__send__(:__join_into, text, separator, false)
    elsif (string = Rutile.try_string(element))
      __append_joined(text, string, at_start)
    elsif (array = Rutile.try_array(element))
      entered = Rutile.recursion_guard(element, :join) do
        array.__send__(:__join_into, text, separator, false)
        true
      end
      raise ArgumentError, "recursive array join" unless entered
    else
      __append_joined(text, "#{element}", at_start)
    end
  end
  private :__join_element

  # The first part decides the encoding of the whole.
  def __append_joined(text, part, at_start)
    text.force_encoding(part.encoding) if at_start && text.empty?
    text << part
  end
  private :__append_joined

  # --- Comparison -----------------------------------------------------------------------

  def ==(other)
    primitive :array_equal
    return true if Primitive.identical(self, other)
    unless Primitive.is_array(other)
      return false unless other.respond_to?(:to_ary)
      return Primitive.dispatch(other == self) ? true : false
    end
    size = Primitive.array_size(self)
    return false if size != Primitive.array_size(other)
    Rutile.pair_recursion_guard(self, other, :==, true) { __same_elements?(other) }
  end

  def __same_elements?(other)
    index = 0
    while index < Primitive.array_size(self)
      return false if index >= Primitive.array_size(other)
      mine = Primitive.array_at(self, index)
      theirs = Primitive.array_at(other, index)
      return false unless Primitive.identical(mine, theirs) || Primitive.dispatch(mine == theirs)
      index += 1
    end
    true
  end
  private :__same_elements?

  def eql?(other)
    primitive :array_eql
    return true if Primitive.identical(self, other)
    return false unless Primitive.is_array(other)
    return false if Primitive.array_size(self) != Primitive.array_size(other)
    Rutile.pair_recursion_guard(self, other, :eql?, true) { __eql_elements?(other) }
  end

  def __eql_elements?(other)
    index = 0
    while index < Primitive.array_size(self)
      return false if index >= Primitive.array_size(other)
      mine = Primitive.array_at(self, index)
      theirs = Primitive.array_at(other, index)
      return false unless Primitive.identical(mine, theirs) || mine.eql?(theirs)
      index += 1
    end
    true
  end
  private :__eql_elements?

  def hash
    primitive :array_hash
    code = Primitive.hash_seed(Primitive.array_size(self))
    index = 0
    while index < Primitive.array_size(self)
      code = Primitive.hash_combine(code, Rutile.hash_code(Primitive.array_at(self, index)))
      index += 1
    end
    code
  end

  def <=>(other)
    primitive :array_compare
    other = Rutile.try_array(other)
    return nil unless other
    return 0 if Primitive.identical(self, other)
    undecided = Rutile.pair_recursion_guard(self, other, :<=>, :undecided) { __compare_elements(other) }
    return undecided unless Primitive.identical(undecided, :undecided)
    Primitive.array_size(self) <=> Primitive.array_size(other)
  end

  # The result for the first pair of different elements, or `:undecided`.
  def __compare_elements(other)
    index = 0
    while index < Primitive.array_size(self) && index < Primitive.array_size(other)
      order = Primitive.dispatch(Primitive.array_at(self, index) <=> Primitive.array_at(other, index))
      return order unless Primitive.identical(order, 0)
      index += 1
    end
    :undecided
  end
  private :__compare_elements
end
