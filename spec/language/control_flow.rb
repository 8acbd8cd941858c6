require_relative "../harness"

# Conditions, cases and loops, and the ways out of them.

spec "if runs one branch and gives its value" do
  assert_equal :yes, (if true then :yes else :no end)
  assert_equal :no, (if nil then :yes else :no end)
  assert_equal nil, (if false then :yes end)
  assert_equal nil, (if true then end)
end

spec "elsif chains" do
  pick = ->(n) {
    if n == 1
      :one
    elsif n == 2
      :two
    else
      :many
    end
  }
  assert_equal [:one, :two, :many], [pick.(1), pick.(2), pick.(3)]
end

spec "unless is the contrary, and may have an else" do
  assert_equal :a, (unless false then :a end)
  assert_equal :b, (unless true then :a else :b end)
end

spec "modifiers" do
  seen = []
  seen << 1 if true
  seen << 2 unless true
  seen << 3 if false
  assert_equal [1], seen
  assert_equal nil, (5 if false)
end

spec "the ternary operator nests to the right" do
  name = ->(n) { n == 0 ? :zero : n == 1 ? :one : :many }
  assert_equal [:zero, :one, :many], [name.(0), name.(1), name.(2)]
end

spec "&& and || give the deciding value and evaluate no more" do
  assert_equal 2, (1 && 2)
  assert_equal nil, (nil && raise)
  assert_equal 1, (1 || raise)
  assert_equal false, (nil || false)
end

spec "and, or and not bind loosely" do
  x = false || true
  (y = false) or true
  assert_equal true, x
  assert_equal false, y
  assert_equal false, (not true)
  z = nil
  (z = 1) and (z = 2)
  assert_equal 2, z
end

spec "! gives true or false" do
  assert_equal [false, true, true], [!1, !nil, !false]
  assert_equal true, !!1
end

spec "case compares with ===" do
  kind = ->(x) {
    case x
    when Integer then :integer
    when /\Aa/ then :a_word
    when 1.5..2.5 then :middle
    when nil then :nothing
    when ->(y) { y == [1] } then :one_list
    else :other
    end
  }
  assert_equal [:integer, :a_word, :middle, :nothing, :one_list, :other], [kind.(1), kind.("ab"), kind.(2.0), kind.(nil), kind.([1]), kind.(:z)]
end

spec "a when may have several values, and a splat" do
  list = [3, 4]
  kind = ->(x) {
    case x
    when 1, 2 then :low
    when *list, 5 then :high
    end
  }
  assert_equal [:low, :low, :high, :high, :high, nil], [1, 2, 3, 4, 5, 6].map { |x| kind.(x) }
end

spec "case without a subject takes the first true condition" do
  x = 5
  kind = case
  when x < 3 then :small
  when x < 10 then :medium
  else :large
  end
  assert_equal :medium, kind
end

spec "when stops testing at the first match" do
  seen = []
  probe = Class.new do
    define_method(:initialize) { |name, answer| @name = name; @answer = answer }
    define_method(:===) { |_| seen << @name; @answer }
  end
  case 1
  when probe.new(:a, false), probe.new(:b, true), probe.new(:c, true) then nil
  end
  assert_equal [:a, :b], seen
end

spec "a case on symbols, strings and integers" do
  pick = ->(x) {
    case x
    when :a then 1
    when "a" then 2
    when 7 then 3
    when 7.5 then 4
    when true then 5
    end
  }
  assert_equal [1, 2, 3, 3, 4, 5, nil], [:a, "a", 7, 7.0, 7.5, true, :q].map { |x| pick.(x) }
end

spec "while runs as long as its condition holds, and gives nil" do
  i = 0
  value = while i < 3
    i += 1
  end
  assert_equal 3, i
  assert_equal nil, value
end

spec "until runs as long as it does not" do
  i = 0
  i += 1 until i == 4
  assert_equal 4, i
end

spec "begin and end with a while modifier runs at least once" do
  i = 10
  begin
    i += 1
  end while i < 3
  assert_equal 11, i
  begin
    i += 1
  end until true
  assert_equal 12, i
end

spec "a plain while modifier may not run" do
  i = 10
  i += 1 while i < 3
  assert_equal 10, i
end

spec "break leaves a loop with a value" do
  value = while true
    break 5
  end
  assert_equal 5, value
  assert_equal nil, (while true do break end)
  assert_equal [1, 2], (while true do break 1, 2 end)
end

spec "next goes to the condition" do
  i = 0
  seen = []
  while i < 5
    i += 1
    next if i.odd?
    seen << i
  end
  assert_equal [2, 4], seen
end

spec "redo repeats the body without the condition" do
  i = 0
  tries = 0
  while i < 1
    i += 1
    tries += 1
    redo if tries < 3
  end
  assert_equal [3, 3], [i, tries]
end

