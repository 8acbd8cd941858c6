require_relative "fixtures/building"

# Random generators whose draws are an extension's.

load_extension("generators")

spec "a generator begins with the words of its seed" do
  assert_equal [[1, 7], [2, 2**32 * 5 + 1], [1, -3]], [7, 2**32 * 5 + 1, -3].map { |seed| Generators::Counting.new(seed) }.map { |each| [each.words, each.seed] }
  assert_equal [9, 2, 2**40], [Generators::Counting.new(9).c_seed, Generators::Counting.new.words, Generators::Counting.new(2**40).c_seed]
end

spec "a last word of 1 guards the zeros before it" do
  assert_equal [1, 2], [2**32 + 5, 2**33 + 5].map { |seed| Generators::Counting.new(seed).words }
end

spec "numbers are drawn word by word" do
  generator = Generators::Counting.new(9)
  assert_equal [9, 2, 3], 3.times.map { generator.rand(12) }.then { |first, *| [first, *2.times.map { |at| Generators::Counting.new(18 + at).rand(4) }] }
  assert_equal 3, Generators::Counting.new(14).rand(4) + 1
  assert_equal [2**32 * 3 + 4, 2**64 * 2 + 2**32 * 3 + 4], [Generators::Counting.new(3).rand(2**34), Generators::Counting.new(2).rand(2**66)]
  assert_equal "\x05\0\0\0\x06\0".b, Generators::Counting.new(5).bytes(6)
  assert_equal Generators.pair(4, 5, true), Generators::Counting.new(4).rand
end

spec "C code draws from such a generator too" do
  assert_equal [258, "\x03\x01\0".b], Generators.draw(Generators::Counting.new(258))
end

spec "two words are a float, with its end or without" do
  assert_equal [0.0, 0.0, 1.0], [Generators.pair(0, 0, true), Generators.pair(0, 0, false), Generators.pair(2**32 - 1, 2**32 - 1, false)]
  assert Generators.pair(2**32 - 1, 2**32 - 1, true) < 1.0
end
