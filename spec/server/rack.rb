# rutile-only
require_relative "fixtures/running"

# What an application may do with a request and a response.

spec "an application that raises, exits or throws gets a 500, and the server goes on" do
  serve(<<~'RUBY') do |server|
    run ->(env) do
      case env["PATH_INFO"]
      when "/raise" then raise "secret"
      when "/exit" then exit
      when "/throw" then throw :nowhere
      when "/nothing" then nil
      when "/late" then [200, {}, Enumerator.new { |parts| parts << "begun"; raise "late" }]
      else [200, {}, ["fine"]]
      end
    end
  RUBY
    %w[/raise /exit /throw /nothing].each { |path| assert_equal [path, [500, "Internal Server Error\n"]], [path, server.get(path)] }
    assert_equal "5\r\nbegun\r\n", server.get("/late")[1]
    assert_equal [200, "fine"], server.get("/")
    assert server.log.include?("RuntimeError in GET /raise") && server.log.include?("secret"), server.log
  end
end

spec "a body is closed and callbacks run, the last one first, whatever happens" do
  serve(<<~'RUBY') do |server|
    $seen = []
    body = Class.new do
      def initialize(fails) = @fails = fails
      def each
        yield "x"
        raise "no" if @fails
      end
      def close = $seen << :closed
    end
    run ->(env) do
      next [200, {}, [$seen.inspect]] unless %w[/work /fail].include?(env["PATH_INFO"])
      2.times { |index| env["rack.response_finished"] << ->(_, status, _, error) { $seen << [index, status, error&.message] } }
      [200, {}, body.new(env["PATH_INFO"] == "/fail")]
    end
  RUBY
    server.get("/work")
    server.get("/fail")
    seen = nil
    wait_until { (seen = server.get("/seen")[1]).scan("[0, 200").size == 2 } # the client has its response before the callbacks run
    assert_equal '[:closed, [1, 200, nil], [0, 200, nil], :closed, [1, 200, "no"], [0, 200, "no"]]', seen
  end
end

spec "a body that is called, and whoever hijacks, has the socket to itself" do
  serve(<<~'RUBY') do |server|
    run ->(env) do
      case env["PATH_INFO"]
      when "/called" then [200, { "x" => "y" }, ->(stream) { stream.write("got #{stream.readpartial(10)}"); stream.close }]
      when "/upgrade" then [101, { "connection" => "upgrade", "upgrade" => "echo", "rack.hijack" => ->(io) { io.write(io.readpartial(10).upcase); io.close } }, []]
      when "/hijack"
        io = env["rack.hijack"].call
        io.write("HTTP/1.1 200 OK\r\n\r\nmine")
        io.close
      end
    end
  RUBY
    text = server.exchange("GET /called HTTP/1.1\r\nHost: a\r\n\r\nping")
    assert text.start_with?("HTTP/1.1 200 OK\r\nx: y\r\n") && text.end_with?("\r\n\r\ngot ping"), text
    text = server.exchange("GET /upgrade HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nping")
    assert text.start_with?("HTTP/1.1 101") && text.include?("connection: upgrade\r\n") && text.end_with?("\r\n\r\nPING"), text
    assert_equal "HTTP/1.1 200 OK\r\n\r\nmine", server.exchange("GET /hijack HTTP/1.1\r\nHost: a\r\n\r\n")
  end
end

spec "requests that wait do not hold up others, as many as there may be threads" do
  serve("run ->(env) { sleep 0.3; [200, {}, [\"late\"]] }", "-t", "200") do |server|
    began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    bodies = Array.new(200) { Thread.new { server.get("/")[1] } }.map(&:value)
    assert_equal ["late"] * 200, bodies
    assert Process.clock_gettime(Process::CLOCK_MONOTONIC) - began < 20
  end
end

spec "a request that takes too long is ended, and gets a 503" do
  serve("run ->(env) { sleep 30 if env[\"PATH_INFO\"] == \"/slow\"; [200, {}, [\"ok\"]] }", settings: "request_timeout 0.2") do |server|
    assert_equal [503, "Service Unavailable\n"], server.get("/slow")
    assert_equal [200, "ok"], server.get("/")
  end
end

spec "requests that take too long are ended in time, each once" do
  application = <<~'RUBY'
    run ->(env) do
      begin
        sleep 0.9
      rescue StandardError => error
        $stderr.puts "ended"
        sleep 0.3
        raise error
      end
      [200, {}, ["late"]]
    end
  RUBY
  serve(application, "-w", "1", settings: "request_timeout 0.2") do |server|
    statuses = Array.new(3) { Thread.new { server.get("/")[0] } }.map(&:value)
    assert_equal [503, 503, 503], statuses
    assert_equal 3, server.log.scan("ended\n").size
  end
end

spec "informational responses come before the response" do
  serve('run ->(env) { env["rack.early_hints"].call("link" => "</a.css>; rel=preload"); [200, {}, ["ok"]] }', settings: "early_hints") do |server|
    text = server.exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    assert text.start_with?("HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\n"), text
  end
end
