require_relative "../harness"

# How expressions group, what is a call and what is not, and the order in which parts are evaluated.

def spec_take(*list, **keys, &block)
  [list, keys, block ? block.call : nil]
end

def spec_one(value = :none)
  value
end

spec "unary minus, power, multiplication, addition, shift" do
  assert_equal [-4, 14, 48, 7, 1], [-2 ** 2, 2 + 3 * 4, 1 + 2 << 4, 1 + 3 * 2, 2 ** -0 ** 2]
end

spec "shift binds tighter than &, & than |, | than comparison" do
  assert_equal [true, 7, 5], [1 | 2 == 3, 1 | 2 & 2 | 4, 4 | 3 & 1]
  assert_equal true, 6 & 3 == 2
end

spec "comparison binds tighter than equality, equality than &&, && than ||" do
  assert_equal [true, true, :b], [1 < 2 == true, (1 == 1 && 2 == 2), false && :a || :b]
end

spec "|| binds tighter than .., .. than ?:, ?: than =" do
  range = nil || 1..2
  x = true ? 1 : 2
  y = false ? 1 : z = 3
  assert_equal [1..2, 1, 3, 3], [range, x, y, z]
end

spec "not binds looser than =, and and or looser still, and equal to each other" do
  a = not(true)
  b = nil || 5 and c = 6
  d = (true or false and nil)
  assert_equal [false, 5, 6, nil], [a, b, c, d]
end

spec "! and defined? and a modifier" do
  x = !true || true
  y = (1 if !nil)
  assert_equal [true, 1], [x, y]
end

spec "a modifier takes the whole statement" do
  x = y = nil
  x = 1; y = 2 if false
  assert_equal [1, nil], [x, y]
  z = 5 if true unless false
  assert_equal 5, z
end

spec "rescue as a modifier binds tighter than if, looser than =" do
  x = raise rescue 1 if true
  assert_equal 1, x
end

spec "a space decides between a call with an array and an index" do
  list = [1, 2, 3]
  assert_equal 2, list [1]
  assert_equal [1], spec_one([1])
  value = spec_one [1]
  assert_equal [1], value
end

spec "a space decides between an argument and an operator" do
  value = spec_one -1
  difference = spec_one(5) - 1
  assert_equal [-1, 4], [value, difference]
  five = 5
  assert_equal [4, 4, 4], [five - 1, five -1, five-1]
  splatted = spec_take *[1, 2]
  assert_equal [1, 2], splatted[0]
end

spec "a brace after a call is a block, an argument in parentheses is a hash" do
  assert_equal [[], {}, 5], spec_take { 5 }
  assert_equal [[{ a: 1 }], {}, nil], spec_take({ a: 1 })
  assert_equal [[], { a: 1 }, nil], spec_take(a: 1)
end

spec "calls without parentheses nest to the right" do
  value = spec_one spec_one spec_one 5
  assert_equal 5, value
end

spec "a call without parentheses takes keywords and a block" do
  value = spec_take 1, *[2], k: 3 do
    4
  end
  assert_equal [[1, 2], { k: 3 }, 4], value
end

spec "a chain after do and end" do
  value = [1, 2, 3].map do |x|
    x * 2
  end.select { |x| x > 2 }
  assert_equal [4, 6], value
end

spec "a chain after if, case, begin and a literal" do
  assert_equal ["1", "b", "2", 3], [(if true then 1 end).to_s, (case 1 when 1 then :b end).to_s, begin 2 end.to_s, { a: 1, b: 2, c: 3 }.size]
end

spec "keywords as method names after a point" do
  thing = Class.new do
    def class_name = :c
    def if = :if
    def end = :end
    def self.nil = :nil
    def then(x) = x
  end
  assert_equal [:if, :end, :nil, 5], [thing.new.if, thing.new.end, thing.nil, thing.new.then(5)]
end

spec "a ternary with symbols and strings" do
  x = true
  assert_equal [:a, "b", :c], [x ? :a : :b, x ? "b" : "c", !x ? :b : :c]
  assert_equal 1, x ?1:2
end

