require_relative "../harness"

# Proc's methods beyond calling; the language of blocks and lambdas is in language/procs.rb.

spec "arity with every kind of parameter" do
  made = [proc { }, proc { |a| }, proc { |a, b| }, proc { |a, b = 1| }, proc { |a, *b| }, proc { |*a, b| }, proc { |a:| }, proc { |a, b:| }, proc { |(a, b), c| }]
  assert_equal [0, 1, 2, 1, -2, -2, 1, 2, 2], made.map { |x| x.arity }
end

spec "parameters with and without lambda:" do
  made = proc { |a, (b, c), d = 1, *e, f:, g: 2, **h, &i| }
  assert_equal [[:opt, :a], [:opt, nil], [:opt, :d], [:rest, :e], [:keyreq, :f], [:key, :g], [:keyrest, :h], [:block, :i]], made.parameters
  assert_equal [:req, :a], made.parameters(lambda: true)[0]
  assert_equal [:opt, :a], ->(a) { }.parameters(lambda: false)[0]
end

spec "curry of a lambda checks its count, of a proc not" do
  assert_equal 6, ->(a, b, c) { a + b + c }.curry[1][2, 3]
  assert_equal [1, nil], proc { |a, b| [a, b] }.curry(1)[1]
  assert_equal true, ->(a, b) { }.curry.lambda?
end

spec "composition is a lambda when what is called first is one" do
  f = ->(x) { x + 1 }
  g = proc { |x| x * 2 }
  assert_equal [10, 9, true, true], [(f >> g).call(4), (f << g).call(4), (f >> g).lambda?, (g << f).lambda?]
  assert_equal [5, "5"], [(f >> method(:Integer)).call(4), (:to_s.to_proc << f).call(4)]
end

spec "composition with anything that has call" do
  callable = Object.new
  def callable.call(x) = x * 100
  assert_equal 500, (->(x) { x + 1 } >> callable).call(4)
end

spec "=== and yield call" do
  assert_equal [true, 3], [->(x) { x > 1 } === 2, proc { |x| x }.yield(3)]
end

spec "to_proc gives itself" do
  block = proc { }
  assert block.to_proc.equal?(block)
end

spec "dup and clone make equal procs, of the same class" do
  made = Class.new(Proc)
  block = made.new { 5 }
  assert_equal [made, made, 5], [block.class, block.dup.class, block.clone.call]
end

spec "ruby2_keywords, source_location, hash" do
  block = proc { 1 }
  assert_equal [[__FILE__, __LINE__ - 1], true], [block.source_location, block.hash == block.dup.hash]
end

spec "inspect of a lambda from a method" do
  assert 5.method(:+).to_proc.inspect.include?("(lambda)")
  assert :a.to_proc.inspect.include?("(&:a) (lambda)")
end

spec "a proc may be called with a block" do
  assert_equal 10, proc { |x, &block| block.call(x) }.call(5) { |y| y * 2 }
end

spec "a proc keeps its variables when its method is gone" do
  makers = (1..3).map { |i| ->(step) { i += step } }
  assert_equal [11, 12, 13, 21], [makers[0].(10), makers[1].(10), makers[2].(10), makers[0].(10)]
end

spec "memoizing recursion by a closure" do
  memo = {}
  fibonacci = ->(n) { n < 2 ? n : memo[n] ||= fibonacci.(n - 1) + fibonacci.(n - 2) }
  assert_equal 12586269025, fibonacci.(50)
end

spec "ruby2_keywords is for procs that pass on all they are given" do
  passing = proc { |*values| values.last }.ruby2_keywords
  assert_equal true, Hash.ruby2_keywords_hash?(passing.call(k: 1))
  told = []
  before = $stderr
  $stderr = Class.new { define_method(:write) { |*texts| told.concat(texts) } }.new
  begin
    proc { |*values, k: 1| }.ruby2_keywords
    proc { |value| }.ruby2_keywords
  ensure
    $stderr = before
  end
  assert_equal 2, told.join.scan("Skipping set of ruby2_keywords flag for proc").size
end

def spec_made_again(_number) = proc { :nothing_captured }

spec "procs of different calls are different, copies are equal" do
  one, other = spec_made_again(1), spec_made_again(2)
  assert_equal [false, false, 2, true], [one == other, one.eql?(other), [one, other].uniq.size, one == one]
  assert_equal [true, true, true], [one == one.dup, one.dup.eql?(one.clone.dup), one.hash == one.dup.hash]
  many = {}
  100.times { many[proc { 1 }] = true }
  assert_equal 100, many.size
  assert_equal true, :upcase.to_proc == :upcase.to_proc
end

spec "the last call of a curried Proc passes its block" do
  taken = lambda { |x, y, &block| block }
  assert_equal [1, nil, 3], [taken.curry[1].call(2) { 1 }.call, taken.curry[1][2], proc { |x, &block| block }.curry.call(2) { 3 }.call]
end

spec "a Proc that a core method made shows no names and has no Binding" do
  made = [lambda { |first, second| [first, second] }.curry, proc { |first, second| first }.curry[1], proc { |value| value } >> proc { |value| value }]
  assert_equal [[[:rest]]] * 3, made.map(&:parameters)
  assert_equal [true, false, false], made.map(&:lambda?)
  assert_equal [[:req]], { 1 => 2 }.to_proc.parameters
  made.each { |block| assert_raises(ArgumentError, "Can't create Binding from C level Proc") { block.binding } }
end

spec "what a method is composed with says whether both are a lambda" do
  plus = 5.method(:+)
  assert_equal [false, true, true], [plus << proc { |value| value }, plus << lambda { |value| value }, plus >> proc { |value| value }].map(&:lambda?)
end

spec "clones of Procs and Bindings have their own methods, and a Proc's hook is asked" do
  [proc { |value| value }, binding].each do |original|
    def original.spec_own = 1
    assert_equal [1, false], [original.clone.spec_own, original.dup.respond_to?(:spec_own)]
  end
  told = []
  kind = Class.new(Proc) { define_method(:initialize_clone) { |other| told << other } }
  original = kind.new {}
  original.clone
  assert_equal [original], told
end

spec "a block that was passed on makes no lambda" do
  def self.spec_passes(&block) = lambda(&block)
  assert_raises(ArgumentError, "the lambda method requires a literal block") { spec_passes {} }
  assert_equal [true, true], [lambda {}.lambda?, spec_passes(&-> {}).lambda?]
end

spec "a lambda stands where its body opens" do
  first = __LINE__
  longer = ->(one,
              two) do
  end
  shorter = ->(
    one
  ) {
  }
  assert_equal [first + 2, first + 6], [longer.source_location[1], shorter.source_location[1]]
end

spec "methods made of symbols take a receiver and the rest" do
  kind = Class.new { define_method(:kind, &:class) }
  assert_equal [[[:req], [:rest]], -2], [kind.instance_method(:kind).parameters, :class.to_proc.arity]
end
