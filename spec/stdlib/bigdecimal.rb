# BigDecimal: decimal numbers of any length.

require_relative "../harness"
require "bigdecimal"
require "bigdecimal/util"

def big(text)
  BigDecimal(text)
end

spec "texts are read" do
  { "1_000.5" => "0.10005e4", " 1.5 " => "0.15e1", "1e5" => "0.1e6", "1d5" => "0.1e6", ".5" => "0.5e0", "-0" => "-0.0",
    "Infinity" => "Infinity", "-Infinity" => "-Infinity", "NaN" => "NaN", "0.00001234" => "0.1234e-4" }.each do |text, shown|
    assert_equal shown, big(text).to_s
  end
  ["1__0", "abc", "", "1.5x", "5.", "1e"].each do |text|
    assert_raises(ArgumentError, "invalid value for BigDecimal(): #{text.inspect}") { big(text) }
  end
  assert_equal [nil, nil], [BigDecimal("x", exception: false), BigDecimal(nil, exception: false)]
  assert_raises(TypeError, "can't convert nil into BigDecimal") { big(nil) }
end

spec "numbers of other kinds are converted" do
  assert_equal %w[0.1e0 0.1e0 0.3333333333333333e0 0.3333333333e0 0.123e5], [BigDecimal(0.1, 0), BigDecimal(0.1, 5), BigDecimal(1.0 / 3, 0), BigDecimal(1r / 3, 10), BigDecimal(12345.678, 3)].map(&:to_s)
  assert_raises(ArgumentError, "can't omit precision for a Float.") { BigDecimal(0.1) }
  assert_raises(ArgumentError, "can't omit precision for a Rational.") { BigDecimal(1r / 3) }
  assert_equal %w[0.125e2 0.15e1 0.3e1 0.0], ["12.5abc".to_d, 1.5.to_d, 3.to_d, nil.to_d].map(&:to_s)
end

spec "of a Float the digits that are written are rounded, half to even in every mode" do
  floats = [[123.455, 5], [123.465, 5], [2.675, 3], [2.685, 3], [1.005, 3], [2.5, 1], [3.5, 1], [25.0, 1], [-0.285, 2]]
  expected = %w[0.12346e3 0.12346e3 0.268e1 0.268e1 0.1e1 0.2e1 0.4e1 0.2e2 -0.28e0]
  assert_equal expected, floats.map { |float, digits| BigDecimal(float, digits).to_s }
  BigDecimal.save_rounding_mode do
    BigDecimal.mode(BigDecimal::ROUND_MODE, :down)
    assert_equal "0.12346e3", BigDecimal(123.455, 5).to_s
  end
end

spec "sums and products are exact" do
  assert_equal %w[0.1e1 0.121e1 0.100000000000000000000000000000001e2 0.26e1], [big("0.1") + big("0.9"), big("1.1") * big("1.1"), big("10") + big("1e-31"), big("1.5") + 1.1].map(&:to_s)
  assert_equal [big("0.3"), big("1.5"), big("1.5")], [big("0.1") * 3, 1 + big("0.5"), 1r / 2 + big("1")]
end

spec "quotients end with a whole word of nine digits" do
  quotients = [%w[2 3], %w[10 3], %w[100000000 3], %w[1 3e20], %w[1 998001], ["1" * 40, "7"], %w[5 7e-9]].map { |one, other| (big(one) / big(other)).to_s }
  assert_equal ["0.666666666666666666666666666666666667e0", "0.3333333333333333333333333333333333333e1",
                "0.33333333333333333333333333333333333333333333e8", "0.3333333333333333333333333333333333333333333e-20",
                "0.1002003004005006007008009010011e-5",
                "0.158730158730158730158730158730158730158714285714285714285714285714285714285714285714e39",
                "0.714285714285714285714285714285714286e9"], quotients
  assert_equal ["0.66667e0", 0, -4], [big("2").div(3, 5).to_s, big("1").div(3), big("-7").div(2)]
end

