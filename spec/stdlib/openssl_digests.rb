# OpenSSL's digests, codes and derived keys.

require_relative "../harness"
require "openssl"

def hex(text)
  text.unpack1("H*")
end

spec "digests have OpenSSL's names, and aliases for them" do
  { "sha-256" => "SHA256", "sha2-256" => "SHA256", "RSA-SHA256" => "SHA256", "rmd160" => "RIPEMD160", "SHA1" => "SHA1",
    "sha3-256" => "SHA3-256", "blake2b512" => "BLAKE2b512", "sha512-256" => "SHA512-256", "sm3" => "SM3" }.each do |given, name|
    assert_equal name, OpenSSL::Digest.new(given).name
  end
  assert_equal [32, 136], OpenSSL::Digest.new("sha3-256").then { |digest| [digest.digest_length, digest.block_length] }
end

spec "digests are those of the algorithms" do
  known = { "MD5" => "900150983cd24fb0d6963f7d28e17f72", "SHA1" => "a9993e364706816aba3e25717850c26c9cd0d89d",
            "SHA224" => "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
            "RIPEMD160" => "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc",
            "SHA256" => "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "SHA3-256" => "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
            "SM3" => "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0",
            "BLAKE2s256" => "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982" }
  known.each { |name, value| assert_equal value, OpenSSL::Digest.hexdigest(name, "abc") }
  assert_equal known["SHA256"], OpenSSL::Digest::SHA256.new("abc").hexdigest
  assert_equal Encoding::BINARY, OpenSSL::Digest::SHA256.digest("abc").encoding
end

spec "a digest goes on after a copy of it was taken" do
  digest = OpenSSL::Digest.new("SHA256") << "a"
  copy = digest.dup << "b"
  assert_equal OpenSSL::Digest.hexdigest("SHA256", "a"), digest.hexdigest
  assert_equal OpenSSL::Digest.hexdigest("SHA256", "ab"), copy.hexdigest
  assert_equal OpenSSL::Digest.hexdigest("SHA256", ""), digest.reset.hexdigest
  assert_equal OpenSSL::Digest::SHA256.new, OpenSSL::Digest.new("sha256")
end

spec "digests that aren't there are refused" do
  assert_raises(RuntimeError, /\AUnsupported digest algorithm \(nope\)/) { OpenSSL::Digest.new("nope") }
  assert_raises(TypeError, "wrong argument type nil (expected OpenSSL/Digest)") { OpenSSL::Digest.new(nil) }
  assert_raises(TypeError, "no implicit conversion of nil into String") { OpenSSL::Digest.new("SHA1").update(nil) }
end

spec "HMAC is RFC 2104's" do
  assert_equal "e7ea21c3bcb63a4da3ad78503168d36bdca0be622382ea60a108fad4e4966679", OpenSSL::HMAC.hexdigest("sha256", "k", "d")
  assert_equal "2b90e41e7c0cc8e2f75c02910c3899cc468ba316", OpenSSL::HMAC.hexdigest(OpenSSL::Digest.new("SHA1"), "k", "d")
  assert_equal "91a1dd3b1b6bd23db80cfa5d481e369d9d7c5d9dbab2e632e5beaa227ac16970", OpenSSL::HMAC.hexdigest("sha3-256", "k", "d")
  code = OpenSSL::HMAC.new("k" * 200, "sha512") << "a"
  assert_equal "47286c7ddfd89c1319a8a8b013c1fb96d7c2a9d77751a299", code.hexdigest[0, 48]
  assert_equal code, code.dup
  assert_equal "25817dd748c9446b2b0201af68cec787", code.reset.hexdigest[0, 32]
end

spec "keys are derived" do
  key = OpenSSL::KDF.pbkdf2_hmac("p", salt: "s", iterations: 10, length: 20, hash: "sha256")
  assert_equal "1d6f1f7051b420b93e23f010e486cfea6ccfee90", hex(key)
  assert_equal "ea4b66d4030c711fa7c569b86856f404", hex(OpenSSL::PKCS5.pbkdf2_hmac_sha1("p", "s", 2, 16))
  assert_equal "4efe92b5bba5ee1837b4b02b67dc2dbdac10b3e8", hex(OpenSSL::KDF.scrypt("p", salt: "s", N: 16, r: 8, p: 1, length: 20))
  assert_equal "b069c08f611a5338fa31e7c0985e3acca8889340", hex(OpenSSL::KDF.hkdf("ikm", salt: "s", info: "i", length: 20, hash: "sha256"))
end

spec "every algorithm has its code and derives keys" do
  expected = {
    "MD5" => "d87967db183cbd72e8cf64609964c15bc1a95cd3", "SHA224" => "66cb085814d795734509a95e43bca9858cbe78ce",
    "SHA384" => "ad3c01eeab814e5fb54a3f47c5d4b79421c3962d", "SHA512-256" => "8e793da7e944471d5476919c35beef3070b6a755",
    "SHA3-256" => "08e66fb03bfb9f8da9fd0e17873e44de209ec7d2", "BLAKE2b512" => "773eeaf3163777954a1818321f5df3c810628fe8",
    "BLAKE2s256" => "f4234070498075fd6a08e587ec4b107e1307ae45", "SM3" => "b5f8cfcc71cfa88d8c118da67563bcc8ad33c204",
  }
  expected.each do |name, digest|
    code = OpenSSL::HMAC.digest(name, "k" * 200, "text")
    key = OpenSSL::KDF.pbkdf2_hmac("p", salt: "s", iterations: 3, length: 70, hash: name)
    other = OpenSSL::KDF.hkdf("p", salt: "", info: "i", length: 70, hash: name)
    assert_equal [name, digest], [name, OpenSSL::Digest.hexdigest("SHA1", code + key + other)]
  end
end

spec "derivations refuse what they can't do" do
  error = OpenSSL::KDF::KDFError
  settings = { salt: "s", length: 20, hash: "sha256" }
  assert_raises(error, "PKCS5_PBKDF2_HMAC: invalid iteration count") { OpenSSL::KDF.pbkdf2_hmac("p", iterations: 0, **settings) }
  assert_raises(ArgumentError, "negative string size (or size too big)") do
    OpenSSL::KDF.pbkdf2_hmac("p", iterations: 1, **settings, length: -1)
  end
  assert_raises(error, "EVP_PBE_scrypt") { OpenSSL::KDF.scrypt("p", salt: "s", N: 15, r: 8, p: 1, length: 20) }
  assert_raises(error, /\AEVP_PBE_scrypt: /) { OpenSSL::KDF.scrypt("p", salt: "s", N: 2**30, r: 8, p: 1, length: 20) }
  assert_raises(error, "EVP_PKEY_derive") { OpenSSL::KDF.hkdf("p", info: "", **settings, length: 20000) }
end

spec "comparing takes the same time whatever differs" do
  assert OpenSSL.fixed_length_secure_compare("same", "same")
  assert !OpenSSL.fixed_length_secure_compare("same", "sama")
  assert !OpenSSL.secure_compare("one", "other")
  assert_raises(ArgumentError, "inputs must be of equal length") { OpenSSL.fixed_length_secure_compare("one", "other") }
end

spec "random bytes are of the length asked" do
  assert_equal [16, Encoding::BINARY], OpenSSL::Random.random_bytes(16).then { |bytes| [bytes.bytesize, bytes.encoding] }
  assert_raises(ArgumentError, "negative string size (or size too big)") { OpenSSL::Random.random_bytes(-1) }
end
