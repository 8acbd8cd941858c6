require_relative "../harness"

# Enumerator: stepping from outside, sizes, chains and products. The lazy ones are in enumerator_lazy.rb.

spec "next, peek and rewind step through any iteration" do
  steps = [1, 2, 3].each
  assert_equal [1, 2, 2, 3], [steps.next, steps.peek, steps.next, steps.next]
  assert_raises(StopIteration, "iteration reached an end") { steps.next }
  assert_raises(StopIteration, "iteration reached an end") { steps.peek }
  assert_equal 1, steps.rewind.next
end

spec "the end carries what each answered" do
  steps = Enumerator.new { |y| y << 1; :answer }
  steps.next
  assert_equal :answer, assert_raises(StopIteration) { steps.next }.result
  assert_equal :answer, loop { steps.next }
end

spec "next_values tells nothing, nil and several values apart" do
  source = Object.new
  def source.each
    yield
    yield nil
    yield 1, 2
    yield [1, 2]
  end
  steps = source.to_enum
  assert_equal [[], [nil], [1, 2], [[1, 2]]], 4.times.map { steps.next_values }
  assert_equal [nil, nil, [1, 2], [1, 2]], source.to_enum.to_a
end

spec "an exception of the iteration reaches whoever steps" do
  steps = Enumerator.new { |y| y << 1; raise IOError, "gone" }
  assert_equal 1, steps.next
  assert_raises(IOError, "gone") { steps.next }
  assert_equal 1, steps.next
end

spec "several Enumerators are stepped side by side" do
  left = [1, 2].each
  right = %w[a b].each
  assert_equal [1, "a", 2, "b"], [left.next, right.next, left.next, right.next]
end

spec "an Enumerator may be stepped within the iteration of another" do
  inner = (1..).each
  outer = Enumerator.new { |y| 3.times { y << inner.next * 10 } }
  assert_equal [10, 20, 30], [outer.next, outer.next, outer.next]
end

spec "feed decides what the block answers" do
  steps = [1, 2, 3].map
  steps.next
  steps.feed :a
  assert_raises(TypeError, "feed value already set") { steps.feed :b }
  steps.next
  steps.next
  assert_equal [:a, nil, nil], assert_raises(StopIteration) { steps.next }.result
end

spec "with_index and with_object pass the block's answers on" do
  assert_equal [0, 2, 6], [1, 2, 3].map.with_index { |x, i| x * i }
  assert_equal [[1, 5], [2, 6]], [1, 2].each.with_index(5).to_a
  assert_equal [2, 1], [1, 2].each.with_object([]) { |x, memo| memo.unshift(x) }
  assert_equal [[[1, 0], 1], [[2, 1], 2]], [1, 2].each_with_index.with_index(1).to_a
  assert_equal [[:a, 1], 0], { a: 1 }.each_with_index.next
end

spec "size is asked of the block given to to_enum" do
  assert_equal [2, nil, 10, Float::INFINITY], [[1, 2].each.size, Enumerator.new {}.size, Enumerator.new(10) {}.size, [1].cycle.size]
  assert_equal 6, [1, 2].to_enum(:cycle, 3) { |count| 2 * count }.size
  assert_equal [2, 1, 3], [(1..3).each_slice(2).size, (1..3).each_cons(3).size, [1, 2, 3].combination(2).size]
end

spec "inspect shows receiver, method and arguments" do
  assert_equal "#<Enumerator: [1]:each>", [1].each.inspect
  assert_equal "#<Enumerator: 1..3:each_slice(2)>", (1..3).each_slice(2).inspect
  assert_equal "#<Enumerator: [1]:foo(1, a: 2)>", [1].to_enum(:foo, 1, a: 2).inspect
  assert_equal "#<Enumerator: #<Enumerator: [1]:each>:with_index(1)>", [1].each.with_index(1).inspect
  assert_equal "#<Enumerator: uninitialized>", Enumerator.allocate.inspect
end

spec "each with arguments appends them" do
  source = Object.new
  def source.each(*given)
    yield given
  end
  assert_equal [[1, 2, 3]], source.to_enum(:each, 1).each(2, 3).to_a
end

spec "a running Enumerator cannot be copied" do
  steps = [1].each
  assert_equal [1], steps.dup.to_a
  steps.next
  assert_raises(TypeError, "can't copy execution context") { steps.dup }
end

spec "a Yielder takes values one by one or together" do
  assert_equal [1, 2, [3, 4], nil], Enumerator.new { |y| y << 1 << 2; y.yield 3, 4; y.yield }.to_a
  assert_equal [1, 2], Enumerator.new { |y| [1, 2].each(&y) }.to_a
