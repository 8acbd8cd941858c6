# IO: where a thread waits for a stream.
#
# Everything that blocks on a descriptor, here and in the standard library, makes
# an attempt that does not wait while other threads could run. Where that would
# have waited it comes to `__again`, and `__wait_for` is the one place that waits:
#
#   while (count = Primitive.io_fill(self)) < 0
#     __again(count, READABLE)
#   end
#
# The end of the loop's turn is where what is to be delivered to the thread
# (signals, exceptions from other threads) is delivered.

class IO
  # Waits until the stream is ready for one of the events: those it is ready for, or nil once
  # the seconds have passed (nil: never). Raises where the stream is closed meanwhile.
  def __wait_for(events, seconds)
    if (scheduler = Primitive.current_scheduler)
      ready = scheduler.io_wait(self, events, seconds)
      raise IOError, "stream closed in another thread" if Primitive.io_descriptor(self) == -1
      return true.equal?(ready) ? events : ready || nil
    end
    deadline = Rutile.deadline(seconds)
    list = Primitive.io_wait_list(self, events)
    # Whose time is up already is told what is so now: a thread that parks would be woken before anybody looked.
    found = deadline && seconds <= 0 ? __ready_now(list) : 0
    while found == 0
      found = Primitive.thread_park_for(list, deadline)
      __check_still_open(list, events) if found == 0
    end
    return nil if nil.equal?(found)
    if found < 0
      __check_still_open(list, events)
      Rutile.system_error(-found)
    end
    ready = found & events
    # Whoever reads or writes next meets the error.
    ready |= events & (READABLE | WRITABLE) if found & TROUBLE != 0
    ready
  end

  # The events that have come for any of a list's descriptors, or nil.
  def __ready_now(list)
    ready = Primitive.io_poll(list)
    return ready if Primitive.is_fixnum(ready)
    ready = ready.inject { |all, one| all | one }
    ready == 0 ? nil : ready
  end
  private :__ready_now

  # The bits of `poll` for an error and a hang-up.
  TROUBLE = 8 | 16
  private_constant :TROUBLE

  def __check_still_open(list, events)
    return if Primitive.io_descriptor(self) != -1 && Primitive.io_wait_list(self, events) == list
    # Who was killed, or given an exception, before the stream was closed learns of that first.
    thread = Primitive.current_thread
    thread.__deliver(true) if thread.__pending?
    raise IOError, "stream closed in another thread"
  end

  # An attempt moved nothing: waits until it is worth another, or raises. `outcome` is the error's number negated.
  def __again(outcome, events, function = nil, detail = nil)
    if outcome == -Errno::EAGAIN::Errno
      extras = Primitive.io_extras(self)
      seconds = extras && extras[:timeout]
      raise TimeoutError, "Blocking operation timed out!" if nil.equal?(__wait_for(events, seconds))
    elsif outcome == -Errno::EINPROGRESS::Errno
      Rutile.await_work
    elsif outcome != -Errno::EINTR::Errno
      Rutile.system_result(outcome, function, detail)
    end
  end
end

module Rutile
  # The outcome of the block's primitive, one of those that can only block: while others run its work
  # is done by the reactor's helpers, and the block is run once more to take the outcome.
  def self.blocking
    while true
      outcome = yield
      return outcome unless outcome == -Errno::EINPROGRESS::Errno || outcome == -Errno::EINTR::Errno
      await_work
    end
  end

  # The descriptor that the block makes. Where none is left, those of streams that nobody holds any more are
  # taken back, and it is tried again.
  def self.with_descriptor
    outcome = yield
    return outcome unless outcome == -Errno::EMFILE::Errno || outcome == -Errno::ENFILE::Errno
    Primitive.collect_garbage(true, true, true)
    yield
  end

  # `blocking` for work that a scheduler may have done elsewhere.
  def self.offloaded
    scheduler = scheduler_with(:blocking_operation_wait)
    return blocking { yield } unless scheduler
    outcome = nil
    scheduler.blocking_operation_wait(proc { outcome = blocking { yield } })
    outcome
  end

  # Waits until the work that this thread has submitted is done.
  def self.await_work
    until Primitive.thread_park_for_work == true
      yield if block_given?
    end
  end

  # Whether a call fails that must not begin where an exception waits for the thread.
  def self.fails_call?
    Primitive.current_thread.__fails_call?
  end

  # Waits for one of `[descriptor, events, ...]`: what each is ready for, none where the seconds have passed.
  def self.poll(list, seconds)
    deadline = deadline(seconds)
    while true
      ready = Primitive.io_poll(list)
      system_result(ready, "select") unless Primitive.is_a(ready, Array)
      return ready if seconds == 0 || ready.any? { |found| found != 0 }
      if list.empty?
        return ready if Primitive.thread_park(deadline, false) == 1
      else
        found = Primitive.thread_park_for(list, deadline)
        return ready if nil.equal?(found)
        system_result(found, "select")
      end
    end
  end
end
