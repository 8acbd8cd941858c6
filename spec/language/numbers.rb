require_relative "../harness"

# Arithmetic as an expression of the language; the methods of the classes are in spec/core.

spec "the four operations on small integers" do
  assert_equal 5, 2 + 3
  assert_equal(-1, 2 - 3)
  assert_equal 6, 2 * 3
  assert_equal 3, 7 / 2
end

spec "precedence follows mathematics" do
  assert_equal 14, 2 + 3 * 4
  assert_equal 20, (2 + 3) * 4
  assert_equal 10, 20 - 5 - 5
  assert_equal 2, 16 / 4 / 2
end

spec "integer division rounds down" do
  assert_equal 3, 7 / 2
  assert_equal(-4, -7 / 2)
  assert_equal(-4, 7 / -2)
  assert_equal 3, -7 / -2
end

spec "modulo has the sign of the divisor" do
  assert_equal 1, 7 % 2
  assert_equal 1, -7 % 2
  assert_equal(-1, 7 % -2)
  assert_equal(-1, -7 % -2)
end

spec "remainder has the sign of the receiver" do
  assert_equal 1, 7.remainder(-2)
  assert_equal(-1, -7.remainder(2))
end

spec "divmod gives both" do
  assert_equal [-4, 1], -7.divmod(2)
  assert_equal [-4, -1], 7.divmod(-2)
  assert_equal [3.0, 1.5], 7.5.divmod(2).map { |x| x * 1.0 }
end

spec "dividing an integer by zero raises" do
  assert_raises(ZeroDivisionError, "divided by 0") { 1 / 0 }
  assert_raises(ZeroDivisionError, "divided by 0") { 1 % 0 }
  assert_raises(ZeroDivisionError, "divided by 0") { (2 ** 70) / 0 }
end

spec "dividing a float by zero gives infinity or not-a-number" do
  assert_equal Float::INFINITY, 1.0 / 0
  assert_equal(-Float::INFINITY, -1.0 / 0)
  assert((0.0 / 0).nan?)
  assert_equal Float::INFINITY, 1 / 0.0
end

spec "power is right associative and binds tighter than minus" do
  assert_equal 512, 2 ** 3 ** 2
  assert_equal(-4, -2 ** 2)
  assert_equal 4, (-2) ** 2
end

spec "a negative power of an integer is a Rational" do
  assert_equal Rational(1, 8), 2 ** -3
end

spec "addition beyond the machine word grows" do
  assert_equal 9223372036854775808, 9223372036854775807 + 1
  assert_equal(-9223372036854775809, -9223372036854775808 - 1)
  assert_equal 4611686018427387904, 4611686018427387903 + 1
  assert_equal 4611686018427387903, 4611686018427387904 - 1
end

spec "multiplication beyond the machine word grows" do
  assert_equal 85070591730234615847396907784232501249, 9223372036854775807 * 9223372036854775807
  assert_equal(-9223372036854775808, -9223372036854775808 * 1)
  assert_equal 9223372036854775808, -9223372036854775808 * -1
end

spec "a large result shrinks again" do
  big = 2 ** 100
  assert_equal 1, big - big + 1
  assert_equal 4, big / (2 ** 98)
  assert_equal true, (big - big).equal?(0)
end

spec "large integers divide and take modulo by the same rules" do
  big = 10 ** 30
  assert_equal 333333333333333333333333333333, big / 3
  assert_equal(-333333333333333333333333333334, -big / 3)
  assert_equal 1, big % 3
  assert_equal 2, -big % 3
  assert_equal(-2, big % -3)
end

spec "bit operations" do
  assert_equal 8, 12 & 10
  assert_equal 14, 12 | 10
  assert_equal 6, 12 ^ 10
  assert_equal(-13, ~12)
  assert_equal 48, 12 << 2
  assert_equal 3, 12 >> 2
end

spec "shifts grow and go negative" do
  assert_equal 1267650600228229401496703205376, 1 << 100
  assert_equal 1, (1 << 100) >> 100
  assert_equal(-1, -1 >> 100)
  assert_equal 0, 1 >> 100
  assert_equal 2, 1 << 1
  assert_equal 1, 4 << -2
  assert_equal 16, 4 >> -2
end

spec "negative integers act as infinite two's complement" do
  assert_equal 15, -1 & 15
  assert_equal(-1, -1 | 15)
  assert_equal(-16, -1 ^ 15)
  assert_equal 2 ** 70, -(2 ** 70) & (2 ** 71 - 1)
end

spec "comparison of integers" do
  assert_equal true, 1 < 2
  assert_equal true, 2 <= 2
  assert_equal false, 1 > 2
  assert_equal true, 2 >= 2
  assert_equal(-1, 1 <=> 2)
  assert_equal 0, 1 <=> 1
  assert_equal 1, 2 <=> 1
  assert_equal nil, 1 <=> "a"
