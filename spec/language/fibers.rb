require_relative "../harness"

# Fibers: values back and forth, where they may stop, and their errors.

spec "resume runs to the end and gives the block's value" do
  assert_equal 5, Fiber.new { 5 }.resume
end

spec "Fiber.yield gives a value out, resume gives one in" do
  fiber = Fiber.new do |first|
    second = Fiber.yield(first + 1)
    third = Fiber.yield(second + 10)
    third + 100
  end
  assert_equal [2, 15, 107], [fiber.resume(1), fiber.resume(5), fiber.resume(7)]
end

spec "several values pass as arrays, none as nil" do
  fiber = Fiber.new do |a, b|
    got = Fiber.yield(a, b)
    other = Fiber.yield
    [got, other]
  end
  assert_equal [1, 2], fiber.resume(1, 2)
  assert_equal nil, fiber.resume(3, 4)
  assert_equal [[3, 4], nil], fiber.resume
end

spec "alive? tells whether it may be resumed" do
  fiber = Fiber.new { Fiber.yield }
  seen = [fiber.alive?]
  fiber.resume
  seen << fiber.alive?
  fiber.resume
  seen << fiber.alive?
  assert_equal [true, true, false], seen
end

spec "a finished fiber cannot be resumed" do
  fiber = Fiber.new { }
  fiber.resume
  error = assert_raises(FiberError) { fiber.resume }
  assert ["dead fiber called", "attempt to resume a terminated fiber"].include?(error.message), error.message
end

spec "a fiber cannot resume itself or one that is resuming" do
  fiber = nil
  fiber = Fiber.new { fiber.resume }
  assert_raises(FiberError, "attempt to resume the current fiber") { fiber.resume }
  outer = nil
  outer = Fiber.new { Fiber.new { outer.resume }.resume }
  assert_raises(FiberError, "attempt to resume a resumed fiber (double resume)") { outer.resume }
end

spec "yield outside of a fiber raises" do
  error = assert_raises(FiberError) { Fiber.yield }
  assert ["can't yield from root fiber", "attempt to yield on a not resumed fiber"].include?(error.message), error.message
end

spec "an exception leaves the fiber and ends it" do
  fiber = Fiber.new { raise "inside" }
  assert_raises(RuntimeError, "inside") { fiber.resume }
  assert_equal false, fiber.alive?
end

spec "an exception may be rescued inside" do
  fiber = Fiber.new do
    begin
      Fiber.yield 1
      raise "x"
    rescue => error
      Fiber.yield error.message
    end
    :end
  end
  assert_equal [1, "x", :end], [fiber.resume, fiber.resume, fiber.resume]
end

spec "Fiber#raise raises where the fiber waits" do
  fiber = Fiber.new do
    begin
      Fiber.yield
    rescue ArgumentError => error
      "rescued " + error.message
    end
  end
  fiber.resume
  assert_equal "rescued told", fiber.raise(ArgumentError, "told")
end

spec "Fiber#raise on one not begun" do
  assert_raises(FiberError, "cannot raise exception on unborn fiber") { Fiber.new { }.raise("x") }
end

spec "Fiber#kill runs the ensures and ends the fiber" do
  seen = []
  fiber = Fiber.new do
    begin
      Fiber.yield
      seen << :not_reached
    ensure
      seen << :ensured
    end
  end
  fiber.resume
  assert fiber.kill.equal?(fiber)
  assert_equal [[:ensured], false], [seen, fiber.alive?]
end

def spec_deep_yield(n)
  return Fiber.yield(:deep) if n == 0
  spec_deep_yield(n - 1) + 1
end

spec "yield from deep inside method calls" do
  fiber = Fiber.new { spec_deep_yield(500) }
  assert_equal :deep, fiber.resume
  assert_equal 500, fiber.resume(0)
end

