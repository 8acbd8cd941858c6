# A server in plain Ruby: a thread for each connection, and for each request four blocking waits
# of 0.25 s by an unmodified client of redis. Nothing in it knows that its threads are green.
#
#   ruby -I FOLDER_OF_THE_REDIS_GEM/lib demo/waiting_server.rb PORT REDIS_PORT
require "socket"
require "redis"

WAITS = 4
SECONDS = 0.25

def serve(connection, redis)
  while (request = connection.gets)
    WAITS.times { |turn| redis.blpop("#{request.chomp}:#{turn}", timeout: SECONDS) }
    connection.write("#{request.chomp} done\n")
  end
ensure
  redis.close
  connection.close
end

server = TCPServer.new("127.0.0.1", Integer(ARGV[0]))
server.listen(1024)
puts "listening"
$stdout.flush

loop do
  connection = server.accept
  Thread.new { serve(connection, Redis.new(host: "127.0.0.1", port: Integer(ARGV[1]))) }
end
