# TracePoint: hooks that are told what the program does, as it does it.
#
# The machine collects what happens at one place of the program in a list, five words for each happening, and calls
# `Rutile.tell_trace` there. Events are bits, numbered as in crates/vm/src/interpreter/tracing.rs. The core
# library is not watched: a call of one of its methods is a `:c_call`.

module Rutile
  @trace_events = {
    line: 1, call: 1 << 1, return: 1 << 2, c_call: 1 << 3, c_return: 1 << 4, raise: 1 << 5, b_call: 1 << 6, b_return: 1 << 7,
    class: 1 << 8, end: 1 << 9, rescue: 1 << 10, thread_begin: 1 << 11, thread_end: 1 << 12,
    fiber_switch: 1 << 13, script_compiled: 1 << 14,
    a_call: 1 << 1 | 1 << 3 | 1 << 6, a_return: 1 << 2 | 1 << 4 | 1 << 7,
  }
  @trace_points = []

  def self.trace_points
    @trace_points
  end

  def self.watched?
    !@trace_points.empty?
  end

  # The bits of an event's name.
  def self.trace_event(name)
    unless Primitive.is_a(name, Symbol)
      name = Rutile.convert(name, Symbol, "Symbol", :to_sym)
    end
    @trace_events[name] or raise ArgumentError, "unknown event: #{name}"
  end

  def self.trace_event_name(bit)
    @trace_events.key(bit)
  end

  def self.every_trace_event
    @trace_events.values.inject(0) { |bits, event| bits | event }
  end

  # Those that aim at some code are told after the others, the last enabled first.
  def self.add_trace_point(point)
    place = @trace_points.index { |other| Primitive.get_variable(other, :@__target) } || @trace_points.size
    @trace_points.insert(place, point)
  end

  # Whether a code, or one in it, has a place of such an event (on a line, if one is asked for). Where exceptions are rescued
  # is not known of any code.
  def self.traces_in?(code, events, line)
    return true if events & 1 << 10 != 0
    Primitive.code_events(code).each_slice(2).any? { |place, event| event & events != 0 && (nil.equal?(line) || place == line) } ||
      Primitive.code_children(code).any? { |child| traces_in?(child, events, line) }
  end

  # Tells the machine what is wanted, after a TracePoint was enabled or disabled.
  def self.renew_trace_events
    wanted = 0
    @trace_points.each { |point| wanted |= Primitive.get_variable(point, :@__events) }
    Primitive.trace_events(wanted)
  end

  # Calls the hooks for each happening in the list.
  def self.tell_trace(list, path, receiver)
    done = false
    size = Primitive.array_size(list)
    index = 0
    while index < size
      happening = size == 5 ? list : Primitive.array_slice(list, index, 5)
      Primitive.array_push(happening, path)
      Primitive.array_push(happening, receiver)
      complete_happening(happening) if Primitive.array_at(happening, 0) >= 1 << 13
      tell_happening(happening)
      index += 5
    end
    done = true
  ensure
    Primitive.trace_end(!done)
  end

  def self.tell_trace_and_raise(list, path, receiver, raised)
    tell_trace(list, path, receiver)
    Primitive.raise_again(raised)
  end

  # Events that are told of elsewhere than where they were met.
  def self.complete_happening(happening)
    case happening[0]
    when 1 << 13
      # A fiber that begins stands nowhere.
      happening[5] = nil if happening[1] == 0
      happening[6] = Primitive.current_thread
    when 1 << 14
      evaluated, happening[5], happening[6] = happening[4]
      happening[4] = evaluated ? Primitive.get_variable(Primitive.current_thread, :@__evaluated) : nil
    end
    happening
  end

  def self.tell_happening(happening)
    thread = Primitive.current_thread
    points = @trace_points
    count = Primitive.array_size(points)
    points = Primitive.array_slice(points, 0, count) if count > 1
    index = 0
    while index < count
      point = Primitive.array_at(points, index)
      index += 1
      next if Primitive.get_variable(point, :@__events) & Primitive.array_at(happening, 0) == 0
      next unless Primitive.get_variable(point, :@__enabled) && trace_aims_at?(point, happening, thread)
      tell_trace_point(point, happening, thread)
    end
  end

  def self.tell_trace_point(point, happening, thread)
    before = Primitive.get_variable(thread, :@__traced)
    Primitive.set_variable(thread, :@__traced, [point, happening, before])
    Primitive.get_variable(point, :@__hook).call(point)
  ensure
    Primitive.set_variable(thread, :@__traced, before)
  end

  def self.trace_aims_at?(point, happening, thread)
    only_thread = Primitive.get_variable(point, :@__thread)
    return false if only_thread && !only_thread.equal?(thread)
    line = Primitive.get_variable(point, :@__target_line)
    return false if line && (happening[0] != 1 || happening[1] != line)
    target = Primitive.get_variable(point, :@__target)
    !target || Primitive.trace_is_within(target)
  end

  # A thread begins or ends: told by the thread itself.
  def self.tell_thread_event(bit)
    before = Primitive.set_inside_trace(true)
    return if before
    begin
      tell_happening([bit, 0, nil, nil, nil, nil, Primitive.current_thread])
    ensure
      Primitive.set_inside_trace(false)
    end
  end

  # The event that a TracePoint's hook is being told in this thread: one of some events, if any are named.
  def self.told(point, *events)
    entry = Primitive.get_variable(Primitive.current_thread, :@__traced)
    entry = entry[2] until nil.equal?(entry) || entry[0].equal?(point)
    raise "access from outside" unless entry
    happening = entry[1]
    raise "not supported by this event" unless events.empty? || events.include?(@trace_events.key(happening[0]))
    happening
  end

  def self.told_of?(point, *events)
    events.include?(@trace_events.key(told(point)[0]))
  end