spec "yield from each, map, times and while" do
  fiber = Fiber.new do
    [1, 2].each { |x| Fiber.yield x }
    doubled = [3, 4].map { |x| Fiber.yield(x) * 2 }
    2.times { |i| Fiber.yield [:times, i] }
    i = 0
    while i < 2
      Fiber.yield [:while, i]
      i += 1
    end
    doubled
  end
  assert_equal [1, 2, 3], [fiber.resume, fiber.resume, fiber.resume]
  assert_equal 4, fiber.resume(30)
  assert_equal [[:times, 0], [:times, 1], [:while, 0], [:while, 1]], [fiber.resume(40), fiber.resume, fiber.resume, fiber.resume]
  assert_equal [60, 80], fiber.resume
end

spec "yield from the middle of core methods that call back" do
  probes = {
    sort_by: -> { [3, 1, 2].sort_by { |x| Fiber.yield; x } },
    sort: -> { [3, 1, 2].sort { |a, b| Fiber.yield; a <=> b } },
    inject: -> { [1, 2, 3].inject { |a, b| Fiber.yield; a + b } },
    each_with_object: -> { [1, 2].each_with_object([]) { |x, list| Fiber.yield; list << x } },
    gsub: -> { "abc".gsub(/./) { |letter| Fiber.yield; letter.upcase } },
    hash_new: -> { Hash.new { |table, key| Fiber.yield; table[key] = key * 2 }[4] },
    each_pair: -> { list = []; { a: 1, b: 2 }.each_pair { |k, v| Fiber.yield; list << k << v }; list },
    define_method: -> { Class.new { define_method(:go) { Fiber.yield; :gone } }.new.go },
    initialize: -> { Class.new { attr_reader :x; def initialize; Fiber.yield; @x = 1; end }.new.x },
    to_s: -> { made = Class.new { def to_s; Fiber.yield; "text"; end }; "<#{made.new}>" },
    send: -> { Class.new { def go; Fiber.yield; :sent; end }.new.send(:go) },
    instance_eval: -> { 5.instance_eval { Fiber.yield; self } },
    method_missing: -> { Class.new { def method_missing(name); Fiber.yield; name; end }.new.ghost },
    spaceship: -> { made = Class.new { include Comparable; attr_reader :n; def initialize(n) = @n = n; def <=>(o); Fiber.yield; n <=> o.n; end }; [made.new(2), made.new(1)].sort.map { |x| x.n } },
    eql: -> { made = Class.new { def hash = 1; def eql?(o); Fiber.yield; true; end }; { made.new => 1 }[made.new] },
    coerce: -> { made = Class.new { def coerce(o); Fiber.yield; [o, 2]; end }; 1 + made.new },
    catch: -> { catch(:t) { Fiber.yield; throw :t, :thrown } },
    tap: -> { 5.tap { Fiber.yield } },
    lazy: -> { (1..4).lazy.map { |x| Fiber.yield; x * 2 }.first(2) },
    eval: -> { eval("Fiber.yield; :evaluated") }
  }
  expected = {
    sort_by: [1, 2, 3], sort: [1, 2, 3], inject: 6, each_with_object: [1, 2], gsub: "ABC", hash_new: 8, each_pair: [:a, 1, :b, 2],
    define_method: :gone, initialize: 1, to_s: "<text>", send: :sent, instance_eval: 5, method_missing: :ghost, spaceship: [1, 2],
    eql: 1, coerce: 3, catch: :thrown, tap: 5, lazy: [2, 4], eval: :evaluated
  }
  failures = []
  probes.each do |name, probe|
    fiber = Fiber.new { [:done, probe.call] }
    turns = 0
    value = nil
    while fiber.alive?
      value = fiber.resume
      turns += 1
    end
    failures << [name, value, turns] unless value == [:done, expected[name]] && turns > 1
  end
  assert_equal [], failures
end

spec "yield inside ensure and rescue" do
  seen = []
  fiber = Fiber.new do
    begin
      begin
        raise "x"
      rescue
        seen << Fiber.yield(:in_rescue)
        raise "y"
      ensure
        seen << Fiber.yield(:in_ensure)
      end
    rescue => error
      seen << error.message
    end
    :end
  end
  assert_equal [:in_rescue, :in_ensure, :end], [fiber.resume, fiber.resume(1), fiber.resume(2)]
  assert_equal [1, 2, "y"], seen
end

