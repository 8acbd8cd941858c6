# Objects that Ractors may share: those that cannot change, with all that they refer to. An object that can change is copied or given away.

module Rutile
  module Sharing
    # Objects that stand for something that goes on: they are not shared, frozen or not.
    BOUND = [
      Thread, Fiber, Proc, Method, UnboundMethod, Binding, Enumerator, Thread::Mutex, Monitor, Thread::Queue, Thread::ConditionVariable,
      ThreadGroup, TracePoint, ObjectSpace::WeakMap, ObjectSpace::WeakKeyMap, IO::Buffer, Dir, Random
    ]

    # Libraries add what is such an object of C in the reference.
    def self.bind(*kinds) = BOUND.concat(kinds)

    # Of these there are no copies to give away.
    UNIQUE = [Thread, Fiber, Proc, Method, UnboundMethod, Binding].freeze

    def self.shareable?(object)
      return true if always?(object)
      return false unless Primitive.is_frozen(object)
      seen = {}.compare_by_identity
      pending = [object]
      until pending.empty?
        object = pending.pop
        next if always?(object) || seen[object]
        return false if bound?(object) || !Primitive.is_frozen(object)
        seen[object] = true
        each_reference(object) { |other| pending.push(other) unless always?(other) }
      end
      true
    end

    # Freezes an object with all that it refers to.
    def self.make_shareable(object)
      return object if always?(object)
      if Primitive.is_a(object, Proc)
        share_proc(object)
        return object
      end
      seen = {}.compare_by_identity
      pending = [object]
      until pending.empty?
        other = pending.pop
        next if always?(other) || seen[other]
        seen[other] = true
        next share_proc(other) if Primitive.is_a(other, Proc)
        raise Ractor::Error, "can not make shareable object for #{Rutile.text(other)}" if bound?(other)
        other.freeze
        raise Ractor::Error, "#freeze does not freeze object correctly" unless Primitive.is_frozen(other)
        each_reference(other) { |reference| pending.push(reference) unless always?(reference) }
      end
      object
    end

    # Makes the value of a constant shareable as `# shareable_constant_value:` asks. Of a literal its form says which parts
    # are frozen, since they are literals, and which have to be shareable as they are.
    def self.value(value, mode, name)
      case mode
      when "everything" then make_shareable(value)
      when "copy" then make_shareable(copied(value))
      else
        literal_value(value, mode.delete_prefix("literal ").chars, name)
      end
    end

    def self.literal_value(value, form, name)
      case form.shift
      when "[" then value.each { |element| literal_value(element, form, name) }
      when "{" then value.each_pair { |key, element| literal_value(key, form, name); literal_value(element, form, name) }
      when "e"
        raise Ractor::IsolationError, "cannot assign unshareable object to #{name}" unless shareable?(value)
        return value
      else
        return value.freeze
      end
      form.shift
      value.freeze
    end

    # Gives a Proc variables of its own, which hold what they hold now.
    def self.share_proc(block)
      variables, yields = Primitive.proc_outer_variables(block)
      return unless variables
      complain(variables.select { |_, _, assigned| assigned }, yields, "make a Proc shareable") if yields || !variables.empty?
      # A block of the core library has none to show, and its self is no program's.
      binding = Primitive.proc_binding(block)
      raise Ractor::IsolationError, "Proc's self is not shareable: #{Rutile.inspected(block)}" unless nil.equal?(binding) || shareable?(binding.receiver)
      variables.each do |name, value|
        next if shareable?(value)
        raise Ractor::IsolationError, "can not make shareable Proc because it can refer unshareable object #{Rutile.inspected(value)} from variable '#{name}'"
      end
      Primitive.proc_share(block)
    end

    # A Ractor's block uses nothing of what is around it.
    def self.isolate(block)
      variables, yields = Primitive.proc_outer_variables(block)
      complain(variables, yields, "isolate a Proc") if variables
    end

    def self.complain(variables, yields, what)
      reasons = []
      reasons << "accesses outer variables (#{variables.map(&:first).join(", ")})" unless variables.empty?
      reasons << "uses 'yield'" if yields
      raise ArgumentError, "can not #{what} because it #{reasons.join(" and ")}." unless reasons.empty?
    end

    # The object itself where it can be shared, else a copy, of all that it refers to too.
    def self.copied(object, copies = {}.compare_by_identity)
      return object if shareable?(object)
      copies[object] || copy(object, copies) { |reference| copied(reference, copies) }
    end

    # As a copy, but what was copied belongs to nobody any more.
    def self.moved(object, copies = {}.compare_by_identity)
      return object if shareable?(object)
      return copies[object] if copies[object]
      raise Ractor::Error, "can not move #{Primitive.class_of(object)} object." if bound?(object) || Primitive.wraps_data(object)
      copy = copy(object, copies) { |reference| moved(reference, copies) }
      can_clear = !Primitive.is_frozen(object) && (Primitive.is_a(object, String) || Primitive.is_a(object, Array) || Primitive.is_a(object, Hash))
      object.clear if can_clear
      Primitive.object_give_away(object, Ractor::MovedObject)
      copy
    end

    def self.copy(object, copies, &replacement)
      raise TypeError, "allocator undefined for #{Primitive.class_of(object)}" if UNIQUE.any? { |kind| Primitive.is_a(object, kind) }
      if Primitive.wraps_data(object) && !CExtensions.references_of(object).all? { |reference| shareable?(reference) }
        raise Ractor::Error, "can not copy #{Primitive.class_of(object)} object."
      end
      # An error about a name refers to the code that used it, of which there are no copies.
      raise TypeError, "allocator undefined for RubyVM::InstructionSequence" if Primitive.is_a(object, NameError)
      copy = Primitive.shallow_copy(object, true)
      copy.__send__(:initialize_clone, object)
      copies[object] = copy
      replace_references(copy, &replacement)
      copy.freeze if Primitive.is_frozen(object)
      copy
    end

    def self.always?(object)
      case object
      when nil, true, false, Integer, Float, Symbol, Module, Ractor, Encoding then true
      when Proc then Primitive.proc_is_shareable(object)
      else Primitive.identical(object, ENV)
      end
    end

    def self.bound?(object)
      BOUND.any? { |kind| Primitive.is_a(object, kind) } || Primitive.wraps_data(object) && !CExtensions.shares?(object)
    end

    def self.each_reference(object, &visit)
      Primitive.instance_variable_names(object).each { |name| visit.call(Primitive.get_variable(object, name)) }
      case object
      when Array then object.each(&visit)
      when Hash
        object.each_pair { |key, value| visit.call(key); visit.call(value) }
        visit.call(object.default_proc || object.default)
      when Struct, Data then Primitive.struct_values(object, object.class.__members).each(&visit)
      when Range
        visit.call(object.__begin)
        visit.call(object.__end)
      else
        CExtensions.references_of(object).each(&visit) if Primitive.wraps_data(object)
      end
    end

    # Puts what the block makes of each object that this one refers to in its place.
    def self.replace_references(object)
      Primitive.instance_variable_names(object).each do |name|
        Primitive.set_variable(object, name, yield(Primitive.get_variable(object, name)))
      end
      case object
      when Array then object.map! { |element| yield element }
      when Hash
        pairs = object.to_a
        object.clear
        pairs.each { |key, value| object[yield(key)] = yield(value) }
      when Struct, Data
        members = object.class.__members
        Primitive.struct_fill(object, members, Primitive.struct_values(object, members).map { |value| yield value })
      end
    end
  end
end
