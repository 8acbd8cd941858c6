require_relative "../harness"
require_relative "../outside"

# Most methods that a program loads are never called: their code is made at the first call.

module PackedMethods
  PLACE = :outside

  def never_called(list)
    list.map { |one| one.map { |two| two.map { |three| [three, "a text", 12345678901234567890, /pattern/] } } }
  end

  class << self
    def define(owner)
      owner.class_eval do
        def place = [self.class::PLACE, PLACE]
        def in_block = [1].map { PLACE }
      end
    end
  end
end

class PackedOne
  PLACE = :one
  PackedMethods.define(self)
end

class PackedTwo
  PLACE = :two
  PackedMethods.define(self)
end

spec "a method that was defined twice before its first call sees what each definition does" do
  assert_equal [:two, :outside], PackedTwo.new.place
  assert_equal [:one, :outside], PackedOne.new.place
  assert_equal [:outside], PackedOne.new.in_block
  assert_equal [:outside], PackedTwo.new.in_block
end

spec "a method tells of itself before its first call" do
  method = PackedMethods.instance_method(:never_called)
  assert_equal [__FILE__, 9], method.source_location
  assert_equal [[:req, :list]], method.parameters
  assert_equal 1, method.arity
end

spec "an object has room for the variables of methods that were never called" do
  type = Class.new do
    def initialize = @first = 1
    def later = [2, 3].each { |number| @second = number }
  end
  objects = Array.new(3) { type.new }
  assert_equal [[:@first]] * 3, objects.map(&:instance_variables)
  objects.each(&:later)
  assert_equal [[:@first, :@second]] * 3, objects.map(&:instance_variables)
  assert_equal 3, objects[2].instance_variable_get(:@second)
end

spec "a method outlives the text that it was defined in, and collections before its first call" do
  type = Class.new
  50.times { |number| type.class_eval("def method_#{number}(x) = [x].map { |y| y + #{number} }") }
  GC.start
  GC.compact
  assert_equal (100...150).to_a, Array.new(50) { |number| type.new.__send__("method_#{number}", 100)[0] }
end

spec "a method of an unusual name or with a method in it is called" do
  type = Class.new do
    class_eval("def ändern! = def über = __method__")
  end
  thing = type.new
  assert_equal :über, thing.ändern!
  assert_equal :über, thing.über
end

spec "-w tells of an old method that was never called, by its line" do
  assert_equal ["-e:2: warning: method redefined; discarding old twice\n-e:1: warning: previous definition of twice was here\n", 0],
    run_ruby("-w", "-e", "def twice = 1\ndef twice = 2")
end

spec "code that is called is all that has blocks" do
  next unless defined?(Rutile)
  require "objspace"
  count = ->(*) { GC.start; ObjectSpace.count_imemo_objects[:imemo_iseq] }
  type = Class.new
  2.times(&count) # what ran before this rule is let go of
  before = count.call
  type.class_eval("def blocks = [#{"proc { 1 }," * 100}].size")
  loaded = count.call
  assert_equal 100, type.new.blocks
  assert (0..10).cover?(loaded - before), "#{loaded - before} code objects"
  assert (95..110).cover?(count.call - loaded), "#{count.call - loaded} code objects"
end