spec "break in a condition" do
  value = while (break :condition; true)
    1
  end
  assert_equal :condition, value
end

spec "loops nest, break leaves the inner one" do
  seen = []
  i = 0
  while i < 3
    j = 0
    while true
      j += 1
      break if j > i
      seen << [i, j]
    end
    i += 1
  end
  assert_equal [[1, 1], [2, 1], [2, 2]], seen
end

spec "for walks with each and gives the collection" do
  seen = []
  value = for x in [1, 2] do seen << x end
  assert_equal [1, 2], seen
  assert_equal [1, 2], value
end

spec "for destructures, and takes any assignable targets" do
  seen = []
  for a, (b, c) in [[1, [2, 3]]]
    seen << a << b << c
  end
  for @speck in [9] do end
  list = []
  for list[0] in [8] do end
  assert_equal [1, 2, 3], seen
  assert_equal 9, @speck
  assert_equal [8], list
end

spec "break and next in for" do
  seen = []
  value = for x in 1..10
    next if x == 2
    break :out if x == 4
    seen << x
  end
  assert_equal [1, 3], seen
  assert_equal :out, value
end

spec "loop runs until break" do
  i = 0
  assert_equal 5, (loop do
    i += 1
    break i if i == 5
  end)
end

spec "loop ends on StopIteration with its result" do
  value = loop do
    raise StopIteration
  end
  assert_equal nil, value
  enumerator = [1, 2].each
  seen = []
  value = loop { seen << enumerator.next }
  assert_equal [1, 2], seen
  assert_equal [1, 2], value
end

spec "a flip-flop with two points is true from one condition to the other" do
  seen = (1..10).select { |i| true if (i == 3)..(i == 5) }
  assert_equal [3, 4, 5], seen
end

spec "a flip-flop with two points may end where it began" do
  seen = (1..10).select { |i| true if (i % 4 == 0)..(i % 2 == 0) }
  assert_equal [4, 8], seen
end

spec "a flip-flop with three points tests its end only later" do
  seen = (1..10).select { |i| true if (i % 4 == 0)...(i % 2 == 0) }
  assert_equal [4, 5, 6, 8, 9, 10], seen
end

spec "a flip-flop belongs to the call of its method" do
  def spec_flip(list)
    list.select { |i| true if (i == 2)..(i == 9) }
  end
  assert_equal [2, 3], spec_flip([1, 2, 3])
  assert_equal [], spec_flip([3, 4])
end

spec "while inside an argument list" do
  i = 0
  assert_equal [1, nil, 2], [1, (while i < 2 do i += 1 end), i]
end

spec "a condition may be an assignment" do
  source = [1, 2, nil, 3]
  seen = []
  while (x = source.shift)
    seen << x
  end
  assert_equal [1, 2], seen
end

spec "break out of a while inside a block ends only the while" do
  seen = [1, 2].map do |x|
    while true
      break
    end
    x
  end
  assert_equal [1, 2], seen
end

spec "next in a while inside a block is the while's" do
  result = [1].map do
    i = 0
    while i < 2
      i += 1
      next
    end
    i
  end
  assert_equal [2], result
end

spec "break in a block inside a while ends the block's method" do
  i = 0
  seen = []
  while i < 2
    i += 1
    seen << [7, 8].each { |x| break x }
  end
  assert_equal [7, 7], seen
end

spec "break, next and redo outside of a loop or block do not compile" do
  assert_raises(SyntaxError) { eval("def spec_bad; break; end") }
  assert_raises(SyntaxError) { eval("def spec_bad; next; end") }
  assert_raises(SyntaxError) { eval("def spec_bad; redo; end") }
  assert_raises(SyntaxError) { eval("def spec_bad; retry; end") }
end

spec "one-line then and semicolons" do
  value = if true then 1 else 2 end
  other = case 1 when 1 then :a else :b end
  assert_equal [1, :a], [value, other]
end

spec "a million turns" do
  i = 0
  while i < 1_000_000
    i += 1
  end
  assert_equal 1_000_000, i
end

spec "a Regexp alone as a condition matches $_" do
  $_ = "abc"
  verbose, $VERBOSE = $VERBOSE, nil
  value = eval('if /b/ then :matched else :not end')
  $VERBOSE = verbose
  assert_equal :matched, value
end

spec "a flip-flop between two matches" do
  seen = ["a", "start", "b", "stop", "c"].select { |line| true if (line =~ /start/)..(line =~ /stop/) }
  assert_equal ["start", "b", "stop"], seen
end

spec "break takes a splat" do
  list = [1, 2]
  assert_equal [[1, 2], [], [3], [0, 1, 2]], [(while true do break *list end), (while true do break *nil end), (while true do break *3 end), (while true do break 0, *list end)]
end

spec "return in the body of a singleton class leaves the method around it" do
  def spec_leave_from_singleton_body
    class << self
      return :inner
    end
    :outer
  end
  assert_equal :inner, spec_leave_from_singleton_body
