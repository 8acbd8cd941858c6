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
