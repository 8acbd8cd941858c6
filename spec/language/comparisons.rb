require_relative "../harness"

# ==, equal?, eql?, ===, <=> and what Comparable makes of the last.

class SpecVersion
  include Comparable
  attr_reader :number

  def initialize(number)
    @number = number
  end

  def <=>(other)
    number <=> other.number if other.is_a?(SpecVersion)
  end

  def inspect
    "v#{number}"
  end

  def succ
    SpecVersion.new(number + 1)
  end
end

def v(number)
  SpecVersion.new(number)
end

spec "Comparable makes the six operators of <=>" do
  assert_equal [true, false, true, true, false, true], [v(1) < v(2), v(1) > v(2), v(1) <= v(1), v(1) >= v(1), v(1) == v(2), v(1) != v(2)]
end

spec "== of Comparable is true for the same object, and asks <=> otherwise" do
  assert_equal true, v(1) == v(1)
  assert_equal false, v(1) == 5
end

spec "comparing what cannot be compared raises" do
  assert_raises(ArgumentError, "comparison of SpecVersion with 5 failed") { v(1) < 5 }
  assert_raises(ArgumentError, "comparison of SpecVersion with nil failed") { v(1) >= nil }
  assert_raises(ArgumentError, "comparison of SpecVersion with String failed") { v(1) < "a" }
end

spec "between? and clamp" do
  assert_equal [true, false], [v(2).between?(v(1), v(3)), v(4).between?(v(1), v(3))]
  assert_equal [1, 2, 3], [v(0).clamp(v(1), v(3)).number, v(2).clamp(v(1), v(3)).number, v(9).clamp(v(1), v(3)).number]
  assert_equal 3, 9.clamp(..3)
  assert_equal 5, 2.clamp(5..)
  assert_raises(ArgumentError, "min argument must be less than or equal to max argument") { 1.clamp(3, 2) }
  assert_raises(ArgumentError, "cannot clamp with an exclusive range") { 1.clamp(1...2) }
end

spec "sort, min, max and minmax use <=>" do
  list = [v(3), v(1), v(2)]
  assert_equal "[v1, v2, v3]", list.sort.inspect
  assert_equal [1, 3], [list.min.number, list.max.number]
  assert_equal "[v1, v3]", list.minmax.inspect
end

spec "sort refuses what cannot be compared" do
  assert_raises(ArgumentError, "comparison of Integer with String failed") { [1, "a"].sort }
  mixed = ["a", 1]
  assert_raises(ArgumentError, "comparison of String with 1 failed") { mixed.max }
  assert_raises(ArgumentError, "comparison of Integer with String failed") { mixed.reverse.max }
  assert_raises(ArgumentError, "comparison of Integer with nil failed") { [3, nil].sort }
end

spec "a <=> may give any number" do
  made = Class.new do
    include Comparable
    attr_reader :n
    def initialize(n) = @n = n
    def <=>(other) = (n - other.n) * 1000.0
  end
  assert_equal [1, 2, 3], [made.new(2), made.new(3), made.new(1)].sort.map { |x| x.n }
  assert_equal true, made.new(1) < made.new(2)
end

spec "an exception in <=> passes through ==" do
  made = Class.new do
    include Comparable
    def <=>(other) = raise("no order")
  end
  assert_raises(RuntimeError, "no order") { made.new == made.new }
end

spec "=== is == unless the class says otherwise" do
  assert_equal [true, false], [1 === 1, 1 === 2]
  assert_equal [true, false], [Integer === 1, Integer === "a"]
  assert_equal [true, false], [/a/ === "cat", /a/ === 5]
  assert_equal [true, true], [(1..5) === 3, :a === :a]
  assert_equal [true, true], [/a/ === :cat, Comparable === "a"]
end

spec "eql? and hash decide hash keys and uniq" do
  made = Class.new do
    attr_reader :n
    def initialize(n) = @n = n
    def eql?(other) = n == other.n
    def hash = n.hash
  end
  assert_equal 2, [made.new(1), made.new(1), made.new(2)].uniq.size
  assert_equal :found, { made.new(5) => :found }[made.new(5)]
end

spec "!= is the contrary of == unless defined" do
  made = Class.new { def ==(other) = true }
  assert_equal false, made.new != 5
  odd = Class.new { def !=(other) = :odd }
  assert_equal :odd, odd.new != 5
end

spec "=~ and !~ may be defined" do
  made = Class.new { def =~(other) = other == 1 ? 0 : nil }
  assert_equal [0, nil, false, true], [made.new =~ 1, made.new =~ 2, made.new !~ 1, made.new !~ 2]
end

spec "numbers of different classes are equal by value, eql? by class too" do
  assert_equal [true, true, true], [1 == 1.0, 1 == Rational(1), 1 == Complex(1, 0)]
  assert_equal [false, false], [1.eql?(1.0), 1.eql?(Rational(1))]
end

spec "an unknown other is asked with the operands exchanged" do
  made = Class.new { def ==(other) = other == 7 }
  assert_equal [true, false], [7 == made.new, 8 == made.new]
end

spec "arrays compare element by element" do
  assert_equal [-1, 0, 1, -1, nil], [[1, 2] <=> [1, 3], [1] <=> [1], [2] <=> [1, 9], [1] <=> [1, 2], [1] <=> ["a"]]
end

spec "strings compare by their bytes" do
  assert_equal [-1, 1, 0, 1, nil], ["a" <=> "b", "b" <=> "a", "a" <=> "a", "ab" <=> "a", "a" <=> 1]
  assert_equal [true, true], ["Z" < "a", "é" > "z"]
end

spec "nil, true and false compare with themselves only" do
  assert_equal [0, nil, 0, nil], [nil <=> nil, nil <=> 1, true <=> true, true <=> false]
  assert_equal [false, true, true, false], [nil & true, true & 1, nil | 1, true ^ true]
end

spec "modules are compared by their ancestors, whatever a class makes of < and is_a?" do
  upper = Class.new do
    def self.<(_other) = false
    def self.<=(_other) = false
    def self.is_a?(_other) = false
  end
  lower = Class.new(upper)
  assert_equal [true, true, 1, -1], [Module.instance_method(:>).bind_call(upper, lower), upper >= lower, upper <=> lower, lower <=> upper]
  assert_equal [false, false, nil], [lower > upper, lower >= upper, upper <=> Comparable]
  assert_equal [true, 0, false], [upper >= upper, upper <=> upper, upper > upper]
end

spec "an undefined != is missed, also where == is there" do
  without = Class.new { undef_method :!= }
  taker = Class.new { undef_method :!=; def method_missing(name, *arguments) = [name, *arguments] }
  bare = Class.new { instance_methods.each { |name| undef_method(name) if name.match?(/\A\W+\z/) }; def method_missing(name, *) = name }
  assert_raises(NoMethodError, /\Aundefined method '!=' for an instance of /) { without.new != 1 }
  assert_raises(NoMethodError) { :wrong if without.new != without.new }
  assert_equal [[:!=, 1], :!=, :==, :!], [taker.new != 1, bare.new != 1, bare.new == 1, !bare.new]
  without.class_eval { def !=(other) = [:own, other] }
  assert_equal [:own, 2], without.new != 2
end
