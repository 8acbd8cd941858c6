# Kernel: hooks on global variables.
#
# A traced variable is hooked: its value lives here, and an assignment calls the
# hooks, the latest first. An assignment by a hook itself calls none.

module Rutile
  @traced = {}

  def self.traced_value(name)
    @traced[name][0]
  end

  def self.set_traced(value, name)
    entry = @traced[name]
    entry[0] = value
    return if entry[2]
    begin
      entry[2] = true
      entry[1].reverse_each { |hook| Primitive.is_a(hook, String) ? eval(hook, TOPLEVEL_BINDING) : hook.call(value) }
    ensure
      entry[2] = false
    end
  end

  def self.add_trace(name, hook)
    entry = @traced[name]
    unless entry
      entry = @traced[name] = [Primitive.global_value(name), [], false]
      Primitive.hook_global(name, :traced_value, :set_traced)
    end
    entry[1] << hook
    nil
  end

  # The hooks that are gone, nil where the one asked for was not there.
  def self.remove_trace(name, hook, all)
    entry = @traced[name]
    return all ? [] : nil unless entry
    gone = all ? entry[1].dup : [hook]
    return nil unless all || entry[1].delete(hook)
    entry[1].clear if all
    if entry[1].empty?
      @traced.delete(name)
      Primitive.plain_global(name, entry[0])
    end
    gone
  end
end

module Kernel
  def trace_var(name, hook = (no_hook = true; nil), &block)
    name = Rutile.to_name(name)
    if no_hook
      raise ArgumentError, "tried to create Proc object without a block" unless block
      hook = block
    end
    return untrace_var(name) if nil.equal?(hook)
    Rutile.add_trace(name, hook)
  end

  def untrace_var(name, hook = (all = true; nil))
    name = Rutile.to_name(name)
    unless Primitive.global_is_defined(name)
      raise NameError.new("undefined global variable #{name}", name)
    end
    Rutile.remove_trace(name, hook, all)
  end
  module_function :trace_var, :untrace_var
end