spec "division rounds down, or to zero" do
  assert_equal [[-4, 1], big("-0.5"), big("-1.5"), [14, big("0.25")]], [big("-7").divmod(2), big("7.5").modulo(-2), big("-7.5").remainder(2), big("7.25").divmod(big("0.5"))]
  assert_raises(ZeroDivisionError, "divided by 0") { big("1").div(0) }
  assert_raises(ZeroDivisionError, "divided by 0") { big("1") % 0 }
  assert_equal ["Infinity", "NaN", "0.0"], [big("1") / 0, big("0") / 0, big("1") / big("Infinity")].map(&:to_s)
end

spec "numbers are rounded as asked" do
  assert_equal [2, 160, 1, -1, 3], [big("1.5").round, big("155").round(-1), big("1.5").floor, big("-1.5").ceil, big("2.5").round(0)]
  assert_equal %w[0.16e1 0.16e1 -0.15e1 0.15e1 0.1e1 0.55e0 0.2e1], [big("1.55").round(1), big("1.55").round(1, :half_even), big("-1.55").ceil(1), big("1.55").truncate(1), big("1.55").fix, big("1.55").frac, big("2.5").round(half: :even)].map(&:to_s)
  modes = %i[up down half_up half_down half_even ceiling floor].map { |mode| big("-2.5").round(0, mode).to_i }
  assert_equal [-3, -2, -3, -2, -2, -2, -3], modes
  assert_raises(ArgumentError, "invalid rounding mode (foo)") { big("2.5").round(0, :foo) }
  assert_raises(FloatDomainError, "Computation results in 'Infinity'") { big("Infinity").round }
end

spec "numbers are written" do
  number = big("1234567.891")
  assert_equal ["0.1234567891e7", "1234567.891", "1 234 567.891", "+0.12345 67891e7", " 1234567.891", "100.0"],
               [number.to_s, number.to_s("F"), number.to_s("3F"), number.to_s("+5E"), number.to_s(" F"), big("100").to_s("F")]
  assert_equal ["1.235", "12", "12.5"], ["%.3f" % big("1.23456"), "%d" % big("12.9"), big("12.50").to_digits]
  assert_equal [[1, "123456", 10, 3], 3, -2, 1.5, 3r / 2, 12], [big("123.456").split, big("123.456").exponent, big("-1").sign, big("1.5").to_f, big("1.5").to_r, big("12.9").to_i]
  assert_equal [5, 4, [5, 4], 2, 5, 0], [big("1.2345").precision, big("1.2345").scale, big("1.2345").precision_scale, big("12000").n_significant_digits, big("12000").precision, big("12000").scale]
end

spec "numbers compare with all kinds" do
  assert_equal [true, true, true, nil, false, 0, 1], [big("1.5") == 1.5, big("0.1") == 0.1, 1 == big("1"), big("1") <=> nil, big("NaN") == big("NaN"), big("1.50") <=> big("1.5"), 5 <=> big("4")]
  assert_equal [true, 1], [big("1.5").hash == big("1.50").hash, { big("1") => 1 }[big("1.0")]]
  assert_raises(ArgumentError, "comparison of BigDecimal with nil failed") { big("1") < nil }
  assert_raises(TypeError, "nil can't be coerced into BigDecimal") { big("1") + nil }
end

spec "powers and roots" do
  assert_equal %w[0.5e0 0.111111111111111111111111111111111111e0 0.2915451895043731778425655976676384839650145e-2 0.1414213562e1 0.243e3],
               [big("2")**-1, big("3")**-2, big("7")**-3, big("2").power(0.5, 10), big("3")**5].map(&:to_s)
  assert_equal ["0.141421356237309504880168872e1", "0.4e1"], [big("2").sqrt(30).round(26).to_s, big("16").sqrt(1).to_s]
  assert_raises(FloatDomainError, "sqrt of negative value") { big("-1").sqrt(2) }
  assert_equal ["2.7182818285", "0.6931471806"], [BigMath.exp(big("1"), 20), BigMath.log(big("2"), 20)].map { |number| number.round(10).to_s("F") }
end

spec "modes are kept to their thread" do
  BigDecimal.save_rounding_mode do
    BigDecimal.mode(BigDecimal::ROUND_MODE, :down)
    assert_equal [1, BigDecimal::ROUND_HALF_UP], [big("1.9").round, Thread.new { BigDecimal.mode(BigDecimal::ROUND_MODE) }.value]
  end
  BigDecimal.save_exception_mode do
    BigDecimal.mode(BigDecimal::EXCEPTION_NaN, true)
    assert_raises(FloatDomainError, "Computation results to 'NaN'") { big("Infinity") - big("Infinity") }
  end
  BigDecimal.save_limit do
    BigDecimal.limit(3)
    assert_equal "0.123e1", (big("1") + big("0.23456")).to_s
  end
  assert_equal [2, 0], [big("1.9").round, BigDecimal.limit]
