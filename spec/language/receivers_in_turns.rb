# A call whose receivers are of several classes in turns: each must find its own method, whatever the place remembers of the others.

require_relative "../harness"

module InTurns
  class One
    attr_accessor :value
    def initialize(value = 1) = @value = value
    def name = :one
    def add(other) = [:one, other]
    def +(other) = [:one_plus, other]
    def ==(other) = other == :one
    def [](index) = [:one_at, index]
    def []=(index, value)
      @value = [index, value]
    end
    def each = yield(:one)
    def <<(other)
      @value = other
      self
    end
  end

  class Two
    attr_accessor :other, :value
    def initialize(value = 2) = (@other, @value = nil, value)
    def name = :two
    def add(other, more = :more) = [:two, other, more]
    def +(other) = [:two_plus, other]
    def ==(other) = false
    def !=(other) = :asked
    def [](index, *) = [:two_at, index]
    def each = yield(:two)
  end

  class Three
    def name(...) = :three
    def method_missing(name, *arguments) = [:missing, name, arguments.size]
    def respond_to_missing?(*) = true
    def each = yield(:three)
  end

  class Hidden
    def ask(other) = other.name
    protected def name = :hidden
    private def add(other) = :private
  end

  def self.name(object) = object.name
  def self.value(object) = object.value
  def self.add(object) = object.add(1)
  def self.plus(object) = object + 1
  def self.at(object) = object[1]
  def self.equal(object) = object == :one
  def self.differs(object) = object != :one
  def self.each(object) = object.each { |value| return value }
  def self.text(object) = object.to_s
  def self.length(object) = object.length
  def self.make(factory) = factory.new
  def self.call(callable) = callable.call(1)
  def self.kind(object)
    case object
    when Integer, Float then :number
    when "text" then :text
    when One then :one
    when /x/ then :matches
    else :other
    end
  end
end

spec "each receiver's method is called, in any order" do
  one, two, three = InTurns::One.new, InTurns::Two.new, InTurns::Three.new
  20.times do
    [one, two, three, two, one].zip([:one, :two, :three, :two, :one]) { |object, name| assert_equal name, InTurns.name(object) }
    assert_equal [1, 2, [:missing, :value, 0]], [one, two, three].map { |object| InTurns.value(object) }
    assert_equal [[:one, 1], [:two, 1, :more], [:missing, :add, 1]], [one, two, three].map { |object| InTurns.add(object) }
    assert_equal [:one, :two, :three, 1], [one, two, three, [1]].map { |object| InTurns.each(object) }
    assert_equal ["1", "a", "", "1.5", "[]", "sym"], [1, "a", nil, 1.5, [], :sym].map { |object| InTurns.text(object) }
    assert_equal [1, 0, 2], ["a", [], { a: 1, b: 2 }].map { |object| InTurns.length(object) }
    assert_equal [InTurns::One, InTurns::Two, String, Object], [InTurns::One, InTurns::Two, String, Object].map { |factory| InTurns.make(factory).class }
    assert_equal [2, 3, 4], [->(x) { x + 1 }, 2.method(:+), proc { |x| x + 3 }].map { |callable| InTurns.call(callable) }
  end
end

spec "so are operators" do
  one, two = InTurns::One.new, InTurns::Two.new
  20.times do
    assert_equal [[:one_plus, 1], [:two_plus, 1], 3, 2.5], [one, two, 2, 1.5].map { |object| InTurns.plus(object) }
    assert_equal [[:one_at, 1], [:two_at, 1], 8, "b", 1, nil], [one, two, [7, 8], "ab", { 1 => 1 }, {}].map { |object| InTurns.at(object) }
    assert_equal [true, false, false, true], [one, two, 1, :one].map { |object| InTurns.equal(object) }
    assert_equal [false, :asked, true, false], [one, two, 1, :one].map { |object| InTurns.differs(object) }
    assert_equal [:number, :number, :text, :one, :matches, :other, :other], [1, 1.5, "text", one, "x", two, nil].map { |object| InTurns.kind(object) }
  end
  assert_equal [1, [2]], [one, []].map { |object| object << (object == [] ? 2 : 1) }.then { |first, second| [first.value, second] }
  one[3] = 4
  assert_equal [3, 4], one.value
end

