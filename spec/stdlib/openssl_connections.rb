# OpenSSL::SSL: connections, what they agree on, whom they believe, and HTTP over them.

require_relative "../harness"
require_relative "fixtures/issuing"
require "openssl"
require "socket"
require "net/http"
require "rbconfig"
require "tempfile"

SSL = OpenSSL::SSL
CA_KEY = OpenSSL::PKey::EC.generate("prime256v1")
SERVER_KEY = OpenSSL::PKey::RSA.new(2048)

def certificate(subject, key, names = nil, issuer = nil, issuer_key = key)
  made = OpenSSL::X509::Certificate.new
  made.version = 2
  made.serial = rand(1 << 30)
  made.subject = OpenSSL::X509::Name.parse(subject)
  made.issuer = issuer ? issuer.subject : made.subject
  made.public_key = key
  made.not_before = Time.now - 10
  made.not_after = Time.now + 3600
  factory = OpenSSL::X509::ExtensionFactory.new(issuer || made, made)
  made.add_extension(factory.create_extension("basicConstraints", issuer ? "CA:FALSE" : "CA:TRUE", true))
  made.add_extension(factory.create_extension("subjectAltName", names)) if names
  made.sign(issuer_key, "sha256")
end

CA = certificate("/CN=CA", CA_KEY)
SERVER = certificate("/CN=localhost", SERVER_KEY, "DNS:localhost,IP:127.0.0.1", CA, CA_KEY)
STORE = OpenSSL::X509::Store.new.add_cert(CA)

def context(settings)
  settings.each_with_object(SSL::SSLContext.new) { |(name, value), made| made.public_send("#{name}=", value) }
end

# Both ends of a connection, or the errors with which they ended.
def connected(server = {}, client = {}, host = "localhost")
  one, other = UNIXSocket.pair
  serving = Thread.new do
    socket = SSL::SSLSocket.new(other, context({ cert: SERVER, key: SERVER_KEY }.merge(server)))
    socket.sync_close = true
    socket.accept
  rescue SSL::SSLError => error
    other.close
    error
  end
  asking = SSL::SSLSocket.new(one, context(client))
  asking.sync_close = true
  asking.hostname = host if host
  begin
    asking.connect
  rescue SSL::SSLError => error
    one.close
    asking = error
  end
  [asking, serving.value]
end

spec "lines go both ways, until one side closes" do
  client, server = connected
  client.puts "hi"
  assert_equal "hi\n", server.gets
  server.write "yo\n"
  server.close
  assert_equal ["yo\n", nil], [client.gets, client.gets]
  assert_equal ["TLSv1.3", "TLSv1.3", "/CN=localhost", "SSLOK", false], [client.ssl_version, client.cipher[1], client.peer_cert.subject.to_s, client.state, client.session_reused?]
end

spec "much goes through" do
  client, server = connected
  text = (0..255).to_a.pack("C*") * 4000
  reader = Thread.new { client.read }
  server.write(text)
  server.close
  assert_equal text, reader.value
end

spec "both sides agree on versions, suites and protocols" do
  client, = connected({ max_version: :TLS1_2 }, { ciphers: "ECDHE-RSA-AES128-GCM-SHA256" })
  assert_equal ["TLSv1.2", ["ECDHE-RSA-AES128-GCM-SHA256", "TLSv1.2", 128, 128]], [client.ssl_version, client.cipher]
  client, server = connected({ alpn_select_cb: ->(offered) { offered.last } }, { alpn_protocols: ["h2", "http/1.1"] })
  assert_equal ["http/1.1", "http/1.1"], [client.alpn_protocol, server.alpn_protocol]
  client, server = connected({ max_version: :TLS1_2 }, { min_version: :TLS1_3 })
  assert_equal [SSL::SSLError, SSL::SSLError], [client.class, server.class]
  assert client.message.end_with?("state=error: tlsv1 alert protocol version (SSL alert number 70)")
  assert server.message.end_with?("state=error: unsupported protocol")
end

spec "a server hears which host is asked for" do
  heard = nil
  other = context(cert: certificate("/CN=other", SERVER_KEY), key: SERVER_KEY)
  client, = connected({ servername_cb: ->((_, name)) { (heard = name) && other } })
  assert_equal ["localhost", "/CN=other"], [heard, client.peer_cert.subject.to_s]
end

