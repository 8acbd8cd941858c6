# Blocks that stand in a variable or are a method's own, passed on to methods of every kind; assignments through methods.
require_relative "../harness"

module PassedBlocks
  module_function

  def plain(a) = [a, block_given? ? yield(a) : nil]
  def optional(a, b = a, c = :c) = [a, b, c, block_given? && yield]
  def named(a, b: 1, c: b) = [a, b, c, block_given? && yield]
  def taking(a, b = :b, *, &block) = [a, b, block && block.call]
  def few(a, b = :b, c = :c, &block) = [a, b, c, block.class, block&.call]
  def keywords(a, b: 2, c: 3, &block) = [a, b, c, block&.call]
  def reordered(a, d = 4, c: 3, b: 2, &block) = [a, b, c, d, block&.call]
  def itself_of(&block) = block
end

spec "a block argument is a Proc, nil, a Symbol, or what converts to a Proc" do
  own = proc { |*| 5 }
  converted = Object.new
  def converted.to_proc = proc { |*| 6 }
  [own, nil, :succ, 7.method(:+), converted].zip([5, nil, 2, 8, 6]).each do |block, answer|
    2.times { assert_equal [1, answer], PassedBlocks.plain(1, &block) }
  end
  pass = ->(block) { PassedBlocks.few(1, &block) }
  3.times do
    assert_equal [1, :b, :c, Proc, 5], pass.(own)
    assert_equal [1, :b, :c, NilClass, nil], pass.(nil)
    assert_raises(ArgumentError, "no receiver given") { pass.(:succ) }
    assert_raises(TypeError, "wrong argument type Integer (expected Proc)") { pass.(1) }
  end
end

spec "what was left out stands in its place, the block behind it" do
  own = proc { :block }
  pass = ->(&block) do
    [PassedBlocks.optional(1, &block), PassedBlocks.optional(1, 2, 3, &block), PassedBlocks.named(1, c: 2, &block), PassedBlocks.taking(1, &block),
     PassedBlocks.few(1, 2, &block), PassedBlocks.keywords(1, c: 5, &block), PassedBlocks.keywords(1, &block), PassedBlocks.reordered(1, b: 8, c: 9, &block)]
  end
  given = [[1, 1, :c, :block], [1, 2, 3, :block], [1, 1, 2, :block], [1, :b, :block], [1, 2, :c, Proc, :block], [1, 2, 5, :block], [1, 2, 3, :block], [1, 8, 9, 4, :block]]
  2.times { assert_equal given, pass.(&own) }
  none = given.map { |values| values.map { |value| { block: nil, Proc => NilClass }.fetch(value, value) } }
  none[0][-1] = none[1][-1] = none[2][-1] = false
  2.times { assert_equal none, pass.() }
  assert_equal [1, :b, :c, Proc, :literal], PassedBlocks.few(1) { :literal }
end

spec "a block passed on is the same object, and break and next mean the call that it was written at" do
  block = proc { }
  assert PassedBlocks.itself_of(&block).equal?(block)
  forward = Class.new do
    def outer(&block) = inner(&block)
    def inner(&block) = [block, block.call]
    def anonymous(&) = inner(&)
    def yielding(&) = each_of(3, &)
    def each_of(count) = count.times { |index| yield index }
  end.new
  assert_equal 1, forward.outer { 1 }.last
  assert_equal 2, forward.anonymous { 2 }.last
  assert_equal :broken, forward.outer { break :broken }
  assert_equal :found, forward.yielding { |index| break :found if index == 1 }
  kept = forward.outer { next 4 }.first
  GC.start
  assert_equal 4, kept.call
end

spec "too few and too many arguments beside a block are complained of" do
  block = proc { }
  2.times do
    assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1)") { PassedBlocks.plain(&block) }
    assert_raises(ArgumentError, "wrong number of arguments (given 4, expected 1..3)") { PassedBlocks.few(1, 2, 3, 4, &block) }
    assert_raises(ArgumentError, "unknown keyword: :d") { PassedBlocks.keywords(1, d: 2, &block) }
  end
end

