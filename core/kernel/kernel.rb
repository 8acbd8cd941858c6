# Kernel: what every object answers.
#
# Methods that programs call without a receiver are in kernel_control (raise, loop, catch,
# exit ...), kernel_evaluation (eval, binding, caller ...), load, kernel_io and process.

module Kernel
  # --- Identity and class ---

  def class
    primitive :object_class
    Primitive.class_of(self)
  end

  def singleton_class
    primitive :object_singleton_class
    Primitive.singleton_class(self)
  end

  def object_id
    primitive :object_id
    Primitive.object_id(self)
  end

  def hash
    primitive :object_hash
    Primitive.identity_hash(self)
  end

  def eql?(other)
    primitive :object_identical
    Primitive.identical(self, other)
  end

  def ===(other)
    Primitive.identical(self, other) || Primitive.dispatch(self == other)
  end

  def <=>(other)
    Primitive.identical(self, other) || Primitive.dispatch(self == other) ? 0 : nil
  end

  def !~(other)
    Primitive.dispatch(self =~ other) ? false : true
  end

  def itself
    primitive :object_itself
    self
  end

  def nil?
    primitive :answer_false
    false
  end

  def is_a?(mod)
    primitive :object_is_a
    raise TypeError, "class or module required"
  end

  def kind_of?(mod)
    primitive :object_is_a
    raise TypeError, "class or module required"
  end

  def instance_of?(type)
    raise TypeError, "class or module required" unless Primitive.is_a(type, Module)
    Primitive.identical(Primitive.class_of(self), type)
  end

  # --- Text ---

  def to_s
    primitive :object_to_s
    Primitive.any_to_s(self)
  end

  def inspect
    names = Primitive.instance_variable_names(self)
    return Primitive.any_to_s(self) if names.empty?
    head = Primitive.any_to_s(self).chop
    text = Rutile.guard_against_recursion(:inspect, self) do
      "#{head} #{names.map { |name| "#{name}=#{Rutile.inspected(Primitive.get_variable(self, name))}" }.join(", ")}>"
    end
    Rutile::UNSET.equal?(text) ? "#{head} ...>" : text
  end

  def display(port = $stdout)
    port.write(self)
    nil
  end

  # --- Copies and freezing ---

  def freeze
    primitive :object_freeze
    Primitive.freeze(self)
  end

  def frozen?
    primitive :object_is_frozen
    Primitive.is_frozen(self)
  end

  def dup
    primitive :object_dup
    return self if Primitive.is_special(self)
    copy = Primitive.shallow_copy(self, false)
    copy.__send__(:initialize_dup, self)
    copy
  end

  def clone(freeze: nil)
    primitive :object_clone
    unless nil.equal?(freeze) || true.equal?(freeze) || false.equal?(freeze)
      raise ArgumentError, "unexpected value for freeze: #{freeze.class}"
    end
    if Primitive.is_special(self)
      raise ArgumentError, "can't unfreeze #{self.class}" if false.equal?(freeze)
      return self
    end
    copy = Primitive.shallow_copy(self, true)
    if nil.equal?(freeze)
      copy.__send__(:initialize_clone, self)
      Primitive.freeze(copy) if Primitive.is_frozen(self)
    else
      copy.__send__(:initialize_clone, self, freeze: freeze)
      Primitive.freeze(copy) if freeze
    end
    copy
  end
  alias __clone clone

  def initialize_copy(other)
    return self if Primitive.identical(self, other)
    Primitive.check_frozen(self)
    unless Primitive.identical(Primitive.class_of(self), Primitive.class_of(other))
      raise TypeError, "initialize_copy should take same class object"
    end
    self
  end

  def initialize_dup(other)
    initialize_copy(other)
  end

  def initialize_clone(other, freeze: nil)
    unless nil.equal?(freeze) || true.equal?(freeze) || false.equal?(freeze)
      raise ArgumentError, "unexpected value for freeze: #{freeze.class}"
    end
    initialize_copy(other)
  end
  private :initialize_copy, :initialize_dup, :initialize_clone

  # --- Calls ---

  def send(name, ...)
    primitive :kernel_send
    __send__(Rutile.to_name(name), ...)
  end

  def public_send(name, ...)
    primitive :kernel_public_send
    public_send(Rutile.to_name(name), ...)
  end

  def tap
    yield self
    self
  end

  def then
    return to_enum(:then) { 1 } unless block_given?
    yield self
  end

  def yield_self
    return to_enum(:yield_self) { 1 } unless block_given?
    yield self
  end

  def respond_to?(name, include_all = false)
    primitive :object_responds
    name = Rutile.to_name(name) unless Symbol === name
    include_all = include_all ? true : false
    visible = Primitive.responds_to(self, name, include_all)
    return visible unless nil.equal?(visible)
    respond_to_missing?(name, include_all) ? true : false
  end

  def respond_to_missing?(name, include_all)
    false
  end
  private :respond_to_missing?

  # --- Modules ---

  def extend(*modules)
    primitive :kernel_extend
    count = Primitive.array_size(modules)
    Rutile.refuse_count(0, "1+") if count == 0
    Rutile.require_modules(modules)
    while count > 0
      count -= 1
      mod = modules[count]
      mod.__send__(:extend_object, self)
      mod.__send__(:extended, self)
    end
    self
  end

  # --- Instance variables ---

  def instance_variable_get(name)
    primitive :object_variable_get
    Primitive.get_variable(self, Rutile.variable_name(name, self))
  end

  def instance_variable_set(name, value)
    primitive :object_variable_set
    name = Rutile.variable_name(name, self)
    Primitive.check_frozen(self)
    Primitive.set_variable(self, name, value)
  end

  def instance_variable_defined?(name)
    primitive :object_variable_defined
    Primitive.has_variable(self, Rutile.variable_name(name, self))
  end

  def instance_variables
    Primitive.instance_variable_names(self)
  end

  def remove_instance_variable(name)
    name = Rutile.variable_name(name, self)
    Primitive.check_frozen(self)
    unless Primitive.has_variable(self, name)
      raise NameError.new("instance variable #{name} not defined", name, receiver: self)
    end
    Primitive.remove_variable(self, name)
  end

  # --- Methods ---

  def methods(regular = true)
    return singleton_methods(false) unless regular
    Primitive.method_names(Primitive.lookup_class(self), true, :visible)
  end

  def public_methods(all = true)
    Primitive.method_names(Primitive.lookup_class(self), all ? true : :singleton, :public)
  end

  def private_methods(all = true)
    Primitive.method_names(Primitive.lookup_class(self), all ? true : :singleton, :private)
  end

  def protected_methods(all = true)
    Primitive.method_names(Primitive.lookup_class(self), all ? true : :singleton, :protected)
  end

  def singleton_methods(all = true)
    Primitive.singleton_method_names(self, all ? true : false)
  end

  def method(name)
    name = Rutile.to_name(name)
    Primitive.method_object(self, name, false) || Rutile.missing_method(self, name, true)
  end

  def public_method(name)
    name = Rutile.to_name(name)
    Primitive.method_object(self, name, true) || Rutile.missing_method(self, name, false)
  end

  def singleton_method(name)
    name = Rutile.to_name(name)
    found = Primitive.singleton_method_object(self, name)
    return found if found
    raise NameError.new("undefined singleton method '#{name}' for '#{Primitive.any_to_s(self)}'", name, receiver: self)
  end

  def define_singleton_method(name, body = (no_body = true; nil), &block)
    owner = Primitive.singleton_class(self)
    name = no_body ? owner.__send__(:define_method, name, &block) : owner.__send__(:define_method, name, body)
    # It is public whatever the place of the call says of methods.
    owner.__send__(:public, name) unless owner.public_method_defined?(name, false)
    name
  end
end

module Rutile
  def self.variable_name(name, receiver)
    symbol = to_name(name)
    return symbol if Primitive.is_variable_name(symbol)
    raise NameError.new("'#{symbol}' is not allowed as an instance variable name", name, receiver: receiver)
  end

  # A Method for a name that `respond_to_missing?` vouches for, or NameError.
  def self.missing_method(object, name, all)
    if Primitive.method_name_is_missing(object, name) && Primitive.method_object(object, :respond_to_missing?, false) && object.__send__(:respond_to_missing?, name, all)
      return Primitive.missing_method_object(object, name)
    end
    visibility = Primitive.method_visibility(Primitive.lookup_class(object), name, true)
    raise NameError.new("method '#{name}' for #{kind_and_name(object)} is #{visibility}", name, receiver: object) if visibility
    raise NameError.new("undefined method '#{name}' for #{kind_and_name(object)}", name, receiver: object)
  end

  def self.kind_and_name(object)
    "class '#{Primitive.lookup_class(object)}'"
  end
end
