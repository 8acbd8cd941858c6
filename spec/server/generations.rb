# rutile-only
require_relative "fixtures/running"
require "json"

# What is shared: warm-ups before workers are forked, and reforking.

NUMBER = 'run ->(env) { [200, {}, [Process.pid.to_s]] }'

def ready_workers(server) = server.log.scan("is ready").size

spec "the application is asked for what it is warmed with, so often, before there are workers" do
  application = '$asked = Hash.new(0); run ->(env) { $asked[env["PATH_INFO"]] += 1; [200, {}, [$asked.slice("/a", "/b").inspect]] }'
  serve(application, "-w", "1", settings: 'warmup "/a", "/b", times: 3') do |server|
    assert_equal '{"/a" => 3, "/b" => 3}', server.get("/")[1]
  end
  serve(application, "-w", "1", settings: 'warmup "/a", times: 3, in_child: true') do |server|
    assert_equal "{}", server.get("/")[1]
  end
end

spec "a warm-up that fails is named, and the server begins" do
  application = 'run ->(env) { env["PATH_INFO"] == "/a" ? raise("cold") : env["PATH_INFO"] == "/b" ? exit!(3) : [env["PATH_INFO"] == "/c" ? 404 : 200, {}, ["ok"]] }'
  serve(application, "-w", "1", settings: 'warmup "/a", "/c", "/b", in_child: true') do |server|
    assert_equal [200, "ok"], server.get("/")
    assert ["cold (RuntimeError)", "warm-up: /c answered 404", "warm-up: the child is gone: exit 3"].all? { |text| server.log.include?(text) }, server.log
  end
end

spec "a worker that has served enough becomes the mold, by the numbers of each generation" do
  serve(NUMBER, "-w", "2", settings: "refork_after 20, 100_000") do |server|
    wait_until { ready_workers(server) == 2 }
    wait_until { 20.times { server.get("/") } && server.log.include?("generation 1") }
    wait_until { ready_workers(server) == 5 }
    assert_equal 2, server.log.scan("is ready, generation 1").size
    200.times { server.get("/") }
    assert !server.log.include?("generation 2"), server.log
  end
end

spec "workers that share too little of their memory are forked anew" do
  application = '$kept = []; run ->(env) { $kept << "x" * 60_000_000 if env["PATH_INFO"] == "/write"; [200, {}, [Process.pid.to_s]] }'
  serve(application, "-w", "1", settings: "refork_below 0.7, every: 1") do |server|
    wait_until { ready_workers(server) == 1 }
    sleep 3
    assert !server.log.include?("becomes the mold"), server.log
    # Once: a worker of the next generation must not get the like.
    server.get("/write")
    wait_until { server.log.include?("% of their memory") && ready_workers(server) == 3 }
    share = Float(server.log[/the workers share ([\d.]+) %/, 1])
    assert share.between?(0, 70), share.to_s
    sleep 3
    assert !server.log.include?("generation 2"), server.log
  end
end

spec "what a mold and a parent have open that their workers would have half of is named" do
  application = <<~'RUBY'
    require "socket"
    $listening = TCPServer.new("127.0.0.1", 0)
    $before = Thread.new { sleep }
    run ->(env) do
      $socket ||= TCPSocket.new("127.0.0.1", $listening.local_address.ip_port)
      $pipe ||= IO.pipe
      $thread ||= Thread.new { sleep }.tap { |it| it.name = "watcher" }
      [200, {}, [$listening.local_address.ip_port.to_s]]
    end
  RUBY
  serve(application, "-w", "1", settings: "after_mold_fork { $pipe.each(&:close) }") do |server|
    port = server.get("/")[1]
    assert server.log.match?(/the parent has a thread \(made at .*config\.ru:3\)/), server.log
    server.signal(:URG)
    wait_until { ready_workers(server) == 3 }
    found = server.log.scan(/the mold of generation 1 has (.*): end it/).flatten
    assert_equal ["a socket (bound to 127.0.0.1:#{port})", "a socket (connected to 127.0.0.1:#{port})", "a thread (watcher)"], found.sort
    assert found.none?(/pipe/), found.inspect
  end
end

spec "hooks run in the parent, the mold and the workers" do
  settings = <<~'RUBY'
    $parent = Process.pid
    before_fork { $stderr.puts "before_fork #{Process.pid == $parent}" }
    after_worker_fork { |index| $stderr.puts "after_worker_fork #{index} #{Process.pid != $parent}" }
    before_worker_boot { |index| $stderr.puts "before_worker_boot #{index}" }
    after_mold_fork { |index| $stderr.puts "after_mold_fork #{index} #{Process.pid != $parent}" }
    before_worker_exit { |index| $stderr.puts "before_worker_exit #{index}" }
    on_restart { $stderr.puts "on_restart #{Process.pid == $parent}" }
    after_stopped { $stderr.puts "after_stopped #{Process.pid == $parent}" }
  RUBY
  serve(NUMBER, "-w", "1", settings: settings) do |server|
    server.signal(:URG)
    wait_until { ready_workers(server) == 3 }
    server.signal(:USR2)
    wait_until { ready_workers(server) == 4 }
    server.stop
    hooks = server.log.scan(/^(?:before|after|on)_.*$/).tally
    expected = {
      "before_fork true" => 2, "after_worker_fork 0 true" => 4, "before_worker_boot 0" => 4, "after_mold_fork 0 true" => 1, "before_worker_exit 0" => 3,
      "on_restart true" => 1, "after_stopped true" => 1,
    }
    assert_equal expected, hooks
  end
end
