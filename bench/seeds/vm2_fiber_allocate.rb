# 100,000 fibers made and started one after another, each left suspended for the collector.
# quick: 100
count = (ARGV[0] || 100_000).to_i
started = 0
count.times do
  fiber = Fiber.new { Fiber.yield(1) }
  started += fiber.resume
end
puts started
