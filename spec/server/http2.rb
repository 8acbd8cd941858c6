# rutile-only
require_relative "fixtures/running"
require_relative "fixtures/certificates"
require_relative "fixtures/http2_client"

# HTTP/2: what an application does with a request and a response is the same; a connection has many of them at once.

MANY = <<~'RUBY'
  run ->(env) do
    case env["PATH_INFO"]
    when "/env" then [200, {}, [env.fetch(env["QUERY_STRING"]).inspect]]
    when "/body" then [200, {}, [env["rack.input"].read]]
    when "/length" then [200, {}, [env["rack.input"].read.bytesize.to_s]]
    when "/slow" then sleep(0.3).then { [200, {}, ["slow"]] }
    when "/large" then [200, {}, ["x" * 3_000_000]]
    when "/parts" then [200, {}, Enumerator.new { |parts| 100.times { parts << "y" * 10_000 } }]
    when "/pauses" then [200, {}, Enumerator.new { |parts| parts << "a"; sleep 3; parts << "b"; sleep 3; parts << "c" }]
    when "/late" then [200, {}, Enumerator.new { |parts| parts << "begun"; raise "late" }]
    when "/short" then [200, { "content-length" => "10" }, ["short"]]
    when "/file" then [200, {}, Class.new { def to_path = "file"; def each = nil }.new]
    when "/none" then [204, {}, []]
    when "/called" then [200, {}, ->(stream) { stream.write("a", "b"); stream << "c"; stream.close }]
    when "/hijack" then env["rack.hijack"].call
    when "/upgrade" then [101, { "connection" => "upgrade" }, []]
    when "/hints" then env["rack.early_hints"].call("link" => "</a.css>").then { [200, { "Connection" => "close", "X-Y" => "z" }, ["hinted"]] }
    when "/endless" then [200, {}, Enumerator.new { |parts| begin; loop { parts << "z" * 50_000 }; ensure; $stderr.puts "writer is done"; end }]
    else [200, {}, ["hello"]]
    end
  end
RUBY

def http2(server, **)
  server.connect { |socket| yield Http2Client.new(socket, **) }
end

