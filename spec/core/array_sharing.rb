require_relative "../harness"

# Long parts of an Array share its values until one of them changes: nobody may notice.

CHANGES = {
  "<<" => ->(array) { array << :new },
  "push" => ->(array) { array.push(:a, :b) },
  "pop" => ->(array) { array.pop },
  "pop(n)" => ->(array) { array.pop(3) },
  "shift" => ->(array) { array.shift },
  "shift(n)" => ->(array) { array.shift(5) },
  "unshift" => ->(array) { array.unshift(:a) },
  "unshift of many" => ->(array) { array.unshift(*1..50) },
  "insert" => ->(array) { array.insert(7, :a) },
  "[]=" => ->(array) { array[3] = :a },
  "[]= of a range" => ->(array) { array[3..40] = [:a] },
  "[]= beyond" => ->(array) { array[array.size + 5] = :a },
  "[]= at the front" => ->(array) { array[0, 2] = [:a, :b, :c] },
  "clear" => ->(array) { array.clear },
  "clear and <<" => ->(array) { array.clear << 1 },
  "concat" => ->(array) { array.concat([1, 2]) },
  "concat of itself" => ->(array) { array.concat(array) },
  "replace" => ->(array) { array.replace([1]) },
  "replace by a long one" => ->(array) { array.replace((0...100).to_a) << 1 },
  "fill" => ->(array) { array.fill(0) },
  "sort!" => ->(array) { array.sort! { |a, b| b <=> a } },
  "sort_by!" => ->(array) { array.sort_by! { |value| -value } },
  "reverse!" => ->(array) { array.reverse! },
  "rotate!" => ->(array) { array.rotate!(3) },
  "shuffle!" => ->(array) { array.shuffle!(random: Random.new(1)) },
  "map!" => ->(array) { array.map! { |value| value + 1 } },
  "select!" => ->(array) { array.select!(&:even?) },
  "reject!" => ->(array) { array.reject!(&:even?) },
  "delete" => ->(array) { array.delete(50) },
  "delete_at" => ->(array) { array.delete_at(10) },
  "delete_if" => ->(array) { array.delete_if(&:odd?) },
  "slice!" => ->(array) { array.slice!(10, 20) },
  "uniq!" => ->(array) { array.concat([50, 50]).uniq! },
  "flatten!" => ->(array) { (array << [1, [2]]).flatten! },
  "compact!" => ->(array) { (array << nil).compact! },
  "each_with_index" => ->(array) { array.each_with_index { |value, index| array[index] = -value } },
}

PARTS = {
  "dup" => ->(array) { array.dup },
  "clone" => ->(array) { array.clone },
  "[1..]" => ->(array) { array[1..] },
  "[0...-1]" => ->(array) { array[0...-1] },
  "first" => ->(array) { array.first(array.size - 2) },
  "last" => ->(array) { array.last(array.size - 2) },
  "drop" => ->(array) { array.drop(2) },
  "take" => ->(array) { array.take(100) },
  "splat" => ->(array) { [*array] },
  "rest" => ->(array) { _, *rest = array; rest },
  "replace" => ->(array) { [].replace(array) },
  "replace of a long one" => ->(array) { (0...300).to_a.replace(array) },
  "arguments" => ->(array) { ->(*all) { all }.call(*array) },
}

CHANGES.each do |name, change|
  spec "#{name} of an Array whose values others share" do
    PARTS.each do |_part, take|
      expected = Array.new(200) { |index| index }
      [true, false].each do |original|
        array = Array.new(200) { |index| index }
        part = take.call(array)
        kept = original ? part : array
        before = kept.join(",")
        changed = original ? array : part
        copy = eval(changed.inspect)
        change.call(changed)
        change.call(copy)
        assert_equal copy, changed
        assert_equal before, kept.join(",")
        assert_equal expected, array unless original
        2.times { change.call(kept) if kept.all?(Integer) && kept.size > 60 }
      end
    end
  end
end

spec "parts of parts, and of frozen Arrays" do
  array = (0...1000).to_a.freeze
  parts = (0..500).map { |index| array.drop(index) }
  assert((0..500).all? { |index| parts[index].first == index && parts[index].size == 1000 - index })
  parts.each_with_index { |part, index| part << index; part[0] = :changed }
  assert_equal (0...1000).to_a, array
  assert((0..500).all? { |index| parts[index].first == :changed && parts[index].last == index })
  rest = (0...3000).to_a
  sum = 0
  until rest.empty?
    first, *rest = rest
    sum += first
  end
  assert_equal 3000 * 2999 / 2, sum
  assert_raises(FrozenError) { array << 1 }
end

spec "shared values outlive the Array and are collected with the last that has them" do
  make = -> { Array.new(500) { |index| "value #{index}" }[10..] }
  part = make.call
  GC.start
  assert_equal ["value 10", "value 499", 490], [part.first, part.last, part.size]
  other = part.dup
  part.clear
  GC.start
  assert_equal "value 250", other[240]
  other.shift(200)
  other.map!(&:upcase)
  GC.start
  assert_equal ["VALUE 210", 290], [other[0], other.size]
end