spec "an assignment's value is what was assigned, whatever the method answers, raises or breaks with" do
  holder = Class.new do
    attr_reader :seen
    def value=(value)
      @seen = value
      :other
    end
    def []=(index, value)
      @seen = [index, value]
      return :other
    end
    def other=(value, more = 1)
      @seen = [value, more]
    end
  end.new
  3.times do |round|
    assert_equal round, (holder.value = round)
    assert_equal round, holder.seen
    assert_equal [round], (holder[1] = [round])
    assert_equal [1, [round]], holder.seen
    assert_equal :x, (holder.other = :x)
    assert_equal [:x, 1], holder.seen
    first, holder.value, last = 1, 2, 3
    assert_equal [1, 2, 3], [first, holder.seen, last]
    holder&.value = 9
    assert_equal 9, holder.seen
  end
  def holder.value=(value)
    raise "refused"
  end
  kept = 1
  assert_raises(RuntimeError, "refused") { kept = (holder.value = 2) }
  assert_equal 1, kept
end

spec "String.new makes instances of subclasses by their initialize, with and without keywords" do
  made = Class.new(String) do
    attr_reader :more
    def initialize(text = "none", more: nil, **options)
      @more = more
      super(text, **options)
    end
  end
  assert_equal ["", "a", "none", "b"], [String.new, String.new("a"), made.new, made.new("b")]
  assert_equal [made, 5], [made.new("a", more: 5).class, made.new("a", more: 5).more]
  assert_equal [Encoding::BINARY, Encoding::UTF_8, Encoding::UTF_16LE], [String.new.encoding, String.new("a").encoding, String.new("a", encoding: "utf-16le").encoding]
  assert_raises(ArgumentError) { String.new("a", "b") }
  assert_raises(ArgumentError) { String.new(unknown: 1) }
  assert_raises(TypeError) { String.new(1) }
  assert_equal String.singleton_class, String.method(:new).owner
end

spec "merge and update take over entries whatever the keys, the defaults and the class are" do
  made = Class.new(Hash)
  own = made.new(5).merge("a" => 1)
  assert_equal [made, 5, { "a" => 1, "b" => 2 }], [own.class, own[:none], own.merge("b" => 2)]
  text = "key"
  hash = {}.merge(text => 1)
  assert_equal [true, false], [hash.keys[0].frozen?, hash.keys[0].equal?(text)]
  list = [1]
  assert_equal({ [1] => 2 }, { [1] => 1 }.merge(list => 2))
  assert_equal({ a: 3 }, { a: 1 }.merge({ a: 2 }) { |_, one, two| one + two })
  identical = {}.compare_by_identity
  identical[text] = 1
  assert_equal 2, identical.merge({ text.dup => 2 }.compare_by_identity).size
  same = { a: 1 }
  assert same.update(same).equal?(same)
  assert_equal({ a: 1, b: 2, c: 3 }, same.merge!({ b: 2 }, { c: 3 }))
  assert_raises(FrozenError) { {}.freeze.update({ a: 1 }) }
  assert_raises(TypeError) { {}.merge(1) }
  large = (0...100).to_h { |index| [index, index] }
  assert_equal 150, large.merge((50...150).to_h { |index| [index, -index] }).size
  assert_raises(RuntimeError) { large.each { large.update(large.size => 1) } }
end

spec "to ask whether there is a block makes no object of it" do
  def asks(&block) = block ? yield(1) : :none
  def asks_first(list, &block)
    return :none unless block && list
    list.each(&block)
  end
  def both(wanted, &block)
    if wanted && block || wanted == 5 then block ? 1 : 2 else 3 end
  end
  def forgets(&block) = (block = nil if block; block)
  def within(&block) = [1].map { block ? 7 : 8 }
  def loops(&block) = (for _ in [1] do return block ? 1 : 2 end)
  assert_equal [2, :none, :none, "1"], [asks { |x| x + 1 }, asks, asks(&nil), asks(&:to_s)]
  assert_equal [[1, 2], :none, :none], [asks_first([1, 2]) { }, asks_first([1]), asks_first(nil) { }]
  assert_equal [3, 1, 2, 3], [both(true), both(true) { }, both(5), both(nil) { }]
  assert_equal [nil, nil, [8], [7], 2, 1], [forgets, forgets { }, within, within { }, loops, loops { }]
  3.times { asks { |x| x } }
  before = GC.stat(:total_allocated_objects)
  100.times { asks { |x| x } }
  assert GC.stat(:total_allocated_objects) - before < 50
end