end

spec "a number is one object, and goes through Marshal" do
  assert_equal [true, "18:0.15e1", big("1.5")], [big("1").frozen?, big("1.5")._dump, Marshal.load(Marshal.dump(big("1.5")))]
  assert_raises(NoMethodError, "undefined method 'new' for class BigDecimal") { BigDecimal.new("1") }
  assert_raises(TypeError, "allocator undefined for BigDecimal") { BigDecimal.allocate }
end

spec "sums, products, quotients and order of short numbers are those of long ones" do
  texts = %w[0 -0 1 -1 19.99 -19.99 0.1 1e-20 1e20 123456789012345678 3 -7 100]
  long = BigDecimal("1e-60")
  texts.product(texts) do |one, two|
    left, right = BigDecimal(one), BigDecimal(two)
    exact_left, exact_right = left.to_r, right.to_r
    assert_equal [exact_left + exact_right, exact_left - exact_right, exact_left * exact_right], [left + right, left - right, left * right].map(&:to_r)
    assert_equal [exact_left <=> exact_right, exact_left == exact_right, exact_left < exact_right, exact_left >= exact_right], [left <=> right, left == right, left < right, left >= right]
    assert_equal exact_left + long.to_r <=> exact_right, left + long <=> right
  end
  assert_equal ["0.2e1", "0.#{"3" * 36}e0", "-0.#{"6" * 36}7e1", "0.5e-1"], [BigDecimal(6) / 3, BigDecimal(1) / 3, BigDecimal(-20) / 3, BigDecimal("0.1") / 2].map(&:to_s)
end

spec "a sum that is nothing is negative only of two negative nothings, or where it rounds down" do
  assert_equal ["0.0", "0.0", "-0.0", "-0.0"], [BigDecimal(1) - 1, BigDecimal("-0") + 0, BigDecimal("-0") + BigDecimal("-0"), BigDecimal("-1") * 0].map(&:to_s)
end

spec "a chosen way to round and a limit of digits count for operators, whenever they were chosen" do
  assert_equal "0.#{"6" * 35}7e0", (BigDecimal(2) / 3).to_s
  BigDecimal.save_rounding_mode do
    BigDecimal.mode(BigDecimal::ROUND_MODE, :down)
    assert_equal "0.#{"6" * 36}e0", (BigDecimal(2) / 3).to_s
  end
  BigDecimal.save_limit do
    BigDecimal.limit(3)
    assert_equal ["0.322e1", "0.1e2"], [(BigDecimal("2.12345") + BigDecimal("1.1")).to_s, (BigDecimal("9.999") * 1).to_s]
  end
  assert_equal "0.322345e1", (BigDecimal("2.12345") + BigDecimal("1.1")).to_s
end

spec "a number is written plainly with the zeros up to its point" do
  texts = %w[19.99 -0.5 100 1e-5 1e20 123456789.123456789 -1e3]
  assert_equal %w[19.99 -0.5 100.0 0.00001 100000000000000000000.0 123456789.123456789 -1000.0], texts.map { |text| BigDecimal(text).to_s("F") }
  assert_equal ["0.0", "-0.0", "NaN", "-Infinity", "+1.5", "1 234.5"], [["0", "F"], ["-0", "F"], ["NaN", "F"], ["-Infinity", "F"], ["1.5", "+F"], ["1234.5", "3F"]].map { |text, format| BigDecimal(text).to_s(format) }
  assert_equal [19.99, -0.5, 1e20, 1e-30, Float::INFINITY], [BigDecimal("19.99"), BigDecimal("-0.5"), BigDecimal("1e20"), BigDecimal("1e-30"), BigDecimal("Infinity")].map(&:to_f)
end

spec "equal numbers have one hash" do
  assert_equal [:found, true], [{ BigDecimal("1.50") => :found }[BigDecimal("1.5")], BigDecimal("100").hash == BigDecimal("1e2").hash]
  assert_equal [true, false], [BigDecimal("1" * 30).hash == BigDecimal("1" * 30).hash, BigDecimal("1.5").hash == BigDecimal("-1.5").hash]
