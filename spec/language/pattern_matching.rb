require_relative "../harness"

spec "a value pattern matches with ===" do
  kind = ->(x) {
    case x
    in 0 then :zero
    in Integer then :integer
    in "a".."f" then :letter
    in /x/ then :x
    in nil then :nothing
    in ->(y) { y == 1.5 } then :one_and_a_half
    else :other
    end
  }
  assert_equal [:zero, :integer, :letter, :x, :nothing, :one_and_a_half, :other], [0, 5, "c", "zxz", nil, 1.5, :q].map { |x| kind.(x) }
end

spec "a name matches anything and binds" do
  case 5
  in x
  end
  assert_equal 5, x
end

spec "an underscore matches anything" do
  assert_equal :yes, (case [1, 2]; in [_, _] then :yes end)
end

spec "no match without else raises NoMatchingPatternError" do
  assert_raises(NoMatchingPatternError, "5") { case 5; in 6; in 7; end }
  assert_raises(NoMatchingPatternError, "[1, 2]") { case [1, 2]; in [a]; in [a, b, c]; end }
end

spec "a case of a single pattern tells why it did not match" do
  assert_raises(NoMatchingPatternError, "5: 6 === 5 does not return true") { case 5; in 6; end }
  assert_raises(NoMatchingPatternError, "[1, 2]: [1, 2] length mismatch (given 2, expected 1)") { case [1, 2]; in [a]; end }
end

spec "=> matches or raises" do
  { a: 1, b: [2, 3] } => { a:, b: [x, y] }
  assert_equal [1, 2, 3], [a, x, y]
  assert_raises(NoMatchingPatternError) { 5 => String }
end

spec "in tells whether it matches" do
  assert_equal true, (5 in Integer)
  assert_equal false, (5 in String)
  assert_equal :bound, ([1, :bound] in [Integer, what]) && what
end

spec "an array pattern matches the whole length" do
  assert_equal [true, false, false], [([1, 2] in [_, _]), ([1, 2, 3] in [_, _]), ([1] in [_, _])]
  assert_equal true, ([] in [])
  assert_equal false, (5 in [])
end

spec "an array pattern may have a splat" do
  case [1, 2, 3, 4]
  in [first, *middle, last]
  end
  assert_equal [1, [2, 3], 4], [first, middle, last]
  assert_equal true, ([1, 2, 3] in [1, *])
  assert_equal true, ([1] in [*, 1])
end

spec "brackets may be left out at the top" do
  case [1, [2, 3]]
  in a, [b, *c]
  end
  assert_equal [1, 2, [3]], [a, b, c]
  case [1, 2]
  in Integer, Integer
    matched = true
  end
  assert_equal true, matched
end

spec "a trailing comma takes what is left unnamed" do
  assert_equal 1, (case [1, 2, 3]; in a,; a end)
end

spec "a hash pattern matches a subset" do
  case { name: "x", age: 5, more: 1 }
  in { name: String => name, age: }
  end
  assert_equal ["x", 5], [name, age]
  assert_equal false, ({ a: 1 } in { b: })
end

spec "an empty hash pattern matches only an empty hash" do
  assert_equal [true, false], [({} in {}), ({ a: 1 } in {})]
end

spec "a hash pattern's rest takes what is left, and **nil nothing" do
  case { a: 1, b: 2, c: 3 }
  in { a:, **rest }
  end
  assert_equal [1, { b: 2, c: 3 }], [a, rest]
  assert_equal [false, true], [({ a: 1, b: 2 } in { a: 1, **nil }), ({ a: 1 } in { a: 1, **nil })]
end

spec "braces may be left out at the top" do
  case { a: 1, b: 2 }
  in a:, b: Integer => two
  end
  assert_equal [1, 2], [a, two]
end

spec "a key with value nil is present" do
  assert_equal true, ({ a: nil } in { a: nil })
  assert_equal false, ({} in { a: nil })
end

spec "quoted keys" do
  assert_equal 1, (case { "a b": 1 }; in { "a b": x } then x end)
end

spec "=> binds what matched" do
  case [1, [2, 3]]
  in [Integer => a, Array => b]
  end
  assert_equal [1, [2, 3]], [a, b]
end

spec "| offers alternatives" do
  kind = ->(x) { case x; in 1 | 2 | 3 then :low; in String | Symbol then :text; else :other end }
  assert_equal [:low, :text, :text, :other], [2, "a", :a, 9].map { |x| kind.(x) }
  assert_equal 3, (case [:b, 3]; in [:a | :b, n] then n end)
end

