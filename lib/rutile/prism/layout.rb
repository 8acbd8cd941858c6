# The nodes that the loaded version of the gem prism can read, in the words of `crates/stdlib/src/prism/nodes.list`.

module Prism
  module Layout
    # A field that may be nil is marked.
    OPTIONAL = [Reflection::OptionalNodeField, Reflection::OptionalConstantField, Reflection::OptionalLocationField].freeze

    class << self
      # nil where the gem is of the parser's own version.
      def text
        return nil if VERSION == Primitive.prism_version
        @text ||= ["version #{VERSION}", "tokens #{tokens.join(" ")}", "diagnostics #{diagnostics.join(" ")}", *nodes].join("\n").freeze
      end

      private

      # The number of a kind is its place among the names.
      def nodes
        kinds = Prism.constants.grep(/Node\z/).map { |name| Prism.const_get(name) }
        kinds.select { |kind| Class === kind && kind < Node }.sort_by(&:name).map do |kind|
          "node #{[kind.name.delete_prefix("Prism::"), *Reflection.fields_for(kind).map { |field| word(field) }].join(" ")}"
        end
      end

      def word(field)
        case field
        when Reflection::FlagsField then "flags:#{field.flags.map { |flag| flag.name.delete_suffix("?") }.join(",")}"
        when *OPTIONAL then "#{field.name}?"
        else field.name
        end
      end

      def tokens
        Serialize.const_get(:TOKEN_TYPES).drop(1)
      end

      # The parser may find what a gem that is older has no name for: it gets the parser's.
      def diagnostics
        known = Serialize.const_get(:Loader).const_get(:DIAGNOSTIC_TYPES)
        known.frozen? ? known : known.concat(Primitive.prism_diagnostics - known)
      end
    end
  end
  private_constant :Layout
end