end

class TracePoint
  def self.new(*events, &hook)
    bits = events.inject(0) { |all, event| all | Rutile.trace_event(event) }
    raise ArgumentError, "must be called with a block" unless hook
    bits = Rutile.every_trace_event if events.empty?
    point = allocate
    Primitive.set_variable(point, :@__events, bits)
    Primitive.set_variable(point, :@__hook, hook)
    point
  end

  def self.trace(*events, &hook)
    new(*events, &hook).tap(&:enable)
  end

  # `{ event => [number of hooks, ...] }` has no meaning here but the number of enabled TracePoints.
  def self.stat
    { enabled: [Rutile.trace_points.size, 0] }
  end

  def self.allow_reentry
    raise ArgumentError, "no block given" unless block_given?
    kept = Primitive.allow_reentry || raise("No need to allow reentrance.")
    begin
      yield
    ensure
      Primitive.end_reentry(kept)
    end
  end

  def enable(target: nil, target_line: nil, target_thread: (no_thread = true; nil))
    was_enabled = enabled?
    target_thread = Primitive.current_thread if no_thread && block_given? && !target && !target_line
    raise ArgumentError, "can not override target_thread filter" if target_thread && @__thread
    raise ArgumentError, "only target_line is specified" if target_line && !target
    raise ArgumentError, "can't nest-enable a targeting TracePoint" if was_enabled && (target || @__target)
    unless was_enabled
      aim(target, target_line)
      Rutile.add_trace_point(self)
      @__enabled = true
      Rutile.renew_trace_events
    end
    @__thread = target_thread
    return was_enabled unless block_given?
    begin
      yield
    ensure
      disable unless was_enabled
    end
  end

  def disable
    raise ArgumentError, "can't disable a targeting TracePoint in a block" if @__target && block_given?
    was_enabled = enabled?
    switch_off
    return was_enabled unless block_given?
    begin
      yield
    ensure
      enable if was_enabled
    end
  end

  def enabled?
    true.equal?(@__enabled)
  end

  def event
    Rutile.trace_event_name(Rutile.told(self)[0])
  end

  def lineno
    Rutile.told(self)[1]
  end

  def path
    Rutile.told(self)[5]
  end

  # The name by which the method was defined. An accessor is told of by the name that it was called by.
  def method_id
    _, _, name, owner = Rutile.told(self)
    return name unless name && Rutile.told_of?(self, :c_call, :c_return)
    method = Primitive.unbound_method(owner, name, false)
    method ? method.original_name : name
  end

  # The name by which it was called, which may be an alias.
  def callee_id
    name = Rutile.told(self)[2]
    name && !Rutile.told_of?(self, :c_call, :c_return) ? Primitive.trace_callee : name
  end

  def defined_class
    Rutile.told(self)[3]
  end

  def self
    Rutile.told(self)[6]
  end

  def binding
    Primitive.trace_binding unless Rutile.told_of?(self, :c_call, :c_return)
  end

  def parameters
    return Primitive.trace_parameters if Rutile.told_of?(self, :b_call, :b_return)
    happening = Rutile.told(self, :call, :return, :c_call, :c_return)
    happening[3].instance_method(happening[2]).parameters
  end

  def return_value
    Rutile.told(self, :return, :c_return, :b_return)[4]
  end

  def raised_exception
    Rutile.told(self, :raise, :rescue)[4]
  end

  # The text that was compiled; nil for a file.
  def eval_script
    Rutile.told(self, :script_compiled)[4]
  end

  def instruction_sequence
    Rutile.told(self, :script_compiled)
    RubyVM::InstructionSequence.__of_code(Primitive.code_of_traced)
  end

  def inspect
    happening = Rutile.told(self) rescue (return "#<TracePoint:#{enabled? ? "enabled" : "disabled"}>")
    place = "#{happening[5]}:#{happening[1]}"
    name = Rutile.trace_event_name(happening[0])
    case name
    when :line
      method = method_id
      method ? "#<TracePoint:line #{place} in '#{method}'>" : "#<TracePoint:line #{place}>"
    when :call, :c_call, :return, :c_return then "#<TracePoint:#{name} '#{method_id}' #{place}>"
    when :thread_begin, :thread_end then "#<TracePoint:#{name} #{Primitive.current_thread.inspect}>"
    else "#<TracePoint:#{name} #{place}>"
    end
  end

  private def aim(target, line)
    sequence = target
    target = target.__code if Primitive.is_a(target, RubyVM::InstructionSequence)
    if target && !Primitive.trace_has_code(target)
      raise ArgumentError, "specified target is not supported"
    end
    if line && @__events & 1 == 0
      raise ArgumentError, "target_line is specified, but line event is not specified"
    end
    line &&= Rutile.to_int(line)
    if target && !Rutile.traces_in?(code_aimed_at(sequence), @__events, line)
      raise ArgumentError, "can not enable any hooks"
    end
    @__target = target
    @__target_line = line
  end

  private def code_aimed_at(target)
    target = RubyVM::InstructionSequence.of(target) unless Primitive.is_a(target, RubyVM::InstructionSequence)
    target.__code
  end

  private def switch_off
    return unless enabled?
    Rutile.trace_points.delete_if { |point| point.equal?(self) }
    @__enabled = false
    @__target = @__target_line = @__thread = nil
    Rutile.renew_trace_events
  end
