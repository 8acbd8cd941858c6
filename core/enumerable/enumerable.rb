# Enumerable: everything that follows from `each`.
#
# `each` may yield any number of values at once. Most methods see them as one
# element (nothing: nil; several: an Array), which is what `Primitive.single_value`
# makes of the collected values; a few hand them to the block as they came.
#
# Arrays and Hashes whose `each` is their own are gone through without calling it.
#
# The rest of the module: gathering (what takes no block), questions (finding, asking, counting), order (sorting, extremes, totals) and slices (chunks, slices, windows, zip).

module Enumerable
  # Keywords, which are rare, come as the last of the arguments.
  ruby2_keywords def to_a(*arguments)
    if arguments.empty?
      return Primitive.array_slice(self, 0, Primitive.array_size(self)) if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      return [].__gather(self)
    end
    result = []
    each(*arguments) { |value = Primitive.packed| Primitive.array_push(result, value); nil }
    result
  end
  alias entries to_a
  alias __collected to_a

  def to_h(*arguments)
    result = {}
    if block_given?
      each(*arguments) do |value = Primitive.packed, several = Primitive.several|
        key, value = Rutile.pair_for_hash(several ? yield(*value) : yield(value))
        result[key] = value
        nil
      end
    else
      each(*arguments) do |value = Primitive.packed|
        key, value = Rutile.pair_for_hash(value)
        result[key] = value
        nil
      end
    end
    result
  end

  # --- Going through --------------------------------------------------------------------

  def each_entry(*arguments)
    return to_enum(:each_entry, *arguments) { Rutile.enumerable_size(self) } unless block_given?
    if arguments.empty? && Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      index = 0
      while index < Primitive.array_size(self)
        yield Primitive.array_at(self, index)
        index += 1
      end
      return self
    end
    each(*arguments) { |value = Primitive.packed| yield value; nil }
    self
  end

  def each_with_index(*arguments)
    return to_enum(:each_with_index, *arguments) { Rutile.enumerable_size(self) } unless block_given?
    index = 0
    if arguments.empty? && Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      while index < Primitive.array_size(self)
        yield Primitive.array_at(self, index), index
        index += 1
      end
      return self
    end
    each(*arguments) do |value = Primitive.packed|
      place = index
      index += 1
      yield value, place
    end
    self
  end

  def each_with_object(memo)
    return to_enum(:each_with_object, memo) { Rutile.enumerable_size(self) } unless block_given?
    each { |value = Primitive.packed| yield value, memo }
    memo
  end

  def reverse_each(*arguments, &block)
    return to_enum(:reverse_each, *arguments) { Rutile.enumerable_size(self) } unless block
    __collected(*arguments).reverse_each(&block)
    self
  end

  def cycle(count = nil)
    unless block_given?
      return to_enum(:cycle, count) { Rutile.cycle_size(Rutile.enumerable_size(self), Rutile.to_index(count)) } unless nil == count
      return to_enum(:cycle) { Rutile.cycle_size(Rutile.enumerable_size(self), nil) }
    end
    rounds = nil == count ? -1 : Rutile.to_index(count)
    return nil if nil != count && rounds <= 0
    return __cycle_parts(rounds) { |*parts| yield(*parts) } if Primitive.given_block_takes_parts
    saved = []
    each do |value = Primitive.packed|
      Primitive.array_push(saved, value)
      yield value
      nil
    end
    return nil if saved.empty?
    until (rounds -= 1) == 0
      index = 0
      while index < Primitive.array_size(saved)
        yield Primitive.array_at(saved, index)
        index += 1
      end
    end
    nil
  end

  # The same for a lambda that takes what each yields one by one.
  def __cycle_parts(rounds)
    saved = []
    each do |*parts|
      saved << parts
      yield(*parts)
      nil
    end
    return nil if saved.empty?
    saved.each { |parts| yield(*parts) } until (rounds -= 1) == 0
    nil
  end
  private :__cycle_parts

  # --- Transforming ---------------------------------------------------------------------

  def map(&block)
    return to_enum(:map) { Rutile.enumerable_size(self) } unless block_given?
    return __mapped_pairs(&block) if Primitive.is_hash(self) && Primitive.is_core_method(self, :each)
    result = []
    each { |value = Primitive.packed, several = Primitive.several| Primitive.array_push(result, several ? yield(*value) : yield(value)); nil }
    result
  end

  def collect(&block)
    return to_enum(:collect) { Rutile.enumerable_size(self) } unless block_given?
    return __mapped_pairs(&block) if Primitive.is_hash(self) && Primitive.is_core_method(self, :each)
    result = []
    each { |value = Primitive.packed, several = Primitive.several| Primitive.array_push(result, several ? yield(*value) : yield(value)); nil }
    result
  end

  def flat_map
    return to_enum(:flat_map) { Rutile.enumerable_size(self) } unless block_given?
    result = []
    if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      index = 0
      while index < Primitive.array_size(self)
        Rutile.add_flat(result, yield(Primitive.array_at(self, index)))
        index += 1
      end
      return result
    end
    each { |value = Primitive.packed, several = Primitive.several| Rutile.add_flat(result, several ? yield(*value) : yield(value)); nil }
    result
  end

  def collect_concat
    return to_enum(:collect_concat) { Rutile.enumerable_size(self) } unless block_given?
    result = []
    if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      index = 0
      while index < Primitive.array_size(self)
        Rutile.add_flat(result, yield(Primitive.array_at(self, index)))
        index += 1
      end
      return result
    end
    each { |value = Primitive.packed, several = Primitive.several| Rutile.add_flat(result, several ? yield(*value) : yield(value)); nil }
    result
  end

  def filter_map(&block)
    return to_enum(:filter_map) { Rutile.enumerable_size(self) } unless block_given?
    return __filter_mapped_pairs(&block) if Primitive.is_hash(self) && Primitive.is_core_method(self, :each)
    result = []
    if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      index = 0
      while index < Primitive.array_size(self)
        value = yield(Primitive.array_at(self, index))
        Primitive.array_push(result, value) if value
        index += 1
      end
      return result
    end
    each do |value = Primitive.packed, several = Primitive.several|
      value = several ? yield(*value) : yield(value)
      Primitive.array_push(result, value) if value
      nil
    end
    result
  end

  def inject(initial = (no_initial = true; nil), operation = (no_operation = true; nil), &block)
    primitive :array_inject
    if (block ? no_operation : !no_initial) && Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      return Rutile.fold(self, initial, operation, no_operation) unless block
      index = 0
      if no_initial
        initial = Primitive.array_at(self, 0)
        index = 1
      end
      while index < Primitive.array_size(self)
        initial = yield(initial, Primitive.array_at(self, index))
        index += 1
      end
      return initial
    end
    if !no_operation
      Rutile.warn_about("given block not used") if block_given?
      operation = Rutile.operation_name(operation)
    elsif !block_given?
      Rutile.refuse_count(0, "1..2") if no_initial
      operation = Rutile.operation_name(initial)
      no_initial = true
      no_operation = false
    end
    total = initial
    empty = no_initial
    each do |value = Primitive.packed|
      if empty
        total = value
        empty = false
      elsif no_operation
        total = yield(total, value)
      else
        total = total.__call_publicly(operation, value)
      end
      nil
    end
    empty ? nil : total
  end
  alias reduce inject

  def zip(*others)
    others.map! { |other| Rutile.zip_partner(other) }
    result = block_given? ? nil : []
    in_parts = Primitive.given_block_takes_parts
    index = 0
    each do |value = Primitive.packed|
      row = [value]
      partner = 0
      while partner < Primitive.array_size(others)
        row << Rutile.zip_element(others, partner, index)
        partner += 1
      end
      index += 1
      result ? result << row : in_parts ? yield(*row) : yield(row)
      nil
    end
    result
  end

  # --- Grouping -------------------------------------------------------------------------

  def group_by
    return to_enum(:group_by) { Rutile.enumerable_size(self) } unless block_given?
    groups = {}
    if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      index = 0
      while index < Primitive.array_size(self)
        value = Primitive.array_at(self, index)
        key = yield(value)
        group = groups[key]
        group ? Primitive.array_push(group, value) : groups[key] = [value]
        index += 1
      end
      return groups
    end
    each do |value = Primitive.packed|
      key = yield(value)
      group = groups[key]
      group ? Primitive.array_push(group, value) : groups[key] = [value]
      nil
    end
    groups
  end

  def partition(&block)
    return to_enum(:partition) { Rutile.enumerable_size(self) } unless block_given?
    return __parted_pairs(&block) if Primitive.is_hash(self) && Primitive.is_core_method(self, :each)
    chosen = []
    rest = []
    if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      index = 0
      while index < Primitive.array_size(self)
        value = Primitive.array_at(self, index)
        Primitive.array_push(yield(value) ? chosen : rest, value)
        index += 1
      end
      return [chosen, rest]
    end
    each do |value = Primitive.packed|
      Primitive.array_push(yield(value) ? chosen : rest, value)
      nil
    end
    [chosen, rest]
  end

  def tally(counts = (fresh = true; nil))
    primitive :tally
    return {}.__gather_counts(self) if fresh
    counts = Rutile.to_hash(counts)
    Primitive.check_frozen(counts)
    counts.__gather_counts(self)
  end

  def uniq
    return {}.__gather_once(self).values unless block_given?
    seen = {}
    each do |value = Primitive.packed, several = Primitive.several|
      sign = several ? yield(*value) : yield(value)
      value = Primitive.single_value(value) if several
      Primitive.add_once(seen, sign, value)
      nil
    end
    seen.values
  end

  # --- Selecting ------------------------------------------------------------------------

  def select
    return to_enum(:select) { Rutile.enumerable_size(self) } unless block_given?
    result = []
    each do |value = Primitive.packed|
      Primitive.array_push(result, value) if yield(value)
      nil
    end
    result
  end

  def filter
    return to_enum(:filter) { Rutile.enumerable_size(self) } unless block_given?
    result = []
    each do |value = Primitive.packed|
      Primitive.array_push(result, value) if yield(value)
      nil
    end
    result
  end

  def find_all
    return to_enum(:find_all) { Rutile.enumerable_size(self) } unless block_given?
    result = []
    each do |value = Primitive.packed|
      Primitive.array_push(result, value) if yield(value)
      nil
    end
    result
  end

  def reject
    return to_enum(:reject) { Rutile.enumerable_size(self) } unless block_given?
    result = []
    each do |value = Primitive.packed|
      Primitive.array_push(result, value) unless yield(value)
      nil
    end
    result
  end

  def grep(pattern)
    result = []
    return Rutile.grep_silently(self, pattern, true) if !block_given? && Primitive.is_a(pattern, Regexp) && Primitive.is_core_method(pattern, :===)
    each do |value = Primitive.packed|
      if Primitive.dispatch(pattern === value)
        Primitive.array_push(result, block_given? ? yield(value) : value)
      end
      nil
    end
    result
  end

  def grep_v(pattern)
    result = []
    return Rutile.grep_silently(self, pattern, false) if !block_given? && Primitive.is_a(pattern, Regexp) && Primitive.is_core_method(pattern, :===)
    each do |value = Primitive.packed|
      unless Primitive.dispatch(pattern === value)
        Primitive.array_push(result, block_given? ? yield(value) : value)
      end
      nil
    end
    result
  end

  def compact
    result = []
    each do |value = Primitive.packed|
      Primitive.array_push(result, value) unless nil.equal?(value)
      nil
    end
    result
  end

  def first(count = (single = true; nil))
    if single
      each { |value = Primitive.packed| return value }
      return nil
    end
    count = Rutile.to_index(count)
    raise ArgumentError, "attempt to take negative size" if count < 0
    Rutile.taken(self, count)
  end

  def take(count)
    count = Rutile.to_index(count)
    raise ArgumentError, "attempt to take negative size" if count < 0
    Rutile.taken(self, count)
  end

  def take_while
    return to_enum(:take_while) unless block_given?
    result = []
    each do |value = Primitive.packed, several = Primitive.several|
      break unless several ? yield(*value) : yield(value)
      Primitive.array_push(result, several ? Primitive.single_value(value) : value)
      nil
    end
    result
  end

  def drop(count)
    count = Rutile.to_index(count)
    raise ArgumentError, "attempt to drop negative size" if count < 0
    result = []
    each do |value = Primitive.packed|
      if count > 0
        count -= 1
      else
        Primitive.array_push(result, value)
      end
      nil
    end
    result
  end

  def drop_while
    return to_enum(:drop_while) unless block_given?
    result = []
    dropping = true
    each do |value = Primitive.packed|
      dropping = false if dropping && !yield(value)
      Primitive.array_push(result, value) unless dropping
      nil
    end
    result
  end

  # --- Enumerators over this ------------------------------------------------------------

  def lazy
    Enumerator::Lazy.__over(self)
  end

  def chain(*others)
    Enumerator::Chain.__of([self, *others])
  end
