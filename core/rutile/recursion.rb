# Walking data that may contain itself.
#
# `inspect`, `==`, `hash` and their like follow references and would never end on
# an Array that holds itself. Each of them runs its body under a guard, which
# remembers, per fiber, the objects that are being walked. When a walk meets an
# object again, the guard answers with what the caller named instead of yielding.
#
# The memory is one Array per fiber, used as a stack of three values a walk:
#
#     [object, partner, operation,  object, partner, operation, ...]
#
# It is searched by identity from the top, in one primitive; walks are shallow in
# practice. It is fiber-local because a comparison may switch fibers half way. `hash` alone
# remembers its walks elsewhere (`own_hash`).

module Rutile
  # Yields, unless `object` is already being walked for `operation` in this fiber; then `answer`.
  def self.recursion_guard(object, operation, answer = nil)
    stack = recursion_stack
    depth = Primitive.array_size(stack)
    return answer unless Primitive.recursion_enter(stack, object, nil, operation)
    begin
      yield
    ensure
      Primitive.array_resize(stack, depth)
    end
  end

  # The same for walks over two objects side by side: `==`, `eql?`, `<=>`.
  def self.pair_recursion_guard(object, partner, operation, answer = nil)
    stack = recursion_stack
    depth = Primitive.array_size(stack)
    return answer unless Primitive.recursion_enter(stack, object, partner, operation)
    begin
      yield
    ensure
      Primitive.array_resize(stack, depth)
    end
  end

  # What an object answers to `hash`. A recursion anywhere below makes the outermost walk answer 0, so that an Array that holds
  # itself and an Array that holds that one hash alike. Each key with a `hash` of its own comes by here, so these walks are
  # remembered beside the tags of `catch`.
  def self.own_hash(object)
    Primitive.begin_hash_walk(object)
    begin
      object.__send__(:hash)
    ensure
      Primitive.end_hash_walk
    end
  end

  def self.recursion_stack
    stack = Primitive.fiber_local(:__walks)
    return stack if stack
    Primitive.set_fiber_local(:__walks, stack = [])
    stack
  end
end
