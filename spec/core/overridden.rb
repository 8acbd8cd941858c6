require_relative "../harness"
require_relative "../outside"

# What a subclass overrides is called by the core's other methods only where the reference calls it: a Hash whose `[]=`
# is `merge!` must not go round in circles. Each method is called on an instance that overrides just one other.

CALLED = Class.new(StandardError)
SAMPLES = {
  String => ["hello world", [[], ["l"], ["l", "x"], [1], [1, 2], [/l/], [/l/, "x"], ["UTF-8"], [10, "ab"]]],
  Array => [[3, 1, 2], [[], [1], [1, 2], [[1, 2]], [0..1], ["x"]]],
  Hash => [{ a: 1, "b" => 2 }, [[], [:a], [:a, 1], [{ c: 3 }], ["b", nil]]]
}.freeze
# What the reference calls.
CALLS = { String => [], Array => [], Hash => [] }.freeze

def overriding(kind, sample, name)
  object = Class.new(kind) { define_method(name) { |*, **, &_| raise CALLED } }.allocate
  case object
  when Hash then sample.each { |key, value| Hash.instance_method(:store).bind_call(object, key, value) }
  else kind.instance_method(:replace).bind_call(object, sample)
  end
  object
end

def calls?(kind, sample, name, overridden, argument_lists)
  argument_lists.product([true, false]).any? do |arguments, block|
    object = overriding(kind, sample, overridden)
    block ? object.__send__(name, *arguments) { |first, *| first } : object.__send__(name, *arguments)
    false
  rescue CALLED
    true
  rescue StandardError
    false
  end
end

def quietly
  before, $VERBOSE, errors = $VERBOSE, nil, $stderr.dup
  $stderr.reopen(File::NULL)
  yield
ensure
  $stderr.reopen(errors)
  $VERBOSE = before
end

# The overridden methods that matter are those that programs override, and those that a core method may be tempted to use.
{
  String => [
    %i[<< [] []= <=> == length size bytesize byteslice empty? encode replace each_char to_s concat ascii_only? gsub sub],
    %i[
      [] []= slice slice! byteslice insert center ljust rjust chomp! chop! strip! lstrip! rstrip! concat prepend partition rpartition
      capitalize! delete! gsub! sub! next! succ! reverse! squeeze! swapcase! tr! tr_s! upcase! downcase! encode! upto
      start_with? end_with? index rindex split lines chars each_line each_char count include? * + % =~ to_i to_f hex ord sum
    ]
  ],
  Array => [
    %i[<< [] []= push each map! join uniq entries size length max min delete_at to_a concat replace first],
    %i[
      * + - & | <=> collect! difference union dig intersection max min product repeated_combination slice! first last fetch
      values_at sum join to_s flatten compact rotate reverse sample shuffle zip take drop include? index rindex assoc transpose pack
    ]
  ],
  Hash => [
    %i[[] []= store fetch delete key? each each_pair to_a size update merge! keys values replace],
    %i[
      any? compare_by_identity dig fetch_values merge merge! rehash transform_keys! transform_keys transform_values update values_at
      select reject filter_map invert key sort_by to_a to_h slice except compact delete_if keep_if == > length default_proc
    ] - %i[filter_map sort_by]
  ]
}.each do |kind, (overridden, names)|
  spec "methods of #{kind} don't call those that a subclass overrides" do
    sample, argument_lists = SAMPLES[kind]
    found = quietly do
      overridden.product(names).select do |other, name|
        other != name && seldom_stress_collections { calls?(kind, sample, name, other, argument_lists) }
      end
    end
    assert_equal CALLS.fetch(kind), found.map { |other, name| "#{name} calls #{other}" }.sort
  end
end

spec "Array's searches and comparisons ask an element of a subclass that has operators of its own" do
  [Array, String].each do |kind|
    element = Class.new(kind) { def ==(other) = other == :x }.new
    assert_equal [0, 0, true, 1], [[element].index(:x), [element].rindex(:x), [element].include?(:x), [element].count(:x)]
    assert_equal [nil, false, 0], [[element].index(3), [element].include?(3), [element].count(3)]
    assert_equal [true, false, true, false], [[element] == [:x], [:x] == [element], [[element]] == [[:x]], [element] == [3]]
    assert_equal [element, nil], [[element].delete(:x), [element].delete(3)]
    assert_equal [true, true], [{ a: element } == { a: :x }, Struct.new(:a).then { |kept| kept.new(element) == kept.new(:x) }]
  end
end

spec "Array's hash, eql? and <=> ask an element of a subclass that has these" do
  own = Class.new(Array) { def hash = 7; def eql?(_other) = true; def <=>(_other) = 0 }
  one, two = own.new([1]), own.new([2])
  assert_equal [true, true, 0], [[one].hash == [two].hash, [one].eql?([two]), [one] <=> [two]]
  assert_equal [1, 5], [[[one], [two]].uniq.size, { [one] => 5 }[[two]]]