spec "what is private or protected stays so" do
  hidden, one = InTurns::Hidden.new, InTurns::One.new
  10.times do
    assert_equal :one, InTurns.name(one)
    assert_raises(NoMethodError) { InTurns.name(hidden) }
    assert_equal [:hidden, :one], [hidden.ask(InTurns::Hidden.new), hidden.ask(one)]
    assert_raises(NoMethodError) { InTurns.add(hidden) }
    assert_equal [:one, 1], InTurns.add(one)
  end
  secret = Class.new { private def +(other) = :secret }.new
  5.times do
    assert_raises(NoMethodError) { InTurns.plus(secret) }
    assert_equal 2, InTurns.plus(1)
  end
end

spec "a method that is defined, removed or undone is found again" do
  one, two = InTurns::One.new, InTurns::Two.new
  both = -> { [one, two].map { |object| [InTurns.name(object), InTurns.plus(object)] } }
  3.times { assert_equal [[:one, [:one_plus, 1]], [:two, [:two_plus, 1]]], both.call }
  def two.name = :singleton
  def one.+(other) = :singleton_plus
  3.times { assert_equal [[:one, :singleton_plus], [:singleton, [:two_plus, 1]]], both.call }
  InTurns::One.prepend(Module.new { def name = [:prepended, super] })
  3.times { assert_equal [[[:prepended, :one], :singleton_plus], [:singleton, [:two_plus, 1]]], both.call }
  two.singleton_class.send(:remove_method, :name)
  one.singleton_class.send(:remove_method, :+)
  3.times { assert_equal [[[:prepended, :one], [:one_plus, 1]], [:two, [:two_plus, 1]]], both.call }
  InTurns::Two.class_eval { undef_method :+ }
  3.times { assert_raises(NoMethodError) { InTurns.plus(two) } }
end

spec "classes and code that come and go leave nothing behind" do
  300.times do |turn|
    first = Class.new { define_method(:name) { turn } }
    second = Class.new { class_eval "def name = -#{turn}\ndef +(other) = #{turn}" }
    ask = eval("->(object) { object.name }")
    2.times do
      assert_equal [turn, -turn], [InTurns.name(first.new), InTurns.name(second.new)]
      assert_equal [turn, -turn, turn], [ask.call(first.new), ask.call(second.new), InTurns.plus(second.new)]
    end
    GC.start if turn % 100 == 50
  end
end

spec "an error names its own method" do
  failing = ->(object) { object.fetch(5) }
  3.times do
    begin
      failing.call([1])
    rescue IndexError => error
      assert_equal "fetch", error.backtrace_locations.first.base_label
    end
    begin
      failing.call({ 1 => 1 })
    rescue KeyError => error
      assert_equal "fetch", error.backtrace_locations.first.base_label
    end
  end
end

module ManyInTurns
  module Tail
    def told(...) = [:tail, *super]
  end

  class Root
    attr_reader :given
    def initialize(*given) = @given = given
    def told(*given) = [:root, *given]
    def [](index) = index
    def changed = :root
  end

  # Each with a `super` of one place: `told`, `initialize` and `changed` are methods of a module.
  module Middle
    def initialize(given, *rest)
      super(given)
      @rest = rest
    end
    def told(given) = [self.class.number, *super]
    def [](index) = super + 1
    def changed = [:middle, super]
  end

  CLASSES = Array.new(40) do |index|
    Class.new(Root) do
      include Tail if index % 3 == 0
      include Middle
      define_singleton_method(:number) { index }
    end
  end

  def self.expected(index, given) = [index, *(:tail if index % 3 == 0), :root, given]
end

spec "a super of one place finds the method above for receivers of many classes in turns" do
  3.times do
    ManyInTurns::CLASSES.each_with_index do |made, index|
      object = made.new(:a, :b)
      assert_equal [:a], object.given
      assert_equal ManyInTurns.expected(index, :c), object.told(:c)
      assert_equal 6, object[5]
      assert_equal [:middle, :root], object.changed
    end
  end
end

spec "what changes above such a super holds at once, for the classes that find it alone" do
  objects = ManyInTurns::CLASSES.map { |made| made.new(:a) }
  2.times { objects.each { |object| assert_equal [:middle, :root], object.changed } }
  ManyInTurns::Tail.define_method(:changed) { :between }
  2.times do
    objects.each_with_index { |object, index| assert_equal [:middle, index % 3 == 0 ? :between : :root], object.changed }
  end
  verbose, $VERBOSE = $VERBOSE, nil
  ManyInTurns::Root.define_method(:changed) { :changed }
  $VERBOSE = verbose
  objects.each_with_index { |object, index| assert_equal [:middle, index % 3 == 0 ? :between : :changed], object.changed }
end