# A block parameter that blocks within the method pass on.
module PassedWithin
  class << self
    def told(*given) = block_given? ? yield(*given) : [:none, *given]
    def named(*given, &block) = block ? block.call(*given) : [:none, *given]

    def mapped(&block) = [1].map { |x| told(x, &block) }
    def named_mapped(&block) = [1].map { |x| named(x, &block) }
    def deep(&block) = [1].map { |x| -> { told(x, &block) }.call }
    def asked(&block) = [1].map { |x| block ? told(x, &block) : [:none, x] }
    def read_too(&block) = [1].map { |x| [block.class, told(x, &block)].last }
    def threaded(&block) = [Thread.new { told(1, &block) }.value]
    def in_fiber(&block) = [Fiber.new { told(1, &block) }.resume]
    def later(&block) = [proc { |x| told(x, &block) }].map { |made| made.call(1) }
    def executed(&block) = [Object.new.instance_exec(1) { |x| PassedWithin.told(x, &block) }]
    def anonymous(&) = [1].map { |x| told(x, &) }
    def evaluated(&block) = [1].map { |x| eval("told(x, &block)") }
    def looped(&block)
      all = []
      for x in 1..1 do all << told(x, &block) end
      all
    end
    def kept(&block)
      all = [1].map { |x| told(x, &block) }
      @kept = block
      all
    end

    def assigned(&block)
      before = [1].map { |x| told(x, &block) }
      block = ->(x) { [:other, x] }
      before + [1].map { |x| told(x, &block) }
    end

    def assigned_within(&block)
      [1].each { block = ->(x) { [:inner, x] } }
      [1].map { |x| told(x, &block) }
    end

    def own(&block) = [1].map { |x, &block| told(x, &block) }
    def returned(&block) = ->(x) { told(x, &block) }
    def facts(&block) = [1].map { read_facts(&block) }.first
    def read_facts(&block) = [block.arity, block.lambda?]
    def stopped(&block) = [1, 2, 3].each { |x| told(x, &block) }
    def broken = stopped { |x| break [:broken, x] if x == 2 }
    def left = (stopped { |x| return [:left, x] if x == 2 }; :not_left)
    def recalled(&block)
      made = proc { |x| told(x, &block) }
      [made.binding.local_variable_get(:block).class, made.call(1)]
    end

    def defining(&block)
      object = Object.new
      object.define_singleton_method(:run) { |x, &own| [PassedWithin.told(x, &block), PassedWithin.told(x, &own)] }
      object
    end
  end

  class Root
    def told(*given, &block) = PassedWithin.named(*given, &block)
  end

  class Child < Root
    def told(*given, &block) = [1].map { |x| super(x, &block) }
  end
end

spec "blocks within a method pass its block on, whatever runs them" do
  %i[mapped named_mapped deep asked read_too threaded in_fiber later executed anonymous evaluated looped kept].each do |name|
    assert_equal [name, [[:given, 1]]], [name, PassedWithin.public_send(name) { |x| [:given, x] }]
    assert_equal [name, [[:none, 1]]], [name, PassedWithin.public_send(name)]
    assert_equal [name, ["1"]], [name, PassedWithin.public_send(name, &:to_s)]
  end
  assert_equal [[:given, 1]], PassedWithin::Child.new.told(1) { |x| [:given, x] }
end

spec "a block parameter that changes is passed on as it is then" do
  assert_equal [[:given, 1], [:other, 1]], PassedWithin.assigned { |x| [:given, x] }
  assert_equal [[:inner, 1]], PassedWithin.assigned_within { |x| [:given, x] }
  assert_equal [[:none, 1]], PassedWithin.own { |x| [:given, x] }
end

spec "what was passed on is a Proc where one is asked for, lives on behind the method, and can be left" do
  assert_equal [:given, 5], PassedWithin.returned { |x| [:given, x] }.call(5)
  assert_equal [2, false], PassedWithin.facts { |a, b| }
  assert_equal [1, true], PassedWithin.facts(&->(a) { })
  assert_equal [:broken, 2], PassedWithin.broken
  assert_equal [:left, 2], PassedWithin.left
  assert_equal [Proc, [:given, 1]], PassedWithin.recalled { |x| [:given, x] }
  assert_equal [[:outer, 1], [:own, 1]], PassedWithin.defining { |x| [:outer, x] }.run(1) { |x| [:own, x] }
  assert_equal [[:none, 1], [:own, 1]], PassedWithin.defining.run(1) { |x| [:own, x] }
end