end

module Kernel
  # The old interface: a Proc called with event, file, line, method, binding and class.
  def set_trace_func(handler)
    old = Rutile.trace_function
    old.disable if old
    unless nil.equal?(handler)
      point = Rutile.tracing_by(handler)
      point.enable
    end
    Rutile.trace_function = point
    handler
  end
  module_function :set_trace_func
end

class Thread
  # The same for what this thread does.
  def set_trace_func(handler)
    @__trace_functions&.each(&:disable)
    @__trace_functions = nil
    nil.equal?(handler) ? nil : add_trace_func(handler)
  end

  def add_trace_func(handler)
    point = Rutile.tracing_by(handler)
    (@__trace_functions ||= []) << point
    point.enable(target_thread: self)
    handler
  end
end

module Rutile
  # A TracePoint that tells a Proc of each event in the old way.
  def self.tracing_by(handler)
    raise TypeError, "trace_func needs to be Proc" unless Primitive.is_a(handler, Proc)
    TracePoint.new(:line, :call, :return, :c_call, :c_return, :raise, :class, :end) do |trace|
      name = trace.event.to_s.tr("_", "-")
      handler.call(name, trace.path, trace.lineno, trace.method_id, trace.binding, trace.defined_class || false)
    end
  end

  @trace_function = nil

  def self.trace_function
    @trace_function
  end

  def self.trace_function=(point)
    @trace_function = point
  end
end
