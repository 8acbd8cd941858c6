# Coverage is not measured here, nor written.
module SimpleCov
  module Formatter
    class LcovFormatter
      def self.config = nil
    end

    class MultiFormatter
      def initialize(*) = nil
    end
  end
end
