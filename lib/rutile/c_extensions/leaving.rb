# Ruby's half of the C API: exceptions, and what stops them.

module Rutile
  module CExtensions
    class << self
      # The outcome of a block: its value in an Array, the exception that it raised, or the exit that leaves it (a `throw`, a `break`,
      # a `return` out of a block), which is to go on later.
      def stop_all
        is_left = true
        value = [yield]
        is_left = false
        value
      rescue ::Exception => error
        is_left = false
        error
      ensure
        return Primitive.extension_held_exit if is_left
      end

      def protect(function, argument, &block)
        stop_all { Primitive.extension_invoke(function, [argument], block) }
      end

      def go_on(stopped) = Primitive.raise_again(stopped)

      def ensure_cleanup(function, argument, cleanup, cleanup_argument, &block)
        Primitive.extension_invoke(function, [argument], block)
      rescue ::Exception => error
        raise
      ensure
        with_error(error) { Primitive.extension_invoke(cleanup, [cleanup_argument], block) }
      end

      def rescue_from(function, argument, rescue_function, rescue_argument, classes, &block)
        Primitive.extension_invoke(function, [argument], block)
      rescue *classes => error
        return nil if rescue_function == 0
        with_error(error) { Primitive.extension_invoke(rescue_function, [rescue_argument, word_of(error)], block) }
      end

      # C code that runs because of an exception finds it by `rb_errinfo`.
      def with_error(error)
        before = Primitive.extension_set_error(error)
        yield
      ensure
        Primitive.extension_set_error(before)
      end

      def catch_tag(tag, function, argument, &block)
        catch(tag) { |caught| Primitive.extension_invoke(function, [word_of(caught), argument, 0, 0, 0], block) }
      end

      def throw_tag(tag, value) = throw(tag, value)
      def break_from_block(value) = Primitive.extension_break(value)
      # What C code has stopped before is the cause, where the exception has none yet.
      def raise_error(error, stopped = nil)
        return raise(error) if stopped.nil? || !(::Exception === error) || error.cause || leads_to?(stopped, error)
        raise(error, cause: stopped)
      end

      def leads_to?(error, other)
        error = error.cause until error.nil? || error.equal?(other)
        !error.nil?
      end

      def raise_again(error) = raise(error)
      def raise_text(type, text, stopped = nil) = stopped ? raise(type, text, cause: stopped) : raise(type, text)
      def exit_with(status) = exit(status)
      def abort_with(list) = abort(*list)

      def raise_name_error(type, name, receiver, text)
        raise type.new(text, name, receiver: receiver)
      end

      def raise_frozen(object, text)
        raise ::FrozenError.new(text, receiver: object)
      end

      def system_error(number, text)
        text.nil? ? ::SystemCallError.new(number) : ::SystemCallError.new(text, number)
      end

      def raise_system_error(number, text) = raise(system_error(number, text))

      def raise_extended_system_error(mod, number, text)
        error = system_error(number, text)
        error.extend(mod)
        raise error
      end

      def raise_end_of_file = raise(::EOFError, "end of file reached")
      def raise_zero_division = raise(::ZeroDivisionError, "divided by 0")

      def raise_missing_keywords(names)
        raise ::ArgumentError, "missing keyword#{"s" if names.size > 1}: #{names.map(&:inspect).join(", ")}"
      end

      def raise_unknown_keywords(names)
        raise ::ArgumentError, "unknown keyword#{"s" if names.size > 1}: #{names.map(&:inspect).join(", ")}"
      end

      def make_exception(list)
        raise ::ArgumentError, "wrong number of arguments (given #{list.size}, expected 0..3)" if list.size > 3
        return nil if list.empty?
        return ::RuntimeError.new(list[0]) if list.size == 1 && ::String === list[0]
        raise ::TypeError, "exception class/object expected" unless list[0].respond_to?(:exception)
        error = list[0].exception(*list[1, 1])
        raise ::TypeError, "exception object expected" unless ::Exception === error
        error.set_backtrace(list[2]) if list[2]
        error
      end

      def incomparable(one, other)
        shown = other.nil? || true == other || false == other || ::Float === other ? other.inspect : other.class.to_s
        raise ::ArgumentError, "comparison of #{one.class} with #{shown} failed"
      end

      def own_backtrace(error) = ::Exception.instance_method(:backtrace).bind_call(error)
      def set_own_backtrace(error, lines) = ::Exception.instance_method(:set_backtrace).bind_call(error, lines)
      def backtrace = caller(1)
      def print_backtrace = caller(1).each { |line| $stderr.puts("\tfrom #{line}") }

      CATEGORIES = [nil, :deprecated, :experimental, :performance].freeze

      def warn_of_memory_view(klass) = warn_text(0, 0, "Duplicated registration of memory view to #{klass}")

      # Nothing was there to be read, or no room to write.
      def raise_would_wait(writes, number, text)
        waiting = writes ? ::IO::WaitWritable : ::IO::WaitReadable
        known = { ::Errno::EAGAIN::Errno => "EAGAIN", ::Errno::EINPROGRESS::Errno => "EINPROGRESS" }[number]
        return raise(::IO.const_get("#{known}#{waiting.name.split("::").last}"), text) if known
        raise(::SystemCallError.new(text, number).extend(waiting))
      end

      def warn_text(level, category, text)
        return if $VERBOSE.nil? || (level > 0 && !$VERBOSE)
        named = category > 0 ? CATEGORIES[category] : nil
        return if named && !::Warning[named]
        place = caller_locations(1, 1)&.first
        text = "#{place.path}:#{place.lineno}: warning: #{text}\n" if place
        named ? ::Warning.warn(text, category: named) : ::Warning.warn(text)
      end

      def warns_of(category)
        named = CATEGORIES[category]
        named ? ::Warning[named] : !$VERBOSE.nil?
      end

      def at_end(function, argument)
        at_exit { Primitive.extension_invoke(function, [argument], nil) }
      end
    end
  end
end