serve(MANY, settings: "early_hints\nlimits body: 1_000_000, pause: 1") do |server|
  File.write(File.join(server.folder, "file"), "f" * 500_000)

  spec "requests of one connection are served at once, whoever is ready first" do
    http2(server) do |client|
      slow, fast = client.request("/slow"), client.request("/")
      assert_equal [200, "hello"], client.response(fast).then { |response| [response.status, response.body] }
      assert !client.responses[slow].ended
      assert_equal "slow", client.response(slow).body
    end
  end

  spec "the environment says what was asked, and how" do
    {
      "SERVER_PROTOCOL" => "HTTP/2", "HTTP_HOST" => "localhost", "SERVER_NAME" => "localhost", "REQUEST_METHOD" => "GET", "HTTP_X_A" => "1, 2",
      "rack.url_scheme" => "http", "rack.hijack?" => false, "HTTP_COOKIE" => "a=1; b=2", "REQUEST_URI" => "/env?REQUEST_URI",
    }.each do |name, value|
      http2(server) do |client|
        fields = { "x-a" => "1, 2", "cookie" => "a=1; b=2" }
        assert_equal [name, value.inspect], [name, client.get("/env?#{name}", fields: fields).body]
      end
    end
  end

  spec "bodies of requests are whole before the application sees them, and long ones go through a file" do
    http2(server) do |client|
      stream = client.request("/body", method: "POST", body: true)
      client.data(stream, "ab", ends: false)
      client.data(stream, "cd")
      assert_equal "abcd", client.response(stream).body
      stream = client.request("/length", method: "POST", body: true)
      30.times { |index| client.data(stream, "e" * 10_000, ends: index == 29) }
      assert_equal "300000", client.response(stream).body
    end
  end

  spec "a body that is too long is refused, and the connection goes on" do
    http2(server) do |client|
      stream = client.request("/length", method: "POST", body: true, fields: { "content-length" => "1000001" })
      assert_equal "the body is too long\n", client.response(stream).body
      assert_equal "hello", client.get("/").body
    end
    wait_until { server.log.include?("refused 413 -: the body is too long") }
  end

  spec "responses keep to the client's windows" do
    http2(server, window: 1000) do |client|
      stream = client.request("/large")
      sleep 0.2
      client.read until client.responses[stream].body.bytesize == 1000
      client.open_window(stream, 3_000_000)
      assert_equal "x" * 3_000_000, client.response(stream).body
    end
    http2(server, window: 10_000_000) do |client|
      client.frame(Http2Client::WINDOW, 0, 0, [10_000_000].pack("N"))
      assert_equal 1_000_000, client.get("/parts").body.count("y")
      assert_equal "f" * 500_000, client.get("/file").body
    end
  end

  spec "a part that is written is sent at once" do
    http2(server) do |client|
      stream = client.request("/pauses")
      began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      client.read until client.responses[stream].body == "ab"
      assert Process.clock_gettime(Process::CLOCK_MONOTONIC) - began < 5.9
      assert_equal "abc", client.response(stream).body
    end
  end

  spec "a client that takes nothing of a response loses it, and whoever writes it learns so" do
    http2(server, window: 1000) do |client|
      stream = client.request("/endless")
      assert_equal 8, client.response(stream).error
      wait_until { server.log.include?("writer is done") }
      assert_equal "hello", client.get("/").body
    end
  end

  spec "responses have what they may have" do
    http2(server) do |client|
      assert_equal [200, ""], client.get("/large", method: "HEAD").then { |response| [response.status, response.body] }
      assert_equal [204, ""], client.get("/none").then { |response| [response.status, response.body] }
      assert_equal "abc", client.get("/called").body
      hinted = client.get("/hints")
      assert_equal [2, 200, "hinted"], [hinted.heads.size, hinted.status, hinted.body]
      assert_equal [500, 500], [client.get("/hijack").status, client.get("/upgrade").status]
    end
  end

  spec "a response that fails in its middle is reset, and no other is" do
    http2(server) do |client|
      slow = client.request("/slow")
      assert_equal 2, client.get("/late").error
      assert_equal 2, client.get("/short").error
      assert_equal "slow", client.response(slow).body
    end
  end

  spec "a client that goes away takes nobody with it" do
    http2(server) { |client| 5.times { client.request("/slow") } }
    http2(server) { |client| client.reset(client.request("/slow")); assert_equal "hello", client.get("/").body }
  end

  spec "a client that resets streams without end is told to be calm" do
    http2(server) do |client|
      reader = Thread.new { loop { client.read } rescue nil }
      5000.times { client.reset(client.request("/slow")) } rescue Errno::EPIPE
      reader.join
      assert_equal 11, client.goaway&.last
    end
    assert_equal [200, "hello"], server.get("/")
  end

  spec "what is no frame ends the connection, and nothing else" do
    ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "\xff" * 100, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "\0\0\x04\x08\0\0\0\0\0\0\0\0\0"].each { |text| server.exchange(text.b) }
    assert_equal [200, "hello"], server.get("/")
  end
end

spec "HTTP/2 is agreed on within TLS" do
  scratch_folder do |certificates|
    serve(MANY, "-b", Certificate.make(certificates, "h2").address) do |server|
      connect_securely(secure_port(server), protocols: %w[h2 http/1.1]) do |socket|
        assert_equal "h2", socket.alpn_protocol
        client = Http2Client.new(socket)
        assert_equal '"https"', client.get("/env?rack.url_scheme").body
        assert_equal "abc", client.get("/called").body
      end
      connect_securely(secure_port(server), protocols: %w[h2]) do |socket|
        socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert !socket.read.to_s.include?("HTTP/1.1")
      end
    end
  end
end

spec "a server that stops answers what is under way, and takes no more" do
  serve(MANY, "-w", "1") do |server|
    http2(server) do |client|
      slow = client.request("/slow")
      sleep 0.1
      server.signal(:TERM)
      assert_equal "slow", client.response(slow).body
      assert_raises(EOFError) { loop { client.read } }
      assert_equal 0, client.goaway[1]
    end
  end
end
