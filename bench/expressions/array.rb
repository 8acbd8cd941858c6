numbers = (1..60).to_a
words = %w[pear apple fig quince cherry plum medlar grape]
pairs = numbers.each_slice(2).to_a
nested = [[1, [2, [3, 4]]], [5], 6]
__END__
Array.new(8)
Array.new(8, 0)
numbers.dup
numbers + words
numbers - words
words & words
words | numbers
numbers == numbers.reverse
numbers.first(5)
numbers[5..9]
numbers.values_at(0, 7, -1)
numbers.min
numbers.max
numbers.minmax
numbers.sum
numbers.inject(:+)
numbers.inject { |total, number| total + number }
numbers.map { |number| number * 2 }
numbers.select { |number| number > 30 }
numbers.partition(&:even?)
numbers.group_by { |number| number % 3 }
numbers.each_slice(7).to_a
numbers.each_with_index.to_a
numbers.flat_map { |number| [number, number] }
numbers.zip(numbers)
numbers.tally
numbers.uniq
numbers.reverse
numbers.rotate(5)
numbers.sample
numbers.shuffle
numbers.include?(45)
numbers.index(45)
numbers.all?(Integer)
numbers.inspect
numbers.hash
numbers.pack("n*")
words.join(", ")
words.sort
words.sort_by(&:size)
words.max_by(&:size)
words.inspect
pairs.to_h
pairs.transpose
pairs.flatten
nested.flatten
words.product(words)
words.combination(2).to_a
[3, 1, 2].sort!
[1, nil, 2].compact
numbers & [3, 4]
numbers * 3
numbers <=> words
numbers.assoc(3)
pairs.assoc(41)
pairs.rassoc(42)
numbers.bsearch { |number| number >= 40 }
numbers.bsearch_index { |number| number >= 40 }
numbers.chunk_while { |one, two| two == one + 1 }.to_a
numbers.slice_when { |one, two| two % 10 == 0 }.to_a
numbers.count(&:even?)
numbers.count(7)
numbers.cycle(2) { }
numbers.delete_if { false }
numbers.dig(0)
nested.dig(0, 1, 0)
numbers.drop(5)
numbers.drop_while { |number| number < 30 }
numbers.each { }
numbers.each_cons(3) { }
numbers.each_entry { }
numbers.each_index { }
numbers.each_with_object([]) { |number, list| list << number }
numbers.each_with_index { |number, index| number }
numbers.eql?(numbers.dup)
numbers.fetch(5)
numbers.fetch(100, 0)
numbers.fetch_values(1, 5)
Array.new(60).fill(0)
Array.new(60) { |index| index }
numbers.filter_map { |number| number if number.odd? }
numbers.find { |number| number > 40 }
numbers.find_index { |number| number > 40 }
numbers.first
numbers.last(5)
numbers.freeze.frozen?
numbers.intersect?([99, 60])
numbers.join
numbers.max(3)
numbers.min_by { |number| -number }
numbers.minmax_by { |number| -number }
numbers.none? { |number| number > 100 }
numbers.one?(5)
numbers.any? { |number| number > 50 }
[1, 2, 3].permutation.to_a
[1, 2, 3].repeated_combination(2).to_a
numbers.reject { |number| number > 30 }
numbers.reverse_each { }
numbers.rindex(5)
numbers.slice(2..5)
numbers.sort { |one, two| two <=> one }
numbers.sort_by { |number| -number }
words.sort_by { |word| [word.size, word] }
words.minmax
words.group_by(&:size)
words.each_with_index.map { |word, index| [index, word] }
words.to_h { |word| [word, word.size] }
words.uniq(&:size)
words.map(&:upcase)
words.cycle.first(10)
words.sum(&:size)
words.inject { |one, two| one + two }
words.each_slice(3).map(&:first)
words.include?("medlar")
words.index("medlar")
words * ","
words.hash
words == words.dup
words <=> words.dup
words.pack("A6" * 8)
numbers.pack("C*")
numbers.pack("N*")
numbers.pack("U*")
numbers.sum { |number| number * 0.5 }
[0.1, 0.2, 0.3].sum
[0.5, 1.5, 1.0].max
numbers.take(5)
numbers.take_while { |number| number < 30 }
numbers.to_a
numbers.lazy.map { |number| number + 1 }.select(&:even?).first(5)
nested.flatten(1)
list = [1, 2, 3]; list.push(4); list.pop
list = [1, 2, 3]; list.unshift(0); list.shift
list = [1, 2, 3]; list.insert(1, 5); list.delete_at(1)
list = [1, 2, 3]; list.concat([4, 5])
list = [1, 2, 3]; list[1, 1] = [7, 8]
list = [1, 2, 3]; list.map! { |number| number + 1 }
list = [3, 1, 2]; list.sort_by! { |number| -number }
list = [1, 2, 2, 3]; list.uniq!
list = [1, 2, 2, 3]; list.delete(2)
list = [1, nil, 3]; list.compact!
list = numbers.dup; list.select! { |number| number > 30 }
list = numbers.dup; list.reject!(&:even?)
list = numbers.dup; list.keep_if(&:even?)
list = numbers.dup; list.shuffle!
list = numbers.dup; list.rotate!(7)
list = numbers.dup; list.reverse!
list = numbers.dup; list.slice!(3, 5)
list = []; 60.times { |index| list << index }
first, *rest = numbers
first, (second, third) = 1, [2, 3]
[*numbers, *words]
numbers.min(3)
numbers.sum(0.0) { |number| number * 0.5 }
pairs.rassoc(60)
numbers.intersect?(pairs.first)
numbers.rotate(-3)
Array(nil)
Array("a")
words.sort_by { |word| [word.size, word.to_sym] }
words.map(&:to_sym).sort
words.max_by(3, &:size)
numbers.shuffle
