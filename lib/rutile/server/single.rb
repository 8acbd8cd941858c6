# A server of one process. It has no parent, and sees to itself what a parent sees to for its workers: signals, the file with its
# number, the control port, the service manager, a restart.

require "rutile/server/worker"
require "rutile/server/companions"
require "rutile/server/control"
require "rutile/server/metrics"
require "rutile/server/pid_file"
require "rutile/server/restart_file"
require "rutile/server/service_manager"

module Rutile
  module Server
    class Single
      # The one worker, as the control port asks for it.
      Slot = Struct.new(:index, :generation, :pid, :ready, :numbers, :stopping)

      SIGNALS = %w[TERM INT QUIT HUP USR2].freeze
      # These are for workers; a terminal or a script may send them all the same.
      WITHOUT_EFFECT = %w[TTIN TTOU URG USR1].freeze
      # Settings that somebody outside a process is needed for.
      FOR_WORKERS = %i[hard_timeout memory_limit refork_after refork_below].freeze
      # Seconds between two looks at what else is to be done.
      BEAT = 1

      attr_reader :configuration

      # An application that is given is warm already.
      def initialize(configuration, listeners, log, application: nil)
        @configuration = configuration
        @listeners = listeners
        @log = log
        @application = application
        @pid_file = PidFile.new(configuration[:pidfile])
        @restart_file = RestartFile.new(configuration[:restart_file])
        @manager = ServiceManager.new
        @signals = Thread::Queue.new
        @serving = false
        @restarting = false
      end

      def run
        FOR_WORKERS.each { |name| @log.event("#{name} has no effect without workers") if @configuration[name] }
        @application ||= Warmup.load(@configuration, @log)
        @worker = Worker.new(@configuration, @application, @listeners, @log, index: 0, generation: 0)
        @pid_file.write
        start_companions
        @worker.run { begin_serving }
        Process.wait(@keeper) if @keeper
        run_anew if @restarting
        @configuration.call_hooks(:after_stopped)
      ensure
        @control&.remove_files
        @pid_file.remove
      end

      # Takes no more connections, and ends when what is under way is answered.
      def stop
        @serving = false
        @manager.stopping
        stop_companions
        @worker.stop
      end

      # --- for the control port ---

      def ready? = @serving
      def generation = 0
      def restarts = 0
      def takes?(signal) = SIGNALS.include?(signal)
      def slots = [Slot.new(0, 0, Process.pid, @serving, Metrics.numbers(@worker.numbers), !@serving)]
      def ask(index, question) = index == 0 ? @worker.answer(question) : nil

      private

      def begin_serving
        SIGNALS.each { |name| trap(name) { @signals << name } }
        WITHOUT_EFFECT.each { |name| trap(name) { nil } }
        @control = Control.start(self, @configuration, @log) if @configuration[:control]
        @serving = true
        @manager.ready
        Thread.new { loop { attend } }.name = "rutile signals"
      end

      def attend
        take_signal(@signals.pop(timeout: BEAT))
        @manager.alive
        restart if @restart_file.touched?
      rescue NoMemoryError # a request has taken all there is
        nil
      end

      def take_signal(name)
        case name
        when "TERM", "QUIT" then stop
        when "INT"
          stop_companions
          @worker.stop(0)
        when "HUP" then @log.reopen
        when "USR2" then restart
        end
      end

      # The same process runs the program anew, when what is under way is answered. Until then connections wait in the system's queue.
      def restart
        return @log.event("cannot restart: another program has started this server") unless Command.words
        @restarting = true
        @serving = false
        @configuration.call_hooks(:on_restart)
        @log.event("restarting")
        @manager.reloading
        stop_companions
        @worker.stop
      end

      # Forked before there are clients.
      def start_companions
        return if @configuration.companions.empty?
        server = Process.pid
        @keeper = fork do
          @listeners.close
          Process.setproctitle("rutile serve: companions")
          Companions.new(@configuration.companions, @log).keep(server, @configuration[:shutdown_time])
          exit!(0)
        end
      end

      def stop_companions
        Process.kill(:TERM, @keeper) if @keeper
      rescue Errno::ESRCH
        nil # it was killed
      end

      def run_anew
        Command.run_anew(@listeners)
      rescue SystemCallError => error
        @log.event("cannot restart: #{error.message}")
      end
    end
  end
end
