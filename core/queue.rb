# Queue and SizedQueue: handing things from thread to thread.

class ClosedQueueError < StopIteration
end

class Thread
  class Queue
    def initialize(items = (none = true; nil))
      @__items = []
      return if none
      unless Rutile.responds?(items, :to_a)
        raise TypeError, "can't convert #{Primitive.class_of(items)} into Array"
      end
      array = items.to_a
      Rutile.bad_conversion(items, "Array", :to_a, array) unless Primitive.is_a(array, Array)
      @__items.concat(array)
    end
    private :initialize

    def push(item)
      raise ClosedQueueError, "queue closed" if @__closed
      Primitive.array_push(@__items, item)
      Primitive.wake_first(self, :@__waiters) if @__waiters
      self
    end
    alias enq push
    alias << push

    def pop(non_block = false, timeout: nil)
      if non_block
        raise ArgumentError, "can't set a timeout if non_block is enabled" unless nil.equal?(timeout)
        raise ThreadError, "queue empty" if Primitive.array_size(@__items) == 0
      elsif Primitive.array_size(@__items) == 0
        return nil unless __await_item(timeout)
      end
      @__items.shift
    end
    alias deq pop
    alias shift pop

    # Waits until there is something to take; false where the queue is closed or time is up.
    def __await_item(timeout)
      deadline = Rutile.deadline(timeout)
      reason = nil
      begin
        while Primitive.array_size(@__items) == 0
          return false if @__closed || reason == 1
          reason = Primitive.thread_park_at(self, :@__waiters, deadline, true)
        end
        taken = true
      ensure
        # Woken for an item, but kept from taking it: it is the next one's.
        Primitive.wake_first(self, :@__waiters) if !taken && reason == 0 && @__waiters
      end
    end

    def close
      @__closed = true
      Primitive.wake_all(self, :@__waiters)
      self
    end

    def closed?
      @__closed ? true : false
    end

    def empty?
      Primitive.array_size(@__items) == 0
    end

    def clear
      @__items.clear
      self
    end

    def length
      Primitive.array_size(@__items)
    end
    alias size length

    def num_waiting
      Primitive.waiting_in(self, :@__waiters)
    end

    def freeze
      raise TypeError, "cannot freeze #{inspect}"
    end

    def marshal_dump
      raise TypeError, "can't dump #{Primitive.class_of(self)}"
    end
  end

  class SizedQueue < Queue
    def initialize(max)
      max = Rutile.to_int(max)
      raise ArgumentError, "queue size must be positive" if max <= 0
      @__items = []
      @__max = max
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
      if non_block
        raise ArgumentError, "can't set a timeout if non_block is enabled" unless nil.equal?(timeout)
      end
      raise ClosedQueueError, "queue closed" if @__closed
      if Primitive.array_size(@__items) >= @__max
        raise ThreadError, "queue full" if non_block
        return nil unless __await_room(timeout)
      end
      Primitive.array_push(@__items, item)
      Primitive.wake_first(self, :@__waiters) if @__waiters
      self
    end
    alias enq push
    alias << push

    def pop(non_block = false, timeout: nil)
      if non_block
        raise ArgumentError, "can't set a timeout if non_block is enabled" unless nil.equal?(timeout)
        raise ThreadError, "queue empty" if Primitive.array_size(@__items) == 0
      elsif Primitive.array_size(@__items) == 0
        return nil unless __await_item(timeout)
      end
      item = @__items.shift
      Primitive.wake_first(self, :@__pushers) if @__pushers
      item
    end
    alias deq pop
    alias shift pop

    def __await_room(timeout)
      deadline = Rutile.deadline(timeout)
      reason = nil
      begin
        while Primitive.array_size(@__items) >= @__max
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

Queue = Thread::Queue
SizedQueue = Thread::SizedQueue
