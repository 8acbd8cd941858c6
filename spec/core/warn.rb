require_relative "../harness"
require_relative "../outside"

# Kernel#warn goes through Warning.warn, whatever that takes.

def spec_warnings(*parameters)
  told = []
  original = Warning.method(:warn)
  keywords = parameters.include?(:category)
  Warning.define_singleton_method(:warn, &(keywords ? ->(text, category: :none) { told << [text, category] } : ->(text) { told << text }))
  yield
  told
ensure
  Warning.singleton_class.send(:remove_method, :warn)
  Warning.extend(Warning) unless Warning.respond_to?(:warn)
end

spec "a category is passed to a Warning.warn that takes one" do
  verbose, $VERBOSE = $VERBOSE, false
  enabled, Warning[:deprecated] = Warning[:deprecated], true
  assert_equal [["a\n", nil], ["b\n", :deprecated]], spec_warnings(:category) { warn "a"; warn "b", category: :deprecated }
  assert_equal ["a\n", "b\n"], spec_warnings { warn "a"; warn "b", category: :deprecated }
  convertible = Object.new
  def convertible.to_sym = :deprecated
  assert_equal [["c\n", :deprecated]], spec_warnings(:category) { warn "c", category: convertible }
  assert_raises(ArgumentError, "unknown category: nothing") { warn "d", category: :nothing }
ensure
  Warning[:deprecated] = enabled
  $VERBOSE = verbose
end

spec "private and the like without names warn in a method's own body, where no definitions follow" do
  warned = []
  Warning.singleton_class.alias_method(:__spec_warn, :warn)
  Warning.define_singleton_method(:warn) { |message, **| warned << message[/warning: (.*)/, 1] }
  begin
    Class.new do
      private
      def self.hide = private
      def self.hide_in_text = eval("private")
      def self.hide_in_block = [1].each { private }
      hide
      hide_in_text
      hide_in_block
    end
  ensure
    Warning.singleton_class.alias_method(:warn, :__spec_warn)
  end
  assert_equal ["calling private without arguments inside a method may not have the intended effect"], warned
end

spec "warn asks Warning, also where that has no warn" do
  code = 'class << Warning; undef warn; end; begin; warn "x"; rescue NoMethodError => error; puts error.message; end'
  assert_equal "undefined method 'warn' for module Warning\n", run_code(code)[0]
end
