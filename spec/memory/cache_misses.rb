# rutile-only
# What a change makes others look up again: nothing but what relied on what has changed.
require_relative "../harness"
require "rutile/caches"

module CacheMisses
  class Item
    def name = :item
    def +(other) = [self, other]
  end

  module Extension
    def extended = 1
  end

  LIMIT = 3

  # Sites of calls, operators and constants that know their answers after a few rounds.
  def self.work(item)
    sum = 0
    20.times { |number| sum += number if item.name == :item && number < LIMIT }
    item + sum
  end

  def self.misses
    counts = Rutile::Caches.statistics
    counts[:call_misses] + counts[:operator_misses] + counts[:constant_misses]
  end

  # How often warm places did not know the answer while a block ran, beside those in the block itself.
  def self.misses_after
    item = Item.new
    missed = nil
    [-> {}, -> { yield }].each do |change| # the first round warms the sites here
      5.times { work(item) }
      change.call
      before = misses
      work(item)
      missed = misses - before
    end
    missed
  end
end

spec "a loop that extends a new object each time misses at its own sites only" do
  extend_one = -> { Object.new.extend(CacheMisses::Extension).extended }
  3.times { extend_one.call }
  assert_equal 0, CacheMisses.misses_after { 50.times { extend_one.call } }
  before = CacheMisses.misses
  50.times { extend_one.call }
  assert CacheMisses.misses - before <= 50 * 3, (CacheMisses.misses - before).to_s
end

spec "methods, classes and constants of other names spoil nothing" do
  changes = -> do
    Class.new(CacheMisses::Item) { def other = 1 }
    CacheMisses::Item.class_eval { def other = 2 }
    CacheMisses.const_set(:OTHER, 1) unless CacheMisses.const_defined?(:OTHER)
    String.class_eval { def shouted = upcase + "!" }
  end
  assert_equal 0, CacheMisses.misses_after(&changes)
end

spec "a method redefined in one class spoils the calls of that class only" do
  other = Class.new { def name = :other }
  assert_equal 0, CacheMisses.misses_after { other.class_eval { def name = :changed } }
  assert CacheMisses.misses_after { CacheMisses::Item.class_eval { def name = :item } } > 0
end

spec "an operator of one built-in class leaves those of the others fast" do
  before = Rutile::Caches.statistics[:operator_misses]
  class Array
    alias kept_shift <<
    def <<(other) = kept_shift(other)
  end
  100.times { |number| (number + 1) << 2; [1][0]; { 1 => 2 }[1]; "a" == "b" }
  class Array
    alias << kept_shift
    remove_method :kept_shift
  end
  assert_equal 0, Rutile::Caches.statistics[:operator_misses] - before
end

spec "a site knows four receivers, and forgets none of them in a collection" do
  classes = Array.new(4) { |number| Class.new { define_method(:turn) { number } } }
  objects = classes.map(&:new)
  ask = ->(object) { object.turn }
  missed = Array.new(3) do
    GC.start
    before = CacheMisses.misses
    assert_equal [0, 1, 2, 3], objects.map(&ask)
    CacheMisses.misses - before
  end
  assert_equal [0, 0], missed.drop(1)
end

spec "places that see many classes in turns come to know each of them, calls and supers alike" do
  root = Class.new do
    def initialize = nil
    20.times { |number| define_method("told_#{number}") { number } }
  end
  middle = Module.new do
    module_eval(Array.new(20) { |number| "def told_#{number} = super" }.join("\n"))
  end
  objects = Array.new(60) { Class.new(root) { include middle }.new }
  ask = eval("->(object) { #{Array.new(20) { |number| "object.told_#{number}" }.join("; ")} }")
  30.times { objects.each(&ask) }
  before = CacheMisses.misses
  objects.each(&ask)
  missed = CacheMisses.misses - before
  assert missed < 2 * 20 * 60 / 10, "#{missed} of #{2 * 20 * 60}"
end

spec "copies of extended objects and of classes ask little again, however much a program has called" do
  original = Object.new.extend(Module.new { def told_of_copies = 1 })
  made = Class.new { def told_of_copies = 1 }
  asked = lambda do
    before = Rutile::Caches.statistics[:rechecks]
    100.times { original.clone.told_of_copies + made.dup.new.told_of_copies }
    Rutile::Caches.statistics[:rechecks] - before
  end
  few = asked.call
  names = Array.new(100) { |index| :"asked_much_#{index}" }
  Array.new(20) { Class.new { names.each { |name| define_method(name) { 1 } } } }.each do |many|
    names.each { |name| many.new.public_send(name) }
  end
  many = asked.call
  assert many <= few + 100, "#{many}, before #{few}"
end
