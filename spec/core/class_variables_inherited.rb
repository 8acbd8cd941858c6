# Class variables: where they are looked for, who takes them over, and who may set them.

require_relative "../harness"

module Lawful
  @@rule = "lawful"
end

spec "the singleton class of a class sees its own and the class's, not those of what extends the class" do
  kind = Class.new
  kind.extend(Lawful)
  assert_equal [], kind.singleton_class.class_variables
  assert_raises(NameError) { kind.singleton_class.class_variable_get(:@@rule) }
  kind.class_variable_set(:@@mine, 1)
  kind.singleton_class.class_variable_set(:@@own, 2)
  assert_equal [:@@mine, :@@own], kind.singleton_class.class_variables.sort
  assert_equal [1, 2], [:@@mine, :@@own].map { |name| kind.singleton_class.class_variable_get(name) }
  assert_equal [:@@mine], kind.class_variables
end

spec "the singleton class of another object sees what extends it" do
  object = Class.new.new
  object.extend(Lawful)
  assert_equal [:@@rule], object.singleton_class.class_variables
end

class Ruled
  @@share = 1
  def self.share = @@share
  def self.take = @@share = 3
end

module Ruler
  @@share = 2
end

spec "a module included later takes over" do
  assert_equal 1, Ruled.share
  Ruled.include(Ruler)
  message = "class variable @@share of Ruled is overtaken by Ruler"
  assert_equal message, assert_raises(RuntimeError) { Ruled.share }.message
  assert_equal message, assert_raises(RuntimeError) { Ruled.take }.message
  assert_equal message, assert_raises(RuntimeError) { Ruled.class_variable_get(:@@share) }.message
  assert_equal message, assert_raises(RuntimeError) { Ruled.class_variable_set(:@@share, 1) }.message
  assert_equal true, Ruled.class_variable_defined?(:@@share)
end

spec "a frozen module's variable is not set through a class that includes it" do
  holder = Module.new
  holder.class_variable_set(:@@held, 1)
  holder.freeze
  kind = Class.new { include holder }
  assert_raises(FrozenError) { kind.class_variable_set(:@@held, 2) }
  assert_raises(FrozenError) { kind.class_eval("@@held = 2") }
  assert_equal 1, kind.class_variable_get(:@@held)
end

class Titan
  @@rule = "Uranus"
end

module Olympian
  @@rule = "Zeus"
  def rule_of_olympian = @@rule
end

class YoungerTitan < Titan
  @@rule = "Cronus"
  include Olympian
  def rule_of_younger = @@rule
end

spec "a variable that a module has in front of a superclass is overtaken by that" do
  assert_equal "Zeus", YoungerTitan.new.rule_of_olympian
  message = "class variable @@rule of Olympian is overtaken by Titan"
  assert_raises(RuntimeError, message) { YoungerTitan.new.rule_of_younger }
  assert_raises(RuntimeError, message) { YoungerTitan.class_variable_get(:@@rule) }
end
