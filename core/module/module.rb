# Module: names, ancestors, visibility and what a class body may say.
#
# This file is loaded right after rutile.rb, before there are Arrays with methods:
# what class bodies of the core library call (`include`, `private`, `attr_reader`,
# `module_function` ...) uses only primitives and `while`.
#
# The rest of the class: module_methods (reflection on methods), module_constants,
# module_evaluation, refinement.

class Module
  def initialize(&block)
    class_exec(self, &block) if block
    nil
  end

  def initialize_copy(other)
    if Primitive.is_a(self, Class)
      raise TypeError, "already initialized class" unless Primitive.class_is_uninitialized(self)
      raise TypeError, "can't copy the root class" if Primitive.identical(other, BasicObject)
      raise TypeError, "can't copy singleton class" if Primitive.is_singleton_class(other)
    end
    expected = Primitive.is_a(self, Class) ? Class : Module
    raise TypeError, "wrong argument type #{Primitive.class_of(other)} (expected #{expected})" unless Primitive.is_a(other, expected)
    Primitive.module_copy(self, other)
  end

  def initialize_clone(other, freeze: nil)
    initialize_copy(other)
    freeze if freeze
  end

  # --- Names ---

  def name
    primitive :module_name
    Primitive.module_name(self)
  end

  def to_s
    return Primitive.module_inspect(self) unless Primitive.is_singleton_class(self)
    object = Primitive.attached_object(self)
    text = Primitive.is_a(object, Module) ? object.inspect : Primitive.any_to_s(object)
    "#<Class:#{text}>"
  end

  def set_temporary_name(name)
    raise RuntimeError, "can't change permanent name" if Primitive.has_permanent_name(self)
    unless nil.equal?(name)
      name = Rutile.to_str(name)
      raise ArgumentError, "empty class/module name" if name.empty?
      if Primitive.is_constant_path(name)
        raise ArgumentError, "the temporary name must not be a constant path to avoid confusion"
      end
    end
    Primitive.set_temporary_name(self, name)
    self
  end

  # --- Order ---

  def ===(object)
    primitive :module_case_equal
    Primitive.is_a(object, self)
  end

  def ==(other)
    primitive :object_identical
    Primitive.identical(self, other)
  end

  def <(other)
    primitive :module_below
    Rutile.require_module(other)
    Primitive.identical(self, other) ? false : Rutile.stands_below(self, other)
  end

  def <=(other)
    primitive :module_at_most
    Rutile.require_module(other)
    Primitive.identical(self, other) ? true : Rutile.stands_below(self, other)
  end

  def >(other)
    primitive :module_above
    Rutile.require_module(other)
    Primitive.identical(self, other) ? false : Rutile.stands_below(other, self)
  end

  def >=(other)
    primitive :module_at_least
    Rutile.require_module(other)
    Primitive.identical(self, other) ? true : Rutile.stands_below(other, self)
  end

  def <=>(other)
    primitive :module_compare
    return 0 if Primitive.identical(self, other)
    return nil unless Primitive.is_a(other, Module)
    case Rutile.stands_below(self, other)
    when true then -1
    when false then 1
    end
  end

  # --- Ancestors ---

  def ancestors
    Primitive.module_ancestors(self)
  end

  def included_modules
    Primitive.included_modules(self)
  end

  def include?(mod)
    raise TypeError, "wrong argument type #{Rutile.describe(mod)} (expected Module)" unless Primitive.is_plain_module(mod)
    return false if Primitive.identical(self, mod)
    Primitive.inherits(self, mod)
  end

  def include(*modules)
    count = Primitive.array_size(modules)
    Rutile.refuse_count(0, "1+") if count == 0
    Rutile.require_modules(modules)
    raise TypeError, "Refinement#include has been removed" if Primitive.is_refinement(self)
    while count > 0
      count -= 1
      mod = modules[count]
      mod.__send__(:append_features, self)
      mod.__send__(:included, self)
    end
    self
  end

  def prepend(*modules)
    count = Primitive.array_size(modules)
    Rutile.refuse_count(0, "1+") if count == 0
    Rutile.require_modules(modules)
    raise TypeError, "Refinement#prepend has been removed" if Primitive.is_refinement(self)
    while count > 0
      count -= 1
      mod = modules[count]
      mod.__send__(:prepend_features, self)
      mod.__send__(:prepended, self)
    end
    self
  end

  def append_features(target)
    Rutile.refuse_class(self)
    Rutile.require_module_target(target)
    raise ArgumentError, "cyclic include detected" if Primitive.inherits(self, target)
    Primitive.check_modifiable(target)
    Primitive.include_module(target, self)
    self
  end

  def prepend_features(target)
    Rutile.refuse_class(self)
    Rutile.require_module_target(target)
    raise ArgumentError, "cyclic prepend detected" if Primitive.inherits(self, target)
    Primitive.check_modifiable(target)
    Primitive.prepend_module(target, self)
    self
  end

  def extend_object(object)
    Rutile.refuse_class(self)
    Primitive.check_modifiable(Primitive.singleton_class(object)) if Primitive.is_frozen(object)
    Primitive.include_module(Primitive.singleton_class(object), self)
    object
  end

  # --- Hooks ---

  def included(base) = nil
  def extended(base) = nil
  def prepended(base) = nil
  def method_added(name) = nil
  def method_removed(name) = nil
  def method_undefined(name) = nil
  def const_added(name) = nil

  # --- Visibility ---

  def public(*names)
    primitive :module_public
    Rutile.warn_of_no_names("public") if names.empty?
    Rutile.change_visibility(self, names, :public)
    Rutile.names_given(names)
  end

  def private(*names)
    primitive :module_private
    Rutile.warn_of_no_names("private") if names.empty?
    Rutile.change_visibility(self, names, :private)
    Rutile.names_given(names)
  end

  def protected(*names)
    primitive :module_protected
    Rutile.warn_of_no_names("protected") if names.empty?
    Rutile.change_visibility(self, names, :protected)
    Rutile.names_given(names)
  end

  def module_function(*names)
    primitive :module_function
    raise TypeError, "module_function must be called for modules" if Primitive.is_a(self, Class)
    Rutile.warn_of_no_names("module_function") if names.empty?
    Rutile.method_names(names).each do |name|
      Primitive.set_module_function(self, [name])
      Rutile.tell_of_method(Primitive.singleton_class(self), name, :method_added, :singleton_method_added)
    end
    Rutile.names_given(names)
  end

  def public_class_method(*names)
    Rutile.change_visibility(Primitive.singleton_class(self), names, :public)
    self
  end

  def private_class_method(*names)
    Rutile.change_visibility(Primitive.singleton_class(self), names, :private)
    self
  end

  def ruby2_keywords(*names)
    names = Rutile.method_names(names)
    index = 0
    while index < Primitive.array_size(names)
      problem = Primitive.set_ruby2_keywords(self, names[index])
      warn("warning: Skipping set of ruby2_keywords flag for #{names[index]} (#{problem})", uplevel: 0) if problem
      index += 1
    end
    nil
  end

  # --- Attributes ---

  def attr_reader(*names)
    Rutile.define_attributes(self, names, true, false)
  end

  def attr_writer(*names)
    Rutile.define_attributes(self, names, false, true)
  end

  def attr_accessor(*names)
    Rutile.define_attributes(self, names, true, true)
  end

  def attr(*names)
    if Primitive.array_size(names) == 2 && (true.equal?(names[1]) || false.equal?(names[1]))
      warn("optional boolean argument is obsoleted", uplevel: 0) if $VERBOSE
      return Rutile.define_attributes(self, [names[0]], true, names[1])
    end
    Rutile.define_attributes(self, names, true, false)
  end

  # --- Making and unmaking methods ---

  def define_method(name, body = (no_body = true; nil), &block)
    name = Rutile.to_name(name)
    if no_body
      raise ArgumentError, "tried to create Proc object without a block" unless block
      body = block
    elsif !Primitive.is_a(body, Proc) && !Primitive.is_a(body, Method) && !Primitive.is_a(body, UnboundMethod)
      raise TypeError, "wrong argument type #{Primitive.class_of(body)} (expected Proc/Method/UnboundMethod)"
    end
    Primitive.check_modifiable(self)
    Rutile.tell_of_discarded(self, name) if $VERBOSE
    Rutile.tell_of_change(self, name, 0)
    Primitive.define_method(self, name, body)
    Rutile.tell_of_method(self, name, :method_added, :singleton_method_added)
    name
  end

  def alias_method(new_name, old_name)
    new_name = Rutile.to_name(new_name)
    old_name = Rutile.to_name(old_name)
    Rutile.tell_of_discarded(self, new_name) if $VERBOSE && !new_name.equal?(old_name)
    Rutile.tell_of_change(self, new_name, 0) unless new_name.equal?(old_name)
    Primitive.alias_method(self, new_name, old_name)
    Rutile.tell_of_method(self, new_name, :method_added, :singleton_method_added)
    new_name
  end
  Primitive.alias_method(self, :inspect, :to_s)

  def remove_method(*names)
    index = 0
    while index < Primitive.array_size(names)
      name = Rutile.to_name(names[index])
      Rutile.tell_of_change(self, name, 1)
      Primitive.remove_method(self, name)
      Rutile.tell_of_method(self, name, :method_removed, :singleton_method_removed)
      index += 1
    end
    self
  end

  def undef_method(*names)
    index = 0
    while index < Primitive.array_size(names)
      name = Rutile.to_name(names[index])
      Rutile.tell_of_change(self, name, 2)
      Primitive.undefine_method(self, name)
      Rutile.tell_of_method(self, name, :method_undefined, :singleton_method_undefined)
      index += 1
    end
    self
  end

  private :append_features, :prepend_features, :extend_object, :included, :extended, :prepended, :method_added,
          :method_removed, :method_undefined, :const_added, :module_function, :ruby2_keywords, :public, :protected, :private,
          :initialize, :initialize_copy, :initialize_clone

  def freeze
    Primitive.module_inspect(self)
    Primitive.freeze(self)
  end

  def singleton_class?
    Primitive.is_singleton_class(self)
  end
