require_relative "../harness"

# Integer(), Float(), Rational(), Complex(), and the lenient conversions of String.

spec "Integer() takes the whole text or nothing" do
  { "42" => 42, " -0x1A\n" => -26, "0b101" => 5, "017" => 15, "0o17" => 15, "1_000" => 1000 }.each do |text, number|
    assert_equal number, Integer(text)
  end
  ["", "  ", "1__0", "_1", "1_", "0x", "0x_1", "- 1", "08", "1e3", "1.5"].each do |text|
    assert_raises(ArgumentError, "invalid value for Integer(): #{text.inspect}") { Integer(text) }
  end
end

spec "Integer() in a base" do
  assert_equal 35, Integer("z", 36)
  assert_equal 26, Integer("0x1A", 16)
  assert_equal 8, Integer("08", 10)
  assert_equal 3, Integer("11", -2)
  assert_raises(ArgumentError, "invalid radix 37") { Integer("z", 37) }
  assert_raises(ArgumentError, "base specified for non string value") { Integer(12, 3) }
end

spec "Integer() of other things" do
  assert_equal 1, Integer(1.99)
  assert_raises(TypeError, "can't convert nil into Integer") { Integer(nil) }
  assert_raises(TypeError, "can't convert Array into Integer") { Integer([]) }
  assert_raises(FloatDomainError, "NaN") { Integer(Float::NAN) }
  assert_equal nil, Integer("x", exception: false)
  assert_equal nil, Integer(nil, exception: false)
end

spec "Float() reads decimals and hexadecimals" do
  { "1.5" => 1.5, " 1e3 " => 1000.0, "1_0.5" => 10.5, ".5" => 0.5, "1." => 1.0, "0x1A" => 26.0, "0x1.8p1" => 3.0 }.each do |text, number|
    assert_equal number, Float(text)
  end
  ["", "1e", "1_", "1._5", "0x", "Infinity", "1 2"].each do |text|
    assert_raises(ArgumentError, "invalid value for Float(): #{text.inspect}") { Float(text) }
  end
  assert_raises(TypeError, "can't convert nil into Float") { Float(nil) }
  assert_equal nil, Float("x", exception: false)
end

spec "Rational() of one and of two" do
  assert_equal 3r / 4, Rational("0.75")
  assert_equal 1r / 3, Rational("1", "3")
  assert_equal 3r / 4, Rational(1.5, 2)
  assert_equal 2r / 7, Rational(1, 3.5r)
  assert_raises(ZeroDivisionError, "divided by 0") { Rational(1, 0) }
  assert_raises(ZeroDivisionError, "divided by 0") { Rational("1/0") }
  assert_raises(ArgumentError, 'invalid value for convert(): "x"') { Rational("x") }
  assert_raises(TypeError, "can't convert nil into Rational") { Rational(nil) }
  assert_raises(TypeError, "not an integer") { Rational(Object.new, 1) }
end

spec "Complex() of texts and of parts" do
  assert_equal "(1+2i)", Complex("1+2i").inspect
  assert_equal "((1/2)+(3/4)*i)", Complex("1/2+3/4i").inspect
  assert_equal "(0+1i)", Complex("i").inspect
  assert_equal "(-3+5i)", Complex(Complex(1, 2), Complex(3, 4)).inspect
  assert_raises(TypeError, "can't convert nil into Complex") { Complex(nil) }
  assert_raises(TypeError, "not a real") { Complex(:a, 1) }
  assert_raises(ArgumentError, 'invalid value for convert(): "x"') { Complex("x") }
end

spec "strings are read as far as they go" do
  assert_equal [12, 0, 1, 26, 3, -7], ["12abc".to_i, "abc".to_i, "1__2".to_i, "0x1A".to_i(16), "0b11".to_i(2), "  -7 8".to_i]
  assert_equal [1.5, 0.0, 1.0, 1000.0, 0.0, 0.5], ["1.5x".to_f, "x".to_f, "1e".to_f, "1.e3".to_f, "0x1A".to_f, ".5.5".to_f]
  assert_equal [255, 8, 255, 0], ["ff".hex, "010".oct, "0xff".oct, "z".hex]
  assert_equal ["(1/3)", "(0/1)", "(500/1)"], ["1/3x".to_r, "abc".to_r, "1.5e3/3".to_r].map(&:inspect)
  assert_equal ["(1+2i)", "(0+0i)", "(0-1i)"], ["1+2ix".to_c, "abc".to_c, "-i".to_c].map(&:inspect)
end

spec "long texts are read exactly" do
  assert_equal 10**3000 + 7, Integer("1" + "0" * 2999 + "7")
  assert_equal "1" + "0" * 2999 + "7", (10**3000 + 7).to_s
end

class OddNumber < Numeric
  def to_f = "s"
  def to_i = nil
  def to_int = nil
