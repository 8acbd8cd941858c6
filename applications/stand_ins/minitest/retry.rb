# A test that fails is not run again.
module Minitest
  module Retry
    def self.use!(...) = nil
  end
end
