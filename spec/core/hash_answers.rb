# An object whose `hash` answers what another's does, and which is `eql?` to it, is the same key.

require_relative "../harness"
require "delegate"

class AnswersAs
  def initialize(key)
    @key = key
  end

  def hash
    @key.hash
  end

  def eql?(other)
    @key.eql?(other)
  end
end

spec "a stand-in finds the entry of any kind of key" do
  keys = [5, -7, 2**70, true, false, nil, 0.0, 1.5, 1.72723e-77, :symbol, :"of #{1}", "text", "ä", "x" * 100, [1, "a"], { a: 1 }, 1..2, 1r, 1i, Object.new, String]
  keys.each do |key|
    assert_equal :found, { key => :found }[AnswersAs.new(key)]
  end
end

spec "delegates are the keys that they stand for" do
  table = { "Int" => 1, "Float" => 2, "a longer name of some kind" => 3 }
  table.each_key { |key| assert table.key?(DelegateClass(String).new(key)) }
end

spec "answers spread well whatever a program's hash says" do
  strided = Class.new do
    attr_reader :hash
    define_method(:initialize) { |number| @hash = number << 20 }
    def eql?(other) = hash == other.hash
  end
  table = {}
  2000.times { |number| table[strided.new(number)] = number }
  assert_equal 2000, table.size
  assert_equal 1999, table[strided.new(1999)]
end
