# rutile-only
require_relative "fixtures/running"

# HTTP/1.1 as `rutile serve` speaks it, over a plain socket.

ECHO = <<~'RUBY'
  run ->(env) do
    case env["PATH_INFO"]
    when "/body" then [200, { "content-type" => "text/plain" }, [env["rack.input"].read]]
    when "/length" then [200, {}, [env["rack.input"].read.bytesize.to_s]]
    when "/env" then [200, {}, [env.fetch(env["QUERY_STRING"]).inspect]]
    when "/parts" then [200, {}, Enumerator.new { |parts| parts << "a" << "" << "bc" }]
    when "/large" then [200, {}, ["x" * 3_000_000]]
    when "/none" then [204, {}, []]
    when "/fields" then [200, { "X-One" => "1", "set-cookie" => ["a=1", "b=2"], "x-two" => "a\nb", "rack.secret" => "c" }, ["ok"]]
    when "/split" then [200, { "x" => "a\r\nInjected: yes" }, ["ok"]]
    when "/file" then [200, {}, Class.new { def to_path = __FILE__; def each = nil }.new]
    else [200, {}, ["hello"]]
    end
  end
RUBY

def responses_of(text)
  text.scan(%r{HTTP/1\.1 (\d+)}).flatten.map(&:to_i)
end

serve(ECHO) do |server|
  spec "a connection serves one request after another, also those that were sent at once" do
    text = server.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /body HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcGET /none HTTP/1.1\r\nHost: a\r\n\r\n")
    assert_equal [200, 200, 204], responses_of(text)
    assert text.include?("\r\n\r\nabcHTTP/1.1 204"), text
  end

  spec "a request may come a byte at a time" do
    request = "POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: u\r\n\r\n"
    text = server.connect do |socket|
      request.each_char { |byte| socket.write(byte) }
      socket.read
    end
    assert_equal "abcde", text.split("\r\n\r\n", 2).last
  end

  spec "a long body goes through a file" do
    body = "0123456789" * 50_000
    text = server.exchange("POST /length HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: #{body.bytesize}\r\n\r\n#{body}")
    assert text.end_with?("\r\n\r\n500000"), text
  end

  spec "a client that asks first is told to go on" do
    server.connect do |socket|
      socket.write("POST /body HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n")
      assert_equal "HTTP/1.1 100 Continue\r\n\r\n", socket.readpartial(100)
      socket.write("hi")
      assert socket.read.end_with?("\r\n\r\nhi")
    end
  end

  spec "what could be read in two ways is refused, and the connection ends" do
    {
      "GET / HTTP/1.1\r\n\r\n" => 400,
      "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" => 400,
      "GET / HTTP/1.1\nHost: a\n\n" => 400,
      "GET / HTTP/1.1\r\nHost : a\r\n\r\n" => 400,
      "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n" => 400,
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab" => 400,
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" => 400,
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\nab" => 400,
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n" => 501,
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n" => 400,
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;\r\na\r\n0\r\n\r\n" => 400,
      "GET / HTTP/1.1\r\nHost:\r\n\r\n" => 400,
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n" => 400,
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n" => 413,
      "GET / HTTP/2.0\r\nHost: a\r\n\r\n" => 505,
      "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n" => 501,
      "GET /#{"a" * 20_000} HTTP/1.1\r\nHost: a\r\n\r\n" => 414,
      "GET / HTTP/1.1\r\nHost: a\r\nX: #{"a" * 100_000}\r\n\r\n" => 431,
      "GET / HTTP/1.1\r\nHost: a\r\n#{"X: y\r\n" * 101}\r\n" => 431,
      "GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n" => 417,
    }.each do |request, status|
      text = server.exchange("#{request}GET / HTTP/1.1\r\nHost: smuggled\r\n\r\n")
      assert_equal [request[0, 60], [status]], [request[0, 60], responses_of(text)]
    end
  end

  spec "HEAD and 204 have no body, and a GET's length" do
    text = server.exchange("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    assert text.include?("content-length: 5\r\n") && text.end_with?("\r\n\r\n"), text
    assert !server.exchange("GET /none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").include?("content-length")
  end

  spec "bodies without a length are chunked, and end with the connection for HTTP/1.0" do
    text = server.exchange("GET /parts HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    assert text.end_with?("1\r\na\r\n2\r\nbc\r\n0\r\n\r\n"), text
    text = server.exchange("GET /parts HTTP/1.0\r\n\r\n")
    assert text.end_with?("\r\n\r\nabc") && text.include?("connection: close"), text
  end

  spec "fields may have several values, and none can split a head" do
    text = server.exchange("GET /fields HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    assert ["X-One: 1", "set-cookie: a=1", "set-cookie: b=2", "x-two: a", "x-two: b"].all? { |line| text.include?("#{line}\r\n") }, text
    assert !text.include?("secret")
    assert_equal [500, false], [server.get("/split")[0], server.get("/split")[1].include?("Injected")]
  end

  spec "a response that the client takes slowly waits without a thread of ours in the way" do
    server.connect do |slow|
      slow.write("GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      sleep 0.1
      assert_equal [200, "hello"], server.get("/")
      assert_equal 3_000_000, slow.read.split("\r\n\r\n", 2).last.bytesize
    end
  end

  spec "files are sent as they are" do
    assert_equal [200, File.read(File.join(server.folder, "config.ru"))], server.get("/file")
  end

  spec "the environment is Rack's" do
    {
      "REQUEST_METHOD" => "GET".b, "PATH_INFO" => "/env", "SCRIPT_NAME" => "", "SERVER_NAME" => "localhost", "HTTP_X_A_B" => "1, 2",
      "SERVER_PROTOCOL" => "HTTP/1.1", "rack.url_scheme" => "http", "HTTP_COOKIE" => "a=1; b=2",
    }.each do |name, value|
      fields = "X-A-B: 1\r\nx-a-b: 2\r\nX_A_B: 3\r\nCookie: a=1\r\nCookie: b=2\r\n"
      assert_equal [name, value.inspect], [name, server.get("/env?#{name}", fields)[1]]
    end
    text = server.exchange("GET http://other:8080/env?SERVER_PORT HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    assert text.end_with?('"8080"'), text
  end
end

spec "a client that hangs up behind its last byte is noticed at once, also where both come together" do
  serve(ECHO, settings: "limits head_time: 60, pause: 60, idle: 60") do |server|
    began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    ["GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"].each do |text|
      20.times do
        server.connect do |socket|
          socket.write(text[0, 3])
          sleep 0.002
          server.signal(:STOP)
          socket.write(text[3..])
          socket.close_write
          server.signal(:CONT)
          answer = socket.read
          assert_equal [text, text.include?("half") || text.end_with?("HT") ? "" : "hello"], [text, answer.split("\r\n\r\n", 2).last.to_s]
        end
      end
    end
    assert Process.clock_gettime(Process::CLOCK_MONOTONIC) - began < 30
  end
end