spec "alternatives may not bind, but for underscores" do
  assert_raises(SyntaxError) { eval("case 1; in a | 2; end") }
  assert_equal true, ([1, 2] in [_a, 2] | [_a])
end

spec "guards" do
  kind = ->(x) {
    case x
    in Integer => n if n > 10 then :large
    in Integer unless x == 5 then :not_five
    in Integer then :five
    end
  }
  assert_equal [:large, :not_five, :five], [11, 4, 5].map { |x| kind.(x) }
end

spec "a name bound by a failed pattern may keep its value" do
  case [1, 2]
  in [a, 3] then nil
  in [_, 2] then nil
  end
  assert_equal 1, a
end

spec "^ pins a variable" do
  expected = 5
  assert_equal [true, false], [(5 in ^expected), (6 in ^expected)]
  assert_equal [true, false], [([1, 1] in [a, ^a]), ([1, 2] in [b, ^b])]
end

spec "^ pins expressions and other variables" do
  @five = 5
  $spec_five = 5
  assert_equal [true, true, true, false], [(5 in ^@five), (5 in ^$spec_five), (5 in ^(2 + 3)), (5 in ^(2 + 4))]
end

spec "a find pattern looks for a run anywhere" do
  case [1, 2, "x", :y, 3]
  in [*before, String => text, Symbol => symbol, *after]
  end
  assert_equal [[1, 2], "x", :y, [3]], [before, text, symbol, after]
  assert_equal [false, true], [([1, 2] in [*, 3, *]), ([1, 3, 2] in [*, 3, *])]
end

spec "a find pattern takes the first run that matches" do
  case [1, 2, 3, 4, 5]
  in [*, Integer => a, Integer => b, *rest] if a + b > 0
  end
  assert_equal [1, 2, [3, 4, 5]], [a, b, rest]
end

class SpecPoint
  attr_reader :x, :y, :asked
  def initialize(x, y)
    @x = x
    @y = y
    @asked = []
  end

  def deconstruct
    @asked << :deconstruct
    [x, y]
  end

  def deconstruct_keys(keys)
    @asked << keys
    { x: x, y: y }
  end
end

spec "an object is asked to deconstruct" do
  case SpecPoint.new(1, 2)
  in [a, b]
  end
  assert_equal [1, 2], [a, b]
end

spec "an object is asked to deconstruct_keys, with the keys wanted" do
  point = SpecPoint.new(1, 2)
  case point
  in { x:, y: Integer }
  end
  assert_equal 1, x
  assert_equal [[:x, :y]], point.asked
end

spec "deconstruct_keys is given nil when a rest is wanted" do
  point = SpecPoint.new(1, 2)
  case point
  in { x:, **rest }
  end
  assert_equal [{ y: 2 }, [nil]], [rest, point.asked]
end

spec "deconstruct is asked once in a case" do
  point = SpecPoint.new(1, 2)
  case point
  in [3, _] then nil
  in [_, 3] then nil
  in [1, 2] then nil
  end
  assert_equal [:deconstruct], point.asked
end

spec "a constant before parentheses or brackets is tested first" do
  assert_equal [1, 2], (case SpecPoint.new(1, 2); in SpecPoint(x:, y:) then [x, y] end)
  assert_equal [1, 2], (case SpecPoint.new(1, 2); in SpecPoint[a, b] then [a, b] end)
  assert_equal [1, 2], (case SpecPoint.new(1, 2); in SpecPoint(a, b) then [a, b] end)
  assert_equal false, (5 in SpecPoint(x:))
  assert_equal false, (SpecPoint.new(1, 2) in SpecPoint())
end

spec "a wrong answer of deconstruct is refused" do
  bad = Object.new
  def bad.deconstruct
    5
  end

  def bad.deconstruct_keys(keys)
    5
  end
  assert_raises(TypeError, "deconstruct must return Array") { bad in [a] }
  assert_raises(TypeError, "deconstruct_keys must return Hash") { bad in { a: } }
end

spec "Struct and Data take part" do
  pair = Struct.new(:left, :right)
  assert_equal [1, 2], (case pair.new(1, 2); in [a, b] then [a, b] end)
  assert_equal 2, (case pair.new(1, 2); in { right: } then right end)
  spot = Data.define(:lat, :lng)
  assert_equal 3, (case spot.new(lat: 3, lng: 4); in { lat:, lng: 4 } then lat end)
end

spec "patterns nest" do
  data = { user: { name: "x", roles: [{ id: 1 }, { id: 2, admin: true }] } }
  case data
  in { user: { name: String => name, roles: [*, { id:, admin: true }, *] } }
  end
  assert_equal ["x", 2], [name, id]
