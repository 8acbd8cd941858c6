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
