# What no machine can do is refused by an exception, with the reference's class and words.
require_relative "../harness"

NO_MEMORY = "failed to allocate memory"

spec "impossible lengths are NoMemoryError or say what is too big" do
  assert_raises(NoMemoryError, NO_MEMORY) { "a" * (1 << 40) }
  assert_raises(NoMemoryError, NO_MEMORY) { "a" * (1 << 62) }
  assert_raises(ArgumentError, "argument too big") { "ab" * (1 << 62) }
  assert_raises(RangeError, "bignum too big to convert into 'long'") { "a" * (1 << 63) }
  assert_raises(NoMemoryError, NO_MEMORY) { "ab".center(1 << 62) }
  assert_raises(NoMemoryError, NO_MEMORY) { [nil] * (1 << 40) }
  assert_raises(ArgumentError, "argument too big") { [1] * (1 << 60) }
  assert_raises(NoMemoryError, NO_MEMORY) { Array.new(1 << 59) }
  assert_raises(ArgumentError, "array size too big") { Array.new(1 << 60) }
  assert_equal "", "" * (1 << 62)
end

spec "impossible numbers too" do
  assert_raises(NoMemoryError, NO_MEMORY) { 1 << (1 << 64) }
  assert_raises(RangeError, "shift width too big") { 1 << (1 << 70) }
  assert_equal 0, 1 >> (1 << 70)
  assert_raises(ArgumentError, "exponent is too large") { 2**(1 << 40) }
  assert_raises(ArgumentError) { format("%1000000000000d", 1) }
end

spec "what the system takes as a small number is not cut to fit" do
  assert_raises(RangeError, "integer 1099511627776 too big to convert to 'int'") { File.new(1 << 40) }
  assert_raises(RangeError, "integer 1099511627776 too big to convert to 'int'") { Process.kill(0, 1 << 40) }
  assert_raises(RangeError, "integer 1099511627776 too big to convert to 'int'") { exit(1 << 40) }
end

spec "a time to sleep has to be one" do
  assert_raises(RangeError, "NaN out of Time range") { sleep(Float::NAN) }
  assert_raises(RangeError, "Inf out of Time range") { sleep(Float::INFINITY) }
  assert_raises(RangeError, "bignum too big to convert into 'long'") { sleep(1 << 70) }
end

spec "what is not allocated by its own method is not by Class's" do
  [Rational, Complex, MatchData].each do |klass|
    assert_raises(TypeError, "calling #{klass}.allocate is prohibited") { Class.instance_method(:allocate).bind_call(klass) }
  end
end
