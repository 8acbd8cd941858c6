# rutile-only
require_relative "fixtures/running"
require "json"

# A server of one process, which has no parent.

SINGLE = <<~'RUBY'
  run ->(env) do
    case env["PATH_INFO"]
    when "/slow" then sleep(0.5)
    when "/fails" then raise "this one"
    end
    [200, {}, [$started ||= Process.clock_gettime(Process::CLOCK_MONOTONIC).to_s]]
  end
RUBY

def log_count(server, words) = server.log.scan(words).size

spec "its number is in a file while it runs, also where it is interrupted" do
  serve(SINGLE, "--pidfile", "pid") do |server|
    path = File.join(server.folder, "pid")
    assert_equal server.pid, File.read(path).to_i
    server.signal(:INT)
    wait_until { server.ended? }
    assert !File.exist?(path)
  end
end

spec "USR2 runs the program anew in the same process, and loses no request" do
  serve(SINGLE, settings: "on_restart { $stderr.puts 'hook' }") do |server|
    _, first = server.get("/")
    slow = Thread.new { server.get("/slow") }
    sleep 0.1
    failures = asking(server) do
      server.signal(:USR2)
      wait_until { log_count(server, "listening on") == 2 && server.get("/")[1] != first }
    end
    assert_equal [[], [200, first], 1], [failures, slow.value, log_count(server, "hook")]
    assert !server.ended?
  end
end

spec "a restart follows the folder by its name, where it leads elsewhere by then" do
  serve(SINGLE) do |server|
    old, new, current = %w[old new current].map { |name| File.join(server.folder, name) }
    [old, new].each do |folder|
      Dir.mkdir(folder)
      File.write(File.join(folder, "config.ru"), "run ->(env) { [200, {}, [#{File.basename(folder).dump}]] }")
    end
    File.symlink(old, current)
    log = File.join(server.folder, "other")
    socket = File.join(server.folder, "other.sock")
    pid = Process.spawn({ "PWD" => current }, *ruby_command, "serve", "-b", "unix://#{socket}", chdir: current, out: log, err: [:child, :out])
    ask = -> { UNIXSocket.open(socket) { |io| io.write("GET / HTTP/1.0\r\n\r\n"); io.read[/\w+\z/] } rescue nil }
    wait_until { ask.call == "old" }
    File.unlink(current)
    File.symlink(new, current)
    Process.kill(:USR2, pid)
    wait_until { ask.call == "new" }
    Process.kill(:TERM, pid)
    Process.wait(pid)
  end
end

spec "a touched file restarts it, and a server with workers" do
  [[], %w[-w 1]].last(under_stress? ? 1 : 2).each do |arguments|
    serve(SINGLE, *arguments, settings: "plugin :tmp_restart") do |server|
      _, first = server.get("/")
      Dir.mkdir(File.join(server.folder, "tmp"))
      File.write(File.join(server.folder, "tmp/restart.txt"), "")
      wait_until { log_count(server, "restarting") == 1 && server.get("/").then { |status, body| status == 200 && body != first } }
    end
  end
end

spec "the control port tells of the process" do
  serve(SINGLE, "--control", "unix://control") do |server|
    address = File.join(server.folder, "control")
    server.get("/")
    assert_equal [200, "ready\n"], ask_control(address, "/ready")
    status = JSON.parse(ask_control(address, "/status")[1], symbolize_names: true)
    worker = status[:workers].fetch(0)
    assert_equal [server.pid, server.pid, 0], [status[:pid], worker[:pid], worker[:index]]
    assert worker[:responses][2] >= 1, worker
    assert ask_control(address, "/metrics")[1].include?(%(http_requests_total{worker="0",status="2xx"}))
    assert_equal [200, "[]"], ask_control(address, "/workers/0/threads")
    server.stop
    assert !File.exist?(address)
  end
end

spec "a service manager is told when it serves, and when it stops" do
  with_service_manager do |manager|
    serve(SINGLE, settings: "after_stopped { $stderr.puts 'after' }") do |server|
      assert_equal "READY=1\nMAINPID=#{server.pid}", manager.recv(100)
      server.signal(:TERM)
      assert_equal "STOPPING=1", manager.recv(100)
      wait_until { server.ended? }
      assert_equal 1, log_count(server, "after")
    end
  end
end

spec "HUP opens its log anew" do
  serve(SINGLE, settings: "stdout_redirect 'out', 'errors', true") do |server|
    path = File.join(server.folder, "errors")
    wait_until { File.exist?(path) }
    File.rename(path, "#{path}.1")
    server.signal(:HUP)
    wait_until { File.exist?(path) }
    server.get("/fails")
    wait_until { File.read(path).include?("this one") }
  end
end

spec "settings that want workers are named" do
  serve(SINGLE, settings: "memory_limit worker: '100M'\nrefork_after 10") do |server|
    assert server.log.include?("memory_limit has no effect without workers"), server.log
    assert server.log.include?("refork_after has no effect without workers"), server.log
  end
end

spec "an application's own words for its failures, as many arguments as they take" do
  { "|error|" => "RuntimeError -", "|error, env|" => "RuntimeError /fails", "|error, env, status|" => "RuntimeError /fails 500" }.first(under_stress? ? 1 : 3).each do |parameters, told|
    words = %("\#{error.class} \#{env ? env["PATH_INFO"] : "-"}\#{" \#{status}" if status}")
    settings = "lowlevel_error_handler { #{parameters} env ||= nil; status ||= nil; [503, { 'x-a' => 'b' }, [#{words}]] }"
    serve(SINGLE, settings: settings) do |server|
      assert_equal [503, told], server.get("/fails")
      assert_equal 200, server.get("/")[0]
    end
  end
  serve(SINGLE, settings: "lowlevel_error_handler { raise 'worse' }") do |server|
    assert_equal [500, "Internal Server Error\n"], server.get("/fails")
    assert server.log.include?("worse"), server.log
  end
end
