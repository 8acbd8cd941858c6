# Continuations: `callcc` and what it gives.

warn("callcc is obsolete; use Fiber instead", uplevel: 0)

class Continuation
  class << self
    undef_method :new
    undef_method :allocate
  end

  def self.__of(snapshot)
    continuation = Primitive.class_allocate(self)
    Primitive.set_variable(continuation, :@__snapshot, snapshot)
    Primitive.set_variable(continuation, :@__fiber, Primitive.current_fiber)
    Primitive.set_variable(continuation, :@__thread, Primitive.current_thread)
    continuation
  end

  # Where it is called, as a snapshot; where a continuation goes on there, an Array of what it was called with.
  def self.__capture
    primitive :continuation_capture
  end

  def self.__go_on(snapshot, values)
    primitive :continuation_go_on
  end

  def call(*values)
    raise RuntimeError, "continuation called across threads" unless @__thread.equal?(Primitive.current_thread)
    raise RuntimeError, "continuation called across fiber" unless @__fiber.equal?(Primitive.current_fiber)
    Continuation.__go_on(@__snapshot, values)
  end
  alias [] call
end

module Kernel
  def callcc
    raise LocalJumpError, "no block given (yield)" unless block_given?
    arrived = Continuation.__capture
    return yield(Continuation.__of(arrived)) unless Primitive.is_a(arrived, Array)
    arrived.size < 2 ? arrived[0] : arrived
  end
  module_function :callcc
end