spec "% is modulo after a value, and a literal at the start of one" do
  x = 7
  assert_equal [1, 1, "y", ["a"]], [x % 3, x%3, spec_one(%(y)), spec_one(%w(a))]
end

spec "/ is division after a value, a pattern at the start of one" do
  x = 8
  assert_equal [4, 2, 1], [x / 2, x/2/2, "ab" =~ /b/]
end

spec "a line may go on after an operator, a comma, a point or an open bracket" do
  value = [
    1,
    2
  ].map { |x|
    x +
      1
  }
    .sum
  assert_equal 5, value
  assert_equal [1, 2], spec_take(1,
                                 2)[0]
end

spec "semicolons separate, empty statements are nothing" do
  x = 1;; y = 2;
  ;
  assert_equal [1, 2], [x, y]
end

spec "the arguments of a call are evaluated in the order written" do
  log = []
  note = ->(x) { log << x; x }
  spec_take(note.(1), *[note.(2)], k: note.(3), **{ z: note.(4) }, &(note.(5); nil))
  assert_equal [1, 2, 3, 4, 5], log
end

spec "a receiver is evaluated before the arguments, even when they replace it" do
  x = "a"
  assert_equal "ab", x + (x = "b")
  i = 1
  assert_equal [1, 2, 2], [i, i += 1, i]
end

spec "an argument that changes a local does not change one already taken" do
  x = 1
  assert_equal [1, 2], spec_take(x, x = 2)[0]
end

spec "the parts of an index assignment are evaluated left to right" do
  log = []
  list = [0, 0]
  receiver = -> { log << :receiver; list }
  receiver.()[(log << :index; 0)] = (log << :value; 9)
  assert_equal [[:receiver, :index, :value], [9, 0]], [log, list]
end

spec "the parts of a string are evaluated left to right" do
  log = []
  text = "#{log << 1; "a"}-#{log << 2; "b"}"
  assert_equal [[1, 2], "a-b"], [log, text]
end

spec "statements are expressions" do
  values = [
    (def spec_value_of_def; end),
    (class SpecValueOfClass; 5; end),
    (module SpecValueOfModule; end),
    (x = 1),
    (while false do end),
    (undef spec_value_of_def),
    (alias spec_alias_of_one spec_one),
    (-> { 2 }).call,
    (x += 1)
  ]
  assert_equal [:spec_value_of_def, 5, nil, 1, nil, nil, nil, 2, 2], values
end

spec "return, break and next may stand where a value would" do
  def spec_or_return(x)
    y = x || (return :returned)
    y + 1
  end
  assert_equal [:returned, 2], [spec_or_return(nil), spec_or_return(1)]
  seen = [1, nil, 3].map { |x| x or next :skipped }
  assert_equal [1, :skipped, 3], seen
end

spec "raise on the right of or" do
  value = nil
  assert_raises(RuntimeError, "no value") { value or raise "no value" }
end

spec "a deeply nested expression" do
  depth = 200
  assert_equal 1, eval("(" * depth + "1" + ")" * depth)
  assert_equal depth + 1, eval("1" + "+1" * depth)
  assert_equal 0, eval("[" * depth + "0" + "]" * depth + ".flatten[0]")
end

spec "a method body of a thousand statements" do
  body = (1..1000).map { |i| "x += #{i}" }.join("\n")
  assert_equal 500500, eval("x = 0\n#{body}\nx")
end

spec "a jump over a very long body" do
  body = (1..3000).map { |i| "x = [x, #{i}].max" }.join("\n")
  assert_equal [:skipped, 3000], [eval("x = 0\nif false\n#{body}\nelse\n:skipped\nend"), eval("x = 0\nif true\n#{body}\nend\nx")]
end

spec "a literal of many different values" do
  assert_equal 70_000, eval("[" + (0...70_000).map { |i| "#{i}.5" }.join(",") + "]").size
end

spec "very many constants, names and strings in one body" do
  code = (0...2000).map { |i| "table[:name#{i}] = \"text#{i}\"" }.join("\n")
  table = {}
  eval(code)
  assert_equal ["text0", "text1999", 2000], [table[:name0], table[:name1999], table.size]
end
