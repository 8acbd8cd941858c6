# OpenSSL::SSL::Session: connections that take up what an earlier one agreed upon; and what else is told of the agreement.

require_relative "../harness"
require_relative "fixtures/issuing"
require "openssl"
require "socket"

SSL = OpenSSL::SSL
KEYS = [OpenSSL::PKey::RSA.new(2048), OpenSSL::PKey::EC.generate("prime256v1")].freeze
CERTIFICATES = KEYS.map.with_index do |key, index|
  made = OpenSSL::X509::Certificate.new
  made.version = 2
  made.serial = index + 1
  made.subject = made.issuer = OpenSSL::X509::Name.parse("/CN=localhost#{index}")
  made.public_key = key
  made.not_before = Time.now - 10
  made.not_after = Time.now + 3600
  made.sign(key, "sha256")
end.freeze

def context(settings = {})
  settings.each_with_object(SSL::SSLContext.new) { |(name, value), made| made.public_send("#{name}=", value) }
end

def server_context(settings = {})
  context({ cert: CERTIFICATES[0], key: KEYS[0] }.merge(settings))
end

# What the block says of the client's connection, and what a server of the context says of its own.
def exchange(server, client = context, session = nil)
  one, other = UNIXSocket.pair
  seen = nil
  serving = Thread.new do
    socket = SSL::SSLSocket.new(other, server)
    socket.sync_close = true
    socket.accept
    seen = [socket.session_reused?, socket.session&.id]
    socket.puts socket.gets
    socket.close
  end
  asking = SSL::SSLSocket.new(one, client)
  asking.sync_close = true
  asking.session = session if session
  asking.connect
  asking.puts "abc"
  assert_equal "abc\n", asking.gets
  result = yield asking
  asking.close
  serving.join
  [result, seen]
end

OLDER = { ssl_version: :TLSv1_2 }.freeze
NO_TICKET = SSL::OP_ALL | SSL::OP_NO_TICKET

spec "a client takes up a session by its ticket, in both versions" do
  %i[TLSv1_2 TLS1_3].each do |version|
    server = server_context(max_version: version == :TLSv1_2 ? :TLS1_2 : :TLS1_3, session_cache_mode: SSL::SSLContext::SESSION_CACHE_OFF)
    session, = exchange(server) { |client| [client.session, client.session_reused?] }
    assert_equal false, session[1]
    again, (reused,) = exchange(server, context, session[0]) { |client| client.session_reused? }
    assert_equal [true, true], [again, reused]
    forgotten, = exchange(server_context, context, session[0]) { |client| client.session_reused? }
    assert_equal false, forgotten
  end
end

spec "a server without tickets keeps sessions by their numbers, and counts" do
  server = server_context(OLDER.merge(options: NO_TICKET))
  session, (_, id) = exchange(server, context(OLDER)) { |client| client.session }
  assert_equal id, session.id
  assert_equal [1, 0, 0], server.session_cache_stats.values_at(:cache_num, :cache_hits, :cache_misses)
  taken, (reused, same) = exchange(server, context(OLDER), session) { |client| [client.session_reused?, client.session.id] }
  assert_equal [[true, id], true, id], [taken, reused, same]
  assert_equal [1, 1, 0, 2, 2], server.session_cache_stats.values_at(:cache_num, :cache_hits, :cache_misses, :accept, :accept_good)
  server.flush_sessions(Time.now + 10_000)
  taken, = exchange(server, context(OLDER), session) { |client| client.session_reused? }
  assert_equal [false, 1, 1], [taken, *server.session_cache_stats.values_at(:cache_num, :cache_misses)]
end

spec "a server's program keeps sessions itself" do
  kept, asked, removed = {}, [], []
  server = server_context(OLDER.merge(options: NO_TICKET))
  server.session_new_cb = ->((_, session)) { kept[session.id] = session }
  server.session_get_cb = ->((_, id)) { asked << id; kept[id].dup }
  session, = exchange(server, context(OLDER)) { |client| client.session }
  assert_equal [[session.id], []], [kept.keys, asked]
  assert_equal true, server.session_remove(kept[session.id])
  assert_equal false, server.session_remove(kept[session.id])
  taken, = exchange(server, context(OLDER), session) { |client| client.session_reused? }
  assert_equal [true, [session.id], 1], [taken, asked, server.session_cache_stats[:cb_hits]]
  server.session_remove(session)
  assert_equal true, server.session_add(kept[session.id].dup)
end

