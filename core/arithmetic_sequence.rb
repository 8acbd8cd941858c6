# Enumerator::ArithmeticSequence: the numbers that `step` and `Range#%` run through.

class Enumerator
  class ArithmeticSequence < Enumerator
    class << self
      # The sequence that `receiver.method(*arguments, **keywords)` stands for.
      def __make(receiver, method, arguments, first, last, step, exclusive, keywords = nil)
        sequence = allocate.__over(receiver, method, arguments, keywords || {}, nil)
        sequence.__bounds(first, last, step, exclusive)
      end

      undef_method :new
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

    def each
      return self unless block_given?
      Rutile.each_step(@__first, @__last, @__step, @__exclusive) { |number| yield number }
      self
    end

    def first(count = (single = true; nil))
      return __first if single
      count = Rutile.to_int(count)
      raise ArgumentError, "attempt to take negative size" if count < 0
      numbers = []
      return numbers if count == 0
      Rutile.each_step(@__first, @__last, @__step, @__exclusive) do |number|
        numbers << number
        break if numbers.size >= count
      end
      numbers
    end

    def __first
      Rutile.each_step(@__first, @__last, @__step, @__exclusive) { |number| return number }
      nil
    end

    def last(count = (single = true; nil))
      if nil.equal?(@__last)
        raise RangeError, "cannot get the last element of endless arithmetic sequence"
      end
      size = self.size
      return size == 0 ? nil : __at(size - 1, size) if single
      count = Rutile.to_int(count)
      raise ArgumentError, "negative array size" if count < 0
      count = size if count > size
      numbers = []
      index = size - count
      while index < size
        numbers << __at(index, size)
        index += 1
      end
      numbers
    end

    # The number at a position; floats end exactly at the end.
    def __at(index, size)
      number = @__first + index * @__step
      return number unless Float === @__last || Float === number
      number = number.to_f
      last = @__last.to_f
      number = last if index == size - 1 && (@__step >= 0 ? last < number : number < last)
      number
    end

    def ==(other)
      ArithmeticSequence === other && @__first == other.begin && @__last == other.end &&
        @__step == other.step && @__exclusive == other.exclude_end?
    end
    alias === ==
    alias eql? ==

    def hash
      [@__exclusive, @__first, @__last, @__step].hash
    end

    def inspect
      receiver = @__receiver
      shown = Range === receiver ? "(#{receiver.inspect})" : receiver.inspect
      parts = @__arguments.map { |argument| argument.inspect }
      @__keywords&.each { |name, value| parts << "#{name}: #{value.inspect unless nil.equal?(value)}" }
      parts.empty? ? "(#{shown}.#{@__method})" : "(#{shown}.#{@__method}(#{parts.join(", ")}))"
    end
    alias to_s inspect
  end
end
