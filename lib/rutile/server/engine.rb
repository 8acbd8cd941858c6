# The requests of one process: a loop that polls the connections, and threads that serve what is whole.
#
#   poll --> whole requests --> @queue --> threads: handler.serve(number)
#                                            ^ |
#                                            +-+  the next request of the connection that it answered, if it is there
#
# A thread takes a connection only while it serves a request of it. Threads are made as requests come, up to the limit, and stay.

module Rutile
  module Server
    class Engine
      # Raised in a request that takes longer than the soft limit.
      class RequestTimeout < StandardError
      end

      attr_reader :busy

      def initialize(configuration, handler)
        @configuration = configuration
        @handler = handler
        @server = handler.server
        @most = configuration[:threads]
        @queue = Thread::Queue.new
        @threads = []
        @running = {} # thread => when its request began
        @busy = 0
        @stopping = false
      end

      def threads = @threads.size
      def idle = @queue.num_waiting
      def backlog = @queue.size

      def listen(sockets)
        sockets.each do |socket|
          result = Primitive.server_listen(@server, socket.fileno)
          raise SystemCallError.new("listen", -result) if result < 0
        end
      end

      # Serves until it was stopped and every request is answered.
      def run
        @descriptor = IO.for_fd(Primitive.server_descriptor(@server), autoclose: false)
        until @stopping && finished?
          poll
          @descriptor.wait_readable(@stopping ? 0.02 : 1)
        end
        @threads.size.times { @queue.push(nil) }
      end

      # Takes no more connections. What is under way is answered.
      def stop
        @stopping = true
        Primitive.server_stop(@server)
      end

      # What each thread does now: seconds, and its backtrace.
      def activity
        now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
        @running.map { |thread, began| [now - began, thread.backtrace || []] }
      end

      def statistics = Primitive.server_statistics(@server)

      private

      def finished? = @busy == 0 && @queue.empty? && Primitive.server_statistics(@server)[0] == 0

      def poll
        result = Primitive.server_poll(@server)
        raise SystemCallError.new("epoll_wait", -result) if result < 0
        dispatch if result > 0
        @handler.wake(Primitive.server_writable(@server))
        if (notices = Primitive.server_notices(@server))
          notices.each { |address, status, reason| @handler.log.refused(address, status, reason) }
        end
        end_slow_requests if @configuration[:request_timeout]
      end

      def dispatch
        while (number = Primitive.server_take(@server))
          @queue.push(number)
          start_thread if @queue.num_waiting < @queue.size && @threads.size < @most
        end
      end

      def start_thread
        @threads << Thread.new do
          while (number = @queue.pop)
            serve(number)
            # Whoever answered may have read the next request already.
            while (number = Primitive.server_take(@server))
              serve(number)
            end
          end
        end
      end

      def serve(number)
        @busy += 1
        @running[Thread.current] = Process.clock_gettime(Process::CLOCK_MONOTONIC)
        @handler.serve(number)
      ensure
        @running.delete(Thread.current)
        @busy -= 1
      end

      def end_slow_requests
        limit = Process.clock_gettime(Process::CLOCK_MONOTONIC) - @configuration[:request_timeout]
        @running.select { |_, began| began < limit }.each do |thread, _|
          @running[thread] = Float::INFINITY
          thread.raise(RequestTimeout, "the request took longer than #{@configuration[:request_timeout]} seconds")
        end
      end
    end
  end
end
