# Thread: code that runs beside other code.
#
# A thread is a fiber that the machine's scheduler runs, and this object. Two rules
# carry everything written over the scheduler's primitives:
#
# - a thread loses the processor only at safepoints: the end of a loop's turn and
#   the start of a Ruby method. A straight line of primitives, comparisons and
#   instance variables is therefore atomic;
# - whoever parks does so in a loop that looks again at what it waits for, since a
#   thread may be woken for other reasons. What is to be delivered to it is
#   delivered at the end of the loop's turn.

module Rutile
  # Whether what stands for a standard stream writes to a terminal.
  def self.is_terminal?(stream)
    Primitive.is_a(stream, IO) && !stream.__closed? && stream.tty?
  end

  # Why a parked thread goes on.
  WOKEN = 0
  EXPIRED = 1
  INTERRUPTED = 2

  # The scheduler's time so many seconds from now, or nil for no limit.
  def self.deadline(seconds)
    nil.equal?(seconds) ? nil : Primitive.scheduler_deadline(to_limit(seconds).clamp(-MOST_SECONDS, MOST_SECONDS))
  end

  # Longer than anybody waits.
  MOST_SECONDS = 1 << 40

  # A limit in seconds as a Float; strings and the like are refused.
  def self.to_limit(object)
    return object if Primitive.is_a(object, Float) || Primitive.is_a(object, Integer)
    raise TypeError, "no implicit conversion to float from string" if Primitive.is_a(object, String)
    raise TypeError, "no implicit conversion to float from #{object}" if true.equal?(object) || false.equal?(object)
    return object.to_f if !Primitive.is_a(object, Numeric) && object.respond_to?(:to_f)
    to_f(object)
  end
end

