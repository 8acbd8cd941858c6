require_relative "../harness"

spec "times, upto, downto and step walk" do
  seen = []
  3.times { |i| seen << i }
  1.upto(3) { |i| seen << i }
  3.downto(1) { |i| seen << i }
  1.step(7, 3) { |i| seen << i }
  assert_equal [0, 1, 2, 1, 2, 3, 3, 2, 1, 1, 4, 7], seen
  assert_equal 3, 3.times { }
end

spec "without a block they give enumerators with a size" do
  assert_equal [3, 5, 4], [3.times.size, 1.upto(5).size, 10.step(1, -3).size]
  assert_equal [10, 7, 4, 1], 10.step(1, -3).to_a
  assert_equal [1, 3, 5], 1.step(by: 2, to: 5).to_a
  assert_equal "(1.step(by: 2, to: 5))", 1.step(by: 2, to: 5).inspect
end

spec "to_s and inspect take a base" do
  assert_equal ["ff", "-ff", "1010", "zz"], [255.to_s(16), -255.to_s(16), 10.to_s(2), 1295.to_s(36)]
  assert_raises(ArgumentError, "invalid radix 1") { 5.to_s(1) }
  assert_raises(ArgumentError, "invalid radix 37") { 5.to_s(37) }
  assert_equal "12345678901234567890123", 12345678901234567890123.inspect
  assert_equal "29d42b64e76714244cb", 12345678901234567890123.to_s(16)
end

spec "to_i, to_f, to_r, to_c, chr, ord" do
  assert_equal [5, 5.0, Rational(5), Complex(5, 0), "A", 65], [5.to_i, 5.to_f, 5.to_r, 5.to_c, 65.chr, 65.ord]
  assert_equal ["é", Encoding::UTF_8], [233.chr("UTF-8"), 233.chr("UTF-8").encoding]
  assert_equal [Encoding::US_ASCII, Encoding::BINARY], [65.chr.encoding, 200.chr.encoding]
  assert_raises(RangeError, "256 out of char range") { 256.chr }
  assert_raises(RangeError, "-1 out of char range") { -1.chr }
end

spec "even?, odd?, zero?, positive?, negative?" do
  assert_equal [true, false, true, true, true], [4.even?, 4.odd?, 0.zero?, 1.positive?, -1.negative?]
  assert_equal [true, true], [(2 ** 70).even?, (2 ** 70 + 1).odd?]
end

spec "succ, next and pred" do
  assert_equal [6, 6, 4], [5.succ, 5.next, 5.pred]
  assert_equal 9223372036854775808, 9223372036854775807.succ
end

spec "div, modulo, fdiv, divmod, ceildiv, pow" do
  assert_equal [2, 1, 2.5, [2, 1], 3], [5.div(2), 5.modulo(2), 5.fdiv(2), 5.divmod(2), 5.ceildiv(2)]
  assert_equal [-3, 2], [-5.div(2), 5.div(2.0)]
  assert_equal [8, 4, 1], [2.pow(3), 3.pow(4, 7), 2.pow(10 ** 20, 3)]
  assert_raises(ZeroDivisionError, "divided by 0") { 5.div(0.0) }
  assert_raises(RangeError, "Integer#pow() 1st argument cannot be negative when 2nd argument specified") { 2.pow(-1, 5) }
end

spec "gcd and lcm" do
  assert_equal [6, 36, [6, 36], 2 ** 60], [12.gcd(18), 12.lcm(18), 12.gcdlcm(18), (2 ** 70).gcd(2 ** 60)]
end

spec "abs, magnitude and sign" do
  assert_equal [5, 5, 2 ** 70], [-5.abs, -5.magnitude, (-(2 ** 70)).abs]
end

spec "round, floor, ceil and truncate with digits" do
  assert_equal [1200, 1200, 1300, 1200], [1234.round(-2), 1234.floor(-2), 1234.ceil(-2), 1234.truncate(-2)]
  assert_equal [1234, -1300, -1200], [1234.round(2), -1234.floor(-2), -1234.ceil(-2)]
  assert_equal [20, 20, 30], [25.round(-1, half: :even), 25.round(-1, half: :down), 25.round(-1, half: :up)]
  assert_raises(ArgumentError, "invalid rounding mode: odd") { 25.round(-1, half: :odd) }
end

spec "digits" do
  assert_equal [[5, 4, 3], [1, 0, 1], [0]], [345.digits, 5.digits(2), 0.digits]
  assert_raises(Math::DomainError, "out of domain") { -5.digits }
  assert_raises(ArgumentError, "invalid radix 1") { 5.digits(1) }
