# frozen_string_literal: true
# Frozen literals of the same text are one object, which `-text` gives too.

require_relative "../harness"

spec "literals of the same text are one object, wherever they stand" do
  one = "a shared literal"
  assert one.equal?("a shared literal")
  assert one.equal?(eval("# frozen_string_literal: true\n'a shared literal'"))
  assert one.equal?(-("a shared " + "literal"))
end

spec "so is a literal that is frozen by its call" do
  built = -("frozen by " + "its call")
  assert built.equal?("frozen by its call".freeze)
  assert built.equal?(-"frozen by its call")
end

spec "the encoding belongs to the text" do
  binary = -"text".b
  assert !binary.equal?("text")
  assert binary.equal?(-"text".b)
end

spec "what is shared dies when nobody holds it" do
  before = ObjectSpace.each_object(String).count { |text| text.start_with?("nobody holds ") }
  200.times { |number| -"nobody holds #{number}" }
  4.times { GC.start }
  after = ObjectSpace.each_object(String).count { |text| text.start_with?("nobody holds ") }
  assert after - before < 150, "#{after - before} of 200 are left"
end

spec "a Hash keeps the shared String of its key's text; a key that a default block sees is not frozen" do
  assert_equal true, { "shared key" => 1 }.keys[0].equal?("shared key".freeze)
  table = {}
  table[+"shared key"] = 1
  assert_equal true, table.keys[0].equal?("shared key".freeze)
  frozen = nil
  asked = Hash.new { |_, key| frozen = key.frozen? }
  eval("# frozen_string_literal: false\nasked[\"shared key\"]")
  assert_equal false, frozen
end

spec "a shared String has no singleton class of its own; another frozen String has one" do
  shared = "nobody's own".freeze
  message = "can't define singleton"
  assert_raises(TypeError, message) { shared.singleton_class }
  assert_raises(TypeError, message) { (-("nobody's " + "own")).singleton_class }
  assert_raises(TypeError, message) { def shared.first = 1 }
  assert_raises(TypeError, message) { shared.define_singleton_method(:first) {} }
  assert_raises(TypeError, message) { shared.extend(Comparable) }
  assert_raises(TypeError, message) { class << shared; end }
  assert_raises(TypeError, message) { shared.instance_eval("def first = 1") }
  assert_equal 12, shared.instance_eval { size }
  assert_equal 12, shared.instance_eval("size")
  own = "nobody's #{"own"}".freeze
  assert_equal true, own.singleton_class.singleton_class?
  assert_raises(FrozenError, "can't modify frozen object: nobody's own") { def own.first = 1 }
end
