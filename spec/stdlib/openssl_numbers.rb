# OpenSSL::BN and OpenSSL::ASN1.

require_relative "../harness"
require "openssl"

BN = OpenSSL::BN
ASN1 = OpenSSL::ASN1

def hex(text)
  text.unpack1("H*")
end

spec "numbers are read and written in every base" do
  assert_equal [255, 256, 256, 12, -255], [BN.new("ff", 16), BN.new("\x01\x00", 2), BN.new("\0\0\0\2\1\0", 0), BN.new("12xyz"), BN.new("-255")].map(&:to_i)
  assert_equal ["FF", "-FF", "0", "-255"], [BN.new(255).to_s(16), BN.new(-255).to_s(16), BN.new(0).to_s(16), BN.new(-255).to_s]
  assert_equal ["ff", "0000000280ff", "", "00000000", "000000020080"],
               [BN.new(255).to_s(2), BN.new(-255).to_s(0), BN.new(0).to_s(2), BN.new(0).to_s(0), BN.new(128).to_s(0)].map { |text| hex(text) }
  assert_raises(OpenSSL::BNError) { BN.new("xyz") }
  assert_raises(ArgumentError, "invalid radix 7") { BN.new(1).to_s(7) }
  assert_raises(ArgumentError, "invalid argument") { BN.new(nil) }
end

spec "division rounds to zero, what is modular is not negative" do
  assert_equal [-3, -1, -1], [*BN.new(-7) / 2, BN.new(-7) % 2].map(&:to_i)
  assert_equal [2, 6, 2, 1, 5], [BN.new(5).mod_add(4, 7), BN.new(5).mod_sub(6, 7), BN.new(5).mod_mul(6, 7), BN.new(-5).mod_exp(3, 7), BN.new(3).mod_inverse(7)].map(&:to_i)
  assert_raises(OpenSSL::BNError, "div by zero") { BN.new(7) / 0 }
  assert_raises(OpenSSL::BNError, "no inverse") { BN.new(3).mod_inverse(6) }
  assert_raises(TypeError, "Cannot convert into OpenSSL::BN") { BN.new(3) + nil }
end

spec "square roots modulo primes are found" do
  [7, 13, 17, 41, 65537, (1 << 127) - 1].each do |prime|
    root = BN.new(4321).sqr.mod_sqrt(prime).to_i
    assert_equal 4321 * 4321 % prime, root * root % prime
  end
end

spec "bits are set, cleared and moved" do
  assert_equal [7, 4, 15, 20, 2, -2], [BN.new(5).set_bit!(1), BN.new(5).clear_bit!(0), BN.new(255).mask_bits!(4), BN.new(5).lshift!(2), BN.new(5).rshift!(1), BN.new(-5) >> 1].map(&:to_i)
  assert_equal [true, false, 3, 2], [BN.new(5).bit_set?(0), BN.new(5).bit_set?(1), BN.new(5).num_bits, BN.new(256).num_bytes]
end

spec "numbers compare with integers" do
  assert_equal [true, false, false, -1, 1, 7, [4, 5]], [BN.new(3) == 3, BN.new(3).nil?, BN.new(3).eql?(3), BN.new(3) <=> 4, BN.new(-3).ucmp(2), 3 + BN.new(4), BN.new(5).coerce(4)]
end

spec "primes are told from others" do
  primes = (0..60).select { |number| BN.new(number).prime? }
  assert_equal [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59], primes
  assert_equal [true, false, false], [(1 << 127) - 1, (1 << 128) - 1, 3215031751].map { |number| BN.new(number).prime? }
end

spec "values are encoded" do
  list = ASN1.Sequence([ASN1.Integer(5), ASN1.Null(nil), ASN1.Boolean(true), ASN1.UTF8String("hé"), ASN1.ObjectId("sha256"),
                        ASN1.OctetString("x"), ASN1.BitString("\1\2"), ASN1.Set([ASN1.PrintableString("a")])])
  assert_equal "302502010505000101ff0c0368c3a9060960864801650304020104017803030001023103130161", hex(list.to_der)
  assert_equal "0201ff 02020080 0202ff7f 020100", [-1, 128, -129, 0].map { |number| hex(ASN1.Integer(number).to_der) }.join(" ")
  assert_equal ["\x17\r700101000000Z", "\x18\x0F19700101000000Z"], [ASN1.UTCTime(Time.at(0)).to_der, ASN1.GeneralizedTime(Time.at(0)).to_der]
end

spec "tags take another's place or surround it" do
  assert_equal %w[a203020101 820101 6203020101 e2053003020101],
               [ASN1.Integer(1, 2, :EXPLICIT), ASN1.Integer(1, 2, :IMPLICIT), ASN1.Sequence([ASN1.Integer(1)], 2, :IMPLICIT, :APPLICATION),
                ASN1.Sequence([ASN1.Integer(1)], 2, :EXPLICIT, :PRIVATE)].map { |value| hex(value.to_der) }
end

spec "encodings are read" do
  value = ASN1.decode("\x30\x09\x02\x01\x05\xa1\x04\x0c\x02\xc3\xa9".b)
  assert_equal [ASN1::Sequence, 5, :CONTEXT_SPECIFIC, 1, "\xc3\xa9".b],
               [value.class, value.value[0].value.to_i, value.value[1].tag_class, value.value[1].tag, value.value[1].value[0].value]
  assert_equal ["rsaEncryption", Time.utc(2030), 4], [ASN1.decode(ASN1.ObjectId("1.2.840.113549.1.1.1").to_der).value,
                                                     ASN1.decode("\x18\x0f20300101000000Z").value, ASN1.decode("\x03\x02\x04\xf0".b).unused_bits]
  indefinite = ASN1.decode("\x30\x80\x02\x01\x05\x00\x00".b)
  assert_equal [true, 1, "30800201050000"], [indefinite.indefinite_length, indefinite.value.size, hex(indefinite.to_der)]
  assert_equal 2, ASN1.decode_all("\x02\x01\x05\x01\x01\xff".b).size
end

spec "what isn't an encoding is refused" do
  { "" => "too small", "\x30\x05\x02" => "too long", "\x05\x01\x00" => "null is wrong length", "\x02\x00" => "illegal zero content",
    "\x01\x02\x00\x00" => "invalid length for BOOLEAN", "\x06\x00" => "invalid object encoding",
    "\x02\x01\x05\x00" => "Type mismatch. Total bytes read: 3 Bytes available: 4 Offset: 3" }.each do |bytes, message|
    assert_raises(ASN1::ASN1Error, message) { ASN1.decode(bytes) }
  end
  random = Random.new(7)
  500.times do
    ASN1.decode(random.bytes(random.rand(40)))
  rescue ASN1::ASN1Error
  end
end