end

spec "bit_length, bits and masks" do
  assert_equal [8, 9, 0, 0, 71], [255.bit_length, 256.bit_length, 0.bit_length, -1.bit_length, (2 ** 70).bit_length]
  assert_equal [true, true, true], [6.allbits?(2), 6.anybits?(3), 6.nobits?(1)]
  assert_equal [1, 2, 6], [5[0], 0b1101[1, 2], 0b110101[3..]]
end

spec "Integer.sqrt is exact" do
  assert_equal [4, 10 ** 20], [Integer.sqrt(24), Integer.sqrt(10 ** 40)]
  assert_raises(Math::DomainError, 'Numerical argument is out of domain - "isqrt"') { Integer.sqrt(-1) }
end

spec "Integer() converts strictly" do
  assert_equal [42, 255, 8, 5, -7], [Integer("42"), Integer("0xff"), Integer("0b1000"), Integer("101", 2), Integer(" -7 ")]
  assert_raises(ArgumentError, 'invalid value for Integer(): "4x"') { Integer("4x") }
  assert_raises(ArgumentError, 'invalid value for Integer(): ""') { Integer("") }
  assert_raises(TypeError, "can't convert nil into Integer") { Integer(nil) }
  assert_equal [nil, nil, 3], [Integer("x", exception: false), Integer(nil, exception: false), Integer(3.99)]
  assert_raises(FloatDomainError, "NaN") { Integer(Float::NAN) }
end

spec "coerce" do
  assert_equal [[2, 1], [2.5, 1.0]], [1.coerce(2), 1.coerce(2.5)]
  assert_raises(TypeError, "can't convert nil into Float") { 1.coerce(nil) }
end

spec "size is in bytes" do
  assert_equal 8, 1.size
end

spec "large factorials and powers" do
  assert_equal "30414093201713378043612608166064768844377641568960512000000000000", (1..50).inject(:*).to_s
  assert_equal 302, (2 ** 1000).to_s.size
  assert_equal "1" + "0" * 100, (10 ** 100).to_s
end

spec "large integers hash and compare by value" do
  assert_equal (2 ** 70).hash, (2 ** 70).hash
  assert_equal [true, true], [2 ** 70 == 2 ** 70, (2 ** 70).eql?(2 ** 70)]
  assert_equal :found, { 2 ** 70 => :found }[2 ** 70]
end

spec "bit operations on large and negative" do
  big = 2 ** 70
  assert_equal [big + 5, 5, -big - 1, 1], [big | 5, (big + 5) & 7, ~big, big[70]]
  assert_equal [-1, 2 ** 6, -(2 ** 6)], [-big >> 80, big >> 64, -big >> 64]
end

spec "integer? finite? infinite?" do
  assert_equal [true, true, nil], [1.integer?, 1.finite?, 1.infinite?]
end

spec "to_s keeps encoding US-ASCII" do
  assert_equal Encoding::US_ASCII, 5.to_s.encoding
end

spec "Integer === and try_convert" do
  assert_equal [true, false, 5, nil], [Integer === 5, Integer === 5.0, Integer.try_convert(5), Integer.try_convert("5")]
end

spec "bit operations want integers" do
  assert_raises(TypeError) { 1 & "a" }
end

spec "powers of small numbers by a modulus" do
  assert_equal [2, -5, 0, 558643], [(-3).pow(5, 7), (-3).pow(5, -7), 3.pow(0, 1), 12_345.pow(6789, 1_000_007)]
  assert_equal 863438056619240005, 2.pow(4611686018427387900, 4611686018427387901)
  assert_equal 4611686018427387902, (-4611686018427387904).pow(3, 4611686018427387903)
end

spec "the quotient of large numbers as a Float grows with the dividend" do
  unit = 50 << Float::MANT_DIG
  quotients = (1..100).map { |more| (unit + more).fdiv(unit) }
  assert_equal quotients.sort, quotients
end

spec "remainder of what coerces compares the coerced values with zero" do
  kind = Class.new do
    def coerce(other) = [self, other]
    def %(other) = self
  end
  assert_raises(ArgumentError) { 1.remainder(kind.new) }
  pair = Class.new { def coerce(other) = [other, 3] }.new
  assert_equal [2, -2], [5.remainder(pair), -5.remainder(pair)]
end

spec "a shift by more than any number has bits is out of range" do
  assert_raises(RangeError, "shift width too big") { 1 << 2**67 }
  assert_raises(NoMemoryError, "failed to allocate memory") { 1 << 2**64 }
