# OpenSSL's certificates: names, extensions, signatures, and which of them are believed.

require_relative "../harness"
require "openssl"

X509 = OpenSSL::X509
ROOT_KEY = OpenSSL::PKey::RSA.new(2048)
KEY = OpenSSL::PKey::EC.generate("prime256v1")

def certificate(subject, key, issuer = nil, issuer_key = key, ca: false, from: Time.now - 10, to: Time.now + 3600, extensions: [])
  made = X509::Certificate.new
  made.version = 2
  made.serial = 7
  made.subject = X509::Name.parse(subject)
  made.issuer = issuer ? issuer.subject : made.subject
  made.public_key = key
  made.not_before = from
  made.not_after = to
  factory = X509::ExtensionFactory.new(issuer || made, made)
  made.add_extension(factory.create_extension("basicConstraints", ca ? "CA:TRUE,pathlen:1" : "CA:FALSE", true))
  made.add_extension(factory.create_extension("keyUsage", ca ? "keyCertSign, cRLSign" : "digitalSignature,keyEncipherment", true))
  made.add_extension(factory.create_extension("subjectKeyIdentifier", "hash"))
  made.add_extension(factory.create_extension("authorityKeyIdentifier", "keyid:always,issuer:always"))
  extensions.each { |extension| made.add_extension(factory.create_extension(*extension)) }
  made.sign(issuer_key, "sha256")
end

ROOT = certificate("/CN=Root", ROOT_KEY, ca: true)
INTER = certificate("/CN=Inter", KEY, ROOT, ROOT_KEY, ca: true)
LEAF = certificate("/CN=leaf", KEY, ROOT, ROOT_KEY, extensions: [
  ["subjectAltName", "DNS:localhost,IP:127.0.0.1,URI:http://x/,email:a@b"], ["extendedKeyUsage", "serverAuth"],
  ["crlDistributionPoints", "URI:http://crl/x"], ["authorityInfoAccess", "OCSP;URI:http://ocsp/,caIssuers;URI:http://ca/"]
])

def verdict(certificate, *others, store: X509::Store.new.add_cert(ROOT))
  [store.verify(certificate, others), store.error, store.error_string]
end

spec "names are written in every style" do
  name = X509::Name.parse("/C=JP/O=Test é/CN=www.example.com/emailAddress=a@b")
  assert_equal "/C=JP/O=Test \\xC3\\xA9/CN=www.example.com/emailAddress=a@b", name.to_s
  assert_equal "emailAddress=a@b,CN=www.example.com,O=Test \\C3\\A9,C=JP", name.to_s(X509::Name::RFC2253)
  assert_equal "C = JP, O = Test \\C3\\A9, CN = www.example.com, emailAddress = a@b", name.to_s(X509::Name::ONELINE)
  assert_equal "C=JP, O=Test \\xC3\\xA9, CN=www.example.com/emailAddress=a@b", name.to_s(X509::Name::COMPAT)
  assert_equal "emailAddress=a@b,CN=www.example.com,O=Test é,C=JP", name.to_utf8
  assert_equal [["C", 19], ["O", 12], ["CN", 12], ["emailAddress", 22]], name.to_a.map { |oid, _, tag| [oid, tag] }
  assert_equal "/DC=x/O=c/CN=a,b", X509::Name.parse_rfc2253("CN=a\\,b,O=c,DC=x").to_s
  assert_raises(X509::NameError, "X509_NAME_add_entry_by_txt: invalid field name (name=nope)") { X509::Name.new([["nope", "y"]]) }
end

spec "names are the same whatever their spaces and capitals" do
  assert_equal X509::Name.parse("/CN=A B"), X509::Name.parse("/CN=a  b")
  assert_equal 3031306423, X509::Name.new([["C", "JP"]]).hash
  assert_equal X509::Name.parse("/CN=x").hash, X509::Name.new(X509::Name.parse("/CN=x").to_der).hash
end

