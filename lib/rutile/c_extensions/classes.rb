# Ruby's half of the C API: classes, constants and Structs.

module Rutile
  module CExtensions
    class << self
      def define_class(outer, name, superclass)
        if Rutile.constant_there?(outer, name, outer == ::Object)
          known = Rutile.constant(outer, name, outer == ::Object)
          raise ::TypeError, "#{name} is not a class (#{known.inspect})" unless ::Class === known
          if superclass && known.superclass != superclass
            raise ::TypeError, "superclass mismatch for class #{name}"
          end
          return known
        end
        raise ::ArgumentError, "no super class for '#{name}'" unless superclass
        made = new_class(superclass)
        # Names that no program could write are taken.
        Primitive.set_constant(outer, name, made)
        superclass.__send__(:inherited, made)
        made
      end

      def define_module(outer, name)
        if Rutile.constant_there?(outer, name, outer == ::Object)
          known = Rutile.constant(outer, name, outer == ::Object)
          raise ::TypeError, "#{name} is not a module (#{known.inspect})" unless ::Module === known && !(::Class === known)
          return known
        end
        made = ::Module.new
        set_constant(outer, name, made)
        made
      end

      def define_constant(mod, name, value)
        mod.__send__(:remove_const, name) if mod.const_defined?(name, false) && $VERBOSE.nil?
        mod.const_set(name, value)
      end

      def constant_of(mod, name, inherited)
        return mod.const_get(name, inherited) if name.match?(/\A[[:upper:]]\w*\z/)
        raise ::NameError.new("uninitialized constant #{mod == ::Object ? name : "#{mod}::#{name}"}", name, receiver: mod)
      end

      # What a module finds in Object alone is not its own.
      def constant_from(mod, name, inherited)
        name.match?(/\A[[:upper:]]\w*\z/) && only_in_object?(mod, name) ? mod.const_missing(name) : constant_of(mod, name, inherited)
      end

      def only_in_object?(mod, name)
        return false if ::Object.equal?(mod) || !::Object.const_defined?(name)
        nearer = mod.ancestors.take_while { |each| !each.equal?(::Object) }
        nearer.none? { |each| each.const_defined?(name, false) }
      end

      # `[name, value, ...]` of a class or module.
      def class_variables_of(mod) = mod.class_variables(false).flat_map { |name| [name, mod.class_variable_get(name)] }

      def has_class_variable(mod, name)
        name.start_with?("@@") ? mod.class_variable_defined?(name) : mod.instance_variable_defined?(name)
      end

      def remove_variables(object)
        object.instance_variables.each { |name| object.remove_instance_variable(name) }
      end

      # Names that no program could write are taken.
      def set_constant(mod, name, value)
        return mod.const_set(name, value) if name.match?(/\A[[:upper:]]\w*\z/)
        Primitive.set_constant(mod, name, value)
      end

      # `Class.new` that tells nobody.
      def new_class(superclass)
        unless ::Class === superclass
          raise ::TypeError, "superclass must be an instance of Class (given an instance of #{superclass.class})"
        end
        raise ::TypeError, "can't make subclass of singleton class" if superclass.singleton_class?
        raise ::TypeError, "can't make subclass of Class" if superclass == ::Class
        Primitive.class_create(superclass)
      end

      def class_at(path)
        found = path.split("::").inject(::Object) do |outer, name|
          unless outer.const_defined?(name, outer == ::Object)
            raise ::ArgumentError, "undefined class/module #{outer == ::Object ? name : "#{outer}::#{name}"}"
          end
          inner = outer.const_get(name, outer == ::Object)
          raise ::TypeError, "#{path} does not refer to class/module" unless ::Module === inner
          inner
        end
        found
      end
      def name_class(mod, outer, name) = outer.const_set(name, mod)
      def all_symbols = ::Symbol.all_symbols

      def to_name(value) = to_name_text(value).to_sym

      def to_name_text(value)
        ::String.try_convert(value) or raise ::TypeError, "#{value.inspect} is not a symbol nor a string"
      end

      def define_struct(outer, name, superclass, members)
        made = (superclass || ::Struct).new(*members)
        return made unless name
        (outer || ::Struct).const_set(name, made)
      end

      def define_data(superclass, members)
        superclass ? ::Data.singleton_class.instance_method(:define).bind_call(superclass, *members) : ::Data.define(*members)
      end

      def new_struct(type, values) = type.new(*values)
      def initialize_struct(object, values) = object.__send__(:initialize, *values)
      def struct_member_named(object, name)
        raise ::NameError.new("'#{name}' is not a struct member", name, receiver: object) unless object.members.include?(name)
        object[name]
      end

      def struct_size(object) = ::Range === object ? 3 : object.size
      def struct_member(object, index) = ::Range === object ? [object.begin, object.end, object.exclude_end?][index] : object[index]
    end
  end
end
