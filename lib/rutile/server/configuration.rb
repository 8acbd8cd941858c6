# The settings of a server: defaults, then the environment, then its file, then the command line. Each stands above those before it.

require "etc"
require "uri"

module Rutile
  module Server
    # Seconds, from a point in the past on.
    def self.now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

    # Calls a block of the settings with as many of the arguments as it takes.
    def self.call(block, arguments)
      block.call(*(block.arity < 0 ? arguments : arguments.take(block.arity)))
    end

    # Something that the user wrote is wrong: one line, and the end.
    class ConfigurationError < StandardError
    end

    class Configuration
      FILES = %w[config/rutile.rb config/puma.rb config/pitchfork.rb].freeze
      HOOKS = %i[before_fork before_worker_boot after_worker_fork after_mold_fork before_worker_exit after_stopped on_restart].freeze
      LIMITS = {
        line: 12 << 10, head: 80 << 10, fields: 100, body: 1 << 30, body_in_memory: 112 << 10, head_time: 30, pause: 30, idle: 65,
      }.freeze
      DEFAULT_PORT = 9292
      FORMATS = %i[common json].freeze
      # How the application is warmed before there are workers: what it is asked for, how often, and whether in a child that ends then.
      WARMUP = { paths: [], times: 1, in_child: false }.freeze

      # Blocks by the place that they run at, and those of processes beside the workers by their names.
      attr_reader :hooks, :companions

      def initialize(environment = ENV, **given)
        @hooks = Hash.new { |hooks, name| hooks[name] = [] }
        @companions = {}
        @values = defaults(environment)
        file = given.delete(:file)
        @values[:environment] = given[:environment] if given[:environment]
        read_file(file)
        @values.update(given.compact)
        settle(environment)
      end

      def [](name) = @values.fetch(name)

      def []=(name, value)
        @values[name] = value
      end

      # The settings that a server that runs can take over from another reading.
      CHANGEABLE = %i[
        workers threads limits request_timeout hard_timeout worker_timeout shutdown_time boot_time access_log refork_after refork_below early_hints memory_limit
      ].freeze

      # Takes over what can be; the names of what is different besides.
      def change(other)
        # Blocks are never the same as those of another reading.
        different = @values.keys.reject { |name| self[name] == other[name] || name == :error_handler }
        different.each { |name| @values[name] = other[name] if CHANGEABLE.include?(name) }
        different - CHANGEABLE
      end

      # Where the control port is where nobody says it: a socket that only this user can connect to.
      def self.control_address = "unix://#{File.directory?("tmp") ? "tmp/" : ""}rutile-control.sock"

      # Settings of the control port's own little server.
      def for_control
        Marshal.load(Marshal.dump(@values.merge(error_handler: nil))).update(threads: 4, workers: 0, request_timeout: nil, hard_timeout: nil, early_hints: false, environment: "production")
      end

      def call_hooks(name, *arguments)
        @hooks[name].each { |hook| Server.call(hook, arguments) }
      end

      private

      def defaults(environment)
        name = environment["APP_ENV"] || environment["RACK_ENV"] || environment["RAILS_ENV"] || "development"
        {
          environment: name, rackup: "config.ru", binds: [], port: nil, host: nil, workers: workers(environment["WEB_CONCURRENCY"]),
          threads: number("MAX_THREADS", environment["MAX_THREADS"] || environment["RAILS_MAX_THREADS"] || "64"), limits: LIMITS.dup,
          pidfile: nil, tag: nil, request_timeout: nil, hard_timeout: nil, worker_timeout: 60, shutdown_time: 30, boot_time: 60, warmup: WARMUP, preload: true,
          access_log: nil, control: nil, control_token: nil, refork_after: nil, refork_below: nil, directory: nil, early_hints: false, memory_limit: nil,
          error_handler: nil, restart_file: nil,
        }
      end

      def settle(environment)
        @values[:port] ||= number("PORT", environment["PORT"] || DEFAULT_PORT.to_s)
        @values[:binds] = ["tcp://#{@values[:host] || "0.0.0.0"}:#{@values[:port]}"] if @values[:binds].empty?
        @values[:workers] = workers(@values[:workers]) if @values[:workers].is_a?(String)
        @values[:threads] = number("threads", @values[:threads]) if @values[:threads].is_a?(String)
        raise ConfigurationError, "threads is not 1 or more: #{@values[:threads]}" unless @values[:threads] > 0
        unless [nil, *FORMATS].include?(@values[:access_log])
          raise ConfigurationError, "access_log is not one of #{FORMATS.join(", ")}: #{@values[:access_log]}"
        end
        environment["RACK_ENV"] ||= @values[:environment]
      end

      # nil: one process, no workers.
      def workers(text)
        case text
        when nil, "" then 0
        when "auto" then Etc.nprocessors
        else number("workers", text)
        end
      end

      def number(name, text)
        Integer(text, exception: false)&.then { |number| number if number >= 0 } or
          raise ConfigurationError, "#{name} is not a number: #{text}"
      end

      def read_file(file)
        return if file == "-"
        file ||= FILES.find { |name| File.file?(name) } or return
        raise ConfigurationError, "#{file}: no such file" unless File.file?(file)
        FileSettings.new(self, @values, @hooks).read(file)
      end
    end

    # The words of a configuration file: those that Puma and Pitchfork have in common, and our own. Each call sets a value.
    class FileSettings
      def initialize(configuration, values, hooks)
        @configuration = configuration
        @values = values
        @hooks = hooks
      end

      def read(file)
        instance_eval(File.read(file), file)
      rescue NoMethodError => error
        raise unless error.receiver.equal?(self)
        raise ConfigurationError, "#{place_in(file, error)}: #{error.name} is not a setting of rutile serve"
      rescue ConfigurationError => error
        raise error.class, "#{place_in(file, error)}: #{error.message}"
      rescue StandardError, ScriptError => error
        raise ConfigurationError, "#{place_in(file, error)}: #{error.message.lines.first&.chomp} (#{error.class})"
      end

      def workers(count) = @values[:workers] = count == :auto || count == "auto" ? Etc.nprocessors : Integer(count)
      alias worker_processes workers

      def threads(_least, most = _least) = @values[:threads] = Integer(most)

      def port(port, host = nil)
        @values[:port] = Integer(port)
        @values[:host] = host if host
        bind("tcp://#{host || "0.0.0.0"}:#{port}")
      end

      def bind(address) = @values[:binds] += [address]

      # Puma's word for TLS.
      def ssl_bind(host, port, cert:, key:)
        bind("ssl://#{host}:#{port}?#{URI.encode_www_form(cert: cert, key: key)}")
      end

      # Unicorn's and Pitchfork's word for the same.
      def listen(address, **)
        bind(address.to_s.start_with?("/") ? "unix://#{address}" : "tcp://#{address.to_s.match?(/\A\d+\z/) ? "0.0.0.0:#{address}" : address}")
      end

      def environment(name) = @values[:environment] = name.to_s
      def rackup(path) = @values[:rackup] = path.to_s
      def pidfile(path) = @values[:pidfile] = path
      alias pid pidfile
      def tag(text) = @values[:tag] = text
      def directory(path) = @values[:directory] = path
      alias working_directory directory
      def preload_app!(answer = true) = @values[:preload] = answer
      alias preload_app preload_app!
      def worker_timeout(seconds) = @values[:worker_timeout] = Integer(seconds)

      # Unicorn's word for that; Pitchfork's for the time that a request may take, and what it gets to end by itself.
      def timeout(seconds, cleanup: nil)
        cleanup ? request_timeout(seconds, hard: seconds + cleanup) : worker_timeout(seconds)
      end

      def worker_boot_timeout(seconds) = @values[:boot_time] = Integer(seconds)
      def worker_shutdown_timeout(seconds) = @values[:shutdown_time] = Integer(seconds)

      # Within the request an exception, then, where that is not enough, another worker in the place of this one.
      def request_timeout(seconds = nil, hard: nil)
        @values[:request_timeout] = seconds && Float(seconds)
        @values[:hard_timeout] = hard && Float(hard)
      end

      def refork_after(*requests) = @values[:refork_after] = requests.flatten
      def fork_worker(requests = 1000) = @values[:refork_after] = [requests]

      # A share from 0 to 1 of the memory of the workers that others have too, and the fewest seconds from one generation to the next.
      def refork_below(shared, every: 60) = @values[:refork_below] = { shared: Float(shared), every: Float(every) }

      def warmup(*paths, times: 1, in_child: false) = @values[:warmup] = { paths: @values[:warmup][:paths] + paths, times: Integer(times), in_child: in_child }
      def access_log(format = :common) = @values[:access_log] = format&.to_sym
      def log_requests(answer = true) = @values[:access_log] = answer ? :common : nil
      def control_url(address) = control(address)

      def control(address = Configuration.control_address, token: nil)
        @values[:control] = address
        @values[:control_token] = token
      end

      # Bytes, or text with a unit: "300M".
      def memory_limit(worker: nil, all: nil) = @values[:memory_limit] = { worker: bytes(worker), all: bytes(all) }

      def early_hints(answer = true) = @values[:early_hints] = answer
      def persistent_timeout(seconds) = @values[:limits][:idle] = Integer(seconds)
      def first_data_timeout(seconds) = @values[:limits][:head_time] = Integer(seconds)
      def http_content_length_limit(bytes) = @values[:limits][:body] = Integer(bytes)

      def limits(**given)
        unknown = given.keys - Configuration::LIMITS.keys
        raise ConfigurationError, "#{unknown.first} is not a limit of rutile serve" if unknown.any?
        @values[:limits].update(given)
      end

      # Puma's word for the same.
      def activate_control_app(address = "auto", options = {})
        control(address == "auto" ? Configuration.control_address : address, token: options[:no_token] ? nil : options[:auth_token])
      end

      def stdout_redirect(output = nil, errors = nil, append = false)
        mode = append ? "a" : "w"
        $stdout.reopen(output, mode).sync = true if output
        $stderr.reopen(errors, mode).sync = true if errors
      end

      # Unicorn's words for the same.
      def stdout_path(path) = stdout_redirect(path, nil, true)
      def stderr_path(path) = stdout_redirect(nil, path, true)

      {
        before_fork: %i[before_fork], before_worker_boot: %i[before_worker_boot on_worker_boot],
        after_worker_fork: %i[after_worker_fork after_fork],
        after_mold_fork: %i[after_mold_fork on_refork before_refork], before_worker_exit: %i[before_worker_exit on_worker_shutdown before_worker_shutdown],
        on_restart: %i[on_restart before_restart], after_stopped: %i[after_stopped on_stopped],
      }.each do |hook, names|
        names.each { |name| define_method(name) { |*, &block| @hooks[hook] << block } }
      end

      # A process beside the workers that runs a block.
      def companion(name, &block) = @configuration.companions[name.to_s] = block

      # Puma's plugins that Rails' files name: a restart when `bin/rails restart` has touched its file, and a process for the application's jobs.
      def plugin(name)
        case name.to_s
        when "tmp_restart" then restart_file("tmp/restart.txt")
        when "solid_queue" then companion(name) { ::SolidQueue::Supervisor.start }
        else raise ConfigurationError, "plugin #{name} is not known to rutile serve"
        end
      end

      def restart_file(path) = @values[:restart_file] = path

      # Makes the response to a request in which the application raised, out of the exception, the environment and the status.
      def lowlevel_error_handler(callable = nil, &block) = @values[:error_handler] = callable || block

      private

      UNITS = { "" => 1, "K" => 1 << 10, "M" => 1 << 20, "G" => 1 << 30 }.freeze
      private_constant :UNITS

      def bytes(size)
        return size unless size.is_a?(String)
        number, unit = size.match(/\A(\d+)\s*([KMG]?)i?B?\z/i)&.captures
        raise ConfigurationError, "not a size: #{size}" unless number
        Integer(number) * UNITS.fetch(unit.upcase)
      end

      def place_in(file, error)
        line = error.backtrace_locations&.find { |location| location.path == file }&.lineno
        line ? "#{file}:#{line}" : file
      end
    end
  end
end
