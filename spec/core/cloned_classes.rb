# Class#clone and dup: the copy's methods see the copy, and what is no class yet makes nothing.

require_relative "../harness"

class Original
  WHERE = :original
  @@rule = "first"

  def where = WHERE
  def rule = @@rule
  def blocks = [1].map { [WHERE, @@rule] }
end

Copied = Original.clone
Copied.send(:remove_const, :WHERE)
Copied::WHERE = :copied
Copied.class_variable_set(:@@rule, "second")

spec "the methods of a copied class see its constants and class variables" do
  2.times do
    assert_equal [:original, "first"], [Original.new.where, Original.new.rule]
    assert_equal [:copied, "second"], [Copied.new.where, Copied.new.rule]
    assert_equal [[[:original, "first"]], [[:copied, "second"]]], [Original.new.blocks, Copied.new.blocks]
  end
end

spec "what Class.allocate gives is no class yet" do
  assert_equal "can't instantiate uninitialized class", assert_raises(TypeError) { Class.allocate.new }.message
  assert_equal "uninitialized class", assert_raises(TypeError) { Class.allocate.superclass }.message
  assert_equal "can't inherit uninitialized class", assert_raises(TypeError) { Class.new(Class.allocate) }.message
end

spec "what may not be copied, and what is a class already" do
  assert_equal "can't copy singleton class", assert_raises(TypeError) { Object.new.singleton_class.dup }.message
  assert_raises(TypeError) { BasicObject.dup }
  assert_equal "already initialized class", assert_raises(TypeError) { Class.new.send(:initialize_copy, String) }.message
end

spec "a copied class answers what its superclass does, also where it has no methods of its own" do
  parent = Class.new { def self.greeting = "hello" }
  child = Class.new(parent)
  assert_equal ["hello", "hello"], [child.dup.greeting, child.clone.greeting]
  copy = child.dup
  def parent.farewell = "goodbye"
  assert_equal "goodbye", copy.farewell
end
