require_relative "../harness"

# Sets of characters, as `tr`, `delete`, `squeeze` and `count` take them: texts of ASCII alone go a way of their own, with the same answers.

TEXTS = ["", "a", "hello  world--", "aabbcc^^\\\\", "zz" * 200, "a\u00e9e", "\xff".b + "ab"].freeze
SETS = {
  "a-y" => ->(char) { ("a".."y").cover?(char) },
  "^a-y" => ->(char) { !("a".."y").cover?(char) },
  "^" => ->(char) { char == "^" },
  "a^" => ->(char) { "a^".include?(char) },
  "-l" => ->(char) { "-l".include?(char) },
  "l-" => ->(char) { "-l".include?(char) },
  "\\^\\-b" => ->(char) { "^-b".include?(char) },
  "\\" => ->(char) { char == "\\" },
  "^\\-" => ->(char) { char != "-" },
  "b-b " => ->(char) { "b ".include?(char) },
}.freeze

spec "count, delete and squeeze agree about the members of a set" do
  TEXTS.each do |text|
    SETS.each do |set, member|
      chars = text.chars
      assert_equal chars.count(&member), text.count(set)
      assert_equal chars.reject(&member).join, text.delete(set)
      kept = chars.each_with_index.reject { |char, index| index > 0 && chars[index - 1] == char && member.(char) }
      assert_equal kept.map(&:first).join, text.squeeze(set)
    end
  end
end

spec "a character counts where all sets contain it" do
  assert_equal [2, 1, "heo"], ["hello".count("l", "k-m"), "hello".count("a-z", "^l", "h"), "hello".delete("l", "^h")]
  assert_equal ["helo", "hello", ""], ["hello".squeeze, "hello".squeeze("m-z"), "hello".delete("a-z", "^0")]
end

spec "tr maps by place, repeats the last of the targets and knows ranges on both sides" do
  assert_equal ["hippo", "*e**o", "h*ll*", "ifmmp"], ["hello".tr("el", "ip"), "hello".tr("^aeiou", "*"), "hello".tr("aeiou", "*"), "hello".tr("a-y", "b-z")]
  assert_equal ["heo", "hello", "ho", "hexxo"], ["hello".tr("l", ""), "hello".tr("", "x"), "hello".tr("el", ""), "hello".tr("ll", "yx")]
  assert_equal ["a-b", "ab", "A^B"], ["a b".tr(" ", "-"), "a\\b".tr("\\\\", ""), "a^b".tr("a-b", "A-B")]
  assert_equal ["h\u00e9llo", "hello"], ["hello".tr("e", "\u00e9"), "h\u00e9llo".tr("\u00e9", "e")]
  assert_equal "x" * 300, ("ab" * 150).tr("ab", "x")
end

spec "what they give is a String of its own, in the encoding of the text, and not frozen" do
  text = Class.new(String).new("aab").encode("US-ASCII").freeze
  [text.tr("z", "y"), text.delete("z"), text.squeeze("z"), text.tr("a", "b"), text.delete("a"), text.squeeze].each do |made|
    assert_equal [String, false, Encoding::US_ASCII], [made.class, made.frozen?, made.encoding]
  end
  assert_equal "aab", text
end

spec "a range that ends before it begins is refused, and shown where it is of ASCII" do
  %i[delete squeeze count].each do |name|
    assert_raises(ArgumentError, 'invalid range "z-a" in string transliteration') { "text".public_send(name, "z-a") }
  end
  assert_raises(ArgumentError, "invalid range in string transliteration") { "text".count("\u00e9-a") }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1+)") { "text".delete }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { "text".delete(1) }
end