end

spec "integers of thousands of digits" do
  one, other, common = 3**3000 * 7, -(7**2000) * 11, 5**700
  product = one * other
  assert_equal [other, 0], product.divmod(one)
  assert_equal [one, 0], product.divmod(other)
  assert_equal [-1, one + other.abs * -(one / other.abs + 1) + other.abs], [(other + one % other.abs <=> 0), one % other.abs]
  assert_equal [7, 7 * common], [one.gcd(other), (one * common).gcd(other * common)]
  assert_equal product.abs / 7, one.lcm(other)
  assert_equal [0, 12, 0, 4_611_686_018_427_387_905 * 2], [0.lcm(one), 4.lcm(-6), one.lcm(0), 2.lcm(4_611_686_018_427_387_905)]
  assert_equal [one, one - 1, one], [Integer.sqrt(one * one), Integer.sqrt(one * one - 1), Integer.sqrt(one * one + 2 * one)]
  [3, 10, 36].each { |radix| assert_equal [one, other], [one, other].map { |number| number.to_s(radix).to_i(radix) } }
  assert_equal [(-(10**300) + 1) ** 3, -(10**300) + 1], [(1 - 10**300)**3, Integer("-" + "9" * 300)]
  quotient, rest = other.divmod(one / common)
  assert_equal [other, true, -1], [quotient * (one / common) + rest, rest.between?(0, one / common - 1), other.remainder(one / common) <=> 0]
end

spec "the order of large integers" do
  large = 2**100
  sorted = [-large - 1, -large, -large + 1, -(2**64), -5, 0, 5, 2**64 - 1, 2**64, large - 1, large, large + 1]
  assert_equal sorted, sorted.shuffle(random: Random.new(3)).sort { |one, other| one <=> other }
  assert_equal [true, false, true, false], [large < large + 1, large > large + 1, -large >= -large - 1, -large <= -large - 1]
  assert_equal [0, 1, -1], [large <=> 2**100, large <=> 5, -large <=> 5]
  assert_equal [1, nil, true], [large <=> 1.5, large <=> "5", large < 1e40]
end

spec "to_s in any radix" do
  assert_equal ["0", "-10", "-c", "zz", "1" + "0" * 62], [0.to_s, -10.to_s, -12.to_s(36), 1295.to_s(36), (2**62).to_s(2)]
  assert_equal ["4611686018427387903", "-4611686018427387904"], [4611686018427387903.to_s, -4611686018427387904.to_s]
  assert_equal ["-1" + "0" * 62, 64], [(-2**62).to_s(2), (-2**62).to_s(2).size]
end

spec "a power modulo has the sign of the modulus, of numbers of any size" do
  big = 3**200
  assert_equal [big**3 % 1_000_007, big**3 % -1_000_007, -big**5 % (2**61), (-big)**65_537 % (10**50 + 7)], [big.pow(3, 1_000_007), big.pow(3, -1_000_007), -big.pow(5, 2**61) % 2**61, (-big).pow(65_537, 10**50 + 7)]
  assert_equal [0, 0, 1, 1, -4], [big.pow(0, 1), big.pow(5, -1), big.pow(0, 7), 5.pow(0, 7), 3.pow(1, -7)]
  assert_equal [2**62 % (2**61 + 1), (2**61)**3 % (2**61 - 1)], [2.pow(62, 2**61 + 1), (2**61).pow(3, 2**61 - 1)]
  assert_raises(ZeroDivisionError, "divided by 0") { big.pow(2, 0) }
  assert_raises(RangeError, "Integer#pow() 1st argument cannot be negative when 2nd argument specified") { big.pow(-2, 5) }
end

spec "a power below zero is a fraction" do
  assert_equal [Rational(1, 2), Rational(-1, 8), Rational(1, 4), 1, -1], [2**-1, (-2)**-3, (-2)**-2, 1**-5, (-1)**-5]
  assert_equal [Rational(1, 2**70), Rational(1, 10**30)], [2**-70, (10**15)**-2]
  assert_raises(ZeroDivisionError, "divided by 0") { 0**-1 }
end

spec "remainder of a large number asks what the other makes of both" do
  number = Class.new do
    def coerce(other) = [self, other]
    def remainder(other) = :rest
  end.new
  assert_equal [:rest, (10.0**25).remainder(3.5)], [(10**25).remainder(number), (10**25).remainder(3.5)]
  assert_raises(NoMethodError, "undefined method 'remainder' for an instance of Complex") { (10**25).remainder(2i) }
end
