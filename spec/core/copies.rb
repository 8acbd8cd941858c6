# dup: what a copy has, and whose methods are asked on the way.

require_relative "../harness"

class CopiedHash < Hash; end
class CopiedText < String; end
class CopiedList < Array; end

spec "a copy of a Hash has its class, entries, default and variables" do
  hash = CopiedHash.new { |_, key| "no #{key}" }
  hash[:a] = 1
  hash.instance_variable_set(:@note, "kept")
  copy = hash.dup
  copy[:b] = 2
  assert_equal [CopiedHash, { a: 1, b: 2 }, "no x", "kept"], [copy.class, copy.to_h, copy[:x], copy.instance_variable_get(:@note)]
  assert_equal({ a: 1 }, hash.to_h)
  assert_equal true, {}.compare_by_identity.dup.compare_by_identity?
end

spec "copies of Strings and Arrays have their class and variables, and are not frozen" do
  [CopiedText.new("text"), CopiedList.new([1, "two"])].each do |original|
    original.instance_variable_set(:@note, 1)
    copy = original.freeze.dup
    assert_equal [original.class, original, 1, false], [copy.class, copy, copy.instance_variable_get(:@note), copy.frozen?]
  end
  assert_equal Encoding::UTF_16LE, "ab".encode("UTF-16LE").dup.encoding
end

spec "a copy of an object has its variables, however many, and no singleton methods" do
  kind = Class.new
  object = kind.new
  20.times { |index| object.instance_variable_set(:"@v#{index}", index) }
  object.remove_instance_variable(:@v3)
  assert_equal [*0..2, *4..19], object.dup.instance_variables.map { |name| object.dup.instance_variable_get(name) }
  few = kind.new
  few.instance_variable_set(:@one, 1)
  def few.single = 1
  copy = few.dup
  assert_equal [1, false, kind], [copy.instance_variable_get(:@one), copy.respond_to?(:single), copy.singleton_class.superclass]
end

spec "initialize_copy and initialize_dup of a program are asked" do
  kind = Class.new(Hash) do
    def initialize_copy(other)
      super
      self[:copied] = other.size
    end
  end
  assert_equal({ a: 1, copied: 1 }, kind.new.update(a: 1).dup)
  kind.class_eval do
    remove_method :initialize_copy
    def initialize_dup(other) = self[:dup] = true
  end
  assert_equal({ dup: true }, kind.new.update(a: 1).dup)
end

spec "what is its own copy stays" do
  assert_equal true, [1, nil, :a, 2.5, 2**70, true].all? { |value| value.dup.equal?(value) }
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { "a".dup(1) }
end

spec "clone copies what the singleton class can do by itself" do
  object = Object.new
  object.singleton_class.singleton_class.define_method(:asked) { :told }
  copy = object.clone
  assert_equal [:told, [:asked]], [copy.singleton_class.asked, copy.singleton_class.singleton_class.instance_methods(false)]
  copy.singleton_class.define_singleton_method(:more) { 1 }
  assert_equal false, object.singleton_class.respond_to?(:more)
end
