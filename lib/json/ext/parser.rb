# The reader of the gem json. Its newer versions have a Parser of their own over `ParserConfig`.

require "rutile/json/parser_config"

module JSON
  module Ext
    if (VERSION.split(".").map(&:to_i) <=> [2, 10]) < 0
      class Parser
        def self.parse(source, opts = nil)
          new(source, **(opts || {})).parse
        end

        def initialize(source, opts = nil, **options)
          options = opts.to_hash.merge(options) if opts
          @__config = ParserConfig.new(options)
          @__source = convert_encoding(source)
          self
        end

        def source
          @__source.dup
        end

        def parse
          @__config.__read(@__source)
        end

        private

        def convert_encoding(source)
          @__config.__converted(source)
        end
      end
    end
  end
end
