# Ruby's half of the C API: frames, bindings and events of the program.

module Rutile
  module CExtensions
    # The events of the C API, and of TracePoint.
    EVENTS = {
      0x0001 => :line, 0x0002 => :class, 0x0004 => :end, 0x0008 => :call, 0x0010 => :return, 0x0020 => :c_call, 0x0040 => :c_return,
      0x0080 => :raise, 0x0100 => :b_call, 0x0200 => :b_return, 0x0400 => :thread_begin, 0x0800 => :thread_end, 0x1000 => :fiber_switch,
      0x2000 => :script_compiled, 0x4000 => :rescue
    }.freeze
    # Those that only a machine without Ruby sees: of collections.
    INTERNAL_EVENTS = 0x7f00000
    @event_hooks = []

    class << self
      def inspect_frames(function, data, &block)
        Primitive.extension_invoke(function, [[Primitive.extension_frames(false)], data], block)
      end

      def locations_of_frames(frames)
        ::Thread::Backtrace.__locations(frames.map { |frame| frame[4] })
      end

      def code_of_frame(code) = ::RubyVM::InstructionSequence.__of_code(code)

      # The nearest frame of the program's that has variables.
      def caller_binding
        nearest = Primitive.extension_frames(true).last
        nearest && nearest[2] || ::TOPLEVEL_BINDING.dup
      end

      def absolute_source(path) = ::Rutile.source_file(path)
      def plain_inspect(object) = ::Kernel.instance_method(:to_s).bind_call(object)
      def raw_frames_of_thread(thread) = Primitive.thread_raw_backtrace(Primitive.get_variable(thread, :@__number))

      def new_tracepoint(thread, events, function, data, holder)
        point = ::TracePoint.allocate
        bits = events & INTERNAL_EVENTS == 0 ? trace_bits(events) : 0
        Primitive.set_variable(point, :@__events, bits)
        Primitive.set_variable(point, :@__hook, ->(told) { holder && Primitive.extension_invoke(function, [[told], data], nil) })
        Primitive.set_variable(point, :@__wanted_thread, thread || nil)
        Primitive.set_variable(point, :@__told_by_machine, [events, function, data]) if bits == 0
        point
      end

      # Gives what the machine is to tell, of a TracePoint for collections that was not enabled.
      def enable_tracepoint(point)
        words = Primitive.get_variable(point, :@__told_by_machine)
        if words && words[0] & ~INTERNAL_EVENTS != 0
          raise ::TypeError, "Can not specify normal event and internal event simultaneously."
        end
        words = nil if point.enabled?
        point.enable(target_thread: Primitive.get_variable(point, :@__wanted_thread))
        words
      end

      def disable_tracepoint(point) = point.disable
      def trace_bits(events) = EVENTS.inject(0) { |bits, (flag, name)| events & flag == 0 ? bits : bits | ::Rutile.trace_event(name) }
      def event_flag(point) = EVENTS.key(point.event) || 0

      def add_event_hook(thread, function, events, data, takes_argument)
        point = ::TracePoint.allocate
        Primitive.set_variable(point, :@__events, trace_bits(events))
        Primitive.set_variable(point, :@__hook, lambda do |told|
          words = takes_argument ? [[data], [told]] : [event_flag(told), [data], [told.self], Primitive.extension_id(told.method_id), [told.defined_class]]
          Primitive.extension_invoke(function, words, nil)
        end)
        point.enable(target_thread: thread)
        @event_hooks << [point, thread, function, data]
      end

      def remove_event_hooks(thread, function, data)
        removed, @event_hooks = @event_hooks.partition do |_, known_thread, known, known_data|
          known == function && (thread.nil? || thread[0].equal?(known_thread)) && (data.nil? || data[0].equal?(known_data))
        end
        removed.each { |point, *| point.disable }.size
      end
    end
  end
end