end

spec "digits copy a BigDecimal as it is; a text may end in a line behind a whole number" do
  number = BigDecimal("1.12")
  assert_equal [number, true, false], [BigDecimal(number, 1), BigDecimal(number).equal?(number), BigDecimal(number, 1).equal?(number)]
  assert_equal [111, -12, nil, nil], [BigDecimal("1_1_1_"), BigDecimal("-12_"), BigDecimal("1.1_", exception: false), BigDecimal("1__1", exception: false)]
  assert_equal nil, BigDecimal("1", -1, exception: false)
  assert_raises(TypeError, "no implicit conversion of nil into Integer") { 0.3.to_d(nil) }
end

spec "what the mode forbids is not made, negated or returned either" do
  forbidden = lambda do |flag, &block|
    BigDecimal.save_exception_mode do
      BigDecimal.mode(flag, true)
      BigDecimal.mode(BigDecimal::EXCEPTION_ZERODIVIDE, false)
      block.call
      "nothing"
    rescue FloatDomainError => error
      error.message
    end
  end
  infinity = BigDecimal::EXCEPTION_INFINITY
  assert_equal ["Computation results in 'Infinity'", "Computation results in '-Infinity'", "Computation results in '-Infinity'", "Computation results in 'Infinity'"],
               [forbidden.(infinity) { BigDecimal("Infinity") }, forbidden.(infinity) { -BigDecimal::INFINITY }, forbidden.(infinity) { BigDecimal("-1") / 0 }, forbidden.(infinity) { BigMath.log(BigDecimal::INFINITY, 20) }]
  nan = BigDecimal::EXCEPTION_NaN
  assert_equal ["Computation results in 'NaN' (Not a Number)"] * 3, [forbidden.(nan) { BigDecimal("NaN") }, forbidden.(nan) { -BigDecimal::NAN }, forbidden.(nan) { BigMath.exp(BigDecimal::NAN, 20) }]
  assert_equal ["nothing", "Computation results to 'NaN'"], [forbidden.(nan) { BigDecimal::NAN + 1 }, forbidden.(nan) { BigDecimal::INFINITY - BigDecimal::INFINITY }]
  small, large = "BigDecimal to Float conversion", BigDecimal::EXCEPTION_OVERFLOW
  assert_equal [small, small, "nothing", small], [forbidden.(BigDecimal::EXCEPTION_UNDERFLOW) { BigDecimal("1e-337").to_f }, forbidden.(BigDecimal::EXCEPTION_UNDERFLOW) { BigDecimal("1e-324").to_f }, forbidden.(BigDecimal::EXCEPTION_UNDERFLOW) { BigDecimal("1e-322").to_f }, forbidden.(large) { BigDecimal("1e309").to_f }]
end

spec "comparing asks what the other side coerces to" do
  other = Object.new
  def other.coerce(number) = [number, BigDecimal("1")]
  assert_equal [true, true, false, true], [BigDecimal("1") == other, BigDecimal("1").eql?(other), BigDecimal("2") == other, BigDecimal("2") != other]
  def other.coerce(_) = raise("no order")
  assert_raises(RuntimeError, "no order") { BigDecimal("1") == other }
  assert_equal [false, false], [BigDecimal("1") == Object.new, BigDecimal("1") == nil]
  [[:symbol, ":symbol"], [nil, "nil"], ["1", "String"]].each do |object, shown|
    assert_raises(TypeError, "#{shown} can't be coerced into BigDecimal") { BigDecimal("1").coerce(object) }
  end
  assert_raises(ArgumentError, ":symbol can't be coerced into BigDecimal") { BigMath.exp(:symbol, 6) }
  assert_raises(ArgumentError, "Complex can't be coerced into BigDecimal") { BigMath.exp(Complex(1, 2), 6) }
  assert_equal true, BigMath.log(Float::NAN, 20).nan?
end

