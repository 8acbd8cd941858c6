# Process::Status: how a child process ended.

module Process
  class Status
    class << self
      undef_method :new

      def allocate
        super.__set_up(0, 0, frozen: false)
      end
    end

    def self.__of(process, raw)
      allocate.__set_up(process, raw)
    end

    # As Process.wait, but `$?` stays as it is; a status of -1 where there is no such child.
    def self.wait(process = -1, flags = 0)
      process = Rutile.to_int(process)
      flags = Rutile.to_int(flags)
      if flags & Process::WNOHANG == 0 && (scheduler = Primitive.current_scheduler) && scheduler.respond_to?(:process_wait)
        return scheduler.process_wait(process, flags)
      end
      Rutile.status_of_child(process, flags)
    rescue Errno::ECHILD
      __of(-1, 0)
    end

    def __set_up(process, raw, frozen: true)
      @__process = process
      @__raw = raw
      frozen ? freeze : self
    end

    def pid
      @__process
    end

    def to_i
      @__raw
    end

    def exited?
      @__raw & 0x7f == 0
    end

    def exitstatus
      exited? ? (@__raw >> 8) & 0xff : nil
    end

    def success?
      exited? ? exitstatus == 0 : nil
    end

    def signaled?
      @__raw & 0x7f != 0 && @__raw & 0xff != 0x7f
    end

    def termsig
      signaled? ? @__raw & 0x7f : nil
    end

    def stopped?
      @__raw & 0xff == 0x7f
    end

    def stopsig
      stopped? ? (@__raw >> 8) & 0xff : nil
    end

    def coredump?
      @__raw & 0x80 != 0
    end

    # The methods to use in place of `status & mask` and of `status >> places`.
    PREDICATES_FOR_MASKS = {
      0x80 => "Process::Status#coredump?",
      0x7f => "Process::Status#signaled? or Process::Status#termsig",
      0xff => "Process::Status#exited?, Process::Status#stopped? or Process::Status#coredump?",
      0xff00 => "Process::Status#exitstatus or Process::Status#stopsig"
    }.freeze
    READERS_FOR_PLACES = {
      7 => "Process::Status#coredump?",
      8 => "Process::Status#exitstatus or Process::Status#stopsig"
    }.freeze
    private_constant :PREDICATES_FOR_MASKS, :READERS_FOR_PLACES

    def &(mask)
      mask = Rutile.to_int(mask)
      raise ArgumentError, "negative mask value: #{mask}" if mask < 0
      Rutile.warn_of_removal("Process::Status#&", PREDICATES_FOR_MASKS[mask] || "other Process::Status predicates")
      @__raw & mask
    end

    def >>(places)
      places = Rutile.to_int(places)
      raise ArgumentError, "negative shift value: #{places}" if places < 0
      Rutile.warn_of_removal("Process::Status#>>", READERS_FOR_PLACES[places] || "other Process::Status attributes")
      @__raw >> places
    end

    def ==(other)
      Primitive.is_a(other, Status) ? to_i == other.to_i : to_i == other
    end

    def to_s
      text = "pid #{@__process}"
      if stopped?
        text << " stopped SIG#{Signal.__signame(stopsig)} (signal #{stopsig})"
      elsif signaled?
        text << " SIG#{Signal.__signame(termsig)} (signal #{termsig})"
      else
        text << " exit #{exitstatus}"
      end
      text << " (core dumped)" if signaled? && coredump?
      text
    end

    def inspect
      @__process == 0 ? "#<#{self.class}: uninitialized>" : "#<Process::Status: #{self}>"
    end
  end
end
