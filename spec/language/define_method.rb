require_relative "../harness"

spec "define_method makes a method of a block" do
  made = Class.new { define_method(:double) { |x| x * 2 } }
  assert_equal 6, made.new.double(3)
end

spec "it gives the name" do
  value = nil
  Class.new { value = define_method(:named) { } }
  assert_equal :named, value
end

spec "the block closes over the variables around it" do
  count = 0
  made = Class.new { define_method(:bump) { count += 1 } }
  made.new.bump
  made.new.bump
  assert_equal 2, count
end

spec "self in the block is the receiver" do
  made = Class.new { define_method(:me) { self } }
  thing = made.new
  assert thing.me.equal?(thing)
end

spec "instance variables are the receiver's" do
  made = Class.new do
    define_method(:initialize) { |x| @x = x }
    define_method(:x) { @x }
  end
  assert_equal 5, made.new(5).x
end

spec "arguments are checked as strictly as a method's" do
  made = Class.new { define_method(:pair) { |a, b = 2, *c, k: 3| [a, b, c, k] } }
  assert_equal [1, 2, [], 3], made.new.pair(1)
  assert_equal [1, 5, [6], 7], made.new.pair(1, 5, 6, k: 7)
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1+)") { made.new.pair }
  assert_raises(ArgumentError, "unknown keyword: :z") { made.new.pair(1, z: 1) }
end

spec "an array argument is not spread" do
  made = Class.new { define_method(:pair) { |a, b| [a, b] } }
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 2)") { made.new.pair([1, 2]) }
end

spec "the method may take a block" do
  made = Class.new { define_method(:apply) { |x, &block| block.call(x) } }
  assert_equal 10, made.new.apply(5) { |x| x * 2 }
end

spec "return returns from the method" do
  made = Class.new do
    define_method(:find) do |list|
      list.each { |x| return x if x > 1 }
      :none
    end
  end
  assert_equal 2, made.new.find([1, 2, 3])
  assert_equal :none, made.new.find([])
end

spec "it takes a lambda, a proc, a method or an unbound method" do
  base = Class.new { def original = [:original, self.class] }
  made = Class.new(base) do
    define_method(:by_lambda, ->(x) { [self.class, x] })
    define_method(:by_proc, proc { |x| x })
    define_method(:by_unbound, base.instance_method(:original))
    define_method(:by_method, base.new.method(:original))
  end
  assert_equal [[made, 1], 2, [:original, made], [:original, made]], [made.new.by_lambda(1), made.new.by_proc(2), made.new.by_unbound, made.new.by_method]
end

spec "a method of an unrelated class is refused" do
  other = Class.new { def original = 1 }
  SpecOther = other
  assert_raises(TypeError, "bind argument must be a subclass of SpecOther") { Class.new { define_method(:x, other.instance_method(:original)) } }
end

spec "it wants a block or a callable" do
  assert_raises(ArgumentError, "tried to create Proc object without a block") { Class.new { define_method(:x) } }
  assert_raises(TypeError, "wrong argument type Integer (expected Proc/Method/UnboundMethod)") { Class.new { define_method(:x, 5) } }
end

spec "names may hold anything" do
  made = Class.new { define_method("odd name!") { :odd } }
  assert_equal :odd, made.new.send("odd name!")
  assert_equal :odd, made.new.public_send(:"odd name!")
end

spec "define_singleton_method defines on one object" do
  thing = Object.new
  value = thing.define_singleton_method(:only) { |x| [self.equal?(thing), x] }
  assert_equal :only, value
  assert_equal [true, 1], thing.only(1)
end

spec "super works with arguments" do
  base = Class.new { def take(x) = [:base, x] }
  made = Class.new(base) { define_method(:take) { |x| super(x) + [:made] } }
  assert_equal [:base, 1, :made], made.new.take(1)
end

spec "arity and parameters are those of the block, as a lambda" do
  made = Class.new do
    define_method(:one) { |a, b| }
    define_method(:two) { |a, b = 1| }
    define_method(:none) { }
  end
  assert_equal [2, -2, 0], [:one, :two, :none].map { |name| made.instance_method(name).arity }
  assert_equal [[:req, :a], [:req, :b]], made.instance_method(:one).parameters
end

spec "many methods from one loop each have their own variables" do
  made = Class.new do
    %w[a b c].each_with_index { |name, index| define_method(name) { index } }
  end
  assert_equal [0, 1, 2], [made.new.a, made.new.b, made.new.c]
end

spec "numbered parameters and it may be used" do
  made = Class.new do
    define_method(:twice) { it * 2 }
    define_method(:add) { _1 + _2 }
  end
  assert_equal [6, 3], [made.new.twice(3), made.new.add(1, 2)]
end

spec "block_given? asks about the place of definition" do
  made = Class.new { define_method(:given) { block_given? } }
  assert_equal false, made.new.given { }
end

spec "__method__ is the defined name" do
  made = Class.new { define_method(:known) { __method__ } }
  assert_equal :known, made.new.known
end

spec "a def within a method made by Class.new or instance_eval defines where that method stands" do
  made = Class.new do
    def outer
      def inner = 1
    end
  end
  made.new.outer
  assert_equal 1, made.new.inner
  assert_equal false, Object.new.respond_to?(:inner)
  single = Object.new
  single.instance_eval do
    def outer(_ = (def in_default = 2))
      def in_body = 3
    end
  end
  single.outer
  assert_equal [:in_body, :in_default, :outer], single.singleton_methods.sort
end

spec "a frozen object's singleton methods cannot be defined" do
  assert_raises(FrozenError, /\Acan't modify frozen object: #<Object:/) { def (Object.new.freeze).refused; end }
  frozen = Module.new { def self.inspect = to_s }.freeze
  assert_raises(FrozenError, /\Acan.t modify frozen Module: #<Module/) { def frozen.refused; end }
end

spec "a symbol's or a method's proc as a body takes nothing from the receiver" do
  source = Class.new { def m(*values, **keys) = [values, keys] }.new
  made = Class.new do
    define_method(:from_method, &source.method(:m))
    define_method(:from_symbol, &:upcase)
  end
  assert_equal [[1], { k: 2 }], made.new.from_method(1, k: 2)
  assert_equal "A", made.new.from_symbol("a")
  assert_raises(ArgumentError, "no receiver given") { made.new.from_symbol }
end

spec "a def in a method's block defines where one beside the block would" do
  block = nil
  home = Class.new { block = proc { def made_within = 1 } }
  other = Class.new
  other.define_method(:make, &block)
  other.new.make
  assert_equal [false, true], [other.method_defined?(:made_within), home.method_defined?(:made_within)]
end
