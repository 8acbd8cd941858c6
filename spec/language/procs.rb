require_relative "../harness"

# Procs and lambdas as objects: calling, strictness, return, arity, parameters, currying, composition.

spec "a proc is called with call, .(), [] and yield" do
  double = proc { |x| x * 2 }
  assert_equal [4, 4, 4, 4], [double.call(2), double.(2), double[2], double.yield(2)]
end

spec "proc and Proc.new make procs, lambda and -> make lambdas" do
  assert_equal [false, false, true, true], [proc { }.lambda?, Proc.new { }.lambda?, lambda { }.lambda?, -> { }.lambda?]
  assert_equal Proc, -> { }.class
end

spec "a proc is lenient about the number of arguments" do
  pair = proc { |a, b| [a, b] }
  assert_equal [1, nil], pair.call(1)
  assert_equal [1, 2], pair.call(1, 2, 3)
  assert_equal [1, 2], pair.call([1, 2])
end

spec "a lambda is strict" do
  pair = ->(a, b) { [a, b] }
  assert_equal [1, 2], pair.call(1, 2)
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 2)") { pair.call(1) }
  assert_raises(ArgumentError, "wrong number of arguments (given 3, expected 2)") { pair.call(1, 2, 3) }
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 2)") { pair.call([1, 2]) }
end

spec "a lambda of several parameters is not spread to by yield" do
  def spec_yield_pair
    yield [1, 2]
  end
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 2)") { spec_yield_pair(&->(a, b) { }) }
  assert_equal [1, 2], spec_yield_pair(&->(a) { a })
end

spec "a lambda's parameters may have every kind" do
  all = ->(a, b = 2, *c, d, e:, f: 6, **g, &h) { [a, b, c, d, e, f, g] }
  assert_equal [1, 2, [], 4, 5, 6, {}], all.call(1, 4, e: 5)
  assert_equal [1, 2, [3], 4, 5, 6, { z: 0 }], all.call(1, 2, 3, 4, e: 5, z: 0)
end

spec "a lambda literal takes do, parentheses or none, and local names" do
  x = 10
  adder = ->(a, b) do
    a + b
  end
  bare = -> a, b = 1 { a + b }
  shadow = ->(a; x) { x = a }
  assert_equal [3, 3], [adder.(1, 2), bare.(2)]
  shadow.(5)
  assert_equal 10, x
end

spec "return in a lambda returns from the lambda" do
  def spec_lambda_return
    value = -> { return 1 }.call
    value + 1
  end
  assert_equal 2, spec_lambda_return
end

spec "return in a proc returns from the method around it" do
  def spec_proc_return
    proc { return 1 }.call
    2
  end
  assert_equal 1, spec_proc_return
end

spec "return in a proc whose method has ended raises LocalJumpError" do
  def spec_orphan
    proc { return 1 }
  end
  error = assert_raises(LocalJumpError, "unexpected return") { spec_orphan.call }
  assert_equal :return, error.reason
  assert_equal 1, error.exit_value
end

spec "break in a proc whose method has ended raises LocalJumpError" do
  def spec_orphan_break
    proc { break 1 }
  end
  error = assert_raises(LocalJumpError, "break from proc-closure") { spec_orphan_break.call }
  assert_equal :break, error.reason
  assert_equal 1, error.exit_value
end

spec "break in a lambda returns from it" do
  assert_equal 5, -> { break 5; 6 }.call
end

spec "next in either gives the value" do
  assert_equal [1, 1], [proc { next 1; 2 }.call, -> { next 1; 2 }.call]
end

spec "return in a block inside a lambda returns from the lambda" do
  found = ->(list) { list.each { |x| return x if x > 1 }; :none }
  assert_equal 2, found.call([1, 2, 3])
end

spec "a proc made from a block argument keeps its kind" do
  def spec_kind(&block)
    block.lambda?
  end
  assert_equal false, spec_kind { }
  assert_equal true, spec_kind(&-> { })
end

spec "lambda(&proc) refuses to change the kind" do
  assert_raises(ArgumentError, "the lambda method requires a literal block") { lambda(&proc { }) }
end

spec "proc without a block raises" do
  assert_raises(ArgumentError, "tried to create Proc object without a block") { proc }
  assert_raises(ArgumentError, "tried to create Proc object without a block") { Proc.new }
end

spec "arity of procs" do
  made = [proc { }, proc { || }, proc { |a| }, proc { |a, b| }, proc { |*a| }, proc { |a, *b| }, proc { |a = 1| }, proc { |a, b = 1| }]
  assert_equal [0, 0, 1, 2, -1, -2, 0, 1], made.map { |x| x.arity }
