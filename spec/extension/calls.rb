require_relative "fixtures/building"

load_extension("calls")

spec "a function takes its arguments by number, as an Array, or counted" do
  assert_equal [nil, Calls, 3], [Calls.empty, Calls.identity, Calls.add(1, 2)]
  assert_equal [1, 2, 3, 4, 5, 6, 7, 8], Calls.many(1, 2, 3, 4, 5, 6, 7, 8)
  assert_equal [1, 2, Calls], Calls.listed(1, 2)
  assert_equal [0, [], false], Calls.counted
  assert_equal [20, (1..20).to_a, false], Calls.counted(*1..20)
  assert_equal [2, [1, { a: 2 }], true], Calls.counted(1, a: 2)
  assert_equal [2, [1, { a: 2 }], false], Calls.counted(1, { a: 2 })
  assert_equal [1, [1], false], Calls.counted(1, **{})
end

spec "arguments stay what they are while a block runs and objects move, however many they are" do
  [3, 16, 17, 40].each do |count|
    texts = Calls.kept(*Array.new(count) { |index| "text #{index}" }) { GC.compact }
    assert_equal Array.new(count) { |index| "text #{index}" }, texts
  end
end

spec "arity and parameters are the function's" do
  assert_equal [2, -1, -1], %i[add listed counted].map { |name| Calls.method(name).arity }
  assert_equal [[[:req], [:req]], [[:rest]]], %i[add counted].map { |name| Calls.method(name).parameters }
  assert_equal nil, Calls.method(:add).source_location
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 2)") { Calls.add(1) }
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { Calls.empty(1) }
end

spec "rb_scan_args takes arguments apart" do
  block = proc {}
  assert_equal [2, 1, nil, [], 2, nil, nil], Calls.scanned(1, 2)
  assert_equal [3, 1, 2, [], 3, nil, nil], Calls.scanned(1, 2, 3)
  assert_equal [5, 1, 2, [3, 4], 5, { k: 6 }, block], Calls.scanned(1, 2, 3, 4, 5, k: 6, &block)
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 2+)") { Calls.scanned(1) }
  assert_equal [1, :none, 3], Calls.named(one: 1, three: 3)
  assert_raises(ArgumentError, "missing keyword: :one") { Calls.named(two: 1) }
  assert_raises(ArgumentError, "unknown keyword: :four") { Calls.named(one: 1, four: 4) }
end

spec "a function calls methods" do
  assert_equal "bob", Calls.call("BOB", :downcase, [])
  assert_equal 6, Calls.call(2, :*, [3])
  assert_equal "x", Calls.call(Object.new, :format, ["%s", "x"]) # a private one
  assert_raises(NoMethodError) { Calls.call_public(Object.new, :binding) }
  assert_equal [:none, 3], [Calls.call_if_there(1, :nothing), Calls.call_if_there([1, 2, 3], :size)]
  assert_equal [2, 3], Calls.pass_block([1, 2], :map) { |value| value + 1 }
  assert_equal [:+, "ab"], Calls::Text.new("a") + "b"
end

spec "a function yields" do
  seen = []
  assert_equal [[1], [2, 3]], Calls.yield_twice { |*values| seen << values; values }
  assert_equal [[1], [2, 3]], seen
  assert_equal 5, Calls.yield_twice { break 5 }
  assert_raises(LocalJumpError, "no block given") { Calls.yield_twice }
  assert_equal nil, Calls.block
  assert_equal 4, Calls.block { |value| value * 2 }.call(2)
  assert_equal :thrown, catch(:out) { Calls.yield_twice { throw :out, :thrown } }
  assert_equal [[0, 1, 2], 3], [Calls.enumerate(3).to_a, Calls.enumerate(3).size || 3]
end

spec "a function is a block" do
  assert_equal [[10, 20], [[1], [2]]], Calls.map_by_ten([1, 2])
  assert_equal :stopped, Calls.break_out([1, 2, 3])
  assert_equal [1, 3], Calls.break_out([1, 3])
  assert_equal [30, false], [Calls.multiplier(10).call(3), Calls.multiplier(10).lambda?]
end

spec "fibers and threads switch while a function waits for its block" do
  fiber = Fiber.new { Calls.yield_twice { |value, *| Fiber.yield(value) } }
  others = 3.times.map { |number| Thread.new { Calls.yield_twice { |*| Thread.pass; number } } }
  assert_equal [1, 2, [:a, :b]], [fiber.resume, fiber.resume(:a), fiber.resume(:b)]
  assert_equal [[0, 0], [1, 1], [2, 2]], others.map(&:value)
  100.times { Fiber.new { Calls.yield_twice { Fiber.yield } }.resume } # never resumed
  GC.start
  assert_equal 3, Calls.add(1, 2)
end

def Calls.leave_from_method = leave_block(7)

spec "a function breaks from the innermost block, whoever wrote it" do
  assert_equal [5, [6, 6]], [3.times { Calls.leave_block(5) }, [1, 2].map { [3].each { Calls.leave_block(6) } }]
  assert_equal [7, :left], [[1].each { Calls.leave_from_method }, Calls.iterate([1, 3, 5])]
end

spec "a block is made a lambda, a Proc stays what it is" do
  passed = proc { |value| value }
  assert_equal [true, 3], [Calls.as_lambda { 3 }.lambda?, Calls.as_lambda { 3 }.call]
  assert_equal [true, false], [Calls.as_lambda(&passed).equal?(passed), passed.lambda?]
  assert_raises(ArgumentError, "tried to create Proc object without a block") { Calls.as_lambda }
end

spec "a Proc of C code has no block to yield to" do
  assert_equal [false, false], [Calls.proc_without_block.call, Calls.proc_without_block.call {}]
end

spec "a block that is a C function belongs to the method that passed it" do
  assert_raises(NotImplementedError, "fail_in_block() function is unimplemented on this machine") { Calls.fail_in_block }
end

spec "a backtrace has the methods that C code called" do
  error = assert_raises(NotImplementedError) { Calls.fail_in_block }
  assert_equal ["in 'Array#each'", "in 'Calls.fail_in_block'"], error.backtrace.first(2).map { |line| line[/in '.*'/] }
end

spec "C code has no binding" do
  assert_raises(RuntimeError, "Cannot create Binding object for non-Ruby caller") { Calls.take_binding }
end

spec "functions nest" do
  assert_equal 100, Calls.deep(100)
end

spec "a backtrace names the method" do
  error = begin
    Calls.call(nil, :nothing, [])
  rescue NoMethodError => error
    error
  end
  assert error.backtrace[0].end_with?("Calls.call'"), error.backtrace[0]
  assert error.backtrace[0].start_with?(__FILE__), error.backtrace[0]
end

spec "values of a yield are packed as a block of one parameter takes them" do
  assert_equal [nil, 1, [1], [1, nil], [nil]], [Calls.packed, Calls.packed(1), Calls.packed([1]), Calls.packed(1, nil), Calls.packed([nil])]
end

spec "a function tells the status of the child that it waited for, to its thread" do
  assert_equal [1234, 3, false], [Calls.tell_status(3 << 8, 1234), $?].map { |status| [status.pid, status.exitstatus, status.success?] }.uniq.flatten
  assert_equal [nil, 9], [$?.tap { Calls.tell_status(9, 77) }.termsig, $?.termsig]
  assert Thread.new { $?.nil? }.value
end
