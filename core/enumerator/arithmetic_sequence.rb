# Enumerator::ArithmeticSequence: the numbers that `step` and `Range#%` run through.

class Enumerator
  class ArithmeticSequence < Enumerator
    class << self
      # The sequence that `receiver.method(*arguments, **keywords)` stands for.
      def __make(receiver, method, arguments, first, last, step, exclusive, keywords = nil)
        sequence = Primitive.class_allocate(self).__over(receiver, method, arguments, keywords || {}, nil)
        sequence.__bounds(first, last, step, exclusive)
      end

      undef_method :new

      def allocate
        raise TypeError, "allocator undefined for #{self}"
      end
    end

    def __bounds(first, last, step, exclusive)
      @__first = first
      @__last = last
      @__step = step
      @__exclusive = exclusive
      self
    end

    def begin
      @__first
    end

    def end
      @__last
    end

    def step
      @__step
    end

    def exclude_end?
      @__exclusive
    end

    def size
      Rutile.step_size(@__first, @__last, @__step, @__exclusive)
    end

    def each(&block)
      return self unless block_given?
      raise TypeError, "nil can't be coerced into #{@__step.class}" if nil.equal?(@__first)
      Rutile.each_step(@__first, @__last, @__step, @__exclusive, &block)
      self
    end

    def first(count = (single = true; nil))
      return __first if single
      count = Rutile.to_index(count)
      raise ArgumentError, "attempt to take negative size" if count < 0
      raise TypeError, "nil can't be coerced into Integer" if nil.equal?(@__first)
      return __without_end(count) if __nan?
      numbers = []
      return numbers if count == 0
      Rutile.each_step(@__first, @__last, @__step, @__exclusive) do |number|
        numbers << number
        break if numbers.size >= count
      end
      numbers
    end

    # Whether nobody can say how many numbers there are: so many as are asked for are given then.
    def __nan?
      return true if [@__first, @__last, @__step].any? { |part| Primitive.is_a(part, Float) && part.nan? }
      Primitive.is_a(@__first, Float) && @__first.infinite? && @__first == @__last
    end

    def __without_end(count)
      Array.new(count) { |index| index * @__step.to_f + @__first.to_f }
    end

    def __first
      return @__first if nil.equal?(@__last) || nil.equal?(@__first)
      beyond = @__step > 0 ? @__first > @__last : @__step < 0 && @__first < @__last
      beyond ? nil : @__first
    end

    def last(count = (single = true; nil))
      if nil.equal?(@__last)
        raise RangeError, "cannot get the last element of endless arithmetic sequence"
      end
      steps = (@__last - @__first).div(@__step)
      return single ? nil : [] if steps < 0
      number = @__first + @__step * steps
      if @__exclusive && number == @__last
        number -= @__step
        steps -= 1
      end
      return number if single
      __numbers_before(number, steps + 1, Rutile.to_integer(count))
    end

    # The last `count` of `size` numbers, which end with `number`.
    def __numbers_before(number, size, count)
      raise ArgumentError, "negative array size" if count < 0
      count = size if count > size
      numbers = []
      number -= @__step * count
      while count > 0
        number += @__step
        numbers << number
        count -= 1
      end
      numbers
    end

    def ==(other)
      ArithmeticSequence === other && Primitive.dispatch(@__first == other.begin) && Primitive.dispatch(@__last == other.end) &&
        Primitive.dispatch(@__step == other.step) && @__exclusive == other.exclude_end?
    end
    alias === ==
    alias eql? ==

    def hash
      [@__exclusive, @__first, @__last, @__step].hash
    end

    def inspect
      shown = Range === @__receiver ? "(#{@__receiver})" : @__receiver.to_s
      parts = @__arguments.map { |argument| argument.inspect }
      @__keywords&.each { |name, value| parts << "#{name}: #{value}" }
      parts.empty? ? "(#{shown}.#{@__method})" : "(#{shown}.#{@__method}(#{parts.join(", ")}))"
    end
  end
end
