# rutile-only
require_relative "fixtures/running"
require "json"

# The control port: metrics, probes, actions, a page.

HELLO = 'run ->(env) { [200, {}, ["hello"]] }'

def ask(path, address, method: "GET", fields: "")
  UNIXSocket.open(address) do |socket|
    socket.write("#{method} #{path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n#{fields}\r\n")
    head, _, body = socket.read.partition("\r\n\r\n")
    [head[/\AHTTP\/1.1 (\d+)/, 1].to_i, body]
  end
end

spec "metrics, probes, status, a page, and actions for those who know the token" do
  scratch_folder do |folder|
    address = File.join(folder, "control.sock")
    serve(HELLO, "-w", "2", "--control", "unix://#{address}", "--control-token", "secret") do |server|
      wait_until { server.log.scan("is ready").size == 2 }
      20.times { server.get("/") }
      status = metrics = nil
      wait_until do
        status, metrics = ask("/metrics", address)
        metrics.scan(/^http_requests_total\{worker="\d",status="2xx"\} (\d+)/).sum { |found| found[0].to_i } == 20
      end
      assert_equal 200, status
      assert metrics.match?(/^rutile_memory_uss_bytes\{worker="0"\} \d+$/), metrics
      assert metrics.match?(/^http_request_duration_seconds_bucket\{worker="0",le="\+Inf"\} \d+$/), metrics
      # Each family has a line that says what it is, and samples for both workers or for the whole.
      families = metrics.scan(/^# TYPE (\S+) (\w+)$/).to_h
      assert metrics.scan(/^# HELP (\S+) \S/).flatten == families.keys, metrics
      {
        "http_requests_total" => "counter", "http_request_duration_seconds" => "histogram", "http_request_queue_duration_seconds" => "histogram",
        "rutile_threads" => "gauge", "rutile_threads_busy" => "gauge", "rutile_threads_idle" => "gauge", "rutile_backlog" => "gauge", "rutile_connections" => "gauge",
        "rutile_connections_accepted_total" => "counter", "rutile_requests_refused_total" => "counter", "rutile_requests_timed_out_total" => "counter",
        "rutile_connections_broken_total" => "counter", "rutile_received_bytes_total" => "counter", "rutile_sent_bytes_total" => "counter",
        "rutile_memory_pss_bytes" => "gauge", "rutile_memory_uss_bytes" => "gauge", "rutile_memory_rss_bytes" => "gauge", "rutile_memory_shared_ratio" => "gauge",
        "rutile_collections_total" => "counter", "rutile_collection_seconds_total" => "counter", "rutile_collection_longest_pause_seconds" => "gauge",
        "rutile_ready" => "gauge", "rutile_generation" => "gauge", "rutile_worker_restarts_total" => "counter",
      }.each do |name, type|
        assert_equal [name, type], [name, families[name]]
        assert metrics.match?(/^#{name}(?:_count)?(?:\{[^}]*\})? [\d.e-]+$/), name
      end
      assert_equal [200, "ready\n"], ask("/ready", address)
      assert_equal [200, "alive\n"], ask("/live", address)
      told = JSON.parse(ask("/status", address)[1])
      assert_equal [2, 0], [told["workers"].size, told["generation"]]
      assert ask("/", address)[1].start_with?("<!doctype html>")
      assert_equal 403, ask("/refork", address, method: "POST")[0]
      assert_equal 405, ask("/refork", address)[0]
      assert_equal 202, ask("/refork", address, method: "POST", fields: "Authorization: Bearer secret\r\n")[0]
      wait_until { server.log.scan("generation 1").size >= 3 }
      table = IO.popen([*ruby_command, "status", "unix://#{address}"], &:read)
      assert table.lines[2].split.first(3) == %w[worker pid generation] && table.lines.size >= 5, table
    end
  end
end

spec "without an address the control port is a socket for this user alone, which rutile status finds" do
  serve(HELLO, "-w", "1", "--control") do |server|
    wait_until { server.log.include?("control on unix://rutile-control.sock") }
    assert_equal 0o600, File.stat(File.join(server.folder, "rutile-control.sock")).mode & 0o777
    table = IO.popen([*ruby_command, "status", { chdir: server.folder }], &:read)
    assert table.include?("generation 0") && table.lines.size == 4, table
    text = IO.popen([*ruby_command, "status", "unix:///nowhere", { err: %i[child out] }], &:read)
    assert_equal ["rutile status: unix:///nowhere: No such file or directory - connect(2) for /nowhere\n", 1], [text, $?.exitstatus]
  end
end
