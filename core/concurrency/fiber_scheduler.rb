# Fiber::Scheduler: an object of the program's that decides what a thread's fibers do while one of them waits.
#
# A thread has a scheduler once `Fiber.set_scheduler` gave it one. What then waits in a fiber that is not a
# blocking one calls a hook of the scheduler, where it would otherwise have parked the thread. There are
# three kinds of such places: `sleep`, streams and children call a hook of their own where they wait; and
# whatever stands in a line (mutexes, queues, condition variables, joins) comes here when the primitive
# that would park the thread, or wake the first of a line, declines.

class Fiber
  # The scheduler of the running thread, or nil.
  def self.scheduler
    Primitive.current_thread.__scheduler
  end

  # The scheduler of the running thread where the running fiber honours it, or nil.
  def self.current_scheduler
    Primitive.current_scheduler
  end

  # Gives the running thread a scheduler, or none; the one it had is closed first.
  def self.set_scheduler(scheduler)
    unless nil.equal?(scheduler)
      %i[block unblock kernel_sleep io_wait].each do |hook|
        raise ArgumentError, "Scheduler must implement ##{hook}" unless scheduler.respond_to?(hook)
      end
    end
    thread = Primitive.current_thread
    thread.__close_scheduler
    thread.__scheduler = scheduler
  end

  # A fiber that the scheduler makes and starts.
  def self.schedule(*arguments, **options, &block)
    scheduler = self.scheduler
    raise RuntimeError, "No scheduler is available!" unless scheduler
    scheduler.fiber(*arguments, **options, &block)
  end
end

class Thread
  def __scheduler
    @__scheduler
  end

  def __scheduler=(scheduler)
    Primitive.honour_schedulers unless nil.equal?(scheduler)
    @__scheduler = scheduler
  end

  # Lets a scheduler run what it has to, and takes it away.
  def __close_scheduler
    scheduler = @__scheduler
    return unless scheduler
    begin
      if Rutile.says?(scheduler, :scheduler_close)
        scheduler.__send__(:scheduler_close)
      elsif Rutile.says?(scheduler, :close)
        scheduler.__send__(:close)
      end
    ensure
      @__scheduler = nil
    end
  end

  # The end of a thread that `failure` (or nothing, where it was killed) ended before it closed its scheduler.
  def __close_after(failure)
    __close_scheduler
    failure
  rescue Exception => error
    error
  end
end

module Rutile
  # A line that fibers of schedulers stand in: the threads that stand there too come first. Once it is there it
  # stays, so that nobody joins one that is about to be forgotten.
  class MixedLine
    # `threads`: the line that threads stood in so far, or nil.
    def initialize(threads)
      @__threads = threads
      @fibers = []
    end

    attr_reader :fibers

    def wake_first(owner)
      return true if Primitive.wake_first(self, :@__threads)
      place = @fibers.shift
      return false unless place
      # Without a pause after it left the line: it is either there or woken.
      Primitive.set_variable(place, :@woken, true)
      place.scheduler.unblock(owner, place.fiber)
      true
    end

    def size
      @fibers.size + Primitive.waiting_in(self, :@__threads)
    end
  end

  # The scheduler that the running fiber honours, where it has a hook of that name; or nil.
  def self.scheduler_with(hook)
    scheduler = Primitive.current_scheduler
    scheduler if scheduler && scheduler.respond_to?(hook)
  end

  # A fiber's place in a line.
  class FiberPlace
    def initialize(scheduler, fiber)
      @scheduler = scheduler
      @fiber = fiber
      @woken = false
    end

    attr_reader :scheduler, :fiber, :woken
  end

  # The cases that `Primitive.thread_park_at` leaves: the running fiber has a scheduler, or fibers that have one stand there.
  # No other thread runs between the caller's last look at what it waits for and the place in the line.
  def self.thread_park_at(owner, name, deadline, depends)
    line = Primitive.get_variable(owner, name)
    unless Primitive.is_a(line, MixedLine)
      line = MixedLine.new(line)
      Primitive.set_variable(owner, name, line)
    end
    scheduler = Primitive.current_scheduler
    return Primitive.thread_park_at(line, :@__threads, deadline, depends) unless scheduler
    place = FiberPlace.new(scheduler, Primitive.current_fiber)
    line.fibers.push(place)
    Primitive.threads_may_switch
    begin
      scheduler.block(owner, deadline && seconds_until(deadline))
      ended = true
    ensure
      line.fibers.delete_if { |other| place.equal?(other) } unless place.woken
      # Woken, but an exception keeps it from going on: the next in line is.
      line.wake_first(owner) if place.woken && !ended
    end
    return WOKEN if place.woken
    deadline && Primitive.scheduler_now >= deadline ? EXPIRED : INTERRUPTED
  end

  # Runs the block, which computes something long without touching what others change meanwhile. A scheduler
  # may have it done where it holds up nobody.
  def self.offload(&block)
    scheduler = scheduler_with(:blocking_operation_wait)
    return yield unless scheduler
    result = nil
    scheduler.blocking_operation_wait(proc { result = block.call })
    result
  end

  def self.seconds_until(deadline)
    rest = deadline - Primitive.scheduler_now
    rest > 0 ? rest / 1e9 : 0
  end

  # The cases that the primitives of these names leave: fibers stand in the line.
  def self.wake_first(owner, name)
    Primitive.get_variable(owner, name).wake_first(owner)
  end

  def self.wake_all(owner, name)
    while Primitive.wake_first(owner, name)
    end
  end

  def self.waiting_in(owner, name)
    Primitive.get_variable(owner, name).size
  end
end