end

spec "arity of lambdas" do
  assert_equal [0, 1, -1, -2, -2, 1, -2, -1], [-> { }, ->(a) { }, ->(*a) { }, ->(a, *b) { }, ->(a, b = 1) { }, ->(k:) { }, ->(a, k: 1) { }, ->(k: 1) { }].map { |x| x.arity }
end

spec "parameters of a lambda" do
  assert_equal [[:req, :a], [:opt, :b], [:rest, :c], [:req, :d], [:keyreq, :e], [:key, :f], [:keyrest, :g], [:block, :h]],
    ->(a, b = 2, *c, d, e:, f: 6, **g, &h) { }.parameters
  assert_equal [[:req], [:rest, :*], [:keyrest, :**], [:block, :&]], eval("def spec_anonymous((a, b), *, **, &); end; method(:spec_anonymous)").parameters
  assert_equal [[:nokey]], ->(**nil) { }.parameters
end

spec "parameters of a proc are all optional unless asked as a lambda" do
  assert_equal [[:opt, :a], [:opt, :b]], proc { |a, b| }.parameters
  assert_equal [[:req, :a], [:req, :b]], proc { |a, b| }.parameters(lambda: true)
end

spec "=== calls, so that a proc can be a case" do
  even = ->(n) { n % 2 == 0 }
  kind = case 4
  when even then :even
  else :odd
  end
  assert_equal :even, kind
end

spec "curry collects arguments one by one" do
  add = ->(a, b, c) { a + b + c }
  assert_equal 6, add.curry[1][2][3]
  assert_equal 6, add.curry.(1, 2).(3)
  assert_equal 6, add.curry[1, 2, 3]
  assert_raises(ArgumentError, "wrong number of arguments (given 2, expected 3)") { add.curry(2) }
  assert_equal 3, ->(*n) { n.sum }.curry(2)[1][2]
end

spec ">> and << compose" do
  plus = ->(x) { x + 1 }
  twice = ->(x) { x * 2 }
  assert_equal 8, (plus >> twice).call(3)
  assert_equal 7, (plus << twice).call(3)
  assert_equal "4", (plus >> :to_s.to_proc).call(3)
  assert_raises(TypeError, "callable object is expected") { plus >> 5 }
end

spec "inspect tells where and what" do
  text = -> { }.inspect
  assert text.start_with?("#<Proc:0x")
  assert text.end_with?("procs.rb:#{__LINE__ - 2} (lambda)>")
  assert proc { }.inspect.end_with?("procs.rb:#{__LINE__}>")
end

spec "source_location gives file and line" do
  assert_equal [__FILE__, __LINE__], proc { }.source_location
end

spec "procs of the same block are equal" do
  block = proc { 1 }
  assert_equal true, block == block.dup
  assert_equal false, block == proc { 1 }
end

spec "a proc keeps the self it was made with" do
  maker = Class.new do
    def make
      proc { self }
    end
  end.new
  assert maker.make.call.equal?(maker)
end

spec "instance_exec lends another self to a proc" do
  assert_equal 5, "abcde".instance_exec(&proc { size })
  assert_equal 6, "abcde".instance_exec(1) { |n| size + n }
end

spec "define_method turns a proc into a lambda-like method" do
  made = Class.new { define_method(:pair, &proc { |a, b| [a, b] }) }.new
  assert_equal [1, 2], made.pair(1, 2)
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 2)") { made.pair(1) }
end

spec "a method object becomes a lambda" do
  made = "abc".method(:index).to_proc
  assert made.lambda?
  assert_equal 1, made.call("b")
end

spec "ruby2_keywords marks a proc to flag the hash it collects" do
  carrier = proc { |*list| list }
  carrier.ruby2_keywords
  flagged = carrier.call(1, a: 2)
  assert_equal true, Hash.ruby2_keywords_hash?(flagged.last)
end

spec "closures share one variable" do
  x = 0
  raise_it = -> { x += 1 }
  read_it = -> { x }
  raise_it.call
  x += 10
  assert_equal 11, read_it.call
end

spec "each turn of a loop method has its own variable to capture" do
  made = (1..3).map { |i| -> { i } }
  assert_equal [1, 2, 3], made.map { |x| x.call }
end

spec "a while loop shares one variable" do
  made = []
  i = 0
  while i < 3
    j = i
    made << -> { j }
    i += 1
  end
  assert_equal [2, 2, 2], made.map { |x| x.call }
end
