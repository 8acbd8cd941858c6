# Readiness: many wait at once and the system says who can go on. First by hand, with IO.select; then left to the
# runtime: plain code in a thread for each connection, whose `gets` parks the thread (epoll) and not the process.
#
#   ruby examples/readiness.rb
require "socket"

pipes = Array.new(5) { IO.pipe }
pipes[3][1].puts "the fourth is ready"
ready, = IO.select(pipes.map(&:first))
puts ready.map(&:gets)

server = TCPServer.new("127.0.0.1", 0)
accepting = Thread.new do
  loop do
    Thread.new(server.accept) do |connection|
      connection.puts "you said #{connection.gets}"
      connection.close
    end
  end
end
clients = Array.new(100) { TCPSocket.new("127.0.0.1", server.addr[1]) }
clients.reverse.each_with_index { |client, number| client.puts "number #{number}" } # the last to come speaks first
puts clients.map(&:read).values_at(0, 50, 99)
accepting.kill.join
