# The reader of the gem json. Its newer versions have a Parser of their own over `ParserConfig`.

require "rutile/json/version"
require "rutile/json/parser_config"

module JSON
  module Ext
    unless FROM_2_10
      class Parser
        def self.parse(source, opts = nil)
          ParserConfig.parse(source, opts)
        end

        def initialize(source, opts = nil, **options)
          options = opts.to_hash.merge(options) if opts
          raise TypeError, "already initialized instance" if @__source
          @__config = ParserConfig.new(options)
          @__source = convert_encoding(source)
          self
        end

        def source
          __given.dup
        end

        def parse
          @__config.__read(__given)
        end

        private

        def __given
          @__source or raise TypeError, "uninitialized instance"
        end

        def convert_encoding(source)
          @__config.__converted(source)
        end
      end
    end
  end
end
