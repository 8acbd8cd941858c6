# The options of Prism's methods as the parser's bytes.

module Prism
  module Options
    NAMES = %i[command_line encoding filepath freeze frozen_string_literal line main_script partial_script scopes version].freeze
    COMMAND_LINE = "aelnpx"
    FORWARDING = { :* => 1, :** => 2, :& => 4, :"..." => 8 }.freeze
    # The parser's numbers of syntaxes; 3.5 was the name of 4.0 before.
    VERSIONS = { "3.3" => 1, "3.4" => 2, "3.5" => 3, "4.0" => 3, "4.1" => 4 }.freeze

    class << self
      def bytes(options)
        options.empty? ? @usual ||= made_of(options).freeze : made_of(options)
      end

      def require_string(value)
        return value if String === value
        raise TypeError, "wrong argument type #{kind_of(value)} (expected String)"
      end

      private

      def made_of(options)
        unknown = options.keys - NAMES
        raise ArgumentError, "unknown keyword: #{unknown[0]}" unless unknown.empty?
        encoding = options[:encoding]
        [
          text(options[:filepath]), [line(options[:line])].pack("l"), text(encoding ? encoding_name(encoding) : nil),
          [
            literals(options[:frozen_string_literal]), command_line(options[:command_line]), version(options[:version]),
            bit(encoding == false), bit(options[:main_script]), bit(options[:partial_script]), bit(options[:freeze]), 0
          ].pack("c*"),
          scopes(options[:scopes])
        ].join
      end

      def kind_of(value)
        case value
        when nil, true, false then value.inspect
        else value.class
        end
      end

      def text(value)
        value = nil.equal?(value) ? "" : require_string(value)
        [value.bytesize, value].pack("La*")
      end

      def bit(value)
        value ? 1 : 0
      end

      def line(value)
        nil.equal?(value) ? 1 : Rutile.to_int(value)
      end

      def encoding_name(value)
        (Encoding === value ? value : Encoding.find(value)).name
      end

      def literals(value)
        nil.equal?(value) ? 0 : value ? 1 : -1
      end

      def command_line(value)
        return 0 if nil.equal?(value)
        require_string(value).each_char.sum do |letter|
          place = COMMAND_LINE.index(letter) or raise ArgumentError, "invalid command line flag: '#{letter}'"
          1 << place
        end
      end

      def version(value)
        return version(newest) if nil.equal?(value) || value == "latest"
        asked = require_string(value) == "current" ? RUBY_VERSION : value
        short = asked[/\A(\d\.\d)(?:\.\d+)?\z/, 1]
        VERSIONS[short] or raise ArgumentError, "invalid version: #{value}"
      end

      # The newest syntax that the gem knows: that of its newest translation.
      def newest
        @newest ||= Translation.constants.filter_map { |name| name.name[/\AParser(\d\d)\z/, 1] }.max.chars.join(".")
      end

      def scopes(list)
        return [0].pack("L") if nil.equal?(list)
        raise TypeError, "wrong argument type #{kind_of(list)} (expected Array)" unless Array === list
        [list.size].pack("L") + list.map { |scope| scope_bytes(scope) }.join
      end

      def scope_bytes(scope)
        locals, forwarding =
          case scope
          when Array then [scope, []]
          else
            unless defined?(Scope) && Scope === scope
              raise TypeError, "wrong argument type #{kind_of(scope)} (expected Array or Prism::Scope)"
            end
            [scope.locals, scope.forwarding]
          end
        flags = forwarding.inject(0) { |bits, what| bits | (FORWARDING[what] or raise ArgumentError, "invalid forwarding value: #{what}") }
        [locals.size, flags].pack("LC") + locals.map { |local| local_bytes(local) }.join
      end

      def local_bytes(local)
        raise TypeError, "wrong argument type #{kind_of(local)} (expected Symbol)" unless Symbol === local
        text(local.name)
      end
    end
  end
  private_constant :Options
end
