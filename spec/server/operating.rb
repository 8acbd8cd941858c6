# rutile-only
require_relative "fixtures/running"
require "json"

# What is changed and seen while a server runs.

spec "HUP takes over settings that can be changed, names those that cannot, and keeps the old ones where the new ones are wrong" do
  application = 'run ->(env) { sleep 1 if env["PATH_INFO"] == "/slow"; [200, {}, [Process.pid.to_s]] }'
  serve(application, settings: "workers 1\nthreads 8") do |server|
    settings = File.join(server.folder, "settings.rb")
    wait_until { server.log.include?("is ready") }
    before = server.get("/")[1]
    File.write(settings, "workers 1\nwrokers 1")
    server.signal(:HUP)
    wait_until { server.log.include?("the settings stay as they are: settings.rb:2: wrokers is not a setting of rutile serve") }
    assert_equal [200, before], server.get("/")
    File.write(settings, "workers 2\nrequest_timeout 0.2\ntag 'other'")
    server.signal(:HUP)
    wait_until { server.log.scan("is ready").size >= 3 && server.get("/")[1] != before }
    assert server.log.include?("tag is different, which a restart (USR2) takes over"), server.log
    wait_until { server.get("/slow")[0] == 503 }
  end
end

spec "a request beyond the hard limit costs its worker, and what else it serves is answered" do
  application = <<~'RUBY'
    run ->(env) do
      begin
        case env["PATH_INFO"]
        when "/stuck" then loop { begin; sleep 60; rescue StandardError; nil; end }
        when "/slow" then sleep 3
        end
      end
      [200, {}, [Process.pid.to_s]]
    end
  RUBY
  serve(application, "-w", "1", settings: "request_timeout hard: 2\nworker_shutdown_timeout 5") do |server|
    before = server.get("/")[1]
    stuck = Thread.new { server.get("/stuck") }
    sleep 0.5
    slow = Thread.new { server.get("/slow") }
    wait_until { server.log.match?(/\(#{before}\) serves a request for \d s: it is replaced/) }
    wait_until { server.get("/")[1] != before }
    assert_equal [200, before], slow.value
    wait_until { !File.exist?("/proc/#{before}") }
    assert_equal 502, stuck.value[0]
  end
end

spec "the time that requests were on their way is measured" do
  scratch_folder do |folder|
    address = File.join(folder, "control.sock")
    serve("run ->(env) { [200, {}, []] }", "-w", "1", "--control", "unix://#{address}") do |server|
      server.get("/", "X-Request-Start: t=#{Process.clock_gettime(Process::CLOCK_REALTIME) - 0.2}\r\n")
      metrics = nil
      wait_until { (metrics = ask_control(address, "/metrics")[1]).include?(%(http_request_queue_duration_seconds_count{worker="0"} 1)) }
      assert metrics.include?(%(http_request_queue_duration_seconds_bucket{worker="0",le="0.1"} 0)), metrics
    end
  end
end

spec "the control port shows what a worker's threads do, and a map of its heap" do
  scratch_folder do |folder|
    address = File.join(folder, "control.sock")
    application = "def wait_for_long = sleep(2)\nrun ->(env) { wait_for_long if env[\"PATH_INFO\"] == \"/slow\"; [200, {}, []] }"
    serve(application, "-w", "1", "--control", "unix://#{address}") do |server|
      slow = Thread.new { server.get("/slow") }
      # The thread may be looked at before it has called the application.
      wait_until { JSON.parse(ask_control(address, "/workers/0/threads")[1]).any? { |thread| thread["backtrace"].any?(/wait_for_long/) } }
      status, page = ask_control(address, "/workers/0/heap")
      assert_equal [200, true], [status, page.start_with?("<!DOCTYPE html>")]
      assert_equal 503, ask_control(address, "/workers/7/threads")[0]
      slow.join
    end
  end
end

spec "the control port answers all who ask at the same time, while requests begin and end" do
  scratch_folder do |folder|
    address = File.join(folder, "control.sock")
    serve("run ->(env) { [200, {}, []] }", "-w", "1", "--control", "unix://#{address}") do |server|
      clients = Array.new(3) { Thread.new { 60.times.map { server.get("/")[0] } } }
      asked = Array.new(3) { Thread.new { 10.times.map { ask_control(address, "/workers/0/threads")[0] } } }
      assert_equal [[200] * 180, [200] * 30], [clients.flat_map(&:value), asked.flat_map(&:value)]
    end
  end
end
