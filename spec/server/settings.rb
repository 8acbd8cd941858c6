# rutile-only
require_relative "fixtures/running"
require "rutile/server/command"

# What a server is told: the words, where they stand, and which of them stands above which.

Settings = Rutile::Server::Configuration

# What a file of these words comes to.
def read_settings(text, variables = {}, **given)
  scratch_folder do |folder|
    file = File.join(folder, "settings.rb")
    File.write(file, text)
    Settings.new(variables, file: file, **given)
  end
end

def defaults(variables = {}, **given) = Settings.new(variables, file: "-", **given)

# What `rutile serve` says where it cannot begin.
def refusal(*words, settings: nil, rackup: "run ->(env) { [200, {}, []] }")
  scratch_folder do |folder|
    File.write(File.join(folder, "config.ru"), rackup) if rackup
    File.write(File.join(folder, "settings.rb"), settings) if settings
    text = IO.popen([*ruby_command, "serve", *(settings ? %w[-C settings.rb] : %w[-C -]), *words, { chdir: folder, err: %i[child out] }], &:read)
    assert_equal 1, $?.exitstatus
    lines = text.lines.grep_v(/\A\[\d+\] /)
    assert_equal [text, 1], [text, lines.size]
    assert lines[0].start_with?("rutile serve: "), text
    lines[0].chomp
  end
end

spec "without any file or variable a server has its defaults" do
  settings = defaults
  assert_equal [["tcp://0.0.0.0:9292"], 0, 64, "development", "config.ru", nil], %i[binds workers threads environment rackup access_log].map { |name| settings[name] }
end

