# Starts a redis-server and demo/waiting_server.rb on free loopback ports, makes a request on each of many
# connections at once, and says how long it took until all were answered.
#
#   ruby demo/waiting_clients.rb RUBY FOLDER_OF_THE_REDIS_GEM/lib [connections] [seconds allowed]
require "socket"

ruby, library = ARGV
connections = Integer(ARGV[2] || 500)
allowed = Float(ARGV[3] || 1.5)
abort "usage: waiting_clients.rb RUBY FOLDER_OF_THE_REDIS_GEM/lib [connections] [seconds]" unless library

def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

def free_port
  server = TCPServer.new("127.0.0.1", 0)
  server.addr[1]
ensure
  server&.close
end

def connect(port)
  finish = now + 20
  begin
    TCPSocket.new("127.0.0.1", port)
  rescue Errno::ECONNREFUSED
    raise if now > finish
    sleep 0.05
    retry
  end
end

redis_port, port = free_port, free_port
processes = []
begin
  limits = { out: File::NULL, rlimit_nofile: [4096, 4096] }
  # The server looks for clients whose time has come `hz` times a second.
  processes << spawn("redis-server", "--port", redis_port.to_s, "--save", "", "--hz", "100", "--maxclients", "3000", limits)
  connect(redis_port).close
  processes << spawn(ruby, "-I", library, File.join(__dir__, "waiting_server.rb"), port.to_s, redis_port.to_s, limits)
  connect(port).close
  sockets = Array.new(connections) { connect(port) }
  started = now
  sockets.each_with_index { |socket, index| socket.write("request #{index}\n") }
  answered = sockets.each_with_index.count { |socket, index| socket.gets == "request #{index} done\n" }
  seconds = now - started
  puts format("%d of %d connections answered in %.2f s", answered, connections, seconds)
  exit 1 unless answered == connections && seconds <= allowed
ensure
  processes.each { |process| Process.kill(:TERM, process); Process.wait(process) }
end
