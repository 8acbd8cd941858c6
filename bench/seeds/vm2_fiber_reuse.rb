# 200 rounds of a thousand fibers that run to their end: what a pool of stacks is for.
# quick: 2
sum = 0
(ARGV[0] || 200).to_i.times do
  fibers = Array.new(1000) { |number| Fiber.new { Fiber.yield(number) } }
  fibers.each { |fiber| sum += fiber.resume }
  fibers.each { |fiber| fiber.resume }
end
puts sum
