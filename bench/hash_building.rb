# Hashes with string, symbol and integer keys: filled, read, grouped and merged.
# quick: 100
rounds = (ARGV[0] || 250_000).to_i
counts = Hash.new(0)
by_text = {}
rounds.times do |round|
  counts[round * 7919 % 10_007] += 1
  by_text["key #{round % 5000}"] = round
  record = { id: round, name: "name #{round}", tags: [round % 3], active: round.even? }
  copy = record.merge(id: record[:id] + 1)
  counts[copy[:id]] += 1 if copy[:active]
end
groups = by_text.keys.group_by { |key| key.size }
puts counts.size, by_text.size, by_text.values.sum
puts groups.map { |size, keys| "#{size}: #{keys.size}" }.sort.join(", ")
puts counts.select { |_key, count| count > 3 }.sum { |key, count| key * count }
