# Interpolation, appending, joining, splitting and comparing of short texts.
# quick: 100
rounds = (ARGV[0] || 40_000).to_i
length = 0
rounds.times do |round|
  line = +""
  10.times { |field| line << "field#{field}=" << (round * field).to_s << ";" }
  pairs = line.split(";").map { |pair| pair.split("=") }
  text = pairs.map { |name, value| "#{name.upcase}: #{value}" }.join(", ")
  length += text.size if text.start_with?("FIELD0") && text.include?("FIELD9")
end
puts length
