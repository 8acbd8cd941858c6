# Random numbers drawn by natives for plain bounds, and by Ruby for all others: one row, whoever draws.
require_relative "../harness"

spec "rand takes the next of the row, whatever is asked of it" do
  srand(42)
  assert_equal [0.3745401188473625, 7], [rand, rand(10)]
  [-> { rand }, -> { rand(10) }, -> { rand(3..9) }, -> { rand(nil) }, -> { rand(-7) }, -> { rand(2**70) }, -> { rand(1.0..2.0) }].each do |draw|
    own = Random.new(5)
    srand(5)
    draw.call
    srand(5)
    assert_equal own.rand(1000), rand(1000)
  end
end

spec "Kernel#rand, Random.rand and Random#rand draw alike" do
  [[], [1], [10], [2**40], [1..6], [1...2], [-5..-2]].each do |limits|
    srand(9)
    numbers = [rand(*limits), Random.rand(*limits), rand(*limits)]
    own = Random.new(9)
    assert_equal 3.times.map { own.rand(*limits) }, numbers
  end
  srand(9)
  assert_equal Random.new(9).rand(2.5), Random.rand(2.5)
end

spec "a generator refuses what is no bound" do
  generator = Random.new(1)
  [0, -1, 1..0, 1...1].each { |limit| assert_raises(ArgumentError, "invalid argument - #{limit}") { generator.rand(limit) } }
  assert_equal nil, rand(1..0)
  assert_equal Float, rand(0).class
end

spec "sample takes the row of the generator that it is given" do
  [0, 1, 2, 3, 7, 10, 11, 12].each do |count|
    drawn = (1..12).to_a.sample(count, random: Random.new(3))
    srand(3)
    assert_equal drawn, (1..12).to_a.sample(count)
  end
  assert_equal [nil, [], 7, []], [[].sample, [].sample(2), [7].sample, [1].sample(0)]
  assert_raises(ArgumentError, "negative sample number") { [1].sample(-1) }
end
