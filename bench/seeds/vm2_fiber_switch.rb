# One fiber that yields for ever, resumed 8,000,000 times.
# quick: 1000
fiber = Fiber.new { loop { Fiber.yield } }
count = (ARGV[0] || 8_000_000).to_i
done = 0
while done < count
  fiber.resume
  done += 1
end
puts done
