# Kernel: raising, loops, exits.

module Kernel
  def raise(*arguments, cause: (no_cause = true; nil), **options)
    primitive :kernel_raise
    arguments << options unless options.empty?
    raise ArgumentError, "only cause is given with no arguments" if arguments.empty? && !no_cause
    Primitive.raise_exception(Rutile.exception_to_raise(arguments, cause, no_cause))
  end

  alias fail raise

  def loop
    return to_enum(:loop) { Float::INFINITY } unless block_given?
    begin
      while true
        yield
      end
    rescue StopIteration => stop
      stop.result
    end
  end

  # `throw` leaves the frame of the `catch` it finds like a `return`, so nothing is caught here.
  def catch(tag = Primitive.class_allocate(Object))
    raise LocalJumpError, "no block given" unless block_given?
    Primitive.begin_catch(tag)
    begin
      yield tag
    ensure
      Primitive.end_catch
    end
  end

  def throw(tag, value = nil)
    Primitive.throw_to(tag, value)
    raise UncaughtThrowError.new(tag, value)
  end

  def block_given?
    Primitive.is_block_given
  end

  def iterator?
    Rutile.warn_about("iterator? is deprecated; use block_given? instead", :deprecated) if Warning[:deprecated]
    Primitive.is_block_given
  end

  def lambda
    primitive :kernel_lambda
    raise ArgumentError, "tried to create Proc object without a block"
  end

  def proc
    primitive :kernel_proc
    raise ArgumentError, "tried to create Proc object without a block"
  end

  # --- Ends ---

  def at_exit(&block)
    raise ArgumentError, "called without a block" unless block
    Primitive.at_exit_push(block)
    block
  end

  def exit(status = true)
    status = case status
             when true then 0
             when false then 1
             else Rutile.to_small_int(status)
             end
    raise SystemExit.new(status, "exit")
  end

  def exit!(status = false)
    status = case status
             when true then 0
             when false then 1
             else Rutile.to_small_int(status)
             end
    Primitive.exit_now(status)
  end

  def abort(message = (no_message = true; nil))
    if no_message
      $stderr.write(Rutile.own_report($!)) if $!
      raise SystemExit.new(1, "exit")
    end
    message = Rutile.to_str(message)
    $stderr.puts(message)
    raise SystemExit.new(1, message)
  end
  module_function :raise, :fail, :loop, :catch, :throw, :block_given?, :iterator?, :lambda, :proc, :at_exit, :exit, :exit!, :abort
end

