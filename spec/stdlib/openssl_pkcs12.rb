require "openssl"
require_relative "../harness"

# OpenSSL::PKCS12: keys and certificates in one file under a password.

KEY = OpenSSL::PKey::RSA.new(1024)
OTHER_KEY = OpenSSL::PKey::EC.generate("prime256v1")

def certificate_of(key, name)
  certificate = OpenSSL::X509::Certificate.new
  certificate.version = 2
  certificate.serial = 1
  certificate.subject = certificate.issuer = OpenSSL::X509::Name.parse(name)
  certificate.not_before, certificate.not_after = Time.at(0), Time.at(2_000_000_000)
  certificate.public_key = key
  certificate.sign(key, "SHA256")
end

CERTIFICATE = certificate_of(KEY, "/CN=program")
AUTHORITY = certificate_of(OTHER_KEY, "/CN=authority")

def again(file, password) = OpenSSL::PKCS12.new(file.to_der, password)

spec "what is made holds the key and the certificates, and is read again" do
  file = OpenSSL::PKCS12.create("secret", "näme", KEY, CERTIFICATE, [AUTHORITY])
  assert_equal [KEY.to_der, CERTIFICATE, [AUTHORITY]], [file.key.to_der, file.certificate, file.ca_certs]
  found = again(file, "secret")
  assert_equal [KEY.to_der, CERTIFICATE, [AUTHORITY]], [found.key.to_der, found.certificate, found.ca_certs]
  assert_equal file.to_der, found.to_der
  assert_equal file.to_der, file.dup.to_der
  alone = OpenSSL::PKCS12.create("secret", nil, OTHER_KEY, AUTHORITY)
  assert_equal [OTHER_KEY.to_der, nil], [again(alone, "secret").key.to_der, again(alone, "secret").ca_certs]
end

spec "schemes, iterations and uses are those that were asked for" do
  file = OpenSSL::PKCS12.create("secret", "name", KEY, CERTIFICATE, nil, "PBE-SHA1-3DES", "AES-128-CBC", 100, 200, OpenSSL::PKCS12::KEY_SIG)
  assert_equal KEY.to_der, again(file, "secret").key.to_der
  text = file.to_der
  assert [OpenSSL::ASN1::ObjectId("PBES2"), OpenSSL::ASN1::ObjectId("AES-128-CBC")].all? { |name| text.include?(name.to_der) }
  assert text.include?(OpenSSL::ASN1::ObjectId("1.2.840.113549.1.12.1.3").to_der)
  assert_equal 200, OpenSSL::ASN1.decode(text).value[2].value[2].value
end

spec "the content is signed: by another password, salt and digest as well" do
  file = OpenSSL::PKCS12.create("secret", "name", KEY, CERTIFICATE)
  file.set_mac("secret", "mac salt", 345, "SHA384")
  info, salt, iterations = OpenSSL::ASN1.decode(file.to_der).value[2].value
  assert_equal ["SHA384", "mac salt", 345], [info.value[0].value[0].value, salt.value, iterations.value]
  assert_equal CERTIFICATE, again(file, "secret").certificate
end

spec "no password is one too" do
  file = OpenSSL::PKCS12.create(nil, "name", KEY, CERTIFICATE, nil, "PBE-SHA1-3DES", "PBE-SHA1-3DES")
  assert_equal CERTIFICATE, OpenSSL::PKCS12.new(file.to_der).certificate
end

spec "what is wrong is told" do
  file = OpenSSL::PKCS12.create("secret", "name", KEY, CERTIFICATE)
  assert_raises(OpenSSL::PKCS12::PKCS12Error, "PKCS12_parse: mac verify failure") { again(file, "other") }
  error = assert_raises(OpenSSL::PKCS12::PKCS12Error) { OpenSSL::PKCS12.new("junk", "secret") }
  assert error.message.start_with?("PKCS12_parse: ")
  assert_raises(OpenSSL::PKCS12::PKCS12Error, "key type mismatch") { OpenSSL::PKCS12.create("secret", "name", OTHER_KEY, CERTIFICATE) }
  assert_raises(OpenSSL::PKCS12::PKCS12Error, "key values mismatch") { OpenSSL::PKCS12.create("secret", "name", OpenSSL::PKey::RSA.new(1024), CERTIFICATE) }
  assert_raises(ArgumentError, "Unknown PBE algorithm foo: unknown object name") { OpenSSL::PKCS12.create("secret", "name", KEY, CERTIFICATE, [], "foo") }
  assert_raises(ArgumentError, "Unknown key usage type 99") { OpenSSL::PKCS12.create("secret", "name", KEY, CERTIFICATE, [], nil, nil, nil, nil, 99) }
  assert_raises(TypeError, "wrong argument type nil (expected OpenSSL/EVP_PKEY)") { OpenSSL::PKCS12.create("secret", "name", nil, CERTIFICATE) }
  assert_raises(TypeError) { OpenSSL::PKCS12.create("secret", "name", KEY, CERTIFICATE, [], nil, nil, "count") }
end
