# A formatter that a checkout's own settings name: it tells nothing of its own.
module RSpec
  class Instafail
    RSpec::Core::Formatters.register self

    def initialize(*) = nil
  end
end
