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
Hash.new { |table, key| table[key] = key.to_s }[5]
Hash[[[1, 2], [3, 4]]]
prices.any? { |name, price| price > 50 }
prices.all? { |name, price| price > 0 }
prices.assoc("item 7")
prices.count { |name, price| price.even? }
prices.dig("item 7")
prices.each_key { }
prices.each_value { }
prices.each_with_index { |(name, price), index| index }
prices.each_with_object({}) { |(name, price), all| all[price] = name }
prices.each_pair { |name, price| price }
prices.filter_map { |name, price| name if price > 30 }
prices.find { |name, price| price > 30 }
prices.flat_map { |name, price| [name, price] }
prices.first
prices.group_by { |name, price| price % 3 }
prices.has_value?(60)
prices.key(30)
prices.max_by { |name, price| price }
prices.merge(options) { |key, one, two| two }
prices.partition { |name, price| price > 30 }
prices.reduce(0) { |total, (name, price)| total + price }
prices.reject { |name, price| price > 30 }
prices.sort.first
prices.sort_by { |name, price| name }
prices.transform_keys(&:to_sym)
prices.zip(prices)
prices.size
prices.empty?
prices.min_by(2) { |name, price| price }
prices.each_slice(10).to_a
prices.sum { |name, price| price * 0.5 }
prices.uniq { |name, price| price % 5 }
prices.values_at("item 1", "item 60")
prices.eql?(prices.dup)
options[:color]
options[:none]
options.fetch(:none, 1)
options.fetch(:none) { 1 }
options.dig(:name)
options.key?(:weight)
options.merge(size: 4)
options.merge({ deep: 1 }, { deeper: 2 })
options.map { |name, value| [name, value] }
options.map { |name, value| "#{name}=#{value}" }.join("&")
options.filter_map { |name, value| name if value }
options.sort_by { |name, value| name }
options.select { |name, value| value }
options.reject { |name, value| value }
options.partition { |name, value| value }
options.to_a
options.to_h { |name, value| [name.to_s, value] }
options.transform_values(&:to_s)
options.invert
options.keys
options.values
options.freeze.frozen?
options.sum { |name, value| name.size }
options == { name: "x", size: 3, color: :red, weight: 1.5 }
options >= { name: "x" }
options => { name:, size: }
{ **options, extra: 1 }
{ "a" => 1, "b" => 2 }
table = { a: 1 }; table.store(:b, 2)
table = { a: 1, b: 2 }; table.delete(:a)
table = { a: 1, b: 2 }; table.delete_if { |key, value| value > 1 }
table = { a: 1, b: 2 }; table.update(c: 3)
table = { a: 1, b: 2 }; table.shift
table = { a: 1, b: 2 }; table.clear
table = { a: 1, b: 2 }; table.transform_values!(&:to_s)
table = { a: nil, b: 2 }; table.compact!
table = {}; 60.times { |number| table[number] = number }
table = {}; 60.times { |number| table["key #{number}"] = number }
table = {}; 60.times { |number| (table[number % 7] ||= []) << number }
table = {}; prices.each { |name, price| table[[name, price]] = 1 }
table = prices.dup; table.rehash
