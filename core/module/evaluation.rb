# Module: code run with a module as self, and refinements.

class Module
  def class_exec(*arguments)
    primitive :class_exec
    raise LocalJumpError, "no block given"
  end

  # A method of its own, as `module_eval` is: a backtrace shows each by the name that it was called by.
  def module_exec(*arguments)
    primitive :class_exec
    raise LocalJumpError, "no block given"
  end

  def class_eval(*arguments, &block)
    primitive :class_eval_block
    Rutile.check_evaluation(arguments, block)
    return class_exec(self, &block) if block
    source, file, line = Rutile.evaluation_arguments(*arguments)
    Primitive.eval_in_binding(source, Primitive.module_binding(self), file, line)
  end

  def module_eval(*arguments, &block)
    primitive :class_eval_block
    Rutile.check_evaluation(arguments, block)
    return class_exec(self, &block) if block
    source, file, line = Rutile.evaluation_arguments(*arguments)
    Primitive.eval_in_binding(source, Primitive.module_binding(self), file, line)
  end

  # --- Refinements ---

  def refine(target, &block)
    primitive :module_refine
    raise ArgumentError, "no block given" unless block
    unless Primitive.is_a(target, Module)
      raise TypeError, "wrong argument type #{Primitive.class_of(target)} (expected Class or Module)"
    end
    made = (@__refinements ||= {}.compare_by_identity)
    refinement = made[target] ||= Primitive.new_refinement(self, target)
    # Methods that earlier blocks define see this one's methods, too.
    lists = (@__refinement_lists ||= [])
    lists.each { |list| list.unshift(refinement) unless list.include?(refinement) }
    lists << Primitive.activate_refinements(block, made.values)
    refinement.class_exec(refinement, &block)
    refinement
  end

  def using(mod)
    raise RuntimeError, "Module#using is not permitted in methods" if Primitive.is_in_method
    raise RuntimeError, "Module#using is not called on self" unless Primitive.identical(Primitive.program_self, self)
    Rutile.use_refinements(mod)
    self
  end
  private :refine, :using

  def refinements
    (@__refinements || {}).values
  end

  def __refinements
    @__refinements
  end
end

class Refinement
  def target
    Primitive.attached_object(self)
  end

  def inspect
    Primitive.module_inspect(self)
  end
  alias to_s inspect

  def import_methods(*modules)
    modules.each do |mod|
      raise TypeError, "wrong argument type #{Rutile.describe(mod)} (expected Module)" unless Primitive.is_plain_module(mod)
      if mod.ancestors.size > 1
        Rutile.warn_at(Primitive.caller_position(0), "#{mod} has ancestors, but Refinement#import_methods doesn't import their methods")
      end
    end
    modules.each { |mod| Primitive.import_methods(self, mod) }
    self
  end
  private :import_methods

  undef_method :append_features, :prepend_features, :extend_object
end

class Class
  undef_method :append_features, :prepend_features, :extend_object, :module_function, :refine
end

module Rutile
  # Activates a module's refinements for the rest of the file or body that called `using`.
  def self.use_refinements(mod)
    unless Primitive.is_plain_module(mod)
      raise TypeError, "wrong argument type #{Rutile.describe(mod)} (expected Module)"
    end
    raise ArgumentError, "refinement module is not allowed" if Primitive.is_refinement(mod)
    mod.ancestors.reverse_each do |ancestor|
      made = ancestor.__refinements
      Primitive.use_refinements(made.values) if made
    end
  end

  # A block, or up to three arguments.
  def self.check_evaluation(arguments, block)
    given = Primitive.array_size(arguments)
    return if block ? given == 0 : given.between?(1, 3)
    Rutile.refuse_count(given, block ? "0" : "1..3")
  end

  # Source, file and line as the `eval` family takes them.
  def self.evaluation_arguments(source, file = nil, line = 1)
    source = to_str(source)
    Primitive.set_variable(Primitive.current_thread, :@__evaluated, source) if watched?
    if nil.equal?(file)
      file = "(eval at #{Primitive.caller_position(0)})"
    else
      file = to_str(file)
    end
    [source, file, to_int(line)]
  end

  # The same where a file that is given has to be a string: `eval` takes no nil for it.
  def self.evaluation_arguments_with_file(source, file, line)
    evaluation_arguments(to_str(source), to_str(file), line)
  end
end
