# BasicObject: what everything can do.

class BasicObject
  # Classes that inherit it see no constants of Object.
  BasicObject = self

  def initialize
    primitive :answer_nil
    nil
  end

  def ==(other)
    primitive :object_identical
    Primitive.identical(self, other)
  end

  def equal?(other)
    primitive :object_identical
    Primitive.identical(self, other)
  end

  def !
    primitive :object_not
    false
  end

  def !=(other)
    Primitive.dispatch(self == other) ? false : true
  end

  def __id__
    primitive :object_id
    Primitive.object_id(self)
  end

  def __send__(name, ...)
    primitive :kernel_send
    __send__(::Rutile.to_name(name), ...)
  end

  # What the core library calls by name and publicly, also where a program has taken public_send away.
  def __call_publicly(name, ...)
    primitive :kernel_public_send
    __call_publicly(::Rutile.to_name(name), ...)
  end

  def instance_eval(*arguments, &block)
    primitive :instance_eval_block
    ::Rutile.check_evaluation(arguments, block)
    return instance_exec(self, &block) if block
    source, file, line = ::Rutile.evaluation_arguments(*arguments)
    Primitive.eval_in_binding(source, Primitive.instance_binding(self), file, line)
  end

  def instance_exec(*arguments)
    primitive :instance_exec
    raise ::LocalJumpError, "no block given"
  end

  def method_missing(name = (no_name = true; nil), *arguments)
    ::Kernel.raise ::ArgumentError, "no method name given" if no_name
    unless Primitive.is_a(name, ::Symbol)
      ::Kernel.raise ::ArgumentError, "method name must be a Symbol but #{Primitive.class_of(name)} is given"
    end
    Primitive.no_method(self, name, arguments)
  end

  def singleton_method_added(name) = nil
  def singleton_method_removed(name) = nil
  def singleton_method_undefined(name) = nil
  private :initialize, :method_missing, :singleton_method_added, :singleton_method_removed, :singleton_method_undefined
end
