require_relative "../harness"

# Local, instance and class variables: where each can be seen.

spec "assignment gives the assigned value" do
  a = (b = 5)
  assert_equal 5, a
  assert_equal 5, b
end

spec "a variable assigned in code that never ran is nil" do
  if false
    never = 1
  end
  assert_equal nil, never
end

spec "a variable assigned in its own right side is nil there" do
  self_made = self_made
  assert_equal nil, self_made
end

spec "a modifier's assignment does not define the name before it" do
  assert_raises(NameError) { eval("late_name if (late_name = 2 - 1)") }
end

spec "a block sees and changes the variables around it" do
  total = 0
  [1, 2, 3].each { |n| total += n }
  assert_equal 6, total
end

spec "a variable born in a block dies with it" do
  [1].each { inner_only = 1 }
  assert_raises(NameError) { inner_only }
end

spec "each call of a block has its own variables" do
  seen = []
  2.times do |i|
    fresh = fresh || i
    seen << fresh
  end
  assert_equal [0, 1], seen
end

spec "a block parameter shadows the outer variable" do
  x = 1
  [5].each { |x| x = 9 }
  assert_equal 1, x
end

spec "a block-local variable after a semicolon shadows too" do
  x = 1
  [5].each { |n; x| x = n }
  assert_equal 1, x
end

def spec_peek
  outer_local
end

spec "a method does not see the variables around its definition" do
  outer_local = 1
  error = assert_raises(NameError) { spec_peek }
  assert_equal "undefined local variable or method 'outer_local' for main", error.message
  assert_equal :outer_local, error.name
end

spec "a class body does not see the variables around it" do
  around = 1
  error = assert_raises(NameError) do
    class SpecScope
      around
    end
  end
  assert_equal "undefined local variable or method 'around' for class SpecScope", error.message
end

spec "while, if, case and begin open no scope" do
  i = 0
  while i < 1
    in_while = :w
    i += 1
  end
  if true
    in_if = :i
  end
  case 1
  when 1 then in_case = :c
  end
  begin
    in_begin = :b
  end
  assert_equal [:w, :i, :c, :b], [in_while, in_if, in_case, in_begin]
end

spec "for opens no scope and leaves its variable" do
  for n in [1, 2, 3]
    last = n
  end
  assert_equal 3, n
  assert_equal 3, last
end

spec "a local variable wins over a method of the same name" do
  puts_count = 1
  def puts_count
    2
  end
  assert_equal 1, puts_count
  assert_equal 2, puts_count()
  assert_equal 2, self.puts_count
end

spec "a name that is neither is reported by how it was used" do
  assert_raises(NameError, "undefined local variable or method 'nothing_here' for main") { nothing_here }
  assert_raises(NoMethodError, "undefined method 'nothing_here' for main") { nothing_here() }
  assert_raises(NoMethodError, "undefined method 'nothing_here' for main") { self.nothing_here }
  assert_raises(NoMethodError, "undefined method 'nothing_here' for main") { nothing_here 1 }
end

spec "an instance variable never set is nil" do
  assert_equal nil, @never_set
  assert_equal false, instance_variable_defined?(:@never_set)
end

class SpecHolder
  def initialize(a)
    @a = a
  end

  def a
    @a
  end

  def add_many(count)
    count.times { |i| instance_variable_set("@v#{i}", i) }
  end
end

spec "each object has its own instance variables" do
  one = SpecHolder.new(1)
  two = SpecHolder.new(2)
  assert_equal 1, one.a
  assert_equal 2, two.a
end

spec "an object may hold very many instance variables" do
  holder = SpecHolder.new(1)
  holder.add_many(200)
  assert_equal 201, holder.instance_variables.size
  assert_equal 199, holder.instance_variable_get(:@v199)
  assert_equal 1, holder.a
end

spec "a block keeps the instance variables of its self" do
  @kept = 1
  [1].each { @kept += 1 }
  assert_equal 2, @kept
end

spec "setting a variable of a frozen object raises" do
  holder = SpecHolder.new(1).freeze
  error = assert_raises(FrozenError) { holder.instance_variable_set(:@a, 2) }
  assert error.message.start_with?("can't modify frozen SpecHolder: #<SpecHolder:0x")
  assert error.receiver.equal?(holder)
