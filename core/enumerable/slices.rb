# Enumerable: neighbours. Slices, windows, and chunks that a rule decides.
#
# The rule-based ones answer with an Enumerator that goes through the source anew
# each time.

module Enumerable
  def each_slice(width)
    width = Rutile.positive_width(width, "invalid slice size")
    unless block_given?
      return to_enum(:each_slice, width) { Rutile.slice_count(Rutile.enumerable_size(self), width) }
    end
    if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      index = 0
      while index < Primitive.array_size(self)
        yield Primitive.array_slice(self, index, width)
        index += width
      end
      return self
    end
    if Primitive.is_a(self, Range) && Primitive.is_core_method(self, :each)
      index = 0
      while (slice = Primitive.range_part(self, index, width))
        yield slice
        index += width
      end
      return self if index > 0
    end
    slice = []
    each do |value = Primitive.packed|
      Primitive.array_push(slice, value)
      if Primitive.array_size(slice) == width
        full = slice
        slice = []
        yield full
      end
    end
    yield slice unless slice.empty?
    self
  end

  def each_cons(width)
    width = Rutile.positive_width(width, "invalid size")
    unless block_given?
      return to_enum(:each_cons, width) { Rutile.window_count(Rutile.enumerable_size(self), width) }
    end
    window = []
    if Primitive.is_array(self) && Primitive.is_core_method(self, :each)
      index = 0
      while index < Primitive.array_size(self)
        full = Primitive.array_next_window(window, Primitive.array_at(self, index), width)
        yield full if full
        index += 1
      end
      return self
    end
    each do |value = Primitive.packed|
      full = Primitive.array_next_window(window, value, width)
      yield full if full
    end
    self
  end

  def chunk(&block)
    return to_enum(:chunk) { Rutile.enumerable_size(self) } unless block
    source = self
    Enumerator.new { |yielder| Rutile.each_chunk(source, block) { |chunk| yielder << chunk } }
  end

  def slice_before(pattern = (no_pattern = true; nil), &block)
    if block
      Rutile.refuse_count(1, 0) unless no_pattern
    elsif no_pattern
      Rutile.refuse_count(0, 1)
    end
    source = self
    Enumerator.new do |yielder|
      slice = nil
      source.each do |value = Primitive.packed|
        starts = block ? block.call(value) : Primitive.dispatch(pattern === value)
        if slice && starts
          yielder << slice
          slice = [value]
        else
          (slice ||= []) << value
        end
      end
      yielder << slice if slice
    end
  end

  def slice_after(pattern = (no_pattern = true; nil), &block)
    if block
      raise ArgumentError, "both pattern and block are given" unless no_pattern
    elsif no_pattern
      Rutile.refuse_count(0, 1)
    end
    source = self
    Enumerator.new do |yielder|
      slice = nil
      source.each do |value = Primitive.packed|
        (slice ||= []) << value
        if block ? block.call(value) : Primitive.dispatch(pattern === value)
          yielder << slice
          slice = nil
        end
      end
      yielder << slice if slice
    end
  end

  def slice_when(&block)
    raise ArgumentError, "tried to create Proc object without a block" unless block
    source = self
    Enumerator.new { |yielder| Rutile.each_run(source, block, true) { |run| yielder << run } }
  end

  def chunk_while(&block)
    raise ArgumentError, "tried to create Proc object without a block" unless block
    source = self
    Enumerator.new { |yielder| Rutile.each_run(source, block, false) { |run| yielder << run } }
  end
end

module Rutile
  # Yields `[key, elements]` for each stretch of elements with the same key.
  def self.each_chunk(source, block)
    chunk = chunk_key = nil
    source.each do |value = Primitive.packed|
      key = block.call(value)
      if nil.equal?(key) || Primitive.identical(key, :_separator)
        yield [chunk_key, chunk] if chunk
        chunk = nil
      elsif Primitive.identical(key, :_alone)
        yield [chunk_key, chunk] if chunk
        yield [:_alone, [value]]
        chunk = nil
      elsif Symbol === key && key.start_with?("_")
        raise RuntimeError, "symbols beginning with an underscore are reserved"
      elsif chunk && chunk_key == key
        chunk << value
      else
        yield [chunk_key, chunk] if chunk
        chunk = [value]
        chunk_key = key
      end
    end
    yield [chunk_key, chunk] if chunk
  end

  # Yields runs of elements; a new one begins between two for which the block's answer is as `split_when`.
  def self.each_run(source, block, split_when)
    run = previous = nil
    source.each do |value = Primitive.packed|
      if !run
        run = [value]
      elsif (block.call(previous, value) ? true : false) == split_when
        yield run
        run = [value]
      else
        run << value
      end
      previous = value
    end
    yield run if run
  end
end