end

module Rutile
  # The first `count` elements; never asks for one more. So many that no memory has room for them are refused before they are looked for.
  def self.taken(enumerable, count)
    return [] if count == 0
    raise ArgumentError, "array size too big" if count > MOST_INDEX / 4
    result = count < 0x1_0000_0000 ? [] : Primitive.array_new(count)
    enumerable.each do |value = Primitive.packed|
      Primitive.array_push(result, value)
      break if Primitive.array_size(result) >= count
      nil
    end
    result
  end

  # Appends `value`, or its elements where it is an Array.
  def self.add_flat(result, value)
    array = try_array(value)
    array ? Primitive.array_concat(result, array) : Primitive.array_push(result, value)
  end

  # The elements that a Regexp matches, or does not: without a block nobody would see `$~`, which stays as it is.
  def self.grep_silently(values, pattern, wanted)
    result = []
    values.each do |value = Primitive.packed|
      text = Primitive.is_a(value, Symbol) ? value : try_string(value)
      Primitive.array_push(result, value) if (nil != text && pattern.match?(text)) == wanted
    end
    result
  end

  # The name of a method given as Symbol or String.
  def self.operation_name(object)
    return object if Symbol === object
    string = try_string(object)
    raise TypeError, "#{object.inspect} is not a symbol nor a string" unless string
    Primitive.string_to_asked_symbol(string)
  end
end
