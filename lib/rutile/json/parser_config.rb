# JSON::Ext::ParserConfig: reads JSON with the native reader; what a program wants made of
# the values beyond that (its own classes, additions) is done in a second walk.

module JSON
  module Ext
    class ParserConfig
      # Before 3.0 comments are read, and of keys that come twice the last one counts, unless a program asks otherwise.
      LENIENT = JSON::VERSION.to_i < 3
      KNOWN = %i[
        max_nesting allow_nan allow_trailing_comma allow_comments allow_control_characters allow_invalid_escape
        allow_duplicate_key symbolize_names freeze on_load decimal_class
      ].freeze
      ADDITIONS_UNASKED = "JSON.load implicit support for `create_additions: true` is deprecated and will be removed in 3.0, " \
        "use JSON.unsafe_load or explicitly pass `create_additions: true`".freeze
      # So many bytes of what can't be read are shown.
      FRAGMENT = 32
      private_constant :LENIENT, :KNOWN, :ADDITIONS_UNASKED, :FRAGMENT

      @__takes_plain_options = LENIENT && !FROM_2_10

      def self.parse(source, options = nil)
        primitive :json_parse_plainly
        return DEFAULT.parse(source) if nil.equal?(options)
        # Who asks for Symbols alone needs no reader of his own either.
        is_naming = Primitive.is_hash(options) && options.size == 1 && true.equal?(options[:symbolize_names])
        (is_naming ? NAMING : new(options)).parse(source)
      end

      def initialize(options = nil)
        options = options.nil? ? {} : options.to_hash
        unknown = LENIENT ? nil : (options.keys - KNOWN)[0]
        raise ArgumentError, "unknown keyword: #{unknown}" if unknown
        nesting = options.fetch(:max_nesting, 100)
        @__max_nesting = nesting ? Rutile.to_int(nesting) : 0
        @__allow_nan = options[:allow_nan] ? true : false
        @__symbolize_names = options[:symbolize_names] ? true : false
        @__freeze = options[:freeze] ? true : false
        @__leniency = leniency(options)
        @__on_load = options[:on_load]
        @__object_class = options[:object_class]
        @__array_class = options[:array_class]
        @__decimal_class = options[:decimal_class]
        # A nil is what `JSON.load` gives where its caller said nothing: a yes that is on its way out.
        @__additions_unasked = options.key?(:create_additions) && nil.equal?(options[:create_additions])
        @__create_additions = options[:create_additions] || @__additions_unasked ? true : false
        @__create_id = options.fetch(:create_id) { JSON.create_id } if @__create_additions
        @__match_string = options[:match_string]
        @__keeps_decimals = @__decimal_class ? true : false
        @__walks = @__object_class || @__array_class || @__decimal_class || @__on_load || (@__create_additions && @__match_string) ? true : false
        if @__symbolize_names && @__create_additions
          raise ArgumentError, "options :symbolize_names and :create_additions cannot be  used in conjunction"
        end
        self
      end

      def parse(source)
        is_plain = Primitive.identical(Primitive.class_of(source), String) && Encoding::UTF_8.equal?(source.encoding)
        __read(is_plain ? source : __converted(source))
      end

      def __converted(source)
        source = Rutile.to_str(source)
        return source.dup.force_encoding(Encoding::UTF_8) if Encoding::BINARY.equal?(source.encoding)
        Encoding::UTF_8.equal?(source.encoding) ? source : source.encode(Encoding::UTF_8)
      end

      def __read(source)
        walks = @__walks || may_have_additions?(source)
        value, kind, position = Primitive.json_parse(source, @__max_nesting, @__allow_nan, @__symbolize_names, @__freeze && !walks, @__keeps_decimals, @__leniency)
        refuse(source, kind, position) if kind
        return value unless walks
        value = made(value)
        @__freeze ? frozen(value) : value
      end

      private

      # A name that says which class an object is of stands there as it is, unless it is written by escapes.
      def may_have_additions?(source)
        return false unless @__create_additions
        !(String === @__create_id) || source.include?(@__create_id) || source.include?("\\")
      end

      # As the native takes it.
      def leniency(options)
        unwritten = options[:allow_control_characters] ? :allow_control_characters : options[:allow_invalid_escape] && :allow_invalid_escape
        raise NotImplementedError, "JSON's option #{unwritten}" if unwritten
        comments = options.fetch(:allow_comments, LENIENT) ? 1 : 0
        commas = options[:allow_trailing_comma] ? 2 : 0
        twice = options[:allow_duplicate_key]
        comments | commas | ((twice.nil? ? LENIENT : twice) ? 4 : 0) | (FROM_2_10 ? 8 : 0)
      end

      def refuse(source, kind, position)
        raise NestingError, "nesting of #{position} is too deep" if kind == :nesting
        refuse_at(source, kind, position) if ParserError.method_defined?(:line)
        rest = fragment(source, position)
        raise ParserError, "duplicate key" if kind == :duplicate
        raise ParserError, "incomplete surrogate pair at '#{rest}'" if kind == :surrogate
        raise ParserError, "unexpected token at '#{rest}'"
      end

      # The beginning of what can't be read; none of it behind a zero.
      def fragment(source, position)
        rest = source.byteslice(position, FRAGMENT)
        finish = rest.b.index("\0")
        finish ? rest.byteslice(0, finish) : rest
      end

      # Newer versions tell the line and the column.
      def refuse_at(source, kind, position)
        before = source.byteslice(0, position).scrub
        line, column = before.count("\n") + 1, before.size - (before.rindex("\n") || -1)
        rest = source.byteslice(position, FRAGMENT).scrub("")
        what =
          if kind == :duplicate then "duplicate key"
          elsif kind == :surrogate then "incomplete surrogate pair at '#{rest}'"
          elsif rest.empty? then "unexpected end of input"
          else "unexpected token '#{rest}'"
          end
        error = ParserError.new("#{what} at line #{line} column #{column}")
        error.instance_variable_set(:@line, line)
        error.instance_variable_set(:@column, column)
        raise error
      end

      # A value as the options want it.
      def made(value)
        made =
          case value
          when Array then made_array(value)
          when Hash then made_object(value)
          when Symbol then made_decimal(value.name)
          when String then made_string(value)
          else value
          end
        @__on_load ? @__on_load.call(made) : made
      end

      def made_array(array)
        return array.map! { |element| made(element) } unless @__array_class
        result = @__array_class.new
        array.each { |element| result << made(element) }
        result
      end

      def made_object(hash)
        result = hash
        if @__object_class
          result = @__object_class.new
          hash.each { |key, value| result[key] = made(value) }
        else
          hash.each { |key, value| hash[key] = made(value) }
        end
        @__create_additions ? with_addition(result) : result
      end

      def with_addition(object)
        name = object[@__create_id]
        return object if nil.equal?(name)
        found = JSON.deep_const_get(name)
        return object unless found.respond_to?(:json_creatable?) && found.json_creatable?
        warn(ADDITIONS_UNASKED, uplevel: 0, category: :deprecated) if @__additions_unasked
        found.json_create(object)
      end

      def made_decimal(text)
        decimal = @__decimal_class
        if decimal.respond_to?(:try_convert) then decimal.try_convert(text)
        elsif decimal.respond_to?(:new) then decimal.new(text)
        else Kernel.__send__(decimal.name, text)
        end
      end

      def made_string(text)
        return text unless @__create_additions && @__match_string
        @__match_string.each do |pattern, found|
          return found.json_create(text) if found.json_creatable? && pattern === text
        end
        text
      end

      # Frozen through and through; the same text is one object.
      def frozen(value)
        case value
        when String then return -value
        when Array then value.map! { |element| frozen(element) }
        when Hash then value.each { |key, element| value[key] = frozen(element) }
        end
        value.freeze
      end

      # The reader of who asks for nothing.
      DEFAULT = new.freeze
      NAMING = new(symbolize_names: true).freeze
      private_constant :DEFAULT, :NAMING
    end
  end
end
