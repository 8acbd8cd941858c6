require_relative "../harness"

# Methods of the core serve objects that have no `raise`, or one that means something else.

spec "a core method raises on an object that has no raise" do
  bare = Class.new(BasicObject) do
    %i[is_a? instance_of? clone extend throw Float Hash].each { |name| define_method(name, ::Kernel.instance_method(name)) }
  end.new
  assert_raises(TypeError, "class or module required") { bare.is_a?("x") }
  assert_raises(TypeError, "class or module required") { bare.instance_of?("x") }
  assert_raises(ArgumentError, "unexpected value for freeze: Integer") { bare.clone(freeze: 3) }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1+)") { bare.extend }
  assert_raises(UncaughtThrowError, "uncaught throw :nowhere") { bare.throw(:nowhere) }
  assert_raises(ArgumentError, 'invalid value for Float(): "x"') { bare.Float("x") }
  assert_raises(TypeError, "can't convert Integer into Hash") { bare.Hash(3) }
end

spec "a core method asks no raise of a program" do
  player = Class.new { def raise(amount) = "raises by #{amount}" }.new
  assert_equal "raises by 3", player.raise(3)
  assert_raises(TypeError, "class or module required") { player.is_a?("x") }
  row = Class.new(Array) { def raise(*) = :lifted }[1, 2]
  assert_raises(ArgumentError, "negative array size") { row.first(-1) }
  assert_raises(ArgumentError, "invalid slice size") { row.each_slice(0) }
end
