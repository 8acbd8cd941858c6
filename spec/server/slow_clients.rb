# rutile-only
require_relative "fixtures/running"

# Clients that send or take a little at a time, 2,000 of each kind: heads, bodies, responses.

SLOW = stress_sized(2000)
LARGE = 'TEXT = "x" * 1_000_000; run ->(env) { [200, {}, [env["PATH_INFO"] == "/large" ? TEXT : env["rack.input"].read.bytesize.to_s]] }'

# A socket of a slow client, which never waits for the server.
def slow_client(server, text)
  socket = Socket.new(:UNIX, :STREAM)
  begin
    socket.connect(Addrinfo.unix(File.join(server.folder, "server.sock")))
  rescue Errno::EAGAIN # more at once than the server's queue of connections holds
    sleep 0.01
    retry
  end
  socket.write(text)
  socket
end

{
  "heads" => ["GET / HTTP/1.1\r\nHost: a\r\n", "X: y\r\n"],
  "bodies" => ["POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n", "b"],
  "responses" => ["GET /large HTTP/1.1\r\nHost: a\r\n\r\n", nil],
}.each do |name, (beginning, more)|
  spec "slow #{name} hold nobody up, and cost no thread" do
    serve(LARGE, "-t", "4", settings: "limits head_time: 300, pause: 300") do |server|
      sockets = Array.new(SLOW) { slow_client(server, beginning) }
      3.times do
        sockets.each { |socket| more ? socket.write(more) : socket.read_nonblock(10, exception: false) }
        began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
        10.times { assert_equal [200, "0"], server.get("/") }
        assert Process.clock_gettime(Process::CLOCK_MONOTONIC) - began < 10
      end
      assert !server.log.include?("refused"), server.log
      sockets.each(&:close)
      assert_equal [200, "0"], server.get("/")
    end
  end
end
