# Fiber: code that can pause and go on.

class Fiber
  def initialize(blocking: false, storage: true, &block)
    primitive :fiber_initialize
    Kernel.raise ArgumentError, "tried to create Proc object without a block" unless block
    Primitive.fiber_set_up(self, block, blocking ? true : false)
    if true.equal?(storage)
      inherited = Primitive.fiber_storage(Primitive.current_fiber)
      Primitive.fiber_set_storage(self, inherited && inherited.dup)
    else
      Primitive.fiber_set_storage(self, Fiber.__checked_storage(storage))
    end
  end
  private :initialize

  def self.yield(*arguments)
    primitive :fiber_yield
    nil
  end

  def self.current
    Primitive.current_fiber
  end

  def self.[](key)
    raise TypeError, "wrong argument type #{Primitive.class_of(key)} (expected Symbol)" unless Primitive.is_a(key, Symbol)
    storage = Primitive.fiber_storage(Primitive.current_fiber)
    storage && storage[key]
  end

  def self.[]=(key, value)
    raise TypeError, "wrong argument type #{Primitive.class_of(key)} (expected Symbol)" unless Primitive.is_a(key, Symbol)
    fiber = Primitive.current_fiber
    storage = Primitive.fiber_storage(fiber)
    Primitive.fiber_set_storage(fiber, storage = {}) unless storage
    nil.equal?(value) ? storage.delete(key) : storage[key] = value
    value
  end

  def self.blocking?
    Primitive.fiber_is_blocking(Primitive.current_fiber) ? 1 : false
  end

  def self.blocking
    yield Primitive.current_fiber
  end

  def self.__checked_storage(storage)
    return nil if nil.equal?(storage)
    raise TypeError, "wrong argument type #{Primitive.class_of(storage)} (expected Hash)" unless Primitive.is_a(storage, Hash)
    raise FrozenError, "storage must not be frozen" if storage.frozen?
    unless storage.all? { |key, _| Primitive.is_a(key, Symbol) }
      wrong = storage.keys.find { |key| !Primitive.is_a(key, Symbol) }
      raise TypeError, "wrong argument type #{Primitive.class_of(wrong)} (expected Symbol)"
    end
    storage.dup
  end

  def resume(*arguments)
    primitive :fiber_resume
    nil
  end

  def alive?
    Primitive.fiber_state(self) != :terminated
  end

  def blocking?
    Primitive.fiber_is_blocking(self)
  end

  def storage
    unless equal?(Primitive.current_fiber)
      Kernel.raise ArgumentError, "Fiber storage can only be accessed from the Fiber it belongs to"
    end
    stored = Primitive.fiber_storage(self)
    stored && stored.dup
  end

  def storage=(storage)
    unless equal?(Primitive.current_fiber)
      Kernel.raise ArgumentError, "Fiber storage can only be accessed from the Fiber it belongs to"
    end
    Primitive.fiber_set_storage(self, Fiber.__checked_storage(storage))
  end

  def raise(*arguments, cause: (no_cause = true; nil), **options)
    exception = if arguments.empty? && options.empty?
                  RuntimeError.new("unhandled exception")
                else
                  Rutile.exception_to_raise(arguments, options, cause, no_cause)
                end
    case Primitive.fiber_state(self)
    when :created
      Kernel.raise FiberError, "cannot raise exception on unborn fiber"
    when :terminated
      Kernel.raise FiberError, "attempt to resume a terminated fiber"
    when :resuming
      inner = Primitive.fiber_resumed_by(self)
      return inner.raise(exception) if inner
    when :running
      Kernel.raise exception
    end
    __raise_into(exception)
  end

  def __raise_into(exception)
    primitive :fiber_raise_into
    nil
  end

  def kill
    case Primitive.fiber_state(self)
    when :terminated then return self
    when :created then Primitive.fiber_end(self)
    when :resuming then Kernel.raise FiberError, "attempt to kill a different thread's fiber"
    else __raise_into(Primitive.kill_exit)
    end
    self
  end


  def inspect
    state = Primitive.fiber_state(self)
    state = :resumed if state == :running || state == :resuming
    place = Primitive.fiber_location(self)
    text = Primitive.any_to_s(self).chop
    place ? "#{text} #{place[0]}:#{place[1]} (#{state})>" : "#{text} (#{state})>"
  end
  alias to_s inspect
end
