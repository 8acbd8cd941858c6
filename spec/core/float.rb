require_relative "../harness"

spec "constants" do
  assert_equal [2.220446049250313e-16, 1.7976931348623157e+308, 2.2250738585072014e-308, 15, 53], [Float::EPSILON, Float::MAX, Float::MIN, Float::DIG, Float::MANT_DIG]
end

spec "to_s is the shortest that reads back" do
  assert_equal ["0.1", "1.0", "-1.5", "123456.789", "1.0e+20", "1.0e-10", "100000000000000.0"], [0.1, 1.0, -1.5, 123456.789, 1e20, 1e-10, 1e14].map { |x| x.to_s }
  assert_equal ["NaN", "Infinity", "-Infinity"], [Float::NAN, Float::INFINITY, -Float::INFINITY].map { |x| x.to_s }
end

spec "round" do
  assert_equal [2, 3, -3, 2], [1.5.round, 2.5.round, -2.5.round, 2.4.round]
  assert_equal [1.23, 1.24, 1200, 1.0], [1.234.round(2), 1.235.round(2), 1234.5.round(-2), 1.0.round(5)]
  assert_equal [2, 2, 3], [2.5.round(half: :even), 2.5.round(half: :down), 2.5.round(half: :up)]
  assert_equal [2.68, 1.0e+20.to_i], [2.675.round(2), 1e20.round]
  assert_raises(FloatDomainError, "Infinity") { Float::INFINITY.round }
  assert_raises(FloatDomainError, "NaN") { Float::NAN.to_i }
end

spec "floor, ceil and truncate" do
  assert_equal [1, 2, 1, -2, -1, -1], [1.7.floor, 1.2.ceil, 1.7.truncate, -1.2.floor, -1.7.ceil, -1.7.truncate]
  assert_equal [1.23, 1.24, 1.23, 1200], [1.239.floor(2), 1.231.ceil(2), 1.239.truncate(2), 1234.5.floor(-2)]
  assert_equal 1, 1.9.to_i
end

spec "nan?, infinite? and finite?" do
  assert_equal [true, 1, -1, nil, true, false], [Float::NAN.nan?, Float::INFINITY.infinite?, (-Float::INFINITY).infinite?, 1.0.infinite?, 1.0.finite?, Float::NAN.finite?]
end

spec "divmod, modulo, div, quo, fdiv" do
  assert_equal [[2, 1.5], [-3, 1.0]], [6.5.divmod(2.5), -6.5.divmod(2.5)]
  assert_equal [1.5, -1.0, 2, 3.25], [6.5 % 2.5, 6.5 % -2.5, 6.5.div(2.5), 6.5.quo(2)]
  assert_raises(ZeroDivisionError, "divided by 0") { 1.0.divmod(0) }
  assert_raises(ZeroDivisionError, "divided by 0") { 1.0 % 0 }
end

spec "** gives complex for negative bases with fractions" do
  assert_equal [8.0, 0.5, 1.0], [2.0 ** 3, 2.0 ** -1, 0.0 ** 0]
  assert_equal Complex, ((-8.0) ** (1.0 / 3)).class
end

spec "next_float and prev_float" do
  assert_equal [1.0000000000000002, 0.9999999999999999, 5.0e-324], [1.0.next_float, 1.0.prev_float, 0.0.next_float]
end

spec "to_r and rationalize" do
  assert_equal [Rational(1, 2), Rational(3602879701896397, 36028797018963968), Rational(1, 10)], [0.5.to_r, 0.1.to_r, 0.1.rationalize]
  assert_equal [Rational(1, 3), 1, 2], [0.3333.rationalize(0.01), 0.5.numerator, 0.5.denominator]
end

spec "eql?, == and hash" do
  assert_equal [true, false, true, true], [1.0.eql?(1.0), 1.0.eql?(1), 1.0 == 1, 0.0 == -0.0]
  assert_equal [true, false], [0.0.hash == -0.0.hash, Float::NAN == Float::NAN]
end

