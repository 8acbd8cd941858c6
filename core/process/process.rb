# Process: this one and its children, clocks, limits.
#
# Starting programs is in process_spawn, what became of a child in process_status.

module Process
  CLOCK_REALTIME = 0
  CLOCK_MONOTONIC = 1
  CLOCK_PROCESS_CPUTIME_ID = 2
  CLOCK_THREAD_CPUTIME_ID = 3
  CLOCK_MONOTONIC_RAW = 4
  CLOCK_REALTIME_COARSE = 5
  CLOCK_MONOTONIC_COARSE = 6
  CLOCK_BOOTTIME = 7
  CLOCK_REALTIME_ALARM = 8
  CLOCK_BOOTTIME_ALARM = 9
  CLOCK_TAI = 11
  WNOHANG = 1
  WUNTRACED = 2
  PRIO_PROCESS = 0
  PRIO_PGRP = 1
  PRIO_USER = 2
  RLIM_INFINITY = (1 << 64) - 1
  RLIM_SAVED_MAX = RLIM_INFINITY
  RLIM_SAVED_CUR = RLIM_INFINITY
  LIMITS = { CPU: 0, FSIZE: 1, DATA: 2, STACK: 3, CORE: 4, RSS: 5, NPROC: 6, NOFILE: 7, MEMLOCK: 8, AS: 9,
             SIGPENDING: 11, MSGQUEUE: 12, NICE: 13, RTPRIO: 14, RTTIME: 15 }.freeze
  UNITS = { float_second: [0, 1], float_millisecond: [0, 1e3], float_microsecond: [0, 1e6], second: [1, 1],
            millisecond: [1_000, 1], microsecond: [1_000_000, 1], nanosecond: [1_000_000_000, 1] }.freeze
  private_constant :LIMITS, :UNITS
  LIMITS.each { |name, number| const_set(:"RLIMIT_#{name}", number) }

  # The thread that `detach` gives.
  class Waiter < Thread
    def pid
      self[:pid]
    end
  end

  Tms = Struct.new(:utime, :stime, :cutime, :cstime)

  module_function

  def pid
    primitive :process_id
  end

  def ppid
    Primitive.parent_process_id
  end

  # --- Time ---

  def clock_gettime(clock, unit = :float_second)
    primitive :process_clock
    Rutile.clock_value("clock_gettime", clock, unit) { |id, scale| Primitive.clock(id, scale) }
  end

  def clock_getres(clock, unit = :float_second)
    if :hertz.equal?(unit)
      return 1_000_000_000.0 / Process.clock_getres(clock, :nanosecond)
    elsif (nanoseconds = Rutile::EMULATED_RESOLUTIONS[clock])
      return Rutile.emulated_resolution(nanoseconds, unit)
    end
    Rutile.clock_value("clock_getres", clock, unit) { |id, scale| Primitive.clock_resolution(id, scale) }
  end

  def times
    Tms.new(*Primitive.process_times)
  end

  # --- Children ---

  def wait(process = -1, flags = 0)
    Rutile.wait_for_number(process, flags)
  end
  alias waitpid wait

  def wait2(process = -1, flags = 0)
    process = Rutile.wait_for_number(process, flags)
    process && [process, $?]
  end
  alias waitpid2 wait2
  module_function :waitpid, :waitpid2

  def waitall
    ended = []
    begin
      while (process = Rutile.wait_for_number(-1, 0))
        ended << [process, $?]
      end
    rescue Errno::ECHILD
      ended
    end
    ended
  end

  def detach(process)
    process = Rutile.to_int(process)
    waiter = Waiter.start do
      begin
        Rutile.wait_for_number(process, 0)
        $?
      rescue Errno::ECHILD
        nil
      end
    end
    waiter[:pid] = process
    waiter
  end

  def kill(signal, *processes)
    Rutile.refuse_count(1, "2+") if processes.empty?
    signal = Signal.__name(signal) unless Primitive.is_a(signal, Integer)
    group = Primitive.is_a(signal, Integer) ? signal < 0 : signal.start_with?("-")
    signal = Primitive.is_a(signal, Integer) ? signal.abs : Signal.__number(signal.delete_prefix("-"))
    processes.each do |process|
      process = Rutile.to_small_int(process)
      Rutile.answered(Primitive.process_kill(group ? -process : process, signal))
    end
    processes.size
  end

  def daemon(stay = nil, keep_streams = nil)
    Primitive.exit_now(0) if Rutile.fork_process
    Process.setsid
    Primitive.exit_now(0) if Rutile.fork_process
    Primitive.adopt_heap
    Dir.chdir("/") unless stay
    unless keep_streams
      $stdin.reopen("/dev/null")
      $stdout.reopen("/dev/null", "w")
      $stderr.reopen("/dev/null", "w")
    end
    0
  end

  # --- Groups and limits ---

  def setsid
    Rutile.answered(Primitive.process_set_session)
  end

  def getpgid(process)
    Rutile.answered(Primitive.process_group(Rutile.to_int(process)))
  end

  def getpgrp
    Process.getpgid(0)
  end

  def setpgid(process, group)
    Rutile.answered(Primitive.process_set_group(Rutile.to_int(process), Rutile.to_int(group)))
  end

  def setpgrp
    Process.setpgid(0, 0)
  end

  def getrlimit(resource)
    Rutile.answered(Primitive.process_limit(Rutile.limit_number(resource)), "getrlimit")
  end

  def setrlimit(resource, soft, hard = soft)
    limits = [soft, hard].map { |limit| Rutile.limit_value(limit) }
    Rutile.answered(Primitive.process_set_limit(Rutile.limit_number(resource), limits[0], limits[1]), "setrlimit")
    nil
  end

  # Prepares for children: caches are filled, garbage is collected, what lives is made permanent,
  # what is unused is given back.
  def warmup
    Primitive.warm_up
    true
  end

  def argv0
    Rutile.first_program_name
  end

  def setproctitle(title)
    title = Rutile.to_str(title)
    raise ArgumentError, "string contains null byte" if title.include?("\0")
    Primitive.process_set_title(title)
    title
  end

  class << self
    def last_status
      $?
    end

    def fork(&block)
      Rutile.fork_process(&block)
    end

    def exit(status = true)
      Kernel.exit(status)
    end

    def exit!(status = false)
      Kernel.exit!(status)
    end

    def abort(*message)
      Kernel.abort(*message)
    end
  end