end

spec "an integer equals the float of the same value, but is not eql?" do
  assert_equal true, 1 == 1.0
  assert_equal false, 1.eql?(1.0)
  assert_equal false, 1.equal?(1.0)
end

spec "integers and floats compare exactly" do
  assert_equal false, 9007199254740993 == 9007199254740992.0
  assert_equal true, 9007199254740993 > 9007199254740992.0
  assert_equal true, 2 ** 1024 > Float::MAX
  assert_equal true, 2 ** 2000 < Float::INFINITY
end

spec "mixed arithmetic gives a Float" do
  assert_equal 3.5, 1 + 2.5
  assert_equal 3.5, 2.5 + 1
  assert_equal 5.0, 2 * 2.5
  assert_equal 0.5, 1 / 2.0
  assert_equal 1.5, 7.5 % 2
  assert_equal 0.5, -7.5 % 2
end

spec "floats follow binary arithmetic" do
  assert_equal false, 0.1 + 0.2 == 0.3
  assert_equal "0.30000000000000004", (0.1 + 0.2).to_s
end

spec "a float prints as the shortest text that reads back the same" do
  assert_equal "0.1", 0.1.to_s
  assert_equal "100.0", 100.0.to_s
  assert_equal "1.0e+16", 1e16.to_s
  assert_equal "100000000000000.0", 1e14.to_s
  assert_equal "1.0e+15", 1e15.to_s
  assert_equal "0.0001", 0.0001.to_s
  assert_equal "1.0e-05", 0.00001.to_s
  assert_equal "1.7976931348623157e+308", 1.7976931348623157e308.to_s
  assert_equal "5.0e-324", 5e-324.to_s
end

spec "negative zero keeps its sign and equals zero" do
  assert_equal "-0.0", -0.0.to_s
  assert_equal true, -0.0 == 0.0
  assert_equal(-Float::INFINITY, 1 / -0.0)
end

spec "not-a-number equals nothing, not even itself" do
  nan = 0.0 / 0
  assert_equal false, nan == nan
  assert_equal true, nan != nan
  assert_equal false, nan < 1
  assert_equal nil, nan <=> 1
  assert_equal "NaN", nan.to_s
  assert_equal "Infinity", (1 / 0.0).to_s
end

spec "unary plus and minus" do
  x = 5
  assert_equal 5, +x
  assert_equal(-5, -x)
  assert_equal(-2.5, -(2.5))
  assert_equal 4611686018427387904, -(-4611686018427387904)
end

spec "adding something else raises TypeError" do
  assert_raises(TypeError, "nil can't be coerced into Integer") { 1 + nil }
  assert_raises(TypeError, "String can't be coerced into Integer") { 1 + "2" }
  assert_raises(TypeError, "String can't be coerced into Float") { 1.5 * "2" }
  assert_raises(TypeError, "Array can't be coerced into Integer") { (2 ** 70) - [] }
end

spec "comparing with something else raises ArgumentError" do
  assert_raises(ArgumentError, "comparison of Integer with nil failed") { 1 < nil }
  assert_raises(ArgumentError, "comparison of Integer with String failed") { 1 > "2" }
  assert_raises(ArgumentError, "comparison of Float with String failed") { 1.5 <= "2" }
end

class SpecMetre
  def coerce(other)
    [other * 100, 7]
  end
end

spec "an unknown operand is asked to coerce" do
  assert_equal 207, 2 + SpecMetre.new
  assert_equal 193, 2 - SpecMetre.new
  assert_equal 150.0 + 7, 1.5 + SpecMetre.new
  assert_equal true, 2 > SpecMetre.new
end

spec "an operator may be redefined on a class of one's own" do
  vector = Class.new do
    attr_reader :x
    def initialize(x)
      @x = x
    end

    def +(other)
      self.class.new(x + other.x)
    end

    def -@
      self.class.new(-x)
    end

    def +@
      self
    end

    def ~
      "tilde"
    end

    def !
      "bang"
    end
  end
  a = vector.new(1)
  b = vector.new(2)
  assert_equal 3, (a + b).x
  assert_equal(-1, (-a).x)
  assert_equal true, (+a).equal?(a)
  assert_equal "tilde", ~a
  assert_equal "bang", !a
  assert_equal "bang", (not a)
end

spec "operators may be called as methods" do
  assert_equal 3, 1.+(2)
  assert_equal(-1, 1.-@)
  assert_equal 3, 1.send(:+, 2)
end

spec "a bit of an integer is read by index" do
  assert_equal 1, 5[0]
  assert_equal 0, 5[1]
  assert_equal 1, 5[2]
  assert_equal 1, -1[1000]
end
