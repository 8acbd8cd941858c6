# Arrays, Hashes, Ranges and Structs, as a program that works on lists of records uses them.
Order = Struct.new(:number, :customer, :total, keyword_init: true) do
  include Comparable
  def <=>(other) = total <=> other.total
end
Place = Data.define(:x, :y) do
  def far = Math.hypot(x, y)
end

orders = (1..200).map { |number| Order.new(number: number, customer: "c#{number % 7}", total: number * 37 % 101 / 4.0) }
by_customer = orders.group_by(&:customer)
totals = by_customer.transform_values { |list| list.sum(&:total).round(2) }
best = totals.max_by(3) { |_, total| total }.map(&:first)
puts orders.min.number, orders.max.number, orders.sort.first.number, orders.sort_by { |order| [-order.total, order.number] }.last.to_h
orders.each_slice(10).with_index(1) { |page, index| page.each_cons(2) { |a, b| index + (a <=> b) } }
large, small = orders.partition { |order| order.total > 10 }
large.reject! { |order| best.include?(order.customer) }
small.select! { |order| order.total.positive? }
small.each_with_object(Hash.new { |hash, key| hash[key] = [] }) { |order, seen| seen[order.customer] << order.number }.each_pair { |_, numbers| numbers.sort!.reverse! }
(large.map(&:number) | small.map(&:number)).each_entry.lazy.select(&:even?).map { |number| number * 3 }.reject { |number| number % 4 == 0 }.first(5)
matrix = Array.new(12) { |i| Array.new(12) { |j| (i * j) % 5 + 0.5 } }
product = matrix.map { |row| matrix.transpose.map { |column| row.zip(column).sum { |a, b| a * b } } }
puts product.flatten.minmax.inspect, matrix.first.each_with_index.max.inspect
queue = [[0, 0]]
seen = { [0, 0] => true }
while (x, y = queue.shift)
  [[x + 1, y], [x, y + 1]].each do |place|
    next if place.any? { |part| part > 8 } || seen.key?(place)
    seen[place] = true
    queue.push(place)
  end
end
grid = Array.new(9) { |i| (0..8).map { |j| seen[[i, j]] ? 1 : 0 } }
grid.each { |row| row[3], row[4] = row[4], row[3] }
grid[2][1..3] = [7, 8, 9]
grid.map(&:dup).each(&:freeze).flatten(1).each_slice(9).to_a == grid
list = %w[pear apple fig apple]
list.tally.sort_by { |word, count| [-count, word] }.to_h.each_with_index { |(word, count), index| puts "#{index}: #{word.ljust(8)} #{count}" }
list.uniq.each_with_index.to_h.invert.fetch(1)
list.insert(1, "plum").delete_if { |word| word.size == 3 }.rotate!(2).concat(%w[a b]).slice!(0, 2)
list.permutation(2).first(3) + list.combination(2).to_a.last(2) + list.product([1, 2]).first(1) + list.each_cons(2).to_a
list.values_at(0, -1, 9) << list.fetch(9, nil) << list.dig(0) << list.find_index("apple") << list.rindex("apple")
list.chunk_while { |a, b| a.size == b.size }.to_a + list.slice_when { |a, b| a > b }.to_a + list.each_entry.zip(1..)
list.reduce { |a, b| a + b }.then { |text| text.size }
list.cycle.first(7).take(3).drop_while { |word| word < "b" }.sum("") { |word| word[0] }
numbers = [5, 3, 9, 1]
numbers.sort { |a, b| b <=> a }.push(4).unshift(2).bsearch { |n| n >= 3 }
numbers.sort!.map! { |n| n * 2 }.minmax.sum.fdiv(2).round(1)
numbers.each_with_index { |n, i| numbers[i] = n + i }.fill(0, 2).compact.first.clamp(1, 3)
numbers << nil
numbers.compact! && numbers.none?(&:nil?) && numbers.one? { |n| n > 3 } && numbers.pack("l*").unpack("l*").inject(:+)
p numbers, totals, Place.new(x: 3, y: 4).far, Place.new(1, 2).with(y: 5), orders.first, { "a" => [1, nil, 2.5, :b, 1..2], c: { d: "e" } }
pp({ name: "n" * 50, list: ["x" * 40, { deep: [1, 2, 3] }] }) if respond_to?(:pp, true)
settings = { limit: 1, **{ name: "x" } }
settings.merge!(limit: 2) { |_, old, new| old + new }
settings.update(extra: [1]).delete(:name)
settings.each_key.to_a.map(&:to_s).sort.each(&:freeze)
settings.filter_map { |key, value| key if value == 3 }.to_a.empty? || settings.dig(:extra, 0)
settings.default = 5
settings.sum { |_, value| Array(value).size }.times.map { rand(6) }.shuffle(random: Random.new(1)).sample
settings.reject { |key, _| key == :limit }.find { |key, _| key }.to_a.flatten.join("-")
settings.compare_by_identity.each_with_index.map { |(key, value), index| [key, value, index] }.assoc(:extra)
settings.clear.store("k", 1)
settings.to_a.each { |key, value| settings[key] = value + 1 }
until settings.size > 300
  settings["key #{settings.size}"] = settings.size
  settings[settings.size] = :number
end
settings.keys.each { |key| settings.delete(key) if key.is_a?(Integer) }
settings.sort_by { |_, value| value.to_s }.first(2).each { |key, value| settings[key.dup] = value }
(1..20).step(3).to_a.reverse_each.with_object([]).each { |n, all| all << n }
(1.0..2.0).step(0.25).map { |n| n.round(1) }.include?(1.5) && ("a".."zz").cover?("m") && (1..) === 5 && (1...10) % 3
Array(1..3).each { |n| n.downto(0) { |m| n.upto(m) { } } }
e = [1, 2, 3].each
begin
  loop { e.next + e.peek }
rescue StopIteration
  e.rewind
end
fib = Enumerator.new { |yielder| a, b = 0, 1; loop { yielder << a; a, b = b, a + b } }
fib.lazy.select(&:odd?).first(4) + fib.take(10) + fib.each_with_index.first(2)
Enumerator.produce(1) { |n| n * 2 }.take_while { |n| n < 100 }
GC.start
