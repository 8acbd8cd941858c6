# Fiber: code that can pause and go on.

class Fiber
  # `pool` is CRuby's name for stacks to choose from, of which it has one as well.
  def initialize(*, blocking: false, storage: true, pool: nil, &block)
    primitive :fiber_initialize
    raise ArgumentError, "tried to create Proc object without a block" unless block
    raise RuntimeError, "cannot initialize twice" if Primitive.fiber_is_set_up(self)
    if true.equal?(storage)
      inherited = Primitive.fiber_storage(Primitive.current_fiber)
      Primitive.fiber_set_storage(self, inherited && inherited.dup)
    else
      Primitive.fiber_set_storage(self, Fiber.__checked_storage(storage))
    end
    blocking = blocking ? true : false
    Primitive.fiber_set_up(self, block, blocking) || Primitive.fiber_set_up(self, Rutile.block_with_code(block), blocking)
    self
  end
  private :initialize

  def self.yield(*arguments)
    primitive :fiber_yield
    nil
  end

  def self.current
    primitive :fiber_current
    Primitive.current_fiber
  end

  def self.[](key)
    primitive :fiber_stored
    storage = Primitive.fiber_storage(Primitive.current_fiber)
    key = Rutile.to_name(key)
    storage && storage[key]
  end

  def self.[]=(key, value)
    primitive :fiber_store
    fiber = Primitive.current_fiber
    key = Rutile.to_name(key)
    storage = Primitive.fiber_storage(fiber)
    Primitive.fiber_set_storage(fiber, storage = {}) unless storage
    nil.equal?(value) ? storage.delete(key) : storage[key] = value
    value
  end

  def self.blocking?
    Primitive.fiber_is_blocking(Primitive.current_fiber) ? 1 : false
  end

  # Runs the block with the running fiber a blocking one.
  def self.blocking
    fiber = Primitive.current_fiber
    return yield(fiber) if Primitive.fiber_is_blocking(fiber)
    begin
      Primitive.fiber_set_blocking(fiber, true)
      yield fiber
    ensure
      Primitive.fiber_set_blocking(fiber, false)
    end
  end

  def self.__checked_storage(storage)
    return nil if nil.equal?(storage)
    raise TypeError, "storage must be a hash" unless Primitive.is_a(storage, Hash)
    raise FrozenError, "storage must not be frozen" if storage.frozen?
    storage.each_key do |key|
      raise TypeError, "wrong argument type #{Primitive.class_of(key)} (expected Symbol)" unless Primitive.is_a(key, Symbol)
    end
    storage.dup
  end

  def resume(*arguments)
    primitive :fiber_resume
    nil
  end

  alias __resume resume

  # Hands over to this fiber without waiting for it: nothing comes back to the one that ran, unless by a transfer.
  def transfer(*arguments)
    primitive :fiber_transfer
    nil
  end
  alias __transfer transfer

  def alive?
    primitive :fiber_is_alive
    __check_set_up
    Primitive.fiber_state(self) != :terminated
  end

  def blocking?
    Primitive.fiber_is_blocking(self)
  end

  def storage
    unless equal?(Primitive.current_fiber)
      raise ArgumentError, "Fiber storage can only be accessed from the Fiber it belongs to"
    end
    stored = Primitive.fiber_storage(self)
    stored && stored.dup
  end

  def storage=(storage)
    if Warning[:experimental]
      Kernel.warn("Fiber#storage= is experimental and may be removed in the future!", uplevel: 0, category: :experimental)
    end
    unless equal?(Primitive.current_fiber)
      raise ArgumentError, "Fiber storage can only be accessed from the Fiber it belongs to"
    end
    Primitive.fiber_set_storage(self, Fiber.__checked_storage(storage))
  end

  def raise(*arguments, **options)
    __running_piece.__raise_into(Rutile.exception_for_another(arguments, options))
  end

  # The fiber that runs when this one does: itself, or the innermost of those that it resumed.
  def __running_piece
    fiber = self
    while (resumed = Primitive.fiber_resuming(fiber))
      fiber = resumed
    end
    fiber
  end

  def __raise_into(exception)
    primitive :fiber_raise_into
    nil
  end

  # Leaves the fiber through its ensure clauses. False where that was asked for before.
  def kill
    return false unless Primitive.fiber_mark_killed(self)
    case Primitive.fiber_state(self)
    when :terminated then nil
    when :created then Primitive.fiber_end(self)
    else
      return Primitive.current_thread.kill if equal?(Primitive.current_fiber) && Primitive.fiber_is_root(self)
      __running_piece.__raise_into(Primitive.kill_exit)
    end
    self
  end

  # --- Where it stands ---

  def backtrace(start = 0, length = nil)
    locations = __locations("backtrace", start, length)
    locations && locations.map(&:to_s)
  end

  def backtrace_locations(start = 0, length = nil)
    __locations("backtrace_locations", start, length)
  end

  # The running fiber's begin with the call of `asked`.
  def __locations(asked, start, length)
    return nil if Primitive.fiber_state(self) == :terminated
    locations = Primitive.backtrace_locations(Primitive.fiber_raw_backtrace(self))
    if equal?(Primitive.current_fiber) && (caller = locations[0])
      locations.unshift(*Thread::Backtrace.__locations([[caller.path, caller.lineno, "Fiber##{asked}", asked]]))
    end
    Thread::Backtrace.__piece(locations, start, length)
  end

  def inspect
    __check_set_up
    state = Primitive.fiber_state(self)
    words = case state
            when :running then "resumed"
            when :resuming then "suspended by resuming"
            when :transferred then "suspended"
            else state.name
            end
    place = Primitive.fiber_location(self)
    text = Primitive.any_to_s(self).chop
    place ? "#{text} #{place[0]}:#{place[1]} (#{words})>" : "#{text} (#{words})>"
  end
  alias to_s inspect

  def __check_set_up
    raise FiberError, "uninitialized fiber" unless Primitive.fiber_is_set_up(self)
  end
end

module Rutile
  # Bytes of machine stack in use. Ruby calls take none, so it is the same wherever a program asks.
  def self.machine_stack_bytes
    Primitive.machine_stack_bytes
  end
end

module Rutile
  # A block that calls what has no code of its own.
  def self.block_with_code(block)
    proc { |*arguments, **options| block.call(*arguments, **options) }
  end
end