spec "comparison with others" do
  assert_equal [-1, 1, nil, -1], [1.0 <=> 2, 2.5 <=> Rational(1, 2), 1.0 <=> "a", 1.0 <=> Float::INFINITY]
  assert_raises(ArgumentError, "comparison of Float with nil failed") { 1.0 < nil }
end

spec "Float() converts strictly" do
  assert_equal [1.5, 1000.0, -0.5, 10.0], [Float("1.5"), Float("1e3"), Float(" -0.5 "), Float("0xA")]
  assert_raises(ArgumentError, 'invalid value for Float(): "1.5x"') { Float("1.5x") }
  assert_raises(ArgumentError, 'invalid value for Float(): ""') { Float("") }
  assert_raises(TypeError, "can't convert nil into Float") { Float(nil) }
  assert_equal nil, Float("x", exception: false)
end

spec "to_f of strings takes what it can" do
  assert_equal [1.5, 0.0, 1.0, 12.0, 1.0e+30], ["1.5abc".to_f, "abc".to_f, "1.".to_f, "1_2".to_f, "1e30".to_f]
end

spec "zero?, positive?, negative?, abs" do
  assert_equal [true, true, false, true, 1.5], [0.0.zero?, 1.0.positive?, -0.0.negative?, -1.0.negative?, -1.5.abs]
end

spec "coerce" do
  assert_equal [[2.0, 1.5], [2.5, 1.5]], [1.5.coerce(2), 1.5.coerce("2.5")]
end

spec "Math" do
  assert_equal [2.0, 3.0, 1.0, 0.0, 3.0, 5.0], [Math.sqrt(4), Math.cbrt(27), Math.exp(0), Math.log(1), Math.log(8, 2), Math.hypot(3, 4)]
  assert_equal [3.141592653589793, 2.718281828459045], [Math::PI, Math::E]
  assert_equal [0.0, 1.0, 0.7853981633974483, 10.0, 2.0], [Math.sin(0), Math.cos(0), Math.atan2(1, 1), Math.log2(1024), Math.log10(100)]
  assert_raises(Math::DomainError, "Numerical argument is out of domain - sqrt") { Math.sqrt(-1) }
  assert_raises(TypeError, "can't convert String into Float") { Math.sqrt("4") }
  assert_equal [24.0, [0.5, 3]], [Math.gamma(5), Math.frexp(4)]
end

spec "step through floats does not drift" do
  assert_equal [1.0, 1.1, 1.2, 1.3], 1.0.step(1.3, 0.1).map { |x| x.round(10) }
  assert_equal 11, 0.0.step(1.0, 0.1).to_a.size
end

spec "a float is a hash key and sorts" do
  assert_equal [:b, [0.5, 1, 1.5]], [{ 1.5 => :b }[1.5], [1.5, 0.5, 1].sort]
end

spec "large floats convert to exact integers" do
  assert_equal [100000000000000000000, 1152921504606846976], [1e20.to_i, (2.0 ** 60).to_i]
end

spec "rationalize reckons with Floats" do
  assert_equal Rational(-33333333333333331968), 1e-5.rationalize(Rational(10**20, 3))
  assert_equal [Rational(1351079888211149, 4503599627370496), Rational(3, 10)], [(0.1 + 0.2).rationalize(Rational(1, 10**18)), 0.3.rationalize(Rational(1, 1000))]
  assert_equal [Rational(-22, 7), Rational(22, 7), Rational(1, 3)], [-3.14.rationalize(-0.01), 3.14.rationalize(Rational(1, 100)), 0.333.rationalize(0.01)]
  assert_equal [Rational(519600000000000000), Rational(0)], [51960e13.rationalize(Rational(483, 38)), 0.0.rationalize(0)]
end

spec "a text with a sign and no number is zero, and one of hexadecimal digits is read with a sign alone" do
  assert_equal %w[0.0 0.0 -16.125 26.0 0.0], ["-", "--1", "-0x1_0.2", "+0x1A", "0x1A"].map { |text| text.to_f.to_s }
end