spec "each fiber has its own $!, $~ stays with the frame" do
  fiber = Fiber.new do
    before = $!
    Fiber.yield
    [before, $!]
  end
  begin
    raise "outer"
  rescue
    fiber.resume
  end
  assert_equal nil, fiber.resume[1]
end

spec "fibers nest" do
  inner = Fiber.new { Fiber.yield :inner_one; :inner_two }
  outer = Fiber.new { Fiber.yield inner.resume; inner.resume }
  assert_equal [:inner_one, :inner_two], [outer.resume, outer.resume]
end

spec "Fiber.current is the running one" do
  root = Fiber.current
  fiber = Fiber.new { Fiber.current }
  assert fiber.resume.equal?(fiber)
  assert Fiber.current.equal?(root)
end

spec "fibers have storage that is inherited" do
  Fiber[:spec_key] = 1
  assert_equal 1, Fiber.new { Fiber[:spec_key] }.resume
  assert_equal 2, Fiber.new(storage: { spec_key: 2 }) { Fiber[:spec_key] }.resume
  Fiber.new { Fiber[:spec_key] = 9 }.resume
  assert_equal 1, Fiber[:spec_key]
end

spec "transfer hands over control, and back" do
  root = Fiber.current
  fiber = Fiber.new { |x| root.transfer(x + 1); :done }
  assert_equal 2, fiber.transfer(1)
end

spec "external enumerators run in fibers" do
  enumerator = [1, 2, 3].each
  assert_equal [1, 2, 2, 3], [enumerator.next, enumerator.peek, enumerator.next, enumerator.next]
  assert_raises(StopIteration, "iteration reached an end") { enumerator.next }
  enumerator.rewind
  assert_equal 1, enumerator.next
end

spec "an Enumerator with a yielder may be endless" do
  fibonacci = Enumerator.new do |yielder|
    a, b = 0, 1
    loop do
      yielder << a
      a, b = b, a + b
    end
  end
  assert_equal [0, 1, 1, 2, 3, 5, 8], fibonacci.take(7)
  assert_equal [0, 1, 1], [fibonacci.next, fibonacci.next, fibonacci.next]
end

spec "ten thousand fibers may wait at once" do
  fibers = (0...10_000).map { |i| Fiber.new { Fiber.yield; i } }
  fibers.each { |fiber| fiber.resume }
  assert_equal 49_995_000, fibers.sum { |fiber| fiber.resume }
end

spec "abandoned fibers are collected" do
  5_000.times { Fiber.new { Fiber.yield }.resume }
  GC.start
  assert_equal :fine, Fiber.new { :fine }.resume
end

spec "deep recursion inside a fiber raises SystemStackError there" do
  runaway = Object.new
  def runaway.go = go + 1
  fiber = Fiber.new do
    begin
      runaway.go
    rescue SystemStackError
      :overflowed
    end
  end
  assert_equal :overflowed, fiber.resume
end

spec "break and return cannot leave a fiber's block" do
  assert_raises(LocalJumpError, "break from proc-closure") { Fiber.new { break }.resume }
end

spec "Fiber.new wants a block" do
  assert_raises(ArgumentError, "tried to create Proc object without a block") { Fiber.new }
end

spec "a Fiber tells its state" do
  fiber = Fiber.new { Fiber.yield }
  assert fiber.inspect.match?(/\A#<Fiber:0x\h+ .*fibers\.rb:\d+ \(created\)>\z/), fiber.inspect
  fiber.resume
  assert fiber.inspect.end_with?("(suspended)>")
  fiber.resume
  assert fiber.inspect.end_with?("(terminated)>")
end

spec "a generator, a consumer and a filter" do
  source = Fiber.new { (1..6).each { |n| Fiber.yield n }; nil }
  evens = Fiber.new do
    while (n = source.resume)
      Fiber.yield n if n.even?
    end
    nil
  end
  seen = []
  while (n = evens.resume)
    seen << n
  end
  assert_equal [2, 4, 6], seen
end

spec "Fiber.new takes arguments and does nothing with them" do
  assert_equal [5, :given], Fiber.new(1, 2) { |first| [first, :given] }.resume(5)
  assert_raises(ArgumentError, "unknown keyword: :a") { Fiber.new(a: 1) {} }
end
