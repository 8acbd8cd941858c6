# Enumerator::Chain: several collections, one after the other.

class Enumerator
  class Chain < Enumerator
    # A chain is stepped through `to_enum`.
    undef_method :next, :next_values, :peek, :peek_values, :feed

    # A chain; a lazy one if anything in it is lazy.
    def self.__of(enumerables)
      chain = new(*enumerables)
      enumerables.any? { |enumerable| Lazy === enumerable } ? chain.lazy : chain
    end

    def initialize(*enumerables)
      Primitive.check_frozen(self)
      @__enumerables = enumerables.freeze
      @__started = 0
      @__method = :each
      self
    end

    def initialize_copy(other)
      return self if Primitive.identical(self, other)
      Primitive.check_frozen(self)
      raise ArgumentError, "uninitialized chain" unless other.__enumerables
      @__enumerables = other.__enumerables
      @__started = 0
      self
    end
    private :initialize, :initialize_copy

    def __enumerables
      @__enumerables
    end

    def each(*arguments, &block)
      unless block
        return to_enum(:each, *arguments) { size }
      end
      raise ArgumentError, "uninitialized chain" unless @__enumerables
      @__started = 0
      @__enumerables.each do |enumerable|
        @__started += 1
        enumerable.each(*arguments, &block)
      end
      self
    end

    def size
      raise ArgumentError, "uninitialized chain" unless @__enumerables
      total = 0
      @__enumerables.each do |enumerable|
        size = Rutile.enumerable_size(enumerable)
        return size if nil == size || (Float === size && size.infinite?)
        return nil unless Integer === size
        total += size
      end
      total
    end

    # Rewinds what was started, the last first.
    def rewind
      while @__started > 0
        @__started -= 1
        enumerable = @__enumerables[@__started]
        enumerable.rewind if enumerable.respond_to?(:rewind)
      end
      @__fiber = @__ahead = @__fed = @__end = nil
      self
    end

    def inspect
      return "#<#{self.class}: uninitialized>" unless @__enumerables
      Rutile.recursion_guard(self, :inspect, "#<#{self.class}: ...>") do
        "#<#{self.class}: #{@__enumerables.inspect}>"
      end
    end

    def +(other)
      Chain.__of([self, other])
    end
  end
end
