# The requests of one process: a loop that polls the connections, and threads that serve what is whole.
#
#   poll --> whole requests --> a thread is woken: handler.serve(number), until there is none
#                                   |
#                                   +--> wakes the next while there are more, which runs when this one waits
#
# A thread has a connection only while it serves a request of it. Threads are made as requests come, up to the limit, and stay.

module Rutile
  module Server
    class Engine
      # Raised in a request that takes longer than the soft limit.
      class RequestTimeout < StandardError
      end

      # The number that `server_poll` adds where there is more to ask for than requests.
      NEWS = 1 << 32

      # Seconds that a thread may take to end when there are no more requests.
      ENDING = 0.1

      # A thread, the request that it serves, and the one that took too long and was ended.
      Seat = Struct.new(:thread, :number, :ended)

      def initialize(configuration, handler)
        @configuration = configuration
        @handler = handler
        @server = handler.server
        @most = configuration[:threads]
        @wakes = Thread::Queue.new
        @woken = false
        @seats = []
        @ending = Mutex.new
        @stopping = nil
        @next_end = 0.0 if configuration[:request_timeout]
      end

      def busy = @seats.count(&:number)
      def threads = @seats.size
      def backlog = Primitive.server_waiting(@server)

      def listen(listeners)
        listeners.each do |socket, certificate, key|
          result = Primitive.server_listen(@server, socket.fileno, certificate, key)
          raise ConfigurationError, result if result.is_a?(String)
          raise SystemCallError.new("listen", -result) if result < 0
        end
      end

      # Serves until it was stopped and every request is answered.
      def run
        @descriptor = IO.for_fd(Primitive.server_descriptor(@server), autoclose: false)
        attend until @stopping && (finished? || Server.now > @stopping)
        @wakes.close
        ending = Server.now + ENDING
        @seats.filter_map(&:thread).each { |thread| thread.join([ending - Server.now, 0].max) }
      end

      # Milliseconds since the request was taken that was taken first.
      def oldest = (work.map(&:last).max.to_f * 1000).to_i

      # Takes no more connections. What is under way is answered, if it does not take too long.
      def stop(seconds = @configuration[:shutdown_time])
        @stopping = [@stopping, Server.now + seconds].compact.min
        Primitive.server_stop(@server)
      end

      # The work of each thread now: seconds, and its backtrace.
      def activity = work.map { |seat, _, age| [age, seat.thread.backtrace || []] }

      def statistics = Primitive.server_statistics(@server)

      private

      # Each seat whose thread serves a request, the request's number, and its age in seconds. A request may be over at any moment,
      # so its number is read once.
      def work
        @seats.filter_map do |seat|
          number = seat.number or next
          age = Primitive.server_age(@server, number) or next
          [seat, number, age]
        end
      end

      def finished? = busy == 0 && Primitive.server_statistics(@server)[0] == 0

      # Where a request takes all memory there is, this may be the thread that is told of it. What it needs is there again once that
      # request is over, and a wake that was under way is made up for.
      def attend
        poll
        @descriptor.wait_readable(pause)
      rescue NoMemoryError
        @woken = false
      end

      def poll
        result = Primitive.server_poll(@server)
        raise SystemCallError.new("epoll_wait", -result) if result < 0
        wake if result & (NEWS - 1) > 0 && !@woken
        hear_news if result & NEWS != 0
        end_slow_requests if @next_end && Server.now >= @next_end
      end

      # Seconds until there is something to do though no connection has news.
      def pause
        return 0.02 if @stopping
        sweep = Primitive.server_next_sweep(@server)
        @next_end ? [sweep, [@next_end - Server.now, 0].max].compact.min : sweep
      end

      def hear_news
        @handler.wake(Primitive.server_writable(@server))
        Primitive.server_events(@server)&.each { |address, status, reason| address ? @handler.log.refused(address, status, reason) : @handler.log.event(reason) }
      end

      # One thread at a time is woken: it serves what there is, and wakes the next before each request, which runs when this one waits.
      def wake
        @woken = true
        @wakes.push(true)
        start_thread if @wakes.num_waiting == 0 && @seats.size < @most
      end

      def start_thread
        seat = Seat.new
        @seats << seat
        Thread.new do
          seat.thread = Thread.current
          Thread.handle_interrupt(RequestTimeout => :never) do
            while @wakes.pop
              @woken = false
              serve_all(seat)
            end
          end
        ensure
          vacate(seat)
        end
      end

      # Whatever ends a thread, an application's `Thread.exit` or want of memory, its request is answered and the next is served.
      def vacate(seat)
        @seats.delete(seat)
        @handler.abandon(seat.number) if seat.number
        @woken = false
        wake if backlog > 0 && !@wakes.closed?
      end

      def serve_all(seat)
        while (number = Primitive.server_take(@server))
          wake if !@woken && Primitive.server_waiting(@server) > 0
          seat.number = number
          @next_end ? serve_in_time(seat, number) : @handler.serve(number)
          seat.number = nil
        end
      end

      # An interrupt that ends a request must not end the next one, or the thread: under the lock a request is over, or is interrupted.
      def serve_in_time(seat, number)
        Thread.handle_interrupt(RequestTimeout => :immediate) do
          @handler.serve(number)
          @ending.synchronize { seat.number = nil }
          Thread.pass if seat.ended == number
        end
      rescue RequestTimeout
        nil
      end

      # No request that is taken from now on has taken too long before `@next_end`.
      def end_slow_requests
        limit = @configuration[:request_timeout]
        @next_end = Server.now + limit
        work.each do |seat, number, age|
          next if number == seat.ended
          age < limit ? @next_end = [@next_end, Server.now + limit - age].min : end_request(seat, number)
        end
      end

      def end_request(seat, number)
        @ending.synchronize do
          next unless seat.number == number
          seat.ended = number
          seat.thread.raise(RequestTimeout, "the request took longer than #{@configuration[:request_timeout]} seconds")
        end
      end
    end
  end
end
