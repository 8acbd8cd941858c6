# What C functions ask of Ruby. Classes, constants and Structs.

module Rutile
  module CExtensions
    class << self
      def define_class(outer, name, superclass)
        if outer.const_defined?(name, outer == ::Object)
          known = outer.const_get(name, outer == ::Object)
          raise ::TypeError, "#{name} is not a class (#{known.inspect})" unless ::Class === known
          if superclass && known.superclass != superclass
            raise ::TypeError, "superclass mismatch for class #{name}"
          end
          return known
        end
        raise ::ArgumentError, "no super class for '#{name}'" unless superclass
        made = Primitive.class_create(superclass)
        outer.const_set(name, made)
        superclass.__send__(:inherited, made)
        made
      end

      def define_module(outer, name)
        if outer.const_defined?(name, outer == ::Object)
          known = outer.const_get(name, outer == ::Object)
          raise ::TypeError, "#{name} is not a module (#{known.inspect})" unless ::Module === known && !(::Class === known)
          return known
        end
        outer.const_set(name, ::Module.new)
      end

      def define_constant(mod, name, value)
        mod.__send__(:remove_const, name) if mod.const_defined?(name, false) && $VERBOSE.nil?
        mod.const_set(name, value)
      end

      def constant_of(mod, name, inherited) = mod.const_get(name, inherited)
      def class_at(path) = ::Object.const_get(path)
      def name_class(mod, outer, name) = outer.const_set(name, mod)
      def all_symbols = ::Symbol.all_symbols

      def to_name(value)
        text = ::String.try_convert(value)
        raise ::TypeError, "#{value.inspect} is not a symbol nor a string" unless text
        text.to_sym
      end

      def define_struct(outer, name, superclass, members)
        made = (superclass || ::Struct).new(*members)
        return made unless name
        (outer || ::Struct).const_set(name, made)
      end

      def define_data(superclass, members)
        made = ::Data.define(*members)
        superclass && superclass != ::Data ? ::Class.new(superclass) : made
      end

      def new_struct(type, values) = type.new(*values)
      def initialize_struct(object, values) = object.__send__(:initialize, *values)
      def struct_member(object, index) = ::Range === object ? [object.begin, object.end, object.exclude_end?][index] : object[index]
    end
  end
end