spec "the limit holds for what is negated, for roots and for powers of fractions" do
  BigDecimal.save_limit do
    BigDecimal.limit(3)
    assert_equal %w[-98.8 98.8 9.94 2.72], [-BigDecimal("98.7654"), BigDecimal("98.7654").abs, BigDecimal("98.76").sqrt(10), BigMath.exp(1, 10)].map { |number| number.to_s("F") }
  end
  assert_equal "0.2216380568954e109", BigDecimal("98.76").power(BigDecimal("54.32"), 120).round(-96).to_d.to_s
end

spec "what is subtracted is not asked by the mode, nor an infinity of which nothing is left" do
  BigDecimal.save_exception_mode do
    lowest = -BigDecimal::INFINITY
    BigDecimal.mode(BigDecimal::EXCEPTION_INFINITY, true)
    assert_raises(FloatDomainError, "Computation results to 'Infinity'") { BigDecimal("1") - lowest }
    assert_equal 0, BigMath.exp(lowest, 20)
  end
end

spec "rounding to places, sums of nothing, and signs" do
  rows = %w[0 -0 19.99 -19.99 0.04 -0.04 1200 1e-20 999999999999999999].map do |text|
    number = big(text)
    [number.round, number.floor, number.ceil, number.truncate, *[-2, 0, 1].map { |places| [number.round(places), number.floor(places), number.ceil(places), number.truncate(places)].map(&:to_s) }]
  end
  assert_equal [20, 19, 20, 19, ["0", "0.0", "0.1e3", "0.0"], ["20", "0.19e2", "0.2e2", "0.19e2"], ["0.2e2", "0.199e2", "0.2e2", "0.199e2"]], rows[2]
  assert_equal [-20, -20, -19, -19, ["0", "-0.1e3", "-0.0", "-0.0"], ["-20", "-0.2e2", "-0.19e2", "-0.19e2"], ["-0.2e2", "-0.2e2", "-0.199e2", "-0.199e2"]], rows[3]
  assert_equal [0, 0, 0, 0, ["0", "0.0", "0.0", "0.0"], ["0", "0.0", "0.0", "0.0"], ["0.0", "0.0", "0.0", "0.0"]], rows[0]
  assert_equal [[1000, 1200], [1000, 0], 1_000_000_000_000_000_000], [[big("1200").round(-3), big("1200").round(-2)], [big("999999999999999999").round(-18) / 10**15, big("1e-20").floor], rows[8][2] + 1]
  assert_equal ["0.0", "0.0", "-0.0", "0.1999e2", "-0.1999e2"], [big("19.99") - big("19.99"), -big("-0"), -big("0"), big("19.99") + 0, big("0") - big("19.99")].map(&:to_s)
  BigDecimal.save_rounding_mode do
    BigDecimal.mode(BigDecimal::ROUND_MODE, :floor)
    assert_equal ["0.0", "-0.0", "0.1e1"], [big("1.5") - big("1.5"), big("-0") + big("-0"), big("1.09").round(1)].map(&:to_s)
  end
  assert_equal [["0.5e1", "-0.12e4", "0.0"], true], [[BigDecimal(5), BigDecimal(-1200), BigDecimal(0)].map(&:to_s), BigDecimal(5).frozen?]
end

spec "a BigDecimal tells of its digits, and text is read as far as it is a number" do
  require "bigdecimal/util"
  asked = %w[0 -0 1 -1 10 100.5 0.001 -123.456 1e30 1e-30 NaN -Infinity 12345678901234567890.5].map do |text|
    BigDecimal(text).then { |number| [number.sign, number.exponent, number.scale, number.precision] }
  end
  assert_equal [[1, 0, 0, 0], [-1, 0, 0, 0], [2, 1, 0, 1], [-2, 1, 0, 1], [2, 2, 0, 2], [2, 3, 1, 4], [2, -2, 3, 3], [-2, 3, 3, 6], [2, 31, 0, 31],
    [2, -29, 30, 30], [0, 0, 0, 0], [-3, 0, 0, 0], [2, 20, 1, 21]], asked
  assert_equal %w[0.15e1 0.25e1 0.3e1 0.5e0 0.0 0.1e4 0.12e2 0.0 -0.15e1 0.1e4 NaN 0.7e1], ["1.5", " 2.5", "3.", ".5", "abc", "1_000", "12abc", "", "-1.50", "1e3", "NaN", "+7"].map { |text| text.to_d.to_s }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { BigDecimal.interpret_loosely(5) }
end
