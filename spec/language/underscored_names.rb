require_relative "../harness"

class Underscored
  attr_reader :__state

  def initialize
    @__state = 1
    @__ = 2
  end
end

UnderscoredMember = Struct.new(:name)

spec "instance variables whose names begin with underscores are a program's like any others" do
  object = Underscored.new
  assert_equal [:@__state, :@__], object.instance_variables
  shown = object.inspect.match?(/ @__state=1, @__=2>\z/)
  assert_equal [true, 1], [shown, object.__state]
  object.instance_variable_set(:@__other, 3)
  assert_equal [3, true], [object.instance_variable_get("@__other"), object.instance_variable_defined?(:@__other)]
  copy = Marshal.load(Marshal.dump(object))
  assert_equal [[:@__state, :@__, :@__other], 3], [copy.instance_variables, copy.remove_instance_variable(:@__other)]
end

spec "they have nothing to do with what the core classes keep" do
  record = UnderscoredMember.new(1)
  record.instance_variable_set(:@__name, 5)
  assert_equal [1, 5, [:@__name]], [record.name, record.instance_variable_get(:@__name), record.instance_variables]
  error = ArgumentError.new("text")
  error.instance_variable_set(:@__message, 7)
  assert_equal ["text", [:@__message]], [error.message, error.instance_variables]
  queue = Thread::Queue.new([1])
  queue.instance_variable_set(:@__items, nil)
  assert_equal 1, queue.pop
end

spec "a name that is none is refused" do
  assert_raises(NameError, "'@ name' is not allowed as an instance variable name") { Object.new.instance_variable_get("@ name") }
  assert_raises(NameError, "'__state' is not allowed as an instance variable name") { Object.new.instance_variable_set(:__state, 1) }
end

spec "a thread's locals of such names" do
  Thread.current[:@__recursion] = 1
  assert_equal [1, true], [Thread.current[:@__recursion], Thread.current.key?(:@__recursion)]
  assert_equal "[[...]]", [].tap { |list| list << list }.inspect
  Thread.current[:@__recursion] = nil
end

class UnderscoredThread < Thread
  def __finish(*) = raise("not yours")
  def __deliver(*) = raise("not yours")
  alias __again __finish
end

spec "methods of such names are a program's too" do
  assert_equal [:__again, :__deliver, :__finish], UnderscoredThread.instance_methods(false).sort
  assert_equal 3, UnderscoredThread.new { 3 }.value
  assert_equal false, Thread.new {}.join.respond_to?(:__finish, true)
  assert_raises(NoMethodError, /undefined method '__finish' for an instance of Thread/) { Thread.current.__finish }
end

class UnderscoredReceiver
  def m(*list, **names, &block) = [list, names, block&.call]
end

class UnderscoredCalls < UnderscoredReceiver
  def m(_, _ = 3, *_, _, k: 1) = super
  def o(_, &_) = super
  def n(_a, _a) = [_a, binding.local_variables, binding.local_variable_get(:_a)]
end

spec "super without arguments passes on each of several parameters of one name" do
  assert_equal [[1, 2, 3, 4], { k: 5 }, nil], UnderscoredCalls.new.m(1, 2, 3, 4, k: 5)
  changed = Class.new(UnderscoredReceiver) { def m(_a, _a) = (_a = 7; [8].each { return super }) }
  assert_equal [[7, 2], {}, nil], changed.new.m(1, 2)
  with_block = Class.new(UnderscoredReceiver) { def m(_a, &_a) = super }
  assert_equal [[1], {}, 9], with_block.new.m(1) { 9 }
  assert_equal [1, [:_a], 1], UnderscoredCalls.new.n(1, 2)
end

spec "parameters of one name are all told" do
  assert_equal [[:req, :_], [:opt, :_], [:rest, :_], [:req, :_], [:key, :k]], UnderscoredCalls.instance_method(:m).parameters
  assert_equal [[:opt, :_], [:opt, :_], [:rest, :_], [:key, :_], [:keyrest, :_], [:block, :_]], proc { |_, _, *_, _: 1, **_, &_| }.parameters
  assert_equal [[:req, :_], [:block, :_]], UnderscoredCalls.instance_method(:o).parameters
end

spec "super without arguments passes on the method's parameters, whatever blocks around it call theirs" do
  blocks = Class.new(UnderscoredReceiver) { def m(a, *, k: 1, **) = [5].each { |a, *, k: 2, **| return super } }
  given = blocks.new.m(1, 2, k: 3, z: 4)
  assert_equal [[[1, 2], { z: 4, k: 3 }, nil], %i[z k]], [given, given[1].keys]
end
