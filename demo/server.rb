# Serves the application with `rutile serve`, asks it for pages over many connections for some seconds, and tells what came back
# and what it cost: lines `label TAB value TAB unit`, as app.rb writes them. Run by the Rutile whose server it shows.
require "json"
require "socket"
require "tmpdir"

SECONDS = Float(ENV.fetch("DEMO_SECONDS", "5"))
CONNECTIONS = 64
WORKERS = 4
RESOURCES = 200

def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

def wait_for(what)
  deadline = now + 60
  until yield
    abort "demo: #{what} did not happen" if now > deadline
    sleep 0.05
  end
end

# One connection: a request after the other; how long each took.
def converse(path, until_then, asker)
  durations = []
  socket = UNIXSocket.new(path)
  while now < until_then
    began = now
    number = durations.size * CONNECTIONS + asker
    socket.write("GET /resource#{number % RESOURCES}/#{number % 10} HTTP/1.1\r\nHost: demo\r\n\r\n")
    head = socket.gets("\r\n\r\n") or abort "demo: a connection ended"
    abort "demo: #{head.lines.first}" unless head.start_with?("HTTP/1.1 200")
    socket.read(Integer(head[/content-length: (\d+)/, 1]))
    durations << now - began
  end
  durations
ensure
  socket&.close
end

def status(path)
  UNIXSocket.open(path) do |socket|
    socket.write("GET /status HTTP/1.1\r\nHost: demo\r\nConnection: close\r\n\r\n")
    JSON.parse(socket.read.split("\r\n\r\n", 2).last, symbolize_names: true)
  end
end

def report(label, value, unit) = puts("#{label}\t#{value}\t#{unit}")

Dir.mktmpdir do |folder|
  socket, control, log = %w[server.sock control.sock log].map { |name| File.join(folder, name) }
  server = Process.spawn(RbConfig.ruby, "serve", "-w", WORKERS.to_s, "-e", "production", "-b", "unix://#{socket}", "--control", "unix://#{control}",
    "-C", "-", File.join(__dir__, "config.ru"), out: log, err: [:child, :out])
  begin
    wait_for("the start of the server") { File.read(log).scan("is ready").size == WORKERS }
    ends = now + SECONDS
    askers = Array.new(CONNECTIONS) { |asker| Thread.new { converse(socket, ends, asker) } }
    while $stderr.tty? && now < ends
      $stderr.write("\rserving, #{(ends - now).ceil} seconds to go ")
      sleep 0.5
    end
    durations = askers.flat_map(&:value).sort
    $stderr.write("\r\e[K") if $stderr.tty?
    sleep 1.2 # until every worker has told its numbers
    workers = status(control)[:workers]
    report("served by #{WORKERS} workers", (durations.size / SECONDS).round, "/s")
    report("99 of 100 within", (durations[durations.size * 99 / 100] * 1_000_000).round, "us")
    report("a worker's own memory", workers.sum { |worker| worker[:memory][:uss] } / WORKERS, "kB")
    report("shared of a worker's", (workers.sum { |worker| worker[:memory][:shared] } * 100 / WORKERS).round, "%")
    report("proportional, all workers", workers.sum { |worker| worker[:memory][:pss] }, "kB")
  ensure
    Process.kill(:TERM, server)
    Process.wait(server)
  end
end
