# rutile-only
require_relative "fixtures/running"
require "json"

# What is said of requests.

ANSWERS = <<~'RUBY'
  run ->(env) do
    raise "broken" if env["PATH_INFO"] == "/raise"
    [env["PATH_INFO"] == "/none" ? 404 : 200, { "content-length" => "2" }, [env["HTTP_X_REQUEST_ID"].to_s[0, 2]]]
  end
RUBY

UUID = /\h{8}-\h{4}-\h{4}-\h{4}-\h{12}/

# The lines of the access log, when there are so many.
def logged(server, count)
  lines = nil
  wait_until { (lines = server.log.lines.grep(/ HTTP\/1\.1" /)).size >= count }
  lines
end

spec "the common format has what others' have, and the seconds; what a client sends cannot end a line or a quotation" do
  serve(ANSWERS, "--access-log") do |server|
    server.get("/a?b=c")
    server.exchange("GET /none\xc3\xa9 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".b)
    lines = logged(server, 2)
    assert lines.any? { |line| line.match?(%r{\A- - - \[\d\d/\w{3}/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] "GET /a\?b=c HTTP/1\.1" 200 2 \d+\.\d+$}) }, lines.inspect
    assert lines.any? { |line| line.include?('"GET /none\\xC3\\xA9 HTTP/1.1" 200 2 ') }, lines.inspect
  end
end

spec "the JSON format has a request on a line, with its number: the one it came with, or a new one, which the application and the log of failures have too" do
  serve(ANSWERS, "--access-log", "json") do |server|
    assert_equal [200, "mi"], server.get("/mine?q=1", "X-Request-Id: mine\xff\"\r\n".b)
    assert server.get("/new")[1].match?(/\A\h\h\z/)
    server.get("/raise")
    lines = nil
    wait_until { (lines = server.log.lines.grep(/\A\{/).map { |line| JSON.parse(line) }).any? { |line| line["path"] == "/raise" } }
    mine, new, raised = %w[/mine /new /raise].map { |path| lines.find { |line| line["path"] == path } }
    assert_equal ["GET", "q=1", 200, "mine\u{fffd}\""], mine.values_at("method", "query", "status", "id")
    assert mine["time"].match?(/\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\z/) && mine["seconds"].between?(0, 60), mine.inspect
    assert new["id"].match?(/\A#{UUID}\z/) && new["id"] != raised["id"], new.inspect
    assert server.log.include?("RuntimeError in GET /raise (request #{raised["id"]})"), server.log
  end
end

spec "HUP opens the files again after they were moved, in the parent and in the workers" do
  serve(ANSWERS, "--access-log", settings: "workers 1\nstdout_redirect 'out.log', 'err.log', true") do |server|
    out, err = %w[out.log err.log].map { |name| File.join(server.folder, name) }
    wait_until { server.get("/first")[0] == 200 }
    wait_until { File.read(out).include?("/first") }
    [out, err].each { |path| File.rename(path, "#{path}.1") }
    server.signal(:HUP)
    wait_until { File.exist?(err) && File.read(err).include?("is ready") }
    wait_until { server.get("/second") && File.exist?(out) && File.read(out).include?("/second") }
    assert File.read("#{out}.1").include?("/first") && !File.read(out).include?("/first")
  end
end

spec "an application learns nothing of numbers where no requests are logged" do
  serve(ANSWERS) { |server| assert_equal [200, ""], server.get("/") }
end
