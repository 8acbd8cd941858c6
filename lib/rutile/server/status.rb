# The state of a cluster at a moment: for the control port's JSON and for its metrics.

require "rutile/server/memory"
require "rutile/server/metrics"

module Rutile
  module Server
    class Status
      def initialize(cluster)
        @cluster = cluster
        @workers = cluster.slots.map { |slot| worker(slot) }
      end

      def to_h
        {
          pid: Process.pid, version: RUBY_ENGINE_VERSION, generation: @cluster.generation, ready: @cluster.ready?, restarts: @cluster.restarts,
          threads: @cluster.configuration[:threads], memory: Memory.of(Process.pid).to_h, workers: @workers,
        }
      end

      # Prometheus' text form.
      def metrics
        lines = []
        gauge(lines, "rutile_ready", "Whether as many workers are ready as there should be.", [[{}, @cluster.ready? ? 1 : 0]])
        gauge(lines, "rutile_generation", "How often workers were forked from a worker.", [[{}, @cluster.generation]])
        counter(lines, "rutile_worker_restarts_total", "Workers that ended unasked.", [[{}, @cluster.restarts]])
        each_worker(lines, :gauge, "rutile_threads", "Threads that serve requests.", :threads)
        each_worker(lines, :gauge, "rutile_threads_busy", "Threads that serve one now.", :busy)
        gauge(lines, "rutile_threads_idle", "Threads that wait for a request.", telling.map { |worker| [{ worker: worker[:index] }, worker[:threads] - worker[:busy]] })
        each_worker(lines, :gauge, "rutile_backlog", "Whole requests that wait for a thread.", :backlog)
        each_worker(lines, :gauge, "rutile_connections", "Connections that are open.", :connections)
        each_worker(lines, :counter, "rutile_connections_accepted_total", "Connections that were accepted.", :accepted)
        each_worker(lines, :counter, "rutile_requests_refused_total", "Requests that never reached the application.", :refused)
        each_worker(lines, :counter, "rutile_connections_broken_total", "Connections that ended in the middle.", :broken)
        each_worker(lines, :counter, "rutile_requests_timed_out_total", "Requests and responses that the client took too long over.", :timed_out)
        each_worker(lines, :counter, "rutile_received_bytes_total", "Bytes that were read from connections.", :read)
        each_worker(lines, :counter, "rutile_sent_bytes_total", "Bytes that were written to connections.", :written)
        memory(lines)
        collections(lines)
        requests(lines)
        histogram(lines, "http_request_duration_seconds", "From the first byte of a request to the last of its response.", :durations, :microseconds)
        histogram(lines, "http_request_queue_duration_seconds", "From X-Request-Start to the application.", :queues, :queue_microseconds)
        "#{lines.join("\n")}\n"
      end

      private

      NAMES = {
        busy: Metrics::BUSY, threads: Metrics::THREADS, backlog: Metrics::BACKLOG, connections: Metrics::CONNECTIONS, accepted: Metrics::ACCEPTED,
        refused: Metrics::REFUSED, broken: Metrics::BROKEN, timed_out: Metrics::TIMED_OUT, read: Metrics::READ, written: Metrics::WRITTEN,
        microseconds: Metrics::MICROSECONDS, queue_microseconds: Metrics::QUEUE_MICROSECONDS, responses: Metrics::RESPONSES,
        durations: Metrics::DURATIONS, queues: Metrics::QUEUES, oldest: Metrics::OLDEST,
        minor: Metrics::MINOR, major: Metrics::MAJOR, collection_microseconds: Metrics::COLLECTION_MICROSECONDS, longest_pause: Metrics::LONGEST_PAUSE,
      }.freeze

      def worker(slot)
        told = slot.numbers ? NAMES.transform_values { |position| slot.numbers[position] } : {}
        memory = slot.pid && Memory.of(slot.pid)
        {
          index: slot.index, pid: slot.pid, generation: slot.generation, ready: slot.ready, stopping: !!slot.stopping,
          memory: memory && memory.to_h.merge(shared: memory.shared.round(4)), **told,
        }
      end

      def gauge(lines, name, help, samples) = family(lines, :gauge, name, help, samples)
      def counter(lines, name, help, samples) = family(lines, :counter, name, help, samples)

      def family(lines, type, name, help, samples)
        lines << "# HELP #{name} #{help}" << "# TYPE #{name} #{type}"
        samples.each do |labels, value|
          text = labels.map { |label, of| "#{label}=#{of.to_s.dump}" }.join(",")
          lines << "#{name}#{"{#{text}}" unless text.empty?} #{value}"
        end
      end

      def telling = @workers.select { |worker| worker[:responses] }

      def each_worker(lines, type, name, help, key)
        family(lines, type, name, help, telling.map { |worker| [{ worker: worker[:index] }, worker[key]] })
      end

      def memory(lines)
        kinds = { pss: "proportional share", uss: "not shared with any process", rss: "in memory" }
        kinds.each do |kind, words|
          samples = @workers.filter_map { |worker| worker[:memory] && [{ worker: worker[:index] }, worker[:memory][kind] * 1024] }
          gauge(lines, "rutile_memory_#{kind}_bytes", "Memory of a worker, #{words}.", samples)
        end
        shares = @workers.filter_map { |worker| worker[:memory] && [{ worker: worker[:index] }, worker[:memory][:shared]] }
        gauge(lines, "rutile_memory_shared_ratio", "The part of a worker's memory that others share.", shares)
      end

      def collections(lines)
        counts = telling.flat_map { |worker| %i[minor major].map { |kind| [{ worker: worker[:index], kind: kind }, worker[kind]] } }
        counter(lines, "rutile_collections_total", "Collections of garbage.", counts)
        counter(lines, "rutile_collection_seconds_total", "Time of collections.", telling.map { |worker| [{ worker: worker[:index] }, worker[:collection_microseconds] / 1e6] })
        gauge(lines, "rutile_collection_longest_pause_seconds", "The longest pause for a collection.", telling.map { |worker| [{ worker: worker[:index] }, worker[:longest_pause] / 1e6] })
      end

      def requests(lines)
        samples = telling.flat_map do |worker|
          worker[:responses].each_with_index.filter_map { |count, digit| [{ worker: worker[:index], status: digit == 0 ? "other" : "#{digit}xx" }, count] if count > 0 }
        end
        counter(lines, "http_requests_total", "Responses by the first digit of their status.", samples)
      end

      def histogram(lines, name, help, classes, sum_of)
        lines << "# HELP #{name} #{help}" << "# TYPE #{name} histogram"
        bounds = Primitive.server_bounds.map { |micros| micros / 1e6 } + ["+Inf"]
        telling.each do |worker|
          sum = 0
          bounds.zip(worker[classes]) { |bound, count| lines << %(#{name}_bucket{worker="#{worker[:index]}",le="#{bound}"} #{sum += count}) }
          lines << %(#{name}_sum{worker="#{worker[:index]}"} #{worker[sum_of] / 1e6}) << %(#{name}_count{worker="#{worker[:index]}"} #{sum})
        end
      end
    end
  end
end
