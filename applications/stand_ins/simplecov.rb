# Coverage is not measured here.
module SimpleCov
  module Formatter
    class HTMLFormatter; end
    class JSONFormatter; end
  end

  class << self
    def profiles = self
    def define(*) = nil
    def method_missing(*) = nil
    def respond_to_missing?(*) = true
  end
end
