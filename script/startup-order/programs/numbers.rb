# Integers, Floats, large and exact numbers, random ones and those of the clock, as a program that computes uses them.
started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
def primes(limit)
  sieve = Array.new(limit + 1, true)
  (2..Integer.sqrt(limit)).each { |i| (i * i).step(limit, i) { |j| sieve[j] = false } if sieve[i] }
  (2..limit).select { |i| sieve[i] }
end

def ackermann(m, n) = m.zero? ? n + 1 : n.zero? ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1))
def power(base, exponent, modulus) = exponent.digits(2).reverse.inject(1) { |x, bit| x * x * (bit == 1 ? base : 1) % modulus }

puts primes(500).last, ackermann(2, 3), power(3, 200, 10**9 + 7), 3.pow(200, 10**9 + 7)
big = (1..60).inject(:*)
puts big, big.to_s.size, big.bit_length, (big >> 100).to_s(36), big.digits.sum, big % 1_000_007, big / 3**20, big.gcd(2**80), -big <=> big, (big ^ 2**70) & 2**65 | 1, big.fdiv(3), Math.log2(big), big.hash == big.dup.hash, Integer.sqrt(big), big.coerce(1).inspect
puts 7.divmod(-2).inspect, -7.remainder(3), 7.lcm(3), 10.pred.succ, 3.14.divmod(1).inspect, 2**-1, 2**0.5, 10.0 / 3, 1e-7, 1e100, 1.0.to_s, 100.0.to_s, 1234567.891.round(-2), 0.1 + 0.2, 3.7 % 1, -3.7.truncate, 3.2.ceil(0), 5.0.floor, 1.23456.round(3), 1.5.rationalize(Rational(1, 100)), 0.5.to_r, 2.5.round(half: :even), Float::INFINITY, -Float::NAN.abs, 1.0.nan?, 3.0.eql?(3), 3 == 3.0, 1.next_float > 1 rescue puts "x"
z = Complex(1, 2) * Complex("3-1i") + 1
puts z, z.abs, z.conjugate, z.rectangular.inspect, Rational("2/6") + 1, Rational(7, 3).round, 3.to_r / 4, 0.75.to_r, 1.quo(3)
values = Array.new(300) { |i| Math.sin(i) * 10 + Math.cos(i / 2.0) }
mean = values.sum / values.size
deviation = Math.sqrt(values.sum { |value| (value - mean)**2 } / (values.size - 1))
median = values.sort.then { |sorted| (sorted[(sorted.size - 1) / 2] + sorted[sorted.size / 2]) / 2.0 }
puts format("%.3f %.3f %.1f", mean, deviation, median), values.minmax.map { |value| value.round(1) }.inspect, Math.atan2(1, 2), Math.exp(1).floor(3), Math.log(10), Math.log10(1000), Math.cbrt(27), Math.hypot(3, 4), Math::PI.to_s
random = Random.new(42)
samples = Array.new(50) { random.rand(1..6) + random.rand + random.rand(0.5) }
srand(7)
puts samples.sum > 0, rand(10), [1, 2, 3].shuffle(random: random).sum, Random.rand(3), random.bytes(4).bytesize, Random.new_seed.class
count = 0
10_000.times { |i| count += 1 if (i & 3).zero? && i.odd? == false || i[2] == 1 }
i = 0
i += 1 while i < 10_000
x = 1.0
100.times { x = (x + 2 / x) / 2 }
y = 0
1.step(100, 7) { |n| y ^= n << 3; y = ~y & 0xffff_ffff }
y = (y * 1103515245 + 12345) & 0x7fffffff
z = 4611686018427387904
z += z - 1
z *= 3
puts count, i, x, y, z, z.class, (z - z).zero?, 5.between?(1, 9), 5.clamp(..3), 12345.digits.inspect, 255.to_s(2).count("1"), 0b1010, 0o17, 1_000, 65.chr, 3.times.to_a.inspect, 10.downto(7).to_a.inspect, 1.0.step(2.0, 0.5).to_a.inspect, 1 <=> "a", Integer("0x1f", 16), Float("1e3"), (Integer("z") rescue "no"), (1 / 0 rescue "zero"), Integer === 3, 3.integer?, 3.finite?, 10.ceildiv(3), 1234.5678.to_s, 12.34.to_i, -5.abs, 5.0.to_i, 3.zero?, 0.0 == -0.0, 1.size
now = Time.now
later = now + 3600.5
puts (later - now).round, now.year, now.strftime("%Y-%m-%d %H:%M:%S.%L %z %A %j %-d %b %I %p"), now.utc.iso8601 rescue puts now
puts Time.at(1_700_000_000).utc.to_a.inspect, Time.utc(2024, 2, 29, 12).yday, Time.new(2024, 1, 1, 0, 0, 0, "+02:00").to_s, Time.gm(2000).monday?, (Time.utc(2024) <=> Time.utc(2023)), Time.at(0.5).nsec, Time.now.to_r.class, Time.utc(2024, 12, 25).strftime("%F %T %e %y")
elapsed = Process.clock_gettime(Process::CLOCK_MONOTONIC) - started
puts "#{(elapsed * 1000).round(1)}ms", Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :float_millisecond).class, Process.clock_gettime(Process::CLOCK_REALTIME, :millisecond).class, Process.times.utime.class
