require_relative "../harness"

spec "Rational() reduces" do
  assert_equal ["1/2", "(1/2)", "3/1", "-1/2"], [Rational(2, 4).to_s, Rational(2, 4).inspect, Rational(3).to_s, Rational(1, -2).to_s]
  assert_equal [1, 2], [Rational(2, 4).numerator, Rational(2, 4).denominator]
end

spec "Rational() reads text" do
  assert_equal [Rational(1, 3), Rational(3, 2), Rational(1, 4), Rational(150)], [Rational("1/3"), Rational("1.5"), Rational("0.25"), Rational("1.5e2")]
  assert_raises(ArgumentError, 'invalid value for convert(): "x"') { Rational("x") }
  assert_raises(TypeError, "can't convert nil into Rational") { Rational(nil) }
  assert_equal nil, Rational("x", exception: false)
  assert_raises(ZeroDivisionError, "divided by 0") { Rational(1, 0) }
end

spec "rational arithmetic is exact" do
  a = Rational(1, 3)
  b = Rational(1, 6)
  assert_equal [Rational(1, 2), Rational(1, 6), Rational(1, 18), Rational(2)], [a + b, a - b, a * b, a / b]
  assert_equal [Rational(4, 3), Rational(-2, 3), Rational(2, 3), Rational(1, 6)], [a + 1, a - 1, a * 2, a / 2]
  assert_equal [Rational(1, 9), Rational(9), 0.5773502691896257], [a ** 2, a ** -2, a ** 0.5]
  assert_equal [0.8333333333333333, Float], [a + 0.5, (a + 0.5).class]
end

spec "integers meet rationals" do
  assert_equal [Rational(4, 3), Rational(3), true, -1], [1 + Rational(1, 3), 1 / Rational(1, 3), 1 == Rational(1), 1 <=> Rational(4, 3)]
  assert_equal Rational(3, 2), 3.quo(2)
end

spec "rounding rationals" do
  x = Rational(7, 2)
  assert_equal [3, 4, 4, 3, -4, -3], [x.floor, x.ceil, x.round, x.truncate, (-x).floor, (-x).ceil]
  assert_equal [Rational(33, 10), 4, 4], [Rational(10, 3).round(1), x.round(half: :even), Rational(9, 2).round(half: :even)]
end

spec "rational conversions" do
  assert_equal [0.5, 3, Rational(1, 2), Complex(Rational(1, 2), 0)], [Rational(1, 2).to_f, Rational(7, 2).to_i, Rational(1, 2).to_r, Rational(1, 2).to_c]
  assert_equal [Rational(1, 2), Rational(5), Rational(0)], ["0.5".to_r, "5x".to_r, "x".to_r]
end

spec "rational divmod, comparison and hash" do
  assert_equal [[3, Rational(1, 2)], true, true], [Rational(7, 2).divmod(1), Rational(1, 2) == 0.5, Rational(1, 2).hash == Rational(2, 4).hash]
  assert_equal [true, true, false], [Rational(1, 3).positive?, Rational(-1, 3).negative?, Rational(1, 3).zero?]
  assert_raises(ZeroDivisionError, "divided by 0") { Rational(1, 2) / 0 }
end

spec "Complex() has a real and an imaginary part" do
  z = Complex(3, 4)
  assert_equal ["3+4i", "(3+4i)", 3, 4, 5.0], [z.to_s, z.inspect, z.real, z.imaginary, z.abs]
  assert_equal ["3-4i", "0+1i", "1.5+0.0i"], [Complex(3, -4).to_s, Complex::I.to_s, Complex(1.5, 0.0).to_s]
end

spec "complex arithmetic" do
  a = Complex(1, 2)
  b = Complex(3, -1)
  assert_equal [Complex(4, 1), Complex(-2, 3), Complex(5, 5), Complex(Rational(1, 10), Rational(7, 10))], [a + b, a - b, a * b, a / b]
  assert_equal [Complex(-3, 4), Complex(2, 2), Complex(2, 4)], [a ** 2, a + 1, a * 2]
  assert_equal [Complex(1, -2), 5, Complex(-1, -2)], [a.conjugate, a.abs2, -a]
