# rutile-only
require_relative "fixtures/running"

# The parent and its workers.

PID = 'run ->(env) { [200, {}, [env["PATH_INFO"] == "/slow" ? sleep(0.5).to_s : Process.pid.to_s]] }'

# The workers that answer, by asking until as many have.
def workers_of(server, count)
  seen = []
  wait_until do
    seen |= Array.new(8) { Thread.new { server.get("/")[1] } }.map(&:value)
    seen.size >= count
  end
  seen
end

def ready_count(server) = server.log.scan("is ready").size

spec "workers serve, and one that dies is replaced" do
  serve(PID, "-w", "2") do |server|
    before = workers_of(server, 2)
    Process.kill(:KILL, before.first.to_i)
    wait_until { ready_count(server) >= 3 }
    assert server.log.include?("(#{before.first}) is gone: SIGKILL"), server.log
  end
end

spec "no request is lost when workers are replaced, added, taken away and started anew" do
  serve(PID, "-w", "2") do |server|
    wait_until { ready_count(server) == 2 }
    failures = asking(server) do
      server.signal(:URG)
      wait_until { ready_count(server) == 5 } # one in the mold's place, then both from the mold
      server.signal(:TTIN)
      wait_until { ready_count(server) == 6 }
      server.signal(:TTOU)
      sleep 0.5
      server.signal(:USR2)
      wait_until { ready_count(server) == 8 }
      sleep 0.5
    end
    assert_equal [], failures
    assert server.log.include?("generation 1"), server.log
  end
end

spec "the parent stops when all that is under way is answered" do
  serve(PID, "-w", "1") do |server|
    wait_until { ready_count(server) == 1 }
    slow = Thread.new { server.get("/slow") }
    sleep 0.2
    server.stop
    assert_equal 200, slow.value[0]
    assert server.log.include?("stopped"), server.log
  end
end

spec "a worker that has more memory than it may is replaced" do
  application = 'run ->(env) { $kept = "x" * 80_000_000 if env["PATH_INFO"] == "/grow"; [200, {}, [Process.pid.to_s]] }'
  serve(application, "-w", "1", settings: 'memory_limit worker: "60M", all: "1G"') do |server|
    before = server.get("/grow")[1]
    wait_until { ready_count(server) == 2 }
    wait_until { server.get("/")[1] != before }
    assert server.log.include?("(#{before}) has ") && server.log.include?("MB: it is replaced"), server.log
  end
end

spec "the parent survives a worker that goes before it reads what it was told" do
  serve(PID, "-w", "1") do |server|
    worker = server.get("/")[1].to_i
    Process.kill(:STOP, worker)
    server.signal(:URG)
    wait_until { server.log.include?("(#{worker}) becomes the mold of generation 1") }
    Process.kill(:KILL, worker)
    wait_until { server.log.include?("the mold (#{worker}) of generation 1 is gone") && ready_count(server) == 2 }
    assert_equal 200, server.get("/")[0]
  end
end

spec "the parent survives a worker that is gone before it is told to become the mold" do
  serve(PID, "-w", "1") do |server|
    worker = server.get("/")[1].to_i
    server.signal(:STOP)
    server.signal(:URG)
    Process.kill(:KILL, worker)
    server.signal(:CONT)
    wait_until { ready_count(server) == 2 }
    assert_equal 200, server.get("/")[0]
    assert !server.ended?
  end
end

spec "a service manager is told when the workers are ready, and when they are to stop" do
  with_service_manager do |manager|
    serve(PID, "-w", "1") do |server|
      assert_equal "READY=1\nMAINPID=#{server.pid}", manager.recv(100)
      server.stop
      assert_equal "STOPPING=1", manager.recv(100)
    end
  end
end

spec "workers whose parent is gone end by themselves" do
  serve(PID, "-w", "2") do |server|
    workers = workers_of(server, 2)
    server.signal(:KILL)
    wait_until { workers.all? { |pid| gone?(pid) } }
  end
end

spec "the files that Rails writes for Puma, and those of Pitchfork and Unicorn, are read as they are" do
  puma = <<~'RUBY'
    threads_count = ENV.fetch("RAILS_MAX_THREADS", 3)
    threads threads_count, threads_count
    port ENV.fetch("PORT", 3000)
    plugin :tmp_restart
    workers ENV.fetch("WEB_CONCURRENCY", "1")
    preload_app!
    pidfile ENV["PIDFILE"] if ENV["PIDFILE"]
    worker_timeout 3600 if ENV.fetch("RAILS_ENV", "development") == "development"
    on_worker_boot { nil }
  RUBY
  pitchfork = <<~'RUBY'
    worker_processes 1
    listen 8080, backlog: 64
    timeout 30
    refork_after [50, 100, 1000]
    before_fork { |server| nil }
    after_worker_fork { |server, worker| nil }
    after_mold_fork { |server| nil }
  RUBY
  [puma, pitchfork].each do |settings|
    serve(PID, settings: settings) do |server|
      wait_until { server.log.include?("is ready") }
      assert_equal 200, server.get("/")[0]
    end
  end
end

spec "hooks run where they belong" do
  settings = <<~'RUBY'
    workers 1
    before_fork { $stderr.puts "before_fork #{Process.pid == $parent}" }
    on_worker_boot { |index| $stderr.puts "boot #{index} #{Process.pid != $parent}" }
    $parent = Process.pid
  RUBY
  serve(PID, "-w", "1", settings: settings) do |server|
    wait_until { ready_count(server) == 1 }
    assert server.log.include?("before_fork true\n") && server.log.include?("boot 0 true\n"), server.log
  end
end

spec "what is wrong in a setting or an application is one line, and the end" do
  {
    ["run 1", "wrokers 2"] => "settings.rb:1: wrokers is not a setting of rutile serve",
    ["run 1", "workers 2\nport :a"] => "settings.rb:2: ",
    ["raise 'no'", ""] => "config.ru:1: no (RuntimeError)",
    ["", ""] => "missing run or map statement",
  }.each do |(application, settings), message|
    scratch_folder do |folder|
      server = RunningServer.new(folder, application, settings: settings)
      wait_until { server.ended? }
      assert_equal 1, $?.exitstatus
      line = server.log.lines.last
      assert line.start_with?("rutile serve: ") && line.include?(message), server.log
    end
  end
end

spec "ten restarts and ten reforks in a row lose no request" do
  times = under_stress? ? 1 : 10
  serve(PID, "-w", "2") do |server|
    wait_until { ready_count(server) == 2 }
    ready = 2
    failures = asking(server) do
      times.times do
        server.signal(:URG)
        wait_until { ready_count(server) >= ready + 3 }
        server.signal(:USR2)
        ready = ready_count(server)
        wait_until { ready_count(server) == ready + 2 && server.log.scan("restarting").size * 5 + 2 <= ready + 2 }
        ready += 2
      end
    end
    assert_equal [], failures
    assert_equal [times, times], [server.log.scan("becomes the mold").size, server.log.scan("restarting").size]
  end
end
