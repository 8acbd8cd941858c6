# Tells systemd how the server stands (`Type=notify`), over the datagram socket that NOTIFY_SOCKET names; silent elsewhere.

require "socket"

module Rutile
  module Server
    class ServiceManager
      def initialize(environment = ENV)
        @address = environment["NOTIFY_SOCKET"]&.then { |path| Addrinfo.unix(path.start_with?("@") ? "\0#{path[1..]}" : path, :DGRAM) }
        @is_ready = false
        @watched = environment["WATCHDOG_USEC"] && (environment["WATCHDOG_PID"] || Process.pid.to_s) == Process.pid.to_s
      end

      def ready
        return if @is_ready
        @is_ready = true
        tell("READY=1\nMAINPID=#{Process.pid}")
      end

      def stopping = tell("STOPPING=1")

      def reloading
        @is_ready = false
        tell("RELOADING=1\nMONOTONIC_USEC=#{Process.clock_gettime(Process::CLOCK_MONOTONIC, :microsecond)}")
      end

      # Once in each turn of the parent's loop.
      def alive = @watched && tell("WATCHDOG=1")

      private

      def tell(text)
        return unless @address
        socket = Socket.new(:UNIX, :DGRAM)
        socket.send(text, 0, @address)
      rescue SystemCallError
        nil
      ensure
        socket&.close
      end
    end
  end
end