spec "variables of the environment are read, the first of those that mean the same" do
  {
    { "PORT" => "8080" } => [:binds, ["tcp://0.0.0.0:8080"]],
    { "WEB_CONCURRENCY" => "3" } => [:workers, 3],
    { "WEB_CONCURRENCY" => "auto" } => [:workers, Etc.nprocessors],
    { "WEB_CONCURRENCY" => "" } => [:workers, 0],
    { "MAX_THREADS" => "5", "RAILS_MAX_THREADS" => "7" } => [:threads, 5],
    { "RAILS_MAX_THREADS" => "7" } => [:threads, 7],
    { "APP_ENV" => "a", "RACK_ENV" => "b", "RAILS_ENV" => "c" } => [:environment, "a"],
    { "RACK_ENV" => "b", "RAILS_ENV" => "c" } => [:environment, "b"],
    { "RAILS_ENV" => "c" } => [:environment, "c"],
  }.each { |environment, (name, value)| assert_equal [environment, value], [environment, defaults(environment.dup)[name]] }
  { "PORT" => "http", "WEB_CONCURRENCY" => "many", "MAX_THREADS" => "-1" }.each do |name, value|
    assert_raises(Rutile::Server::ConfigurationError, /is not a number: #{value}/) { defaults({ name => value }) }
  end
end

spec "the file stands above the environment, and the command line above the file" do
  environment = { "PORT" => "1", "WEB_CONCURRENCY" => "1", "RACK_ENV" => "one" }
  settings = read_settings("port 2\nworkers 2\nenvironment 'two'", environment.dup)
  assert_equal [["tcp://0.0.0.0:2"], 2, "two"], %i[binds workers environment].map { |name| settings[name] }
  settings = read_settings("port 2\nworkers 2\nthreads 2, 2\nenvironment 'two'", environment.dup, workers: "auto", threads: 9, environment: "three", binds: ["tcp://a:3"])
  assert_equal [["tcp://a:3"], Etc.nprocessors, 9, "three"], %i[binds workers threads environment].map { |name| settings[name] }
end

spec "the first of the known files is read" do
  scratch_folder do |folder|
    Dir.mkdir(File.join(folder, "config"))
    Dir.chdir(folder) do
      %w[pitchfork puma rutile].each_with_index do |name, index|
        File.write("config/#{name}.rb", "workers #{index + 1}")
        assert_equal index + 1, Settings.new({})[:workers]
      end
    end
  end
end

spec "each word of a file sets what it says" do
  {
    "workers 3" => [:workers, 3], "worker_processes 3" => [:workers, 3], "workers :auto" => [:workers, Etc.nprocessors],
    "threads 1, 5" => [:threads, 5], "threads 5" => [:threads, 5],
    "port 81" => [:binds, ["tcp://0.0.0.0:81"]], "port 81, '::1'" => [:binds, ["tcp://::1:81"]],
    "bind 'unix:///a'\nbind 'tcp://b:1'" => [:binds, ["unix:///a", "tcp://b:1"]],
    "listen 80" => [:binds, ["tcp://0.0.0.0:80"]], "listen '/a', backlog: 1" => [:binds, ["unix:///a"]], "listen '1.2.3.4:5'" => [:binds, ["tcp://1.2.3.4:5"]],
    "ssl_bind 'h', 1, cert: 'c', key: 'k'" => [:binds, ["ssl://h:1?cert=c&key=k"]],
    "environment :test" => [:environment, "test"], "rackup 'a.ru'" => [:rackup, "a.ru"], "tag 'a'" => [:tag, "a"],
    "pidfile 'a'" => [:pidfile, "a"], "pid 'a'" => [:pidfile, "a"], "directory 'a'" => [:directory, "a"], "working_directory 'a'" => [:directory, "a"],
    "preload_app! false" => [:preload, false], "preload_app true" => [:preload, true],
    "worker_timeout 5" => [:worker_timeout, 5], "timeout 5" => [:worker_timeout, 5], "worker_boot_timeout 5" => [:boot_time, 5], "worker_shutdown_timeout 5" => [:shutdown_time, 5],
    "request_timeout 5" => [:request_timeout, 5.0], "request_timeout 5, hard: 7" => [:hard_timeout, 7.0], "timeout 20, cleanup: 3" => [:hard_timeout, 23.0],
    "refork_after 1, 2" => [:refork_after, [1, 2]], "refork_after [1, 2]" => [:refork_after, [1, 2]], "fork_worker" => [:refork_after, [1000]], "fork_worker 5" => [:refork_after, [5]],
    "refork_below 0.9, every: 5" => [:refork_below, { shared: 0.9, every: 5.0 }],
    "warmup '/a'\nwarmup '/b', times: 3, in_child: true" => [:warmup, { paths: %w[/a /b], times: 3, in_child: true }],
    "access_log" => [:access_log, :common], "access_log 'json'" => [:access_log, :json], "log_requests" => [:access_log, :common], "log_requests false" => [:access_log, nil],
    "control 'unix:///a', token: 'b'" => [:control_token, "b"], "control" => [:control, "unix://rutile-control.sock"], "control_url 'tcp://a:1'" => [:control, "tcp://a:1"],
    "activate_control_app" => [:control, "unix://rutile-control.sock"], "activate_control_app 'tcp://a:1', auth_token: 't'" => [:control_token, "t"],
    "activate_control_app 'auto', no_token: true" => [:control_token, nil],
    "memory_limit worker: '300M', all: '1G'" => [:memory_limit, { worker: 300 << 20, all: 1 << 30 }], "memory_limit worker: 5" => [:memory_limit, { worker: 5, all: nil }],
    "early_hints" => [:early_hints, true], "plugin :tmp_restart" => [:restart_file, "tmp/restart.txt"], "restart_file 'a'" => [:restart_file, "a"],
  }.each { |text, (name, value)| assert_equal [text, value], [text, read_settings(text)[name]] }
  { "persistent_timeout 5" => [:idle, 5], "first_data_timeout 5" => [:head_time, 5], "http_content_length_limit 5" => [:body, 5], "limits line: 5, pause: 6" => [:pause, 6] }.each do |text, (name, value)|
    assert_equal [text, value], [text, read_settings(text)[:limits][name]]
  end
end

spec "each hook has its place, by whichever of its names, and runs in the order in which it stands" do
  {
    before_fork: %i[before_fork], before_worker_boot: %i[before_worker_boot on_worker_boot], after_worker_fork: %i[after_worker_fork after_fork],
    after_mold_fork: %i[after_mold_fork on_refork before_refork], before_worker_exit: %i[before_worker_exit on_worker_shutdown before_worker_shutdown],
    on_restart: %i[on_restart before_restart], after_stopped: %i[after_stopped on_stopped],
  }.each do |place, names|
    settings = read_settings(names.map { |name| "#{name} { |*given| ($ran ||= []) << [:#{name}, *given] }" }.join("\n"))
    $ran = []
    settings.call_hooks(place, 7)
    assert_equal names.map { |name| [name, 7] }, $ran
  end
end

spec "words that are not known, and values that cannot be, are one line with the place" do
  {
    "workers 1\nqueue_requests true" => "settings.rb:2: queue_requests is not a setting of rutile serve",
    "workers 'many'" => "settings.rb:1: invalid value for Integer(): \"many\" (ArgumentError)",
    "memory_limit worker: 'big'" => "settings.rb:1: not a size: big", "plugin :other" => "settings.rb:1: plugin other is not known to rutile serve",
    "access_log 'xml'" => "access_log is not one of common, json: xml", "workers (" => "settings.rb:1: ", "ssl_bind 'h', 1, cert: 'c', key: 'k', ca: 'x'" => "settings.rb:1: unknown keyword: :ca",
    "limits word: 1" => "settings.rb:1: word is not a limit",
  }.first(under_stress? ? 2 : 99).each { |settings, message| assert((line = refusal(settings: settings)).include?(message), [message, line].inspect) }
end

spec "whatever else is wrong at the start is one line too" do
  TCPServer.open("127.0.0.1", 0) do |taken|
    port = taken.addr[1]
    {
      %W[-b tcp://127.0.0.1:#{port}] => "cannot listen on tcp://127.0.0.1:#{port}: Address already in use", %w[-b nowhere] => "nowhere is not an address",
      %w[-b tcp://127.0.0.1] => "tcp://127.0.0.1 has no port", %w[-b unix:///nowhere/at/all] => "cannot listen on unix:///nowhere/at/all: No such file or directory",
      %w[-b unix:///tmp/a?owner=me] => "unix:///tmp/a: owner is not known to rutile serve", %w[-b unix:///tmp/a?mode=all] => "unix:///tmp/a: mode is not a number: all",
      %w[-b tcp://127.0.0.1:0 -w 1 --pidfile /nowhere/pid] => "cannot write /nowhere/pid: No such file or directory", %w[-b tcp://127.0.0.1:0 other.ru] => "other.ru: no such file",
      %w[-b tcp://127.0.0.1:0 -w 1 --control nowhere] => "nowhere is not an address", %w[-w some] => "workers is not a number: some", %w[--access-log xml] => "invalid argument: --access-log xml",
      %w[--nonsense] => "invalid option: --nonsense", %w[--dir /nowhere] => "No such file or directory", %w[-t many] => "threads is not a number: many", %w[-t 0] => "threads is not 1 or more: 0",
    }.first(under_stress? ? 3 : 99).each { |words, message| assert((line = refusal(*words)).include?(message), [words, message, line].inspect) }
  end
  assert refusal("-b", "tcp://127.0.0.1:0", rackup: "\n\nrun )").include?("config.ru:3")
  assert refusal("-b", "tcp://127.0.0.1:0", rackup: nil).include?("config.ru: no such file")
end

spec "a socket's file has the permissions that its address says" do
  serve("run ->(env) { [200, {}, []] }", "-b", "unix://mode.sock?mode=0606", "-b", "unix://umask.sock?umask=0177&backlog=5") do |server|
    assert_equal [0o606, 0o600], %w[mode umask].map { |name| File.stat(File.join(server.folder, "#{name}.sock")).mode & 0o777 }
  end
end
