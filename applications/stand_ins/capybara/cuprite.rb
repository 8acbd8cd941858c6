# No browser is driven.
module Capybara
  module Cuprite
    class Driver < Capybara::Driver::Base; end
  end
end
