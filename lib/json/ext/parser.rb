# JSON::Ext::Parser: reads JSON with the native reader; what a program wants made of
# the values beyond that (its own classes, additions) is done in a second walk.

module JSON
  module Ext
    class Parser
      def self.parse(source, opts = nil)
        new(source, **(opts || {})).parse
      end

      def initialize(source, opts = nil, **options)
        options = opts.to_hash.merge(options) if opts
        @__source = convert_encoding(source)
        nesting = options.fetch(:max_nesting, 100)
        @__max_nesting = nesting ? Rutile.to_int(nesting) : 0
        @__allow_nan = options[:allow_nan] ? true : false
        @__symbolize_names = options[:symbolize_names] ? true : false
        @__freeze = options[:freeze] ? true : false
        @__object_class = options[:object_class]
        @__array_class = options[:array_class]
        @__decimal_class = options[:decimal_class]
        @__create_additions = options[:create_additions] ? true : false
        @__create_id = options.fetch(:create_id) { JSON.create_id } if @__create_additions
        @__match_string = options[:match_string]
        if @__symbolize_names && @__create_additions
          raise ArgumentError, "options :symbolize_names and :create_additions cannot be  used in conjunction"
        end
        self
      end

      def source
        @__source.dup
      end

      def parse
        walks = @__object_class || @__array_class || @__decimal_class || @__create_additions
        value, kind, position = Primitive.json_parse(
          @__source, @__max_nesting, @__allow_nan, @__symbolize_names, @__freeze && !walks, @__decimal_class ? true : false
        )
        __refuse(kind, position) if kind
        return value unless walks
        value = __made(value)
        @__freeze ? __frozen(value) : value
      end

      private

      def convert_encoding(source)
        source = Rutile.to_str(source)
        return source.dup.force_encoding(Encoding::UTF_8) if Encoding::BINARY.equal?(source.encoding)
        Encoding::UTF_8.equal?(source.encoding) ? source : source.encode(Encoding::UTF_8)
      end

      def __refuse(kind, position)
        raise NestingError, "nesting of #{position} is too deep" if kind == :nesting
        rest = @__source.byteslice(position..)
        raise ParserError, "incomplete surrogate pair at '#{rest}'" if kind == :surrogate
        raise ParserError, "unexpected token at '#{rest}'"
      end

      # A value as the options want it.
      def __made(value)
        case value
        when Array then __made_array(value)
        when Hash then __made_object(value)
        when Symbol then __made_decimal(value.name)
        when String then __made_string(value)
        else value
        end
      end

      def __made_array(array)
        return array.map! { |element| __made(element) } unless @__array_class
        result = @__array_class.new
        array.each { |element| result << __made(element) }
        result
      end

      def __made_object(hash)
        result = hash
        if @__object_class
          result = @__object_class.new
          hash.each { |key, value| result[key] = __made(value) }
        else
          hash.each { |key, value| hash[key] = __made(value) }
        end
        @__create_additions ? __with_addition(result) : result
      end

      def __with_addition(object)
        name = object[@__create_id]
        return object if nil.equal?(name)
        found = JSON.deep_const_get(name)
        found.respond_to?(:json_creatable?) && found.json_creatable? ? found.json_create(object) : object
      end

      def __made_decimal(text)
        decimal = @__decimal_class
        if decimal.respond_to?(:try_convert) then decimal.try_convert(text)
        elsif decimal.respond_to?(:new) then decimal.new(text)
        else Kernel.__send__(decimal.name, text)
        end
      end

      def __made_string(text)
        return text unless @__create_additions && @__match_string
        @__match_string.each do |pattern, found|
          return found.json_create(text) if found.json_creatable? && pattern === text
        end
        text
      end

      def __frozen(value)
        case value
        when Array then value.each { |element| __frozen(element) }
        when Hash then value.each_value { |element| __frozen(element) }
        end
        value.freeze
      end
    end
  end
end
