require_relative "../harness"

# Fibers under pressure: many, deep, abandoned, and with collections between their switches.

spec "thousands of suspended fibers each keep their place" do
  last = stress_sized(10_000) - 1
  fibers = (0..last).map do |number|
    fiber = Fiber.new do
      text = "fiber #{number}"
      Fiber.yield
      text
    end
    fiber.resume
    fiber
  end
  GC.start
  assert_equal "fiber 0", fibers[0].resume
  assert_equal "fiber #{last}", fibers[last].resume
end

spec "a fiber suspended deep in calls comes back to its depth" do
  def descend(depth)
    return Fiber.yield("at the bottom") if depth == 0
    descend(depth - 1) + 1
  end
  fiber = Fiber.new { descend(500) }
  assert_equal "at the bottom", fiber.resume
  GC.start
  assert_equal 500, fiber.resume(0)
end

spec "a fiber may be suspended inside an iteration" do
  fiber = Fiber.new do
    [1, 2, 3].each { |number| Fiber.yield(number) }
    { a: 4 }.each { |_key, number| Fiber.yield(number) }
    :done
  end
  assert_equal [1, 2, 3, 4, :done], (1..5).map { fiber.resume }
end

spec "an exception leaves through resume" do
  fiber = Fiber.new { raise ArgumentError, "from inside" }
  assert_raises(ArgumentError, "from inside") { fiber.resume }
  assert_equal false, fiber.alive?
end

spec "a finished fiber cannot be resumed" do
  fiber = Fiber.new { :over }
  fiber.resume
  assert_raises(FiberError, /\A(dead fiber called|attempt to resume a terminated fiber)/) { fiber.resume }
end

spec "abandoned fibers are collected without running on" do
  ran_on = false
  stress_sized(1000).times do
    Fiber.new do
      Fiber.yield
      ran_on = true
    end.resume
  end
  GC.start
  assert_equal false, ran_on
end

spec "fibers resume fibers" do
  def nest(depth)
    return depth if depth == 50
    Fiber.new { nest(depth + 1) }.resume
  end
  assert_equal 50, nest(0)
end

spec "an enumerator pulls from a fiber" do
  squares = Enumerator.new do |out|
    number = 0
    loop { out << (number += 1)**2 }
  end
  assert_equal [1, 4, 9], [squares.next, squares.next, squares.next]
end

# What a fiber's deeper frames left on its stack must not be taken for alive when later frames lie over it.
spec "what was left on a fiber's stack before it paused is forgotten by the collector" do
  def litter(depth)
    texts = ["text #{depth}", [depth]]
    depth > 0 ? litter(depth - 1) : texts.size
  end

  # Many registers that stand empty while the collector runs.
  def spread_out(number)
    GC.start
    [number.to_s, number.to_s, number.to_s, number.to_s, number.to_s, number.to_s, number.to_s, number.to_s,
     number.to_s, number.to_s, number.to_s, number.to_s, number.to_s, number.to_s, number.to_s, number.to_s,
     number.to_s, number.to_s, number.to_s, number.to_s, number.to_s, number.to_s, number.to_s, number.to_s,
     number.to_s, number.to_s, number.to_s, number.to_s, number.to_s, number.to_s, number.to_s, number.to_s]
  end

  fiber = Fiber.new do
    litter(50)
    Fiber.yield
    spread_out(7).uniq
  end
  fiber.resume
  2.times do
    GC.start
    1000.times { |number| "other #{number}" }
  end
  assert_equal ["7"], fiber.resume
end

spec "resume and yield pass on any arguments" do
  fiber = Fiber.new do |first, *others, key: 0|
    seen = [[first, others, key]]
    seen << Fiber.yield
    seen << Fiber.yield(1)
    seen << Fiber.yield(1, 2)
    seen << Fiber.yield(one: 1)
    seen << Fiber.yield(1, two: 2)
    seen
  end
  assert_equal nil, fiber.resume(1, 2, 3, key: 4)
  assert_equal 1, fiber.resume
  assert_equal [1, 2], fiber.resume(:one)
  assert_equal({ one: 1 }, fiber.resume(:one, :two))
  assert_equal [1, { two: 2 }], fiber.resume(one: 1)
  assert_equal [[1, [2, 3], 4], nil, :one, [:one, :two], { one: 1 }, [1, { two: 2 }]], fiber.resume(1, two: 2)