spec "a server is believed by its authority and its name" do
  strict = { verify_mode: SSL::VERIFY_PEER, cert_store: STORE, verify_hostname: true }
  client, = connected({}, strict)
  assert_equal [SSL::SSLSocket, 0, true], [client.class, client.verify_result, client.post_connection_check("localhost")]
  assert_raises(SSL::SSLError, "hostname \"nope\" does not match the server certificate") { client.post_connection_check("nope") }
  client, server = connected({}, strict, "other")
  assert client.message.end_with?("state=error: certificate verify failed (hostname mismatch)")
  assert server.message.end_with?("state=error: ssl/tls alert bad certificate (SSL alert number 42)")
  [{}, { max_version: :TLS1_2 }].each do |settings|
    client, server = connected(settings, { verify_mode: SSL::VERIFY_PEER })
    assert client.message.end_with?("state=error: certificate verify failed (unable to get local issuer certificate)")
    assert server.message.end_with?("state=error: tlsv1 alert unknown ca (SSL alert number 48)")
  end
  client, = connected({}, { verify_mode: SSL::VERIFY_PEER, verify_callback: ->(_, _) { true } })
  assert_equal 0, client.verify_result
end

spec "a server asks for the client's certificate" do
  strict = { verify_mode: SSL::VERIFY_PEER | SSL::VERIFY_FAIL_IF_NO_PEER_CERT, cert_store: STORE }
  _, server = connected(strict, { cert: certificate("/CN=me", CA_KEY, nil, CA), key: CA_KEY })
  assert_equal "/CN=me", server.peer_cert.subject.to_s
  _, server = connected(strict)
  assert server.message.end_with?("state=error: peer did not return a certificate")
end

spec "what would wait says so where waiting is not wanted" do
  client, server = connected
  assert_raises(SSL::SSLErrorWaitReadable, "read would block") { client.read_nonblock(5) }
  assert_equal :wait_readable, client.read_nonblock(5, exception: false)
  client.write_nonblock("abc")
  assert_equal "abc", server.readpartial(10)
  one, _open_end = UNIXSocket.pair
  socket = SSL::SSLSocket.new(one)
  assert_equal :wait_readable, socket.connect_nonblock(exception: false)
end

spec "a connection can be made without waiting" do
  one, other = UNIXSocket.pair
  client = SSL::SSLSocket.new(one)
  server = SSL::SSLSocket.new(other, context(cert: SERVER, key: SERVER_KEY))
  results = nil
  20.times do
    results = [client.connect_nonblock(exception: false), server.accept_nonblock(exception: false)]
    break if results == [client, server]
  end
  assert_equal [client, server], results
end

spec "what was not begun, or not spoken, is refused" do
  assert_raises(SSL::SSLError, "SSL session is not started yet") { SSL::SSLSocket.new(UNIXSocket.pair[0]).sysread(5) }
  one, other = UNIXSocket.pair
  other.write("HTTP/1.0 400 Bad\r\n\r\n")
  assert_raises(SSL::SSLError, /wrong version number\z/) { SSL::SSLSocket.new(one).connect }
  assert_raises(TypeError, "wrong argument type String (expected File)") { SSL::SSLSocket.new("x") }
  assert_raises(SSL::SSLError, "SSL_CTX_set_cipher_list: no cipher match") { SSL::SSLContext.new.ciphers = "nope" }
  assert_raises(ArgumentError, "unrecognized version \"x\"") { SSL::SSLContext.new.min_version = "x" }
  assert_raises(FrozenError) { SSL::SSLContext.new.tap(&:setup).cert = SERVER }
end

spec "a connection that breaks off is told from one that ends" do
  client, server = connected
  client.io.close
  assert_raises(StandardError) { server.sysread(1) }
  client, server = connected
  client.close
  assert_raises(EOFError) { server.sysread(1) }
end

# Answers each request with its path.
def serve(socket)
  socket.accept
  while (line = socket.gets)
    nil until socket.gets == "\r\n"
    socket.write "HTTP/1.1 200 OK\r\nContent-Length: #{line.split[1].size}\r\n\r\n#{line.split[1]}"
  end
rescue SSL::SSLError, SystemCallError
  nil
ensure
  socket.close
end

