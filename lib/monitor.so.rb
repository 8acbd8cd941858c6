# Monitor: a lock that its owner may take again.

class Monitor
  def initialize
    @__mutex = Thread::Mutex.new
    @__owner = nil
    @__count = 0
  end

  def try_enter
    unless mon_owned?
      return false unless @__mutex.try_lock
      @__owner = Fiber.current
      @__count = 0
    end
    @__count += 1
    true
  end
  alias mon_try_enter try_enter
  alias try_mon_enter try_enter

  def enter
    unless mon_owned?
      @__mutex.lock
      @__owner = Fiber.current
      @__count = 0
    end
    @__count += 1
    nil
  end
  alias mon_enter enter

  def exit
    mon_check_owner
    raise ThreadError, "monitor_exit: count:#{@__count}" if @__count <= 0
    @__count -= 1
    if @__count == 0
      @__owner = nil
      @__mutex.unlock
    end
    nil
  end
  alias mon_exit exit

  def synchronize
    enter
    begin
      yield
    ensure
      self.exit
    end
  end
  alias mon_synchronize synchronize

  def mon_locked?
    @__mutex.locked?
  end

  def mon_owned?
    @__mutex.locked? && Fiber.current.equal?(@__owner)
  end

  def mon_check_owner
    raise ThreadError, "current fiber not owner" unless mon_owned?
  end

  # Waits with the lock given up, however often it was taken.
  def wait_for_cond(condition, timeout)
    count = @__count
    @__owner = nil
    @__count = 0
    begin
      condition.wait(@__mutex, timeout)
    ensure
      @__owner = Fiber.current
      @__count = count
    end
    true
  end
end
