# The addresses of a name, each family looked up by a thread of its own.
#
# Answers come as they come: those of IPv6 are handed out at once, those of IPv4 wait for them for RESOLUTION_DELAY seconds, as RFC 8305 has it.
# A byte in a pipe says that there is one, so that whoever waits for connections waits for answers as well.

module Rutile
  class FamilyLookups
    RESOLUTION_DELAY = 0.05

    # The block makes candidates of what was found.
    def initialize(host, service, families, settings, &candidates)
      @make = candidates
      @answers = []
      @open = families.dup
      @failures = []
      @held = nil
      @reader, @writer = IO.pipe
      @threads = families.map { |family| start(host, service, family, settings) }
    end

    # Answers that come later than so many seconds from now are not waited for.
    def limit(seconds)
      @deadline = now + Rutile.to_limit(seconds) unless nil.equal?(seconds)
    end

    def descriptor = @reader.fileno

    # Whether nothing more will come.
    def finished? = !@held && (@open.empty? || too_late?)

    # Whether the time for lookups ended before they did.
    def too_late? = !@open.empty? && !!@deadline && now >= @deadline

    # Seconds until something is to be done even though no answer comes; nil: there is no such time.
    def left
      return 0 if too_late?
      times = [@deadline, @held && @held_until].compact
      times.empty? ? nil : [times.min - now, 0].max
    end

    # Candidates, waited for for at most so many seconds; empty where there are none yet.
    def await(seconds)
      Rutile.poll([descriptor, 1], [seconds, left].compact.min)
      take
    end

    # The candidates that have come, without waiting.
    def take
      @reader.read_nonblock(16, exception: false)
      found = []
      while (family, answer = @answers.shift)
        @open.delete(family)
        next @failures << answer unless Primitive.is_a(answer, Array)
        if family == Socket::AF_INET && @open.include?(Socket::AF_INET6)
          @held, @held_until = answer, now + RESOLUTION_DELAY
        else
          found.concat(answer)
        end
      end
      found.concat(release) if @held && (!@open.include?(Socket::AF_INET6) || now >= @held_until || too_late?)
      found.empty? ? found : @make.call(found)
    end

    def raise_failure
      raise Errno::ETIMEDOUT, "user specified timeout" if too_late?
      raise @failures.last if Primitive.is_a(@failures.last, Exception)
      Resolver.raise_error(@failures.last, "getaddrinfo(3)")
    end

    def close
      @threads.each(&:kill)
      @reader.close
      @writer.close
    end

    private

    def now = Primitive.clock(1, 0)

    def release
      held, @held = @held, nil
      held
    end

    def start(host, service, family, settings)
      delay, code = setting(settings, family)
      thread = Thread.new do
        sleep(delay / 1000.0) if delay
        answer = begin
          code ? code - Resolver::CODES : Resolver.addresses_of_family(host, service, family)
        rescue StandardError => error
          error
        end
        @answers << [family, answer]
        @writer.write_nonblock(".", exception: false) unless @writer.closed?
      end
      thread.report_on_exception = false
      thread
    end

    # By how much a family's lookup is late, and the code with which it fails.
    def setting(settings, family)
      return unless Primitive.is_a(settings, Hash)
      name = family == Socket::AF_INET6 ? :ipv6 : :ipv4
      [settings[:delay]&.[](name), settings[:error]&.[](name)]
    end
  end
end
