# Process::Status: how a child process ended.

module Process
  class Status
    class << self
      undef_method :new
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

    def __set_up(process, raw)
      @__process = process
      @__raw = raw
      freeze
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

    def ==(other)
      Primitive.is_a(other, Status) ? to_i == other.to_i : to_i == other
    end

    def to_s
      text = "pid #{@__process}"
      if stopped?
        text << " stopped SIG#{Signal.signame(stopsig)} (signal #{stopsig})"
      elsif signaled?
        text << " SIG#{Signal.signame(termsig)} (signal #{termsig})"
      else
        text << " exit #{exitstatus}"
      end
      text << " (core dumped)" if signaled? && coredump?
      text
    end

    def inspect
      "#<Process::Status: #{self}>"
    end
  end
end
