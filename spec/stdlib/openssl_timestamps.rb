require_relative "../harness"
require_relative "fixtures/issuing"

# That a digest was known at some time, signed.
module Stamping
  O = OpenSSL::Timestamp
  KEY = OpenSSL::PKey::RSA.new(1024)
  STAMPS = ["extendedKeyUsage", "timeStamping", true]
  TIME = Time.at(1_700_000_000)

  def self.certificate(serial, *extensions)
    Issuing.certificate(serial, OpenSSL::X509::Name.parse("/CN=Holder #{serial}"), Issuing::AUTHORITY, KEY, extensions: extensions)
  end

  ROOT = Issuing.certificate(1, Issuing::AUTHORITY, Issuing::AUTHORITY, KEY, extensions: [Issuing::CONSTRAINTS])
  CERTIFICATE = certificate(2, ["keyUsage", "digitalSignature", true], STAMPS)
  STORE = OpenSSL::X509::Store.new.add_cert(ROOT)

  def self.request(text = "text", **settings)
    request = O::Request.new
    request.algorithm = "SHA256"
    request.message_imprint = OpenSSL::Digest.digest("SHA256", text)
    settings.each { |name, value| request.public_send("#{name}=", value) }
    request
  end

  def self.stamp(request, certificate = CERTIFICATE, **settings)
    factory = O::Factory.new
    { gen_time: TIME, serial_number: 7, allowed_digests: ["sha256"], default_policy_id: "1.2.3.4" }.merge(settings).each do |name, value|
      factory.public_send("#{name}=", value)
    end
    factory.create_timestamp(KEY, certificate, request)
  end

  # What is wrong with an answer to a request.
  def self.doubt(response, request, *others, store: STORE)
    response.verify(request, store, others)
    nil
  rescue O::TimestampError => error
    error.message[/: (.*)/, 1]
  end

  # An answer without a token.
  def self.refusal(status, words, bits)
    text = OpenSSL::ASN1::Sequence(words.map { |word| OpenSSL::ASN1::UTF8String(word) })
    O::Response.new(OpenSSL::ASN1::Sequence([OpenSSL::ASN1::Sequence([OpenSSL::ASN1::Integer(status), text, OpenSSL::ASN1::BitString(bits)])]))
  end
end

spec "a request is written and read" do
  empty = Stamping::O::Request.new
  assert_equal [1, "NULL", "", nil, nil, true],
               [empty.version, empty.algorithm, empty.message_imprint, empty.policy_id, empty.nonce, empty.cert_requested?]
  request = Stamping.request(policy_id: "1.2.3.5", nonce: 2**70, cert_requested: nil)
  read = Stamping::O::Request.new(OpenSSL::ASN1.decode(request.to_der))
  assert_equal ["SHA256", OpenSSL::Digest.digest("SHA256", "text"), "1.2.3.5", 2**70, false, request.to_der],
               [read.algorithm, read.message_imprint, read.policy_id, read.nonce.to_i, read.cert_requested?, read.to_der]
end

