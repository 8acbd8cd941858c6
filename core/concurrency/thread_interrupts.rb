# Thread: exceptions from other threads.
#
# An exception that others raise in a thread waits in its list until it may be delivered: at a
# safepoint, unless a mask put up by `handle_interrupt` says later or only while
# waiting. A kill is one of these deliveries.

class Thread
  # The stand-in for a kill among exceptions; masks see an Integer.
  KILL = 0
  TIMINGS = [:immediate, :on_blocking, :never].freeze
  EVERYTHING_LATER = [{ Object => :never }.freeze].freeze
  private_constant :KILL, :TIMINGS, :EVERYTHING_LATER

  # Holds back exceptions of the classes in `masks` while the block runs.
  def self.handle_interrupt(masks)
    raise ArgumentError, "block is needed." unless block_given?
    masks = Rutile.to_hash(masks)
    masks.each_value do |timing|
      raise ArgumentError, "unknown mask signature" unless TIMINGS.include?(timing)
    end
    thread = Primitive.current_thread
    outer = thread.__masks
    thread.__mask([masks, *outer])
    thread.__look_again
    begin
      yield nil
    ensure
      thread.__mask(outer)
    end
  end

  def self.pending_interrupt?(*errors)
    Primitive.current_thread.__pending_interrupt(errors)
  end

  def pending_interrupt?(*errors)
    __pending_interrupt(errors)
  end

  # Only where something is pending, it is looked at what is asked for.
  def __pending_interrupt(errors)
    return false if nil.equal?(@__pending) || @__pending.empty?
    return true if errors.empty?
    Rutile.refuse_count(errors.size, "0..1") if errors.size > 1
    error = errors[0]
    raise TypeError, "class or module required for rescue clause" unless Primitive.is_a(error, Module)
    @__pending.any? { |item| error >= __class_of(item) }
  end

  # The cause is that of who asks.
  def raise(*arguments, **options)
    return nil unless @__number
    __deliver_later(Rutile.with_cause_of_sender(Rutile.exception_for_another(arguments, options)))
    nil
  end

  def kill
    return self if !@__number || @__killed
    if Primitive.main_thread.equal?(self)
      __deliver_later(SystemExit.new(0, "exit"))
    else
      __deliver_later(KILL)
    end
    self
  end
  alias exit kill
  alias terminate kill

  def __killed?
    @__killed
  end

  def __deliver_later(item)
    # A frozen Thread is stopped as any other.
    Primitive.set_variable(self, :@__pending, []) unless @__pending
    @__pending.push(item)
    if equal?(Primitive.current_thread)
      __deliver(false)
    else
      Primitive.thread_interrupt(@__number) if @__number
    end
  end

  def __masks
    @__masks
  end

  def __pending?
    @__pending && !@__pending.empty? ? true : false
  end

  # Other masks hold from now on: what waited for that is delivered.
  def __mask(masks)
    Primitive.set_variable(self, :@__masks, masks)
    __deliver(false) if @__pending && !@__pending.empty?
  end

  # An exception that is put off is seen once more by the next call that fails where one waits.
  def __look_again
    Primitive.set_variable(self, :@__unseen, __pending?)
  end

  # Whether such a call is to fail: as in CRuby once behind each new mask, so that who calls again does not do so for ever.
  def __fails_call?
    unseen = @__unseen
    Primitive.set_variable(self, :@__unseen, false)
    unseen && __pending?
  end

  # Delivers the first that may be delivered now. `waiting`: the thread waits, or was woken from it.
  def __deliver(waiting)
    pending = @__pending
    return if nil.equal?(pending) || @__finishing
    index = 0
    in_wait = false
    while index < pending.size
      timing = __timing(pending[index])
      if timing == :never || (timing == :on_blocking && !waiting)
        in_wait = true if timing == :on_blocking
        index += 1
      else
        __take(pending.delete_at(index))
      end
    end
    Primitive.thread_deliver_in_wait if in_wait
  end

  def __take(item)
    if KILL.equal?(item)
      Primitive.set_variable(self, :@__killed, true)
      @__pending.clear
      Primitive.thread_leave
    end
    exception = Rutile.exception_to_raise([item], nil, true)
    # The next one is to find this one raised: told of before, it would take its place.
    Primitive.thread_interrupt(@__number) unless @__pending.empty?
    Primitive.raise_exception(exception)
  end

  def __class_of(item)
    KILL.equal?(item) ? Integer : Primitive.class_of(item)
  end

  # The timing that the innermost mask with an exception's class or one of its ancestors gives.
  def __timing(item)
    masks = @__masks
    return :immediate unless masks
    ancestors = __class_of(item).ancestors
    masks.each do |mask|
      ancestors.each do |ancestor|
        timing = mask[ancestor]
        return timing if timing
      end
    end
    :immediate
  end
end

module Rutile
  # The class of errors that nothing can rescue by name.
  FATAL = Class.new(Exception)
  Primitive.name_hidden_class(FATAL, "fatal")

  # A safepoint of a thread that something is to be delivered to.
  def self.deliver_interrupts(waiting)
    Primitive.current_thread.__deliver(waiting)
  end

  # Every thread waits for another: the main thread learns it. `reporter` was the last to wait.
  def self.report_deadlock(reporter)
    threads = Primitive.thread_list
    main = Primitive.main_thread
    address = ->(object) { Kernel.format("0x%016x", object.object_id * 8) }
    text = +"No live threads left. Deadlock?\n"
    current = threads.find { |thread| thread.__number == reporter } || main
    text << "#{threads.size} threads, #{threads.size} sleeps current:#{address.(current)} main thread:#{address.(main)}\n"
    threads.each do |thread|
      state = main.equal?(thread) ? thread.inspect.sub(/ run>\z/, " sleep_forever>") : thread.inspect
      text << "* #{state}\n   rb_thread_t:#{address.(thread)} native:#{address.(thread)} int:0\n   \n"
    end
    raise FATAL.new(text)
  end

  # The end of the program: every other thread is killed, and ends with its ensure clauses. For these the main thread has ended.
  def self.end_threads
    main = Primitive.current_thread
    number = main.__number
    main.__be(nil)
    until Primitive.threads_alone
      begin
        Primitive.thread_list.each { |thread| thread.kill unless thread.equal?(main) }
        Primitive.thread_list.each { |thread| thread.join unless thread.equal?(main) }
      rescue Exception
        # What interrupts this doesn't end the ending.
        nil
      end
    end
  ensure
    main.__be(number)
  end
end

class Thread
  def __number
    @__number
  end

  # From now on it has this number, or none, as one that has ended.
  def __be(number)
    Primitive.set_variable(self, :@__number, number)
  end
end
