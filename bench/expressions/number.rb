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
