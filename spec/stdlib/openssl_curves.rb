require_relative "../harness"
require "openssl"

# Curves that have a name, and one that is described: y² = x³ + 2x + 2 over the field of 17.
module Curves
  EC = OpenSSL::PKey::EC
  NAMES = %w[prime256v1 secp256k1 secp384r1 secp521r1]

  def self.small
    group = EC::Group.new(:GFp, 17, 2, 2)
    group.set_generator(point(group, 5, 1), 19, 1)
  end

  def self.point(group, *numbers)
    EC::Point.new(group, [4, *numbers].pack("C*"))
  end

  def self.octets(point, form = :uncompressed)
    point.to_octet_string(form).bytes
  end
end

spec "a described curve has what it was given" do
  group = Curves::EC::Group.new(:GFp, 17, 2, 2)
  assert_equal ["UNDEF", 5, nil, nil, 0], [group.curve_name, group.degree, group.generator, group.seed, group.asn1_flag]
  assert_raises(Curves::EC::Group::Error, /\AEC_GROUP_get_order\z/) { group.order }
  assert_raises(OpenSSL::PKey::ECError, /\Agroup2pkparameters failure\z/) { group.to_der }
  group = Curves.small
  assert_equal [19, 1, [4, 5, 1]], [group.order.to_i, group.cofactor.to_i, Curves.octets(group.generator)]
  assert_raises(ArgumentError, /\Aunknown symbol, must be :GFp or :GF2m\z/) { Curves::EC::Group.new(:GF, 17, 2, 2) }
  assert_raises(ArgumentError, /\Awrong number of arguments\z/) { Curves::EC::Group.new(:GFp, 17, 2) }
end

spec "points of a described curve add and multiply" do
  group = Curves.small
  point = Curves.point(group, 6, 3)
  assert_equal [[4, 13, 7], [4, 16, 13], [4, 7, 6]],
               [point.add(Curves.point(group, 16, 13)), point.mul(3), point.mul(3, 3)].map { |one| Curves.octets(one) }
  assert_equal [[4, 6, 14], true, true], [Curves.octets(point.mul(-1)), point.mul(19).infinity?, point.add(point.mul(-1)).infinity?]
  assert_equal point.add(point), point.mul(2)
  point.invert!
  assert_equal [[4, 6, 14], true], [Curves.octets(point), point.on_curve?]
  assert_raises(Curves::EC::Point::Error, /\Aundefined generator\z/) do
    Curves.point(Curves::EC::Group.new(:GFp, 17, 2, 2), 5, 1).mul(1, 1)
  end
end

spec "points of a described curve have three forms" do
  group = Curves.small
  point = Curves.point(group, 6, 3)
  assert_equal [[3, 6], [7, 6, 3]], [Curves.octets(point, :compressed), Curves.octets(point, :hybrid)]
  19.times do |number|
    product = group.generator.mul(number)
    [:compressed, :hybrid].each { |form| assert_equal product, Curves::EC::Point.new(group, product.to_octet_string(form)) }
  end
  error = Curves::EC::Point::Error
  assert_raises(error, /\AEC_POINT_oct2point: point is not on curve\z/) { Curves.point(group, 5, 2) }
  assert_raises(error, /\AEC_POINT_oct2point: invalid compressed point\z/) { Curves::EC::Point.new(group, "\x02\x04") }
end

spec "curves are written by name, or whole" do
  small = Curves.small
  assert_equal "3024020101300c06072a8648ce3d010102011130060401020401020403040501020113020101", small.to_der.unpack1("H*")
  assert_equal [small, small.to_der], Curves::EC::Group.new(small.to_der).then { |read| [read, read.to_der] }
  Curves::NAMES.each do |name|
    group = Curves::EC::Group.new(name)
    by_name = group.to_der
    group.asn1_flag = 0
    read = Curves::EC::Group.new(group.to_der)
    assert_equal [name, 0, true, true, false], [read.curve_name, read.asn1_flag, read == group, read.to_der == group.to_der, by_name == group.to_der]
    assert_equal Curves::EC::Group.new(name).seed, read.seed
  end
  assert_equal "c49d360886e704936a6678e1139d26b7819f7e90", Curves::EC::Group.new("prime256v1").seed.unpack1("H*")
end

spec "a described curve is shown in words" do
  assert_equal <<~TEXT, Curves.small.to_text
    Field Type: prime-field
    Prime: 17 (0x11)
    A:    2 (0x2)
    B:    2 (0x2)
    Generator (uncompressed):
        04:05:01
    Order:  19 (0x13)
    Cofactor:  1 (0x1)
  TEXT
  assert_equal "ASN1 OID: prime256v1\nNIST CURVE: P-256\n", Curves::EC::Group.new("prime256v1").to_text
end

spec "a key whose curve is written whole is read with the curve's name" do
  group = Curves::EC::Group.new("prime256v1")
  group.asn1_flag = 0
  key = Curves::EC.generate(group)
  read = OpenSSL::PKey.read(key.private_to_der)
  assert_equal ["prime256v1", 0, key.private_to_der], [read.group.curve_name, read.group.asn1_flag, read.private_to_der]
  assert_equal true, OpenSSL::PKey.read(key.public_to_der).verify("SHA256", read.sign("SHA256", "text"), "text")
end

spec "a key's halves must belong together" do
  key, other = Curves::EC.generate("prime256v1"), Curves::EC.generate("prime256v1")
  assert_equal [true, true], [key.check_key, OpenSSL::PKey.read(key.public_to_der).check_key]
  mixed = OpenSSL::ASN1.decode(key.to_der)
  mixed.value[3].value[0].value = other.public_key.to_octet_string(:uncompressed)
  mixed = OpenSSL::PKey.read(mixed.to_der)
  assert_equal other.public_key, mixed.public_key
  assert_raises(OpenSSL::PKey::ECError, /\AEVP_PKEY_check: invalid private key\z/) { mixed.check_key }
end
