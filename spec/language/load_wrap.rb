require_relative "../harness"
require "tempfile"

# `load` into a module: what a file defines at its top level stays in there.

SPEC_WRAPPED = <<'RUBY'
def wrapped_private = :private
CONSTANT_INSIDE = 5
class ClassInside; def answer = CONSTANT_INSIDE; end
class ::SpecGlobal; end
$loaded = { main: self, nesting: Module.nesting, own: wrapped_private, answer: ClassInside.new.answer }
public
def wrapped_public = :public
define_method(:wrapped_defined) { :defined }
public :wrapped_defined
include Comparable
@variable = 1
RUBY

def spec_load(wrap)
  Tempfile.create(["wrapped", ".rb"]) do |file|
    file.write(SPEC_WRAPPED)
    file.close
    load file.path, wrap
  end
  $loaded
end

module SpecWrapper
end

spec "load with true defines nothing outside" do
  main = spec_load(true)[:main]
  assert_equal [nil, nil, "constant"], [defined?(CONSTANT_INSIDE), defined?(ClassInside), defined?(SpecGlobal)]
  assert_equal false, respond_to?(:wrapped_private, true)
  assert_equal false, Object.method_defined?(:wrapped_public) || Object.include?(Comparable)
  assert_equal [false, "main", Object], [main.equal?(TOPLEVEL_BINDING.receiver), main.inspect, main.class]
  assert_equal [:private, :public], [main.send(:wrapped_private), main.wrapped_public]
  assert_raises(NoMethodError) { main.wrapped_private }
  assert_equal nil, TOPLEVEL_BINDING.receiver.instance_variable_get(:@variable)
end

spec "load into a module fills that" do
  loaded = spec_load(SpecWrapper)
  assert_equal [[SpecWrapper], :private, 5], [loaded[:nesting], loaded[:own], loaded[:answer]]
  assert_equal [:ClassInside, :CONSTANT_INSIDE], SpecWrapper.constants(false).sort_by(&:size)
  assert_equal [:wrapped_private], SpecWrapper.private_instance_methods(false)
  assert_equal [:wrapped_defined, :wrapped_public], SpecWrapper.instance_methods(false).sort
  assert_equal true, SpecWrapper.include?(Comparable)
  assert_equal true, loaded[:main].singleton_class.include?(SpecWrapper)
  assert_equal "SpecWrapper::ClassInside", SpecWrapper::ClassInside.name
end
