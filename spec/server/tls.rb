# rutile-only
require_relative "fixtures/running"
require_relative "fixtures/certificates"

# `rutile serve -b ssl://...`: the same over TLS.

SECURE = <<~'RUBY'
  run ->(env) do
    case env["PATH_INFO"]
    when "/scheme" then [200, {}, [[env["rack.url_scheme"], env["HTTPS"]].inspect]]
    when "/length" then [200, {}, [env["rack.input"].read.bytesize.to_s]]
    when "/large" then [200, {}, ["x" * 3_000_000]]
    when "/parts" then [200, {}, Enumerator.new { |parts| 50.times { parts << "y" * 10_000 } }]
    when "/file" then [200, {}, Class.new { def to_path = "file"; def each = nil }.new]
    when "/echo" then [101, { "connection" => "upgrade", "upgrade" => "echo", "rack.hijack" => ->(io) { while (line = io.gets); io.write(line.upcase); end; io.close } }, []]
    when "/hijack" then env["rack.hijack"].call.then { |io| io.write("HTTP/1.1 200 OK\r\n\r\n#{"mine" * 100_000}"); io.close }
    else [200, {}, ["hello"]]
    end
  end
RUBY

def get_securely(port, path)
  exchange_securely(port, "GET #{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").split("\r\n\r\n", 2).last
end

scratch_folder do |certificates|
  first = Certificate.make(certificates, "first")
  serve(SECURE, "-b", first.address) do |server|
    File.write(File.join(server.folder, "file"), "z" * 1_000_000)
    port = secure_port(server)

    spec "requests come over TLS, and the application learns of it" do
      assert_equal '["https", "on"]', get_securely(port, "/scheme")
      assert_equal [200, '["http", nil]'], server.get("/scheme")
    end

    spec "a connection serves one request after another" do
      text = exchange_securely(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 3 + "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      assert_equal 4, text.scan("hello").size
    end

    spec "long bodies go both ways" do
      body = "b" * 500_000
      text = exchange_securely(port, "POST /length HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: #{body.size}\r\n\r\n#{body}")
      assert text.end_with?("\r\n\r\n500000"), text[-100..]
      assert_equal "x" * 3_000_000, get_securely(port, "/large")
      assert_equal "z" * 1_000_000, get_securely(port, "/file")
      assert_equal 500_000, get_securely(port, "/parts").count("y")
    end

    spec "the protocol is agreed on" do
      connect_securely(port, protocols: %w[http/1.1]) { |socket| assert_equal "http/1.1", socket.alpn_protocol }
      connect_securely(port) { |socket| assert_equal %w[TLSv1.3], [socket.ssl_version] }
    end

    spec "who takes the connection over speaks through the session" do
      connect_securely(port) do |socket|
        socket.write("GET /echo HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nping\n")
        head = +""
        head << socket.readpartial(1) until head.end_with?("\r\n\r\n")
        assert head.start_with?("HTTP/1.1 101"), head
        assert_equal "PING\n", socket.gets
        socket.write("again\n")
        assert_equal "AGAIN\n", socket.gets
      end
      assert_equal "mine" * 100_000, exchange_securely(port, "GET /hijack HTTP/1.1\r\nHost: a\r\n\r\n").split("\r\n\r\n", 2).last
    end

    spec "what is not TLS is one line in the log, and the end of the connection" do
      answer = TCPSocket.open("127.0.0.1", port) { |socket| socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n"); socket.read.to_s }
      assert !answer.include?("hello")
      wait_until { server.log.include?("refused TLS 127.0.0.1: ") }
      assert_equal "hello", get_securely(port, "/")
    end

    spec "a certificate that is replaced is in service without a restart, and a bad one is not taken" do
      second = Certificate.make(certificates, "second")
      served = -> { connect_securely(port) { |socket| socket.peer_cert.subject.to_s } }
      assert_equal "/CN=first", served.call
      File.write(first.path, "nothing")
      wait_until { server.log.include?("first.pem: there is no certificate in it; the certificate in service stays") }
      assert_equal "/CN=first", served.call
      File.rename(second.key_path, first.key_path)
      File.rename(second.path, first.path)
      wait_until { served.call == "/CN=second" }
      assert server.log.include?("first.pem: the certificate is read anew"), server.log
    end
  end
end

spec "workers serve TLS, and a restart loses no connection" do
  scratch_folder do |certificates|
    serve(SECURE, "-w", "2", "-b", Certificate.make(certificates, "cluster").address) do |server|
      port = secure_port(server)
      assert_equal ["hello"] * 8, Array.new(8) { get_securely(port, "/") }
      server.signal(:USR2)
      wait_until { server.log.scan("is ready").size == 4 }
      assert_equal ["hello"] * 8, Array.new(8) { get_securely(port, "/") }
    end
  end
end

spec "what is wrong with a certificate is one line that names the file, and the end" do
  scratch_folder do |certificates|
    good, other = Certificate.make(certificates, "good"), Certificate.make(certificates, "other")
    text = File.join(certificates, "text")
    File.write(text, "no PEM")
    {
      "ssl://127.0.0.1:0" => "cert=FILE is missing",
      "ssl://127.0.0.1:0?cert=#{good.path}" => "key=FILE is missing",
      "ssl://127.0.0.1:0?cert=/nowhere&key=#{good.key_path}" => "/nowhere: No such file or directory",
      "ssl://127.0.0.1:0?cert=#{text}&key=#{good.key_path}" => "#{text}: there is no certificate in it",
      "ssl://127.0.0.1:0?cert=#{good.path}&key=#{text}" => "#{text}: there is not a private key in it",
      "ssl://127.0.0.1:0?cert=#{good.path}&key=#{other.key_path}" => "#{other.key_path}: it is not the key of #{good.path}",
      "ssl://127.0.0.1:0?cert=#{good.path}&key=#{good.key_path}&ca=x" => "ca is not known to rutile serve",
    }.each do |address, message|
      scratch_folder do |folder|
        server = RunningServer.new(folder, "run 1", "-b", address)
        wait_until { server.ended? }
        assert_equal 1, $?.exitstatus
        assert server.log.lines.size == 1 && server.log.start_with?("rutile serve: ") && server.log.include?(message), [message, server.log].inspect
      end
    end
  end
end
