# Libraries over sockets, against servers of their own on the loopback: net/http, open-uri, resolv, drb.

require_relative "../harness"
require "drb"
require "net/http"
require "open-uri"
require "resolv"
require "socket"
require "stringio"
require "zlib"

# Answers requests on connections that stay open, as a small server of HTTP does.
class TinyServer
  attr_reader :connections

  def initialize
    @server = TCPServer.new("127.0.0.1", 0)
    @connections = 0
    Thread.new do
      loop do
        @connections += 1
        Thread.new(@server.accept) { |client| serve(client) }
      end
    end
  end

  def port
    @server.addr[1]
  end

  def url(path)
    URI("http://127.0.0.1:#{port}#{path}")
  end

  def serve(client)
    while (line = client.gets)
      method, path, = line.split
      headers = {}
      while (line = client.gets) != "\r\n"
        name, value = line.chomp.split(": ", 2)
        headers[name.downcase] = value
      end
      body = headers["content-length"] && client.read(headers["content-length"].to_i)
      client.write answer(method, path, body)
    end
  end

  def answer(method, path, body)
    case path
    when "/chunks" then "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n"
    when "/moved" then "HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n"
    when "/slow" then sleep(10) && ""
    when "/gzip"
      packed = Zlib.gzip("packed " * 10)
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: #{packed.bytesize}\r\n\r\n#{packed}"
    when "/missing" then "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno"
    else
      text = "#{method} #{path} #{body}"
      "HTTP/1.1 200 OK\r\nContent-Length: #{text.bytesize}\r\n\r\n#{text unless method == "HEAD"}"
    end
  end
end

SERVER = TinyServer.new

spec "requests, and bodies in their ways" do
  assert_equal "GET /a ", Net::HTTP.get(SERVER.url("/a"))
  assert_equal "POST /b x=1&y=2+3", Net::HTTP.post_form(SERVER.url("/b"), "x" => "1", "y" => "2 3").body
  assert_equal "hello world", Net::HTTP.get(SERVER.url("/chunks"))
  assert_equal "packed " * 10, Net::HTTP.get(SERVER.url("/gzip"))
  assert_raises(Net::HTTPClientException, "404 \"Not Found\"") { Net::HTTP.get_response(SERVER.url("/missing")).value }
end

spec "one connection for many requests" do
  before = SERVER.connections
  texts = Net::HTTP.start("127.0.0.1", SERVER.port) do |http|
    [http.get("/1").body, http.put("/2", "data").body, http.head("/3").code, http.delete("/4").body]
  end
  assert_equal ["GET /1 ", "PUT /2 data", "200", "DELETE /4 "], texts
  assert SERVER.connections - before <= 1
end

spec "many requests at once" do
  texts = Array.new(10) { |index| Thread.new { Net::HTTP.get(SERVER.url("/#{index}")) } }.map(&:value)
  assert_equal Array.new(10) { |index| "GET /#{index} " }, texts
end

spec "limits of time, and nobody there" do
  http = Net::HTTP.new("127.0.0.1", SERVER.port)
  http.read_timeout = 0.1
  http.max_retries = 0
  assert_raises(Net::ReadTimeout) { http.get("/slow") }
  assert_raises(Errno::ECONNREFUSED) { Net::HTTP.get(URI("http://127.0.0.1:1/")) }
end

spec "open-uri follows to another place" do
  SERVER.url("/moved").open do |page|
    assert_equal ["GET /there ", "/there", "200"], [page.read, page.base_uri.path, page.status[0]]
  end
  SERVER.url("/chunks").open { |page| assert_equal ["text/plain", "utf-8"], [page.content_type, page.charset] }
end

spec "resolv asks a server of names" do
  names = UDPSocket.new
  names.bind("127.0.0.1", 0)
  answering = Thread.new do
    loop do
      data, from = names.recvfrom(512)
      question = Resolv::DNS::Message.decode(data)
      reply = Resolv::DNS::Message.new(question.id)
      reply.qr = 1
      question.each_question do |name, kind|
        reply.add_question(name, kind)
        reply.add_answer(name, 60, Resolv::DNS::Resource::IN::A.new("10.0.0.7")) unless name.to_s == "none.test"
        reply.rcode = 3 if name.to_s == "none.test"
      end
      names.send(reply.encode, 0, from[3], from[1])
    end
  end
  resolver = Resolv::DNS.new(nameserver_port: [["127.0.0.1", names.addr[1]]], search: [], ndots: 1)
  assert_equal "10.0.0.7", resolver.getaddress("www.test").to_s
  assert_raises(Resolv::ResolvError, "DNS result has no information for none.test") { resolver.getaddress("none.test") }
  answering.kill
  names.close
end

# What another process calls.
class Remote
  def add(one, other)
    one + other
  end

  def each_of_three
    yield 1
    yield 2
    yield 3
  end

  def fail
    raise ArgumentError, "far away"
  end
end

spec "drb calls objects of another process" do
  reader, writer = IO.pipe
  process = fork do
    reader.close
    DRb.start_service("druby://127.0.0.1:0", Remote.new)
    writer.puts DRb.uri
    writer.close
    sleep
  end
  begin
    remote = DRbObject.new_with_uri(reader.gets.chomp)
    DRb.start_service("druby://127.0.0.1:0")
    found = []
    remote.each_of_three { |number| found << number }
    assert_equal [3, [1, 2, 3]], [remote.add(1, 2), found]
    assert_raises(ArgumentError, "far away") { remote.fail }
    DRb.stop_service
  ensure
    Process.kill(:KILL, process)
    Process.wait(process)
    [reader, writer].each(&:close)
  end
end
