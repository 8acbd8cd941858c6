# ConditionVariable: waiting for something to become true under a mutex.

class Thread
  class ConditionVariable
    def initialize
      self
    end
    private :initialize

    # Gives `mutex` up, waits for a signal, and takes it again.
    def wait(mutex, timeout = nil)
      return __wait_without_mutex(mutex, timeout) unless Primitive.is_a(mutex, Mutex) || Primitive.is_a(mutex, Monitor)
      timeout = Rutile.to_seconds(timeout) unless nil.equal?(timeout)
      began = Primitive.scheduler_now
      deadline = nil.equal?(timeout) ? nil : Primitive.scheduler_deadline(timeout)
      reason = nil
      thread = Primitive.current_thread
      masks = thread.__masks
      mutex.__give_up
      begin
        while (reason = Primitive.thread_park_at(self, :@__waiters, deadline, true)) == 2
        end
      ensure
        Primitive.set_variable(thread, :@__masks, EVERYTHING_LATER)
        mutex.__lock_again(thread, masks)
      end
      return nil if reason == 1
      (Primitive.scheduler_now - began + 500_000_000) / 1_000_000_000
    end

    # Anything that can `sleep` may stand for a mutex; a signal wakes the sleeper.
    def __wait_without_mutex(mutex, timeout)
      @__sleepers = [] unless @__sleepers
      thread = Primitive.current_thread
      @__sleepers.push(thread)
      begin
        nil.equal?(timeout) ? mutex.sleep : mutex.sleep(timeout)
      ensure
        @__sleepers.delete(thread)
      end
    end

    def signal
      if @__waiters
        Primitive.wake_first(self, :@__waiters)
      elsif @__sleepers && (thread = @__sleepers.shift)
        thread.wakeup
      end
      self
    end

    def broadcast
      Primitive.wake_all(self, :@__waiters) if @__waiters
      while @__sleepers && (thread = @__sleepers.shift)
        thread.wakeup
      end
      self
    end

    undef_method :initialize_copy

    def marshal_dump
      raise TypeError, "can't dump #{Primitive.class_of(self)}"
    end
  end
end

ConditionVariable = Thread::ConditionVariable