end

spec "a missing key raises NoMatchingPatternKeyError with the key" do
  error = assert_raises(NoMatchingPatternKeyError, "{a: 1}: key not found: :b") { { a: 1 } => { b: } }
  assert_equal :b, error.key
  assert_equal({ a: 1 }, error.matchee)
end

spec "=> tells what did not match" do
  assert_raises(NoMatchingPatternError, "1: String === 1 does not return true") { 1 => String }
  assert_raises(NoMatchingPatternError, "[1]: [1] length mismatch (given 1, expected 2)") { [1] => [a, b] }
  assert_raises(NoMatchingPatternError, "[1]: [1] length mismatch (given 1, expected 2+)") { [1] => [a, b, *c] }
  assert_raises(NoMatchingPatternError, "1: 1 does not respond to #deconstruct") { 1 => [a] }
  assert_raises(NoMatchingPatternError, "1: 1 does not respond to #deconstruct_keys") { 1 => { a: } }
  assert_raises(NoMatchingPatternError, "{a: 1, b: 2}: rest of {b: 2} is not empty") { { a: 1, b: 2 } => { a:, **nil } }
  assert_raises(NoMatchingPatternError, "{a: 1}: {a: 1} is not empty") { { a: 1 } => {} }
  assert_raises(NoMatchingPatternError, "[1, 2]: [1, 2] does not match to find pattern") { [1, 2] => [*, 3, *] }
  assert_raises(NoMatchingPatternError, "5: guard clause does not return true") { case 5; in Integer if false; end }
end

spec "the value of a case is that of its branch, nil for an empty one" do
  assert_equal nil, (case 1; in 1; end)
  assert_equal 2, (case 1; in 1; 2; end)
end

spec "ranges without an end in patterns" do
  kind = ->(n) { case n; in ..0 then :low; in 1.. then :high end }
  assert_equal [:low, :high], [kind.(-5), kind.(5)]
end

spec "a pattern may span lines and bind deep in a loop" do
  seen = [[:add, 1, 2], [:neg, 3], :halt].map do |instruction|
    case instruction
    in [:add, left, right]
      left + right
    in [:neg, value]
      -value
    in :halt
      :halted
    end
  end
  assert_equal [3, -3, :halted], seen
end

spec "words and symbol lists as patterns" do
  assert_equal true, (["a", "b"] in %w[a b])
  assert_equal true, ([:a] in %i[a])
end

spec "a name may not be bound twice" do
  assert_raises(SyntaxError) { eval("case [1, 1]; in [a, a]; end") }
  assert_raises(SyntaxError) { eval("case({a: 1}); in {a: 1, a: 2}; end") }
end

class SpecOwnElements < Array
  def [](index) = index
end

spec "elements are asked of what deconstruct answers by its own []" do
  object = Object.new
  def object.deconstruct = SpecOwnElements.new(2)
  assert_equal true, (case object; in [1, 2] then false; in [0, 1] then true; end)
  single = [5, 6]
  def single.[](index) = index * 10
  assert_equal [0, 10], (case single; in [a, b] then [a, b]; end)
  assert_equal [5, 6], (case SpecOwnElements.new([5, 6]).to_a.dup; in [a, b] then [a, b]; end)
end

spec "whether a value responds is asked as by any call" do
  asked = []
  object = Object.new
  object.define_singleton_method(:respond_to?) { |*names| asked << names; false }
  assert_equal [false, false], [(object in [1]), (object in { a: 1 })]
  assert_equal [[:deconstruct], [:deconstruct_keys]], asked
  def object.deconstruct = 5
  def object.deconstruct_keys(_) = 5
  object.define_singleton_method(:respond_to?) { |*| true }
  assert_raises(TypeError, "deconstruct must return Array") { object in [1] }
  assert_raises(TypeError, "deconstruct_keys must return Hash") { object in { a: 1 } }
end

spec "each variable taken in an alternative is told of, after all that the parser finds" do
  texts = ["x = 1\ncase 1\nin {a:} | 3\n4\nin _b|b then 4\nend", "case 1; in a | 2; end; )"]
  messages = texts.map { |text| begin; eval(text, nil, "place.rb"); rescue SyntaxError => error; error.message; end }
  assert_equal "place.rb:3: illegal variable in alternative pattern (a)\nplace.rb:5: illegal variable in alternative pattern (b)", messages[0]
  assert_equal [true, false], [messages[1].include?("unexpected ')'"), messages[1].include?("alternative")]
end