end

spec "polar and rectangular" do
  assert_equal [[1, 2], [5.0, 0.9272952180016122]], [Complex(1, 2).rect, Complex(3, 4).polar]
  assert_equal Complex(-1, 0), Complex.polar(1, Math::PI).then { |z| Complex(z.real.round(10), z.imaginary.round(10)) }
  assert_equal 0.7853981633974483, Complex(1, 1).arg
end

spec "Complex() reads text" do
  assert_equal [Complex(1, 2), Complex(0, 1), Complex(1.5, -2)], [Complex("1+2i"), Complex("i"), Complex("1.5-2i")]
  assert_raises(ArgumentError, 'invalid value for convert(): "x"') { Complex("x") }
end

spec "complex comparison" do
  assert_equal [true, true, false, nil, -1], [Complex(1, 0) == 1, Complex(1, 2) == Complex(1.0, 2), Complex(1, 2) == 1, Complex(1, 2) <=> 1, Complex(1, 0) <=> 2]
  assert_raises(NoMethodError) { Complex(1, 2) < 3 }
end

spec "a real complex converts, another does not" do
  assert_equal [1, 1.0, Rational(1)], [Complex(1, 0).to_i, Complex(1, 0).to_f, Complex(1, 0).to_r]
  assert_raises(RangeError, "can't convert 1+2i into Integer") { Complex(1, 2).to_i }
end

spec "numbers know their parts" do
  assert_equal [5, 0, true, 5, 0, false], [5.real, 5.imaginary, 5.real?, 5.abs, 5.arg, Complex(1, 0).real?]
  assert_equal [Complex(0, 5), [5, 0]], [5.i, 5.rect]
end

spec "literals are in lowest terms however many digits they have" do
  assert_equal [30864197469, 250000000000], [0.123456789876r.numerator, 0.123456789876r.denominator]
  assert_equal 100, 100.000000000000000000000000000000000000000r.numerator
end

spec "a fraction with an exponent that no Integer of a machine holds is nothing, or too large" do
  assert_equal [0, 0], [Rational("1e-99999999999999999999"), Rational("3e-99999999999999999999/7")]
  assert_raises(FloatDomainError, "Infinity") { Rational("1e99999999999999999999") }
end

class DividedNumber < Numeric
  def /(other) = [:divided, other]
end

class WholeNumber < Numeric
  def to_int = 3
end

spec "Rational() divides numbers of a program's own, and takes those for whole that say so" do
  assert_equal [:divided, 0], Rational(DividedNumber.new, 0)
  assert_equal [Rational(3), Rational(3, 2)], [Rational(WholeNumber.new), Rational(WholeNumber.new, 2)]
end

spec "Complex() refuses a number beside what is no number, also where it is not to raise" do
  assert_raises(TypeError, "not a real") { Complex(:x, 1, exception: false) }
  assert_raises(TypeError, "not a real") { Complex(Object.new, 1r, exception: false) }
  assert_equal [nil, nil, nil, nil], [Complex(1, :x, exception: false), Complex(nil, 1, exception: false), Complex("a", 1, exception: false), Complex(:x, exception: false)]
end

spec "a Complex without an imaginary part counts as real where one is made of parts" do
  assert_equal [Complex(1, 2), 1], [Complex.rect(Complex(1, 0.0), 2), Complex.polar(Complex(1, 0), 0.0i)]
  assert_raises(TypeError, "not a real") { Complex.polar(1+1i) }
end

