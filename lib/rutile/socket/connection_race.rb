# Connecting to the first of several addresses that can be had.
#
# One attempt after the other; where addresses race, the next one begins while those before it are
# still under way for DELAY seconds. The first connection wins and the others are closed.

module Rutile
  class ConnectionRace
    DELAY = 0.25
    WRITABLE = 4
    # An address, with the one that the socket is bound to before (or nil).
    Candidate = Struct.new(:address, :family, :type, :protocol, :own)

    # The last error, negated, and the call that gave it.
    attr_reader :failure, :function

    # `races`: whether attempts overlap. `seconds`: for everything together.
    def initialize(candidates, races, seconds)
      @candidates = races ? mixed(candidates) : candidates.dup
      @delay = races ? DELAY : nil
      @deadline = seconds && now + seconds
      @pending = []
      @winner = nil
    end

    # The descriptor that is connected; nil where no address could be had.
    def run
      until @winner
        return nil if @candidates.empty? && @pending.empty?
        start(@candidates.shift) unless @candidates.empty?
        settle unless @winner || @pending.empty?
      end
      @winner
    ensure
      (@pending - [@winner]).each { |descriptor| Primitive.io_close_descriptor(descriptor) }
    end

    private

    # Families by turns, so that one that leads nowhere holds up the other but once.
    def mixed(candidates)
      first, *rest = candidates.group_by(&:family).values
      return candidates.dup if rest.empty?
      first.flat_map { |candidate| [candidate, *rest.map(&:shift).compact] }.concat(rest.flatten)
    end

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end

    def start(candidate)
      descriptor = Rutile.with_descriptor { Primitive.socket_create(candidate.family, candidate.type, candidate.protocol) }
      return fail_with(descriptor, "socket(2)") if descriptor < 0
      @pending << descriptor
      result = bind(descriptor, candidate.own)
      return drop(descriptor, result, "bind(2)") if result < 0
      result = Primitive.socket_connect(descriptor, candidate.address)
      return @winner = descriptor if result == 0
      drop(descriptor, result, "connect(2)") if result != -Errno::EINPROGRESS::Errno
    end

    def bind(descriptor, own)
      return 0 if nil.equal?(own)
      Primitive.socket_set_option(descriptor, Socket::SOL_SOCKET, Socket::SO_REUSEADDR, [1].pack("i"))
      Primitive.socket_bind(descriptor, own)
    end

    def fail_with(number, function)
      @failure = number
      @function = function
    end

    def drop(descriptor, number, function)
      @pending.delete(descriptor)
      Primitive.io_close_descriptor(descriptor)
      fail_with(number, function)
    end

    # Waits for an attempt to end, at most until the next may begin.
    def settle
      left = @deadline && @deadline - now
      raise IO::TimeoutError, "Connect timed out!" if left && left <= 0
      pause = @candidates.empty? ? nil : @delay
      found = Rutile.poll(@pending.flat_map { |descriptor| [descriptor, WRITABLE] }, [pause, left].compact.min)
      @pending.zip(found).each do |descriptor, events|
        next if events == 0 || @winner
        error = Primitive.socket_option(descriptor, Socket::SOL_SOCKET, Socket::SO_ERROR, 4)
        number = Primitive.is_fixnum(error) ? error : -error.unpack1("i")
        number == 0 ? @winner = descriptor : drop(descriptor, number, "connect(2)")
      end
    end
  end
end