spec "extensions have words" do
  words = LEAF.extensions.to_h { |extension| [extension.oid, extension.value] }
  assert_equal ["CA:FALSE", "Digital Signature, Key Encipherment", "DNS:localhost, IP Address:127.0.0.1, URI:http://x/, email:a@b",
                "TLS Web Server Authentication", "Full Name:\n  URI:http://crl/x\n", "OCSP - URI:http://ocsp/\nCA Issuers - URI:http://ca/"],
               words.values_at("basicConstraints", "keyUsage", "subjectAltName", "extendedKeyUsage", "crlDistributionPoints", "authorityInfoAccess")
  assert_equal [["http://crl/x"], ["http://ca/"], ["http://ocsp/"]], [LEAF.crl_uris, LEAF.ca_issuer_uris, LEAF.ocsp_uris]
  assert_equal ROOT.subject_key_identifier, LEAF.authority_key_identifier
  extension = X509::Extension.new("keyUsage", "\x03\x02\x05\xa0".b, true)
  assert_equal ["300e0603551d0f0101ff0404030205a0", "keyUsage = critical, Digital Signature, Key Encipherment"], [extension.to_der.unpack1("H*"), extension.to_s]
  factory = X509::ExtensionFactory.new
  assert_raises(X509::ExtensionError, "basicConstraints = bad: error in extension (name=basicConstraints, value=bad)") { factory.create_extension("basicConstraints", "bad") }
end

spec "certificates are signed, written and read" do
  assert_equal [true, true, "sha256WithRSAEncryption"], [LEAF.verify(ROOT_KEY), ROOT.verify(ROOT_KEY), LEAF.signature_algorithm]
  assert_raises(X509::CertificateError, "wrong public key type") { LEAF.verify(KEY) }
  [LEAF.to_der, LEAF.to_pem].each do |form|
    read = X509::Certificate.new(form)
    assert_equal [LEAF, "/CN=leaf", "/CN=Root", 7, 2], [read, read.subject.to_s, read.issuer.to_s, read.serial.to_i, read.version]
    assert read.check_private_key(KEY)
  end
  assert_equal ["/CN=Root", "/CN=leaf"], X509::Certificate.load(ROOT.to_pem + LEAF.to_pem).map { |read| read.subject.to_s }
  assert_raises(X509::CertificateError) { X509::Certificate.new("bad") }
  damaged = LEAF.to_der
  random = Random.new(5)
  200.times do
    copy = damaged.dup
    2.times { copy.setbyte(random.rand(copy.bytesize), random.rand(256)) }
    X509::Certificate.new(copy).extensions.each(&:value)
  rescue X509::CertificateError, X509::ExtensionError
  end
end

spec "a certificate is believed by the chain to one that is trusted" do
  leaf = certificate("/CN=l2", ROOT_KEY, INTER, KEY)
  assert_equal [true, 0, "ok"], verdict(LEAF)
  assert_equal [true, 0, "ok"], verdict(leaf, INTER)
  assert_equal [false, 20, "unable to get local issuer certificate"], verdict(leaf)
  assert_equal [false, 20, "unable to get local issuer certificate"], verdict(LEAF, store: X509::Store.new)
  assert_equal [false, 18, "self-signed certificate"], verdict(certificate("/CN=self", KEY))
  assert_equal [false, 19, "self-signed certificate in certificate chain"], verdict(LEAF, ROOT, store: X509::Store.new)
end

spec "a chain must hold now, through authorities" do
  assert_equal [false, 10, "certificate has expired"], verdict(certificate("/CN=x", KEY, ROOT, ROOT_KEY, to: Time.now - 5))
  assert_equal 9, verdict(certificate("/CN=x", KEY, ROOT, ROOT_KEY, from: Time.now + 100))[1]
  assert_equal [false, 79, "invalid CA certificate"], verdict(certificate("/CN=x", KEY, LEAF, KEY), LEAF)
  forged = certificate("/CN=x", KEY, ROOT, OpenSSL::PKey::RSA.new(1024))
  assert_equal [false, 7, "certificate signature failure"], verdict(forged)
  store = X509::Store.new.add_cert(ROOT)
  store.purpose = X509::PURPOSE_SSL_CLIENT
  assert_equal [false, 26, "unsuitable certificate purpose"], verdict(LEAF, store: store)
end