end

class SpecCounted
  @@count = 0

  def self.count
    @@count
  end

  def bump
    @@count += 1
  end
end

class SpecCountedToo < SpecCounted
  def bump_twice
    @@count += 2
  end
end

spec "a class variable is shared by a class, its instances and its subclasses" do
  SpecCounted.new.bump
  SpecCountedToo.new.bump_twice
  assert_equal 3, SpecCounted.count
end

spec "a class variable never set raises NameError" do
  error = assert_raises(NameError) do
    class SpecCounted
      @@missing
    end
  end
  assert_equal "uninitialized class variable @@missing in SpecCounted", error.message
end

spec "a class variable at the top level raises" do
  assert_raises(RuntimeError, "class variable access from toplevel") { eval("@@top", TOPLEVEL_BINDING) }
end

spec "a class variable set in a superclass after the subclass had one is overtaken" do
  class SpecOvertakenBase; end
  class SpecOvertaken < SpecOvertakenBase
    @@late = 1
    def self.late
      @@late
    end
  end
  class SpecOvertakenBase
    @@late = 2
  end
  error = assert_raises(RuntimeError) { SpecOvertaken.late }
  assert_equal "class variable @@late of SpecOvertaken is overtaken by SpecOvertakenBase", error.message
end

class SpecOwn
  @setting = :class_level

  class << self
    attr_reader :setting
  end

  def setting
    @setting
  end
end

spec "an instance variable in a class body belongs to the class" do
  assert_equal :class_level, SpecOwn.setting
  assert_equal nil, SpecOwn.new.setting
end

spec "local_variables lists what is visible, inner first" do
  outer = 1
  [2].each do |inner|
    names = local_variables
    assert_equal [:inner, :names, :outer], names.first(3)
  end
end

spec "a variable may be named in any script" do
  größe = 1
  名前 = 2
  assert_equal 3, größe + 名前
end

spec "many locals in one scope" do
  a0 = 0; a1 = 1; a2 = 2; a3 = 3; a4 = 4; a5 = 5; a6 = 6; a7 = 7; a8 = 8; a9 = 9
  b0 = 0; b1 = 1; b2 = 2; b3 = 3; b4 = 4; b5 = 5; b6 = 6; b7 = 7; b8 = 8; b9 = 9
  c0 = 0; c1 = 1; c2 = 2; c3 = 3; c4 = 4; c5 = 5; c6 = 6; c7 = 7; c8 = 8; c9 = 9
  sum = [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9].sum
  assert_equal 135, sum
end

spec "a scope with three hundred locals" do
  names = (0...300).map { |i| "v#{i}" }
  code = names.map { |name| "#{name} = #{name.delete("v")}" }.join("\n") + "\n" + names.join(" + ")
  assert_equal 44850, eval(code)
end

spec "variables of bare objects, whatever else of their class was made when their number grew" do
  many = Object.new
  40.times { |index| many.instance_variable_set("@v#{index}", index) }
  reader, writer = IO.pipe
  [reader, writer].each(&:close)
  IO::Buffer.new(8).free
  Mutex.new
  [1].each.next
  few = Object.new
  def few.itself_again = self
  few.instance_variable_set(:@one, 1)
  assert_equal [1, [:@one], 39], [few.instance_variable_get(:@one), few.instance_variables, many.instance_variable_get(:@v39)]
end

module SpecReadVariable
  def read = @wanted
end

spec "one place reads variables of classes, modules and objects, wherever each keeps them" do
  first = Class.new { extend SpecReadVariable; @other = 0; @wanted = 1 }
  second = Module.new { extend SpecReadVariable; @wanted = 2; @other = 0 }
  third = Class.new { include SpecReadVariable; def initialize = (@a = @b = 0; @wanted = 3) }.new
  none = Class.new { extend SpecReadVariable }
  assert_equal [1, 2, 3, nil, 1, 3, 2, nil], [first, second, third, none, first, third, second, none].map(&:read)
  first.remove_instance_variable(:@wanted)
  assert_equal [nil, 2], [first.read, second.read]
  first.instance_variable_set(:@wanted, 4)
  assert_equal [4, 2, 3], [first.read, second.read, third.read]
end