module Rutile
  # What `raise` is in the core library, whose methods serve objects that have no `raise`, or one that means something else.
  def self.raise(*arguments, cause: (no_cause = true; nil))
    primitive :kernel_raise
    Primitive.raise_exception(exception_to_raise(arguments, cause, no_cause))
  end

  # The exception that `raise` was asked for, its cause set.
  def self.exception_to_raise(arguments, cause, no_cause)
    exception = requested_exception(arguments)
    unless no_cause
      unless nil.equal?(cause) || Primitive.is_a(cause, Exception)
        raise TypeError, "exception object expected"
      end
      check_causes(exception, cause)
      set_cause(exception, cause)
      return exception
    end
    with_current_cause(exception)
  end

  # The cause of an exception without one is what is rescued here.
  def self.with_current_cause(exception)
    current = $!
    unless exception.equal?(current) || Primitive.has_variable(exception, :@__cause) || reaches_cause?(current, exception)
      set_cause(exception, current)
    end
    exception
  end

  # The cause of what is raised in another thread is what is rescued here, be it nothing: what that thread rescues is none.
  def self.with_cause_of_sender(exception)
    current = $!
    return exception if exception.equal?(current)
    Primitive.check_frozen(exception)
    Primitive.set_variable(exception, :@__cause, current)
    exception
  end

  # No cause is none for now; one that is a cause keeps what it has, be it none, so that causes never lead back to where they began.
  def self.set_cause(exception, cause)
    return if nil.equal?(cause) || exception.equal?(cause)
    Primitive.set_variable(exception, :@__cause, cause)
    Primitive.set_variable(cause, :@__cause, nil) unless Primitive.has_variable(cause, :@__cause)
  end

  # Raises an exception whose class has a `backtrace` or a `set_backtrace` of its own: where the first knows of none, the second is told the lines.
  # What they raise themselves is passed over.
  def self.raise_exception(exception)
    begin
      tell_backtrace(exception) if nil.equal?(exception.backtrace)
    rescue Exception
      nil
    end
    Primitive.raise_as_it_is(exception)
  end

  def self.tell_backtrace(exception)
    Primitive.record_backtrace(exception)
    lines = Primitive.exception_backtrace(exception)
    Primitive.set_backtrace(exception, nil, Primitive.exception_locations(exception))
    exception.set_backtrace(lines)
  end

  # What `raise` of another Thread or Fiber asks for: with no arguments no `$!` of the one that asks.
  def self.exception_for_another(arguments, options)
    arguments << options unless options.empty?
    arguments.empty? ? runtime_error("") : requested_exception(arguments)
  end

  # A RuntimeError that no `new` of a program's is asked for.
  def self.runtime_error(text)
    error = Primitive.class_allocate(RuntimeError)
    error.__send__(:initialize, text)
    error
  end

  def self.requested_exception(arguments)
    return $! || runtime_error("") if arguments.empty?
    if arguments.size > 3
      Rutile.refuse_count(arguments.size, "0..3")
    end
    source, message, trace = arguments
    if arguments.size == 1 && (text = try_string(source))
      return runtime_error(text)
    end
    raise TypeError, "exception class/object expected" unless source.respond_to?(:exception)
    exception = arguments.size > 1 ? source.exception(message) : source.exception
    raise TypeError, "exception object expected" unless Primitive.is_a(exception, Exception)
    exception.set_backtrace(trace) if arguments.size > 2 && trace
    exception
  end

  def self.check_causes(exception, cause)
    return if exception.equal?(cause)
    raise ArgumentError, "circular causes" if reaches_cause?(cause, exception)
  end

  def self.reaches_cause?(from, exception)
    while from
      return true if from.equal?(exception)
      from = from.cause
    end
    false
  end

  # Runs what `at_exit` was given, last first; the status of the process is the answer.
  # An exception from one takes the place of the one that ended the program.
  # An exception that the handler of the end raises is not shown to the blocks that come after it.
  def self.run_at_exit(error)
    shown = error
    if Primitive.signal_handler(0)
      error = run_ending(error) { deliver_signal(0) }
      Primitive.set_signal_handler(0, nil, 0)
    end
    while (block = Primitive.at_exit_pop)
      last = run_ending(shown) { block.call }
      error = shown = last unless last.equal?(shown)
    end
    error
  end

  # Runs what has been put off to the end; the answer is what the program ends with.
  def self.run_ending(error)
    Primitive.set_error_info(error)
    yield
    error
  rescue SystemExit => exit
    exit
  rescue Exception => failure
    report_uncaught(failure) unless Primitive.is_a(failure, SignalException)
    failure
  end

  # Ends a program: `error` left it, or nil. The answer is its exit status, or the
  # number of the signal to die of, negated.
  def self.finish_program(error)
    reported = nil
    unless nil.equal?(error) || Primitive.is_a(error, SystemExit) || Primitive.is_a(error, SignalException)
      reported = error
    end
    error = Primitive.current_thread.__close_after(error)
    reported = error if Primitive.is_a(error, Interrupt)
    error = run_at_exit(error)
    end_threads
    run_all_finalizers
    # An exception whose place another took was told of as its cause.
    report_uncaught(reported) if reported && (reported.equal?(error) || Primitive.is_a(error, SystemExit))
    status = exit_status(error)
    flush_standard_streams
    status
  end

  # Also those that finalizers define.
  def self.run_all_finalizers
    until (finalizers = Primitive.all_finalizers).empty?
      finalizers.each_slice(2) { |id, procs| run_finalizers(id, procs) }
    end
  end

  def self.exit_status(error)
    case error
    when nil then 0
    when SystemExit then error.status & 255
    when SignalException then -error.signo
    else 1
    end
  end

  def self.flush_standard_streams
    [$stdout, $stderr, STDOUT, STDERR].each do |stream|
      begin
        stream.flush if Primitive.is_a(stream, IO)
      rescue IOError, SystemCallError
        nil
      end
    end
    Primitive.io_flush_all
  end
end
