# Objects as keys of Hashes: found by what they are, unless their class says otherwise.

require_relative "../harness"

class PlainKey; end

class EqualKey
  def hash = 1
  def eql?(other) = other.is_a?(EqualKey)
end

spec "objects, classes and modules are keys by their identity" do
  key = PlainKey.new
  hash = { key => 1, PlainKey => 2, Kernel => 3, Thread.current => 4 }
  assert_equal [1, 2, 3, 4, nil], [hash[key], hash[PlainKey], hash[Kernel], hash[Thread.current], hash[PlainKey.new]]
  assert_equal [true, false, 1, 9], [hash.key?(key), hash.key?(PlainKey.new), hash.fetch(key), hash.fetch(PlainKey.new, 9)]
  hash[key] = 5
  assert_equal [5, 4], [hash.delete(key), hash.size + 1]
end

spec "objects that say so are equal keys" do
  hash = { EqualKey.new => 1 }
  hash[EqualKey.new] = 2
  assert_equal [2, 1], [hash[EqualKey.new], hash.size]
end

spec "an object finds its entry after its class has got a hash of its own, and not one that it had" do
  kind = Class.new
  key = kind.new
  hash = { key => 1 }
  assert_equal 1, hash[key]
  kind.class_eval { def hash = 12_345 }
  assert_equal nil, hash[key]
  hash.rehash
  assert_equal 1, hash[key]
end

spec "what is not there is the default, also of a subclass, or what its own default says" do
  plain = Class.new(Hash)
  assert_equal [5, nil], [plain.new(5)[:a], plain.new["b"]]
  own = Class.new(Hash) { def default(key = nil) = "no #{key}" }
  assert_equal ["no a", "no b"], [own.new[:a], own.new["b"]]
end

spec "small integers and symbols are found in small and large Hashes, and not their like" do
  [4, 40].each do |count|
    hash = (0...count).to_h { |number| [number, number] }.merge(a: 1, "a" => 2, 1.0 => 3, nil => 4, 0.0 => 5)
    assert_equal [1, 2, 3, 4, 5, nil, 1], [hash[:a], hash["a"], hash[1.0], hash[nil], hash[-0.0], hash[:b], hash[1]]
    hash.delete(:a)
    assert_equal [nil, false], [hash[:a], hash.key?(:a)]
    hash[:a] = 6
    assert_equal [6, :a], [hash[:a], hash.keys.last]
  end
end

# A key whose `hash` is what a block says.
class AskedKey
  def initialize(&answer) = @answer = answer
  def hash = @answer.call(self)
  def eql?(other) = AskedKey === other
end

spec "an object whose hash comes back to it has one all the same" do
  inner = AskedKey.new { |key| [key].hash }
  outer = AskedKey.new { [inner, 1].hash }
  assert_equal [1, 1], [{ inner => 1 }[inner], { outer => 1 }[outer]]
  assert_equal 2, { outer => 1, 5 => 2 }.merge(outer => 2)[outer]
  deep = 300.times.reduce(nil) { |below, _| AskedKey.new { [below].hash } }
  assert_equal 1, { deep => 1 }[deep]
end

spec "what a hash throws, raises and yields is the program's own" do
  thrown = AskedKey.new { |key| throw key, 5 }
  assert_equal 5, catch(thrown) { { thrown => 1 }.size }
  tagged = AskedKey.new { |key| catch(key) { { thrown => 1 }.size } && 3 }
  assert_equal [5, 1], [catch(thrown) { { tagged => 1 }.size }, { AskedKey.new { |key| catch(key) { throw key, 4 } } => 1 }.size]
  2.times { assert_raises(ArgumentError, "no") { { AskedKey.new { raise ArgumentError, "no" } => 1 } .size } }
  fiber = Fiber.new { { AskedKey.new { Fiber.yield(1) } => 2 }.size }
  assert_equal [1, 1], [fiber.resume, fiber.resume(7)]
  assert_raises(TypeError, "no implicit conversion of nil into Integer") { { AskedKey.new { nil } => 1 }.size }
  assert_equal 2, { AskedKey.new { 2**70 } => 2 }[AskedKey.new { 2**70 }]
end
