# Coverage is not reported.
module Coveralls
  module SimpleCov
    class Formatter; end
  end
end
