require_relative "../harness"

# Math: values to the last bit, poles, domains, and what is accepted as a number.

spec "elementary functions agree with the system's library" do
  assert_equal 0.8414709848078965, Math.sin(1)
  assert_equal 0.5403023058681398, Math.cos(1)
  assert_equal 1.5574077246549023, Math.tan(1)
  assert_equal 2.718281828459045, Math.exp(1)
  assert_equal 0.7615941559557649, Math.tanh(1)
  assert_equal 0.881373587019543, Math.asinh(1)
  assert_equal 5.0, Math.hypot(3, 4)
end

spec "roots" do
  assert_equal 2.0, Math.sqrt(4)
  assert_equal 1.0e+20, Math.sqrt(10**40)
  assert_equal 0.0, Math.sqrt(-0.0)
  assert_equal "0.0", Math.sqrt(-0.0).to_s
  assert_equal(-3.0, Math.cbrt(-27))
  assert_equal 1.2599210498948732, Math.cbrt(2)
end

spec "logarithms to any base" do
  assert_equal 0.0, Math.log(1)
  assert_equal 3.0, Math.log(8, 2)
  assert_equal 3.0, Math.log2(8)
  assert_equal 3.0, Math.log10(1000)
  assert_equal(-Float::INFINITY, Math.log(0))
  assert_equal(-Float::INFINITY, Math.log(-0.0))
end

spec "logarithms of integers beyond the range of floats" do
  assert_equal 1386.2943611198907, Math.log(2**2000)
  assert_equal 2000.0, Math.log(2**2000, 2)
  assert_equal 2000.0, Math.log2(2**2000)
  assert_equal 400.0, Math.log10(10**400)
end

spec "the gamma function is exact at small whole numbers" do
  assert_equal 24.0, Math.gamma(5)
  assert_equal 2.585201673888498e+22, Math.gamma(24)
  assert_equal 1.772453850905516, Math.gamma(0.5)
  assert_equal Float::INFINITY, Math.gamma(0.0)
  assert_equal(-Float::INFINITY, Math.gamma(-0.0))
  assert_equal Float::INFINITY, Math.gamma(172)
end

spec "the logarithm of gamma comes with gamma's sign" do
  assert_equal [0.5723649429247001, 1], Math.lgamma(0.5)
  assert_equal [1.2655121234846454, -1], Math.lgamma(-0.5)
  value, sign = Math.lgamma(-1.5)
  assert (value - 0.860047015376481).abs < 1e-15, "the system's libraries differ in the last digit: #{value}"
  assert_equal 1, sign
  assert_equal [Float::INFINITY, 1], Math.lgamma(0)
  assert_equal [Float::INFINITY, -1], Math.lgamma(-0.0)
end

spec "frexp and ldexp undo each other" do
  assert_equal [0.6025390625, 11], Math.frexp(1234)
  assert_equal 1234.0, Math.ldexp(0.6025390625, 11)
  assert_equal [0.0, 0], Math.frexp(0)
  assert_equal 4.0, Math.ldexp(0.5, 3.7)
end

spec "outside its domain a function names itself" do
  { sqrt: -1, log: -1, log2: -1, log10: -1, acos: 2, asin: 2, acosh: 0, atanh: 2, gamma: -1 }.each do |name, number|
    assert_raises(Math::DomainError, "Numerical argument is out of domain - #{name}") { Math.send(name, number) }
  end
  assert_raises(Math::DomainError, "Numerical argument is out of domain - lgamma") { Math.lgamma(-Float::INFINITY) }
end

spec "the borders of a domain belong to it" do
  assert_equal Float::INFINITY, Math.atanh(1)
  assert_equal(-Float::INFINITY, Math.atanh(-1))
  assert_equal 0.0, Math.acosh(1)
end

spec "what is not a number is not converted" do
  assert_raises(TypeError, "can't convert String into Float") { Math.sqrt("4") }
  assert_raises(TypeError, "can't convert nil into Float") { Math.sin(nil) }
  assert_raises(TypeError, "can't convert String into Float") { Math.log(1, "a") }
end

spec "other real numbers are converted" do
  assert_equal 2.0, Math.sqrt(4r)
  number = Class.new(Numeric) { def to_f = 9.0 }.new
  assert_equal 3.0, Math.sqrt(number)
end

spec "functions can be included" do
  calculator = Class.new { include Math; def root(number) = sqrt(number) }.new
  assert_equal 3.0, calculator.root(9)
  assert_raises(NoMethodError) { calculator.sqrt(9) }
end

spec "an argument out of a function's domain is no ArgumentError" do
  assert_equal StandardError, Math::DomainError.superclass
end