spec "a request without what is to be stamped can't be written" do
  request = Stamping::O::Request.new
  assert_raises(Stamping::O::TimestampError, /\AMessage imprint missing algorithm\z/) { request.to_der }
  request.algorithm = "sha1"
  assert_raises(Stamping::O::TimestampError, /\AMessage imprint missing hashed message\z/) { request.to_der }
  assert_raises(OpenSSL::ASN1::ASN1Error, /\Ainvalid OBJECT ID/) { request.policy_id = "nothing" }
  assert_raises(TypeError, /\ACan't convert nil into Integer\z/) { request.nonce = nil }
  assert_raises(Stamping::O::TimestampError, /\Aversion must be >= 0!\z/) { request.version = -1 }
  assert_raises(Stamping::O::TimestampError, /\AError when decoding the timestamp request/) { Stamping::O::Request.new("*" * 44) }
end

spec "a token repeats what was asked, with the time, and is signed" do
  request = Stamping.request(nonce: 5)
  response = Stamping.stamp(request)
  info = response.token_info
  assert_equal [0, nil, [], Stamping::CERTIFICATE], [response.status.to_i, response.failure_info, response.status_text, response.tsa_certificate]
  assert_equal [1, "1.2.3.4", "SHA256", request.message_imprint, 7, Stamping::TIME, false, 5],
               [info.version, info.policy_id, info.algorithm, info.message_imprint, info.serial_number.to_i, info.gen_time, info.ordering, info.nonce.to_i]
  assert_equal [info.to_der, response.to_der], [Stamping::O::TokenInfo.new(info.to_der).to_der, Stamping::O::Response.new(response.to_der).to_der]
  assert_equal OpenSSL::ASN1.decode(response.to_der).value[1].to_der, response.token.to_der
  assert_equal nil, Stamping.doubt(response, request)
end

spec "a token that answers another request is not believed" do
  response = Stamping.stamp(Stamping.request(nonce: 5))
  assert_equal "nonce mismatch", Stamping.doubt(response, Stamping.request(nonce: 6))
  assert_equal "policy mismatch", Stamping.doubt(response, Stamping.request(nonce: 5, policy_id: "1.2.3.5"))
  assert_equal "message imprint mismatch", Stamping.doubt(response, Stamping.request("other", nonce: 5))
  assert_equal "nonce not returned", Stamping.doubt(Stamping.stamp(Stamping.request), Stamping.request(nonce: 5))
  assert_raises(TypeError, /\Awrong argument type nil \(expected OpenSSL\/Timestamp\/Request\)\z/) { response.verify(nil, Stamping::STORE) }
end

spec "who signed a token must be known and trusted" do
  request = Stamping.request(cert_requested: false)
  response = Stamping.stamp(request)
  assert_equal [nil, nil], [response.tsa_certificate, response.token.certificates]
  assert_equal ["signer certificate not found", nil], [Stamping.doubt(response, request), Stamping.doubt(response, request, Stamping::CERTIFICATE)]
  assert_equal "certificate verify error (Verify error:unable to get local issuer certificate)",
               Stamping.doubt(Stamping.stamp(request), request, Stamping::CERTIFICATE, store: OpenSSL::X509::Store.new)
end

spec "the signed words name the certificate itself, not only its holder" do
  request = Stamping.request(cert_requested: false)
  twin = Stamping.certificate(2, Stamping::STAMPS)
  assert_equal "ess cert id not found", Stamping.doubt(Stamping.stamp(request), request, twin)
end

spec "certificates go along with a token where they are asked for" do
  stamped = Stamping.stamp(Stamping.request, additional_certs: [Stamping::ROOT])
  assert_equal [Stamping::CERTIFICATE, Stamping::ROOT], stamped.token.certificates
  assert_equal nil, Stamping.stamp(Stamping.request(cert_requested: false), additional_certs: [Stamping::ROOT]).token.certificates
end

spec "a request that can't be granted is answered with the reason" do
  version = Stamping.request(version: 2)
  digest = Stamping.request(message_imprint: "short")
  answers = [Stamping.stamp(Stamping.request, allowed_digests: nil), Stamping.stamp(version), Stamping.stamp(digest)]
  assert_equal [[2, :BAD_ALG, ["Message digest algorithm is not supported."]], [2, :BAD_REQUEST, ["Bad request version."]],
                [2, :BAD_DATA_FORMAT, ["Bad message digest."]]],
               answers.map { |answer| [answer.status.to_i, answer.failure_info, answer.status_text] }
  assert_equal [nil, nil, nil], [answers[0].token, answers[0].token_info, answers[0].tsa_certificate]
  assert_raises(Stamping::O::TimestampError, /\ATS_RESP_get_token\z/) { answers[0].verify(Stamping.request, Stamping::STORE) }
end

spec "an authority needs a time, a number and a policy" do
  assert_raises(Stamping::O::TimestampError, /\A@gen_time must be a Time\.\z/) { Stamping.stamp(Stamping.request, gen_time: 5) }
  assert_raises(Stamping::O::TimestampError, /\A@serial_number must be set\.\z/) { Stamping.stamp(Stamping.request, serial_number: nil) }
  assert_raises(Stamping::O::TimestampError, /\ANo policy id in the request and no default policy set\z/) do
    Stamping.stamp(Stamping.request, default_policy_id: nil)
  end
  assert_equal "1.2.3.5", Stamping.stamp(Stamping.request(policy_id: "1.2.3.5")).token_info.policy_id
end

spec "a certificate signs timestamps where it is for nothing else, and says so to all" do
  [[], [["extendedKeyUsage", "timeStamping"]], [["extendedKeyUsage", "timeStamping,serverAuth", true]],
   [["keyUsage", "keyEncipherment", true], Stamping::STAMPS]].each do |extensions|
    assert_raises(Stamping::O::TimestampError, /\ACertificate does not contain the timestamping extension/) do
      Stamping.stamp(Stamping.request, Stamping.certificate(3, *extensions))
    end
  end
end

spec "requests and answers are shown in words" do
  assert_equal <<~TEXT, Stamping.request(message_imprint: "imprint of 20 bytes!", nonce: 5).to_text
    Version: 1
    Hash Algorithm: sha256
    Message data:
        0000 - 69 6d 70 72 69 6e 74 20-6f 66 20 32 30 20 62 79   imprint of 20 by
        0010 - 74 65 73 21                                       tes!
    Policy OID: unspecified
    Nonce: 0x05
    Certificate required: yes
    Extensions:
  TEXT
  assert_equal <<~TEXT, Stamping.refusal(2, %w[one two], "\x80\x01").to_text
    Status info:
    Status: Rejected.
    Status description: one
    \ttwo
    Failure info: unrecognized or unsupported algorithm identifier, the requested TSA policy is not supported by the TSA

    TST info:
    Not included.
  TEXT
  assert_equal ["Time stamp: Nov 14 22:13:20 2023 GMT\n", "Accuracy: unspecified\n"],
               Stamping.stamp(Stamping.request).to_text.lines.grep(/\A(?:Time stamp|Accuracy)/)
end
