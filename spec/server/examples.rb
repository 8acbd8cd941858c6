# rutile-only
require_relative "fixtures/running"
require_relative "fixtures/certificates"
require_relative "fixtures/http2_client"

# examples/chat: a WebSocket by full hijack, and a stream of events by a streaming body.

CHAT = "require #{File.expand_path("../../examples/chat/chat", __dir__).inspect}\nrun Chat.new"
ASK = "GET /chat HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

# The client's side, as far as the specs need it.
class Talker
  def initialize(socket)
    @socket = socket
    @socket.write(ASK)
    @head = @socket.gets("\r\n\r\n")
    # Who answers a ping is in the room.
    say("", kind: 0x89)
    hear
  end

  attr_reader :head

  def say(text, kind: 0x81)
    mask = [1, 2, 3, 4]
    size = text.bytesize < 126 ? [0x80 | text.bytesize].pack("C") : [0x80 | 126, text.bytesize].pack("Cn")
    @socket.write([kind].pack("C") + size + mask.pack("C4") + text.bytes.each_with_index.map { |byte, index| byte ^ mask[index & 3] }.pack("C*"))
  end

  # Kind and payload of the next frame.
  def hear
    kind, length = @socket.read(2).unpack("CC")
    length = @socket.read(2).unpack1("n") if length == 126
    [kind, @socket.read(length)]
  end
end

scratch_folder do |certificates|
  serve(CHAT, "-b", Certificate.make(certificates, "chat").address) do |server|
    spec "what one says all hear, through TLS or not" do
      server.connect do |plain|
        connect_securely(secure_port(server)) do |secure|
          one, other = Talker.new(plain), Talker.new(secure)
          assert one.head.start_with?("HTTP/1.1 101") && one.head.include?("sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"), one.head
          one.say("hello")
          assert_equal [[0x81, "hello"]] * 2, [one.hear, other.hear]
          other.say("a" * 1000)
          assert_equal [[0x81, "a" * 1000]] * 2, [one.hear, other.hear]
        end
      end
    end

    spec "pieces are put together, pings answered, goodbyes said, and nonsense is told by its code" do
      server.connect do |socket|
        talker = Talker.new(socket)
        talker.say("in ", kind: 0x01)
        talker.say("ping", kind: 0x89)
        talker.say("pieces", kind: 0x80)
        assert_equal [[0x8a, "ping"], [0x81, "in pieces"]], [talker.hear, talker.hear]
        talker.say("\x03\xe8".b, kind: 0x88)
        assert_equal [0x88, "\x03\xe8".b], talker.hear
        assert_equal nil, socket.read(1)
      end
      server.connect do |socket|
        talker = Talker.new(socket)
        talker.say("\xff".b)
        assert_equal [0x88, [1007].pack("n")], talker.hear
      end
      assert_equal 426, server.get("/chat")[0]
    end

    spec "events are streamed, over HTTP/1 and HTTP/2, while others speak" do
      server.connect do |events|
        events.write("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
        assert events.gets("\n\n").include?("content-type: text/event-stream\r\n")
        server.connect do |socket|
          client = Http2Client.new(socket)
          stream = client.request("/events")
          client.read until client.responses[stream].body == ": hello\n\n"
          server.connect do |talking|
            talker = Talker.new(talking)
            talker.say("one\ntwo")
            talker.hear
          end
          assert_equal "data: one\ndata: two\n\n", events.gets("\n\n")
          client.read until client.responses[stream].body.end_with?("data: one\ndata: two\n\n")
        end
      end
      assert_equal 200, server.get("/")[0]
    end
  end
end

# Programs of other people's: those whose gems are on this machine.

def with_gems(*names)
  missing = names.reject { |name| Gem::Specification.find_all_by_name(name).any? { |gem| File.directory?(gem.full_gem_path) } }
  missing.empty? ? yield : puts("skipped: gems that are not there: #{missing.join(", ")}")
end

ROUTES = <<~'RUBY'
  require "roda"

  class Shop < Roda
    plugin :json
    plugin :all_verbs
    plugin :halt
    plugin :streaming

    route do |r|
      r.root { "home" }
      r.on "items", Integer do |id|
        r.get { { id: id, asked: r.params["q"] } }
        r.delete { response.status = 204; "" }
      end
      r.post("items") { r.halt(201, { "location" => "/items/#{r.params["name"].size}" }, r.params["name"]) }
      r.get("stream") { stream { |out| 3.times { |i| out << "part #{i}\n" } } }
    end
  end

  run Shop.freeze.app
RUBY

with_gems("roda", "rack") do
  serve(ROUTES) do |server|
    spec "Roda's routes are served" do
      assert_equal [200, "home"], server.get("/")
      assert_equal [200, '{"id":7,"asked":"x y"}'], server.get("/items/7?q=x%20y")
      assert_equal [404, ""], server.get("/items/none")
      assert_equal [200, "part 0\npart 1\npart 2\n"], server.get("/stream").then { |status, body| [status, body.scan(/part \d\n/).join] }
      made = server.exchange("POST /items HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 8\r\n\r\nname=tea")
      assert made.start_with?("HTTP/1.1 201") && made.include?("location: /items/3\r\n") && made.end_with?("tea"), made
      assert server.exchange("DELETE /items/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").start_with?("HTTP/1.1 204")
    end
  end
end

with_gems("hanami-router", "rack") do
  application = <<~'RUBY'
    require "hanami/router"

    run Hanami::Router.new {
      root to: ->(env) { [200, {}, ["home"]] }
      get "/items/:id", id: /\d+/, to: ->(env) { [200, {}, ["item #{env["router.params"][:id]}"]] }
      scope("admin") { get "/*rest", to: ->(env) { [200, {}, [env["router.params"][:rest]]] } }
      post "/items", to: ->(env) { [201, {}, [env["rack.input"].read]] }
      redirect "/old", to: "/items/1"
    }
  RUBY
  serve(application) do |server|
    spec "Hanami's routes are served" do
      assert_equal [[200, "home"], [200, "item 7"], [404, "Not Found"], [200, "a/b"], [405, "Method Not Allowed"]], %w[/ /items/7 /items/x /admin/a/b /items].map { |path| server.get(path) }
      assert_equal 301, server.get("/old")[0]
      assert server.exchange("POST /items HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 3\r\n\r\ntea").end_with?("tea")
    end
  end
end
