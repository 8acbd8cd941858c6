require_relative "../harness"

# String#crypt: what the system's libcrypt says.

spec "a password is hashed with a salt of two characters" do
  assert_equal "MiqkFWCm1fNJI", "nutmeg".crypt("Mi")
  assert_equal "aaQSqAReePlq6", "".crypt("aa")
  assert_equal "aayPz4hyPS1wI", "hello world".crypt("aabc")
  assert_equal Encoding::BINARY, "a".crypt("ab").encoding
  assert_equal String, Class.new(String).new("a").crypt("ab").class
end

spec "a hash is checked by being the salt" do
  hash = "secret".crypt("ab")
  assert_equal [true, false], [hash == "secret".crypt(hash), hash == "other".crypt(hash)]
end

spec "what is no password or no salt is refused" do
  assert_raises(ArgumentError, "salt too short (need >=2 bytes)") { "a".crypt("a") }
  assert_raises(ArgumentError, "salt too short (need >=2 bytes)") { "a".crypt("a\0") }
  assert_raises(ArgumentError, "string contains null byte") { "a\0".crypt("ab") }
  assert_raises(ArgumentError, "wide char encoding: UTF-16LE") { "a".encode("UTF-16LE").crypt("ab") }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { "a".crypt(3) }
end
