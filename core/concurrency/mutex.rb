# Mutex: one at a time.
#
# A mutex belongs to the fiber that locked it. Threads that want it stand in a line
# that exists only while somebody waits; whoever unlocks wakes the first, which
# then tries again. A mutex whose fiber has ended is free.

class Thread
  class Mutex
    def initialize
      self
    end
    private :initialize

    def lock
      current = Primitive.locking_fiber
      if @__owner
        __lock_when_free(current)
      else
        @__owner = current
      end
      self
    end

    def try_lock
      return false if @__owner && !Primitive.fiber_has_ended(@__owner)
      @__owner = Primitive.current_fiber
      true
    end

    def unlock
      __refuse_unlock unless Primitive.identical(@__owner, Primitive.current_fiber)
      @__owner = nil
      Primitive.wake_first(self, :@__waiters) if @__waiters
      self
    end

    alias __give_up unlock

    def synchronize
      raise ThreadError, "must be called with a block" unless block_given?
      current = Primitive.locking_fiber
      if @__owner
        __lock_when_free(current)
      else
        @__owner = current
      end
      begin
        yield
      ensure
        # Who unlocked it inside the block, and does not own it now, has nothing to give up.
        if Primitive.identical(@__owner, Primitive.current_fiber)
          @__owner = nil
          Primitive.wake_first(self, :@__waiters) if @__waiters
        else
          __refuse_unlock
        end
      end
    end

    def locked?
      @__owner && !Primitive.fiber_has_ended(@__owner) ? true : false
    end

    def owned?
      Primitive.identical(@__owner, Primitive.current_fiber)
    end

    # Gives the mutex up, sleeps, and takes it again. Seconds slept, or nil after `timeout` of them.
    def sleep(timeout = nil)
      timeout = Rutile.to_seconds(timeout) unless nil.equal?(timeout)
      began = Primitive.scheduler_now
      deadline = nil.equal?(timeout) ? nil : Primitive.scheduler_deadline(timeout)
      reason = nil
      thread = Primitive.current_thread
      masks = thread.__masks
      unlock
      begin
        if (scheduler = Primitive.current_scheduler)
          scheduler.kernel_sleep(timeout)
          return (Primitive.scheduler_now - began + 500_000_000) / 1_000_000_000
        end
        while (reason = Primitive.thread_park(deadline, true)) == 2
        end
      ensure
        Primitive.set_variable(thread, :@__masks, EVERYTHING_LATER)
        __lock_again(thread, masks)
      end
      return nil if reason == 1
      (Primitive.scheduler_now - began + 500_000_000) / 1_000_000_000
    end

    # Frozen constants of mutexes are common, and have to lock.
    def freeze
      @__frozen = true
      self
    end

    def frozen?
      @__frozen ? true : false
    end

    def __lock_when_free(current)
      raise ThreadError, "deadlock; recursive locking" if Primitive.identical(@__owner, current)
      begin
        while @__owner && !Primitive.fiber_has_ended(@__owner)
          holder = Primitive.fiber_thread(@__owner)
          if holder.equal?(Primitive.current_thread) && !Primitive.current_scheduler
            raise ThreadError, "deadlock; lock already owned by another fiber belonging to the same thread"
          end
          holder.__has_wanted(self)
          # It may have been unlocked since: who parked now would not be woken.
          if @__owner && !Primitive.fiber_has_ended(@__owner)
            Primitive.thread_park_at(self, :@__waiters, nil, true)
          end
        end
        @__owner = current
      ensure
        # Woken, but not to lock it: the next in line is.
        Primitive.wake_first(self, :@__waiters) if @__waiters && !@__owner
      end
    end

    # Who waited without the mutex has it again before anything is delivered: `thread` held everything back at once as it
    # woke, with no safepoint between; its masks are put back here.
    def __lock_again(thread, masks)
      @__owner ? lock : @__owner = Primitive.locking_fiber
    ensure
      thread.__mask(masks)
    end

    # Waits until it is free, without wanting it.
    def __await
      return unless @__owner
      __lock_when_free(Primitive.current_fiber)
      unlock
    end

    def __refuse_unlock
      raise ThreadError, "Attempt to unlock a mutex which is not locked" unless locked?
      raise ThreadError, "Attempt to unlock a mutex which is locked by another thread/fiber"
    end

    # A thread ends that may still hold it.
    def __abandon(thread)
      return unless @__owner && Primitive.identical(Primitive.fiber_thread(@__owner), thread)
      @__owner = nil
      Primitive.wake_first(self, :@__waiters) if @__waiters
    end
  end
end

module Rutile
  # In the handler of a signal: the thread that it interrupted may hold the lock.
  def self.locking_fiber
    raise ThreadError, "can't be called from trap context"
  end
end

class Thread
  # Others wait for a mutex that this thread holds: should it end without unlocking, they are told.
  def __has_wanted(mutex)
    @__wanted = [] unless @__wanted
    @__wanted.push(mutex) unless @__wanted.include?(mutex)
  end
end

Mutex = Thread::Mutex
