# Enumerator::Product: every combination of one element from each collection.

class Enumerator
  class Product < Enumerator
    # A product is stepped through `to_enum`.
    undef_method :next, :next_values, :peek, :peek_values, :feed

    def initialize(*enumerables, **keywords)
      unless keywords.empty?
        raise ArgumentError, "unknown keyword#{"s" if keywords.size > 1}: #{keywords.keys.map(&:inspect).join(", ")}"
      end
      Primitive.check_frozen(self)
      @__enumerables = enumerables.freeze
      @__method = :each
      self
    end

    def initialize_copy(other)
      return self if Primitive.identical(self, other)
      Primitive.check_frozen(self)
      unless Primitive.identical(other.class, self.class)
        raise TypeError, "initialize_copy should take same class object"
      end
      raise ArgumentError, "uninitialized product" unless other.__enumerables
      @__enumerables = other.__enumerables
      self
    end
    private :initialize, :initialize_copy

    def __enumerables
      @__enumerables
    end

    def each(&block)
      return self unless block
      raise ArgumentError, "uninitialized product" unless @__enumerables
      __combine(0, [], block)
      self
    end

    def __combine(number, chosen, block)
      return block.call(chosen.dup) if number == @__enumerables.size
      @__enumerables[number].each_entry do |value|
        chosen[number] = value
        __combine(number + 1, chosen, block)
      end
    end
    private :__combine

    def size
      raise ArgumentError, "uninitialized product" unless @__enumerables
      sizes = @__enumerables.map { |enumerable| Rutile.enumerable_size(enumerable) }
      return 0 if sizes.any? { |size| Primitive.identical(size, 0) }
      total = 1
      sizes.each do |size|
        return size if nil == size || (Float === size && size.infinite?)
        return nil unless Integer === size
        total *= size
      end
      total
    end

    def rewind
      @__enumerables.each { |enumerable| enumerable.rewind if enumerable.respond_to?(:rewind) }
      @__fiber = @__ahead = @__fed = @__end = nil
      self
    end

    def inspect
      return "#<#{self.class}: uninitialized>" unless @__enumerables
      Rutile.recursion_guard(self, :inspect, "#<#{self.class}: ...>") do
        "#<#{self.class}: #{@__enumerables.inspect}>"
      end
    end
  end
end
