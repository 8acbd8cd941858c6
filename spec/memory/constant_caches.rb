# What a constant that is set, removed or seen anew does to what was found before.
require_relative "../harness"

module ConstantCaches
  First = 1
  def self.first = First
  def self.late = Late

  class Reader
    def shadowed = Shadowed
    def included = Included
  end
end

Shadowed = :outer
Included = :outer

spec "a constant set again is read anew" do
  assert_equal 1, ConstantCaches.first
  ConstantCaches.send(:remove_const, :First)
  ConstantCaches::First = 2
  assert_equal 2, ConstantCaches.first
end

spec "a constant that comes after it was missed is found" do
  assert_raises(NameError) { ConstantCaches.late }
  ConstantCaches::Late = 3
  assert_equal 3, ConstantCaches.late
end

spec "a constant nearer than the one found before is found" do
  reader = ConstantCaches::Reader.new
  assert_equal :outer, reader.shadowed
  ConstantCaches::Unrelated = 5
  assert_equal :outer, reader.shadowed
  ConstantCaches::Shadowed = :inner
  assert_equal :inner, reader.shadowed
end

spec "a constant of a module included later is found" do
  holder = Class.new
  text = "def included = Included"
  holder.class_eval(text)
  assert_equal :outer, holder.new.included
  holder.include(Module.new { const_set(:Included, :module) })
  assert_equal :module, holder.new.included
end

spec "a removed constant is gone for those who had found it" do
  ConstantCaches.const_set(:Gone, 1)
  ConstantCaches.module_eval("def self.gone = Gone")
  assert_equal 1, ConstantCaches.gone
  ConstantCaches.send(:remove_const, :Gone)
  assert_raises(NameError) { ConstantCaches.gone }
end
