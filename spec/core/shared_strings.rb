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

spec "a string that stands for all of its text has no singleton class" do
  assert_raises(TypeError, "can't define singleton") { "shared for the singleton".freeze.singleton_class }
  assert_raises(TypeError, "can't define singleton") { (-"shared for the method").define_singleton_method(:own) { 1 } }
  assert_raises(TypeError, "can't define singleton") { text = "shared for def".freeze; def text.own = 1 }
  assert_equal true, String.new("own").freeze.singleton_class.frozen?
end