spec "a client's program is told of sessions, and what it raises comes out of the call" do
  told = []
  client = context(OLDER.merge(session_cache_mode: SSL::SSLContext::SESSION_CACHE_CLIENT))
  client.session_new_cb = ->(pair) { told << pair }
  exchange(server_context, client) { |socket| assert_equal [[socket, socket.session]], told }
  assert_equal [1, 1, 1], client.session_cache_stats.values_at(:cache_num, :connect, :connect_good)
  newer = context(min_version: :TLS1_3, session_cache_mode: SSL::SSLContext::SESSION_CACHE_CLIENT)
  newer.session_new_cb = ->(_) { raise "no" }
  one, other = UNIXSocket.pair
  serving = Thread.new { socket = SSL::SSLSocket.new(other, server_context).accept; socket.puts("abc") }
  socket = SSL::SSLSocket.new(one, newer).connect
  assert_raises(RuntimeError, "no") { socket.gets }
  serving.join
end

PEM = <<TEXT
-----BEGIN SSL SESSION PARAMETERS-----
MHECAQECAgMDBALAMAQgAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8E
MCEhISEhISEhISEhISEhISEhISEhISEhISEhISEhISEhISEhISEhISEhISEhISEh
IaEGAgRqZsh4ogQCAgEspAIEAA==
-----END SSL SESSION PARAMETERS-----
TEXT

spec "a session is read from a text and written as one" do
  session = SSL::Session.new(PEM)
  assert_equal [(0..31).to_a.pack("C*"), 300], [session.id, session.timeout]
  session.time = 1.9
  session.timeout = 7
  assert_equal [Time.at(1), 7], [session.time, session.timeout]
  session.time = Time.at(9)
  again = SSL::Session.new(session.to_der)
  assert_equal [9, true, session.to_der], [again.time.to_i, again == session, again.to_der]
  assert_equal session.to_pem, SSL::Session.new(session.to_pem).dup.to_pem
  assert_equal <<~SHOWN, session.to_text
    SSL-Session:
        Protocol  : TLSv1.2
        Cipher    : ECDHE-RSA-AES256-GCM-SHA384
        Session-ID: #{session.id.unpack1("H*").upcase}
        Session-ID-ctx: 
        Master-Key: #{"21" * 48}
        PSK identity: None
        PSK identity hint: None
        SRP username: None
        Start Time: 9
        Timeout   : 7 (sec)
        Verify return code: 0 (ok)
        Extended master secret: no
  SHOWN
end

spec "what is no session is refused" do
  assert_raises(ArgumentError, "unknown type: no start line (Expecting: SSL SESSION PARAMETERS)") { SSL::Session.new("foo") }
  assert_raises(TypeError, "no implicit conversion of nil into String") { SSL::Session.new(nil) }
  assert_raises(TypeError, "wrong argument type Integer (expected OpenSSL/SSL/Session)") { SSL::Session.new(PEM) == 3 }
  assert_raises(TypeError, "no implicit conversion of Time into Integer") { SSL::Session.new(PEM).timeout = Time.now }
end

spec "the key exchange goes by the groups that both sides want, the largest curve among them" do
  server = server_context(ecdh_curves: "P-384:P-521")
  found, = exchange(server, context(ecdh_curves: "P-256:P-384")) { |client| client.tmp_key.group.curve_name }
  assert_equal "secp384r1", found
  found, = exchange(server, context(OLDER.merge(ecdh_curves: "P-521"))) { |client| client.tmp_key.group.curve_name }
  assert_equal "secp521r1", found
  found, = exchange(server_context, context(ecdh_curves: "X25519")) { |client| client.tmp_key.oid }
  assert_equal "X25519", found
end

spec "the secrets of a connection are told, each once" do
  { TLS1_2: %w[CLIENT_RANDOM], TLS1_3: %w[CLIENT_HANDSHAKE_TRAFFIC_SECRET CLIENT_TRAFFIC_SECRET_0 EXPORTER_SECRET SERVER_HANDSHAKE_TRAFFIC_SECRET SERVER_TRAFFIC_SECRET_0] }.each do |version, labels|
    lines = []
    client = context(min_version: version, max_version: version, keylog_cb: ->(_, line) { lines << line })
    exchange(server_context, client) { nil }
    assert_equal labels, lines.map { |line| line[/\A\S+/] }.sort
    assert lines.all?(/\A\S+ \h{64} \h{64,96}\z/)
  end
end

spec "a server has a certificate for each kind of key" do
  server = context
  CERTIFICATES.zip(KEYS) { |certificate, key| server.add_certificate(certificate, key) }
  { "aECDSA" => "/CN=localhost1", "aRSA" => "/CN=localhost0" }.each do |suites, subject|
    found, = exchange(server, context(OLDER.merge(ciphers: suites))) { |client| client.peer_cert.subject.to_s }
    assert_equal subject, found
  end
end
