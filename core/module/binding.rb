# Binding: the variables and self of a place in the program.

class Binding
  def local_variables
    Primitive.binding_variable_names(self)
  end

  def local_variable_get(name)
    primitive :binding_local
    name = Rutile.local_name(name, self)
    value = Primitive.binding_variable_get(self, name, Rutile::UNSET)
    return value unless Rutile::UNSET.equal?(value)
    raise NameError.new("local variable '#{name}' is not defined for #{inspect}", name, receiver: self)
  end

  def local_variable_set(name, value)
    name = Rutile.local_name(name, self)
    unless Primitive.binding_variable_set(self, name, value)
      Rutile.declare_local(name, self)
      Primitive.binding_variable_set(self, name, value)
    end
    value
  end

  def local_variable_defined?(name)
    name = Rutile.local_name(name, self)
    !Rutile::UNSET.equal?(Primitive.binding_variable_get(self, name, Rutile::UNSET))
  end

  def receiver
    Primitive.binding_receiver(self)
  end

  def eval(source, file = (no_file = true; nil), line = 1)
    source, file, line = no_file ? Rutile.evaluation_arguments(source) : Rutile.evaluation_arguments_with_file(source, file, line)
    Primitive.eval_in_binding(source, self, file, line)
  end

  def source_location
    Primitive.binding_location(self)
  end

  def irb(show_code: true)
    require "irb"
    irb(show_code: show_code)
  end

  def dup
    Primitive.copy_state(self, copy = Primitive.binding_copy(self), false)
    copy
  end

  def clone(freeze: nil)
    Primitive.copy_state(self, copy = Primitive.binding_copy(self), true)
    Primitive.freeze(copy) if freeze || (nil.equal?(freeze) && frozen?)
    copy
  end

  class << self
    undef_method :new
  end
end

module Rutile
  def self.local_name(name, binding)
    name = to_name(name)
    return name if Primitive.is_local_name(name)
    raise NameError.new("wrong local variable name '#{name}' for #{binding.inspect}", name, receiver: binding)
  end

  # Gives a binding a variable. A keyword of the language can't be assigned, but a parameter may have its name.
  def self.declare_local(name, binding)
    return Primitive.eval_in_binding("#{name} = nil", binding, "(eval)", 1) unless KEYWORDS.include?(name.name)
    within = Primitive.eval_in_binding("->(#{name}:) { ::Kernel.binding }.call(#{name}: nil)", binding, "(eval)", 1)
    Primitive.binding_take_variables(binding, within)
  end
end
