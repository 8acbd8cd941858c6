require_relative "../harness"
require_relative "fixtures/issuing"

# Asking whether certificates still count, and the answers.
module Asking
  O = OpenSSL::OCSP
  KEY = OpenSSL::PKey::RSA.new(1024)
  DELEGATE_KEY = OpenSSL::PKey::RSA.new(1024)

  def self.certificate(serial, name, key: KEY, uses: nil, authority: false)
    extensions = [(Issuing::CONSTRAINTS if authority), (["extendedKeyUsage", uses] if uses)].compact
    Issuing.certificate(serial, OpenSSL::X509::Name.parse("/CN=#{name}"), Issuing::AUTHORITY, KEY, key: key, extensions: extensions)
  end

  ROOT = certificate(1, "Authority", authority: true)
  LEAF = certificate(20, "Leaf")
  DELEGATE = certificate(30, "Delegate", key: DELEGATE_KEY, uses: "OCSPSigning")
  OTHER = certificate(31, "Other", key: DELEGATE_KEY)
  STORE = OpenSSL::X509::Store.new.add_cert(ROOT)
  ID = O::CertificateId.new(LEAF, ROOT)

  def self.answer(status = O::V_CERTSTATUS_GOOD, reason: nil, revoked: nil)
    O::BasicResponse.new.add_status(ID, status, reason, revoked, -300, 500, [])
  end
end

spec "a certificate is named by hashes of its issuer, and its number" do
  id = Asking::O::CertificateId.new(Asking::LEAF, Asking::ROOT, "SHA256")
  assert_equal ["sha1", "sha256", 20], [Asking::ID.hash_algorithm, id.hash_algorithm, id.serial.to_i]
  assert_equal OpenSSL::Digest.hexdigest("SHA256", Asking::ROOT.subject.to_der), id.issuer_name_hash
  assert_equal [id.to_der, true, true, false], [Asking::O::CertificateId.new(id.to_der).to_der, id.cmp(id.dup), id.cmp_issuer(id), id.cmp(Asking::ID)]
end

spec "a request is signed and read" do
  request = Asking::O::Request.new.add_certid(Asking::ID)
  assert_equal [false, false], [request.signed?, request.verify([], Asking::STORE)]
  request.sign(Asking::LEAF, Asking::KEY, [])
  read = Asking::O::Request.new(request.to_der)
  assert_equal [true, true, [20], request.to_der], [read.signed?, read.verify([], Asking::STORE), read.certid.map { |id| id.serial.to_i }, read.to_der]
  bare = Asking::O::Request.new.add_certid(Asking::ID).sign(Asking::LEAF, Asking::KEY, nil)
  assert_equal [false, true], [bare.verify([], Asking::STORE), bare.verify([Asking::LEAF], Asking::STORE)]
end

spec "a number used once is in both or in none" do
  request, none = Asking::O::Request.new.add_nonce("once"), Asking::O::Request.new
  answer = Asking.answer
  assert_equal [2, -1], [none.check_nonce(answer), request.check_nonce(answer)]
  answer.copy_nonce(request)
  assert_equal [1, 3, 0], [request.check_nonce(answer), none.check_nonce(answer), Asking::O::Request.new.add_nonce("other").check_nonce(answer)]
end

spec "an answer says since when and why" do
  moment = Time.at(Time.now.to_i - 400)
  answer = Asking.answer(Asking::O::V_CERTSTATUS_REVOKED, reason: Asking::O::REVOKED_STATUS_KEYCOMPROMISE, revoked: moment).sign(Asking::ROOT, Asking::KEY, [])
  said = Asking::O::BasicResponse.new(answer.to_der).responses[0]
  assert_equal [Asking::O::V_CERTSTATUS_REVOKED, Asking::O::REVOKED_STATUS_KEYCOMPROMISE, moment, true],
               [said.cert_status, said.revocation_reason, said.revocation_time, said.check_validity]
  assert_equal [false, true], [said.check_validity(0, 100), said.check_validity(0, 400)]
  assert_equal [said.to_der, said.to_der, nil],
               [Asking::O::SingleResponse.new(said.to_der).to_der, answer.find_response(Asking::ID).to_der, answer.find_response(Asking::O::CertificateId.new(Asking::ROOT, Asking::ROOT))]
end

spec "the issuer's answer is believed, and that of whom it entrusts with it" do
  believed = ->(answer, *arguments) { Asking::O::BasicResponse.new(answer.to_der).verify(*arguments) }
  assert_equal true, believed.(Asking.answer.sign(Asking::ROOT, Asking::KEY, []), [], Asking::STORE)
  assert_equal true, believed.(Asking.answer.sign(Asking::DELEGATE, Asking::DELEGATE_KEY, []), [], Asking::STORE)
  assert_equal true, believed.(Asking.answer.sign(Asking::DELEGATE, Asking::DELEGATE_KEY, nil, Asking::O::RESPID_KEY), [Asking::DELEGATE], Asking::STORE)
  assert_equal false, believed.(Asking.answer.sign(Asking::OTHER, Asking::DELEGATE_KEY, []), [], Asking::STORE)
  assert_equal false, believed.(Asking.answer.sign(Asking::DELEGATE, Asking::DELEGATE_KEY, nil), [], Asking::STORE)
  assert_equal false, believed.(Asking.answer.sign(Asking::ROOT, Asking::KEY, []), [], OpenSSL::X509::Store.new)
end

spec "a response holds an answer, or says why there is none" do
  answer = Asking.answer.sign(Asking::ROOT, Asking::KEY, [])
  response = Asking::O::Response.new(Asking::O::Response.create(Asking::O::RESPONSE_STATUS_SUCCESSFUL, answer).to_der)
  assert_equal [0, "successful", answer.to_der], [response.status, response.status_string, response.basic.to_der]
  refused = Asking::O::Response.new(Asking::O::Response.create(Asking::O::RESPONSE_STATUS_TRYLATER, nil).to_der)
  assert_equal [3, "trylater", nil], [refused.status, refused.status_string, refused.basic]
  assert_raises(Asking::O::OCSPError) { Asking::O::Response.new("junk") }
  assert_raises(Asking::O::OCSPError) { Asking::O::Request.new("0\x03junk") }
end
