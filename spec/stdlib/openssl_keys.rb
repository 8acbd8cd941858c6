# OpenSSL's keys: made, written, read, and what they sign, seal and agree on.

require_relative "../harness"
require "openssl"

PKey = OpenSSL::PKey
RSA_KEY = PKey::RSA.new(2048)
EC_KEY = PKey::EC.generate("prime256v1")

spec "an RSA key signs and verifies" do
  %w[sha1 sha256 sha384 sha512].each do |digest|
    signature = RSA_KEY.sign(digest, "text")
    assert_equal [256, true, false], [signature.bytesize, RSA_KEY.public_key.verify(digest, signature, "text"), RSA_KEY.verify(digest, signature, "other")]
  end
  assert_equal RSA_KEY.sign("sha256", "x"), RSA_KEY.sign_raw("sha256", OpenSSL::Digest.digest("sha256", "x"))
  assert !RSA_KEY.verify("sha256", "bad", "x")
  assert_raises(ArgumentError, "private key is needed") { RSA_KEY.public_key.sign("sha256", "x") }
end

spec "PSS signatures carry salts of any length" do
  [:digest, :max, 0, 20].each do |length|
    signature = RSA_KEY.sign_pss("SHA256", "text", salt_length: length, mgf1_hash: "SHA256")
    assert RSA_KEY.verify_pss("SHA256", signature, "text", salt_length: :auto, mgf1_hash: "SHA256")
    assert RSA_KEY.verify_pss("SHA256", signature, "text", salt_length: length, mgf1_hash: "SHA256") unless length == :max
    assert !RSA_KEY.verify_pss("SHA256", signature, "other", salt_length: :auto, mgf1_hash: "SHA256")
    assert !RSA_KEY.verify_pss("SHA256", signature, "text", salt_length: 21, mgf1_hash: "SHA256")
  end
end

spec "RSA seals messages, and opens what it sealed" do
  assert_equal "hi", RSA_KEY.private_decrypt(RSA_KEY.public_encrypt("hi"))
  assert_equal "hi", RSA_KEY.private_decrypt(RSA_KEY.public_encrypt("hi", 4), 4)
  assert_equal "hi", RSA_KEY.public_decrypt(RSA_KEY.private_encrypt("hi"))
  options = { "rsa_padding_mode" => "oaep", "rsa_oaep_md" => "sha256", "rsa_mgf1_md" => "sha1", "rsa_oaep_label" => "abcd" }
  assert_equal "hi", RSA_KEY.decrypt(RSA_KEY.encrypt("hi", options), options)
  error = PKey::RSAError
  assert_raises(error, "EVP_PKEY_encrypt: data too large for key size") { RSA_KEY.public_encrypt("x" * 300) }
  assert_raises(error, "EVP_PKEY_decrypt: oaep decoding error") { RSA_KEY.private_decrypt(RSA_KEY.public_encrypt("hi", 1), 4) }
  assert_raises(error, "private key needed.") { RSA_KEY.public_key.private_decrypt("x") }
  assert_raises(error, "unsupported padding mode") { RSA_KEY.public_encrypt("hi", 9) }
end

spec "a malformed message opens to another, the same each time" do
  sealed = RSA_KEY.public_encrypt("hi", 4)
  first = RSA_KEY.private_decrypt(sealed, 1)
  assert_equal [String, first], [first.class, RSA_KEY.private_decrypt(sealed, 1)]
end

spec "keys are written in every form and read again" do
  cipher = OpenSSL::Cipher.new("aes-128-cbc")
  forms = { RSA_KEY.to_pem => "RSA PRIVATE KEY", RSA_KEY.public_key.to_pem => "PUBLIC KEY", RSA_KEY.private_to_pem => "PRIVATE KEY",
            RSA_KEY.to_pem(cipher, "secret") => "RSA PRIVATE KEY", RSA_KEY.private_to_pem(cipher, "secret") => "ENCRYPTED PRIVATE KEY" }
  forms.each do |pem, label|
    assert_equal "-----BEGIN #{label}-----\n", pem.lines.first
    assert_equal RSA_KEY.n, PKey.read(pem, "secret").n
  end
  [RSA_KEY.to_der, RSA_KEY.public_to_der, RSA_KEY.private_to_der].each { |der| assert_equal RSA_KEY.n, PKey::RSA.new(der).n }
  [EC_KEY.to_pem, EC_KEY.to_der, EC_KEY.private_to_pem].each { |form| assert_equal EC_KEY.private_key, PKey::EC.new(form).private_key }
  assert_equal EC_KEY.public_key, PKey::EC.new(EC_KEY.public_to_pem).public_key
