# Module: constants and class variables.

class Module
  def self.constants(inherit = (all = true; nil))
    return super unless all && Primitive.identical(self, Module)
    Primitive.lexical_constants
  end

  def self.nesting
    Primitive.module_nesting
  end

  def self.used_modules
    Primitive.used_refinements(true)
  end

  def self.used_refinements
    Primitive.used_refinements(false)
  end

  def constants(inherit = true)
    Primitive.constant_names(self, inherit ? true : false)
  end

  def const_get(name, inherit = true)
    primitive :const_get
    if Primitive.is_a(name, Symbol)
      Rutile.check_constant_name(name, self)
      return Rutile.constant_for_program(self, name, inherit)
    end
    name = Rutile.to_str_or_name(name)
    start = name.start_with?("::") ? Object : self
    Rutile.constant_parts(name, self).inject(start) do |mod, part|
      unless Primitive.is_a(mod, Module)
        raise TypeError, "#{mod.inspect} does not refer to class/module"
      end
      found = Rutile.constant_for_program(mod, part, inherit)
      inherit &&= :qualified
      found
    end
  end
  alias __const_get const_get

  def const_set(name, value)
    name = Rutile.to_name(name)
    Rutile.check_constant_name(name, self)
    Primitive.check_frozen(self)
    again = Primitive.set_constant(self, name, value)
    Rutile.already_initialized_constant(self, name) if again
    const_added(name)
    value
  end

  def const_defined?(name, inherit = true)
    primitive :const_defined
    if Primitive.is_a(name, Symbol)
      Rutile.check_constant_name(name, self)
      return Rutile.constant_there?(self, name, inherit ? true : false)
    end
    *outer, last = Rutile.constant_parts(name = Rutile.to_str_or_name(name), self)
    mod = name.start_with?("::") ? Object : self
    inherit = inherit ? true : false
    outer.each do |part|
      return false unless Rutile.constant_there?(mod, part, inherit)
      mod = Rutile.constant(mod, part, inherit)
      raise TypeError, "#{mod.inspect} does not refer to class/module" unless Primitive.is_a(mod, Module)
      inherit &&= :qualified
    end
    Rutile.constant_there?(mod, last, inherit)
  end

  def const_missing(name)
    full = Primitive.identical(self, Object) ? name : "#{Rutile.module_name(self)}::#{name}"
    raise NameError.new("uninitialized constant #{full}", name, receiver: self)
  end

  def const_source_location(name, inherit = true)
    mod = self
    place = nil
    shown = Rutile.to_str_or_name(name)
    if Primitive.is_a(name, Symbol) && !Primitive.is_constant_name(name)
      raise NameError.new("wrong constant name #{shown}", name, receiver: self)
    end
    parts = Rutile.constant_parts(shown, self)
    last = parts.size - 1
    parts.each_with_index do |part, index|
      raise TypeError, "#{shown} does not refer to class/module" unless Primitive.is_a(mod, Module)
      return nil unless Rutile.constant_there?(mod, part, inherit ? true : false)
      place = Primitive.constant_location(mod, part, inherit ? true : false)
      mod = Rutile.constant(mod, part, inherit) unless index == last
    end
    place
  end

  def remove_const(name)
    name = Rutile.to_name(name)
    unless Primitive.is_constant_name(name)
      raise NameError.new("'#{name}' is not allowed as a constant name", name, receiver: self)
    end
    deprecated = Primitive.deprecated_constant_owner(self, name, false)
    value = Primitive.remove_constant(self, name, Rutile::UNSET)
    if Rutile::UNSET.equal?(value)
      full = Primitive.identical(self, Object) ? "Object::#{name}" : "#{Rutile.module_name(self)}::#{name}"
      raise NameError.new("constant #{full} not defined", name, receiver: self)
    end
    deprecated ? Rutile.deprecated_constant(self, name, value) : value
  end
  private :remove_const

  def private_constant(*names)
    Rutile.flag_constants(self, names, 1, 0, :private_constant)
  end

  def public_constant(*names)
    Rutile.flag_constants(self, names, 0, 1, :public_constant)
  end

  def deprecate_constant(*names)
    Rutile.flag_constants(self, names, 2, 0, :deprecate_constant)
    self
  end

  def autoload(name, path)
    name = Rutile.to_name(name)
    unless Primitive.is_constant_name(name)
      raise NameError.new("autoload must be constant name: #{name}", name, receiver: self)
    end
    path = Rutile.to_path(path)
    raise ArgumentError, "empty file name" if path.empty?
    const_added(name) if Primitive.set_autoload(self, name, path.dup.freeze)
    nil
  end

  def autoload?(name, inherit = true)
    name = Rutile.to_name(name)
    mod = self
    modules = inherit ? ancestors : [self]
    promised = modules.find { |mod| Primitive.autoload_path(mod, name) }
    promised && Rutile.promise_stands?(promised, name) ? Primitive.autoload_path(promised, name) : nil
  end

  # --- Class variables ---

  def class_variable_get(name)
    name = Rutile.class_variable_name(name, self)
    value = Primitive.class_variable_get(self, name, Rutile::UNSET, true)
    if Rutile::UNSET.equal?(value)
      raise NameError.new("uninitialized class variable #{name} in #{Rutile.module_name(self)}", name, receiver: self)
    end
    value
  end

  def class_variable_set(name, value)
    name = Rutile.class_variable_name(name, self)
    Primitive.class_variable_set(self, name, value)
  end

  def class_variable_defined?(name)
    name = Rutile.class_variable_name(name, self)
    !Rutile::UNSET.equal?(Primitive.class_variable_get(self, name, Rutile::UNSET, false))
  end

  def class_variables(inherit = true)
    Primitive.class_variable_names(self, inherit ? true : false)
  end

  def remove_class_variable(name)
    given = name
    name = Rutile.to_name(name)
    raise NameError.new("wrong class variable name #{name}", given, receiver: self) unless Primitive.is_class_variable_name(name)
    Primitive.check_frozen(self)
    value = Primitive.remove_class_variable(self, name, Rutile::UNSET)
    return value unless Rutile::UNSET.equal?(value)
    if class_variable_defined?(name)
      raise NameError.new("cannot remove #{name} for #{Rutile.module_name(self)}", name, receiver: self)
    end
    raise NameError.new("class variable #{name} not defined for #{Rutile.module_name(self)}", name, receiver: self)
  end
