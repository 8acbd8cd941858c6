require_relative "../harness"

# What is large grows where it stands, step by step: what was there stays, what is new is empty.

spec "an Array that grows keeps its values, young and old" do
  array = []
  400_000.times do |index|
    array << (index % 1000 == 0 ? index.to_s : index)
    GC.start(full_mark: false) if index % 100_000 == 0
  end
  GC.start
  assert_equal 400_000, array.size
  assert(array.each_with_index.all? { |value, index| index % 1000 == 0 ? value == index.to_s : value == index })
  array[450_000] = :last
  assert_equal [nil, :last, nil], array[449_999, 2] + [array[450_001]]
end

spec "an Array takes values at its front as at its end" do
  array, expected = (0...20).to_a, (0...20).to_a
  random = Random.new(1)
  10_000.times do |index|
    case random.rand(6)
    when 0, 1
      array.unshift(index, -index)
      expected = [index, -index] + expected
    when 2
      array.push(index)
      expected += [index]
    when 3
      assert_equal expected.first, array.shift
      expected = expected.drop(1)
    when 4
      assert_equal expected.last, array.pop
      expected = expected[0...-1]
    else
      array.prepend(array[array.size / 2])
      expected = [expected[expected.size / 2]] + expected
    end
  end
  assert_equal expected, array
  queue = (0...1000).to_a
  assert_equal [0, 1, 2], queue.shift(3)
  queue[0, 2] = [:a, :b, :c]
  queue[0, 0] = [:d]
  queue[0, 100] = []
  assert_equal [101, 102, 899], [queue[0], queue[1], queue.size]
  assert_equal queue.size.times.map { |index| index + 101 }, queue.replace(queue.to_a)
  many = []
  200_000.times { |index| many.unshift(index) }
  assert_equal 199_999.downto(0).to_a, many
  GC.start
  many.unshift("new")
  GC.start
  assert_equal ["new", 199_999, 0], [many[0], many[1], many[-1]]
end

spec "unshift takes values of the Array itself and of a part of it" do
  array = (1..20).to_a
  array.unshift(*array)
  assert_equal (1..20).to_a * 2, array
  array.unshift
  assert_equal 40, array.size
  assert_raises(FrozenError) { array.freeze.unshift(1) }
end

spec "a String that grows keeps its bytes" do
  string = +""
  50_000.times { |index| string << "%08d|" % index << "x" * 60 }
  assert_equal 50_000 * 69, string.bytesize
  assert((0...50_000).step(777).all? { |index| string.byteslice(index * 69, 10) == "%08d|x" % index })
  part = string[0, 1_000_000]
  string << "end"
  assert_equal [1_000_000, "end"], [part.size, string[-3..]]
end

spec "a Hash that grows finds every key, also while its index moves" do
  hash = {}
  300_000.times do |index|
    hash[index * 7] = index
    next unless index % 997 == 0
    assert_equal [index, index / 2, 0, nil], [hash[index * 7], hash[index / 2 * 7], hash[0], hash[index * 7 + 1]]
  end
  assert_equal 300_000, hash.size
  assert((0...300_000).all? { |index| hash[index * 7] == index && !hash.key?(index * 7 + 3) })
  assert_equal hash, hash.dup
  (0...300_000).step(3) { |index| hash.delete(index * 7) }
  assert((0...300_000).all? { |index| hash[index * 7] == (index % 3 == 0 ? nil : index) })
  200_000.times { |index| hash[-index - 1] = index }
  assert((0...200_000).all? { |index| hash[-index - 1] == index })
  hash.clear
  assert_equal [0, nil], [hash.size, hash[7]]
  hash[7] = 1
  assert_equal({ 7 => 1 }, hash)
end

spec "keys with eql? of their own are found in a Hash that grows" do
  key = Struct.new(:number) do
    def hash = number % 50_000
    def eql?(other) = number == other.number
  end
  hash = {}
  120_000.times do |number|
    hash[key.new(number)] = number
    assert_equal [number / 2, nil], [hash[key.new(number / 2)], hash[key.new(-number - 1)]] if number % 1009 == 0
  end
  assert_equal 120_000, hash.size
  assert((0...120_000).step(101).all? { |number| hash[key.new(number)] == number })
end

spec "a Hash by identity and one that is rehashed grow" do
  hash = {}.compare_by_identity
  keys = Array.new(150_000) { |index| "k#{index}" }
  keys.each_with_index { |key, index| hash[key] = index }
  GC.compact if GC.respond_to?(:compact)
  assert((0...150_000).step(17).all? { |index| hash[keys[index]] == index })
  assert_equal nil, hash["k1"]
  lists = {}
  110_000.times { |index| lists[[index]] = index }
  lists.each_key { |list| list[0] += 1 if list[0] < 10 }
  lists.rehash
  assert_equal [109_999, 0], [lists[[109_999]], lists[[1]]]
end

spec "what grows is the child's own after a fork" do
  array, hash = (0...400_000).to_a, {}
  200_000.times { |index| hash[index] = index }
  reader, writer = IO.pipe
  child = fork do
    200_000.times { |index| array << index; hash[-index - 1] = index }
    writer.write(Marshal.dump([array.size, array.sum, hash.size, hash.sum { |key, value| key + value }]))
    exit!(0)
  end
  writer.close
  100_000.times { |index| array << -index }
  answer = Marshal.load(reader.read)
  Process.wait(child)
  assert_equal [600_000, (0...400_000).sum + (0...200_000).sum, 400_000, 2 * (0...200_000).sum - 200_000], answer
  assert_equal [500_000, 200_000], [array.size, hash.size]
end
