# concurrent-ruby knows its engines by their names, and locks every call of its collections on any other. What it relies
# on with CRuby holds here as well: no other thread runs within a method of Array or Hash that calls no block.

module Concurrent
  module Utility
    module EngineDetector
      def on_cruby?
        true
      end
    end
  end
end
