# A fiber's whole life: made, run to its one suspension, finished, forgotten.
# quick: 100
sum = 0
(ARGV[0] || 200_000).to_i.times do |round|
  fiber = Fiber.new do |first|
    second = Fiber.yield(first + 1)
    second * 2
  end
  sum += fiber.resume(round)
  sum += fiber.resume(1)
end
puts sum
