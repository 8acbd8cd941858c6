require_relative "fixtures/building"

# Views of objects' memory.

load_extension("views")

def shown(bytes) = Views::Shown.new.tap { |object| object.bytes = bytes }

spec "an object of a class that is registered shows its memory, and no other" do
  assert_equal false, Views.available?(shown("abc"))
  assert_equal true, Views.register(Views::Shown)
  object = shown([1, 2, 3, -4, -5, -6].pack("s*"))
  assert_equal [true, false, false], [object, shown(nil), "a String"].map { |each| Views.available?(each) }
  assert_equal [1, 3, -4, -6], [[0, 0], [0, 2], [1, 0], [1, 2]].map { |row, column| Views.item(object, row, column) }
  assert_equal nil, Views.item(shown(nil), 0, 0)
  GC.start
  assert_equal(-5, Views.item(Class.new(Views::Shown).new.tap { |each| each.bytes = object.bytes }, 1, 1))
  assert_raises(TypeError) { Views.register(Object.new) }
end

spec "items have members, each with a size and an end" do
  assert_equal [4, [1, 2, 3]], Views.members("c2s", [1, 2, 3].pack("ccs"))
  assert_equal [8, [1, 2]], Views.members("|cl", [1, 2].pack("cx3l"))
  assert_equal [8, [0x0102, 0x0201, 0x01020304]], Views.members("S>S<L>", [1, 2, 1, 2, 1, 2, 3, 4].pack("C*"))
  assert_equal [8, 1.25], Views.members("G", [1.25].pack("G"))
  assert_equal [18, [-1, 1.5, 2**64 - 1]], Views.members("sdQ", [-1, 1.5, 2**64 - 1].pack("sdQ"))
  assert_equal "a3", Views.members("c2a3", "")
end
