# Strings too long for the smallest cells, made and dropped: what a Ruby with payloads on the C heap pays malloc for.
# quick: 2
rounds = (ARGV[0] || 200).to_i
sizes = [40, 100, 300, 900, 2000]
total = 0
rounds.times do |round|
  kept = []
  5000.times do |number|
    text = "x" * sizes[number % sizes.size]
    text << round.to_s
    kept << text if number % 10 == 0
    total += text.bytesize
  end
end
puts total
