class Shelf
  include Enumerable

  def initialize(*items) = @items = items
  def each(&block) = (@items.each(&block); self)
end
shelf = Shelf.new(*1..20)
outer = [1, 2, 3].each
endless = Enumerator.new { |yielder| number = 0; loop { yielder << (number += 1) } }
__END__
shelf.map { |item| item + 1 }
shelf.select(&:even?)
shelf.reject(&:even?)
shelf.first
shelf.first(3)
shelf.include?(15)
shelf.inject(:+)
shelf.inject { |total, item| total + item }
shelf.to_a
shelf.sort
shelf.sort_by { |item| -item }
shelf.min
shelf.max
shelf.minmax
shelf.min_by { |item| -item }
shelf.max_by { |item| -item }
shelf.sum
shelf.count
shelf.count(&:even?)
shelf.find { |item| item > 10 }
shelf.find_index(10)
shelf.partition(&:even?)
shelf.group_by { |item| item % 3 }
shelf.each_with_index { |item, index| item }
shelf.each_with_index.map { |item, index| item }
shelf.each_with_object([]) { |item, list| list << item }
shelf.each_slice(3).to_a
shelf.each_cons(3).to_a
shelf.each_entry.to_a
shelf.zip(shelf)
shelf.tally
shelf.uniq
shelf.to_set
shelf.to_h { |item| [item, item] }
shelf.flat_map { |item| [item, item] }
shelf.filter_map { |item| item if item.even? }
shelf.take(3)
shelf.take_while { |item| item < 10 }
shelf.drop(3)
shelf.drop_while { |item| item < 10 }
shelf.chunk { |item| item.even? }.to_a
shelf.chunk_while { |one, two| two == one + 1 }.to_a
shelf.slice_when { |one, two| two.even? }.to_a
shelf.reduce(1) { |total, item| total * item }
shelf.any? { |item| item > 10 }
shelf.all?(Integer)
shelf.none?
shelf.one? { |item| item == 1 }
shelf.cycle.first(30)
shelf.lazy.map { |item| item * 2 }.to_a
shelf.lazy.select(&:even?).reject(&:zero?).first(2)
shelf.reverse_each.first
shelf.each_entry { }
shelf.entries
shelf.inspect
outer.next; outer.rewind
outer.size
outer.with_index(1).to_a
outer.with_object([]).each { |item, list| list << item }
endless.take(5)
endless.lazy.map { |item| item * 2 }.first(5)
endless.first(5)
endless.next
Enumerator.produce(1) { |item| item * 2 }.take(5)
Enumerator::Chain.new([1], [2]).to_a
([1].each + [2]).to_a
Enumerator::Lazy.new([1, 2]) { |yielder, item| yielder << item }.to_a