spec "a callback hears of each certificate, and may think otherwise" do
  heard = []
  store = X509::Store.new.add_cert(ROOT)
  assert store.verify(LEAF) { |fine, context| heard << [fine, context.error_depth, context.current_cert.subject.to_s] && fine }
  assert_equal [[true, 1, "/CN=Root"], [true, 0, "/CN=leaf"]], heard
  expired = certificate("/CN=x", KEY, ROOT, ROOT_KEY, to: Time.now - 5)
  assert_equal [true, 0], [store.verify(expired) { true }, store.error]
  assert_equal false, store.verify(LEAF) { false }
end

spec "certificates are asked for" do
  request = X509::Request.new
  request.version = 0
  request.subject = X509::Name.parse("/CN=req")
  request.public_key = ROOT_KEY
  request.sign(ROOT_KEY, "sha256")
  read = X509::Request.new(request.to_pem)
  assert_equal [true, "/CN=req", request.to_der], [read.verify(ROOT_KEY), read.subject.to_s, read.to_der]
  assert_raises(X509::RequestError) { X509::Request.new("x") }
end

spec "keys and certificates are shown in words" do
  key = OpenSSL::PKey.new_raw_private_key("ED25519", "k" * 32)
  bytes = "    83:20:a5:19:77:d8:c3:8c:a8:a4:92:7c:67:0d:f5:\n    82:1e:44:97:61:94:5e:15:e9:ef:b2:6a:15:09:d2:\n    30:ea\n"
  assert_equal "ED25519 Public-Key:\npub:\n#{bytes}", OpenSSL::PKey.read(key.public_to_der).to_text
  text = LEAF.to_text
  assert text.start_with?("Certificate:\n    Data:\n        Version: 3 (0x2)\n        Serial Number: 7 (0x7)\n        Signature Algorithm: sha256WithRSAEncryption\n        Issuer: CN=Root\n")
  assert text.include?("        X509v3 extensions:\n            X509v3 Basic Constraints: critical\n                CA:FALSE\n")
  assert text.include?("                ASN1 OID: prime256v1\n                NIST CURVE: P-256\n")
end

# An authority that may certify only, or anything but, what is below a name of the kind.
def constrained(part, kind, name)
  subtree = OpenSSL::ASN1.Sequence([OpenSSL::ASN1::ASN1Data.new(name, kind, :CONTEXT_SPECIFIC)])
  value = OpenSSL::ASN1.Sequence([OpenSSL::ASN1::ASN1Data.new([subtree], part, :CONTEXT_SPECIFIC)])
  authority = certificate("/CN=Bound", KEY, ca: true)
  authority.add_extension(X509::Extension.new("nameConstraints", value.to_der, true))
  authority.sign(KEY, "sha256")
end

spec "an authority certifies only the names that it may" do
  { [0, 2, "example.com", "DNS:www.example.com"] => 0, [0, 2, "example.com", "DNS:badexample.com"] => 47,
    [0, 2, ".example.com", "DNS:example.com"] => 47, [1, 2, "example.com", "DNS:a.EXAMPLE.com"] => 48,
    [0, 7, "\x0a\0\0\0\xff\0\0\0".b, "IP:10.1.2.3"] => 0, [0, 7, "\x0a\0\0\0\xff\0\0\0".b, "IP:11.1.2.3"] => 47,
    [0, 1, "example.com", "email:a@b.example.com"] => 47, [0, 6, ".example.com", "URI:http://a.example.com:80/x"] => 0 }.each do |(part, kind, name, given), error|
    authority = constrained(part, kind, name)
    leaf = certificate("/CN=x", KEY, authority, extensions: [["subjectAltName", given]])
    assert_equal [given, error], [given, verdict(leaf, store: X509::Store.new.add_cert(authority))[1]]
  end
end

