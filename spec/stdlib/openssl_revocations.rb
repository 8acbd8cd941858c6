require_relative "../harness"
require_relative "fixtures/issuing"

# Lists of revocations: made, signed, read, and asked when a certificate is checked.
module Revocations
  X = OpenSSL::X509
  KEY = OpenSSL::PKey::RSA.new(1024)
  NAME = X::Name.parse("/DC=org/CN=Authority")

  def self.certificate(serial, subject, uses, authority: nil)
    extensions = [(Issuing::CONSTRAINTS if authority), ["keyUsage", uses, true]].compact
    Issuing.certificate(serial, subject, NAME, KEY, extensions: extensions)
  end

  def self.revoked(serial, time = Time.at(500), reason: nil)
    revoked = X::Revoked.new
    revoked.serial = serial
    revoked.time = time
    revoked.add_extension(X::Extension.new("CRLReason", OpenSSL::ASN1::Enumerated(reason))) if reason
    revoked
  end

  def self.list(*entries, from: Time.now - 50, till: Time.now + 50, key: KEY)
    list = X::CRL.new
    list.version = 1
    list.issuer = NAME
    list.last_update = from
    list.next_update = till
    entries.each { |entry| list.add_revoked(entry) }
    list.sign(key, "SHA256")
  end

  def self.store(*lists, flags: X::V_FLAG_CRL_CHECK)
    store = X::Store.new
    store.add_cert(ROOT)
    lists.each { |list| store.add_crl(list) }
    store.flags = flags
    store
  end

  ROOT = certificate(1, NAME, "keyCertSign,cRLSign", authority: true)
  LEAF = certificate(20, X::Name.parse("/CN=Leaf"), "digitalSignature")
end

spec "a list is read as it was written" do
  list = Revocations.list(Revocations.revoked(255, reason: 1), Revocations.revoked(7), from: Time.at(0), till: Time.at(1000))
  list.add_extension(OpenSSL::X509::Extension.new("crlNumber", OpenSSL::ASN1::Integer(2**100)))
  list.sign(Revocations::KEY, "SHA256")
  [list.to_pem, list.to_der].each do |form|
    read = OpenSSL::X509::CRL.new(form)
    assert_equal [1, list.issuer.to_der, Time.at(0), Time.at(1000)], [read.version, read.issuer.to_der, read.last_update, read.next_update]
    assert_equal [[7, []], [255, [["CRLReason", "Key Compromise"]]]], read.revoked.map { |entry| [entry.serial.to_i, entry.extensions.map { |one| [one.oid, one.value] }] }
    assert_equal [["crlNumber", (2**100).to_s]], read.extensions.map { |one| [one.oid, one.value] }
    assert_equal [true, true, "sha256WithRSAEncryption"], [read == list, read.verify(Revocations::KEY), read.signature_algorithm]
  end
  assert_equal list.to_der, Marshal.load(Marshal.dump(list)).to_der
end

spec "a list in words" do
  list = Revocations.list(Revocations.revoked(255, reason: 1), from: Time.at(0), till: Time.at(1000))
  text = list.to_text
  assert_equal true, text.start_with?("Certificate Revocation List (CRL):\n    Version 2 (0x1)\n    Signature Algorithm: sha256WithRSAEncryption\n" \
                                      "    Issuer: DC=org, CN=Authority\n    Last Update: Jan  1 00:00:00 1970 GMT\n    Next Update: Jan  1 00:16:40 1970 GMT\n" \
                                      "Revoked Certificates:\n    Serial Number: FF\n        Revocation Date: Jan  1 00:08:20 1970 GMT\n" \
                                      "        CRL entry extensions:\n            X509v3 CRL Reason Code: \n                Key Compromise\n")
end

spec "a changed list must be signed again" do
  list = Revocations.list
  assert_equal true, list.verify(Revocations::KEY)
  list.add_revoked(Revocations.revoked(3))
  assert_equal false, list.verify(Revocations::KEY)
end

spec "what is no list is refused" do
  assert_raises(OpenSSL::X509::CRLError, /no start line/) { OpenSSL::X509::CRL.new("junk") }
  assert_raises(OpenSSL::X509::CRLError, /ASN1 lib/) { OpenSSL::X509::CRL.new.to_der }
  assert_raises(TypeError, /Expected kind of OpenSSL::X509::Revoked/) { OpenSSL::X509::CRL.new.revoked = [3] }
end

spec "a store asks its lists where that is wanted" do
  store = Revocations.store
  assert_equal [false, OpenSSL::X509::V_ERR_UNABLE_TO_GET_CRL], [store.verify(Revocations::LEAF), store.error]
  assert_equal true, Revocations.store(flags: 0).verify(Revocations::LEAF)
  assert_equal true, Revocations.store(Revocations.list(Revocations.revoked(21))).verify(Revocations::LEAF)
  store = Revocations.store(Revocations.list(Revocations.revoked(20)))
  assert_equal [false, OpenSSL::X509::V_ERR_CERT_REVOKED], [store.verify(Revocations::LEAF), store.error]
end

spec "a list that is too old, too young or signed by another doesn't count" do
  cases = {
    OpenSSL::X509::V_ERR_CRL_HAS_EXPIRED => Revocations.list(from: Time.now - 20, till: Time.now - 10),
    OpenSSL::X509::V_ERR_CRL_NOT_YET_VALID => Revocations.list(from: Time.now + 40),
    OpenSSL::X509::V_ERR_CRL_SIGNATURE_FAILURE => Revocations.list(key: OpenSSL::PKey::RSA.new(1024))
  }
  cases.each do |error, list|
    store = Revocations.store(list)
    assert_equal [false, error], [store.verify(Revocations::LEAF), store.error]
  end
end

spec "extensions are made from the sections of a configuration" do
  factory = OpenSSL::X509::ExtensionFactory.new
  factory.config = OpenSSL::Config.parse(<<~TEXT)
    [places]
    URI.1 = http://a.example/list
    URI.2 = http://b.example/list
    [whole]
    fullname = URI:http://c.example
    reasons = keyCompromise, CACompromise
    CRLissuer = dirName:owner
    [owner]
    CN = Owner
    [policy]
    policyIdentifier = 2.23.140.1.2.1
    CPS.1 = http://policy.example
    userNotice.1 = @notice
    [notice]
    explicitText = Hello
    organization = Org
    noticeNumbers = 1, 2
    [parts]
    truth = BOOLEAN:TRUE
    number = INTEGER:2
  TEXT
  value = ->(*words) { factory.create_extension(*words).value }
  assert_equal "Full Name:\n  URI:http://a.example/list\n\nFull Name:\n  URI:http://b.example/list\n", value.("crlDistributionPoints", "@places")
  assert_equal "Full Name:\n  URI:http://c.example\nReasons:\n  Key Compromise, CA Compromise\nCRL Issuer:\n  DirName:CN = Owner", value.("crlDistributionPoints", "whole")
  assert_equal "Policy: 2.23.140.1.2.1\n  CPS: http://policy.example\n  User Notice:\n    Organization: Org\n    Numbers: 1, 2\n    Explicit Text: Hello\nPolicy: X509v3 Any Policy",
               value.("certificatePolicies", "@policy,anyPolicy")
  assert_equal "CA:TRUE, pathlen:2", value.("basicConstraints", "ASN1:SEQUENCE:parts")
  assert_raises(OpenSSL::X509::ExtensionError, /crlDistributionPoints = @nowhere/) { value.("crlDistributionPoints", "@nowhere") }
end
