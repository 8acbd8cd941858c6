# One process that serves: an engine over the shared listening sockets, and a channel to the parent.
#
# The channel carries lines. To the parent: `ready`, `beat NUMBERS` once a second, `forked PID`, `answer QUESTION JSON`. To the worker:
# `threads` and `heap`, which ask what each thread does and for a map of the heap, `stop`, and `mold`, which makes it the process
# that the next generation is forked from, then `fork INDEX GENERATION` for each of them, a message that carries the descriptor
# of its channel.

require "rutile/server/engine"
require "rutile/server/handler"
require "rutile/server/inheritance"
require "rutile/heap"
require "json"

module Rutile
  module Server
    class Worker
      BEAT = 1

      def initialize(configuration, application, listeners, log, index:, generation:, channel: nil)
        @configuration = configuration
        @application = application || Application.load(configuration[:rackup])
        @listeners = listeners
        @log = log
        @index = index
        @generation = generation
        @channel = channel
        @becomes_mold = false
      end

      # Serves until it is told to stop; as a mold, forks until then. Yields when it is about to serve.
      def run
        name_process("worker #{@index}")
        appoint_heir
        @configuration.call_hooks(:before_worker_boot, @index)
        @engine = Engine.new(@configuration, Handler.new(@configuration, @application, @log))
        @engine.listen(@listeners)
        if @channel
          trap_signals
          start_channel
        end
        yield if block_given?
        @engine.run
        @becomes_mold ? serve_as_mold : @configuration.call_hooks(:before_worker_exit, @index)
      end

      # Takes no more connections; what is under way has some seconds to end.
      def stop(seconds = @configuration[:shutdown_time]) = @engine.stop(seconds)

      # What it tells of itself (see `Metrics`).
      def numbers = [@engine.busy, @engine.threads, @engine.backlog, @engine.oldest, *collections, *@engine.statistics]

      # The answer to a question, as JSON.
      def answer(question)
        case question
        when "threads" then JSON.generate(@engine.activity.map { |seconds, backtrace| { seconds: seconds.round(3), backtrace: backtrace } })
        when "heap" then JSON.generate(Heap.report(format: :html))
        end
      end

      private

      # A process that answers what this one leaves unanswered if it dies. Where the system refuses one, its clients lose their connections.
      def appoint_heir
        result = Primitive.server_appoint_heir
        @log.event("worker #{@index} has no heir: #{SystemCallError.new(-result).message}") if result < 0
      end

      def name_process(role)
        tag = @configuration[:tag]
        Process.setproctitle("rutile serve: #{role}, generation #{@generation}#{" [#{tag}]" if tag}")
      end

      def trap_signals
        trap(:TERM) { @becomes_mold ? exit!(0) : @engine.stop }
        trap(:INT) { exit!(0) }
        # These are the parent's; a terminal sends them to all.
        %i[HUP USR2 TTIN TTOU URG].each { |name| trap(name) { nil } }
      end

      def start_channel
        say("ready")
        @beats = Thread.new { loop { beat } }
        @beats.name = "rutile beats"
        Thread.new { listen_to_parent }.name = "rutile channel"
      end

      def beat
        sleep(BEAT)
        say("beat #{numbers.join(" ")}")
      rescue NoMemoryError # a request has taken all there is: the next beat tells
        nil
      end

      def collections = [GC.stat(:minor_gc_count), GC.stat(:major_gc_count), GC.stat(:total_time_ns) / 1000, GC.stat(:longest_pause_ns) / 1000]

      def say(line)
        @channel.write("#{line}\n")
      rescue Errno::EPIPE, IOError
        orphaned
      end

      def listen_to_parent
        while (line = @channel.gets)
          case (word = line.chomp)
          when "threads", "heap" then say("answer #{word} #{answer(word)}")
          when "stop" then @engine.stop
          when "mold"
            @becomes_mold = true
            return @engine.stop
          end
        end
        orphaned
      rescue Errno::ECONNRESET
        orphaned
      rescue NoMemoryError # a request has taken all there is: the parent is heard on
        retry
      end

      # The parent is gone: what is under way is answered.
      def orphaned = @engine.stop

      # Nothing is under way any more: what was made since the last generation settles, and is shared with the next.
      def serve_as_mold
        name_process("mold")
        @beats.kill.join
        @engine = nil
        @configuration.call_hooks(:after_mold_fork, @index)
        Process.warmup
        Inheritance.tell(@log, "the mold of generation #{@generation + 1}", [@channel, *@listeners.sockets])
        trap(:TERM) { exit!(0) }
        trap(:CHLD, "DEFAULT")
        say("mold")
        loop do
          line, _, _, rights = @channel.recvmsg(scm_rights: true)
          break unless rights
          index, generation = line.delete_prefix("fork ").split
          fork_worker(Integer(index), Integer(generation), rights.unix_rights.first)
        end
      end

      # A grandchild, which the parent adopts: the process between them ends at once.
      def fork_worker(index, generation, socket)
        channel = UNIXSocket.for_fd(socket.tap { |it| it.autoclose = false }.fileno)
        between = fork do
          @channel.close
          fork { become(index, generation, channel) }
          exit!(0)
        end
        channel.close
        Process.wait(between)
      end

      # It tells its number itself, before anything else that it tells.
      def become(index, generation, channel)
        channel.write("forked #{Process.pid}\n")
        @configuration.call_hooks(:after_worker_fork, index)
        Worker.new(@configuration, @application, @listeners, @log, index: index, generation: generation, channel: channel).run
        exit!(0)
      end
    end
  end
end
