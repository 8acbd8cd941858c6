prices = (1..60).to_h { |number| ["item #{number}", number] }
options = { name: "x", size: 3, color: :red, weight: 1.5 }
__END__
{ name: "x", size: 3 }
prices.dup
prices.keys
prices.values
prices.to_a
prices["item 7"]
prices.fetch("item 7")
prices.key?("none")
prices.merge(options)
prices.map { |name, price| price }
prices.select { |name, price| price > 30 }
prices.transform_values { |price| price + 1 }
prices.to_h { |name, price| [price, name] }
prices.invert
prices.sort_by { |name, price| -price }
prices.min_by { |name, price| price }
prices.sum { |name, price| price }
prices.inspect
prices == prices.dup
prices.hash
options.slice(:name, :size)
options.except(:name)
options.transform_keys(&:to_s)
options.each { |name, value| value }
options.any? { |name, value| value == 3 }
options.inspect
options.values_at(:name, :size)
options.compact
table = {}; table[:a] = 1; table.delete(:a)
counts = Hash.new(0); counts[:a] += 1
