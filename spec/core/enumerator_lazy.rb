require_relative "../harness"

# Enumerator::Lazy: pipelines that ask for no more than they need.

spec "nothing happens until a value is wanted" do
  seen = []
  pipeline = (1..).lazy.map { |x| seen << x; x * 2 }
  assert_equal [], seen
  assert_equal [[2, 4], [1, 2]], [pipeline.first(2), seen]
end

spec "each value goes through all steps before the next" do
  seen = []
  (1..2).lazy.map { |x| seen << [:map, x]; x }.select { |x| seen << [:select, x]; true }.to_a
  assert_equal [[:map, 1], [:select, 1], [:map, 2], [:select, 2]], seen
end

spec "take stops without asking for one more" do
  seen = []
  assert_equal [1, 2], (1..5).lazy.map { |x| seen << x; x }.take(2).to_a
  assert_equal [1, 2], seen
  assert_equal [], (1..5).lazy.map { |x| seen << x }.take(0).to_a
  assert_equal [1, 2], seen
end

spec "a pipeline can be run again" do
  pipeline = [1, 1, 2, 3].lazy.uniq.drop(1).take(1)
  assert_equal [[2], [2]], [pipeline.to_a, pipeline.to_a]
end

spec "the steps" do
  numbers = (1..10).lazy
  assert_equal [2, 4, 6], numbers.select(&:even?).first(3)
  assert_equal [1, 3], numbers.reject(&:even?).first(2)
  assert_equal [1, 2], numbers.take_while { |x| x < 3 }.to_a
  assert_equal [9, 10], numbers.drop_while { |x| x < 9 }.to_a
  assert_equal [1, 1, 2, 2], numbers.flat_map { |x| [x, x] }.first(4)
  assert_equal [1, 2], numbers.flat_map { |x| x }.first(2)
  assert_equal [4, 8], numbers.filter_map { |x| x * 2 if x.even? }.first(2)
  assert_equal [[1, :a], [2, nil]], numbers.zip([:a]).first(2)
  assert_equal [[1, 0], [2, 1]], numbers.with_index.first(2)
  assert_equal [5, 6], numbers.grep(4..5) { |x| x + 1 }.to_a
  assert_equal [10], numbers.grep_v(1..9).to_a
  assert_equal [1, 2], [1, nil, 2].lazy.compact.to_a
  assert_equal [[1], [2, 3]], [1, 2, 3].lazy.slice_when { |a, _| a == 1 }.to_a
end

spec "steps without a block are refused" do
  assert_raises(ArgumentError, "tried to call lazy map without a block") { [1].lazy.map }
  assert_raises(ArgumentError, "tried to call lazy select without a block") { [1].lazy.select }
  assert_raises(ArgumentError, "attempt to take negative size") { [1].lazy.take(-1) }
end

spec "sizes go along where they are known" do
  assert_equal [3, 3, nil, 2, 1], [(1..3).lazy.size, (1..3).lazy.map { 1 }.size, (1..3).lazy.select { true }.size, (1..3).lazy.take(2).size, (1..3).lazy.drop(2).size]
end

spec "inspect shows the pipeline" do
  assert_equal "#<Enumerator::Lazy: #<Enumerator::Lazy: #<Enumerator::Lazy: 1..3>:map>:take(2)>", (1..3).lazy.map { 1 }.take(2).inspect
end

spec "eager, force and lazy" do
  pipeline = (1..3).lazy.map { |x| x * 2 }
  assert_equal [[2, 4, 6], Enumerator, [3, 5, 7]], [pipeline.force, pipeline.eager.class, pipeline.eager.map { |x| x + 1 }]
  assert pipeline.lazy.equal?(pipeline)
end

spec "a pipeline is stepped like any Enumerator" do
  pipeline = (1..2).lazy.map { |x| x * 2 }
  assert_equal [2, 4], [pipeline.next, pipeline.next]
  assert_raises(StopIteration) { pipeline.next }
end

spec "a Lazy of one's own" do
  doubled = Enumerator::Lazy.new([1, 2, 3]) { |y, x| y << x << x if x.odd? }
  assert_equal [1, 1, 3, 3], doubled.to_a
  assert_equal [1, 1, 3], doubled.first(3)
end

spec "each of a Lazy takes arguments for the iteration it began with" do
  asked = Class.new do
    include Enumerable
    attr_reader :arguments
    def each(*arguments)
      @arguments = arguments
      yield 1
      yield 2
    end
  end.new
  assert_equal [2, 3], asked.lazy.each(4).map { |value| value + 1 }.to_a
  assert_equal [4], asked.arguments
end

spec "with_index hands on two values" do
  assert_equal [[-1, 2], [0, 3]], (0..).lazy.with_index(2).map(&->(value, index) { [value - 1, index] }).first(2)
  assert_equal [0, 1], (0..1).lazy.with_index.map { |value| value }.to_a
  assert_equal [[0, 0], [1, 1]], (0..1).lazy.with_index.to_a
end

spec "a step shows the name that it was made by" do
  steps = (1..3).lazy.collect {}.collect_concat {}.filter {}.find_all {}.map {}
  assert_equal %w[collect collect_concat filter find_all map], steps.inspect.scan(/:([a-z_]+)>/).flatten
end

spec "what a pipeline yields to who asks from outside is one value, to its steps what was yielded" do
  source = Enumerator.new { |yielder| yielder.yield; yielder.yield 1, 2; yielder.yield [3] }
  seen = ->(pipeline) { [].tap { |list| pipeline.each { |*values| list << values } } }
  assert_equal [[], [1, 2], [[3]]], seen.(source.lazy)
  [source.lazy.take(3), source.lazy.select { true }, source.lazy.uniq, source.lazy.take_while { true }].each do |pipeline|
    assert_equal [[nil], [[1, 2]], [[3]]], seen.(pipeline)
  end
  assert_equal [[[nil, 0]], [[[1, 2], 1]], [[[3], 2]]], seen.(source.lazy.with_index)
  assert_equal [[nil], [1, 2], [[3]]], source.lazy.take(3).map { |*values| values }.to_a
  assert_equal [[nil, 0], [1, 1], [3, 2]], source.lazy.with_index.map { |(first, _), index| [first, index] }.to_a
  assert_equal [[nil]], seen.(loop.lazy.take(1))
  assert_equal :left, source.lazy.take(3).each { break :left }
end
