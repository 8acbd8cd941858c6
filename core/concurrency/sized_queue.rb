# SizedQueue: a queue that makes whoever fills it wait while it is full.

class Thread
  class SizedQueue < Queue
    def initialize(max)
      max = Rutile.to_int(max)
      raise ArgumentError, "queue size must be positive" if max <= 0
      @__items = []
      @__max = max
      self
    end
    private :initialize

    def max
      @__max
    end

    def max=(max)
      max = Rutile.to_int(max)
      raise ArgumentError, "queue size must be positive" if max <= 0
      more = max - @__max
      @__max = max
      while more > 0 && Primitive.wake_first(self, :@__pushers)
        more -= 1
      end
      max
    end

    def push(item, non_block = false, timeout: nil)
      Rutile.to_limit(timeout) unless nil.equal?(timeout)
      if non_block
        raise ArgumentError, "can't set a timeout if non_block is enabled" unless nil.equal?(timeout)
      end
      raise ClosedQueueError, "queue closed" if @__closed
      if Primitive.array_size(@__items || __not_initialized) >= @__max
        raise ThreadError, "queue full" if non_block
        return nil unless __await_room(timeout)
      end
      Primitive.array_push(@__items || __not_initialized, item)
      Primitive.wake_first(self, :@__waiters) if @__waiters
      self
    end
    Primitive.alias_method(self, :enq, :push)
    Primitive.alias_method(self, :<<, :push)

    def pop(non_block = false, timeout: nil)
      item = super
      Primitive.wake_first(self, :@__pushers) if @__pushers
      item
    end
    Primitive.alias_method(self, :deq, :pop)
    Primitive.alias_method(self, :shift, :pop)

    def __await_room(timeout)
      deadline = Rutile.deadline(timeout)
      reason = nil
      begin
        while Primitive.array_size(@__items || __not_initialized) >= @__max
          return false if reason == 1
          reason = Primitive.thread_park_at(self, :@__pushers, deadline, true)
          raise ClosedQueueError, "queue closed" if @__closed
        end
        taken = true
      ensure
        Primitive.wake_first(self, :@__pushers) if !taken && reason == 0 && @__pushers
      end
    end

    def close
      super
      Primitive.wake_all(self, :@__pushers)
      self
    end

    def clear
      super
      Primitive.wake_all(self, :@__pushers)
      self
    end

    def num_waiting
      Primitive.waiting_in(self, :@__waiters) + Primitive.waiting_in(self, :@__pushers)
    end
  end
end

SizedQueue = Thread::SizedQueue
