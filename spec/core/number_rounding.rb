require_relative "../harness"

# Rounding and powers of Rationals and Floats where the machine answers, and just beyond.

spec "Rationals are rounded to integers and to places" do
  assert_equal [1, 0, 1, 0], [Rational(1, 2).round, Rational(1, 2).floor, Rational(1, 2).ceil, Rational(1, 2).truncate]
  assert_equal [-1, -1, 0, 0], [Rational(-1, 2).round, Rational(-1, 2).floor, Rational(-1, 2).ceil, Rational(-1, 2).to_i]
  assert_equal [-3, 3, 2, -2], [Rational(-5, 2).round, Rational(5, 2).round, Rational(5, 2).round(half: :even), Rational(-5, 2).round(half: :down)]
  assert_equal [Rational(233, 100), Rational(234, 100), Rational(-7, 3).floor(1), Rational(-23, 10)], [Rational(7, 3).round(2), Rational(7, 3).ceil(2), Rational(-24, 10), Rational(-7, 3).truncate(1)]
  assert_equal [2, 0, 100, Integer], [Rational(7, 3).round(0), Rational(7, 3).round(-1), Rational(1999, 20).round(-1), Rational(7, 3).floor(0).class]
  assert_equal [-142857142857142857142857142857, -142857142857142857142857142858], [Rational(-10**30, 7).truncate, Rational(-10**30, 7).floor]
  assert_raises(TypeError, "not an integer") { Rational(1, 2).round(1.5) }
end

spec "powers of Rationals and Integers" do
  assert_equal [Rational(8, 27), Rational(27, 8), Rational(-27, 8), Rational(1)], [Rational(2, 3)**3, Rational(2, 3)**-3, Rational(-2, 3)**-3, Rational(2, 3)**0]
  assert_equal [Rational(3**200, 2**200), 8.0], [Rational(3, 2)**200, Rational(4)**1.5]
  assert_raises(ZeroDivisionError, "divided by 0") { Rational(0)**-1 }
  assert_equal [Rational(1, 17), Rational(-1, 8), Rational(1, 2**62), Rational(-1, 2**63), Rational(1, 2**70)], [17**-1, (-2)**-3, 2**-62, (-2)**-63, 2**-70]
  assert_raises(ZeroDivisionError, "divided by 0") { 0**-1 }
end

spec "texts become Rationals" do
  assert_equal [Rational(1, 3), Rational(-3, 2), Rational(7), Rational(3, 4), Rational(1, 2), Rational(1000)], ["1/3", "-6/4", "7", "0.75", "1.5/3", "1e3"].map { |text| Rational(text) }
  assert_raises(ZeroDivisionError, "divided by 0") { Rational("1/0") }
  ["", "x", "1/", "/1", "1/-3"].each { |text| assert_raises(ArgumentError, "invalid value for convert(): #{text.inspect}") { Rational(text) } }
  assert_equal [nil, Rational(2, 3)], [Rational("x", exception: false), Rational("1/2", "3/4")]
end

spec "Floats are rounded down, up and toward zero to places" do
  assert_equal [12.3, 12.4, 12.3, -12.4, -12.3, -12.3], [12.345.floor(1), 12.345.ceil(1), 12.345.truncate(1), -12.345.floor(1), -12.345.ceil(1), -12.345.truncate(1)]
  assert_equal [12, -12, 10, 0, 1.1, 1.5], [12.9.truncate, -12.9.truncate, 12.9.truncate(-1), 5.0.truncate(-1), 1.1.floor(20), 1.5.truncate(400)]
  assert_equal ["-0.0", "0.0"], [-0.04.truncate(1).to_s, 0.04.floor(1).to_s]
  assert_raises(FloatDomainError, "NaN") { Float::NAN.truncate }
  assert_equal [Float::INFINITY, true], [Float::INFINITY.floor(1), Float::NAN.truncate(2).nan?]
  assert_raises(TypeError, "no implicit conversion of String into Integer") { 1.5.truncate("1") }
end

spec "Floats are rounded to tens and hundreds by their whole part" do
  assert_equal [12300, 12350, 12346, 0, 100, -1300, 1300, 0, 0], [12345.6789.round(-2), 12345.6789.round(-1), 12345.6789.round(-0), 49.9.round(-2), 50.0.round(-2), -1250.9.round(-2), 1250.0.round(-2), 1.0.round(-18), 1.5.round(-30)]
  assert_equal [0, 10**20, 1_000_000_000_000_000_000], [0.0.round(-1), 1e20.round(-2), 9.0e17.round(-18)]
  assert_equal [1200, 1300], [1250.0.round(-2, half: :down), 1250.0.round(-2, half: nil)]
  assert_raises(FloatDomainError, "Infinity") { Float::INFINITY.round(-1) }
end