spec "what is of another class is refused by its name" do
  made, request, key = X509::Certificate.new, X509::Request.new, "wrong argument type nil (expected OpenSSL/EVP_PKEY)"
  [made, request].each do |object|
    assert_raises(TypeError, key) { object.public_key = nil }
    assert_raises(TypeError, key) { object.verify(nil) }
    assert_raises(TypeError, key) { object.sign(nil, "SHA256") }
    assert_raises(TypeError, "wrong argument type true (expected OpenSSL/X509/NAME)") { object.subject = true }
  end
  assert_raises(TypeError, "wrong argument type nil (expected OpenSSL/X509)") { X509::Store.new.add_cert(nil) }
  assert_raises(TypeError, "wrong argument type Integer (expected OpenSSL/X509/EXTENSION)") { made.add_extension(1) }
  assert_raises(TypeError, "wrong argument type Integer (expected OpenSSL/X509/ATTRIBUTE)") { request.add_attribute(1) }
  assert_raises(TypeError, "wrong argument (NilClass)! (Expected kind of OpenSSL::X509::Extension)") { made.extensions = [nil] }
end

spec "a request that was read gives back its bytes, and is another one when it was changed" do
  request = X509::Request.new
  request.version, request.subject, request.public_key = 0, X509::Name.parse("/CN=a"), KEY
  request.sign(KEY, "SHA256")
  read = X509::Request.new(request.to_der)
  assert_equal [request.to_der, true, "ecdsa-with-SHA256"], [read.to_der, read.verify(KEY), read.signature_algorithm]
  read.subject = X509::Name.parse("/CN=b")
  assert_equal [false, "/CN=b", false], [read.verify(KEY), read.subject.to_s, read.to_der == request.to_der]
  assert read.sign(KEY, "SHA256").verify(KEY)
end

spec "extensions of constraints, policies, Netscape's kinds and written-out values" do
  factory = X509::ExtensionFactory.new
  {
    ["nsCertType", "client, email,objsign"] => ["030204b0", "SSL Client, S/MIME, Object Signing"],
    ["nsBaseUrl", "http://a"] => ["1608687474703a2f2f61", "http://a"],
    ["nameConstraints", "permitted;IP:192.168.0.0/255.255.0.0,excluded;DNS:.bad.com"] =>
      ["301ca00c300a8708c0a80000ffff0000a10c300a82082e6261642e636f6d", "Permitted:\n  IP:192.168.0.0/255.255.0.0\nExcluded:\n  DNS:.bad.com"],
    ["policyConstraints", "requireExplicitPolicy:3,inhibitPolicyMapping:0"] => ["3006800103810100", "Require Explicit Policy:3, Inhibit Policy Mapping:0"],
    ["policyMappings", "1.2.3:1.2.4"] => ["300a300806022a0306022a04", "1.2.3:1.2.4"],
    ["inhibitAnyPolicy", "2"] => ["020102", "2"],
    ["noCheck", "ignored"] => ["0500", ""],
    ["tlsfeature", "status_request"] => ["3003020105", "status_request"],
    ["1.2.3.4", "DER:05:00"] => ["0500", ".."],
    ["1.2.3.4", "ASN1:INTEGER:12"] => ["02010c", "..."],
    ["1.2.3.4", "ASN1:FORMAT:HEX,OCT:0102"] => ["04020102", "...."]
  }.each do |(name, words), (bytes, shown)|
    extension = factory.create_extension(name, words)
    assert_equal [name, bytes, shown], [name, extension.value_der.unpack1("H*"), extension.value]
  end
  assert_raises(X509::ExtensionError, "nsCertType = critical,zork: error in extension (name=nsCertType, value=zork)") do
    factory.create_extension("nsCertType", "zork", true)
  end
end