end

spec "a fiber is set up once" do
  fiber = Fiber.new { :first }
  assert_raises(RuntimeError, "cannot initialize twice") { fiber.send(:initialize) { :second } }
  assert_equal :first, fiber.resume
end

spec "one call site resumes fibers in every state" do
  fibers = [
    Fiber.new { :ended },
    Fiber.new { |value| Fiber.yield(value) },
    Fiber.new { fiber = Fiber.current; fiber.resume },
  ]
  seen = fibers.map do |fiber|
    3.times.map do
      fiber.resume(:value)
    rescue FiberError => error
      error.message
    end
  end
  dead = "attempt to resume a terminated fiber"
  dead_too = "dead fiber called"
  assert_equal [:ended, dead, dead], seen[0].map { |value| value == dead_too ? dead : value }
  assert_equal [:value, :value], seen[1].first(2)
  assert_equal "attempt to resume the current fiber", seen[2].first
end

spec "what fibers hold survives collections between their switches" do
  fibers = 20.times.map do |number|
    Fiber.new do |first|
      kept = [first]
      loop { kept = kept.last(3) << Fiber.yield("#{number}: #{kept.join(" ")}") }
    end
  end
  # Old fibers on old stacks, which hold nothing but what has come since.
  fibers.each { |fiber| fiber.resume("first") }
  4.times { GC.start }
  seen = nil
  60.times do |round|
    seen = fibers.map { |fiber| fiber.resume("round " + round.to_s) }
    GC.start(full_mark: round % 7 == 0) if round % 3 == 0
    Array.new(300) { |index| "garbage " + index.to_s }
  end
  assert_equal ["0: round 56 round 57 round 58 round 59", "19: round 56 round 57 round 58 round 59"], seen.values_at(0, 19)
end

spec "fibers that resume one another survive collections at every depth" do
  chain = ->(depth, text) do
    next text if depth == 0
    inner = Fiber.new { |given| Fiber.yield(chain.call(depth - 1, given + depth.to_s)) + "!" }
    outcome = inner.resume(text + "")
    GC.start(full_mark: false) if depth % 5 == 0
    outcome + (inner.resume("." * depth))[0]
  end
  assert_equal "20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1".delete(" ") + "." * 20, chain.call(20, "")
end

spec "a lone value with to_ary is taken apart where a fiber begins" do
  pair = Object.new
  def pair.to_ary = [1, 2]
  assert_equal [[1, 2], [1, 2]], [Fiber.new { |a, b| [a, b] }.resume(pair), Fiber.new { |a, b| [a, b] }.transfer(pair)]
  assert_equal [pair, [pair, nil]], [Fiber.new { |a| a }.resume(pair), Fiber.new(&lambda { |a, b = nil| [a, b] }).resume(pair)]
  assert_equal [[3, 4], [5, nil]], [Fiber.new { |a, b| [a, b] }.resume([3, 4]), Fiber.new { |a, b| [a, b] }.resume(5)]
end

spec "blocks without code of their own are bodies of fibers" do
  assert_equal ["1", [], 3], [Fiber.new(&:to_s).resume(1), Fiber.new(&Module.method(:nesting)).resume, Fiber.new(&1.method(:+)).resume(2)]
  assert_equal true, Fiber.new(blocking: true, &:blocking?).then { |fiber| fiber.resume(fiber) }
end

spec "the running fiber's backtrace begins with the call that asks for it" do
  assert_equal "Fiber#backtrace_locations", Fiber.current.backtrace_locations[0].label
  assert Fiber.current.backtrace[0].end_with?("'Fiber#backtrace'")
  assert_equal Fiber.current.backtrace(2), caller
end