class Thread
  @__report_on_exception = true
  @__abort_on_exception = false
  @__ignore_deadlock = false

  def self.new(*arguments, **keywords, &block)
    thread = Primitive.class_allocate(self)
    thread.__send__(:initialize, *arguments, **keywords, &block)
    unless thread.__started?
      raise ThreadError, "uninitialized thread - check '#{self}#initialize'"
    end
    thread
  end

  def self.allocate
    raise TypeError, "allocator undefined for #{self}"
  end

  # As `new`, but a subclass's `initialize` is not called.
  def self.start(*arguments, **keywords, &block)
    raise ArgumentError, "tried to create Proc object without a block" unless block
    thread = Primitive.class_allocate(self)
    thread.__start(arguments, keywords, block)
    thread
  end

  class << self
    alias fork start
  end

  def initialize(*arguments, **keywords, &block)
    raise ThreadError, "must be called with a block" unless block
    raise ThreadError, "already initialized thread" if @__root
    __start(arguments, keywords, block)
    self
  end
  def initialize_copy(other)
    raise TypeError, "allocator undefined for #{Primitive.class_of(self)}"
  end
  private :initialize, :initialize_copy

  # The first code on every thread's stack.
  RUN = ->(thread, arguments, keywords, block) do
    value = failure = nil
    begin
      thread.__deliver(false) if thread.__pending?
      Rutile.tell_thread_event(1 << 11) if Rutile.watched?
      value = keywords.empty? ? block.call(*arguments) : block.call(*arguments, **keywords)
      thread.__close_scheduler if thread.__scheduler
    rescue Exception => failure
      # A scheduler asks `$!` whether it is to run what is left.
      failure = thread.__close_after(failure) if thread.__scheduler
    ensure
      failure = thread.__close_after(failure) if thread.__scheduler
      Rutile.tell_thread_event(1 << 12) if Rutile.watched?
      thread.__finish(value, failure)
    end
  end
  private_constant :RUN

  def __start(arguments, keywords, block)
    current = Primitive.current_thread
    raise ThreadError, "can't start a new thread (frozen ThreadGroup)" if current.__group.frozen?
    @__code = Primitive.proc_code(block)
    @__report_on_exception = Thread.report_on_exception
    @__group = current.__group
    @__masks = current.__masks
    @__ractor ||= current.__ractor
    @__root = Primitive.thread_start(self, RUN, [self, arguments, keywords, block], block)
    Primitive.take_locals(@__root, @__early) if @__early
    Primitive.thread_enter_ractor(@__number) if @__ractor
  end

  def __started?
    @__root ? true : false
  end

  # The object of the thread that has run since the machine began.
  def __adopt
    @__root = Primitive.current_fiber
    @__report_on_exception = true
    @__number = Primitive.thread_adopt(self)
    self
  end

  # The end of the thread's code: its last words are said, nothing more is delivered to it. Its object may be frozen.
  def __finish(value, failure)
    Primitive.set_variable(self, :@__finishing, true)
    Primitive.set_variable(self, :@__value, value)
    Primitive.set_variable(self, :@__failure, failure)
    __tell_of(failure) if failure
    if Primitive.main_thread.equal?(self)
      # A forked process ends with the thread that forked it.
      status = Rutile.finish_program(failure)
      Primitive.exit_now(status < 0 ? 128 - status : status)
    end
    Primitive.set_variable(self, :@__finished, true)
    __wake_fibers if @__fibers_joining
    # Nothing runs between the last turn of this loop and the thread's end.
    while @__wanted && (mutex = Primitive.array_take_last(@__wanted))
      mutex.__abandon(self)
    end
  end

  # Wakes the fibers that wait for the thread's end. What the `unblock` of one's scheduler raises ends the thread, as it were.
  def __wake_fibers
    Primitive.wake_all(self, :@__fibers_joining)
  rescue Exception => error
    @__failure ||= error
    retry
  end

  def __tell_of(failure)
    main = Primitive.main_thread
    return if main.equal?(self)
    return main.raise(failure) if Primitive.is_a(failure, SystemExit)
    if @__report_on_exception
      $stderr.write("#{inspect} terminated with exception (report_on_exception is true):\n", Rutile.own_report(failure))
    end
    main.raise(failure) if @__abort_on_exception || Thread.abort_on_exception || $DEBUG
  rescue IOError, SystemCallError
    nil
  end

  # --- All threads ---

  def self.current
    primitive :current_thread
    nil
  end

  # The first thread of the running Ractor.
  def self.main
    ractor = Primitive.current_thread.__ractor
    ractor ? ractor.__thread : Primitive.main_thread
  end

  # The threads of the running Ractor.
  def self.list
    threads = Primitive.thread_list
    ractor = Primitive.current_thread.__ractor
    return threads unless ractor || Ractor.count > 1
    threads.select { |thread| Primitive.identical(thread.__ractor, ractor) }
  end

  def self.pass
    primitive :thread_pass
    Primitive.thread_pass
  end

  # Waits for another thread's `wakeup` or `run`.
  def self.stop
    primitive :thread_stop
    if Primitive.threads_alone
      raise ThreadError, "stopping only thread\n\tnote: use sleep to stop forever"
    end
    while Primitive.thread_park(nil, true) != 0
    end
  end

  def self.exit
    Primitive.current_thread.kill
  end

  def self.kill(thread)
    raise TypeError, "wrong argument type #{Rutile.describe(thread)} (expected VM/thread)" unless Primitive.is_a(thread, Thread)
    thread.kill
  end

  def self.report_on_exception
    @__report_on_exception
  end

  def self.report_on_exception=(report)
    @__report_on_exception = report ? true : false
  end

  def self.abort_on_exception
    @__abort_on_exception
  end

  def self.abort_on_exception=(abort)
    @__abort_on_exception = abort ? true : false
  end

  def self.ignore_deadlock
    @__ignore_deadlock
  end

  def self.ignore_deadlock=(ignore)
    @__ignore_deadlock = ignore ? true : false
    Primitive.threads_ignore_deadlock(@__ignore_deadlock)
  end

  def self.each_caller_location(start = 1, length = nil)
    raise LocalJumpError, "no block given" unless block_given?
    locations = Rutile.calls(start, length)
    locations.each { |location| yield location } if locations
    nil
  end

  # --- Waiting for one ---

  # The thread once it has ended, or nil where that takes longer than `limit` seconds.
  def join(limit = nil)
    deadline = Rutile.deadline(limit)
    current = Primitive.current_thread
    raise ThreadError, "Target thread must not be current thread" if equal?(current)
    raise ThreadError, "Target thread must not be main thread" if equal?(Primitive.main_thread)
    if Primitive.current_scheduler
      return nil unless __await_finish(deadline)
      # The rest of its work takes no time.
      Thread.pass while @__number
    end
    while @__number
      return nil if Primitive.thread_park_at(self, :@__joiners, deadline, true) == 1 && @__number
    end
    failure = @__failure
    return self unless failure
    raise failure if failure.__forget_empty_backtrace
    Primitive.raise_exception(failure)
  end

  # Blocks the running fiber until the thread's code has ended; false when time is up.
  def __await_finish(deadline)
    while @__number && !@__finished
      return false if Primitive.thread_park_at(self, :@__fibers_joining, deadline, true) == 1 && !@__finished
    end
    true
  end

  def value
    join
    @__value
  end

  # --- States ---

  def alive?
    @__number || !@__root ? true : false
  end

  def status
    return "run" unless @__root
    return @__failure ? nil : false unless @__number
    return "sleep" unless Primitive.thread_state(@__number) == 0
    @__killed ? "aborting" : "run"
  end

  def stop?
    primitive :thread_is_stopped
    @__number ? Primitive.thread_state(@__number) != 0 : !nil.equal?(@__root)
  end

  def wakeup
    raise ThreadError, "killed thread" unless @__number
    Primitive.thread_wake(@__number)
    self
  end

  def run
    primitive :thread_run
    wakeup
    Thread.pass
    self
  end

  def inspect
    text = Primitive.any_to_s(self).chop
    text = "#{text}@#{@__name}" if @__name
    place = @__code && Primitive.code_location(@__code)
    text = "#{text} #{place[0]}:#{place[1]}" if place
    text = "#{text} #{__state}>"
    text.ascii_only? ? text.b : text
  end
  alias to_s inspect

  STATES = %w[run sleep sleep_forever].freeze
  private_constant :STATES

  def __state
    return "run" unless @__root
    return "dead" unless @__number
    state = Primitive.thread_state(@__number)
    return "aborting" if @__killed && state == 0
    STATES[state]
  end

  # --- What a program may set ---

  def name
    @__name
  end

  def name=(name)
    unless nil.equal?(name)
      name = Rutile.to_str(name)
      unless name.encoding.ascii_compatible?
        raise ArgumentError, "ASCII-incompatible encoding (#{name.encoding})"
      end
      raise ArgumentError, "string contains null byte" if name.include?("\0")
      name = name.dup.freeze
    end
    @__name = name
  end

  def priority
    @__priority || 0
  end

  # From -3 to 3; each step above 0 doubles the time that the thread runs at once.
  def priority=(priority)
    priority = Rutile.to_int(priority)
    priority = 3 if priority > 3
    priority = -3 if priority < -3
    Primitive.thread_set_priority(@__number, priority) if @__number
    @__priority = priority
  end

  def report_on_exception
    @__report_on_exception
  end

  def report_on_exception=(report)
    @__report_on_exception = report ? true : false
  end

  def abort_on_exception
    @__abort_on_exception ? true : false
  end

  def abort_on_exception=(abort)
    @__abort_on_exception = abort ? true : false
  end

  # All threads run on the one thread that the system knows.
  def native_thread_id
    @__number ? Primitive.native_thread_id : nil
  end

  # --- Where it stands ---

  def backtrace(start = 0, length = nil)
    locations = __locations("backtrace", start, length)
    locations && locations.map(&:to_s)
  end

  def backtrace_locations(start = 0, length = nil)
    __locations("backtrace_locations", start, length)
  end

  # The running thread's begin with the call of `asked`.
  def __locations(asked, start, length)
    return nil unless @__number
    locations = Primitive.backtrace_locations(Primitive.thread_raw_backtrace(@__number))
    if equal?(Primitive.current_thread) && (caller = locations[0])
      locations.unshift(*Thread::Backtrace.__locations([[caller.path, caller.lineno, "Thread##{asked}", asked]]))
    end
    Thread::Backtrace.__piece(locations, start, length)
  end
end

module Kernel
  # Seconds slept, rounded. Without a duration: until another thread wakes this one.
  def sleep(duration = (forever = true; nil))
    began = Primitive.scheduler_now
    if (scheduler = Primitive.current_scheduler)
      forever ? scheduler.kernel_sleep : scheduler.kernel_sleep(duration)
    elsif forever || nil.equal?(duration)
      while Primitive.thread_park(nil, false) != 0
      end
    else
      deadline = Primitive.scheduler_deadline(Rutile.to_seconds(duration))
      while Primitive.thread_park(deadline, false) == 2
      end
    end
    (Primitive.scheduler_now - began + 500_000_000) / 1_000_000_000
  end
  module_function :sleep
end
