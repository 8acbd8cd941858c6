# Allocations are not counted.
module Minitest
  module Memory; end
end
