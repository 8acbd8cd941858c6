# Monitor: a lock that its owner may take again.
#
# As a Mutex, with a count of how often its fiber has taken it. MonitorMixin comes from the library, at its first use.

class Monitor
  def try_enter
    current = Primitive.current_fiber
    unless Primitive.identical(@__owner, current)
      return false if @__owner && !Primitive.fiber_has_ended(@__owner)
      @__owner = current
      @__count = 0
    end
    @__count += 1
    true
  end
  alias mon_try_enter try_enter
  alias try_mon_enter try_enter

  def enter
    current = Primitive.current_fiber
    unless Primitive.identical(@__owner, current)
      current = Primitive.locking_fiber
      if @__owner
        __enter_when_free(current)
      else
        @__owner = current
      end
      @__count = 0
    end
    @__count += 1
    nil
  end
  alias mon_enter enter

  def exit
    raise ThreadError, "current fiber not owner" unless Primitive.identical(@__owner, Primitive.current_fiber)
    if (@__count -= 1) == 0
      @__owner = nil
      Primitive.wake_first(self, :@__waiters) if @__waiters
    end
    nil
  end
  alias mon_exit exit

  # As `enter` and `exit` do, which a program may have changed.
  def synchronize
    if Primitive.identical(@__owner, Primitive.current_fiber)
      @__count += 1
    else
      current = Primitive.locking_fiber
      if @__owner
        __enter_when_free(current)
      else
        @__owner = current
      end
      @__count = 1
    end
    begin
      yield
    ensure
      mon_check_owner unless Primitive.identical(@__owner, Primitive.current_fiber)
      if (@__count -= 1) == 0
        @__owner = nil
        Primitive.wake_first(self, :@__waiters) if @__waiters
      end
    end
  end
  alias mon_synchronize synchronize

  def mon_locked?
    @__owner && !Primitive.fiber_has_ended(@__owner) ? true : false
  end

  def mon_owned?
    Primitive.identical(@__owner, Primitive.current_fiber)
  end

  def mon_check_owner
    raise ThreadError, "current fiber not owner" unless Primitive.identical(@__owner, Primitive.current_fiber)
  end

  def new_cond
    MonitorMixin::ConditionVariable.new(self)
  end

  # Waits for a condition variable with the lock given up, however often it was taken; false when the time is over.
  def wait_for_cond(condition, timeout)
    count = @__count
    @__count = 1
    begin
      condition.wait(self, timeout) ? true : false
    ensure
      @__count = count
    end
  end

  # Gives up what was taken once: what a condition variable asks of a mutex.
  def __give_up
    self.exit
  end

  def __enter_when_free(current)
    begin
      while @__owner && !Primitive.fiber_has_ended(@__owner)
        Primitive.fiber_thread(@__owner).__has_wanted(self)
        # It may have been given up since: who parked now would not be woken.
        if @__owner && !Primitive.fiber_has_ended(@__owner)
          Primitive.thread_park_at(self, :@__waiters, nil, true)
        end
      end
      @__owner = current
    ensure
      Primitive.wake_first(self, :@__waiters) if @__waiters && !@__owner
    end
  end

  # As a Mutex does.
  def __lock_again(thread, masks)
    if @__owner
      enter
    else
      @__owner = Primitive.current_fiber
      @__count = 1
    end
  ensure
    thread.__mask(masks)
  end

  # A thread ends that may still hold it.
  def __abandon(thread)
    return unless @__owner && Primitive.identical(Primitive.fiber_thread(@__owner), thread)
    @__owner = nil
    Primitive.wake_first(self, :@__waiters) if @__waiters
  end
end
