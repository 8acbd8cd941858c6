# Enumerator::Lazy: a pipeline that does no work until somebody asks.
#
# Each step is a Lazy of its own with a generator: a Proc that is given a sink
# (another Proc) and sends it values, asking the step before for its own. What a
# step remembers (how many it has let through, what it has seen) lives in one run
# of the generator, so that a pipeline can be run again and again.

class Enumerator
  class Lazy < Enumerator
    # The names of the steps where they run at once, for `to_enum(:map)` and the like.
    EAGER = %i[
      map collect flat_map collect_concat select filter find_all reject filter_map grep grep_v
      zip take take_while drop drop_while uniq with_index
    ].to_h { |name| [name, :"_enumerable_#{name}"] }
    private_constant :EAGER
    EAGER.each { |name, eager| alias_method(eager, name) }
    private(*EAGER.values)

    def self.__over(source)
      lazy = allocate.__over(source, nil, [], nil, nil)
      lazy.__generate(Rutile.size_question(source)) { |sink, *arguments| source.each(*arguments) { |*values| sink.call(*values) } }
    end

    def initialize(source, size = nil, &block)
      raise ArgumentError, "tried to call lazy new without a block" unless block
      Primitive.check_frozen(self)
      __over(source, :each, [], nil, nil)
      __generate(size) do |sink|
        yielder = Yielder.new(&sink)
        source.each { |*values| block.call(yielder, *values) }
      end
    end
    private :initialize

    def __generate(size, &generator)
      @__generator = generator
      @__size = size
      self
    end

    # The next step of the pipeline; the block is its generator.
    def __then(method, arguments, size = nil, &generator)
      Lazy.allocate.__over(self, method, arguments, nil, nil).__generate(size, &generator)
    end
    private :__then

    def each(*arguments, **keywords, &block)
      return super unless @__generator && keywords.empty?
      return arguments.empty? ? self : __with_arguments(arguments) unless block
      result = @__generator.call(__is_step? ? proc { |value = Primitive.packed| block.call(value) } : block, *arguments)
      @__method ? nil : result
    end

    # Whether it is a step of a pipeline, whose values are one each to who asks from outside.
    def __is_step? = @__method && @__method != :each

    # Sends the next step all values that are yielded at once, and nil for none.
    def __feed(&sink)
      return each(&sink) unless @__generator
      @__generator.call(__is_step? ? sink : proc { |*values| values.empty? ? sink.call(nil) : sink.call(*values) })
    end

    # The same with arguments for the iteration it began with.
    def __with_arguments(arguments)
      generator = @__generator
      dup.__generate(@__size) { |sink, *more| generator.call(sink, *arguments, *more) }
    end
    private :__with_arguments

    def size
      @__generator ? (@__size.respond_to?(:call) ? @__size.call : @__size) : super
    end

    def __run(&block)
      __call(EAGER.fetch(@__method, @__method), &block)
    end

    def to_enum(method = :each, *arguments, **keywords, &size)
      Lazy.allocate.__over(self, Rutile.to_name(method), arguments, keywords, size)
    end
    alias enum_for to_enum

    def lazy
      self
    end

    def eager
      Enumerator.allocate.__over(self, :each, [], nil, -> { size })
    end

    def force(*arguments)
      to_a(*arguments)
    end

    # --- Steps --------------------------------------------------------------------------

    # Steps of several names show the one they were made by.
    def map(&block) = __map(:map, block)
    def collect(&block) = __map(:collect, block)
    def flat_map(&block) = __flat_map(:flat_map, block)
    def collect_concat(&block) = __flat_map(:collect_concat, block)
    def select(&block) = __select(:select, block)
    def filter(&block) = __select(:filter, block)
    def find_all(&block) = __select(:find_all, block)

    def __map(name, block)
      raise ArgumentError, "tried to call lazy map without a block" unless block
      source = self
      __then(name, [], -> { source.size }) do |sink|
        source.__feed { |*values| sink.call(block.call(*values)) }
      end
    end
    private :__map

    def __flat_map(name, block)
      raise ArgumentError, "tried to call lazy flat_map without a block" unless block
      source = self
      __then(name, []) do |sink|
        source.__feed { |*values| Rutile.send_flat(sink, block.call(*values)) }
      end
    end
    private :__flat_map

    def __select(name, block)
      raise ArgumentError, "tried to call lazy select without a block" unless block
      source = self
      __then(name, []) do |sink|
        source.__feed { |*values| sink.call(*values) if block.call(Primitive.single_value(values)) }
      end
    end
    private :__select

    def reject(&block)
      raise ArgumentError, "tried to call lazy reject without a block" unless block
      source = self
      __then(:reject, []) do |sink|
        source.__feed { |*values| sink.call(*values) unless block.call(Primitive.single_value(values)) }
      end
    end

    def filter_map(&block)
      raise ArgumentError, "tried to call lazy filter_map without a block" unless block
      source = self
      __then(:filter_map, []) do |sink|
        source.__feed do |*values|
          result = block.call(*values)
          sink.call(result) if result
        end
      end
    end

    def grep(pattern, &block)
      source = self
      __then(:grep, [pattern]) do |sink|
        source.__feed do |value = Primitive.packed|
          sink.call(block ? block.call(value) : value) if Primitive.dispatch(pattern === value)
        end
      end
    end

    def grep_v(pattern, &block)
      source = self
      __then(:grep_v, [pattern]) do |sink|
        source.__feed do |value = Primitive.packed|
          sink.call(block ? block.call(value) : value) unless Primitive.dispatch(pattern === value)
        end
      end
    end

    def compact
      source = self
      __then(:compact, []) do |sink|
        source.__feed { |*values| sink.call(*values) unless nil.equal?(Primitive.single_value(values)) }
      end
    end

    def uniq(&block)
      source = self
      __then(:uniq, []) do |sink|
        seen = {}
        source.__feed do |*values|
          key = block ? block.call(*values) : Primitive.single_value(values)
          unless seen.key?(key)
            seen[key] = true
            sink.call(*values)
          end
        end
      end
    end

    def take(count)
      count = Rutile.to_index(count)
      raise ArgumentError, "attempt to take negative size" if count < 0
      source = self
      __then(:take, [count], -> { Rutile.taken_size(source.size, count) }) do |sink|
        remaining = count
        if remaining > 0
          source.__feed do |*values|
            remaining -= 1
            result = sink.call(*values)
            break result if remaining == 0
          end
        end
      end
    end

    def take_while(&block)
      raise ArgumentError, "tried to call lazy take_while without a block" unless block
      source = self
      __then(:take_while, []) do |sink|
        source.__feed do |*values|
          break unless block.call(*values)
          sink.call(*values)
        end
      end
    end

    def drop(count)
      count = Rutile.to_index(count)
      raise ArgumentError, "attempt to drop negative size" if count < 0
      source = self
      __then(:drop, [count], -> { Rutile.dropped_size(source.size, count) }) do |sink|
        remaining = count
        source.__feed do |*values|
          if remaining > 0
            remaining -= 1
          else
            sink.call(*values)
          end
        end
      end
    end

    def drop_while(&block)
      raise ArgumentError, "tried to call lazy drop_while without a block" unless block
      source = self
      __then(:drop_while, []) do |sink|
        dropping = true
        source.__feed do |*values|
          dropping = false if dropping && !block.call(*values)
          sink.call(*values) unless dropping
        end
      end
    end

    def zip(*others, &block)
      return super if block
      others.each { |other| Rutile.zip_partner(other) }
      source = self
      __then(:zip, others, -> { source.size }) do |sink|
        partners = others.map { |other| Rutile.zip_partner(other) }
        index = 0
        source.__feed do |value = Primitive.packed|
          row = [value]
          partners.size.times { |number| row << Rutile.zip_element(partners, number, index) }
          index += 1
          sink.call(row)
        end
      end
    end

    # The first value comes with the offset as it is: it has to be a number only where it is counted on.
    def with_index(offset = 0, &block)
      offset = 0 if nil.equal?(offset)
      source = self
      __then(:with_index, [offset], -> { source.size }) do |sink|
        index = offset
        source.__feed do |value = Primitive.packed|
          position = index
          block.call(value, position) if block
          index = Primitive.is_fixnum(position) ? position + 1 : Rutile.to_index(position) + 1
          if block
            sink.call(value)
          else
            sink.call(value, position)
          end
        end
      end
    end

    def chunk(...)
      super.lazy
    end

    def slice_before(...)
      super.lazy
    end

    def slice_after(...)
      super.lazy
    end

    def slice_when(...)
      super.lazy
    end

    def chunk_while(...)
      super.lazy
    end
  end
end

module Rutile
  # Sends `sink` the elements of an Array or of another pipeline, or the value itself.
  def self.send_flat(sink, value)
    if Primitive.is_array(value)
      value.each { |element| sink.call(element) }
    elsif value.respond_to?(:force) && value.respond_to?(:each)
      value.each { |element| sink.call(element) }
    elsif (array = try_array(value))
      array.each { |element| sink.call(element) }
    else
      sink.call(value)
    end
  end

  def self.size_question(source)
    -> { enumerable_size(source) }
  end

  def self.taken_size(size, count)
    nil == size ? nil : (size < count ? size : count)
  end

  def self.dropped_size(size, count)
    return nil if nil == size
    size > count ? size - count : 0
  end
end
