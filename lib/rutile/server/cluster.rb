# The parent: loads the application once, warms it, forks workers and looks after them. It serves nothing itself.
#
#   parent --fork--> worker 0   generation 0
#          --fork--> worker 1       |
#                      | has served enough: it becomes the mold
#                      v
#          <--adopts-- worker 1'  generation 1      (one at a time, none stops before its successor is ready)

require "rutile/server/worker"
require "rutile/server/control"
require "rutile/server/companions"
require "rutile/server/inheritance"
require "rutile/server/metrics"
require "rutile/server/pid_file"
require "rutile/server/restart_file"
require "rutile/server/service_manager"

module Rutile
  module Server
    class Cluster
      # A worker as the parent knows it. `answers` holds, for each question, a queue for each who asked and waits, in their order.
      Slot = Struct.new(:index, :generation, :pid, :channel, :ready, :heard, :numbers, :stopping, :successor_of, :began, :answers, :lost) do
        def served = numbers ? numbers[Metrics::RESPONSES].sum : 0
      end

      # The effects of `TTIN` and its like, in the order in which they are looked for.
      SIGNALS = %w[TERM INT QUIT HUP USR1 USR2 TTIN TTOU URG CHLD].freeze
      ENDING = %w[TERM INT QUIT].freeze
      PREDECESSORS = "RUTILE_PREDECESSORS"
      # A worker that ended before this many seconds is not replaced at once.
      SHORT_LIFE = 1.0
      # Seconds between two looks at the memory of the workers, and before a worker is judged by its memory at all.
      MEMORY_PERIOD = 2
      MEMORY_GRACE = 10
      # Seconds that a worker may live on without its channel.
      CUT_OFF = 2
      # Seconds that a worker has to answer a question.
      ANSWER_TIME = 30

      attr_reader :slots, :restarts, :generation, :configuration

      def initialize(configuration, listeners, log)
        @configuration = configuration
        @listeners = listeners
        @log = log
        @slots = []
        @wanted = configuration[:workers]
        @generation = 0
        @restarts = 0
        @mold = nil
        @pauses = {}
        @manager = ServiceManager.new
        @pid_file = PidFile.new(configuration[:pidfile])
        @restart_file = RestartFile.new(configuration[:restart_file])
        @companions = Companions.new(configuration.companions, log)
        @stopping = false
        @predecessors = ENV.delete(PREDECESSORS).to_s.split.map { |pid| Integer(pid) }
      end

      def run
        Primitive.server_adopt_orphans
        @application = Warmup.load(@configuration, @log) if @configuration[:preload]
        trap_signals
        @pid_file.write
        @configuration.call_hooks(:before_fork)
        Process.warmup
        Inheritance.tell(@log, "the parent", [@reader, @writer, *@listeners.sockets]) if @configuration[:preload]
        @control = Control.start(self, @configuration, @log) if @configuration[:control]
        look_after_workers until @stopping && @slots.empty? && !@companions.running?
        @configuration.call_hooks(:after_stopped)
        @control&.remove_files
        @pid_file.remove
      end

      # Whether as many workers are ready as there should be.
      def ready? = !@stopping && ready_slots.size >= @wanted

      # Whether a signal has an effect.
      def takes?(signal) = SIGNALS.include?(signal)

      # A worker's own report, as JSON: its `threads`, or its `heap`. nil where it is not there, or says nothing.
      def ask(index, question)
        slot = ready_slots.find { |slot| slot.index == index } or return
        answer = Thread::Queue.new
        slot.answers[question] << answer
        slot.channel.write("#{question}\n")
        answer.pop(timeout: ANSWER_TIME)
      rescue SystemCallError, IOError
        nil
      end

      private

      def ready_slots = @slots.select { |slot| slot.ready && !slot.stopping }

      def trap_signals
        @reader, @writer = IO.pipe
        parent = Process.pid
        SIGNALS.each { |name| trap(name) { Process.pid == parent ? @writer.write_nonblock("#{name}\n", exception: false) : end_unmade(name) } }
      end

      # A worker that gets a signal before it has handlers of its own.
      def end_unmade(name)
        exit!(0) if ENDING.include?(name)
      end

      # --- the loop ---

      def look_after_workers
        fork_missing unless @stopping
        wait_for_news
        reap
        replace_stuck
        replace_large
        replace_late
        renew_workers
        refork_if_due
        retire_predecessors
        restart if @restart_file.touched? && !@stopping
        look_after_companions
        @manager.ready if ready?
        @manager.alive
      end

      def wait_for_news
        channels = @slots.map(&:channel).reject(&:closed?)
        channels << @mold.channel if @mold && !@mold.channel.closed?
        ready, = IO.select([@reader, *channels], nil, nil, 1)
        ready&.each { |io| io == @reader ? take_signal : hear(io) }
      end

      def hear(channel)
        slot = [*@slots, @mold].find { |slot| slot&.channel.equal?(channel) } or return # closed since it was waited for
        line = line_of(channel) or return channel_ended(slot)
        slot.heard = now
        word, *rest = line.split
        case word
        when "ready" then worker_ready(slot)
        when "forked" then slot.pid = Integer(rest[0])
        when "mold" then slot.ready = true
        when "answer" then slot.answers[rest[0]].shift&.push(line.split(" ", 3).last)
        when "beat" then slot.numbers = Metrics.numbers(rest.map { |number| Integer(number) })
        end
      end

      # nil where the channel has ended, also where its worker went with something unread in it.
      def line_of(channel)
        channel.gets
      rescue SystemCallError, IOError
        nil
      end

      def worker_ready(slot)
        slot.ready = true
        @log.event("worker #{slot.index} (#{slot.pid}) is ready, generation #{slot.generation}")
        stop(slot.successor_of, :TERM) if slot.successor_of
        slot.successor_of = nil
      end

      def channel_ended(slot)
        slot.channel.close
        return mold_ended(slot) if slot.equal?(@mold)
        slot.pid ? slot.lost = now : forget(slot) # its end will be told otherwise
      end

      # Its children are the parent's: the generation serves on, and who has no successor yet stays.
      def mold_ended(slot)
        @mold = nil
        @log.event("the mold (#{slot.pid}) of generation #{@generation} is gone")
      end

      # --- workers ---

      def fork_missing
        running = @slots.reject(&:stopping)
        (0...@wanted).each do |index|
          next if running.any? { |slot| slot.index == index } || now < @pauses.fetch(index, 0)
          @slots << fork_worker(index)
        end
        running.select { |slot| slot.index >= @wanted }.each { |slot| stop(slot, :TERM) }
      end

      # They come when there are workers. Where nothing was loaded before there were workers, each loads the application itself.
      def look_after_companions
        @companions.kill_late(@configuration[:shutdown_time])
        return unless ready?
        @companions.start do
          give_up_parent([*@listeners.sockets])
          @application || Application.load(@configuration[:rackup])
        end
      end

      # From the mold, if there is one: its pages are the warmest. What the parent forks while a mold is in the making is of the old generation
      # still, and will be replaced as the others are.
      def fork_worker(index, successor_of: nil)
        ours, theirs = UNIXSocket.pair
        generation = @mold && !@mold.ready ? @generation - 1 : @generation
        slot = Slot.new(index, generation, nil, ours, false, now, nil, false, successor_of, now, Hash.new { |all, question| all[question] = [] })
        slot.pid = fork { become(slot, theirs) } unless forked_by_mold?(index, theirs)
        theirs.close
        slot
      end

      def forked_by_mold?(index, channel)
        return false unless @mold&.ready
        @mold.channel.sendmsg("fork #{index} #{@generation}", 0, nil, Socket::AncillaryData.unix_rights(channel))
        true
      rescue SystemCallError
        retire_mold
        false
      end

      # Closes what is the parent's, since a worker whose parent is gone learns of it by the end of its channel.
      def become(slot, channel)
        give_up_parent([slot.channel])
        @configuration.call_hooks(:after_worker_fork, slot.index)
        Worker.new(@configuration, @application, @listeners, @log, index: slot.index, generation: slot.generation, channel: channel).run
        exit!(0)
      rescue Exception => error # whatever it is, the parent goes on and the log says why this one did not
        @log.failed(error, nil) unless error.is_a?(SystemExit)
        exit!(1)
      end

      def give_up_parent(others)
        SIGNALS.each { |name| trap(name, "DEFAULT") }
        [@reader, @writer, *others, *@control&.sockets, @mold&.channel, *@slots.map(&:channel)].each { |io| io&.close }
      end

      # By its channel too: a signal is lost on a worker that is being made, which still has the parent's handlers.
      def stop(slot, signal)
        slot.stopping = now
        Process.kill(signal, slot.pid) if slot.pid
        slot.channel.write_nonblock("stop\n", exception: false)
      rescue SystemCallError, IOError
        nil # it has ended
      end

      def reap
        while (pid = Process.wait(-1, Process::WNOHANG))
          @predecessors.delete(pid)
          @companions.ended(pid, $?)
          slot = @slots.find { |slot| slot.pid == pid } or next
          forget(slot, $?)
        end
      rescue Errno::ECHILD
        nil
      end

      def forget(slot, status = nil)
        @slots.delete(slot)
        slot.channel.close unless slot.channel.closed?
        return if slot.stopping
        @restarts += 1
        @pauses[slot.index] = now + 1 if now - slot.began < SHORT_LIFE
        @log.gone("worker #{slot.index} (#{slot.pid})", status, lost_with(slot))
      end

      # Its heir answers those whose response had not begun.
      def lost_with(slot)
        requests = slot.numbers ? slot.numbers[Metrics::BUSY] + slot.numbers[Metrics::BACKLOG] : 0
        ", when it had last told of #{requests} requests under way" if requests > 0
      end

      # Those that do not answer, and those that do not stop.
      def replace_stuck
        @slots.each do |slot|
          limit = slot.ready ? @configuration[:worker_timeout] : @configuration[:boot_time]
          stuck = slot.stopping ? now - slot.stopping > @configuration[:shutdown_time] : now - slot.heard > limit
          cut_off = slot.lost && !slot.stopping && now - slot.lost > CUT_OFF
          next unless (stuck || cut_off) && slot.pid
          words = cut_off ? "has closed its channel to its parent" : slot.stopping ? "did not stop" : "does not answer"
          @log.event("worker #{slot.index} (#{slot.pid}) #{words}: it is killed")
          Process.kill(:KILL, slot.pid)
        rescue Errno::ESRCH
          nil
        end
      end

      # One worker at a time that has more memory than it may. What counts is its proportional share: pages that all share are not its fault.
      def replace_large
        limits = @configuration[:memory_limit] or return
        return if @reforking || @stopping || now < (@memory_due ||= now + MEMORY_PERIOD)
        @memory_due = now + MEMORY_PERIOD
        shares = ready_slots.to_h { |slot| [slot, Memory.of(slot.pid)&.pss || 0] }
        slot = too_large(shares, limits)
        return if slot.nil? || @slots.any? { |other| other.successor_of }
        @log.event("worker #{slot.index} (#{slot.pid}) has #{shares[slot] / 1024} MB: it is replaced")
        @slots << fork_worker(slot.index, successor_of: slot)
      end

      def too_large(shares, limits)
        grown = shares.select { |slot, _| now - slot.began > MEMORY_GRACE }
        largest, share = grown.max_by(&:last)
        return nil unless largest
        largest if share * 1024 > (limits[:worker] || Float::INFINITY) || shares.sum(&:last) * 1024 > (limits[:all] || Float::INFINITY)
      end

      # A worker whose request takes longer than the hard limit; what else it has it answers before it ends.
      def replace_late
        limit = @configuration[:hard_timeout] or return
        slot = ready_slots.find { |slot| slot.numbers && slot.numbers[Metrics::OLDEST] > limit * 1000 }
        return if slot.nil? || @stopping || @slots.any? { |other| other.successor_of }
        @log.event("worker #{slot.index} (#{slot.pid}) serves a request for #{slot.numbers[Metrics::OLDEST] / 1000} s: it is replaced")
        @slots << fork_worker(slot.index, successor_of: slot)
      end

      # --- generations ---

      def refork_if_due
        continue_refork if @reforking
        return if @reforking || @stopping || !ready?
        refork if served_enough? || share_too_little?
      end

      def served_enough?
        limit = @configuration[:refork_after]&.then { |limits| limits[@generation] || limits.last } or return false
        ready_slots.any? { |slot| slot.served >= limit }
      end

      # Pages that workers write they no longer share. The share is looked at seldom, and a generation has some time before it is.
      def share_too_little?
        limit = @configuration[:refork_below]
        return false if limit.nil? || now < (@sharing_due ||= now + limit[:every])
        @sharing_due = now + [limit[:every], MEMORY_PERIOD].max
        memories = ready_slots.filter_map { |slot| Memory.of(slot.pid) }
        shared = 1 - memories.sum(&:uss).fdiv([memories.sum(&:rss), 1].max)
        return false if shared >= limit[:shared]
        @log.event("the workers share #{(shared * 100).round(1)} % of their memory")
        true
      end

      # The worker that has served most becomes the mold; its own place is filled first.
      def refork
        candidate = ready_slots.max_by(&:served) or return
        @log.event("worker #{candidate.index} (#{candidate.pid}) becomes the mold of generation #{@generation + 1}")
        retire_mold
        @reforking = true
        @generation += 1
        @slots.delete(candidate)
        @mold = candidate
        candidate.ready = false
        candidate.channel.write("mold\n")
      rescue SystemCallError
        channel_ended(candidate) # it went meanwhile: the old generation serves on
      end

      # One worker of an earlier generation at a time gets a successor.
      def continue_refork
        return @reforking = false unless @mold
        return unless @mold.ready && @slots.all? { |slot| slot.ready || slot.stopping }
        old = @slots.find { |slot| slot.generation < @generation && !slot.stopping }
        return @reforking = false unless old
        @slots << fork_worker(old.index, successor_of: old)
      end

      def retire_mold
        return unless @mold
        stop(@mold, :TERM)
        @mold.channel.close unless @mold.channel.closed?
        @mold = nil
      end

      # --- signals ---

      def take_signal
        name = @reader.gets&.chomp
        case name
        when "TERM", "QUIT" then stop_all(:TERM)
        when "INT" then stop_all(:INT)
        when "TTIN" then @wanted += 1
        when "TTOU" then @wanted = [@wanted - 1, 0].max
        when "URG", "USR1" then refork unless @reforking
        when "USR2" then restart
        when "HUP"
          @log.reopen
          reload
        end
      end

      def stop_all(signal)
        @stopping = true
        @manager.stopping
        @log.event("stopping")
        @companions.stop
        @slots.each { |slot| stop(slot, signal) unless slot.stopping && signal == :TERM }
        retire_mold
      end

      # Reads the settings anew. Workers have theirs from before they were forked, so they are replaced, one at a time; the mold has older ones.
      def reload
        other = Command.configuration_anew
        workers = @configuration[:workers]
        fixed = @configuration.change(other)
        fixed.each { |name| @log.event("#{name} is different, which a restart (USR2) takes over") }
        @wanted = @configuration[:workers] unless @configuration[:workers] == workers
        @log.format = @configuration[:access_log]
        retire_mold
        @renewed = now
        @log.event("the settings are read anew")
      rescue ConfigurationError, OptionParser::ParseError => error
        @log.event("the settings stay as they are: #{error.message}")
      end

      def renew_workers
        return if @renewed.nil? || @stopping || @slots.any? { |slot| !slot.ready && !slot.stopping }
        old = @slots.find { |slot| slot.began < @renewed && !slot.stopping }
        return @renewed = nil unless old
        @slots << fork_worker(old.index, successor_of: old)
      end

      # The same process runs the program anew, perhaps another version of it. Its workers serve on until there are new ones.
      def restart
        @configuration.call_hooks(:on_restart)
        retire_mold
        @log.event("restarting")
        @companions.stop
        @manager.reloading
        Command.run_anew(@listeners, PREDECESSORS => @slots.filter_map(&:pid).join(" "))
      rescue SystemCallError => error
        @companions.go_on
        @log.event("cannot restart: #{error.message}")
      end

      def retire_predecessors
        return if @predecessors.empty? || !ready?
        @predecessors.each do |pid|
          Process.kill(:TERM, pid)
        rescue Errno::ESRCH
          nil
        end
        @predecessors = []
      end

      def now = Server.now
    end
  end
end
