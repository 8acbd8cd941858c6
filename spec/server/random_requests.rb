# rutile-only
require_relative "fixtures/running"
require_relative "fixtures/certificates"

# Random requests, whole over a plain socket and cut in pieces through TLS: the same answers, and no memory that stays. RUTILE_HTTP_REQUESTS
# says how many streams are tried, RUTILE_HTTP_SEED where to begin. `crates/http/tests/cut_requests.rs` has the parser alone, and many more.

PIECES = [
  "GET ", "POST ", "HEAD ", "get ", "/", "/a?b=c", "*", "http://h/x", " ", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "\r\n", "\n", "\r", "\r\n\r\n", "Host: a", "Host: b",
  "Content-Length: 5", "Content-Length: 0", "Content-Length: 5, 5", "Content-Length: -5", "Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked", "Connection: close",
  "X: y", "X", ":", " folded", "\0", "5\r\nhello\r\n", "0\r\n\r\n", "0\r\nT: u\r\n\r\n", "5;x=y\r\nhello\r\n", "hello", "5", "a", ";",
].map(&:b).freeze
STREAMS = Integer(ENV.fetch("RUTILE_HTTP_REQUESTS", stress_sized(300)))

def random_request(random)
  text = "".b
  unless random.rand(3) == 0
    text << "POST /p HTTP/1.1\r\nHost: a\r\n" << Array.new(random.rand(4)) { "#{PIECES[16 + random.rand(10)]}\r\n" }.join << "\r\n"
  end
  random.rand(8).times { text << PIECES.sample(random: random) }
  text.setbyte(random.rand(text.bytesize), random.rand(256)) if random.rand(4) == 0 && !text.empty?
  text
end

# What an answer says, without the moment at which it was given.
def plain_answer(text) = text.to_s.b.gsub(/^date: .*\r\n/n, "")

# What comes until the connection ends, however it does.
def all_of(socket)
  text = "".b
  loop { text << socket.readpartial(16_384) }
rescue SystemCallError, IOError, OpenSSL::SSL::SSLError
  text
end

def resident_of(pid) = Integer(File.read("/proc/#{pid}/status")[/^VmRSS:\s+(\d+)/, 1])

scratch_folder do |certificates|
  serve('run ->(env) { [200, {}, [[*env.values_at("REQUEST_METHOD", "PATH_INFO", "QUERY_STRING"), env["rack.input"].read].inspect]] }', "-b", Certificate.make(certificates, "random").address) do |server|
    port = secure_port(server)

    spec "requests are the same whole and cut, through TLS or not" do
      seed = Integer(ENV.fetch("RUTILE_HTTP_SEED", 1))
      answered, early = 0, nil
      STREAMS.times do |number|
        early = resident_of(server.pid) if number == STREAMS / 4
        random = Random.new(seed + number)
        text = Array.new(1 + random.rand(3)) { random_request(random) }.join
        whole = plain_answer(server.exchange(text))
        cut = connect_securely(port, protocols: %w[http/1.1]) do |socket|
          begin
            rest = text
            until rest.empty?
              piece = 1 + random.rand([rest.bytesize, 40].min)
              socket.write(rest.byteslice(0, piece))
              rest = rest.byteslice(piece..)
            end
            socket.to_io.close_write
          rescue SystemCallError, OpenSSL::SSL::SSLError
            nil # it was refused before it was whole
          end
          plain_answer(all_of(socket))
        end
        # What is refused of the whole may be refused before a piece that would make it another reason.
        statuses = [whole, cut].map { |answer| answer.scan(%r{^HTTP/1\.1 (\d)}n).flatten }
        assert_equal [seed + number, statuses[0]], [seed + number, statuses[1]]
        answered += statuses[0].size
      end
      assert answered > STREAMS / 4, answered.to_s
      assert resident_of(server.pid) < early + 8192, "#{early} KB became #{resident_of(server.pid)}"
    end
  end
end