end

module Rutile
  # The answer of a system call; an error number (negative) is raised.
  def self.answered(result, detail = nil)
    system_error(-result, detail) if Primitive.is_fixnum(result) && result < 0
    result
  end

  def self.clock_value(call, clock, unit)
    scale, factor = clock_unit(unit)
    number = Primitive.is_a(clock, Symbol) ? CLOCK_NAMES[clock] || -1 : to_int(clock)
    result = yield number, scale
    system_error(-result, "#{call}(#{clock.inspect})") if Primitive.is_fixnum(result) && result < 0
    factor == 1 ? result : result * factor
  end

  # How many of a unit a second has (0: a Float), and what that is multiplied with.
  def self.clock_unit(unit)
    unit = :float_second if nil.equal?(unit)
    Process.__const_get(:UNITS)[unit] || raise(ArgumentError, "unexpected unit: #{unit}")
  end

  def self.emulated_resolution(nanoseconds, unit)
    scale, factor = clock_unit(unit)
    scale == 0 ? nanoseconds * factor / 1_000_000_000.0 : nanoseconds * scale / 1_000_000_000
  end

  CLOCK_NAMES = { CLOCK_REALTIME: 0, CLOCK_MONOTONIC: 1, CLOCK_PROCESS_CPUTIME_ID: 2, CLOCK_THREAD_CPUTIME_ID: 3,
                  GETTIMEOFDAY_BASED_CLOCK_REALTIME: 0, TIME_BASED_CLOCK_REALTIME: 0, TIMES_BASED_CLOCK_MONOTONIC: 1,
                  GETRUSAGE_BASED_CLOCK_PROCESS_CPUTIME_ID: 2, TIMES_BASED_CLOCK_PROCESS_CPUTIME_ID: 2,
                  CLOCK_BASED_CLOCK_PROCESS_CPUTIME_ID: 2 }.freeze
  # In nanoseconds, what the calls that these are named after can tell.
  EMULATED_RESOLUTIONS = { GETTIMEOFDAY_BASED_CLOCK_REALTIME: 1_000, TIME_BASED_CLOCK_REALTIME: 1_000_000_000,
                           TIMES_BASED_CLOCK_MONOTONIC: 10_000_000, GETRUSAGE_BASED_CLOCK_PROCESS_CPUTIME_ID: 1_000,
                           TIMES_BASED_CLOCK_PROCESS_CPUTIME_ID: 10_000_000,
                           CLOCK_BASED_CLOCK_PROCESS_CPUTIME_ID: 1_000 }.freeze
  private_constant :CLOCK_NAMES

  # A resource or a limit by name, or else something that converts to a number.
  def self.limit_name(object)
    return object.name if Primitive.is_a(object, Symbol)
    return nil if Primitive.is_a(object, Integer)
    name = try_convert(object, String, "String", :to_str) if Primitive.is_a(object, String) || object.respond_to?(:to_str)
    name
  rescue TypeError
    nil
  end

  def self.limit_number(resource)
    name = limit_name(resource)
    return to_int(resource) unless name
    Process.__const_get(:LIMITS)[name.to_sym] || raise(ArgumentError, "invalid resource name: #{name}")
  end

  def self.limit_value(limit)
    name = limit_name(limit)
    return to_int(limit) unless name
    name = name.to_sym
    return Process::RLIM_INFINITY if %i[INFINITY SAVED_MAX SAVED_CUR].include?(name)
    raise ArgumentError, "invalid resource value: #{name}"
  end

  # Waits for a child and notes its status as `$?`; nil where none has ended. A scheduler that knows of no child gives a
  # status of none.
  def self.wait_for_child(process, flags)
    if flags & Process::WNOHANG == 0 && (scheduler = Primitive.current_scheduler) && scheduler.respond_to?(:process_wait)
      status = scheduler.process_wait(process, flags)
      check_status(status) unless nil.equal?(status)
      raise Errno::ECHILD if status && status.pid < 0
      return self.child_status = status
    end
    self.child_status = status_of_child(process, flags)
  end

  # What code of an extension tells that it waited for.
  def self.set_last_status(process, raw)
    self.child_status = Process::Status.__of(process, raw)
  end

  # A scheduler's answer may be anything.
  def self.check_status(status)
    return if Primitive.is_a(status, Process::Status)
    raise TypeError, "wrong argument type #{describe(status)} (expected Process::Status)"
  end

  # Waits for a child: its status, nil where none has ended.
  def self.status_of_child(process, flags)
    result = blocking { Primitive.process_wait(process, flags) }
    while result == -Errno::EAGAIN::Errno
      await_child(process)
      result = blocking { Primitive.process_wait(process, flags) }
    end
    answered(result)
    nil.equal?(result) ? nil : Process::Status.__of(result[0], result[1])
  end

  # Waits, beside other threads, until one child has ended.
  def self.await_child(process)
    watch = answered(Primitive.process_watch(process))
    begin
      while (found = Primitive.thread_park_for([watch, 1], nil)) == 0
      end
      answered(found)
    ensure
      Primitive.io_close_descriptor(watch)
    end
  end

  def self.child_status(name = nil)
    Primitive.fiber_local(:@__child_status)
  end

  def self.child_status=(status)
    Primitive.set_fiber_local(:@__child_status, status)
  end

  def self.process_number(name = nil)
    Primitive.process_id
  end

  # The number of a child that has ended; nil where none has yet and flags say not to wait.
  def self.wait_for_number(process, flags)
    status = wait_for_child(to_int(process), nil.equal?(flags) ? 0 : to_int(flags))
    status && status.pid
  end

  Primitive.hook_global(:$?, :child_status, nil)
  Primitive.hook_global(:$$, :process_number, nil)
end
