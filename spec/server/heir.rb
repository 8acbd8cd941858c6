# rutile-only
require_relative "fixtures/running"

# A worker that dies leaves clients behind, which its heir answers: 502 where an application was at the request, 503 where none was.

LEFT_BEHIND = <<~'RUBY'
  run ->(env) do
    case env["PATH_INFO"]
    when "/stay" then sleep
    when "/stream" then next [200, {}, Enumerator.new { |parts| parts << "begun"; sleep }]
    when "/exit" then exit!(7)
    when "/program" then exec("sleep", "0.3")
    when "/start" then next [200, {}, [system("true").inspect]]
    when "/wait" then next [200, {}, [(Process.wait rescue $!.class).to_s]]
    end
    [200, {}, [Process.pid.to_s]]
  end
RUBY

def asking(server, path) = Thread.new { server.get(path) }

# What a worker waits for is with the application.
def until_served(server, control, count)
  wait_until(20) { ask_control(control, "/metrics")[1][/^rutile_threads_busy\{worker="0"\} (\d+)/, 1].to_i == count }
rescue SpecFailure => failure
  raise failure.class, "#{failure.message}: #{server.log}"
end

def serve_with_heir(*arguments, settings: "")
  serve(LEFT_BEHIND, "-w", "1", "--control", "unix://control", *arguments, settings: settings) do |server|
    yield server, File.join(server.folder, "control"), server.get("/")[1].to_i
  end
end

# The processes that a process has made.
def children_of(process)
  Dir["/proc/[0-9]*/stat"].filter_map do |file|
    stat = File.read(file)
    Integer(stat[/\A\d+/]) if stat[/\) \S (\d+)/, 1] == process.to_s
  rescue SystemCallError
    nil # it has ended meanwhile
  end
end

def exists?(process)
  Process.kill(0, process)
rescue Errno::ESRCH
  false
end

spec "requests of a worker that is killed, or ends by itself, are answered" do
  serve_with_heir do |server, control, worker|
    staying = Array.new(3) { asking(server, "/stay") }
    until_served(server, control, 3)
    heirs = children_of(worker)
    assert_equal 1, heirs.size
    Process.kill(:KILL, worker)
    assert_equal [502] * 3, staying.map { |thread| thread.value[0] }
    wait_until { !exists?(heirs[0]) }
    assert server.get("/")[1].to_i != worker
    # Programs that the application starts are no end of its worker, which waits for its own children only.
    assert_equal ["true", "Errno::ECHILD"], %w[/start /wait].map { |path| server.get(path)[1] }
    staying = asking(server, "/stay")
    until_served(server, control, 1)
    assert_equal [502, 502], [server.get("/exit")[0], staying.value[0]]
  end
end

spec "requests that a stuck worker has not read are answered when it is killed, and may be sent again" do
  serve_with_heir(settings: "worker_timeout 2") do |server, control, worker|
    staying = asking(server, "/stay")
    until_served(server, control, 1)
    server.connect do |socket|
      socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      assert socket.readpartial(1000).start_with?("HTTP/1.1 200")
      Process.kill(:STOP, worker)
      socket.write("GET /again HTTP/1.1\r\nHost: a\r\n\r\n")
      answer = socket.read
      assert answer.start_with?("HTTP/1.1 503 Service Unavailable\r\nretry-after: 0\r\n"), answer
      assert_equal 1, answer.scan("HTTP/").size
    end
    assert_equal 502, staying.value[0]
  end
end

spec "a response that has begun ends with its worker, and a client that asks nothing is told nothing" do
  serve_with_heir do |server, _, worker|
    server.connect do |idle|
      idle.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      idle.readpartial(1000)
      server.connect do |socket|
        socket.write("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
        begun = +""
        begun << socket.readpartial(1000) until begun.include?("begun")
        Process.kill(:KILL, worker)
        rest = socket.read rescue ""
        assert !rest.include?("HTTP/1.1"), rest
      end
      rest = idle.read rescue ""
      assert_equal "", rest
    end
  end
end

spec "a client whose request comes just behind the end of its worker is answered" do
  serve_with_heir do |server, _, worker|
    server.connect do |known|
      known.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      known.readpartial(1000)
      heirs = children_of(worker)
      Process.kill(:KILL, worker)
      wait_until { !exists?(worker) }
      sleep 0.05
      known.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      answer = known.read
      assert answer.start_with?("HTTP/1.1 503 Service Unavailable\r\n"), answer
      wait_until { heirs.none? { |heir| exists?(heir) } }
    end
  end
end

spec "a worker that becomes another program has no heir any more, and its clients lose their connections" do
  serve_with_heir do |server, _, worker|
    heirs = children_of(worker)
    assert_equal 0, server.get("/program")[0]
    assert heirs.none? { |heir| exists?(heir) }
    wait_until { server.log.scan("is ready").size == 2 }
  end
end

spec "a signal to all processes of a server ends no heir before its worker" do
  serve_with_heir do |server, _, worker|
    heir, = children_of(worker)
    %i[TERM INT HUP USR1].each { |name| Process.kill(name, heir) }
    sleep 0.1
    assert exists?(heir)
    server.stop
    wait_until { !exists?(heir) }
  end
end

spec "a server without workers has an heir as well" do
  scratch_folder do |folder|
    server = RunningServer.new(folder, LEFT_BEHIND)
    heir, = children_of(server.pid)
    staying = asking(server, "/stay")
    sleep 0.5
    server.signal(:KILL)
    assert_equal 502, staying.value[0]
    wait_until { !exists?(heir) }
  ensure
    server.stop
  end
end