end

module Rutile
  # The value of one constant of a module, loaded if it was promised.
  # A constant of the module alone, with `inherit` of what it inherits and of the top level too, which :qualified leaves out.
  def self.constant(mod, name, inherit)
    value = Primitive.find_constant(mod, name, inherit, UNSET, nil)
    return missing_constant(mod, name) if UNSET.equal?(value)
    return value unless nil.equal?(value)
    owner = Primitive.find_autoload_owner(mod, name, inherit)
    owner ? autoload_constant(owner, name) : nil
  end

  # The same, told of where it is deprecated.
  def self.constant_for_program(mod, name, inherit)
    value = constant(mod, name, inherit)
    owner = Primitive.deprecated_constant_owner(mod, name, inherit)
    owner ? deprecated_constant(owner, name, value) : value
  end

  # Whether a module has a constant, which is as for `constant`.
  def self.constant_there?(mod, name, inherit)
    there = Primitive.has_constant(mod, name, inherit)
    return there unless nil.equal?(there)
    owner = Primitive.find_autoload_owner(mod, name, inherit)
    owner ? promise_stands?(owner, name) : false
  end

  def self.check_constant_name(name, mod)
    return if Primitive.is_constant_name(name)
    raise NameError.new("wrong constant name #{name}", name, receiver: mod)
  end

  def self.to_str_or_name(name)
    Primitive.is_a(name, Symbol) ? name.name : to_str(name)
  end

  # The Symbols of a path such as "A::B"; a leading "::" begins at Object, as does a plain path.
  def self.constant_parts(path, mod)
    to_name(path) unless Primitive.string_is_valid(path)
    rest = path.start_with?("::") ? path[2..] : path
    parts = rest.split("::", -1)
    if parts.empty? || !parts.all? { |part| Primitive.is_constant_name(to_name(part)) }
      raise NameError.new("wrong constant name #{path}", to_name(path), receiver: mod)
    end
    parts.map { |part| to_name(part) }
  end

  def self.flag_constants(mod, names, set, clear, method)
    warn_about("#{method} with no argument is just ignored") if names.empty? && $VERBOSE
    Primitive.check_modifiable(mod)
    names.each do |name|
      name = to_name(name)
      unless Primitive.flag_constant(mod, name, set, clear)
        full = Object.equal?(mod) ? "Object::#{name}" : "#{module_name(mod)}::#{name}"
        raise NameError.new("constant #{full} not defined", name, receiver: mod)
      end
    end
    nil
  end

  def self.class_variable_name(name, mod)
    symbol = to_name(name)
    return symbol if Primitive.is_class_variable_name(symbol)
    raise NameError.new("'#{symbol}' is not allowed as a class variable name", name, receiver: mod)
  end
end
