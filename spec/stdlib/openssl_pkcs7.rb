require_relative "../harness"
require_relative "fixtures/issuing"

# Content that is signed, or enveloped for its readers, and letters of it.
module Letters
  P = OpenSSL::PKCS7
  KEY = OpenSSL::PKey::RSA.new(1024)
  OTHER = OpenSSL::PKey::RSA.new(1024)

  def self.certificate(serial, name, uses: "emailProtection", authority: false)
    of_leaf = [["keyUsage", "digitalSignature,keyEncipherment", true], ["extendedKeyUsage", uses]]
    extensions = authority ? [Issuing::CONSTRAINTS, ["keyUsage", "keyCertSign", true]] : of_leaf
    Issuing.certificate(serial, OpenSSL::X509::Name.parse("/CN=#{name}"), Issuing::AUTHORITY, KEY, extensions: extensions)
  end

  ROOT = certificate(1, "Authority", authority: true)
  ONE = certificate(2, "One")
  TWO = certificate(3, "Two")
  STORE = OpenSSL::X509::Store.new.add_cert(ROOT)

  # What a check of the message says, read anew.
  def self.check(message, *arguments)
    read = P.new(message.to_der)
    [read.verify(*arguments), read.error_string, read.data]
  end
end

spec "what is signed is verified, and its lines end as in letters" do
  signed = Letters::P.sign(Letters::ONE, Letters::KEY, "a\nb\r\nc", [Letters::ROOT])
  read = Letters::P.new(signed.to_pem)
  assert_equal [:signed, false, [2, 1], [[2, "/CN=Authority"]]],
               [read.type, read.detached?, read.certificates.map { |one| one.serial.to_i }, read.signers.map { |one| [one.serial.to_i, one.issuer.to_s] }]
  assert_equal true, (Time.now - read.signers[0].signed_time).abs < 100
  assert_equal [true, nil, "a\r\nb\r\nc"], Letters.check(signed, [], Letters::STORE)
end

spec "what is wrong is said" do
  signed = Letters::P.sign(Letters::ONE, Letters::KEY, "data", [], Letters::P::BINARY)
  nobody = OpenSSL::X509::Store.new
  assert_equal [false, "certificate verify error"], Letters.check(signed, [], nobody).first(2)
  assert_equal [true, nil], Letters.check(signed, [], nobody, nil, Letters::P::NOVERIFY).first(2)
  assert_equal [false, "digest failure"], Letters.check(signed, [], Letters::STORE, "date").first(2)
  bare = Letters::P.sign(Letters::ONE, Letters::KEY, "data", [], Letters::P::BINARY | Letters::P::NOCERTS | Letters::P::NOATTR)
  assert_equal [false, "signer certificate not found"], Letters.check(bare, [], Letters::STORE).first(2)
  assert_equal [true, nil, "data"], Letters.check(bare, [Letters::ONE], Letters::STORE)
  assert_equal [false, "bad signature"], Letters.check(bare, [Letters::ONE], Letters::STORE, "date").first(2)
  client = Letters.certificate(4, "Client", uses: "clientAuth")
  assert_equal [false, "certificate verify error"], Letters.check(Letters::P.sign(client, Letters::KEY, "data"), [], Letters::STORE).first(2)
  assert_raises(Letters::P::PKCS7Error, /pkcs7 add signer error/) { Letters::P.sign(Letters::ONE, Letters::OTHER, "data") }
end

spec "a signature beside its content" do
  signed = Letters::P.sign(Letters::ONE, Letters::KEY, "data", [], Letters::P::BINARY | Letters::P::DETACHED)
  assert_equal [true, nil], [Letters::P.new(signed.to_der).detached?, Letters::P.new(signed.to_der).data]
  assert_equal [false, "no content"], Letters.check(signed, [], Letters::STORE).first(2)
  assert_equal [true, nil, "data"], Letters.check(signed, [], Letters::STORE, "data")
end

spec "several sign the same" do
  both = Letters::P.sign(Letters::ONE, Letters::KEY, "data", [], Letters::P::BINARY)
  other = Letters::P.sign(Letters::TWO, Letters::KEY, "data", [], Letters::P::BINARY)
  both.add_signer(other.signers[0])
  both.add_certificate(Letters::TWO)
  assert_equal [[2, 3], [true, nil, "data"]], [Letters::P.new(both.to_der).signers.map { |one| one.serial.to_i }, Letters.check(both, [], Letters::STORE)]
  made = Letters::P.new
  made.type = :signed
  made.add_signer(Letters::P::SignerInfo.new(Letters::ONE, Letters::KEY, "sha512"))
  made.add_certificate(Letters::ONE)
  made.add_data("data")
  assert_equal [true, nil, "data"], Letters.check(made, [], Letters::STORE)
end

spec "an envelope is opened by those it is for" do
  sealed = Letters::P.new(Letters::P.encrypt([Letters::ONE, Letters::TWO], "a\nb", "AES-256-CBC", Letters::P::BINARY).to_der)
  assert_equal [:enveloped, [2, 3], nil], [sealed.type, sealed.recipients.map { |one| one.serial.to_i }, sealed.data]
  assert_equal ["a\nb", "a\nb", "a\nb"], [sealed.decrypt(Letters::KEY, Letters::ONE), sealed.decrypt(Letters::KEY, Letters::TWO), sealed.decrypt(Letters::KEY)]
  text = Letters::P.encrypt([Letters::ONE], "a\n", "AES-128-CBC", Letters::P::TEXT)
  assert_equal ["a\r\n", "Content-Type: text/plain\r\n\r\na\r\n"], [text.decrypt(Letters::KEY, nil, Letters::P::TEXT), text.decrypt(Letters::KEY)]
  assert_raises(Letters::P::PKCS7Error, "decrypt error") { sealed.decrypt(Letters::KEY, Letters::ROOT) }
  assert_raises(Letters::P::PKCS7Error, /does not match certificate/) { sealed.decrypt(Letters::OTHER, Letters::ONE) }
  assert_raises(ArgumentError, /cipher must be specified/) { Letters::P.encrypt([Letters::ONE], "data") }
