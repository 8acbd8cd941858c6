# Names of modules that stand in no constant of a module with a permanent name.

require_relative "../harness"

spec "a temporary name goes on to the modules within" do
  outer = Module.new
  outer::Inner = Module.new
  outer::Inner::Innermost = Module.new
  outer.set_temporary_name("fake")
  assert_equal ["fake::Inner", "fake::Inner::Innermost"], [outer::Inner.name, outer::Inner::Innermost.name]
  outer.set_temporary_name("other")
  assert_equal "other::Inner", outer::Inner.name
end

spec "modules that refer to each other are named once" do
  outer = Module.new
  outer::Inner = Module.new
  outer::Inner::Outer = outer
  outer.set_temporary_name("fake")
  assert_equal ["fake", "fake::Inner"], [outer.name, outer::Inner.name]
end

spec "a constant of a module without a permanent name renames nothing" do
  named = Module.new
  named.set_temporary_name("fake")
  holder = Module.new
  holder::First = named
  assert_equal "fake", named.name
  plain = Module.new
  holder::Second = plain
  Module.new::Third = plain
  assert plain.name.end_with?("::Second")
end

spec "a name that reads like the path of a constant is refused" do
  %w[A A::B ::A].each do |name|
    assert_raises(ArgumentError, "the temporary name must not be a constant path to avoid confusion") { Module.new.set_temporary_name(name) }
  end
end

spec "a name for now that is taken away takes the names within with it" do
  outer = Module.new
  outer.const_set(:Inner, Module.new)
  outer.module_eval("module Text; end")
  outer.set_temporary_name("fake<x>")
  assert_equal %w[fake<x>::Inner fake<x>::Text], [outer::Inner.name, outer::Text.name]
  outer.set_temporary_name(nil)
  assert_equal [nil, nil, nil], [outer.name, outer::Inner.name, outer::Text.name]
  outer.set_temporary_name("other<x>")
  assert_equal "other<x>::Inner", outer::Inner.name
end

spec "a module without a name is shown by its class" do
  kind = Class.new(Module)
  named = Module.new.tap { |outer| outer.const_set(:Kind, kind) }
  module_of_kind = kind.new
  shown = /\A#<#{Regexp.escape(kind.inspect)}:0x\h+>\z/
  assert shown.match?(module_of_kind.inspect)
  assert shown.match?(module_of_kind.to_s)
  assert(/\A#<Module:0x\h+>\z/.match?(named.inspect))
  assert(/\A#<Class:0x\h+>\z/.match?(Class.new.inspect))
end
