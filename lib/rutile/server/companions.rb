# Processes beside the workers, as one that does an application's jobs: forked from the warm process, whose memory they share, begun anew
# where they end, and stopped with the server.

module Rutile
  module Server
    class Companions
      # Seconds between two beginnings of one, at least, and between a companion's looks for its parent.
      PAUSE = 2
      # Seconds of a turn of the process that keeps them, and the signals that end it.
      TURN = 0.2
      SIGNALS = %w[TERM INT].freeze

      Companion = Struct.new(:name, :block, :pid, :began)

      def initialize(blocks, log)
        @all = blocks.map { |name, block| Companion.new(name, block) }
        @log = log
        @stopping = nil
      end

      def running? = @all.any?(&:pid)

      # Forks those that do not run. Each yields first, to give up what is the server's alone.
      def start(&give_up)
        return if @stopping
        @all.each { |companion| fork_one(companion, give_up) unless companion.pid || recent?(companion) }
      end

      # Takes note of the end of a process, if it is one of these.
      def ended(pid, status)
        companion = @all.find { |companion| companion.pid == pid } or return
        companion.pid = nil
        @log.gone("#{companion.name} (#{pid})", status) unless @stopping
      end

      def stop
        @stopping ||= Server.now
        kill(:TERM)
      end

      # The server goes on after all.
      def go_on = @stopping = nil

      # Those that have not stopped in time.
      def kill_late(seconds)
        kill(:KILL) if @stopping && Server.now - @stopping > seconds
      end

      # The work of a process that does nothing else. A server of one process has clients, whose connections companions that it begins anew
      # would have too, and keep open. Ends with the server, when they have ended.
      def keep(server, seconds)
        SIGNALS.each { |name| trap(name) { stop } }
        until @stopping && !running?
          start { SIGNALS.each { |name| trap(name, "DEFAULT") } }
          stop if Process.ppid != server && !@stopping
          reap
          kill_late(seconds)
          sleep(TURN)
        end
      end

      private

      def reap
        @all.each { |companion| ended(companion.pid, $?) if companion.pid && Process.wait(companion.pid, Process::WNOHANG) }
      end

      def recent?(companion) = companion.began && Server.now - companion.began < PAUSE

      def fork_one(companion, give_up)
        parent = Process.pid
        companion.began = Server.now
        companion.pid = fork do
          give_up.call
          Process.setproctitle("rutile serve: #{companion.name}")
          end_with(parent)
          companion.block.call
          exit!(0)
        rescue SystemExit => error
          exit!(error.status)
        rescue Exception => error # whatever it is, the server goes on and the log says why this one did not
          @log.failed(error, nil)
          exit!(1)
        end
        @log.event("#{companion.name} is process #{companion.pid}")
      end

      # A companion whose server is gone stops by itself.
      def end_with(parent)
        Thread.new do
          sleep(PAUSE) while Process.ppid == parent
          Process.kill(:TERM, Process.pid)
        end
      end

      def kill(signal)
        @all.each do |companion|
          Process.kill(signal, companion.pid) if companion.pid
        rescue Errno::ESRCH
          nil
        end
      end
    end
  end
end
