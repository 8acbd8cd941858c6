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

spec "what a copy of an object finds follows what its singleton class is given later" do
  mixin = Module.new { def told = :mixin }
  original = Object.new.extend(mixin)
  ask = ->(object) { object.told }
  copies = Array.new(3) { original.clone }
  assert_equal [:mixin] * 3, copies.map(&ask)
  def (copies[0]).told = :own
  copies[1].extend(Module.new { def told = [:later, super] })
  mixin.define_method(:told) { :changed }
  assert_equal [:own, [:later, :changed], :changed], copies.map(&ask)
  assert_equal [:own, [:later, :changed]], [copies[0].clone, copies[1].clone].map(&ask)
end

module ConstantsOfMixins
  FOUND = :outside
  MIXIN = Module.new { const_set(:FOUND, :mixed_in) }

  def self.object
    object = Object.new
    class << object
      def found = FOUND

      class << self
        def found = FOUND
      end
    end
    object
  end
end

spec "constants seen out of a singleton class are those of what it is extended with later" do
  object = ConstantsOfMixins.object
  assert_equal [:outside, :outside], [object.found, object.singleton_class.found]
  object.singleton_class.class_eval { const_set(:NAMED, :own) }
  assert_equal :outside, object.found
  object.singleton_class.const_set(:FOUND, :own)
  assert_equal :own, object.found
  named = ->(singleton) { singleton::LATER }
  Object.const_set(:LATER, :top)
  object = ConstantsOfMixins.object
  class << object
    def later = LATER
  end
  assert_equal :top, object.later
  object.extend(Module.new { const_set(:LATER, :mixed_in) })
  assert_equal [:mixed_in, :mixed_in], [object.later, named.(object.singleton_class)]
ensure
  Object.send(:remove_const, :LATER)
end

spec "a copied class that was asked before changes like any other" do
  parent = Class.new { def told = :parent }
  copy = parent.dup
  child = Class.new(copy)
  ask = ->(object) { object.told }
  assert_equal [:parent, :parent], [ask.(copy.new), ask.(child.new)]
  copy.class_eval { def told = [:copy] }
  assert_equal [:parent, [:copy], [:copy]], [ask.(parent.new), ask.(copy.new), ask.(child.new)]
  again = copy.clone
  again.include(Comparable)
  assert_equal [[:copy], true, false], [ask.(again.new), again.new.is_a?(Comparable), copy.new.is_a?(Comparable)]
end
