# Module: reflection on methods.

class Module
  def instance_methods(inherit = true)
    Rutile.names_of_methods(self, inherit, :visible)
  end

  def public_instance_methods(inherit = true)
    Rutile.names_of_methods(self, inherit, :public)
  end

  def private_instance_methods(inherit = true)
    Rutile.names_of_methods(self, inherit, :private)
  end

  def protected_instance_methods(inherit = true)
    Rutile.names_of_methods(self, inherit, :protected)
  end

  def undefined_instance_methods
    Primitive.method_names(self, false, :undefined)
  end

  def method_defined?(name, inherit = true)
    primitive :is_method_defined
    visibility = Primitive.method_visibility(self, Rutile.to_name(name), inherit ? true : false)
    :public.equal?(visibility) || :protected.equal?(visibility)
  end

  def public_method_defined?(name, inherit = true)
    :public.equal?(Primitive.method_visibility(self, Rutile.to_name(name), inherit ? true : false))
  end

  def private_method_defined?(name, inherit = true)
    :private.equal?(Primitive.method_visibility(self, Rutile.to_name(name), inherit ? true : false))
  end

  def protected_method_defined?(name, inherit = true)
    :protected.equal?(Primitive.method_visibility(self, Rutile.to_name(name), inherit ? true : false))
  end

  def instance_method(name)
    name = Rutile.to_name(name)
    Primitive.unbound_method(self, name, false) || Rutile.undefined_method(self, name)
  end

  def public_instance_method(name)
    name = Rutile.to_name(name)
    found = Primitive.unbound_method(self, name, true)
    return found if found
    visibility = Primitive.method_visibility(self, name, true)
    Rutile.undefined_method(self, name) unless visibility
    kind = Primitive.is_a(self, Class) ? "class" : "module"
    raise NameError.new("method '#{name}' for #{kind} '#{Rutile.module_name(self)}' is #{visibility}", name, receiver: self)
  end
end

module Rutile
  def self.undefined_method(mod, name)
    kind = Primitive.is_a(mod, Class) ? "class" : "module"
    raise NameError.new("undefined method '#{name}' for #{kind} '#{module_name(mod)}'", name, receiver: mod)
  end
end

module Rutile
  # A refinement inherits from what it refines.
  def self.names_of_methods(mod, inherit, kind)
    names = Primitive.method_names(mod, inherit ? true : false, kind)
    return names unless inherit && Primitive.is_refinement(mod)
    names | Primitive.method_names(mod.target, true, kind)
  end
end
