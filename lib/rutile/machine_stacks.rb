# The pool of machine stacks, for operators: what it has, and what it does with stacks that nobody uses. Only foreign
# functions run on them, so that a program without Fiddle has none.
module Rutile
  module MachineStacks
    class << self
      # The settings as one line; the same line can stand in `RUTILE_MACHINE_STACKS`.
      def policy
        Primitive.machine_stack_policy
      end

      # `unmap`, `free`, `keep`, `idle:TIME`, and after commas `stacks=`, `stack=`, `guard=`, `guard_size=`, `growth=`.
      def policy=(text)
        complaint = Primitive.set_machine_stack_policy(Rutile.to_str(text))
        raise ArgumentError, complaint if complaint
      end

      # How many stacks there are and were, as a Hash.
      def statistics
        Primitive.machine_stack_counts.each_slice(2).to_h
      end

      # Gives back what nobody uses, as `GC.compact` and `Process.warmup` do; the bytes of address space.
      def trim
        Primitive.trim_machine_stacks
      end
    end
  end
end