end

spec "a letter and back" do
  signed = Letters::P.sign(Letters::ONE, Letters::KEY, "a\nb\n", [], Letters::P::DETACHED)
  letter = Letters::P.write_smime(signed, "a\nb\n")
  assert_equal true, letter.start_with?("MIME-Version: 1.0\nContent-Type: multipart/signed; protocol=\"application/x-pkcs7-signature\"; micalg=\"sha-256\"; boundary=")
  read = Letters::P.read_smime(letter)
  assert_equal [true, nil], [read.verify([], Letters::STORE, read.data), read.error_string]
  sealed = Letters::P.encrypt([Letters::ONE], "data", "AES-128-CBC")
  letter = Letters::P.write_smime(sealed)
  assert_equal true, letter.include?("Content-Type: application/x-pkcs7-mime; smime-type=enveloped-data; name=\"smime.p7m\"\n")
  assert_equal "data", Letters::P.read_smime(letter).decrypt(Letters::KEY)
  assert_raises(Letters::P::PKCS7Error, /no content type/) { Letters::P.read_smime("junk") }
end

spec "what is none is refused" do
  assert_raises(ArgumentError, /no start line/) { Letters::P.new("junk") }
  assert_raises(Letters::P::PKCS7Error, /unknown type "foo"/) { Letters::P.new.type = "foo" }
  assert_raises(Letters::P::PKCS7Error, /no content/) { Letters::P.new.add_data("x") }
  plain = Letters::P.new
  plain.type = :data
  plain.add_data("abc")
  assert_equal "0\x12\x06\t*\x86H\x86\xF7\r\x01\a\x01\xA0\x05\x04\x03abc".b, plain.to_der
end

spec "a block that is called a certificate is taken for a message" do
  text = Letters::P.sign(Letters::ONE, Letters::KEY, "text").to_pem
  assert_equal :signed, Letters::P.new(text.gsub("PKCS7", "CERTIFICATE")).type
  assert_raises(ArgumentError, /\ACould not parse the PKCS7/) { Letters::P.new(Letters::ONE.to_pem + text) }
end

spec "a message is shown in words" do
  data = Letters::P.new
  data.type = :data
  data.data = "bytes of a message"
  assert_equal <<~TEXT, data.to_text
    PKCS7:\s
      type: pkcs7-data (1.2.840.113549.1.7.1)
      d.data:\s
        0000 - 62 79 74 65 73 20 6f 66-20 61 20 6d 65 73 73 61   bytes of a messa
        0010 - 67 65                                             ge
  TEXT
  empty = Letters::P.new
  empty.type = :encrypted
  assert_equal <<~TEXT, empty.to_text
    PKCS7:\s
      type: pkcs7-encryptedData (1.2.840.113549.1.7.6)
      d.encrypted:\s
        version: 0
        enc_data:\s
          content_type: pkcs7-data (1.2.840.113549.1.7.1)
          algorithm:\s
            algorithm: undefined ()
            parameter: <ABSENT>
          enc_data: <ABSENT>
  TEXT
end

spec "a signed message is shown with who signed and what was said" do
  text = Letters::P.sign(Letters::ONE, Letters::KEY, "text", []).to_text
  shown = ["        cert_info: \n", "          serialNumber: 2\n", "          issuer: CN=Authority\n", "              critical: TRUE\n",
           "            public_key:  (0 unused bits)\n", "            object: contentType (1.2.840.113549.1.9.3)\n",
           "              OBJECT:pkcs7-data (1.2.840.113549.1.7.1)\n", "    4:d=2  hl=2 l=   9 prim:   OBJECT            :aes-256-cbc\n",
           "        unauth_attr:\n          <ABSENT>\n"]
  assert_equal [], shown.reject { |lines| text.include?(lines) }
  assert_equal "    signer_info:\n      <EMPTY>\n", Letters::P.new.tap { |one| one.type = :signed }.to_text.lines.last(2).join
end

spec "a message is read up to its end, whatever follows it" do
  der = Letters::P.sign(Letters::ONE, Letters::KEY, "text", []).to_der
  assert_equal [der, :signed], ["\0" * 9, "xyz"].map { |rest| Letters::P.new(der + rest) }.then { |first, second| [first.to_der, second.type] }
  assert_raises(ArgumentError) { Letters::P.new(der[0..-2]) }
end

spec "a signer that has not signed yet is written with an empty signature; signers stand in the order of their bytes" do
  signed = Letters::P.sign(Letters::ONE, Letters::KEY, "text", [])
  signed.add_signer(Letters::P::SignerInfo.new(Letters::ONE, Letters::KEY, "SHA1"))
  content = OpenSSL::ASN1.decode(signed.to_der).value[1].value[0].value
  assert_equal %w[SHA1 SHA256], content[1].value.map { |digest| digest.value[0].value }
  assert_equal [0, 128], content.last.value.map { |signer| signer.value.last.value.bytesize }
  assert_equal ["rsaEncryption", nil], content.last.value[0].value[-2].value.map(&:value)
  assert_equal 2, Letters::P.new(signed.to_der).signers.size
end