end

class WrongInteger
  def to_int = "a"
end

spec "conversions that give something else say what" do
  odd = OddNumber.new
  assert_raises(TypeError, "can't convert OddNumber to Integer (OddNumber#to_i gives NilClass)") { Integer(odd) }
  assert_raises(TypeError, "can't convert OddNumber to Float (OddNumber#to_f gives String)") { Float(odd) }
  message = "can't convert WrongInteger to Integer (WrongInteger#to_int gives String)"
  assert_raises(TypeError, message) { Integer.try_convert(WrongInteger.new) }
end

spec "texts of wide characters are read as no number" do
  wide = "1".encode("UTF-16LE")
  %i[to_i to_f to_r to_c hex oct].each { |name| assert_raises(Encoding::CompatibilityError, "ASCII incompatible encoding: UTF-16LE") { wide.__send__(name) } }
  assert_raises(Encoding::CompatibilityError, "ASCII incompatible encoding: UTF-16LE") { Integer(wide) }
  assert_raises(Encoding::CompatibilityError, "ASCII incompatible encoding: UTF-16LE") { Float(wide) }
end

spec "exception: of the conversions is true or false, nothing else" do
  %i[Integer Float Rational Complex].each do |name|
    assert_raises(ArgumentError, "expected true or false as exception: 1") { send(name, "0", exception: 1) }
    assert_raises(ArgumentError, "expected true or false as exception: nil") { send(name, "0", exception: nil) }
  end
end

spec "without exceptions what an object's own conversion raises gives nil" do
  unwilling = Class.new do
    %i[to_i to_int to_f to_r to_c].each { |name| define_method(name) { raise "no #{name}" } }
  end.new
  assert_equal [nil] * 4, %i[Integer Float Rational Complex].map { |name| send(name, unwilling, exception: false) }
  assert_raises(RuntimeError, "no to_i") { Integer(unwilling) }
  assert_raises(RuntimeError, "no to_f") { Float(unwilling) }
  assert_equal [nil, nil], [Rational("1/0", exception: false), Rational(1, unwilling, exception: false)]
  assert_raises(FloatDomainError, "Infinity") { Rational(1.0 / 0, exception: false) }
  assert_raises(ZeroDivisionError, "divided by 0") { Rational(1, 0, exception: false) }
  assert_raises(ArgumentError, "invalid radix 99") { Integer("1", 99, exception: false) }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { Integer("1", "z", exception: false) }
end

spec "a number without a conversion of its own is refused by type" do
  assert_raises(TypeError, "can't convert Numeric into Float") { Numeric.new.coerce(1) }
  assert_raises(TypeError, "can't convert Numeric into Float") { -Numeric.new }
  assert_raises(Encoding::CompatibilityError, "ASCII incompatible encoding: UTF-16BE") { 1.5.round(half: "up".encode("UTF-16BE")) }
end

spec "a Complex is itself when it is converted, and real where its other part is none by to_r" do
  number = Complex(1, 0)
  assert number.equal?(Complex(number))
  nothing = Class.new(Numeric) { def to_r = 0r }.new
  assert_equal 3r, Complex(3, nothing).to_r
end

spec "Rational asks objects without any other method" do
  bare = BasicObject.new
  assert_raises(TypeError, "can't convert BasicObject into Rational") { Rational(bare) }
  def bare.to_r = 3r
  assert_equal 3r, Rational(bare)
  whole = BasicObject.new
  def whole.to_int = 5
  assert_equal [5r, 1/5r], [Rational(whole), Rational(1, whole)]
end

spec "places and permissions beyond the system's int are refused" do
  assert_raises(RangeError, "integer 2147483648 too big to convert to 'int'") { 42.round(2**31) }
  assert_raises(RangeError, "integer 2147483648 too big to convert to 'int'") { 1.5.round(2**31) }
  assert_raises(RangeError, "integer 4294967296 too big to convert to 'unsigned int'") { File.umask(2**32) }
  assert_raises(RangeError, "bignum too big to convert into 'unsigned long'") { File.chmod(2**64, "nothing") }
  assert_raises(ArgumentError, "comparison of String with 0 failed") { 1.0.step(2.0, "1").size }
end

spec "what can't be a Float or an Integer is nil without an exception" do
  assert_equal [nil] * 4, [nil, "x", "", "1\0"].map { |value| Float(value, exception: false) }
  assert_equal [nil] * 4, [nil, "x", "", "1\0"].map { |value| Integer(value, exception: false) }
  assert_equal [2.5, 16.0], [Float(Class.new(String).new("2.5"), exception: false), Float("0x10", exception: false)]
  assert_raises(Encoding::CompatibilityError) { Float("1".encode(Encoding::UTF_16LE), exception: false) }
end
