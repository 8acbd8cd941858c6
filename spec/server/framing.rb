# rutile-only
require_relative "fixtures/running"

# Requests that two servers could read in two ways: each is read in the one way of RFC 9112, or refused, and then its connection ends,
# so that nothing behind it is ever taken for a request. What is tried are the kinds that public collections of such requests know.

SEEN = <<~'RUBY'
  run ->(env) do
    $stderr.puts "smuggled" if env["PATH_INFO"] == "/smuggled"
    [200, {}, ["#{env["REQUEST_METHOD"]} #{env["HTTP_HOST"]} #{env["rack.input"].read}."]]
  end
RUBY

SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"

def post(fields, body = "hello") = "POST / HTTP/1.1\r\nHost: a\r\n#{fields}\r\n\r\n#{body}".b
def chunked(body) = post("Transfer-Encoding: chunked", body)
def plain(line = "GET / HTTP/1.1", fields = "Host: a") = "#{line}\r\n#{fields}\r\n\r\n".b

serve(SEEN) do |server|
  spec "lengths that are not one plain number" do
    ["5, 10", "5, 5", "5, 5, 5", "-1", "-0", "+5", "0x5", "0o5", "5_0", "1 0", "", "five", "5\u00b2", "99999999999999999999"].each do |length|
      text = server.exchange(post("Content-Length: #{length}") + SMUGGLED)
      assert_equal [length, ["400"]], [length, text.scan(/HTTP\/1.1 (\d+)/).flatten]
    end
    ["Content-Length: 5\r\nContent-Length: 10", "Content-Length: 5\r\nContent-Length: 5", "Content-Length : 5", "Content-Length\t: 5", " Content-Length: 5",
     "Content-Length: 5\r\n 0"].each do |fields|
      text = server.exchange(post(fields) + SMUGGLED)
      assert_equal [fields, ["400"]], [fields, text.scan(/HTTP\/1.1 (\d+)/).flatten]
    end
  end

  spec "transfer codings that are not exactly one chunked, or stand beside a length" do
    ["chunked\r\nContent-Length: 5", "Chunked\r\nContent-Length: 5", "chunked\r\nTransfer-Encoding: identity", "chunked, chunked", "identity", "xchunked",
     "chunked, gzip", "gzip, chunked", ", chunked\r\nContent-Length: 5", "\r\nContent-Length: 5", "\x0bchunked", "\x0cchunked", "chunked\x00", "chunked;a=b", "\"chunked\"",
     "\r\n chunked", "chunked\r\nContent-Length: +5", "chunked\r\nContent-Length: x"].each do |coding|
      text = server.exchange(post("Transfer-Encoding: #{coding}", "0\r\n\r\n") + SMUGGLED)
      assert_equal [coding, 1, true], [coding, text.scan("HTTP/1.1 ").size, %w[400 501].include?(text[9, 3])]
    end
    assert_equal "400", server.exchange("POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")[9, 3]
    assert_equal "400", server.exchange(post("Transfer-Encoding : chunked", "0\r\n\r\n") + SMUGGLED)[9, 3]
  end

  spec "chunks that are not to the letter" do
    ["5\nhello\r\n0\r\n\r\n", "5\rhello\r\n0\r\n\r\n", "5\r\nhello0\r\n\r\n", "5\r\nhello\n0\r\n\r\n", "5\r\nhello!!\r\n0\r\n\r\n", "0x5\r\nhello\r\n0\r\n\r\n", "+5\r\nhello\r\n0\r\n\r\n",
     "-1\r\nhello\r\n0\r\n\r\n", "5 \r\nhello\r\n0\r\n\r\n", " 5\r\nhello\r\n0\r\n\r\n", "1_0\r\nhello world!!!!!\r\n0\r\n\r\n", "5;\nhello\r\n0\r\n\r\n", "5;a\rX\r\nhello\r\n0\r\n\r\n",
     "5;\x00ext\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n\n", "5\r\nhello\r\n0\n\r\n", "\r\nhello\r\n", "g\r\nhello\r\n", "10000000000000005\r\nhello\r\n0\r\n\r\n", "5,\r\nhello\r\n0\r\n\r\n"].each do |body|
      text = server.exchange(chunked(body) + SMUGGLED)
      assert_equal [body, ["400"]], [body, text.scan(/HTTP\/1.1 (\d+)/).flatten]
    end
  end

  spec "lines and fields that are not what they seem" do
    [plain("GET / HTTP/1.1\nX: y"), plain("GET / HTTP/1.1", "Host: a\nX: y"), plain("GET / HTTP/1.1", "Host: a\rX: y"), plain("GET / HTTP/1.1", "Host: a\r\nX: val\rue"),
     plain("GET / HTTP/1.1", "Host: a\r\nX: a\x00b"), plain("GET / HTTP/1.1", "Host: a\r\n: empty"), plain("GET / HTTP/1.1", "Host: a\r\nno colon"), plain("GET / HTTP/1.1", "Host: a\r\nX\tY: z"),
     plain("GET / HTTP/1.1", "Host: a\r\nX\xc3\xa9: z"), plain("GET / HTTP/1.1", " X: y\r\nHost: a"), plain("GET  / HTTP/1.1"), plain("GET /  HTTP/1.1"), plain("GET\t/ HTTP/1.1"), plain("GET /a b HTTP/1.1"),
     plain("GET /\x00 HTTP/1.1"), plain("GET HTTP/1.1"), plain("GET /#f HTTP/1.1"), plain("GET * HTTP/1.1"), plain("G\x01T / HTTP/1.1"), "\x16\x03\x01\x00\xa5\x01\x00\r\n\r\n".b].each do |request|
      text = server.exchange(request + SMUGGLED)
      assert_equal [request, ["400"]], [request, text.scan(/HTTP\/1.1 (\d+)/).flatten]
    end
  end

  spec "hosts that are not one host" do
    ["X: y", "Host: a\r\nHost: a", "Host: a\r\nHost: b", "Host: a, b", "Host: user@a", "Host: a/b", "Host: a b", "Host: a?b"].each do |fields|
      text = server.exchange(plain("GET / HTTP/1.1", fields) + SMUGGLED)
      assert_equal [fields, ["400"]], [fields, text.scan(/HTTP\/1.1 (\d+)/).flatten]
    end
    assert server.exchange(plain("GET http://b/ HTTP/1.1", "Host: a\r\nConnection: close")).end_with?("GET b .")
  end

  spec "versions that are not ours" do
    %w[HTTP/1.2 HTTP/9.9 HTTP/0.9 HTTP/3.0].each { |version| assert_equal [version, "505"], [version, server.exchange(plain("GET / #{version}"))[9, 3]] }
    ["http/1.1", "HTTP/01.1", "HTTP/1", "HTTP/1.1x", "HTTP/ 1.1", "FTP/1.1"].each do |version|
      assert_equal [version, true], [version, %w[400 505].include?(server.exchange(plain("GET / #{version}") + SMUGGLED)[9, 3])]
    end
    assert !server.exchange("GET /\r\n\r\n").start_with?("HTTP/1.1 200")
  end

  spec "what can be read in one way is read" do
    close = "Connection: close\r\n"
    {
      post("#{close}Content-Length: 005") => "POST a hello.",
      post("#{close}Content-Length:  5 ") => "POST a hello.",
      post("#{close}Content-Length:\t5") => "POST a hello.",
      post("#{close}Transfer_Encoding: chunked\r\nContent-Length: 5") => "POST a hello.",
      post("#{close}Content_Length: 99\r\nContent-Length: 5") => "POST a hello.",
      post("#{close}TRANSFER-ENCODING: chunked ", "5\r\nhello\r\n0\r\n\r\n") => "POST a hello.",
      post("#{close}Transfer-Encoding:\tchunked", "A;x=\"y z\"\r\nhello hell\r\n0\r\n\r\n") => "POST a hello hell.",
      post("#{close}Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\nContent-Length: 9\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n") => "POST a hello.",
      "\r\n\r\n".b + plain("GET / HTTP/1.1", "#{close}Host: a") => "GET a .",
      "GET / HTTP/1.1\r\n#{close}Host: a\r\nContent-Length: 5\r\n\r\nhello" => "GET a hello.",
      "OPTIONS * HTTP/1.1\r\n#{close}Host: a\r\nContent-Length: 5\r\n\r\nhello" => "OPTIONS a hello.",
    }.each { |request, body| assert_equal [request, body], [request, server.exchange(request).split("\r\n\r\n", 2).last] }
    text = server.exchange(post("Content-Length: #{SMUGGLED.size}", SMUGGLED) + plain("GET / HTTP/1.1", "Host: b\r\nConnection: close"))
    assert_equal 2, text.scan("HTTP/1.1 200").size
    assert_equal 1, server.exchange("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: #{SMUGGLED.size}\r\n\r\n#{SMUGGLED}").scan("HTTP/1.1").size
  end

  spec "nothing of all this was served as a request of its own" do
    assert !server.log.include?("smuggled"), server.log
  end
end
