# rutile-only
require_relative "fixtures/running"

# What goes wrong around a server costs what it must, and is named in the log.

PIDS = 'run ->(env) { sleep 0.05 if env["PATH_INFO"] == "/wait"; [200, {}, [Process.pid.to_s]] }'

# Asks all the time while a block runs; how many answers there were, and what did not work.
def under_load(server)
  answers, failures, done = 0, [], false
  askers = Array.new(4) do
    Thread.new do
      until done
        begin
          status, = server.get("/wait")
          status == 200 ? answers += 1 : failures << status
        rescue SystemCallError => error
          failures << error.class
        end
      end
    end
  end
  begin
    yield
  ensure
    done = true
    askers.each(&:join)
  end
  [answers, failures]
end

def readies(server) = server.log.scan("is ready").size

spec "a worker that is killed under load fails its own requests, each with an answer, and no others" do
  serve(PIDS, "-w", "2") do |server|
    wait_until { readies(server) == 2 }
    answers, failures = under_load(server) do
      3.times do |round|
        Process.kill(:KILL, server.get("/")[1].to_i)
        wait_until { readies(server) == 3 + round }
      end
    end
    assert answers > 20
    assert failures.size <= 3 * 4, failures.inspect
    assert failures.all? { |failure| [502, 503].include?(failure) }, failures.inspect
    assert_equal 3, server.log.scan("is gone: SIGKILL").size
  end
end

spec "a mold that is killed under load takes nothing with it" do
  serve(PIDS, "-w", "2") do |server|
    wait_until { readies(server) == 2 }
    _, failures = under_load(server) do
      server.signal(:URG)
      wait_until { readies(server) == 5 }
      mold = server.log[/\((\d+)\) becomes the mold/, 1].to_i
      Process.kill(:KILL, mold)
      wait_until { server.log.include?("the mold (#{mold}) of generation 1 is gone") }
      Process.kill(:KILL, server.get("/")[1].to_i)
      wait_until { readies(server) == 6 }
    end
    assert failures.size <= 4, failures.inspect
  end
end

spec "without descriptors connections wait until there are some, and the log says so" do
  application = 'run ->(env) { sleep 0.5 if env["PATH_INFO"] == "/wait"; [200, {}, ["ok"]] }'
  serve(application, settings: "Process.setrlimit(:NOFILE, 40)") do |server|
    held = Array.new(60) { UNIXSocket.new(File.join(server.folder, "server.sock")) }
    wait_until { server.log.include?("no descriptor is left for a connection") }
    held.each(&:close)
    answered = nil
    wait_until { (answered = server.get("/")) == [200, "ok"] }
    assert_equal 40, Array.new(40) { Thread.new { server.get("/")[0] } }.count { |thread| thread.value == 200 }
  end
end

spec "a body for which there is no room on the disk gets a 507, and the server goes on" do
  application = 'run ->(env) { [200, {}, [env["rack.input"].read.bytesize.to_s]] }'
  serve(application, settings: "trap(:XFSZ, \"IGNORE\")\nProcess.setrlimit(:FSIZE, 200_000)") do |server|
    post = ->(size) { server.exchange("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: #{size}\r\n\r\n#{"b" * size}") }
    assert post[150_000].end_with?("\r\n\r\n150000")
    assert post[300_000].start_with?("HTTP/1.1 507 "), post[300_000]
    wait_until { server.log.include?("refused 507 -: no room for a body") }
    assert_equal [200, "0"], server.get("/")
  end
end

spec "logs for which there is no room on the disk are lost and counted, and the server goes on" do
  application = <<~'RUBY'
    run ->(env) do
      begin
        $stdout.reopen("output", "w") if env["PATH_INFO"] == "/room"
      rescue Errno::ENOSPC
        retry # a line is being written, for which there is no room either
      end
      [200, {}, ["answered"]]
    end
  RUBY
  serve(application, "--access-log", settings: 'stdout_redirect "/dev/full"') do |server|
    3.times { assert_equal [200, "answered"], server.get("/") }
    wait_until { server.log.include?("the access log cannot be written: No space left on device") }
    assert_equal [200, "answered"], server.get("/room")
    wait_until { server.log.match?(/\d lines of the access log were lost/) }
    assert File.read(File.join(server.folder, "output")).include?("GET /room")
  end
end

