require_relative "../harness"

# Parameters without names: _1 to _9, and it.

spec "_1 is the first argument" do
  assert_equal [2, 4], [1, 2].map { _1 * 2 }
end

spec "_1 alone takes an array whole" do
  assert_equal [[1, 2]], [[1, 2]].map { _1 }
end

spec "_2 makes an array spread" do
  assert_equal [3], [[1, 2]].map { _1 + _2 }
  assert_equal [2], [[1, 2]].map { _2 }
end

spec "all nine" do
  all = proc { [_1, _2, _3, _4, _5, _6, _7, _8, _9] }
  assert_equal [1, 2, 3, 4, 5, 6, 7, 8, 9], all.call(1, 2, 3, 4, 5, 6, 7, 8, 9)
  assert_equal [1, nil, nil, nil, nil, nil, nil, nil, nil], all.call(1)
end

spec "the highest decides the arity" do
  assert_equal [1, 2, 3], [proc { _1 }, proc { _2 }, proc { [_1, _3] }].map { |x| x.arity }
  assert_equal [1, 2], [-> { _1 }, -> { _2 }].map { |x| x.arity }
end

spec "numbered parameters have names" do
  assert_equal [[:opt, :_1], [:opt, :_2]], proc { _2 }.parameters
  assert_equal [[:req, :_1]], -> { _1 }.parameters
end

spec "a lambda with numbered parameters is strict" do
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 2)") { -> { _1 + _2 }.call(1) }
end

spec "nested blocks may use _1 only in one of them" do
  assert_raises(SyntaxError) { eval("proc { _1; proc { _1 } }") }
  assert_raises(SyntaxError) { eval("proc { |x| _1 }") }
end

spec "_1 cannot be assigned" do
  assert_raises(SyntaxError) { eval("_1 = 5") }
end

spec "it is the only argument" do
  assert_equal [2, 4], [1, 2].map { it * 2 }
end

spec "it takes an array whole" do
  assert_equal [[1, 2]], [[1, 2]].map { it }
end

spec "it nests, each block has its own" do
  assert_equal [[10, 20], [10, 20]], [1, 2].map { it; [1, 2].map { it * 10 } }
end

spec "a local variable named it wins" do
  it = 5
  assert_equal [5, 5], [1, 2].map { it }
end

spec "it with arguments is a method call" do
  speaker = Class.new do
    def it(value)
      [:called, value]
    end

    def speak
      [1].map { it(3) }
    end
  end
  assert_equal [[:called, 3]], speaker.new.speak
end

spec "it outside a block is an ordinary name" do
  assert_raises(NameError, "undefined local variable or method 'it' for an instance of Integer") { 5.instance_eval("it") }
end

spec "a lambda with it takes one argument" do
  assert_equal 1, -> { it }.arity
  assert_equal 3, -> { it + 1 }.call(2)
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1)") { -> { it }.call }
end

spec "it is seen within control flow of the block" do
  assert_equal [:odd, :even], [1, 2].map { if it.odd? then :odd else :even end }
  assert_equal ["<1>"], [1].map { "<#{it}>" }
end

spec "it may be captured by a closure inside" do
  assert_equal [11], [1].map { x = it; -> { x + 10 }.call }
end
