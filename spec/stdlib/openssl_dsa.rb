require_relative "../harness"
require "openssl"

# DSA: signatures by powers modulo a prime.
KEY_OF_512_BITS = OpenSSL::PKey::DSA.new(<<~PEM)
  -----BEGIN DSA PRIVATE KEY-----
  MIH4AgEAAkEA5lB4GvEwjrsMlGDqGsxrbqeFRh6o9OWt6FgTYiEEHaOYhkIxv0Ok
  RZPDNwOG997mDjBnvDJ1i56OmS3MbTnovwIVAJgub/aDrSDB4DZGH7UyarcaGy6D
  AkB9HdFw/3td8K4l1FZHv7TCZeJ3ZLb7dF3TWoGUP003RCqoji3/lHdKoVdTQNuR
  S/m6DlCwhjRjiQ/lBRgCLCcaAkEAjN891JBjzpMj4bWgsACmMggFf57DS0Ti+5++
  Q1VB8qkJN7rA7/2HrCR3gTsWNb1YhAsnFsoeRscC+LxXoXi9OAIUBG98h4tilg6S
  55jreJD3Se3slps=
  -----END DSA PRIVATE KEY-----
PEM

spec "what was signed is verified by the public half" do
  key = KEY_OF_512_BITS
  public = key.public_key
  %w[SHA1 SHA256 SHA512].each do |digest|
    signature = key.sign(digest, "data")
    assert_equal [true, true, false], [key.verify(digest, signature, "data"), public.verify(digest, signature, "data"), public.verify(digest, signature, "date")]
  end
  hash = OpenSSL::Digest.digest("SHA1", "data")
  assert_equal [true, true], [public.sysverify(hash, key.syssign(hash)), key.verify_raw(nil, key.sign_raw(nil, hash), hash)]
  assert_raises(OpenSSL::PKey::PKeyError) { key.verify("SHA1", "junk", "data") }
  assert_raises(ArgumentError, /private key is needed/) { public.sign("SHA1", "data") }
end

spec "a key is the same in all its forms" do
  key = KEY_OF_512_BITS
  forms = [key.to_pem, key.to_der, key.private_to_pem, key.private_to_der]
  forms.each { |form| assert_equal key.params, OpenSSL::PKey.read(form).params }
  locked = [key.to_pem("aes-128-cbc", "abc"), key.private_to_pem("aes-128-cbc", "abc")]
  locked.each { |form| assert_equal key.params, OpenSSL::PKey::DSA.new(form, "abc").params }
  assert_equal [false, key.pub_key], OpenSSL::PKey::DSA.new(key.public_to_pem).then { |public| [public.private?, public.pub_key] }
  assert_equal ["DSA", "-----BEGIN DSA PRIVATE KEY-----\n"], [key.oid, key.export.lines.first]
end

spec "a key is made with its parameters" do
  key = OpenSSL::PKey::DSA.generate(1024)
  assert_equal [true, 1024, 160], [key.private?, key.p.num_bits, key.q.num_bits]
  assert_equal [true, 1], [key.p.prime?, (key.p.to_i % key.q.to_i)]
  assert_equal key.pub_key.to_i, key.g.to_i.pow(key.priv_key.to_i, key.p.to_i)
  assert_equal nil, OpenSSL::PKey::DSA.new(2048) { break }
end

spec "certificates are signed by it" do
  name = OpenSSL::X509::Name.parse("/CN=x")
  certificate = OpenSSL::X509::Certificate.new
  certificate.subject = certificate.issuer = name
  certificate.not_before = Time.at(0)
  certificate.not_after = Time.at(1000)
  certificate.public_key = KEY_OF_512_BITS
  certificate.sign(KEY_OF_512_BITS, "SHA256")
  assert_equal ["dsa_with_SHA256", true], [certificate.signature_algorithm, certificate.verify(certificate.public_key)]
  assert_raises(OpenSSL::X509::CertificateError, /wrong public key type/) { certificate.verify(OpenSSL::PKey::RSA.new(1024)) }
end

spec "names of ciphers and digests, and numbers of these, mean them" do
  assert_equal %w[SHA256 SHA256 MD5], %w[2.16.840.1.101.3.4.2.1 sha256 1.2.840.113549.2.5].map { |name| OpenSSL::Digest.new(name).name }
  cipher = OpenSSL::Cipher.new("aes-128-cbc")
  assert_raises(RuntimeError, "Cipher already initialized!") { cipher.send(:initialize, "aes-128-cbc") }
  cipher.key = "k" * 16
  cipher.encrypt
  assert_raises(OpenSSL::Cipher::CipherError, /key not set/) { cipher.update("data") }
end

spec "the numbers of a public key are not judged on reading, but when it is used" do
  number = ->(value) { OpenSSL::ASN1::Integer(value) }
  parameters = [0xffeeddccbbaa9988, 0x7766554433221100, 0xffeeddddbbaa9988]
  algorithm = OpenSSL::ASN1::Sequence([OpenSSL::ASN1::ObjectId("DSA"), OpenSSL::ASN1::Sequence(parameters.map(&number))])
  key = OpenSSL::PKey::DSA.new(OpenSSL::ASN1::Sequence([algorithm, OpenSSL::ASN1::BitString(number[0x1234].to_der)]).to_der)
  assert_equal [*parameters, 0x1234], [key.p, key.q, key.g, key.pub_key].map(&:to_i)
  signature = OpenSSL::ASN1::Sequence([number[5], number[7]]).to_der
  assert_raises(OpenSSL::PKey::PKeyError, "EVP_DigestVerify: bad q value") { key.verify("SHA256", signature, "text") }
end
