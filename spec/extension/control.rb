require_relative "fixtures/building"

load_extension("control")

spec "a function raises, with words that it formats" do
  assert_raises(ArgumentError, 'bad thing: 3 x "x"') { Control.shout("x") }
  assert_raises(TypeError, "mine") { Control.raise(TypeError.new("mine")) }
  assert_raises(Errno::ENOENT, "No such file or directory - here") { Control.fail_with(Errno::ENOENT::Errno) }
  assert_raises(FrozenError, "can't modify frozen String: \"a\"") { Control.freeze_check("a".freeze) }
  assert_raises(TypeError, "wrong argument type Integer (expected String)") { Control.type_check(1) }
  assert_raises(TypeError, "wrong argument type nil (expected String)") { Control.type_check(nil) }
end

spec "rb_protect stops exceptions, and rb_jump_tag goes on with them" do
  assert_equal [false, 5, nil], Control.protect(-> { 5 })
  stopped, value, error = Control.protect(-> { raise KeyError, "no" })
  assert_equal [true, nil, KeyError, "no"], [stopped, value, error.class, error.message]
  assert_raises(KeyError, "no") { Control.again(-> { raise KeyError, "no" }) }
  assert_equal :none, Control.again(-> {})
  assert_equal 8, Control.protect_given { |value| value * 2 }
end

spec "the words of an error that C code makes are bytes" do
  assert_equal [KeyError, "é".b], Control.new_error(KeyError, "é").then { |error| [error.class, error.message] }
end

spec "what rb_protect stopped is the cause of what is raised behind it" do
  stopped = KeyError.new("stopped")
  error = assert_raises(TypeError, "behind") { Control.raise_behind(-> { raise stopped }) }
  assert_equal [stopped, nil], [error.cause, assert_raises(TypeError) { Control.raise_behind(-> {}) }.cause]
end

spec "what rb_protect runs isn't far deeper by addresses, whatever was raised before" do
  assert_equal [true] * 20, Array.new(20) { Control.near? }
  nested = ->(left) { left == 0 ? Control.near? && raise(KeyError) : Control.again(-> { nested.call(left - 1) }) }
  4.times do |depth|
    assert_raises(KeyError) { nested.call(depth) }
    assert_equal [true] * 20, Array.new(20) { Control.near? }
  end
  3.times do
    assert_raises(KeyError) { Control.near_then_raise }
    assert_equal [true] * 20, Array.new(20) { Control.near? }
  end
  fibers = Array.new(5) { |depth| Fiber.new { Control.protect(-> { Fiber.yield; raise KeyError if depth.odd? }) } }
  fibers.each(&:resume)
  fibers.each(&:resume)
  assert_equal [true] * 20, Array.new(20) { Control.near? }
end

spec "rb_ensure cleans up whatever happens" do
  list = []
  assert_equal 5, Control.ensure(-> { 5 }, list)
  assert_raises(KeyError) { Control.ensure(-> { raise KeyError }, list) }
  catch(:out) { Control.ensure(-> { throw :out }, list) }
  assert_equal %i[cleaned cleaned cleaned], list
end

spec "rb_rescue takes standard errors, rb_rescue2 those that it is given" do
  assert_equal [1, [7, KeyError]], [Control.rescue(-> { 1 }), Control.rescue(-> { raise KeyError })]
  assert_raises(NotImplementedError) { Control.rescue(-> { raise NotImplementedError }) }
  assert_equal [8, TypeError], Control.rescue_two(-> { raise TypeError })
  assert_equal [8, NotImplementedError], Control.rescue_two(-> { raise NotImplementedError })
  assert_raises(KeyError) { Control.rescue_two(-> { raise KeyError }) }
end

spec "rb_catch, rb_eval_string and rb_exec_recursive" do
  assert_equal 9, Control.catch
  assert_equal 3, Control.evaluate("1 + 2")
  assert_raises(ZeroDivisionError) { Control.evaluate("1 / 0") }
  object = Object.new
  def object.nested = Control.recursively(self)
  assert_equal :inner, Control.recursively(object)
end

spec "rb_errinfo is what C code stopped or handles, not what a rescue clause around it does" do
  begin
    raise KeyError, "handled in Ruby"
  rescue KeyError
    assert_equal nil, Control.error_info
  end
  assert_equal [true, nil], [Control.rescue_info(-> { raise IOError }), Control.error_info]
  assert_raises(KeyError) { Control.pass_on(-> { raise KeyError }) }
  assert_equal nil, Control.error_info
  list = []
  error = assert_raises(IOError) { Control.ensure_info(-> { raise IOError, "passing" }, list) }
  Control.ensure_info(-> { :none }, list)
  assert_equal [[error, nil], nil], [list, Control.error_info]
end
