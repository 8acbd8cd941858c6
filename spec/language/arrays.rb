require_relative "../harness"

spec "an array literal holds its elements in order" do
  assert_equal 3, [1, 2, 3].size
  assert_equal [], []
  assert_equal Array, [].class
end

spec "a trailing comma is allowed" do
  list = [
    1,
    2,
  ]
  assert_equal 2, list.size
end

spec "elements are evaluated left to right" do
  seen = []
  [(seen << 1; 1), (seen << 2; 2), (seen << 3; 3)]
  assert_equal [1, 2, 3], seen
end

spec "arrays nest" do
  assert_equal 2, [[1, 2], [3]][0][1]
end

spec "each evaluation makes a new array" do
  made = []
  2.times { made << [] }
  assert !made[0].equal?(made[1])
end

spec "an index reads, a negative one from the end, outside gives nil" do
  list = [1, 2, 3]
  assert_equal 1, list[0]
  assert_equal 3, list[-1]
  assert_equal nil, list[3]
  assert_equal nil, list[-4]
end

spec "two indices read start and length" do
  list = [1, 2, 3, 4]
  assert_equal [2, 3], list[1, 2]
  assert_equal [], list[4, 1]
  assert_equal nil, list[5, 1]
end

spec "writing past the end fills with nil" do
  list = [1]
  list[3] = 4
  assert_equal [1, nil, nil, 4], list
end

spec "writing before the start raises" do
  assert_raises(IndexError, "index -4 too small for array; minimum: -3") { [1, 2, 3][-4] = 0 }
end

spec "writing to a slice replaces it" do
  list = [1, 2, 3, 4]
  list[1, 2] = [9]
  assert_equal [1, 9, 4], list
  list[1..] = [5, 6, 7]
  assert_equal [1, 5, 6, 7], list
  list[0, 0] = [0]
  assert_equal [0, 1, 5, 6, 7], list
end

spec "%w splits words, %W interpolates" do
  x = "v"
  assert_equal ["a", "b", "c"], %w(a b c)
  assert_equal ["a b", "c"], %w(a\ b c)
  assert_equal ['#' + '{x}'], %w(#{x})
  assert_equal ["v", "b\n"], %W(#{x} b\n)
  assert_equal [], %w()
  assert_equal ["a", "b"], %w[
    a
    b
  ]
end

spec "an interpolation with a space stays one word in %W" do
  x = "p q"
  assert_equal ["p q", "rp q"], %W(#{x} r#{x})
end

spec "a splat puts the elements of an array in place" do
  inner = [2, 3]
  assert_equal [1, 2, 3, 4], [1, *inner, 4]
  assert_equal [2, 3], [*inner]
  assert_equal [2, 3, 2, 3], [*inner, *inner]
end

spec "splatting makes a copy" do
  inner = [1]
  copy = [*inner]
  assert !copy.equal?(inner)
end

spec "splat of nil is nothing" do
  assert_equal [1], [1, *nil]
end

spec "splat of something without to_a is the thing" do
  assert_equal [1, 2], [1, *2]
  assert_equal ["a"], [*"a"]
end

spec "splat of a range or hash uses to_a" do
  assert_equal [1, 2, 3], [*1..3]
  assert_equal [[:a, 1]], [*{ a: 1 }]
end

class SpecListed
  def to_a
    [7, 8]
  end
end

class SpecBadlyListed
  def to_a
    1
  end
end

class SpecUnlisted
  def to_a
    nil
  end
end

spec "splat calls to_a" do
  assert_equal [7, 8], [*SpecListed.new]
end

spec "splat refuses a to_a that gives no array" do
  assert_raises(TypeError, "can't convert SpecBadlyListed to Array (SpecBadlyListed#to_a gives Integer)") { [*SpecBadlyListed.new] }
end

spec "a to_a that gives nil means no conversion" do
  thing = SpecUnlisted.new
  assert_equal [thing], [*thing]
end

spec "keys at the end of a literal make a hash" do
  assert_equal [1, { a: 2, "b" => 3 }], [1, a: 2, "b" => 3]
end

spec "a double splat at the end makes a hash, nothing if empty" do
  options = { a: 1 }
  assert_equal [1, { a: 1 }], [1, **options]
  assert_equal [1], [1, **{}]
end

spec "equality compares elements" do
  assert_equal true, [1, [2]] == [1, [2]]
  assert_equal false, [1, 2] == [2, 1]
  assert_equal true, [1] == [1.0]
  assert_equal false, [1].eql?([1.0])
end

spec "an array may hold itself" do
  list = [1]
  list << list
  assert_equal "[1, [...]]", list.inspect
  assert_equal true, list == list
end

spec "a frozen array refuses change" do
  list = [1, 2].freeze
  assert_raises(FrozenError, "can't modify frozen Array: [1, 2]") { list << 3 }
  assert_raises(FrozenError, "can't modify frozen Array: [1, 2]") { list[0] = 3 }
end

spec "arrays with many elements" do
  list = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
    32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95,
    96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127,
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
    160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
    192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
    224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255,
    256, 257, 258, 259, 260
  ]
  assert_equal 261, list.size
  assert_equal (0..260).to_a, list
end

spec "many non-literal elements" do
  x = 1
  list = [x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x,
          x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x,
          x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x,
          x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x,
          x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x,
          x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x]
  assert_equal 300, list.sum
end

spec "an Array of literals is a new one each time" do
  def made = [1, 2.5, :a, 3r, 12345678901234567890, 4i]
  made << :more
  assert_equal [[1, 2.5, :a, 3r, 12345678901234567890, 4i], false, false], [made, made.frozen?, made.equal?(made)]
  symbols = -> { %i[a b c d e] }
  symbols.call.concat([1, 2, 3]).reverse!
  assert_equal %i[a b c d e], symbols.call
  words = eval(%(# frozen_string_literal: true\n-> { %w[a b c d] }))
  assert_equal [%w[a b c d], true], [words.call, words.call.all?(&:frozen?)]
  assert_equal [[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 2, 3, 4], [5, 6, 7, 8]].each { |list| list.push(9).pop }
end