end

spec "keys that are none are refused" do
  assert_raises(PKey::PKeyError, "Could not parse PKey") { PKey.read("nope") }
  assert_raises(PKey::RSAError, "Neither PUB key nor PRIV key") { PKey::RSA.new("nope") }
  assert_raises(PKey::RSAError) { PKey::RSA.new(RSA_KEY.to_pem(OpenSSL::Cipher.new("aes-128-cbc"), "secret"), "wrong") }
  assert_raises(PKey::RSAError, "incorrect pkey type: id-ecPublicKey") { PKey::RSA.new(EC_KEY.to_pem) }
  assert_raises(PKey::ECError, "incorrect pkey type: rsaEncryption") { PKey::EC.new(RSA_KEY.to_pem) }
  assert_raises(PKey::ECError, "invalid curve name") { PKey::EC.generate("nope") }
  assert_raises(TypeError, "cannot match different PKey types") { RSA_KEY.compare?(EC_KEY) }
  der = RSA_KEY.to_der
  random = Random.new(3)
  300.times do
    damaged = der.dup
    3.times { damaged.setbyte(random.rand(40), random.rand(256)) }
    PKey.read(damaged)
  rescue PKey::PKeyError
  end
end

spec "keys on curves sign, verify and agree" do
  %w[prime256v1 secp384r1 secp521r1 secp256k1].each do |name|
    key, other = PKey::EC.generate(name), PKey::EC.generate(name)
    signature = key.sign("sha256", "text")
    assert_equal [true, false], [key.verify("sha256", signature, "text"), key.verify("sha256", signature, "other")]
    assert key.dsa_verify_asn1("d" * 80, key.dsa_sign_asn1("d" * 80))
    assert_equal key.dh_compute_key(other.public_key), other.derive(key)
  end
  assert_raises(PKey::PKeyError, "EVP_DigestVerify") { EC_KEY.verify("sha256", "bad", "x") }
  assert_raises(PKey::PKeyError, "pkeys are immutable on OpenSSL 3.0") { EC_KEY.private_key = 5 }
end

spec "a known signature is right" do
  point = OpenSSL::BN.new("0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB67903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299", 16)
  group = PKey::EC::Group.new("prime256v1")
  list = [OpenSSL::ASN1.Sequence([OpenSSL::ASN1.ObjectId("id-ecPublicKey"), OpenSSL::ASN1.ObjectId("prime256v1")]),
          OpenSSL::ASN1.BitString(PKey::EC::Point.new(group, point).to_octet_string(:uncompressed))]
  key = PKey::EC.new(OpenSSL::ASN1.Sequence(list).to_der)
  pair = %w[EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716 F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8]
  signature = OpenSSL::ASN1.Sequence(pair.map { |half| OpenSSL::ASN1.Integer(half.to_i(16)) }).to_der
  assert key.verify("sha256", signature, "sample")
end

spec "points add and multiply" do
  point = EC_KEY.public_key
  assert_equal point.add(point), point.mul(2)
  assert_equal point, EC_KEY.group.generator.mul(EC_KEY.private_key)
  assert_equal [65, 33], [:uncompressed, :compressed].map { |form| point.to_octet_string(form).bytesize }
  assert_equal point, PKey::EC::Point.new(EC_KEY.group, point.to_bn(:compressed))
  assert_raises(PKey::EC::Point::Error, "EC_POINT_bn2point: invalid encoding") { PKey::EC::Point.new(EC_KEY.group, OpenSSL::BN.new("04", 16)) }
end

spec "Ed25519 signs, X25519 agrees" do
  key = PKey.new_raw_private_key("ED25519", "k" * 32)
  assert_equal "8320a51977d8c38ca8a4927c670df5821e449761945e15e9efb26a1509d230ea", key.raw_public_key.unpack1("H*")
  public = PKey.read(key.public_to_pem)
  assert_equal [true, false], %w[text other].map { |text| public.verify(nil, key.sign(nil, "text"), text) }
  one, other = PKey.generate_key("X25519"), PKey.read(PKey.generate_key("X25519").private_to_der)
  assert_equal one.derive(other), other.derive(one)
  assert_raises(PKey::PKeyError, "EVP_PKEY_get_raw_private_key") { public.raw_private_key }
