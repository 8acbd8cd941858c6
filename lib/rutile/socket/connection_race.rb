# Connecting to the first of several addresses that can be had.
#
# One attempt after the other; where addresses race, the next one begins while those before it are
# still under way for DELAY seconds. The first connection wins and the others are closed. Where the addresses of both families
# are looked up meanwhile (`family_lookups.rb`), attempts begin as soon as there is one to try.

module Rutile
  class ConnectionRace
    DELAY = 0.25
    READABLE = 1
    WRITABLE = 4
    # An address, with the one that the socket is bound to before (or nil).
    Candidate = Struct.new(:address, :family, :type, :protocol, :own)

    # The last error, negated, and the call that gave it.
    attr_reader :failure, :function

    # `races`: whether attempts overlap. `seconds`: for everything together.
    # `lookups`: where more candidates come from, for so long as `lookup_seconds` says.
    def initialize(candidates, races, seconds, lookups = nil, lookup_seconds = nil)
      @candidates = races ? mixed(candidates) : candidates.dup
      @delay = races ? DELAY : nil
      @deadline = seconds && now + seconds
      @pending = []
      @winner = nil
      @lookups = lookups
      @lookups&.limit(lookup_seconds)
    end

    # The descriptor that is connected; nil where no address could be had.
    def run
      until @winner
        await_addresses if @lookups && @candidates.empty? && @pending.empty?
        return nil if @candidates.empty? && @pending.empty? && !@lookups
        start(@candidates.shift) if !@candidates.empty? && due?
        settle unless @winner || @pending.empty?
      end
      @winner
    ensure
      @lookups&.close
      (@pending - [@winner]).each { |descriptor| Primitive.io_close_descriptor(descriptor) }
    end

    private

    # Families by turns, so that one that leads nowhere holds up the other but once.
    def mixed(candidates)
      first, *rest = candidates.group_by(&:family).values
      return candidates.dup if rest.empty?
      first.flat_map { |candidate| [candidate, *rest.map(&:shift).compact] }.concat(rest.flatten)
    end

    # Seconds of the monotonic clock, which no program's `Process.clock_gettime` is asked for.
    def now = Primitive.clock(1, 0)

    # Whether the next attempt may begin.
    def due? = @pending.empty? || @delay && now >= @next

    def start(candidate)
      @next = now + DELAY
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

    # Waits until there is an address to try, or none will come.
    def await_addresses
      take_addresses(@lookups.await(left)) while @lookups && @candidates.empty?
    end

    # New addresses stand with those that were not tried yet. Where none will come any more and nothing was tried, that is the failure.
    def take_addresses(found)
      @candidates = mixed(found + @candidates)
      return unless @lookups.finished?
      lookups, @lookups = @lookups, nil
      lookups.close
      lookups.raise_failure if @candidates.empty? && @pending.empty? && (!@failure || lookups.too_late?)
    end

    # Seconds until everything is too late.
    def left
      return nil unless @deadline
      left = @deadline - now
      raise IO::TimeoutError, "Connect timed out!" if left <= 0
      left
    end

    # Waits for an attempt to end or for addresses, at most until the next attempt may begin.
    def settle
      pause = @candidates.empty? || !@delay ? nil : [@next - now, 0].max
      entries = @pending.flat_map { |descriptor| [descriptor, WRITABLE] }
      entries.push(@lookups.descriptor, READABLE) if @lookups
      found = Rutile.poll(entries, [pause, left, @lookups&.left].compact.min)
      @pending.zip(found).each do |descriptor, events|
        next if events == 0 || @winner
        error = Primitive.socket_option(descriptor, Socket::SOL_SOCKET, Socket::SO_ERROR, 4)
        number = Primitive.is_fixnum(error) ? error : -error.unpack1("i")
        number == 0 ? @winner = descriptor : drop(descriptor, number, "connect(2)")
      end
      take_addresses(@lookups.take) if @lookups && !@winner
    end
  end
end
