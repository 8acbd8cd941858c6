# Enumerator: an iteration as an object.
#
# An Enumerator remembers a receiver, a method that yields, and its arguments;
# `each` calls it. Stepping from outside (`next`, `peek`) runs the same call in a
# Fiber of its own, which hands over one set of values at a time. Until somebody
# steps there is no Fiber, and an ended or rewound one is let go.

class StopIteration
  def result
    @__result
  end

  def __result=(value)
    @__result = value
  end
end

module Kernel
  def to_enum(method = :each, *arguments, **keywords, &size)
    primitive :kernel_to_enum
    Enumerator.allocate.__over(self, Rutile.to_name(method), arguments, keywords, size)
  end

  def enum_for(method = :each, *arguments, **keywords, &size)
    primitive :kernel_to_enum
    Enumerator.allocate.__over(self, Rutile.to_name(method), arguments, keywords, size)
  end
end

class Enumerator
  include Enumerable

  def initialize(size = nil, &block)
    raise ArgumentError, "tried to create Proc object without a block" unless block
    Primitive.check_frozen(self)
    unless nil == size || size.respond_to?(:call) || (Float === size && size.infinite?)
      size = Rutile.to_int(size)
    end
    __over(Generator.new(&block), :each, [], nil, size)
  end

  def initialize_copy(other)
    raise TypeError, "allocator undefined for #{Primitive.class_of(self)}" if Primitive.is_a(self, ArithmeticSequence)
    raise TypeError, "can't copy execution context" if other.__stepping?
    super
  end
  private :initialize, :initialize_copy

  # Makes this the iteration of `receiver` by `method`.
  def __over(receiver, method, arguments, keywords, size)
    @__receiver = receiver
    @__method = method
    @__arguments = arguments
    @__keywords = keywords && keywords.empty? ? nil : keywords
    @__size = size
    self
  end

  def __stepping?
    @__fiber ? true : false
  end

  # Keywords, which are rare, come as the last of the arguments.
  ruby2_keywords def each(*arguments, &block)
    __check_initialized unless @__method
    if arguments.empty?
      return self unless block
      return __run(&block)
    end
    last = arguments.last
    keywords = Primitive.is_a(last, Hash) && Primitive.hash_is_keywords(last) ? arguments.pop : {}
    copy = dup.__over(@__receiver, @__method, @__arguments + arguments, (@__keywords || {}).merge(keywords), nil)
    block ? copy.__run(&block) : copy
  end

  # `__call(@__method, &block)`, with a frame less where it is plain.
  def __run(&block)
    return __call(@__method, &block) if @__keywords || !@__arguments.empty?
    @__receiver.__send__(@__method, &block)
  end

  def __call(method, &block)
    if @__keywords
      @__receiver.__send__(method, *@__arguments, **@__keywords, &block)
    elsif @__arguments.empty?
      @__receiver.__send__(method, &block)
    else
      @__receiver.__send__(method, *@__arguments, &block)
    end
  end

  def __check_initialized
    raise ArgumentError, "uninitialized enumerator" unless @__method || @__arguments
  end
  private :__check_initialized

  def size
    primitive :enumerator_size
    __check_initialized
    return @__size if nil == @__size || Integer === @__size
    return @__size unless @__size.respond_to?(:call)
    @__keywords ? @__size.call(*@__arguments, **@__keywords) : @__size.call(*@__arguments)
  end

  def with_index(offset = 0)
    offset = nil == offset ? 0 : offset
    return __steppable.to_enum(:with_index, *(Primitive.identical(offset, 0) ? nil : offset)) { __steppable.size } unless block_given?
    index = Rutile.to_int(offset)
    __refuse_chain if Primitive.is_a(self, Chain)
    each do |value = Primitive.packed|
      result = yield(value, index)
      index += 1
      result
    end
  end

  def each_with_index
    return __steppable.to_enum(:each_with_index) { __steppable.size } unless block_given?
    __refuse_chain if Primitive.is_a(self, Chain)
    index = 0
    each do |value = Primitive.packed|
      result = yield(value, index)
      index += 1
      result
    end
  end

  def with_object(memo)
    return __steppable.to_enum(:with_object, memo) { __steppable.size } unless block_given?
    __refuse_chain if Primitive.is_a(self, Chain)
    each { |value = Primitive.packed| yield(value, memo) }
    memo
  end

  def each_with_object(memo)
    return __steppable.to_enum(:each_with_object, memo) { __steppable.size } unless block_given?
    __refuse_chain if Primitive.is_a(self, Chain)
    each { |value = Primitive.packed| yield(value, memo) }
    memo
  end

  # The four methods above can't go through a chain themselves, but through an enumerator of it.

  def __steppable
    Primitive.is_a(self, Chain) ? Enumerator.allocate.__over(self, :each, [], nil, nil) : self
  end

  def __refuse_chain
    raise TypeError, "wrong argument type chain (expected enumerator)"
  end
  private :__steppable, :__refuse_chain

  def +(other)
    Chain.__of([self, other])
  end

  # --- Stepping -------------------------------------------------------------------------

  def next
    Primitive.check_frozen(self)
    if (values = @__ahead)
      @__ahead = nil
    else
      values = __step
    end
    Primitive.single_value(values)
  end

  def next_values
    Primitive.check_frozen(self)
    if (values = @__ahead)
      @__ahead = nil
      values
    else
      __step
    end
  end

  def peek
    Primitive.single_value(__upcoming.dup)
  end

  def peek_values
    __upcoming.dup
  end

  # The next set of values, which stays the next one.
  def __upcoming
    Primitive.check_frozen(self)
    @__ahead ||= __step
  end
  private :__upcoming

  # Runs the iteration to its next set of values. One that an exception left begins anew.
  def __step
    fiber = @__fiber || __begin_stepping
    begin
      values = fiber.resume
      has_come = true
    ensure
      @__fiber = nil unless has_come || fiber.alive?
    end
    return values if values
    @__fiber = nil
    raise @__end
  end
  private :__step

  def __begin_stepping
    __check_initialized
    __raise_end_again if @__end
    # Variables that are set are found at once, whatever they are set to.
    @__ahead = nil
    @__fed = @__fed
    @__fiber = Fiber.new { __step_through }
  end
  private :__begin_stepping

  # Who asks once more gets an exception of its own, caused by the first.
  def __raise_end_again
    ending = StopIteration.new(@__end.message)
    ending.__result = @__end.result
    raise ending, cause: @__end
  end
  private :__raise_end_again

  # The body of the stepping Fiber: hands over Arrays, and nil at the end.
  def __step_through
    result = each do |*values|
      Fiber.yield(values)
      if (fed = @__fed)
        @__fed = nil
        fed[0]
      end
    end
    ending = StopIteration.new("iteration reached an end")
    ending.__result = result
    @__end = ending
    nil
  end
  private :__step_through

  # The next answer of the stepped iteration's block.
  def feed(value)
    Primitive.check_frozen(self)
    raise TypeError, "feed value already set" if @__fed
    @__fed = [value]
    nil
  end

  def rewind
    Primitive.check_frozen(self)
    @__receiver.rewind if @__receiver.respond_to?(:rewind)
    @__fiber = @__ahead = @__fed = @__end = nil
    self
  end

  # --- Text -----------------------------------------------------------------------------

  def inspect
    return "#<#{self.class}: uninitialized>" unless @__receiver || @__method
    Rutile.recursion_guard(self, :inspect, "#<#{self.class}: ...>") do
      "#<#{self.class}: #{@__receiver.inspect}#{__inspect_call}>"
    end
  end

  def __inspect_call
    return "" unless @__method
    *plain, last = @__arguments || []
    named = @__keywords if @__keywords && !@__keywords.empty?
    named ||= last if Hash === last && !last.empty? && last.each_key.all?(Symbol)
    plain = @__arguments || [] unless named && Primitive.identical(named, last)
    parts = plain.map { |argument| argument.inspect }
    parts << named.inspect[1..-2] if named
    parts.empty? ? ":#{@__method}" : ":#{@__method}(#{parts.join(", ")})"
  end
  private :__inspect_call

  # --- Making ---------------------------------------------------------------------------

  def self.produce(initial = (no_initial = true; nil), &block)
    raise ArgumentError, "no block given" unless block
    Enumerator.allocate.__over(Producer.new(block, no_initial ? [] : [initial]), :each, [], nil, Float::INFINITY)
  end

  def self.product(*enumerables, **keywords, &block)
    unless keywords.empty?
      raise ArgumentError, "unknown keyword#{"s" if keywords.size > 1}: #{keywords.keys.map(&:inspect).join(", ")}"
    end
    product = Product.new(*enumerables)
    return product unless block
    product.each(&block)
    nil
  end

  # The yielder that the block of `Enumerator.new` gets.
  class Yielder
    def initialize(&block)
      raise LocalJumpError, "no block given" unless block
      @__block = block
      self
    end
    private :initialize

    def yield(*values)
      @__block.call(*values)
    end

    def <<(value)
      @__block.call(value)
      self
    end

    def to_proc
      method(:yield).to_proc
    end
  end

  # The receiver of an Enumerator made from a block: `each` runs the block.
  class Generator
    include Enumerable

    def initialize(body = nil, &block)
      if block.nil? && !(Proc === body)
        raise LocalJumpError, "no block given" if body.nil?
        raise TypeError, "wrong argument type #{body.class} (expected Proc)"
      end
      @__block = block || body
      self
    end
    private :initialize

    def each(*arguments, &block)
      @__block.call(Yielder.new(&block), *arguments)
    end
  end

  # The receiver of `Enumerator.produce`: each value is made from the one before.
  class Producer
    include Enumerable

    def initialize(block, initial)
      @__block = block
      @__initial = initial
    end
    private :initialize

    def each
      value = @__initial.empty? ? @__block.call : @__initial[0]
      while true
        yield value
        value = @__block.call(value)
      end
    rescue StopIteration
      self
    end
  end
end
