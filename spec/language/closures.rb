require_relative "../harness"

# What a block keeps of the frame it was made in, also when that frame is long gone.

def spec_cell(value)
  [-> { value }, ->(new_value) { value = new_value }]
end

spec "a parameter lives on in the blocks that saw it" do
  get, set = spec_cell(1)
  set.call(5)
  assert_equal 5, get.call
end

spec "each call has its own variables" do
  one, set_one = spec_cell(1)
  two, = spec_cell(2)
  set_one.call(9)
  assert_equal [9, 2], [one.call, two.call]
end

spec "a variable changed after the block was made is seen changed" do
  x = 1
  get = -> { x }
  x = 2
  assert_equal 2, get.call
end

spec "a variable born after the block was made is not seen" do
  get = -> { defined?(spec_later_name) }
  spec_later_name = 1
  assert_equal nil, get.call
end

spec "optional, rest, keyword and block parameters are kept" do
  def spec_keep_all(a, b = a + 1, *c, d:, e: d + 1, **f, &g)
    -> { [a, b, c, d, e, f, g.call] }
  end
  assert_equal [1, 2, [], 4, 5, {}, :g], spec_keep_all(1, d: 4) { :g }.call
  assert_equal [1, 9, [8], 4, 7, { z: 0 }, :g], spec_keep_all(1, 9, 8, d: 4, e: 7, z: 0) { :g }.call
end

spec "a block in a default value sees the parameters before it" do
  def spec_default_block(a, b = -> { a * 2 })
    a = 10
    b.call
  end
  assert_equal 20, spec_default_block(1)
end

spec "blocks reach through any number of levels" do
  a = 1
  result = [2].map { |b| [3].map { |c| [4].map { |d| a += 1; [a, b, c, d] } } }
  assert_equal [[[[2, 2, 3, 4]]]], result
  assert_equal 2, a
end

spec "two blocks of one frame share, a third of another call does not" do
  def spec_shared
    count = 0
    { up: -> { count += 1 }, down: -> { count -= 1 }, get: -> { count } }
  end
  one = spec_shared
  two = spec_shared
  one[:up].call
  one[:up].call
  one[:down].call
  assert_equal [1, 0], [one[:get].call, two[:get].call]
end

spec "each turn of each has fresh block variables, each turn of while and for has not" do
  by_each = []
  [1, 2].each { |x| y = x; by_each << -> { y } }
  by_while = []
  i = 0
  while i < 2
    z = i
    by_while << -> { z }
    i += 1
  end
  by_for = []
  for w in [1, 2]
    by_for << -> { w }
  end
  assert_equal [[1, 2], [1, 1], [2, 2]], [by_each, by_while, by_for].map { |list| list.map { |block| block.call } }
end

spec "a recursive method gives each frame its own" do
  def spec_recurse(n, made = [])
    made << -> { n }
    n > 0 ? spec_recurse(n - 1, made) : made
  end
  assert_equal [3, 2, 1, 0], spec_recurse(3).map { |block| block.call }
end

spec "a lambda may call itself by its variable" do
  factorial = ->(n) { n < 2 ? 1 : n * factorial.(n - 1) }
  assert_equal 120, factorial.(5)
end

spec "destructured and block-local variables are kept too" do
  made = [[1, [2, 3]]].map { |a, (b, c); d| d = a + b + c; -> { [a, b, c, d] } }
  assert_equal [1, 2, 3, 6], made[0].call
end

spec "self and instance variables are kept" do
  made = Class.new do
    def initialize = @x = 1
    def maker = -> { @x += 1; self }
  end
  thing = made.new
  block = thing.maker
  assert block.call.equal?(thing)
  block.call
  assert_equal 3, thing.instance_variable_get(:@x)
end

spec "an exception variable is kept" do
  block = begin
    raise "kept"
  rescue => error
    -> { error.message }
  end
  assert_equal "kept", block.call
end

spec "a block made before an exception sees what happened in between" do
  x = 0
  get = -> { x }
  begin
    x = 1
    raise "x"
  rescue
    x += 10
  ensure
    x += 100
  end
  assert_equal 111, get.call
end

spec "variables bound by patterns and named groups are kept" do
  blocks = []
  case { a: [1, 2] }
  in { a: [first, second] }
    blocks << -> { [first, second] }
  end
  if /(?<word>\w+)/ =~ "hello there"
    blocks << -> { word }
  end
  assert_equal [[1, 2], "hello"], blocks.map { |block| block.call }
end

spec "a binding sees and changes the same variables as a block" do
  x = 1
  get = -> { x }
  binding.local_variable_set(:x, 2)
  assert_equal 2, get.call
  get.binding.local_variable_set(:x, 3)
  assert_equal 3, x
  eval("x = 4")
  assert_equal 4, get.call
end

spec "a binding of a method that has returned still works" do
  def spec_gone
    secret = 1
    [binding, -> { secret }]
  end
  scope, get = spec_gone
  scope.local_variable_set(:secret, 7)
  assert_equal 7, get.call
end

spec "a block yielded to keeps its frame while that frame goes on" do
  def spec_hold(&block)
    $spec_held = block
    nil
  end
  x = 1
  spec_hold { x += 1 }
  x += 10
  $spec_held.call
  assert_equal 12, x
end

spec "methods defined by blocks share the variables around them" do
  made = Class.new do
    count = 0
    define_method(:up) { count += 1 }
    define_method(:count) { count }
  end
  made.new.up
  made.new.up
  assert_equal 2, made.new.count
end

spec "a block run by instance_eval keeps its variables but not its self" do
  x = 1
  length = "abc".instance_eval { x += size }
  assert_equal [4, 4], [length, x]
end

spec "blocks live through a collection and a fiber" do
  get, set = spec_cell("start")
  fiber = Fiber.new { set.call("from fiber"); Fiber.yield; set.call("again") }
  fiber.resume
  GC.start
  assert_equal "from fiber", get.call
  fiber.resume
  assert_equal "again", get.call
end

spec "ten thousand closures at once" do
  made = (0...10_000).map { |i| -> { i += 1 } }
  made.each { |block| block.call }
  assert_equal [2, 10_001], [made.first.call, made.last.call]
end

spec "a block that refers to itself through its variable is collected like any other" do
  stress_sized(10_000).times { x = nil; x = -> { x }; x.call }
  assert_equal :fine, -> { :fine }.call
end

spec "a Symbol's block that is run with another self gives no block to the method" do
  receiver = Object.new
  def receiver.method_missing(name, *arguments, &block) = [name, arguments, block]
  def receiver.respond_to_missing?(*) = true
  assert_equal [:ask, [], nil], receiver.instance_eval(&:ask)
  assert_equal [:ask, [2], nil], receiver.instance_exec(receiver, 2, &:ask)
  assert_equal [:ask, [], nil], Object.class_exec(receiver, &:ask)
end

spec "for goes over self as over any other receiver" do
  list = Class.new(Array) do
    def own
      found = []
      for element in self
        for part in element do found << part end
      end
      found
    end
  end
  assert_equal [1, 2, 3], list[[1, 2], [3]].own
  hidden = Object.new
  def hidden.each = yield(1)
  def hidden.own = (for element in self do return element end)
  assert_equal 1, hidden.own
  hidden.singleton_class.send(:private, :each)
  assert_raises(NoMethodError) { hidden.own }
end
