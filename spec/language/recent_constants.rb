# Constants by their paths, and in the bodies of singleton classes: what a place found before must hold no longer than it is true.

require_relative "../harness"

module Recent
  module Outer
    VALUE = 1
    KEPT = 1
  end

  def self.value = Outer::VALUE
  def self.kept = Outer::KEPT
  def self.of(module_) = module_::VALUE

  # One body for many objects.
  def self.open(object, value)
    class << object
      const_set(:OWN, Recent.next_value) unless const_defined?(:OWN, false)
      def own = OWN
    end
  end

  def self.next_value = @next_value = @next_value.to_i + 1
end

spec "a path sees constants that are set again, taken away and hidden" do
  2.times { assert_equal 1, Recent.value }
  Recent::Outer.send(:remove_const, :VALUE)
  assert_raises(NameError, "uninitialized constant Recent::Outer::VALUE") { Recent.value }
  Recent::Outer.const_set(:VALUE, 2)
  2.times { assert_equal 2, Recent.value }
  2.times { assert_equal 1, Recent.kept }
  Recent::Outer.private_constant(:KEPT)
  assert_raises(NameError, "private constant Recent::Outer::KEPT referenced") { Recent.kept }
  Recent::Outer.public_constant(:KEPT)
  assert_equal 1, Recent.kept
end

spec "one path leads elsewhere from each module" do
  modules = Array.new(40) { |number| Module.new { const_set(:VALUE, number) } }
  3.times do
    assert_equal (0...40).to_a, modules.map { |module_| Recent.of(module_) }
    GC.start
  end
  included = Module.new { include modules[7] }
  2.times { assert_equal 7, Recent.of(included) }
  included.include(modules[8])
  assert_equal 8, Recent.of(included)
  included.const_set(:VALUE, 9)
  assert_equal 9, Recent.of(included)
end

spec "the body of a singleton class sees the constants of the object that it is run for" do
  objects = Array.new(3) { Object.new }
  objects.each_with_index { |object, index| Recent.open(object, index) }
  2.times { assert_equal [1, 2, 3], objects.map(&:own) }
  objects[1].singleton_class.send(:remove_const, :OWN)
  assert_raises(NameError) { objects[1].own }
  assert_equal [1, 3], [objects[0].own, objects[2].own]
end

spec "const_get follows paths as it does names" do
  assert_equal [2, 2, Recent::Outer], [Object.const_get("Recent::Outer::VALUE"), Recent.const_get("Outer::VALUE"), Recent.const_get("::Recent::Outer")]
  assert_equal String, Recent::Outer.const_get("String")
  assert_raises(NameError, "uninitialized constant Recent::Outer::NOWHERE") { Object.const_get("Recent::Outer::NOWHERE") }
  assert_raises(NameError) { Object.const_get("Recent::outer") }
  assert_raises(NameError) { Object.const_get("Recent::") }
  assert_raises(NameError) { Object.const_get("") }
  assert_raises(TypeError) { Object.const_get("Recent::Outer::VALUE::MORE") }
  assert_raises(NameError) { Recent.const_get("String", false) }
end
