# What random calls, compared with the reference (`make fuzz-calls`), found to be different.
require_relative "../harness"

spec "digits of a negative number are refused before their base is looked at" do
  assert_raises(Math::DomainError, "out of domain") { -10.digits(1) }
  assert_raises(ArgumentError, "invalid radix 1") { 10.digits(1) }
end

spec "fdiv by a complex number with an imaginary part is not a Float" do
  assert_raises(RangeError, "can't convert 0.0-2.0i into Float") { 2.fdiv(Complex(0, 1)) }
  assert_equal 0.4, 2.fdiv(5r)
end

spec "no character has a number that large" do
  assert_raises(RangeError, "bignum out of char range") { (2**64).chr }
  assert_raises(RangeError, "-1 out of char range") { -1.chr }
end

spec "fill with no length still reaches its start" do
  assert_equal [nil, nil, nil], [].fill(:a, 3, 0)
  assert_equal [1], [1].fill(:a, 3, -1)
end

spec "values to pack are looked at one after the other" do
  assert_raises(TypeError, "no implicit conversion of nil into Integer") { [nil].pack("s2") }
  assert_raises(ArgumentError, "too few arguments") { [1].pack("s2") }
end

spec "places to unpack at" do
  assert_equal [], "".unpack("@s<0")
  assert_equal [""], "aaa".unpack("@*M2")
  assert_raises(ArgumentError, "X outside of string") { "az".unpack("X*C") }
end

spec "a null is no white space to split at" do
  assert_equal ["\0a", "b\0", "c"], "\0a b\0 c".split
end

spec "an index that insert refuses is shown as it was taken" do
  assert_raises(IndexError, "index -16 out of string") { +"ab".insert(-17, "x") }
  assert_raises(IndexError, "index 5 out of string") { +"ab".insert(5, "x") }
end

spec "flatten goes deep in little time, and notices what is in itself" do
  nested = []
  stress_sized(5_000).times { nested = [nested] }
  assert_equal [], nested.flatten
  inner = []
  100.times.inject(inner) { |outer, _| outer << [] and outer.last }
  innermost = inner
  innermost = innermost.first until innermost.empty?
  innermost << inner
  assert_raises(ArgumentError, "tried to flatten recursive array") { inner.flatten }
end

spec "sample takes nothing where its generator takes the elements away" do
  list = nil
  half = Object.new
  half.define_singleton_method(:rand) { |limit| limit / 2 }
  thief = Object.new
  thief.define_singleton_method(:rand) { |limit| list.clear; limit / 2 }
  list = (0...10_000).to_a
  assert_equal [[5000], [5000, 4999, 5001]], [list.sample(1, random: half), list.sample(3, random: half)]
  assert_equal [[], []], [list.sample(3, random: thief), list]
  pickpocket = Object.new
  pickpocket.define_singleton_method(:rand) { |_limit| list.pop; 0 }
  list = [1, 2, 3, 4]
  assert_equal [[1], [1]], [list.sample(3, random: pickpocket), list]
end