end

spec "parties agree by powers modulo a prime" do
  parameters = PKey::DH.new(<<~PEM)
    -----BEGIN DH PARAMETERS-----
    MIIBCAKCAQEA//////////+t+FRYortKmq/cViAnPTzx2LnFg84tNpWp4TZBFGQz
    +8yTnc4kmz75fS/jY2MMddj2gbICrsRhetPfHtXV/WVhJDP1H18GbtCFY2VVPe0a
    87VXE15/V8k1mE8McODmi3fipona8+/och3xWKE2rec1MKzKT0g6eXq8CrGCsyT7
    YdEIqUuyyOP7uWrat2DX9GgdT0Kj3jlN9K5W7edjcrsZCwenyO4KbXCeAvzhzffi
    7MA0BM0oNC9hkXL+nOmFg/+OTxIy7vKBg8P+OxtMb61zO7X8vC7CIAXFjvGDfRaD
    ssbzSibBsu/6iGtCOGEoXJf//////////wIBAg==
    -----END DH PARAMETERS-----
  PEM
  one, other = PKey.generate_key(parameters), PKey.generate_key(parameters)
  assert_equal one.compute_key(other.pub_key), other.compute_key(one.pub_key)
end

spec "a key of codes signs, and does not verify" do
  key = PKey.generate_key("HMAC", { "key" => "abcd" })
  assert_equal [OpenSSL::HMAC.digest("SHA256", "abcd", "data"), "abcd"], [key.sign("SHA256", "data"), key.raw_private_key]
  [PKey.generate_key("HMAC", "hexkey" => "61626364"), PKey.new_raw_private_key("HMAC", "abcd")].each do |same|
    assert_equal [true, key.sign("SHA1", "x")], [key.compare?(same), same.sign("SHA1", "x")]
  end
  assert_raises(PKey::PKeyError, /\AEVP_DigestVerifyInit: provider signature not supported/) { key.verify("SHA256", "data", "code") }
  assert_raises(PKey::PKeyError, /\AEVP_PKEY_keygen: invalid key\z/) { PKey.generate_key("HMAC") }
  assert_raises(PKey::PKeyError, /command not supported/) { PKey.generate_key("HMAC", "other" => "x") }
end

spec "a program can leave while parameters are searched" do
  assert_equal nil, PKey::DH.new(1024) { break }
  assert_raises(RuntimeError, /\Aenough\z/) { PKey::DH.new(1024) { raise "enough" } }
end

spec "parameters with an even modulus are read, and said to be wrong" do
  parameters = OpenSSL::ASN1::Sequence([OpenSSL::ASN1::Integer(2**64), OpenSSL::ASN1::Integer(2)])
  assert_equal false, PKey::DH.new(parameters.to_der).params_ok?
end

spec "two numbers are a public key of RSA where one is asked for, else parameters of Diffie and Hellman; they are not judged on reading" do
  numbers = ->(*list) { OpenSSL::ASN1::Sequence(list.map { |number| OpenSSL::ASN1::Integer(number) }).to_der }
  odd = numbers[0x7766554433221100, 0xffeeddccbbaa9988]
  key = OpenSSL::PKey::RSA.new(odd)
  assert_equal [0x7766554433221100, 0xffeeddccbbaa9988, true, false], [key.n.to_i, key.e.to_i, key.public?, key.private?]
  assert_equal false, key.verify("SHA256", "x" * 8, "text")
  assert_raises(OpenSSL::PKey::RSAError, "EVP_PKEY_encrypt: bad e value") { key.public_encrypt("a" * 8, OpenSSL::PKey::RSA::NO_PADDING) }
  assert_equal 23, OpenSSL::PKey::RSA.new(numbers[23, 5]).n.to_i
  assert_equal [OpenSSL::PKey::DH] * 3, [OpenSSL::PKey.read(odd), OpenSSL::PKey.read(numbers[2**1024 + 643, 65537]), OpenSSL::PKey::DH.new(numbers[2**128 + 51, 65537])].map(&:class)
  [[23, 5, "EVP_PKEY_keygen: modulus too small"], [2**600 + 74, 2**601, "EVP_PKEY_keygen: BN lib"]].each do |prime, generator, message|
    assert_raises(OpenSSL::PKey::PKeyError, message) { OpenSSL::PKey.generate_key(OpenSSL::PKey::DH.new(numbers[prime, generator])) }
  end
end
