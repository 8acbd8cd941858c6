# Ractor: threads that share nothing that can change, and talk by messages.
#
# The threads of all Ractors take turns as any threads do; a Ractor is a group of them with two doors. Messages that
# were sent to it wait in its inbox; what it yields waits in offers, each until somebody takes it:
#
#   send  --->  [ inbox ]  --->  receive | yield  --->  [ offers ]  --->  take
#
# Whoever waits at a door watches the Ractor, and looks again whenever something happened there.

class Ractor
  class Error < RuntimeError; end
  class MovedError < Error; end
  class UnsafeError < Error; end
  class IsolationError < Error; end
  class ClosedError < StopIteration; end

  # The failure of another Ractor, whose exception is the cause.
  class RemoteError < Error
    attr_reader :ractor

    def initialize(message = "thrown by remote Ractor.", ractor: nil)
      super(message)
      @ractor = ractor
    end
  end

  # The shell of an object that was given to another Ractor.
  class MovedObject < BasicObject
    def method_missing(*)
      raise MovedError, "can not send any methods to a moved object"
    end

    %i[== ! != __send__ __id__ instance_eval instance_exec equal?].each { |name| alias_method name, :method_missing }
  end

  # A value that waits to be taken, or what ended the Ractor instead.
  class Offer
    attr_reader :failure
    attr_accessor :taken

    # `moves`: the value is given away only when it is taken.
    def initialize(value, failure = nil, moves: false)
      @value = value
      @failure = failure
      @moves = moves
    end

    def value
      @moves ? Rutile::Sharing.moved(@value) : @value
    end
  end
  private_constant :Offer

  # The body of a Ractor's first thread.
  RUN = ->(ractor, block) do
    value = failure = nil
    begin
      value = ractor.instance_exec(*ractor.__send__(:receive), &block)
    rescue SystemExit
      left = true
    rescue Exception => failure
      raise
    ensure
      ractor.__finish(left ? nil : Offer.new(value, failure))
    end
  end
  private_constant :RUN

  @__count = 0
  @__running = 1

  def self.new(*arguments, name: nil, &block)
    raise ArgumentError, "must be called with a block" unless block
    name = Rutile.to_str(name) unless nil.equal?(name)
    Rutile::Sharing.isolate(block)
    if @__count == 1
      Kernel.warn("Ractor is experimental, and the behavior may change in future versions of Ruby! Also there are many implementation issues.", uplevel: 0, category: :experimental)
    end
    ractor = __made(name)
    @__running += 1
    ractor.__begin(arguments, block)
    ractor
  end

  def self.__made(name)
    ractor = Primitive.class_allocate(self)
    ractor.__set_up(Ractor.__next_number, name)
    ractor
  end

  def self.__next_number
    @__count += 1
  end

  def self.__ended
    @__running -= 1
  end

  def self.allocate
    raise TypeError, "allocator undefined for #{self}"
  end

  class << self
    def current
      Primitive.current_thread.__ractor || MAIN
    end

    def main
      MAIN
    end

    def main?
      current.equal?(MAIN)
    end

    def count
      @__running
    end

    def shareable?(object)
      Rutile::Sharing.shareable?(object)
    end

    def make_shareable(object, copy: false)
      object = Rutile::Sharing.copied(object) if copy
      Rutile::Sharing.make_shareable(object)
    end

    def [](name)
      current[name]
    end

    def []=(name, value)
      current[name] = value
    end

    # The value stored by this name, or else the block's: only one thread of the Ractor calls it.
    def store_if_absent(name)
      current.__store_if_absent(name) { |nothing| yield nothing }
    end
  end

  def initialize_copy(other)
    raise TypeError, "allocator undefined for #{Primitive.class_of(self)}"
  end
  private :initialize_copy

  def __set_up(number, name)
    @__number = number
    @__name = name
    @__inbox = []
    @__offers = []
    @__watchers = []
    @__storage = {}
    @__storing = Thread::Mutex.new
  end

  def __begin(arguments, block)
    @__place = block.source_location
    send(arguments)
    @__thread = Primitive.class_allocate(Thread)
    @__thread.__start_in(self, [self, block], RUN)
  end

  # The first of its threads.
  def __thread
    @__thread || Primitive.main_thread
  end

  # Its first thread has come to its end: the others end with it.
  def __finish(offer)
    @__ended = @__incoming_closed = true
    @__offers.push(offer) if offer && !@__outgoing_closed
    Thread.list.each { |thread| thread.kill unless thread.equal?(@__thread) }
    Ractor.__ended
    __notify
  end

  def name
    @__name
  end

  def inspect
    place = @__place && " #{@__place.join(":")}"
    name = @__name && " #{@__name}"
    "#<Ractor:##{@__number}#{name}#{place} #{__state}>"
  end
  Primitive.alias_method(self, :to_s, :inspect)

  def __state
    return "terminated" if @__ended
    __thread.stop? ? "blocking" : "running"
  end

  # --- What is kept for the running Ractor, whichever is asked ---

  def [](name)
    Ractor.current.__storage[name.to_sym]
  end

  def []=(name, value)
    Ractor.current.__storage[name.to_sym] = value
  end

  def __storage
    @__storage
  end

  def __store_if_absent(name)
    @__storing.synchronize do
      name = name.to_sym
      @__storage.fetch(name) { @__storage[name] = yield(nil) }
    end
  end

  MAIN = __made(nil)
  private_constant :MAIN
end

module Rutile
  # Code of a Ractor has reached for what only the main one has.
  def self.refuse_isolated(message)
    raise Ractor::IsolationError, message
  end

  # A constant's value, where all Ractors may see it: from then on it is relied on.
  def self.constant_for_ractor(mod, name, value)
    unless Sharing.shareable?(value)
      refuse_isolated("can not access non-shareable objects in constant #{Rutile.module_name(mod)}::#{name} by non-main Ractor.")
    end
    Primitive.flag_constant(mod, name, 4, 0)
    value
  end

  def self.set_constant_from_ractor(mod, name, value)
    refuse_isolated("can not set constants with non-shareable objects by non-main Ractors") unless Sharing.shareable?(value)
    Module.instance_method(:const_set).bind_call(mod, name, value)
  end

  def self.shareable_value(value, mode, name)
    Sharing.value(value, mode, name)
  end

  # The value of an instance variable of a class or module, where all Ractors may see it.
  def self.variable_for_ractor(value)
    return value if Sharing.shareable?(value)
    refuse_isolated("can not get unshareable values from instance variables of classes/modules from non-main Ractors")
  end
end