spec "many threads speak HTTP over TLS at once" do
  listening = TCPServer.new("127.0.0.1", 0)
  server = SSL::SSLServer.new(listening, context(cert: SERVER, key: SERVER_KEY))
  server.start_immediately = false
  accepting = Thread.new { loop { Thread.new(server.accept) { |socket| serve(socket) } } }
  get = lambda do |path, store|
    http = Net::HTTP.new("localhost", listening.addr[1])
    http.use_ssl = true
    http.cert_store = store
    http.start { [http.get(path).body, http.get("#{path}/more").body] }
  end
  answers = (1..40).map { |number| Thread.new { get.("/#{number}", STORE) } }.map(&:value)
  assert_equal (1..40).map { |number| ["/#{number}", "/#{number}/more"] }, answers
  assert_raises(SSL::SSLError, /certificate verify failed/) { get.("/", OpenSSL::X509::Store.new) }
  accepting.kill
end

spec "the stream has something to read as long as a record waits" do
  client, server = connected
  client.write("one")
  client.write("two")
  assert_equal "one", server.readpartial(10)
  assert server.to_io.wait_readable(5)
  assert_equal "two", server.readpartial(10)
  assert_equal nil, server.to_io.wait_readable(0)
end

spec "both sides write more than the stream holds while they read" do
  client, server = connected
  text = (0..255).to_a.pack("C*") * 6000
  writers = [client, server].map { |socket| Thread.new { socket.write(text) } }
  readers = [client, server].map { |socket| Thread.new { socket.read(text.bytesize) } }
  assert_equal [text, text], readers.map(&:value)
  writers.each(&:join)
end

spec "waiting for a server that says nothing has an end" do
  silent = TCPServer.new("127.0.0.1", 0)
  assert_raises(Net::OpenTimeout) do
    Net::HTTP.start("127.0.0.1", silent.addr[1], use_ssl: true, verify_mode: SSL::VERIFY_NONE, open_timeout: 0.2) {}
  end
end

spec "a piece that did not go out whole counts as written when it is asked for again" do
  client, server = connected
  piece = "x" * 4099
  counted = 0
  while Integer === (count = client.write_nonblock(piece, exception: false))
    counted += count
  end
  assert_equal :wait_writable, count
  assert_equal counted, server.read(counted).bytesize
  assert_equal piece.bytesize, client.write_nonblock(piece.dup, exception: false)
  assert_equal piece, server.read(piece.bytesize)
end

spec "the end of a connection is nil to who wants no exception" do
  client, server = connected
  server.close
  client.to_io.wait_readable(5)
  assert_equal nil, client.read_nonblock(1, exception: false)
end

spec "the stream's limit of time counts" do
  client, = connected
  client.to_io.timeout = 0.1
  assert_raises(IO::TimeoutError, "Timed out waiting for IO to become readable!") { client.read(1) }
end

# The classes of what both sides raise.
def connected_pair_of_errors
  one, other = UNIXSocket.pair
  settings = context(cert: SERVER, key: SERVER_KEY)
  yield settings
  asking = Thread.new do
    socket = SSL::SSLSocket.new(one, context(alpn_protocols: ["h2"]))
    socket.hostname = "localhost"
    socket.connect
  rescue SSL::SSLError => error
    error.class
  end
  accepted = begin
    SSL::SSLSocket.new(other, settings).accept
  rescue ArgumentError, IndexError => error
    error.class
  end
  [asking.value, accepted]
end

spec "a client hears that the server's own code refused it" do
  odd = connected_pair_of_errors { |server| server.servername_cb = proc { Object.new } }
  assert_equal [SSL::SSLError, ArgumentError], odd
  odd = connected_pair_of_errors { |server| server.alpn_select_cb = proc { raise IndexError } }
  assert_equal [SSL::SSLError, IndexError], odd
end

CLIENT_KEY = OpenSSL::PKey::EC.generate("prime256v1")
CLIENT = certificate("/CN=client", CLIENT_KEY, nil, CA, CA_KEY)

spec "a client's certificate comes from the context or from its callback" do
  must = { verify_mode: SSL::VERIFY_PEER | SSL::VERIFY_FAIL_IF_NO_PEER_CERT, cert_store: STORE }
  client, server = connected(must, { client_cert_cb: proc { [CLIENT, CLIENT_KEY] } })
  client.write("a")
  assert_equal ["/CN=client", "a"], [server.peer_cert.subject.to_s, server.readpartial(9)]
  client, server = connected(must, { client_cert_cb: proc { raise "nothing" } })
  assert_raises(SSL::SSLError, /alert.*certificate required/) { client.read(1) }
  assert server.message.end_with?("state=error: peer did not return a certificate")