end

spec "a splat asks nil for to_a, and === of nil, true and false asks ==, where a program has its own" do
  text, status = run_ruby("-e", <<~RUBY)
    def nil.to_a = [2]
    p [1, *nil]
    class TrueClass
      def ==(other) = !other
    end
    p [true === true, true === false, true === 1]
    class NilClass
      undef_method :==
    end
    p((nil === false) ) rescue p $!.class
  RUBY
  assert_equal ["[1, 2]\n[true, true, false]\nNoMethodError\n", 0], [text, status]
end

spec "Enumerable's methods collect by each alone, whatever to_a and sort_by are" do
  own = Class.new do
    include Enumerable
    def each = [3, 1, 2].each { yield it }
    def to_a(*) = raise(CALLED)
    def sort_by = raise(CALLED)
  end.new
  assert_equal [[1, 2], [3, 2], [3, 2], [1, 2], [2, 1, 3]],
               [own.min(2), own.max(2), own.min_by(2) { -it }, own.max_by(2) { -it }, own.reverse_each.map { it }]
  assert_equal [5, 4], Class.new(Range) { def to_a = raise(CALLED) }.new(1, 5).max(2)
end

spec "a Hash's own lambda, proc, < and <= are not called by others, nor an exception's clone" do
  own = Class.new(Hash) { %i[lambda proc < <=].each { |name| define_method(name) { |*| raise CALLED } } }[a: 1]
  assert_equal [1, true, true, true], [own.to_proc.call(:a), own > {}, own >= { a: 1 }, { a: 1, b: 2 } > own]
  assert_equal "b", Class.new(StandardError) { def clone(*) = raise(CALLED) }.new("a").exception("b").message
end

class WithoutPublicSend < BasicObject
  def initialize(number) = @number = number
  def join(other) = ::WithoutPublicSend.new([@number, other.number])
  def number = @number
  def method_missing(*) = ::Kernel.raise(::CALLED)
end

spec "inject calls the method it is given, whatever of public_send an object has" do
  parts = [WithoutPublicSend.new(1), WithoutPublicSend.new(2)]
  assert_equal [1, 2], parts.inject(:join).number
  assert_equal [1, 2], parts.each_entry.inject(:join).number
  own = Class.new { def public_send(*) = raise(CALLED); def join(other) = :joined; private def hidden(other) = 1 }
  assert_equal :joined, [own.new, own.new].inject(:join)
  assert_raises(NoMethodError) { [own.new, own.new].inject(:hidden) }
end

spec "sorting and extremes ask how a built-in class compares where a program has changed it" do
  text, status = run_ruby("-W0", "-e", <<~'RUBY')
    class Integer; def <=>(other) = other.to_i > to_i ? 1 : -1; end
    list = [1, 2, 3]
    p list.sort, list.dup.sort!, list.min, list.max, list.minmax, list.sort_by { _1 }, list.max_by { _1 }, list.max(2), list.each_entry.min, list.each_entry.max
    class String; def <=>(other) = other.length - length; end
    p %w[a bbb cc].sort, %w[a bbb cc].max, %w[a bbb cc].sort_by { _1 }
  RUBY
  assert_equal ["[3, 2, 1]\n[3, 2, 1]\n3\n1\n[3, 1]\n[3, 2, 1]\n1\n[1, 2]\n3\n1\n[\"bbb\", \"cc\", \"a\"]\n\"a\"\n[\"bbb\", \"cc\", \"a\"]\n", 0], [text, status]
end

spec "a short Array is sorted where it stands" do
  list = [3, 1, 2]
  other = list.dup
  part = (1..200).to_a.reverse
  short = part[10, 30]
  assert_equal [true, [1, 2, 3], [3, 1, 2], 190, 161], [list.sort!.equal?(list), list, other, part[10], short.sort![0]]
  assert_equal [%w[a b], [1, 1.5], [], [:a, :b]], [%w[b a].sort!, [1.5, 1].sort!, [].sort!, [:b, :a].sort!]
  assert_raises(ArgumentError, /comparison of (Integer with String|String with 1)/) { [1, "a"].sort! }
  assert_raises(FrozenError, /can't modify frozen Array/) { [2, 1].freeze.sort! }
end

spec "inject asks operators that a program has changed, and no private ones" do
  class Integer
    alias kept_plus +
    def +(other) = 0
  end
  assert_equal [0, 0], [[1, 2, 3].inject(:+), [1, 2, 3].inject(5, :+)]
ensure
  class Integer
    alias + kept_plus
    private :+
  end
  error = [[1, 2].inject(:+)] rescue $!
  class Integer
    public :+
    remove_method :kept_plus
  end
  assert_equal [NoMethodError, 3], [error.class, [1, 2].inject(:+)]
end
