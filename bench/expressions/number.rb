require "bigdecimal"
large = 7**150
price = BigDecimal("19.99")
half = Rational(1, 2)
__END__
98765.round(-3)
98765.floor(-2)
98765.digits
12.345.round(2)
12.345.floor(1)
3.99.to_i
97.divmod(12)
7.pow(30, 11)
84.gcd(36)
12.clamp(1, 10)
Integer.sqrt(98765)
Integer("98765")
Float("98.765")
98765.to_s
98765.to_s(2)
98.765.to_s
large * large
large / 12_345
large.to_s
half + 2
Complex(1, 2) * Complex(3, 4)
price + 1
price * price
price.to_s
price.round(1)
BigDecimal("19.99")
10.times { }
1.step(20, 4) { }
rand
rand(6)
Random.rand(1.5)
Math.sqrt(2)
17.bit_length
255.to_s(16)
98765.to_s.rjust(10, "0")
17.pred.succ
17 <=> 18
17.0 <=> 18
17.fdiv(4)
17 / 4
-17 / 4
-17 % 5
17.remainder(-5)
17.lcm(5)
17 ** 5
17 ** -1
2 ** 100
1 << 70
17[3]
17 & 5 | 8 ^ 3
17.to_f
17.to_r
17.ceil(-1)
17.ceildiv(4)
17.even?
17.zero?
17.positive?
17.between?(1, 20)
17.coerce(2.5)
17.chr
17.times.map { |number| number }
1.upto(20) { }
20.downto(1) { }
1.step(20, 3).to_a
1.0.step(2.0, 0.25).to_a
17.hash
17.integer?
17.inspect
17 == 17.0
17 + 2.5
17.5.floor
17.5.ceil
17.5.round
17.25.truncate(1)
17.5.divmod(3)
17.5 % 3
17.5 / 2
17.5 ** 2
17.5.nan?
17.5.infinite?
17.5.finite?
17.5.to_i
17.5.to_r
17.5.rationalize(Rational(1, 100))
17.5.next_float
17.5.hash
17.5 == 17
1e20.to_i
1e100.to_s
1.0e-5.to_s
0.1 + 0.2
"%.3f" % 17.5
"%d" % 17
"%x" % 255
"%e" % 17.5
large + large
large - 1
large % 1000
large ** 3
large == large + 0
large <=> large + 1
large.hash
large.bit_length
large >> 20
large & 0xffff
large.digits.size
large.to_f
large.pow(3, 1_000_007)
Integer(large.to_s)
half * half
half - 1
half <=> 1
half ** 3
half.to_f
half.to_s
half.round
Rational("1/3")
Rational(3, 9)
Complex(3, 4).abs
Complex(1, 2) + 1
Complex(1, 2) / Complex(3, 4)
Complex(1.5, 2.5) * Complex(3.5, 4.5)
Complex(1.5, 2.5) / Complex(3.5, 4.5)
Complex(1.5, 2.5) ** 2
Complex("1+2i")
Complex.polar(1, 2)
price - 1
price / 3
price.round(1).to_f
price.to_f
price <=> 20
price.floor
price.truncate(1)
price.hash
price * 2
price.sqrt(10)
price.to_s("F")
price == price + 0
BigDecimal(5)
Math.hypot(3, 4)
Math.sin(1)
Math.log(10)
Math.log2(8)
Math.atan2(1, 2)
Math.cbrt(27)
Random.new(1).rand(10)
Random.rand(10)
rand(1.5)
rand(1..6)
Random.bytes(8)
Float("1e3")
Integer("0x1f", 16)
"1_000".to_i
Integer("12x", exception: false)
price < 20
price > 20
price - price
large.pow(65_537, large + 2)
17.pow(3, 1_000_007)
2 ** -3
Rational(3, 4)
