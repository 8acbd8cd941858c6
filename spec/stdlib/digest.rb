require_relative "../harness"
require "digest"

spec "known digests" do
  assert_equal "0cc175b9c0f1b6a831c399e269772661", Digest::MD5.hexdigest("a")
  assert_equal "a9993e364706816aba3e25717850c26c9cd0d89d", Digest::SHA1.hexdigest("abc")
  assert_equal "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", Digest::SHA256.hexdigest("")
  assert_equal "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe", Digest::RMD160.hexdigest("a")
  assert_equal 128, Digest::SHA512.hexdigest("x").size
end

spec "a digest under way" do
  digest = Digest::SHA256.new
  digest << "a" << "b"
  copy = digest.dup
  copy << "c"
  assert_equal [Digest::SHA256.hexdigest("ab"), Digest::SHA256.hexdigest("abc")], [digest.hexdigest, copy.to_s]
  assert_equal [32, 64, true, Encoding::BINARY], [digest.digest_length, digest.block_length, digest == Digest::SHA256.hexdigest("ab"), digest.digest.encoding]
  digest.reset
  assert_equal Digest::SHA256.hexdigest(""), digest.hexdigest
  assert_equal ["DMF1ucDxtqgxw5niaXcmYQ==", "ff01"], [Digest::MD5.base64digest("a"), Digest.hexencode("\xff\x01")]
end

spec "the digest of a class, as its methods have it" do
  louder = Class.new(Digest::MD5) { def update(text) = super("#{text}!") }
  fixed = Class.new(Digest::MD5) { def self.digest(*) = "ab" }
  assert_equal [Digest::MD5.hexdigest("a!"), "6162"], [louder.hexdigest("a"), fixed.hexdigest("a")]
  assert_equal [Encoding::US_ASCII, Encoding::BINARY, "900150983cd24fb0d6963f7d28e17f72"], [Digest::MD5.hexdigest("a").encoding, Digest::MD5.digest("a").encoding, Digest::MD5.hexdigest("abc")]
  assert_raises(TypeError, "no implicit conversion of nil into String") { Digest::SHA1.hexdigest(nil) }
  assert_raises(TypeError, "no implicit conversion of nil into String") { Digest::SHA1.new.digest(nil) }
  assert_raises(ArgumentError, "no data given") { Digest::SHA1.hexdigest }
end
