# Queue: handing things from thread to thread.

class ClosedQueueError < StopIteration
end

class Thread
  class Queue
    def initialize(items = (none = true; nil))
      @__items = []
      return self if none
      unless Rutile.responds?(items, :to_a)
        raise TypeError, "can't convert #{Primitive.class_of(items)} into Array"
      end
      array = items.to_a
      Rutile.bad_conversion(items, "Array", :to_a, array) unless Primitive.is_a(array, Array)
      @__items.concat(array)
      self
    end
    private :initialize

    def push(item)
      primitive :queue_push
      raise ClosedQueueError, "queue closed" if @__closed
      Primitive.array_push(@__items || __not_initialized, item)
      Primitive.wake_first(self, :@__waiters) if @__waiters
      self
    end
    Primitive.alias_method(self, :enq, :push)
    Primitive.alias_method(self, :<<, :push)

    def pop(non_block = false, timeout: nil)
      primitive :queue_pop
      Rutile.to_limit(timeout) unless nil.equal?(timeout)
      if non_block
        raise ArgumentError, "can't set a timeout if non_block is enabled" unless nil.equal?(timeout)
        raise ThreadError, "queue empty" if Primitive.array_size(@__items || __not_initialized) == 0
      elsif Primitive.array_size(@__items || __not_initialized) == 0
        return nil unless __await_item(timeout)
      end
      @__items.shift
    end
    Primitive.alias_method(self, :deq, :pop)
    Primitive.alias_method(self, :shift, :pop)

    # Waits until there is something to take; false where the queue is closed or time is up.
    def __await_item(timeout)
      deadline = Rutile.deadline(timeout)
      reason = nil
      begin
        while Primitive.array_size(@__items || __not_initialized) == 0
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
      Primitive.array_size(@__items || __not_initialized) == 0
    end

    def clear
      (@__items || __not_initialized).clear
      self
    end

    def length
      Primitive.array_size(@__items || __not_initialized)
    end
    Primitive.alias_method(self, :size, :length)

    def num_waiting
      Primitive.waiting_in(self, :@__waiters)
    end

    def freeze
      raise TypeError, "cannot freeze #{inspect}"
    end

    def __not_initialized
      raise TypeError, "#{inspect} not initialized"
    end

    undef_method :initialize_copy

    def marshal_dump
      raise TypeError, "can't dump #{Primitive.class_of(self)}"
    end
  end
end

Queue = Thread::Queue
