require_relative "../harness"

# What of Random is determined: the same seed gives the same row, and every value keeps its bounds.

spec "the same seed gives the same numbers" do
  assert_equal Random.new(42).rand(1000), Random.new(42).rand(1000)
  one = Random.new(7)
  two = Random.new(7)
  assert_equal (0...20).map { one.rand }, (0...20).map { two.rand }
end

spec "srand gives the seed before, and restarts the row" do
  srand(5)
  first = [rand, rand(10)]
  assert_equal 5, srand(5)
  assert_equal first, [rand, rand(10)]
end

spec "the generator is the Mersenne Twister that others know" do
  assert_equal [51, 92, 14, 71, 60], Random.new(42).then { |random| (0...5).map { random.rand(100) } }
  assert_equal 0.3745401188473625, Random.new(42).rand
end

spec "rand keeps its bounds" do
  random = Random.new(1)
  assert((0...1000).all? { (0...1).cover?(random.rand) })
  assert((0...1000).all? { (0...6).cover?(random.rand(6)) })
  assert((0...1000).all? { (3..5).cover?(random.rand(3..5)) })
  assert((0...1000).all? { (1.5..2.5).cover?(random.rand(1.5..2.5)) })
end

spec "rand refuses empty bounds" do
  assert_raises(ArgumentError, "invalid argument - 0") { Random.new(1).rand(0) }
  assert_raises(ArgumentError, "invalid argument - -5") { Random.new(1).rand(-5) }
end

spec "Kernel#rand of zero is a Float" do
  assert_equal [Float, Float, Integer], [rand.class, rand(0).class, rand(2).class]
end

spec "shuffle and sample take a generator" do
  list = (1..10).to_a
  assert_equal list.shuffle(random: Random.new(3)), list.shuffle(random: Random.new(3))
  assert_equal list.sample(3, random: Random.new(3)), list.sample(3, random: Random.new(3))
  assert_equal list, list.shuffle.sort
  assert_equal 3, list.sample(3).uniq.size
  assert_equal [nil, []], [[].sample, [].sample(2)]
end

spec "bytes" do
  assert_equal [10, Encoding::BINARY], Random.new(1).bytes(10).then { |bytes| [bytes.bytesize, bytes.encoding] }
  assert_equal Random.new(1).bytes(4), Random.new(1).bytes(4)
end

spec "large bounds" do
  random = Random.new(9)
  assert((0...100).all? { random.rand(2 ** 100).between?(0, 2 ** 100 - 1) })
end

spec "a copy goes on alike, generators compare" do
  one = Random.new(11)
  one.rand
  two = one.dup
  assert_equal true, one == two
  assert_equal one.rand, two.rand
  assert_equal 11, one.seed
end

spec "Random.new_seed differs" do
  assert Random.new_seed != Random.new_seed
  assert_equal Integer, Random.seed.class
end

spec "a forked process draws numbers of its own" do
  draw = lambda do |question|
    reader, writer = IO.pipe
    process = fork do
      writer.puts question.call.inspect
      exit!
    end
    Process.wait(process)
    reader.gets.chomp != question.call.inspect
  end
  srand(1)
  rand
  assert_equal [true] * 4, [-> { rand }, -> { Random.rand }, -> { Random.seed }, -> { (1..30).to_a.shuffle }].map(&draw)
  own = Random.new(5)
  assert_equal false, draw.call(-> { own.rand })
end

spec "numbers of a Range are whatever its beginning makes of a number" do
  moment = Random.new(1).rand(Time.at(0)..Time.at(10))
  assert_equal [Time, true], [moment.class, moment.between?(Time.at(0), Time.at(10))]
end

spec "what Random refuses" do
  assert_raises(TypeError, "wrong argument type Integer (expected Array)") { Random.new(0).__send__(:marshal_load, 0) }
  frozen = Random.new(0).freeze
  assert_raises(FrozenError) { frozen.__send__(:initialize, frozen) }
end

spec "a range that is open at one end is out of the domain" do
  source = Random.new(1)
  assert_raises(Errno::EDOM) { source.rand(1..) }
  assert_raises(Errno::EDOM) { source.rand(..1) }
end