end

spec "produce goes on from each value to the next" do
  assert_equal [1, 2, 4, 8], Enumerator.produce(1) { |x| x * 2 }.take(4)
  assert_equal [3, 2, 1], Enumerator.produce(3) { |x| raise StopIteration if x == 1; x - 1 }.to_a
  assert_equal Float::INFINITY, Enumerator.produce(1, &:succ).size
  assert_raises(ArgumentError, "no block given") { Enumerator.produce(1) }
end

spec "chains" do
  chain = [1].each + [2, 3] + (4..5)
  assert_equal [[1, 2, 3, 4, 5], 5], [chain.to_a, chain.size]
  assert_equal "#<Enumerator::Chain: [[1], [2]]>", [1].chain([2]).inspect
  assert_raises(NoMethodError) { chain.next }
  assert_equal [], Enumerator::Chain.new.to_a
end

spec "products" do
  product = Enumerator.product([1, 2], %w[a b])
  assert_equal [[[1, "a"], [1, "b"], [2, "a"], [2, "b"]], 4], [product.to_a, product.size]
  assert_equal [[]], Enumerator.product.to_a
  assert_equal [0, Float::INFINITY], [Enumerator.product([], 1..).size, Enumerator.product([1], 1..).size]
end

spec "every method that iterates gives a sized Enumerator without a block" do
  names = %i[map select reject each_index reverse_each sort_by group_by partition min_by flat_map filter_map each_entry each_with_index delete_if]
  names.each { |name| assert_equal [name, 2], [name, [1, 2].public_send(name).size] }
  %i[take_while drop_while find_index index rindex bsearch].each { |name| assert_equal [name, nil], [name, [1, 2].public_send(name).size] }
  %i[each each_pair each_key each_value select map transform_values delete_if min_by].each { |name| assert_equal [name, 1], [name, { a: 1 }.public_send(name).size] }
end

spec "a hundred thousand steps are stepped" do
  count = stress_sized(100_000)
  steps = (1..count).each
  sum = 0
  count.times { sum += steps.next }
  assert_equal count * (count + 1) / 2, sum
end

spec "stepping begins anew after an exception, and only then" do
  failing = Enumerator.new do |yielder|
    yielder << 1
    yielder << 2
    raise ArgumentError, "enough"
  end
  rounds = 2.times.map do
    [failing.next, failing.peek, failing.next, (failing.next rescue $!.message)]
  end
  assert_equal [[1, 2, 2, "enough"]] * 2, rounds
  stepping = [1, 2, 3].each
  assert_equal 1, stepping.next
  assert_raises(FiberError) { Thread.new { Thread.current.report_on_exception = false; stepping.next }.value }
  assert_equal [2, 3], [stepping.next, stepping.next]
  2.times { assert_raises(StopIteration, "iteration reached an end") { stepping.next } }
  stepping.rewind
  assert_equal [1, 2, 3], [stepping.next, stepping.next, stepping.next]
end

spec "what peek shows may be changed" do
  pairs = Object.new
  def pairs.each = yield(1, 2)
  stepping = pairs.to_enum
  stepping.peek << 3
  stepping.peek_values << 3
  assert_equal [1, 2], stepping.peek
end

spec "the end of an iteration is told each time by an exception of its own" do
  stepping = [].each
  first = begin stepping.next; rescue StopIteration => ending; ending; end
  second = begin stepping.peek; rescue StopIteration => ending; ending; end
  third = begin stepping.next; rescue StopIteration => ending; ending; end
  assert_equal [nil, true, true], [first.cause, second.cause.equal?(first), third.cause.equal?(first)]
  assert_equal [[], __LINE__ - 2], [third.result, third.backtrace[0][/:(\d+):/, 1].to_i]
end

spec "a last Hash of Symbols is shown as keywords" do
  assert_equal "#<Enumerator: 0..1:each_with_object(a: 1)>", (0..1).each_with_object({ a: 1 }).inspect
  assert_equal "#<Enumerator: [1]:go(1, {a: 1}, b: 2)>", [1].to_enum(:go, 1, { a: 1 }, b: 2).inspect
  assert_equal "#<Enumerator: [1]:go({a: 1}, 2)>", [1].to_enum(:go, { a: 1 }, 2).inspect
  assert_equal ["#<Enumerator: [1]:go({})>", "#<Enumerator: [1]:go({\"a\" => 1})>"], [[1].to_enum(:go, {}).inspect, [1].to_enum(:go, { "a" => 1 }).inspect]
end
