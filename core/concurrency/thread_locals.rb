# Thread: variables that belong to a thread, or to the fiber that it is in.

class Thread
  # --- Variables of the fiber that the thread is in ---

  def [](name)
    primitive :running_local
    name = Rutile.to_name(name) unless Symbol === name
    Primitive.local_of(__fiber, name)
  end

  def []=(name, value)
    primitive :running_set_local
    raise FrozenError.new("can't modify frozen thread locals", receiver: self) if frozen?
    Primitive.set_local_of(__fiber, Rutile.to_name(name), value)
  end

  def key?(name)
    primitive :running_has_local
    name = Rutile.to_name(name) unless Symbol === name
    !nil.equal?(Primitive.local_of(__fiber, name))
  end

  def keys
    Primitive.locals_of(__fiber)
  end

  def fetch(name, default = (no_default = true; nil))
    name = Rutile.to_name(name)
    value = Primitive.local_of(__fiber, name)
    return value unless nil.equal?(value)
    return yield(name) if block_given?
    raise KeyError.new("key not found: #{name.inspect}", receiver: self, key: name) if no_default
    default
  end

  # A thread that a subclass's `initialize` has not started yet keeps its variables in a fiber that never runs.
  def __fiber
    return Primitive.thread_fiber(@__number) if @__number
    @__root || (@__early ||= Primitive.class_allocate(Fiber))
  end

  # --- Variables of the thread, whatever fiber it is in ---

  def thread_variable_get(name)
    name = Rutile.to_name(name) unless Symbol === name
    @__variables && @__variables[name]
  end

  def thread_variable_set(name, value)
    raise FrozenError.new("can't modify frozen thread locals", receiver: self) if frozen?
    name = Rutile.to_name(name)
    @__variables = {} unless @__variables
    nil.equal?(value) ? @__variables.delete(name) : @__variables[name] = value
    value
  end

  def thread_variable?(name)
    name = Rutile.to_name(name)
    @__variables ? @__variables.key?(name) : false
  end

  def thread_variables
    @__variables ? @__variables.keys : []
  end
end
