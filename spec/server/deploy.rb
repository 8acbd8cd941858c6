# rutile-only
require_relative "fixtures/running"
require "fileutils"
require "yaml"

# The files of `examples/deploy`, as far as they can be tried without what they are written for.

DEPLOY = File.expand_path("../../examples/deploy", __dir__)

def deploy_file(name) = File.read(File.join(DEPLOY, name))

# The words of a command as they stand in a file, with another place to listen.
def words_of(line) = line.split.drop_while { |word| word != "serve" }.drop(1)

spec "the probes of the Kubernetes example are answered, and its command is one that the server takes" do
  deployment, service = YAML.load_stream(deploy_file("kubernetes.yaml"))
  container = deployment.dig("spec", "template", "spec", "containers").first
  paths = %w[startupProbe readinessProbe livenessProbe].map { |probe| container.dig(probe, "httpGet", "path") }
  words = container.fetch("args").drop(1)
  assert_equal "tcp://0.0.0.0:9293", words.last
  port = container.fetch("ports").find { |one| one["name"] == service.dig("spec", "ports", 0, "targetPort") }
  assert_equal words[words.index("-p") + 1], port.fetch("containerPort").to_s
  scratch_folder do |folder|
    address = File.join(folder, "control.sock")
    serve("run ->(env) { [200, {}, []] }", "-w", "2", "--control", "unix://#{address}") do
      wait_until { ask_control(address, "/ready")[0] == 200 }
      paths.each { |path| assert_equal 200, ask_control(address, path)[0] }
    end
  end
end

spec "the options in the other examples are the server's" do
  help = IO.popen([*ruby_command, "serve", "--help"], &:read)
  lines = [deploy_file("rutile.service")[/^ExecStart=(.*)/, 1], deploy_file("Dockerfile")[/^CMD (.*)/, 1].delete('[],"')]
  options = lines.flat_map { |line| words_of(line).grep(/\A-/) }
  assert options.size >= 4
  options.each { |option| assert help.include?(option), option }
end

spec "as the first process of a container it ends at TERM, and waits for what others leave behind" do
  application = <<~'RUBY'
    run ->(env) do
      pid = spawn("sleep 0.3 & exit 0") # its child has the server for a parent in the end
      Process.wait(pid)
      [200, {}, []]
    end
  RUBY
  serve(application, "-w", "1") do |server|
    5.times { assert_equal 200, server.get("/")[0] }
    processes = -> { Dir["/proc/[0-9]*/stat"].filter_map { |file| File.read(file) rescue nil } }
    orphans = -> { processes.().count { |stat| stat[/\) (\S+) (\d+)/, 2] == server.pid.to_s && stat.include?("(sleep)") } }
    wait_until { orphans.() == 0 }
    assert_equal 1, processes.().count { |stat| stat[/\) (\S+) (\d+)/, 2] == server.pid.to_s }
  end
end

spec "words of Unicorn's settings are read" do
  settings = <<~'RUBY'
    worker_processes 1
    working_directory File.dirname(__FILE__)
    pid "server.pid"
    stdout_path "output"
    preload_app true
    timeout 30
    after_fork { |*| puts "a worker was forked" }
  RUBY
  serve("run ->(env) { [200, {}, [Process.ppid.to_s]] }", "-w", "1", settings:) do |server|
    assert_equal [200, File.read(File.join(server.folder, "server.pid")).strip], server.get("/")
    wait_until { File.read(File.join(server.folder, "output")).include?("a worker was forked") }
  end
end

# Where nginx is installed, the example is tried with it.
NGINX = ENV.fetch("PATH").split(":").push("/usr/sbin").map { |folder| File.join(folder, "nginx") }.find { |file| File.executable?(file) }

NGINX && spec("nginx passes requests on as the example says, with the time at which they came") do
  application = 'run ->(env) { [200, {}, [env.values_at("HTTP_X_REQUEST_START", "HTTP_X_REQUEST_ID", "HTTP_HOST").join(" ")]] }'
  serve(application, "-w", "1") do |server|
    folder = server.folder
    front = File.join(folder, "front.sock")
    text = deploy_file("nginx.conf").gsub("/run/app/rutile.sock", File.join(folder, "server.sock")).sub("listen 8000", "listen unix:#{front}")
    places = %w[client_body proxy fastcgi uwsgi scgi].map { |name| "#{name}_temp_path #{folder}/#{name};" }.join("\n")
    File.write("#{folder}/nginx.conf", <<~NGINX)
      daemon off; pid #{folder}/nginx.pid; error_log #{folder}/nginx.log; #{"user root;" if Process.uid == 0}
      events {}
      http { access_log off; #{places}
      #{text} }
    NGINX
    pid = Process.spawn(NGINX, "-c", "#{folder}/nginx.conf", "-e", "#{folder}/nginx.log", out: "#{folder}/nginx.log", err: [:child, :out])
    begin
      wait_until { File.socket?(front) }
      answer = UNIXSocket.open(front) do |socket|
        socket.write("GET / HTTP/1.1\r\nHost: example\r\nConnection: close\r\n\r\n")
        socket.read
      end
      assert answer.match?(/t=\d+\.\d{3} \h{32} example/), answer
    ensure
      Process.kill(:TERM, pid)
      Process.wait(pid)
      Dir["#{folder}/{client_body,proxy,fastcgi,uwsgi,scgi}"].each { |path| FileUtils.rm_rf(path) }
    end
  end
end
