require_relative "../harness"
require "stringio"
require "strscan"
require "zlib"
require "openssl"
require "digest"
require "date"
require "socket"
require "pathname"
require "psych"
require "json"
require "fiddle"
require "ripper"
# What `super` in an `initialize` gives: a subclass may go on with it (`super.binmode`).

def answer_of_initialize(kind, *arguments, **options)
  answer = nil
  subclass = Class.new(kind) do
    define_method(:initialize) { |*given, **named| answer = super(*given, **named) }
  end
  made = subclass.new(*arguments, **options)
  answer.equal?(made) ? :self : answer
end

spec "initializers of streams over strings give the object" do
  assert_equal [:self, :self], [answer_of_initialize(StringIO), answer_of_initialize(StringIO, +"a", "r")]
  assert_equal :self, answer_of_initialize(StringIO, +"a", mode: "r")
  assert_equal :self, answer_of_initialize(StringScanner, "a")
  made = Class.new(StringIO) { def initialize = super.binmode }.new
  assert_equal Encoding::BINARY, made.external_encoding
end

spec "initializers of compression give the object" do
  assert_equal [:self, :self], [answer_of_initialize(Zlib::Deflate), answer_of_initialize(Zlib::Inflate)]
  assert_equal :self, answer_of_initialize(Zlib::GzipWriter, StringIO.new)
  assert_equal :self, answer_of_initialize(Zlib::GzipReader, StringIO.new(Zlib.gzip("a")))
end

spec "initializers of digests, ciphers and numbers give the object" do
  assert_equal [:self, :self], [answer_of_initialize(Digest::MD5), answer_of_initialize(OpenSSL::Digest, "SHA256")]
  assert_equal :self, answer_of_initialize(OpenSSL::HMAC, "a", "SHA256")
  assert_equal :self, answer_of_initialize(OpenSSL::Cipher, "aes-128-cbc")
  assert_equal :self, answer_of_initialize(OpenSSL::BN, "1")
end

spec "initializers of certificates and keys give the object" do
  include OpenSSL
  kinds = [X509::Certificate, X509::Request, X509::Store, X509::Name, PKey::RSA, PKey::DH]
  assert_equal [:self], kinds.map { |kind| answer_of_initialize(kind) }.uniq
  assert_equal :self, answer_of_initialize(X509::Name, [["CN", "a"]])
  assert_equal :self, answer_of_initialize(X509::Extension, "basicConstraints", "CA:TRUE")
  extension = X509::Extension.new("basicConstraints", "CA:TRUE")
  assert_equal :self, answer_of_initialize(X509::Extension, extension.to_der)
  request = X509::Attribute.new("extReq", ASN1::Set([ASN1::Sequence([])]))
  assert_equal :self, answer_of_initialize(X509::Attribute, request.to_der)
  assert_equal :self, answer_of_initialize(X509::StoreContext, X509::Store.new)
  group = PKey::EC::Group.new("prime256v1")
  assert_equal [:self, :self], [answer_of_initialize(PKey::EC, "prime256v1"), answer_of_initialize(PKey::EC::Group, "prime256v1")]
  assert_equal [:self, :self], [answer_of_initialize(PKey::EC::Point, group), answer_of_initialize(PKey::EC::Point, group.generator)]
end

spec "initializers of dates, paths and addresses give the object" do
  assert_equal [:self, :self, nil], [answer_of_initialize(Date), answer_of_initialize(Date, 2000, 1, 1), answer_of_initialize(DateTime)]
  assert_equal :self, answer_of_initialize(Pathname, "a")
  assert_equal :self, answer_of_initialize(Addrinfo, Socket.sockaddr_in(80, "127.0.0.1"))
  assert_equal :self, answer_of_initialize(Addrinfo, ["AF_INET", 80, "a", "127.0.0.1"])
  assert_equal :self, answer_of_initialize(Socket::Option, :INET, :SOCKET, :KEEPALIVE, "a")
  assert_equal :self, answer_of_initialize(Socket::AncillaryData, :INET, :SOCKET, :RIGHTS, "a")
end

spec "initializers of readers and writers of formats" do
  assert_equal [:self, :self], [answer_of_initialize(Psych::Emitter, StringIO.new), answer_of_initialize(JSON::Ext::Parser, "1")]
  function = answer_of_initialize(Fiddle::Function, Fiddle::Handle::DEFAULT["strlen"], [Fiddle::TYPE_VOIDP], Fiddle::TYPE_INT)
  assert_equal [:self, nil], [function, answer_of_initialize(Fiddle::Pointer, 0)]
  assert_equal nil, answer_of_initialize(Ripper, "a")
end
