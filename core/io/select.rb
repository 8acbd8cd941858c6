# IO: waiting until streams are ready.

class IO
  def self.select(readers, writers = nil, others = nil, timeout = nil)
    if (scheduler = Primitive.current_scheduler) && scheduler.respond_to?(:io_select)
      return scheduler.io_select(readers, writers, others, timeout)
    end
    ready = Primitive.io_select_now(readers, writers, others, timeout)
    unless false.equal?(ready)
      # Others take their turn, and see this thread wait: as in CRuby, where `select` waits even for what is ready.
      Rutile.wait_for_nothing unless Primitive.threads_alone
      return ready
    end
    Rutile::Selection.new(readers, writers, others, timeout).run
  end

  # Whether one of the events comes within the seconds (nil: forever).
  def __ready?(events, seconds)
    __ready_events(events, seconds) != 0
  end

  def __ready_events(events, seconds)
    return events & READABLE if events & READABLE != 0 && Primitive.io_unread_size(self) > 0
    __wait_for(events, seconds) || 0
  end

  # `wait(events, timeout)`, or `wait(timeout, :read, :write ...)`.
  def wait(*arguments)
    Primitive.io_check_open(self)
    if arguments.size == 2 && Primitive.is_a(arguments[0], Integer) && !Primitive.is_a(arguments[1], Symbol)
      events, timeout = arguments
      raise ArgumentError, "Events must be positive integer!" if events <= 0
      ready = __ready_events(events, Rutile.wait_seconds(timeout))
      return ready == 0 ? nil : ready
    end
    timeout = nil
    events = 0
    arguments.each do |argument|
      if Primitive.is_a(argument, Symbol)
        events |= Rutile.wait_event(argument)
      else
        raise ArgumentError, "timeout given more than once" unless nil.equal?(timeout)
        timeout = argument
      end
    end
    events = READABLE if events == 0
    return true if events & READABLE != 0 && Primitive.io_unread_size(self) > 0
    __ready?(events, Rutile.wait_seconds(timeout)) ? self : nil
  end

  def wait_readable(timeout = nil)
    Primitive.io_check_readable(self)
    return true if Primitive.io_unread_size(self) > 0
    __ready?(READABLE, Rutile.wait_seconds(timeout)) ? self : nil
  end

  def wait_writable(timeout = nil)
    Primitive.io_check_writable(self)
    __ready?(WRITABLE, Rutile.wait_seconds(timeout)) ? self : nil
  end

  def wait_priority(timeout = nil)
    Primitive.io_check_readable(self)
    __ready?(PRIORITY, Rutile.wait_seconds(timeout)) ? self : nil
  end
end

module Rutile
  WAIT_EVENTS = {
    r: 1, read: 1, readable: 1, w: 4, write: 4, writable: 4, rw: 5, read_write: 5, readable_writable: 5,
  }.freeze

  def self.wait_event(name)
    WAIT_EVENTS.fetch(name) { raise ArgumentError, "unsupported mode: #{name}" }
  end

  # Waits no time: others have their turn, and what is put off until a wait is delivered.
  def self.wait_for_nothing
    now = deadline(0)
    until Primitive.thread_park(now, false) == 1
    end
  end

  def self.wait_seconds(timeout)
    nil.equal?(timeout) ? nil : to_seconds(timeout)
  end

  # One run of `IO.select`.
  class Selection
    def initialize(readers, writers, others, timeout)
      @seconds = Rutile.wait_seconds(timeout)
      @readers = list(readers)
      @writers = list(writers)
      @others = list(others)
    end

    def list(objects)
      return [] if nil.equal?(objects)
      Primitive.is_a(objects, Array) || Rutile.responds?(objects, :to_ary) ||
        raise(TypeError, "wrong argument type #{Primitive.class_of(objects)} (expected Array)")
      Rutile.to_ary(objects).map { |object| [object, Rutile.to_io(object)] }
    end

    def run
      buffered = @readers.select { |_, io| Primitive.io_check_open(io) && Primitive.io_unread_size(io) > 0 }
      seconds = buffered.empty? ? @seconds : 0
      list = []
      add(@readers, 1, list)
      add(@writers, 4, list)
      add(@others, 2, list)
      ready = poll(list, seconds)
      readable = pick(@readers, ready, 0, 1 | 8 | 16)
      readable |= buffered.map(&:first) unless buffered.empty?
      writable = pick(@writers, ready, @readers.size, 4 | 8)
      other = pick(@others, ready, @readers.size + @writers.size, 2)
      readable.empty? && writable.empty? && other.empty? ? nil : [readable, writable, other]
    end

    # A stream that another thread has closed meanwhile is reported as closed.
    def poll(list, seconds)
      Rutile.poll(list, seconds)
    rescue Errno::EBADF
      [@readers, @writers, @others].each { |pairs| pairs.each { |_, io| Primitive.io_check_open(io) } }
      raise
    end

    def add(pairs, event, list)
      pairs.each do |_, io|
        Primitive.io_check_open(io)
        list << (event == 4 ? Primitive.io_write_descriptor(io) : Primitive.io_read_descriptor(io)) << event
      end
    end

    def pick(pairs, ready, start, mask)
      picked = []
      pairs.each_with_index do |(object, _), index|
        found = ready[start + index]
        if found & 32 != 0
          Primitive.io_check_open(pairs[index][1])
          raise SystemCallError.new(nil, Errno::EBADF::Errno)
        end
        picked << object if found & mask != 0
      end
      picked
    end
  end
end
