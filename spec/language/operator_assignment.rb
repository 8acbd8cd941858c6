require_relative "../harness"

spec "a binary operator may be joined with assignment" do
  x = 10
  x += 5
  x -= 1
  x *= 2
  x /= 4
  x **= 2
  x %= 30
  x <<= 3
  x >>= 1
  x |= 1
  x &= 0b1111
  x ^= 0b0011
  assert_equal 14, x
end

spec "its value is the new value" do
  x = 1
  assert_equal 3, (x += 2)
end

spec "||= assigns when the value is nil or false" do
  x = nil
  x ||= 1
  x ||= 2
  y = false
  y ||= 3
  assert_equal [1, 3], [x, y]
end

spec "||= on a name never seen defines it" do
  fresh_name ||= 5
  assert_equal 5, fresh_name
end

spec "&&= assigns when the value is truthy" do
  x = 1
  x &&= x + 1
  y = nil
  y &&= 5
  assert_equal [2, nil], [x, y]
end

spec "||= and &&= do not evaluate the right side without need" do
  x = 1
  x ||= raise
  y = nil
  y &&= raise
  assert_equal [1, nil], [x, y]
end

spec "instance variables, globals and class variables" do
  @spec_count ||= 1
  @spec_count += 1
  $spec_op_count ||= 5
  $spec_op_count -= 1
  made = eval("class SpecClassVariable; @@n ||= 1; @@n += 2; @@n &&= @@n * 2; def self.n; @@n; end; self; end")
  assert_equal [2, 4, 6], [@spec_count, $spec_op_count, made.n]
end

spec "constants" do
  module SpecOpConstants
    LIST ||= [1]
    LIST ||= [2]
  end
  SpecOpConstants::OTHER ||= 3
  assert_equal [[1], 3], [SpecOpConstants::LIST, SpecOpConstants::OTHER]
end

class SpecLogged
  attr_reader :log
  def initialize
    @log = []
    @value = nil
    @table = {}
  end

  def value
    @log << :get
    @value
  end

  def value=(value)
    @log << :set
    @value = value
  end

  def [](*keys)
    @log << [:get, *keys]
    @table[keys]
  end

  def []=(*keys, value)
    @log << [:set, *keys]
    @table[keys] = value
  end
end

spec "attributes are read once, and written only when needed" do
  thing = SpecLogged.new
  thing.value ||= 1
  thing.value ||= 2
  thing.value += 5
  thing.value &&= 9
  assert_equal 9, thing.value
  assert_equal [:get, :set, :get, :get, :set, :get, :set, :get], thing.log
end

spec "elements are read once, and written only when needed" do
  thing = SpecLogged.new
  thing[1, 2] ||= 1
  thing[1, 2] ||= 2
  thing[1, 2] += 5
  assert_equal 6, thing[1, 2]
  assert_equal [[:get, 1, 2], [:set, 1, 2], [:get, 1, 2], [:get, 1, 2], [:set, 1, 2], [:get, 1, 2]], thing.log
end

spec "receiver and index are evaluated once" do
  count = 0
  list = [1, 2]
  receiver = -> { count += 1; list }
  index = -> { count += 10; 1 }
  receiver.call[index.call] += 5
  assert_equal [11, [1, 7]], [count, list]
end

spec "a splatted index" do
  thing = SpecLogged.new
  keys = [1, 2]
  thing[*keys] ||= 4
  thing[*keys] += 1
  thing[0, *keys] ||= 8
  assert_equal [5, 8], [thing[1, 2], thing[0, 1, 2]]
end

spec "the value of an attribute assignment is the right side" do
  made = Class.new do
    def value
      1
    end

    def value=(x)
      :ignored
    end
  end
  assert_equal 3, (made.new.value += 2)
  assert_equal 1, (made.new.value ||= 2)
end

spec "elements of hashes and arrays" do
  table = Hash.new(0)
  "banana".each_char { |letter| table[letter] += 1 }
  assert_equal({ "b" => 1, "a" => 3, "n" => 2 }, table)
  lists = {}
  (lists[:a] ||= []) << 1
  (lists[:a] ||= []) << 2
  assert_equal({ a: [1, 2] }, lists)
end

spec "&. with an operator assignment does nothing on nil" do
  nothing = nil
  assert_equal nil, (nothing&.value += 1)
  assert_equal nil, (nothing&.value ||= raise)
  thing = SpecLogged.new
  thing&.value ||= 3
  thing&.value += 4
  assert_equal 7, thing.value
end

spec "private attributes may be written through self" do
  made = Class.new do
    def go
      self.count ||= 1
      self.count += 1
      count
    end

    private

    attr_accessor :count
  end
  assert_equal 2, made.new.go
end

spec "user operators take part" do
  made = Class.new do
    attr_reader :n
    def initialize(n)
      @n = n
    end

    def +(other)
      self.class.new(n + other)
    end
  end
  x = made.new(1)
  y = x
  x += 5
  assert_equal [6, 1], [x.n, y.n]
end

spec "+= makes a new String or Array, << changes it" do
  a = "a".dup
  b = a
  a += "x"
  assert_equal ["ax", "a"], [a, b]
  list = [1]
  same = list
  list += [2]
  assert_equal [[1, 2], [1]], [list, same]
end

spec "a rescue modifier belongs to the right side" do
  x = 1
  x += raise("x") rescue 5
  assert_equal 6, x
end

spec "an array may grow by another" do
  x = [1]
  x += [2, 3]
  assert_equal [1, 2, 3], x
end

spec "in a block the variable outside is changed" do
  total = 0
  [1, 2, 3].each { |n| total += n }
  hits = nil
  2.times { (hits ||= []) << 1 }
  assert_equal [6, [1, 1]], [total, hits]
end

spec "nil does not know the operator" do
  x = nil
  assert_raises(NoMethodError, "undefined method '+' for nil") { x += 1 }
end