end

spec "certificates between one's own and a trusted one are sent along" do
  client, = connected({ cert_store: STORE }, { verify_mode: SSL::VERIFY_NONE })
  assert_equal ["/CN=localhost", "/CN=CA"], client.peer_cert_chain.map { |one| one.subject.to_s }
end

spec "what sets connections up is not copied, and checks its files" do
  settings = SSL::SSLContext.new
  assert_raises(NoMethodError) { settings.dup }
  assert_raises(NoMethodError) { SSL::SSLSocket.new(UNIXSocket.pair[0]).dup }
  assert_raises(NoMethodError) { STORE.dup }
  settings.ciphersuites = nil
  settings.ca_file = "/nowhere"
  assert_raises(SSL::SSLError) { settings.setup }
end

spec "copy_stream asks a connection, not the stream below it" do
  client, server = connected
  reader, writer = IO.pipe
  writer.write("line")
  writer.close
  IO.copy_stream(reader, client)
  client.close
  assert_equal "line", server.read
end

spec "certificates whose keys are too weak for a level of security are refused" do
  keys = [OpenSSL::PKey::RSA.new(1024), OpenSSL::PKey::EC.generate("prime256v1")]
  weak, strong = keys.map { |key| [Issuing.certificate(1, Issuing::AUTHORITY, Issuing::AUTHORITY, key), key] }
  context = OpenSSL::SSL::SSLContext.new
  assert_equal 2, context.security_level
  assert_raises(OpenSSL::SSL::SSLError, /\ASSL_CTX_use_certificate: ee key too small\z/) { context.add_certificate(*weak) }
  assert_raises(OpenSSL::SSL::SSLError, /\ASSL_CTX_set0_chain: ca key too small\z/) { context.add_certificate(*strong, [weak[0]]) }
  assert_equal context, context.add_certificate(*strong)
  context = OpenSSL::SSL::SSLContext.new
  context.security_level = 1
  assert_equal context, context.add_certificate(*weak)
  context = OpenSSL::SSL::SSLContext.new
  context.cert, context.key = weak
  assert_raises(OpenSSL::SSL::SSLError, /ee key too small/) { context.setup }
end

spec "the machine's settings say what contexts begin with" do
  Tempfile.open("settings") do |file|
    file.write("openssl_conf = all\n[all]\nssl_conf = tls\n[tls]\nsystem_default = usual\n[usual]\nOptions = -SessionTicket, ServerPreference\n")
    file.close
    script = "context = OpenSSL::SSL::SSLContext.new; print [OpenSSL::SSL::OP_NO_TICKET, OpenSSL::SSL::OP_CIPHER_SERVER_PREFERENCE].map { |bit| context.options & bit == bit }"
    assert_equal "[true, true]", IO.popen([{ "OPENSSL_CONF" => file.path }, RbConfig.ruby, "-ropenssl", "-e", script], &:read)
  end
  assert_equal 0, OpenSSL::SSL::SSLContext.new.options & OpenSSL::SSL::OP_NO_TICKET
end

spec "certificates of version 1 do" do
  plain = OpenSSL::X509::Certificate.new
  plain.version = 0
  plain.serial = 7
  plain.subject = OpenSSL::X509::Name.parse("/CN=localhost")
  plain.issuer = CA.subject
  plain.not_before = Time.now - 10
  plain.not_after = Time.now + 3600
  [SERVER_KEY, OpenSSL::PKey::EC.generate("secp384r1")].each do |key|
    plain.public_key = key
    plain.sign(CA_KEY, "sha256")
    %i[TLS1_2 TLS1_3].each do |version|
      asking, serving = connected({ cert: plain, key: key, max_version: version }, { verify_mode: SSL::VERIFY_PEER, cert_store: STORE, verify_hostname: true })
      assert_equal version.to_s, asking.ssl_version.sub("v1.", "1_")
      asking.syswrite("hello")
      assert_equal "hello", serving.sysread(5)
      [asking, serving].each(&:close)
    end
  end
end

spec "versions before SSL 3.0 are no bounds" do
  assert_raises(SSL::SSLError, "SSL_CTX_set_max_proto_version") { SSL::SSLContext.new.max_version = :SSL2 }
  assert_raises(SSL::SSLError, "SSL_CTX_set_min_proto_version") { SSL::SSLContext.new.min_version = OpenSSL::SSL::SSL2_VERSION }
end
