# OpenSSL's ciphers.

require_relative "../harness"
require "openssl"

def encipher(name, text, key: nil, iv: nil, data: nil)
  cipher = OpenSSL::Cipher.new(name).encrypt
  cipher.key = key || "k" * cipher.key_len
  cipher.iv = iv || "i" * cipher.iv_len if cipher.iv_len > 0
  cipher.auth_data = data if data
  [(cipher.update(text) + cipher.final).unpack1("H*"), cipher]
end

spec "ciphers tell their sizes" do
  sizes = %w[aes-256-cbc aes-128-ecb aes-256-gcm aes-192-ctr chacha20-poly1305 des-ede3-cbc].map do |name|
    cipher = OpenSSL::Cipher.new(name)
    [cipher.name, cipher.key_len, cipher.iv_len, cipher.block_size, cipher.authenticated?]
  end
  assert_equal [
    ["AES-256-CBC", 32, 16, 16, false], ["AES-128-ECB", 16, 0, 16, false], ["AES-256-GCM", 32, 12, 1, true],
    ["AES-192-CTR", 24, 16, 1, false], ["ChaCha20-Poly1305", 32, 12, 1, true], ["DES-EDE3-CBC", 24, 8, 8, false]
  ], sizes
  assert_equal "AES-128-CBC", OpenSSL::Cipher::AES.new(128, :CBC).name
  assert_equal "AES-256-GCM", OpenSSL::Cipher::AES256.new(:GCM).name
end

spec "every mode enciphers as OpenSSL's" do
  text = (0..99).to_a.pack("C*")
  iv = "\xff".b * 16
  shas = {
    "aes-128-cbc" => "cf474b42653445c34f67483abf555fca", "aes-256-ctr" => "ae4f391bc659dc92b50460e235e8346f", "aes-192-ecb" => "315c2bed8fdd1a23510c4b9ded20fa6c", "aes-128-cfb" => "ca1f1f8147d1e0553445788cbeeced7f",
    "aes-128-cfb8" => "5f4bd975e0fa60e40565017e30a4248e", "aes-128-ofb" => "2065a038abb1930ecbc9ade7fb5533e2", "aes-256-gcm" => "31a4cfc054f5812fe7ae926f39f0aa07", "des-ede3-cbc" => "23e9fea0081e0599e0722ce8089b270d",
    "chacha20" => "834a7d21910478a34972a24277ba08a5", "chacha20-poly1305" => "0eadbca1235504a0a131d51368e33ed9"
  }
  shas.each do |name, expected|
    length = OpenSSL::Cipher.new(name).iv_len
    given = name == "chacha20" ? "\1" + "\0" * 15 : iv.byteslice(0, length)
    key = (1..OpenSSL::Cipher.new(name).key_len).to_a.pack("C*")
    out, = encipher(name, text, iv: given, key: key)
    assert_equal [name, expected], [name, OpenSSL::Digest.hexdigest("MD5", out)]
  end
end

spec "a text comes back in whatever pieces it goes through" do
  text = "The quick brown fox jumps over the lazy dog. " * 9
  %w[aes-128-cbc aes-256-ctr aes-192-ecb aes-128-cfb aes-128-cfb8 aes-128-ofb des-ede3-cbc aes-256-gcm chacha20-poly1305].each do |name|
    sealed, sealer = encipher(name, text)
    sealed = [sealed].pack("H*")
    [1, 7, 16, 33, 200].each do |size|
      cipher = OpenSSL::Cipher.new(name).decrypt
      cipher.key = "k" * cipher.key_len
      cipher.iv = "i" * cipher.iv_len if cipher.iv_len > 0
      cipher.auth_tag = sealer.auth_tag if cipher.authenticated?
      out = "".b
      sealed.bytes.each_slice(size) { |piece| out << cipher.update(piece.pack("C*")) }
      out << cipher.final
      assert_equal [name, size, text.b], [name, size, out]
    end
  end
end

spec "GCM authenticates text and data, with vectors of any length" do
  sealed, cipher = encipher("aes-256-gcm", "hello", data: "ad")
  assert_equal ["b2e194185d", "2cad697d478db0216e9a3c2dff880959"], [sealed, cipher.auth_tag.unpack1("H*")]
  assert_equal "2cad697d", cipher.auth_tag(4).unpack1("H*")
  long = OpenSSL::Cipher.new("aes-128-gcm").encrypt
  long.iv_len = 16
  long.key = "k" * 16
  long.iv = "i" * 16
  long.auth_data = ""
  assert_equal "2f5917524d488444380c507cf2d97ff83e85be269e", (long.update("hello") + long.final + long.auth_tag).unpack1("H*")
end

spec "what was tampered with is refused" do
  %w[aes-256-gcm chacha20-poly1305].each do |name|
    sealed, sealer = encipher(name, "hello", data: "ad")
    [["ad", sealer.auth_tag, true], ["da", sealer.auth_tag, false], ["ad", "t" * 16, false]].each do |data, tag, fine|
      cipher = OpenSSL::Cipher.new(name).decrypt
      cipher.key = "k" * 32
      cipher.iv = "i" * 12
      cipher.auth_tag = tag
      cipher.auth_data = data
      assert_equal "hello", cipher.update([sealed].pack("H*"))
      fine ? assert_equal("", cipher.final) : assert_raises(OpenSSL::Cipher::CipherError) { cipher.final }
    end
  end
end

spec "keys, vectors and endings that don't fit are refused" do
  error = OpenSSL::Cipher::CipherError
  assert_raises(RuntimeError, "unsupported cipher algorithm (nope)") { OpenSSL::Cipher.new("nope") }
  cipher = OpenSSL::Cipher.new("aes-256-cbc").encrypt
  assert_raises(error, "key not set") { cipher.update("x") }
  assert_raises(error, "no key set") { cipher.final }
  assert_raises(ArgumentError, "key must be 32 bytes") { cipher.key = "short" }
  assert_raises(ArgumentError, "iv must be 16 bytes") { cipher.iv = "short" }
  assert_raises(error, "AEAD not supported by this cipher") { cipher.auth_data = "x" }
  assert_raises(error, "authentication tag not supported by this cipher") { cipher.auth_tag }
  cipher.key = "k" * 32
  cipher.padding = 0
  cipher.update("abc")
  assert_raises(error, "wrong final block length") { cipher.final }
  cipher = OpenSSL::Cipher.new("aes-256-cbc").decrypt
  cipher.key = "k" * 32
  cipher.update("a" * 32)
  assert_raises(error, "bad decrypt") { cipher.final }
end

spec "a password makes key and vector" do
  cipher = OpenSSL::Cipher.new("aes-128-cbc").encrypt
  cipher.pkcs5_keyivgen("pass", "saltsalt")
  assert_equal "a0dad1e50d40837d4c6977ce1fd6eba5", cipher.update("x" * 16).unpack1("H*")
  assert_raises(OpenSSL::Cipher::CipherError, "salt must be an 8-octet string") { cipher.pkcs5_keyivgen("pass", "salt") }
end

spec "a copy of a cipher goes on by itself" do
  cipher = OpenSSL::Cipher.new("aes-128-ctr").encrypt
  cipher.key = "k" * 16
  cipher.iv = "i" * 16
  cipher.update("some text")
  copy = cipher.dup
  assert_equal cipher.update("more"), copy.update("more")
  first = cipher.reset && cipher.update("some text")
  assert_equal first, copy.reset && copy.update("some text")
end
