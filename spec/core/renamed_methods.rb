# A name that a program gives to another method of the core library is a definition of the program's, as one by `def` is: what
# the core library calls so itself is not meant any more, for the operators that the machine answers by itself neither.
require_relative "../harness"

module RenamedMethods
  class EmptyIsNil < Array
    alias nil? empty?
  end

  class Backwards < Array
    alias each reverse_each
  end

  class Values < Hash
    alias each each_value
    alias default size
  end

  class Frozen
    alias ! frozen?
    alias != equal?
    alias inspect class
  end

  class Moved
    define_method(:nil?, Kernel.instance_method(:frozen?))
  end
end

spec "`nil?` that is a second name of `empty?` is asked" do
  list = RenamedMethods::EmptyIsNil.new
  assert_equal true, list.nil?
  assert_equal 1, (list.nil? ? 1 : 2)
  list << 1
  assert_equal [false, 2], [list.nil?, list.nil? ? 1 : 2]
end

spec "`nil?` made of another method object is asked" do
  assert_equal [false, true], [RenamedMethods::Moved.new.nil?, RenamedMethods::Moved.new.freeze.nil?]
end

spec "`!` and `!=` that are second names are asked" do
  object = RenamedMethods::Frozen.new
  assert_equal [false, true], [!object, !object.dup.freeze]
  assert_equal [true, false], [object != object, object != RenamedMethods::Frozen.new]
end

spec "Enumerable goes by an `each` that is a second name" do
  list = RenamedMethods::Backwards[1, 2, 3]
  assert_equal [[3, 2], [1]], list.each_slice(2).to_a
  assert_equal [[3, 0], [2, 1], [1, 2]], list.each_with_index.to_a
  assert_equal [3, 2, 1], list.to_set.to_a
  assert_equal [3, 2, 1], list.each_entry.to_a
end

spec "a Hash's methods go by names that are second ones" do
  hash = RenamedMethods::Values[1, 2]
  assert_equal [2], hash.each_entry.to_a
  assert_equal 1, hash.default
end

spec "`inspect` that is a second name is asked" do
  assert_equal "[RenamedMethods::Frozen]", [RenamedMethods::Frozen.new].inspect
end

spec "the first name of a method brings back what it was" do
  list = Class.new(Array) do
    alias_method :plain_each, :each
    alias_method :each, :reverse_each
    alias_method :each, :plain_each
  end
  assert_equal [[1, 2], [3]], list[1, 2, 3].each_slice(2).to_a
end

spec "a second name of a method of the core library is still not imported by a refinement" do
  renaming = Module.new { alias_method :itself_too, :itself }
  assert_raises(ArgumentError) { Module.new { refine(String) { import_methods renaming } } }
end
