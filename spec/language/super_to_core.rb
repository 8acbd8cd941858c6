# super from a program's method to one of the core library, at a site that runs often.

require_relative "../harness"

class LowerKeys < Hash
  def [](key) = super(key.downcase)

  def []=(key, value)
    super(key.downcase, value)
  end

  def fetch(key, ...) = super
end

spec "super calls what stands behind, with what is passed" do
  keys = LowerKeys.new
  3.times do |number|
    keys["A"] = number
    assert_equal [number, nil], [keys["a"], keys["B"]]
    assert_equal ["none of b", 7], [keys.fetch("b") { |key| "none of #{key}" }, keys.fetch("b", 7)]
  end
end

spec "an error is raised in the core library's name" do
  keys = LowerKeys.new.freeze
  2.times do
    error = assert_raises(FrozenError, "can't modify frozen LowerKeys: {}") { keys["A"] = 1 }
    assert_equal "Hash#[]=", error.backtrace_locations.first.label
  end
end

spec "a change of what stands behind is noticed" do
  keys = LowerKeys.new
  keys["a"] = 1
  2.times { assert_equal 1, keys["A"] }
  between = Module.new { def [](key) = "between #{key}" }
  LowerKeys.include(between)
  assert_equal "between a", keys["A"]
  between.class_eval { remove_method :[] }
  assert_equal 1, keys["A"]
end

spec "one site, several receivers" do
  kind = Class.new(String) { def initialize(text = "none") = super }
  other = Class.new(kind)
  assert_equal %w[a none b none], [kind.new("a"), other.new, other.new("b"), kind.new].map(&:to_s)
end

spec "readers of what no object keeps in a slot" do
  text = Class.new(String) { attr_reader :note }.new("x")
  holder = Class.new { class << self; attr_reader :note; end }
  2.times { assert_equal [nil, nil], [text.note, holder.note] }
  [text, holder].each { |object| object.instance_variable_set(:@note, 1) }
  assert_equal [1, 1], [text.note, holder.note]
end

spec "a protected method is called through self at a site that runs often" do
  kind = Class.new do
    def outer(value, second = 2) = inner(value, second)
    def ask(other) = other.inner(3)

    protected def inner(value, second = 4) = [value, second]
  end
  object = kind.new
  2.times { assert_equal [[1, 2], [3, 4]], [object.outer(1), object.ask(kind.new)] }
  assert_raises(NoMethodError) { object.inner(1) }
end

class SpecSuperAbove
  def spec_super = :above
end

class SpecSuperBelow < SpecSuperAbove
  def spec_super(other) = other.instance_eval { super() }
end

spec "super in a block with another self wants an instance of the method's class" do
  assert_equal :above, SpecSuperBelow.new.spec_super(SpecSuperBelow.new)
  assert_raises(TypeError, "self has wrong type to call super in this context: Object (expected SpecSuperBelow)") { SpecSuperBelow.new.spec_super(Object.new) }
  assert_raises(TypeError) { SpecSuperBelow.new.spec_super(SpecSuperAbove.new) }
end