spec "Rational of Integers is in lowest terms, with the sign above" do
  assert_equal ["1/2", "-1/2", "-1/2", "0/1", "5/1"], [Rational(2, 4), Rational(-3, 6), Rational(3, -6), Rational(0, 5), Rational(5)].map(&:to_s)
  assert_equal [Rational(2**61), nil], [Rational(2**62, 2), Rational("x", exception: false)]
  assert_raises(ZeroDivisionError, "divided by 0") { Rational(5, 0) }
  assert_raises(TypeError, "can't convert nil into Rational") { Rational(1, nil) }
end

spec "a quotient of Floats is divided by the larger part of the divisor" do
  assert_equal [Complex(0.44, 0.08), Complex(0.5, 0.5)], [Complex(1.0, 2.0) / Complex(3.0, 4.0), Complex(1.0, 0.0).quo(Complex(1.0, -1.0))]
  assert_equal Complex(1.0, 0.0), Complex(1e300, 1e300) / Complex(1e300, 1e300)
  assert_equal ["NaN+NaN*i", "NaN+NaN*i"], [Complex(1.0, 2.0) / Complex(0.0, 0.0), Complex(0.0, 0.0) / Complex(0.0, -0.0)].map(&:to_s)
  assert_equal [Complex(0.5, 1.0), Complex(1.5, 0.5)], [Complex(1.0, 2.0) / 2, Complex(2, 1) / Complex(1.4, 0.2)].then { |half, mixed| [half, Complex(mixed.real.round(1), mixed.imaginary.round(1))] }
end

spec "Rational divides by what a number of the program's own says that it is" do
  own = Class.new(Numeric) do
    def /(other) = 42
    def to_r = 1r
    def to_int = 1
  end
  assert_equal 1/2r, Rational(own.new, 2)
  assert_equal [3/1r, 1/2r, 1+0i], [Rational.__send__(:convert, 3), Rational.__send__(:convert, 1, 2), Complex.__send__(:convert, 1)]
end

spec "a power of Floats goes by logarithm and angle; zero? asks == that a program may have" do
  power = Complex(-500.5, 300.2)**Complex(1.5, -2.5)
  assert_equal [8045061.5302, 4879450.8799], power.rectangular.map { |part| part.round(4) }
  assert_equal [1.0, 1.0], (Complex(1.0, 1.0)**Complex(1.0, 0.0)).rectangular.map { |part| part.round(9) }
  assert_equal [true, false, true, false], [0i, 1i, 0r, 1r / 3].map(&:zero?)
  assert_equal true, Complex(0.0, -0.0).zero?
end

spec "Complex#/ and rationalize ask no quo of an Integer that a program has replaced" do
  answers = -> { [Complex(1, 2) / 3, Complex(1, 2) / Complex(3, 4), Complex(1, 2) / 2.0, Complex(2, 1)**-2, 0.3.rationalize(Rational(1, 100))] }
  expected = answers.call
  Integer.alias_method(:spec_quo, :quo)
  Integer.define_method(:quo) { |_| raise "asked" }
  assert_equal expected, answers.call
ensure
  Integer.alias_method(:quo, :spec_quo)
  Integer.remove_method(:spec_quo)
end

spec "a text's numbers end where the reference ends them" do
  assert_equal [0r, 1r, 1r, 0r], [".", "1.", "1e-", "./1"].map { |text| Rational(text) }
  assert_equal [3/2r, 1/4r], ["1.5e/", "1e/4"].map(&:to_r)
  assert_raises(ArgumentError, "exponent is too large") { Rational("10.5e19999999999999") }
  assert_raises(ArgumentError, "exponent is too large") { Rational("10.5e-19999999999999") }
end

spec "powers of 0 and 1 are those whatever the exponent, which has to have a sign for 0" do
  assert_equal [1r, 0r], [Rational(1)**2i, Rational(0)**2]
  assert_raises(ArgumentError, "comparison of Complex with 0 failed") { Rational(0)**2i }
  assert_raises(ZeroDivisionError) { Rational(0)**-2 }
end