spec "an entry of a name stands with those before it, those at its place, or alone" do
  name = OpenSSL::X509::Name.new([["O", "org"], ["OU", "a"]])
  placed = ->(**place) { name.dup.add_entry("CN", "x", **place).dup.to_s(OpenSSL::X509::Name::RFC2253) }
  assert_equal ["OU=a,O=org+CN=x", "OU=a+CN=x,O=org", "OU=a+CN=x,O=org", "CN=x,OU=a,O=org"],
               [placed.(loc: 1, set: -1), placed.(loc: 1, set: 1), placed.(loc: -1, set: -1), placed.(loc: -1, set: 0)]
  quoted = OpenSSL::X509::Name.new([["CN", "a, b"], ["O", "c\"d"], ["OU", " x "], ["L", "#q"]])
  assert_equal %q(CN = "a, b", O = c\"d, OU = " x ", L = "#q"), quoted.to_s(OpenSSL::X509::Name::ONELINE)
end

spec "a key that is sent with a challenge" do
  key = OpenSSL::PKey::RSA.new(1024)
  sent = OpenSSL::Netscape::SPKI.new
  sent.challenge = "hello"
  sent.public_key = key
  sent.sign(key, "SHA256")
  [sent.to_pem, sent.to_der].each do |form|
    read = OpenSSL::Netscape::SPKI.new(form)
    assert_equal ["hello", true, sent.to_der], [read.challenge, read.verify(key), read.to_der]
  end
  assert_equal true, sent.to_text.include?("  Challenge String: hello\n  Signature Algorithm: sha256WithRSAEncryption\n")
  assert_raises(OpenSSL::Netscape::SPKIError) { OpenSSL::Netscape::SPKI.new("junk") }
end

spec "before a certificate is verified, the current one is empty" do
  context = OpenSSL::X509::StoreContext.new(OpenSSL::X509::Store.new)
  context.error = OpenSSL::X509::V_ERR_INVALID_CA
  assert_equal ["", "", nil, nil], [context.current_cert.subject.to_s, context.current_cert.issuer.to_s, context.current_crl, context.chain]
  assert_equal "invalid CA certificate", context.error_string
end

spec "certificates that are found in a text or a store are made without asking new" do
  key = OpenSSL::PKey::EC.generate("prime256v1")
  certificate = OpenSSL::X509::Certificate.new
  certificate.subject = certificate.issuer = OpenSSL::X509::Name.parse("/CN=found")
  certificate.public_key = key
  certificate.not_before, certificate.not_after = Time.now - 60, Time.now + 60
  certificate.sign(key, "SHA256")
  heir = Class.new(OpenSSL::X509::Certificate) { def self.new(*) = raise("asked") }
  assert_equal [[OpenSSL::X509::Certificate, "/CN=found"]] * 2, [certificate.to_pem, certificate.to_der].map { |text| heir.load(text)[0].then { [_1.class, _1.subject.to_s] } }
end

spec "what stands behind a certificate is not read, and times only where they are asked for" do
  der = certificate("/CN=a", KEY).to_der
  assert_equal "/CN=a", X509::Certificate.new(der + "\n").subject.to_s
  assert_equal "/CN=b", X509::Name.new(X509::Name.parse("/CN=b").to_der + "x").to_s
  odd = X509::Certificate.new(der.sub(/\x17\x0d\d{12}Z/n, "\x17\x0d380199000000Z".b))
  assert_raises(ArgumentError) { odd.not_before }
  assert_raises(TypeError, "bad UTCTIME format: \"3801190[1408Z\"") { OpenSSL::ASN1.decode("\x17\x0d3801190[1408Z".b) }
end

spec "the parts of a certificate have the form that they must have, though nobody asks for them" do
  key = OpenSSL::PKey::EC.generate("prime256v1")
  certificate = OpenSSL::X509::Certificate.new
  certificate.version, certificate.serial, certificate.public_key = 2, 7, key
  certificate.subject = certificate.issuer = OpenSSL::X509::Name.parse("/CN=a.example")
  certificate.not_before, certificate.not_after = Time.at(0), Time.at(1_000_000_000)
  certificate.add_extension(OpenSSL::X509::ExtensionFactory.new.create_extension("basicConstraints", "CA:TRUE"))
  der = certificate.sign(key, "SHA256").to_der
  assert_equal 7, OpenSSL::X509::Certificate.new(der).serial.to_i
  changes = {
    "a time that is none" => ["\x17\x0D700101", "\x16\x0D700101"],
    "bits left of a key that are more than seven" => ["\x03\x42\x00", "\x03\x42\x08"],
    "an algorithm without a name" => ["\x30\x13\x06\x07", "\x30\x13\x04\x07"],
    "extensions under another tag" => ["\xA3\x10\x30\x0E", "\xA4\x10\x30\x0E"],
  }
  changes.each do |what, (from, to)|
    changed = der.sub(from.b, to.b)
    assert changed != der, what
    assert_raises(OpenSSL::X509::CertificateError) { OpenSSL::X509::Certificate.new(changed) }
  end
end