end

spec "case asks === though it is private" do
  private_test = Class.new do
    private

    def ===(other) = true
  end.new
  assert_equal :taken, (case 1 when private_test then :taken end)
end

def spec_returned_through
  stored = []
  [1].each { |_one| stored << proc { return :through } }
  stored[0].call
  :not_returned
end

def spec_returned_through_called
  stored = []
  outer = proc { stored << proc { [1].each { return :deep } } }
  outer.call
  [1].map { stored[0].call }
  :not_returned
end

def spec_returned_from_lambda
  stored = []
  -> { stored << proc { return :of_the_lambda } }.call
  stored[0].call
end

spec "return leaves the method though the block around it has ended" do
  assert_equal [:through, :deep], [spec_returned_through, spec_returned_through_called]
  assert_raises(LocalJumpError, "unexpected return") { spec_returned_from_lambda }
end

spec "break in the body of a class within a block ends the block's call" do
  steps = []
  answer = eval(<<~RUBY)
    3.times do
      steps << 1
      class BrokenBody
        break :broken
      end
      steps << 2
    end
  RUBY
  assert_equal [:broken, [1]], [answer, steps]
end

spec "return in the binding of a method that has returned is unexpected" do
  def binding_that_stays = binding
  assert_raises(LocalJumpError, "unexpected return") { binding_that_stays.eval("return 5") }
  def eval_that_returns = eval("return 5; 6")
  assert_equal 5, eval_that_returns
end

spec "return in a block of a class's body is unexpected" do
  assert_raises(LocalJumpError, "unexpected return") { eval("class ReturningBody; proc { return }.call; end") }
  assert_raises(LocalJumpError, "unexpected return") { eval("class ReturningBody; [1].each { return }; end") }
  assert_raises(LocalJumpError, "unexpected return") { eval("class ReturningBody; eval('return'); end") }
  def returns_from_a_block = Class.new { return 3 }
  assert_equal 3, returns_from_a_block
end

spec "return in a block leaves every frame up to its method, past ensure, iterations and calls of the core library" do
  ran = []
  made = Class.new do
    def first(list) = list.each { |each| return each if each > 1 }
    def deep(list) = list.each { |a| [a].reverse_each { |b| { b => 1 }.each_pair { |c, _| 1.times { return [a, b, c] } } } }
    define_method(:guarded) do |list|
      list.each { |each| begin; return each; ensure; ran << each; end }
    end
    def initialize(list = []) = list.each { |each| return each }
    def []=(key, value)
      [1].each { return :ignored }
    end
    def ==(other) = [1].each { return false }
    def to_s = [1].each { return "text" }
    def handled = [1].each { begin; [2].each { return 2 }; rescue; 3; end }
    def shown = [1].each { binding.local_variables; return 7 }
  end
  object = made.new
  assert_equal [3, [1, 1, 1], 5, [5]], [object.first([1, 3, 4]), object.deep([1, 2]), object.guarded([5, 6]), ran]
  assert_equal [made, 4, true, "text", 2, 7], [made.new([1]).class, (object[1] = 4), object != 1, "#{object}", object.handled, object.shown]
  hash = { a: 1 }
  reader = Class.new { define_method(:any) { |from| from.each_key { |key| return key } } }.new
  assert_equal :a, reader.any(hash)
  hash[:b] = 2
  assert_equal 2, hash.size
  assert_equal [:fiber, 1], [Fiber.new { made.new.first([2]) ; :fiber }.resume, lambda { [1].each { |each| return each } }.call]
end

spec "what leaves the body of a class goes on in the loop or the block around it" do
  steps = []
  3.times do
    steps << 1
    class JumpedBody
      class Inner
        next
      end
    end
    steps << 2
  end
  assert_equal [1, 1, 1], steps
  broken = while true
    class JumpedBody
      begin
        break :broken
      ensure
        Ensured = true
      end
    end
  end
  assert_equal [:broken, true], [broken, JumpedBody::Ensured]
  turns = 0
  while turns < 3
    turns += 1
    class JumpedBody
      next 10
    end
    turns = 10
  end
  assert_equal 3, turns
  assert_equal [nil, 7], [false, true].map { |whole| $whole_body = whole; class JumpedBody; $whole_body ? 7 : next; end }
end

spec "a block in the body of a class returns from the lambda around it" do
  whole = lambda do
    class JumpedBody
      proc { return :out }.call
    end
    :not_reached
  end
  assert_equal :out, whole.call
end

spec "a number as the end of a flip-flop is that of a line of input" do
  reader, writer = IO.pipe
  writer.write((1..5).map { |number| "#{number}\n" }.join)
  writer.close
  wanted = eval("proc { |line| line if 2..4 }")
  assert_equal [nil, "2\n", "3\n", "4\n", nil], reader.map { |line| wanted.call(line) }
end
