# The possessions of a process that workers are forked from, and that they would have half of: threads end with a fork, and two processes that
# speak over one socket mix up their words. It is named in the log, since only the application's hooks can close it.

module Rutile
  module Server
    module Inheritance
      # Threads of the server's own, which it starts anew in each process, have names that begin so.
      OWN_THREADS = "rutile "

      class << self
        # `ours` are the server's own sockets.
        def tell(log, who, ours)
          [*threads, *sockets(ours)].each { |found| log.event("#{who} has #{found}: end it before workers are forked (before_fork, after_mold_fork)") }
        end

        private

        # A thread without a name is known by the line that made it: a thread that has not begun has no frames to show.
        def threads
          others = Thread.list.reject { |thread| thread.equal?(Thread.current) || thread.name&.start_with?(OWN_THREADS) }
          others.map { |thread| "a thread (#{thread.name || "made at #{thread.inspect[/\A#<\S+ (.+) \S+>\z/, 1]}"})" }
        end

        def sockets(ours)
          ours = ours.map(&:fileno)
          open = ObjectSpace.each_object(IO).reject { |io| io.closed? || io.fileno <= 2 || ours.include?(io.fileno) }
          open.filter_map { |io| describe(io) }.uniq
        end

        # nil for what may be shared: files, and the kernel's other objects.
        def describe(io)
          kind = io.stat
          return "a pipe (descriptor #{io.fileno})" if kind.pipe?
          return nil unless kind.socket?
          "a socket (#{whereabouts(io)})"
        rescue SystemCallError
          "a socket (descriptor #{io.fileno})"
        end

        def whereabouts(socket)
          return "descriptor #{socket.fileno}" unless socket.is_a?(BasicSocket)
          "connected to #{socket.remote_address.inspect_sockaddr}"
        rescue Errno::ENOTCONN
          "bound to #{socket.local_address.inspect_sockaddr}"
        end
      end
    end
  end
end