end

class Class
  # Classes are made here, not by `initialize`, so that a class is never seen without a superclass.
  def self.new(superclass = Object, &block)
    unless Primitive.is_a(superclass, Class)
      raise TypeError, "superclass must be an instance of Class (given an instance of #{Primitive.class_of(superclass)})"
    end
    made = Primitive.class_create(superclass)
    superclass.__send__(:inherited, made)
    made.class_exec(made, &block) if block
    made
  end

  def allocate
    primitive :class_allocate
    Primitive.class_allocate(self)
  end

  def new(...)
    primitive :class_new
    object = allocate
    object.__send__(:initialize, ...)
    object
  end

  def superclass
    primitive :class_superclass
    Primitive.class_superclass(self)
  end

  def subclasses
    Primitive.class_subclasses(self)
  end

  def attached_object
    raise TypeError, "'#{self}' is not a singleton class" unless Primitive.is_singleton_class(self)
    Primitive.attached_object(self)
  end

  def inherited(subclass) = nil

  def initialize(*)
    raise TypeError, "already initialized class"
  end
  private :inherited, :initialize

end

module Rutile
  # A Class lacks some methods of a Module, though it is one.
  def self.refuse_class(mod)
    raise TypeError, "wrong argument type Class (expected Module)" if Primitive.is_a(mod, Class)
  end

  def self.require_module(value)
    raise TypeError, "compared with non class/module" unless Primitive.is_a(value, Module)
  end

  # Whether one module inherits another; false where it is the other way round, nil where they have nothing to do with each other.
  # What a class makes of `<` is not asked.
  def self.stands_below(mod, other)
    return true if Primitive.inherits(mod, other)
    Primitive.inherits(other, mod) ? false : nil
  end

  def self.require_modules(modules)
    index = 0
    while index < Primitive.array_size(modules)
      mod = modules[index]
      unless Primitive.is_plain_module(mod)
        raise TypeError, "wrong argument type #{Rutile.describe(mod)} (expected Module)"
      end
      raise TypeError, "Cannot include refinement" if Primitive.is_refinement(mod)
      index += 1
    end
  end

  def self.require_module_target(target)
    unless Primitive.is_a(target, Module)
      raise TypeError, "wrong argument type #{Primitive.class_of(target)} (expected Class or Module)"
    end
  end

  # Names of methods given one by one or as one Array, as Symbols.
  def self.method_names(given)
    given = given[0] if Primitive.array_size(given) == 1 && Primitive.is_a(given[0], Array)
    names = []
    index = 0
    while index < Primitive.array_size(given)
      Primitive.array_push(names, to_name(given[index]))
      index += 1
    end
    names
  end

  # The answer of `private` and its like.
  def self.names_given(names)
    case Primitive.array_size(names)
    when 0 then nil
    when 1 then names[0]
    else names
    end
  end

  def self.define_attributes(mod, names, reader, writer)
    made = []
    index = 0
    while index < Primitive.array_size(names)
      name = to_name(names[index])
      if reader
        tell_of_discarded(mod, name) if $VERBOSE
        tell_of_change(mod, name, 0)
        Primitive.array_push(made, Primitive.define_reader(mod, name))
        tell_of_method(mod, name, :method_added, :singleton_method_added)
      end
      if writer
        tell_of_discarded(mod, :"#{name}=") if $VERBOSE
        setter = Primitive.define_writer(mod, name)
        Primitive.array_push(made, setter)
        tell_of_method(mod, setter, :method_added, :singleton_method_added)
      end
      index += 1
    end
    made
  end

  # A method that is inherited is added to the module by it.
  # Each name is looked up before the next one is looked at.
  def self.change_visibility(mod, names, visibility)
    names = names[0] if Primitive.array_size(names) == 1 && Primitive.is_a(names[0], Array)
    index = 0
    while index < Primitive.array_size(names)
      name = to_name(Primitive.array_at(names, index))
      tell_of_method(mod, name, :method_added, :singleton_method_added) if Primitive.set_visibility(mod, name, visibility)
      index += 1
    end
  end

  # Calls the hook of a class, or of the object that a singleton class belongs to, whatever that has left of its methods.
  def self.tell_of_method(mod, name, hook, singleton_hook)
    if Primitive.is_singleton_class(mod)
      # Only a program can have taken a method away: instance_method is there by then.
      object = Primitive.attached_object(mod)
      return BasicObject.instance_method(:__send__).bind_call(object, singleton_hook, name) unless Primitive.responds(object, :__send__)
      object.__send__(singleton_hook, name)
    else
      mod.__send__(hook, name)
    end
  end
end