spec "a client that goes in the middle of a request or a response holds nothing up" do
  application = <<~'RUBY'
    run ->(env) do
      case env["PATH_INFO"]
      when "/endless" then [200, {}, Enumerator.new { |parts| begin; loop { parts << "z" * 50_000 }; ensure; $stderr.puts "writer is done"; end }]
      when "/slow" then sleep(0.3).then { $stderr.puts "was served"; [200, {}, ["slow"]] }
      else [200, {}, [ObjectSpace.each_object(Thread).count(&:alive?).to_s]]
      end
    end
  RUBY
  serve(application) do |server|
    threads = server.get("/")[1].to_i
    20.times do
      server.connect { |socket| socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf") }
      server.connect { |socket| socket.write("GET / HT") }
      server.connect { |socket| socket.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n") }
      server.connect { |socket| socket.write("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n"); socket.readpartial(1000) }
    end
    wait_until { server.log.scan("writer is done").size == 20 && server.log.scan("was served").size == 20 }
    assert_equal 200, server.get("/")[0]
    assert !server.log.include?("Error"), server.log
  end
end

spec "an application may loop, and others are served" do
  serve('run ->(env) { loop { } if env["PATH_INFO"] == "/loop"; [200, {}, ["ok"]] }', settings: "request_timeout 1") do |server|
    looping = Thread.new { server.get("/loop") }
    5.times { assert_equal [200, "ok"], server.get("/") }
    assert_equal 503, looping.value[0]
  end
end

spec "an application may fork" do
  application = <<~'RUBY'
    run ->(env) do
      next [200, {}, [Process.pid.to_s]] unless env["PATH_INFO"] == "/fork"
      child = fork { sleep 0.2; exit!(3) }
      [200, {}, [Process.wait2(child)[1].exitstatus.to_s]]
    end
  RUBY
  serve(application, "-w", "1") do |server|
    pid = server.get("/")[1]
    assert_equal ["3"] * 4, Array.new(4) { Thread.new { server.get("/fork")[1] } }.map(&:value)
    assert_equal pid, server.get("/")[1]
  end
end

spec "a worker whose application exits at once or closes what is not its own is replaced" do
  application = <<~'RUBY'
    run ->(env) do
      case env["PATH_INFO"]
      when "/exit" then exit!(7)
      when "/close" then (3..200).each { |number| IO.for_fd(number).close rescue nil }
      end
      [200, {}, [Process.pid.to_s]]
    end
  RUBY
  serve(application, "-w", "1") do |server|
    before = server.get("/")[1]
    server.get("/exit")
    wait_until { readies(server) == 2 }
    assert server.log.include?("(#{before}) is gone: exit 7"), server.log
    after = server.get("/")[1]
    assert before != after
    server.get("/close")
    wait_until(20) { readies(server) == 3 && server.log.include?("(#{after}) is gone") }
    assert_equal 200, server.get("/")[0]
  end
end

spec "an application that leaks costs a worker now and then, and no request" do
  application = '$kept = []; run ->(env) { $kept << "x" * 1_000_000 if env["PATH_INFO"] == "/wait"; [200, {}, [Process.pid.to_s]] }'
  serve(application, "-w", "2", settings: 'memory_limit worker: "60M"') do |server|
    wait_until { readies(server) == 2 }
    answers, failures = under_load(server) { wait_until(90) { server.log.scan("MB: it is replaced").size >= 2 && readies(server) >= 4 } }
    assert answers > 50
    assert_equal [], failures
  end
end

spec "a request for which there is no memory gets a 500, and others are served" do
  application = '$beside = Array.new(1000) { "b" * 100 }; run ->(env) { "x" * (1 << 40) if env["PATH_INFO"] == "/huge"; a = [] and loop { a << "y" * 1_000_000 } if env["PATH_INFO"] == "/grow"; [200, {}, ["ok"]] }'
  with_environment("RUTILE_HEAP_LIMIT" => "200M") do
    serve(application, "-w", "1") do |server|
      %w[/huge /grow /huge].each do |path|
        assert_equal [path, 500], [path, server.get(path)[0]]
        assert_equal [200, "ok"], server.get("/")
      end
      assert_equal 3, server.log.scan(/NoMemoryError in GET/).size
      assert_equal 1, readies(server)
    end
  end
end

spec "a thread that ends leaves no request unanswered, its own or the next" do
  application = <<~RUBY
    run ->(env) do
      Thread.exit if env["PATH_INFO"] == "/exit"
      Thread.list.each { |thread| thread.raise(NoMemoryError, "there is none") unless thread == Thread.current } if env["PATH_INFO"] == "/raise"
      [200, {}, ["ok"]]
    end
  RUBY
  serve(application, "-w", "1", settings: "worker_timeout 3") do |server|
    worker = server.log[/worker 0 \((\d+)\) is ready/, 1]
    8.times do
      assert_equal [500, "Internal Server Error\n"], server.get("/exit")
      assert_equal [200, "ok"], server.get("/raise")
      assert_equal [200, "ok"], server.get("/")
    end
    sleep 5
    assert_equal [200, "ok"], server.get("/")
    assert_equal [1, worker], [readies(server), server.log[/worker 0 \((\d+)\) is ready/, 1]]
  end
end

spec "a worker that does not answer its parent is killed and replaced, and the log says what went with it" do
  application = 'run ->(env) { sleep if env["PATH_INFO"] == "/stay"; [200, {}, [Process.pid.to_s]] }'
  serve(application, "-w", "1", settings: "worker_timeout 2") do |server|
    worker = server.get("/")[1]
    staying = Array.new(3) { Thread.new { server.get("/stay")[0] } }
    sleep 2 # the worker tells of them once a second
    Process.kill(:STOP, worker.to_i)
    wait_until { server.log.include?("worker 0 (#{worker}) does not answer: it is killed") && readies(server) == 2 }
    assert_equal [502, 502, 502], staying.map(&:value)
    assert server.log.include?("(#{worker}) is gone: SIGKILL (signal 9), when it had last told of 3 requests under way"), server.log
    assert server.get("/")[1] != worker
  end
end
