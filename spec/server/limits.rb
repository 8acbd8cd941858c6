# rutile-only
require_relative "fixtures/running"

# Each limit of a request: what a client gets that is beyond it, and what the log says.

SMALL = "limits line: 100, head: 1000, fields: 5, body: 5000, body_in_memory: 1000, head_time: 1, pause: 1, idle: 2"

def status_of(text) = text[%r{\AHTTP/1\.1 (\d+)}, 1].to_i

# All that comes until the server ends the connection, and how long that took.
def waiting_answer(server, *pieces)
  began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  text = server.connect do |socket|
    pieces.each { |piece| socket.write(piece) }
    socket.read
  end
  [text, Process.clock_gettime(Process::CLOCK_MONOTONIC) - began]
end

serve('run ->(env) { [200, {}, [env["rack.input"].read.bytesize.to_s]] }', settings: SMALL) do |server|
  spec "a line, a head, its fields and a body that are too long have a status each, and a line in the log" do
    chunk = "#{"1000".rjust(4, "0")}\r\n#{"c" * 4096}\r\n"
    {
      "GET /#{"a" * 100} HTTP/1.1\r\nHost: a\r\n\r\n" => [414, "the request line is too long"],
      "GET / HTTP/1.1\r\nHost: a\r\nX: #{"x" * 1000}\r\n\r\n" => [431, "the head is too long"],
      "GET / HTTP/1.1\r\nHost: a\r\n#{"X: y\r\n" * 5}\r\n" => [431, "too many header fields"],
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5001\r\n\r\n" => [413, "the body is too long"],
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n#{chunk * 2}" => [413, "the body is too long"],
    }.each do |request, (status, reason)|
      text = server.exchange(request)
      assert_equal [reason, status], [text.split("\r\n\r\n", 2).last.chomp, status_of(text)]
      wait_until { server.log.include?("refused #{status} -: #{reason}") }
    end
  end

  spec "what is just within them is served" do
    {
      "GET /#{"a" * (100 - "GET / HTTP/1.1".size)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" => "0",
      "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: y\r\nX: y\r\nContent-Length: 5000\r\n\r\n#{"b" * 5000}" => "5000",
      "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\nfa0\r\n#{"c" * 4000}\r\n0\r\n\r\n" => "4000",
    }.each { |request, body| assert_equal [request[0, 120], body], [request[0, 120], server.exchange(request).split("\r\n\r\n", 2).last] }
  end

  spec "a head or a body that does not come in time gets a 408, and a line in the log" do
    {
      ["GET / HTTP/1.1\r\nHo"] => "head", ["POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n", "half"] => "body",
      ["POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "5\r\nhe"] => "chunk",
    }.each do |pieces, name|
      text, seconds = waiting_answer(server, *pieces)
      assert_equal [name, 408], [name, status_of(text)]
      assert seconds.between?(0.9, 30), seconds.to_s
    end
    wait_until { server.log.scan("refused 408 -: the request took too long").size == 3 }
  end

  spec "who asks for nothing, at first or any more, is told nothing, and the connection ends" do
    text, seconds = waiting_answer(server)
    assert_equal ["", true], [text, seconds.between?(0.9, 30)]
    text, seconds = waiting_answer(server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    assert_equal [200, true], [status_of(text), seconds.between?(1.9, 30)]
  end
end
