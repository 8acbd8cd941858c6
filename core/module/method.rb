# Method and UnboundMethod: methods as objects.

# The facts about a method, bound or not.
module Rutile::MethodFacts
  def name
    Primitive.method_name(self)
  end

  def original_name
    Primitive.method_original_name(self)
  end

  def owner
    Primitive.method_owner(self)
  end

  def arity
    Primitive.method_arity(self)
  end

  def parameters
    Primitive.method_parameters(self)
  end

  def source_location
    Primitive.method_location(self)
  end

  def hash
    Primitive.method_hash(self)
  end

  def ==(other)
    Primitive.methods_equal(self, other)
  end
  alias eql? ==

  def super_method
    Primitive.super_method(self)
  end
end

class Method
  Rutile.lend(Rutile::MethodFacts, self)

  def call(*arguments)
    primitive :method_call
    nil
  end

  def ===(*arguments)
    primitive :method_call
    nil
  end

  def [](*arguments)
    primitive :method_call
    nil
  end

  def receiver
    Primitive.method_receiver(self)
  end

  def unbind
    Primitive.method_unbind(self)
  end

  def to_proc
    Primitive.method_to_proc(self)
  end

  def curry(arity = nil)
    to_proc.curry(arity)
  end

  def >>(other)
    Rutile.require_callable(other)
    Rutile.composed(self, other, true)
  end

  def <<(other)
    Rutile.require_callable(other)
    Rutile.composed_behind(other, self)
  end

  def inspect
    receiver = self.receiver
    owner = Primitive.method_definer(self)
    if Primitive.is_singleton_class(owner)
      attached = Primitive.attached_object(owner)
      head = "#{Primitive.identical(attached, receiver) ? Rutile.inspected(receiver) : "#{Rutile.inspected(receiver)}(#{Rutile.inspected(attached)})"}."
    else
      type = Primitive.is_a(receiver, Class) ? receiver.singleton_class : Rutile.shown_origin(self, receiver)
      head = Primitive.identical(type, owner) ? "#{owner.inspect}#" : "#{type.inspect}(#{owner.inspect})#"
    end
    "#<Method: #{head}#{Rutile.method_signature(self)}>"
  end
  alias to_s inspect

  class << self
    undef_method :new
  end
end

class UnboundMethod
  Rutile.lend(Rutile::MethodFacts, self)

  def bind(object)
    Rutile.check_binding(self, object)
    Primitive.method_bind(self, object)
  end

  def bind_call(object, ...)
    primitive :method_bind_call
    Rutile.check_binding(self, object)
    Primitive.method_bind(self, object).call(...)
  end

  def inspect
    "#<UnboundMethod: #{Primitive.method_definer(self).inspect}##{Rutile.method_signature(self)}>"
  end
  alias to_s inspect

  class << self
    undef_method :new
  end
end

module Rutile
  # A class has a singleton class, a module as soon as it has methods of its own.
  def self.shown_origin(method, receiver)
    own = Primitive.found_singleton_class(receiver) if Primitive.is_a(receiver, Module)
    own || Primitive.method_origin(method)
  end

  def self.check_binding(method, object)
    owner = method.owner
    owner = owner.target if Primitive.is_a(owner, Refinement)
    return if !Primitive.is_a(owner, Class) || Primitive.is_a(object, owner)
    raise TypeError, "singleton method called for a different object" if Primitive.is_singleton_class(owner)
    raise TypeError, "bind argument must be an instance of #{owner}"
  end

  # `name(a, b=..., *c) file:line`
  def self.method_signature(method)
    name = method.name.to_s
    original = method.original_name
    name << "(#{original})" unless original == method.name
    text = "#{name}(#{shown_parameters(method.parameters)})"
    text << " (not-implemented)" if Primitive.method_is_not_implemented(method)
    place = method.source_location
    place ? "#{text} #{place[0]}:#{place[1]}" : text
  end

  FORWARDED = [[:rest, :*], [:keyrest, :**], [:block, :&]].freeze

  # The reference takes an anonymous block for the end of `...`, wherever it stands.
  def self.shown_parameters(parameters)
    return "..." if parameters == FORWARDED
    shown = parameters.each_with_index.map do |(kind, name), index|
      kind == :keyrest && name == :** && index > 0 ? nil : shown_parameter(kind, name)
    end
    shown.compact.join(", ")
  end

  def self.shown_parameter(kind, name)
    case kind
    when :req then (name || "_").to_s
    when :opt then "#{name || "_"}=..."
    when :rest then name && name != :* ? "*#{name}" : "*"
    when :keyreq then "#{name}:"
    when :key then "#{name}: ..."
    when :keyrest then name && name != :** ? "**#{name}" : "**"
    when :block then name && name != :& ? "&#{name}" : "..."
    when :nokey then "**nil"
    end
  end
end
