# Resuming a fiber and yielding back: shallow, and from under a hundred frames.
# run: fiber_switch 4000000 0
# run: fiber_switch_deep 4000000 100
# quick: 1000 10
def serve_from(depth, rounds)
  return serve_from(depth - 1, rounds) if depth > 0
  rounds.times { |round| Fiber.yield(round) }
  :done
end

rounds = Integer(ARGV[0])
depth = Integer(ARGV[1])
fiber = Fiber.new { serve_from(depth, rounds) }
sum = 0
rounds.times { sum += fiber.resume }
puts sum, fiber.resume
