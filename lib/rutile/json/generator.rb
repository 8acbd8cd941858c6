# JSON::Ext::Generator: State, which knows how text is to look and writes it, and the
# `to_json` methods that core classes get. A tree of plain core values is written by
# a native; this file writes the rest, and raises the errors.

module JSON
  module Ext
    module Generator
      # How a Hash goes through its entries, whatever a class of the program's has for it.
      EACH_PAIR = ::Hash.instance_method(:each_pair)
      private_constant :EACH_PAIR

      class State
        BINARY_TEXT = "JSON.generate: UTF-8 string passed as BINARY, this will raise an encoding error in json 3.0"
        private_constant :BINARY_TEXT

        def self.from_state(options)
          case options
          when self then options
          when Hash then new(options)
          else new
          end
        end

        # The `to_json` of core classes: the text is written at once where no state says how.
        def self.__text(kind, object, state)
          plain = nil.equal?(state) ? Primitive.json_generate(object, "", "", "", "", "", false, false, 100, 0) : nil
          plain ? plain : from_state(state).__write_as(kind, object)
        end

        # A class below this one has a `new` of its own to ask.
        @__takes_plain_options = true

        def self.generate(object, options, io = nil)
          primitive :json_generate_plainly
          text = new(options).generate(object)
          return text unless io
          io.write(text)
          io
        end

        def initialize(options = nil)
          @indent = @space = @space_before = @object_nl = @array_nl = ""
          @max_nesting = 100
          @depth = 0
          @allow_nan = @ascii_only = @script_safe = @strict = false
          @buffer_initial_length = 1024
          configure(options) if options
        end

        attr_reader :indent, :space, :space_before, :object_nl, :array_nl
        attr_reader :max_nesting, :depth, :buffer_initial_length
        attr_accessor :script_safe, :strict
        attr_writer :allow_nan, :ascii_only
        Primitive.alias_method(self, :escape_slash, :script_safe)
        Primitive.alias_method(self, :escape_slash=, :script_safe=)

        def indent=(text)
          @indent = __between(text)
        end

        def space=(text)
          @space = __between(text)
        end

        def space_before=(text)
          @space_before = __between(text)
        end

        def object_nl=(text)
          @object_nl = __between(text)
        end

        def array_nl=(text)
          @array_nl = __between(text)
        end

        def max_nesting=(nesting)
          @max_nesting = __count(nesting)
        end

        def depth=(depth)
          @depth = __count(depth)
        end

        # Others than positive ones are not taken.
        def buffer_initial_length=(length)
          Rutile.expect(length, Integer, "Integer")
          @buffer_initial_length = length if length > 0
        end

        def allow_nan? = @allow_nan ? true : false
        def ascii_only? = @ascii_only ? true : false
        def script_safe? = @script_safe ? true : false
        Primitive.alias_method(self, :escape_slash?, :script_safe?)
        def strict? = @strict ? true : false
        def check_circular? = @max_nesting > 0

        def configure(options)
          options = __options(options)
          self.indent = options[:indent] if options.key?(:indent)
          self.space = options[:space] if options.key?(:space)
          self.space_before = options[:space_before] if options.key?(:space_before)
          self.object_nl = options[:object_nl] if options.key?(:object_nl)
          self.array_nl = options[:array_nl] if options.key?(:array_nl)
          self.max_nesting = options[:max_nesting] if options.key?(:max_nesting)
          @allow_nan = options[:allow_nan] ? true : false if options.key?(:allow_nan)
          @ascii_only = options[:ascii_only] ? true : false if options.key?(:ascii_only)
          self.depth = options[:depth] if options.key?(:depth)
          @script_safe = options[:script_safe] ? true : false if options.key?(:script_safe)
          @script_safe = options[:escape_slash] ? true : false if options.key?(:escape_slash)
          @strict = options[:strict] ? true : false if options.key?(:strict)
          self.buffer_initial_length = options[:buffer_initial_length] if options.key?(:buffer_initial_length)
          self
        end
        Primitive.alias_method(self, :merge, :configure)

        def to_h
          result = {
            indent: @indent, space: @space, space_before: @space_before, object_nl: @object_nl, array_nl: @array_nl,
            allow_nan: allow_nan?, ascii_only: ascii_only?, max_nesting: @max_nesting, script_safe: script_safe?,
            strict: strict?, depth: @depth, buffer_initial_length: @buffer_initial_length
          }
          instance_variables.each do |name|
            key = name.to_s.delete_prefix("@").to_sym
            result[key] = instance_variable_get(name) unless result.key?(key)
          end
          result
        end
        Primitive.alias_method(self, :to_hash, :to_h)

        def [](name)
          return __send__(name) if respond_to?(name)
          variable = "@#{name}"
          instance_variable_defined?(variable) ? instance_variable_get(variable) : nil
        end

        def []=(name, value)
          setter = "#{name}="
          respond_to?(setter) ? __send__(setter, value) : instance_variable_set("@#{name}", value)
        end

        def generate(object, io = nil)
          text = __generate(object)
          return text unless io
          io.write(text)
          io
        end

        # The text of a value within others: depth goes on from where it is.
        def __generate(object)
          quick = @strict ? nil : Primitive.json_generate(
            object, @indent, @space, @space_before, @object_nl, @array_nl, @ascii_only, @script_safe, @max_nesting, @depth
          )
          return quick if quick
          buffer = String.new(encoding: Encoding::UTF_8)
          __write(object, buffer)
          buffer
        end

        def __write(object, buffer)
          case object
          when nil then buffer << "null"
          when true then buffer << "true"
          when false then buffer << "false"
          else __write_instance(object, buffer)
          end
        end

        private

        # What stands between values; nothing where nothing is given.
        def __between(text)
          return "" unless text
          Rutile.expect(text, String, "String")
          text.dup.freeze
        end

        def __count(number)
          return 0 unless number
          Rutile.expect(number, Integer, "Integer")
          number
        end

        def __options(options)
          return options.to_hash if options.respond_to?(:to_hash)
          return options.to_h if options.respond_to?(:to_h)
          raise TypeError, "can't convert #{options.class} into Hash"
        end

        # Core classes themselves are written here whatever their `to_json` does; so it is in the reference.
        def __write_instance(object, buffer)
          kind = Primitive.class_of(object)
          if kind.equal?(String) then __write_string(object, buffer)
          elsif kind.equal?(Hash) then __write_hash(object, buffer)
          elsif kind.equal?(Array) then __write_array(object, buffer)
          elsif kind.equal?(Integer) then buffer << object.to_s
          elsif kind.equal?(Float) then __write_float(object, buffer)
          else __write_other(object, buffer)
          end
        end

        def __write_other(object, buffer)
          raise GeneratorError.new("#{__kind_of(object)} not allowed in JSON", object) if @strict
          if object.respond_to?(:to_json)
            buffer << Rutile.to_str(object.to_json(self))
          else
            __write_string(object.to_s, buffer)
          end
        end

        # The class itself of a class, as the reference names it.
        def __kind_of(object)
          Module === object ? object.singleton_class : Primitive.class_of(object)
        end

        def __write_float(float, buffer)
          raise GeneratorError.new("#{float} not allowed in JSON", float) unless float.finite? || @allow_nan
          buffer << float.to_s
        end

        def __write_string(text, buffer)
          text = __in_utf8(text)
          written = Primitive.json_string(text, @ascii_only, @script_safe)
          raise GeneratorError.new("source sequence is illegal/malformed utf-8", text) unless written
          buffer << written
        end

        def __in_utf8(text)
          encoding = text.encoding
          return text if Encoding::UTF_8.equal?(encoding) || Encoding::US_ASCII.equal?(encoding)
          if Encoding::BINARY.equal?(encoding)
            read = text.dup.force_encoding(Encoding::UTF_8)
            warn(BINARY_TEXT, uplevel: 0) if read.valid_encoding? && !read.ascii_only?
            return read if read.valid_encoding?
          end
          text.encode(Encoding::UTF_8)
        rescue StandardError => error
          raise GeneratorError.new(error.message, text)
        end

        # Goes one level deeper. Who is left by an error tells in its depth how deep it was.
        def __deepen
          @depth += 1
          return unless @max_nesting != 0 && @depth > @max_nesting
          @depth -= 1
          raise NestingError, "nesting of #{@depth} is too deep"
        end

        def __write_array(array, buffer)
          __deepen
          is_empty = Primitive.array_size(array) == 0
          unless is_empty
            buffer << "[" << @array_nl
            index = 0
            # What a class of the program's has for `each` is not asked.
            while index < Primitive.array_size(array)
              buffer << "," << @array_nl if index > 0
              buffer << @indent * @depth
              __write(Primitive.array_at(array, index), buffer)
              index += 1
            end
          end
          @depth -= 1
          return buffer << "[]" if is_empty
          buffer << @array_nl << @indent * @depth unless @array_nl.empty?
          buffer << "]"
        end

        def __write_hash(hash, buffer)
          __deepen
          is_empty = Primitive.hash_size(hash) == 0
          unless is_empty
            buffer << "{" << @object_nl
            first = true
            EACH_PAIR.bind_call(hash) do |key, value|
              buffer << "," << @object_nl unless first
              first = false
              buffer << @indent * @depth
              __write(__key(key), buffer)
              buffer << @space_before << ":" << @space
              __write(value, buffer)
            end
          end
          @depth -= 1
          return buffer << "{}" if is_empty
          buffer << @object_nl << @indent * @depth unless @object_nl.empty?
          buffer << "}"
        end

        # What is written for a key; where that is no mere String, it writes itself.
        def __key(key)
          return key if Primitive.class_of(key).equal?(String)
          return key.name if Symbol === key
          text = key.to_s
          return text if String === text
          raise TypeError, "can't convert #{key.class} to String (#{key.class}#to_s gives #{text.class})"
        end

        public

        # The methods that `to_json` of core classes calls, so that subclasses are written as they are.
        def __write_as(kind, object)
          buffer = ::String.new(encoding: Encoding::UTF_8)
          case kind
          when :array then __write_array(object, buffer)
          when :hash then __write_hash(object, buffer)
          when :string then __write_string(object, buffer)
          when :float then __write_float(object, buffer)
          end
          buffer
        end
      end

      module GeneratorMethods
        module Object
          def to_json(state = nil, *)
            primitive :json_symbol_text
            State.from_state(state).__write_as(:string, Rutile.to_str(to_s))
          end
        end

        module Hash
          def to_json(state = nil, *)
            State.__text(:hash, self, state)
          end
        end

        module Array
          def to_json(state = nil, *)
            State.__text(:array, self, state)
          end
        end

        module Integer
          def to_json(*) = to_s
        end

        module Float
          def to_json(state = nil, *)
            State.__text(:float, self, state)
          end
        end

        module String
          def to_json(state = nil, *)
            State.__text(:string, self, state)
          end

          # The bytes as an object, for what is no text.
          def to_json_raw_object
            { JSON.create_id => self.class.name, "raw" => unpack("C*") }
          end

          def to_json_raw(*arguments)
            to_json_raw_object.to_json(*arguments)
          end

          module Extend
            def json_create(object)
              object["raw"].pack("C*")
            end
          end

          def self.included(mod)
            mod.extend(Extend)
            super
          end
        end

        module TrueClass
          def to_json(*) = "true"
        end

        module FalseClass
          def to_json(*) = "false"
        end

        module NilClass
          def to_json(*) = "null"
        end
      end
    end
  end
end
