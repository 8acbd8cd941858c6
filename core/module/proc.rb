# Proc: blocks as objects.

class Proc
  def self.new(*arguments, &block)
    raise ArgumentError, "tried to create Proc object without a block" unless block
    made = Primitive.proc_of_class(block, self)
    made.__send__(:initialize, *arguments)
    made
  end

  def call(*arguments)
    primitive :proc_call
    nil
  end

  def ===(*arguments)
    primitive :proc_call
    nil
  end

  def [](*arguments)
    primitive :proc_call
    nil
  end

  def yield(*arguments)
    primitive :proc_call
    nil
  end

  def to_proc
    primitive :object_itself
    self
  end

  def lambda?
    Primitive.proc_is_lambda(self)
  end

  def arity
    Primitive.proc_arity(self, Primitive.proc_is_lambda(self))
  end

  def parameters(lambda: nil)
    strict = nil.equal?(lambda) ? Primitive.proc_is_lambda(self) : (lambda ? true : false)
    Primitive.proc_parameters(self, strict)
  end

  def source_location
    Primitive.proc_location(self)
  end

  def binding
    Primitive.proc_binding(self) || raise(ArgumentError, "Can't create Binding from C level Proc")
  end

  def curry(arity = nil)
    least = lambda? && self.arity < 0 ? -self.arity - 1 : self.arity.abs
    least = -self.arity - 1 if self.arity < 0
    if nil.equal?(arity)
      arity = least
    else
      arity = Rutile.to_int(arity)
      if lambda?
        given = self.arity
        if given >= 0 ? arity != given : arity < least || !Rutile.takes_rest(parameters) && arity > Rutile.most_arguments(parameters)
          Rutile.refuse_count(arity, Rutile.arity_text(parameters))
        end
      end
    end
    Rutile.curry_step(self, arity, [], lambda?)
  end

  def >>(other)
    Rutile.require_callable(other)
    Rutile.composed(self, other, lambda?)
  end

  def <<(other)
    Rutile.require_callable(other)
    Rutile.composed_behind(other, self)
  end

  def ruby2_keywords
    Primitive.check_frozen(self)
    if Rutile.passes_keywords_on?(parameters(lambda: true).map(&:first))
      Primitive.proc_set_ruby2_keywords(self)
    else
      warn("Skipping set of ruby2_keywords flag for proc (proc accepts keywords or post arguments or " \
           "proc does not accept argument splat)", uplevel: 0)
    end
    self
  end

  def ==(other)
    Primitive.identical(self, other) || Primitive.procs_equal(self, other)
  end
  alias eql? ==

  def hash
    Primitive.proc_hash(self)
  end

  def inspect
    place = source_location
    text = Primitive.any_to_s(self).chop.b
    if place
      text << " #{place[0]}:#{place[1]}"
    elsif (name = Primitive.proc_symbol(self))
      text << "(&#{name.inspect})"
    end
    text << " (lambda)" if lambda?
    text << ">"
  end
  alias to_s inspect

  def dup
    copy = Primitive.proc_of_class(self, Primitive.class_of(self), true)
    Primitive.copy_variables(self, copy)
    copy.__send__(:initialize_dup, self)
    copy
  end

  def clone(freeze: nil)
    copy = Primitive.proc_of_class(self, Primitive.class_of(self), true)
    Primitive.copy_state(self, copy, true)
    copy.__send__(:initialize_clone, self)
    Primitive.freeze(copy) if freeze || (nil.equal?(freeze) && frozen?)
    copy
  end
end

module Rutile
  # Whether parameters of these kinds take everything, as `ruby2_keywords` wants it.
  def self.passes_keywords_on?(kinds)
    rest = kinds.index(:rest)
    return false if rest.nil? || kinds.any? { |kind| kind == :key || kind == :keyreq || kind == :keyrest || kind == :nokey }
    kinds[rest + 1] != :req
  end

  def self.require_callable(object)
    return if Primitive.is_a(object, Proc) || Primitive.is_a(object, Method) || object.respond_to?(:call)
    raise TypeError, "callable object is expected"
  end

  # First `first`, then `second` with what it gave.
  def self.composed(first, second, strict)
    if strict
      lambda { |*arguments, **options, &block| second.call(first.call(*arguments, **options, &block)) }
    else
      proc { |*arguments, **options, &block| second.call(first.call(*arguments, **options, &block)) }
    end
  end

  # The same of what comes first as `<<` has it: the outcome is as strict as that is.
  def self.composed_behind(first, second)
    composed(first, second, Primitive.is_a(first, Proc) ? first.lambda? : true)
  end

  def self.curried(callable, arity, passed, strict, &block)
    return callable.call(*passed, &block) if passed.size >= arity
    warn_about("given block not used") if block
    curry_step(callable, arity, passed, strict)
  end

  # The Proc that takes the next arguments.
  def self.curry_step(callable, arity, passed, strict)
    if strict
      lambda { |*arguments, &block| Rutile.curried(callable, arity, passed + arguments, strict, &block) }
    else
      proc { |*arguments, &block| Rutile.curried(callable, arity, passed + arguments, strict, &block) }
    end
  end

  def self.takes_rest(parameters)
    parameters.any? { |kind, _| kind == :rest }
  end

  def self.most_arguments(parameters)
    parameters.count { |kind, _| kind == :req || kind == :opt }
  end

  # How many arguments parameters take, in the words of the error.
  def self.arity_text(parameters)
    least = parameters.count { |kind, _| kind == :req }
    return "#{least}+" if takes_rest(parameters)
    most = most_arguments(parameters)
    least == most ? least.to_s : "#{least}..#{most}"
  end
end
