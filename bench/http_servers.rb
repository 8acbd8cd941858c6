# A plain server, a thread for each connection, under `wrk` with 64 connections: one says hello, one echoes what it was
# asked. Then the same beside 10,000 connections that were served once and wait, and what each of those costs the server.
# run: http_hello hello 0
# run: http_echo echo 0
# run: http_hello_idle hello 10000
# run: http_echo_idle echo 10000
# quick: hello 20
# measure: requests_a_second larger
# measure: bytes_an_idle_connection smaller
require "socket"

KIND, IDLE = ARGV[0], Integer(ARGV[1])
SECONDS = IDLE == 20 ? 1 : 5
REQUEST = "GET /first HTTP/1.1\r\nHost: localhost\r\n\r\n"

def answer(lines)
  body = KIND == "echo" ? lines.join : "hello, world\n"
  "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: #{body.bytesize}\r\n\r\n#{body}"
end

def converse(client)
  lines = []
  while (line = client.gets)
    if line == "\r\n"
      client.write(answer(lines))
      lines.clear
    else
      lines << line
    end
  end
rescue Errno::ECONNRESET, Errno::EPIPE
  nil # wrk leaves in the middle of an answer
ensure
  client.close
end

def serve(server)
  loop { Thread.new(server.accept) { |client| converse(client) } }
end

def resident_bytes(process)
  File.read("/proc/#{process}/status")[/^VmRSS:\s+(\d+) kB/, 1].to_i * 1024
end

def idle_connection(port)
  socket = TCPSocket.new("127.0.0.1", port)
  socket.write(REQUEST)
  length = 0
  while (line = socket.gets) && line != "\r\n"
    length = line[/\d+/].to_i if line.start_with?("Content-Length")
  end
  socket.read(length)
  socket
end

def requests_a_second(port)
  report = IO.popen(["wrk", "-t1", "-c64", "-d#{SECONDS}", "http://127.0.0.1:#{port}/"], &:read)
  abort "wrk reports errors:\n#{report}" if report.match?(/Non-2xx|timeout [1-9]|connect [1-9]/)
  report[/Requests\/sec:\s+([\d.]+)/, 1] or abort "wrk said:\n#{report}"
rescue Errno::ENOENT
  abort "LoadError: wrk is missing (Debian: apt-get install -y wrk)"
end

server = TCPServer.new("127.0.0.1", 0)
server.listen(1024)
port = server.addr[1]
process = fork { serve(server) }
begin
  requests_a_second(port) # caches and heap as they are in service
  before = resident_bytes(process)
  idle = Array.new(IDLE) { idle_connection(port) }
  bytes = IDLE == 0 ? 0 : (resident_bytes(process) - before) / IDLE
  puts "RESULT requests_a_second #{requests_a_second(port)}"
  puts "RESULT bytes_an_idle_connection #{bytes}"
  puts "#{idle.count { |socket| !socket.closed? }} idle"
ensure
  Process.kill(:KILL, process)
  Process.wait(process)
end
