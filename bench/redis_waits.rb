# Unchanged code that waits: a server with a thread for each connection answers a request after four blocking waits of a
# quarter of a second each, by the unmodified Ruby client of Redis; all connections ask at once. Needs Debian's
# `redis-server` and `ruby-redis` (REDIS_CLIENT: the folder that holds redis.rb, where it is not installed).
# run: redis_waits 500
# quick: 5
# measure: seconds smaller
# reference: may fail
require "socket"

CLIENT = ENV["REDIS_CLIENT"] || Dir["/usr/share/rubygems-integration/all/gems/redis-*/lib"].first
abort "LoadError: ruby-redis is missing (Debian: apt-get install -y ruby-redis)" unless CLIENT && File.exist?("#{CLIENT}/redis.rb")
$LOAD_PATH.unshift(CLIENT)
require "redis"

WAITS, SECONDS = 4, 0.25

def free_port
  server = TCPServer.new("127.0.0.1", 0)
  server.addr[1]
ensure
  server.close
end

def start_redis(port)
  process = spawn("redis-server", "--port", port.to_s, "--bind", "127.0.0.1", "--save", "", "--hz", "100", "--maxclients", "10000", out: File::NULL, err: File::NULL)
  200.times do
    return process if Redis.new(host: "127.0.0.1", port: port).ping == "PONG"
  rescue Redis::CannotConnectError
    sleep 0.02
  end
  abort "redis-server does not answer"
rescue Errno::ENOENT
  abort "LoadError: redis-server is missing (Debian: apt-get install -y redis-server)"
end

def answer(connection, redis_port)
  client = Redis.new(host: "127.0.0.1", port: redis_port)
  name = connection.gets.chomp
  WAITS.times { |wait| client.blpop("nothing-#{name}-#{wait}", timeout: SECONDS) }
  connection.write("done\n")
ensure
  client&.close
  connection.close
end

def serve(server, redis_port)
  loop { Thread.new(server.accept) { |connection| answer(connection, redis_port) } }
end

def seconds_for(count, port)
  connections = Array.new(count) { TCPSocket.new("127.0.0.1", port) }
  began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  connections.each_with_index { |connection, index| connection.write("#{index}\n") }
  served = connections.count { |connection| connection.gets == "done\n" }
  abort "#{served} of #{count} connections were served" unless served == count
  Process.clock_gettime(Process::CLOCK_MONOTONIC) - began
end

count = Integer(ARGV[0])
redis_port = free_port
redis = start_redis(redis_port)
server = TCPServer.new("127.0.0.1", 0)
server.listen(1024)
process = fork { serve(server, redis_port) }
begin
  seconds = seconds_for(count, server.addr[1])
  puts "#{count} served"
  puts "RESULT seconds #{seconds.round(3)}"
ensure
  [process, redis].each { |child| Process.kill(:KILL, child) }
  [process, redis].each { |child| Process.wait(child) }
end
