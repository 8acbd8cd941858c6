# Exception: what went wrong, where, and because of what.
#
# Exceptions are plain objects. The machine sets `@__message`, `@__backtrace` (raw
# until somebody asks) and `@__cause` when it raises; the words of every report
# are made here.

class Exception
  # A `new` that a class has of its own is not asked.
  class << self
    alias exception new
  end

  def self.to_tty?
    $stderr.tty?
  end

  def initialize(message = nil)
    @__message = message
    self
  end

  def initialize_copy(other)
    Primitive.copy_variables(other, self)
    self
  end
  private :initialize, :initialize_copy
  Primitive.copies_variables(self)

  def exception(message = (same = true; nil))
    return self if same || equal?(message)
    copy = __clone
    Primitive.check_frozen(copy)
    Primitive.set_variable(copy, :@__message, message)
    copy
  end

  def to_s
    primitive :exception_message
    nil.equal?(@__message) ? Primitive.class_of(self).name || Primitive.class_of(self).to_s : Rutile.string_of(@__message)
  end

  # Raised where no call showed, as in a thread that had not begun, it gets its place from whoever raises it next. Whether it is such.
  def __forget_empty_backtrace
    return false if frozen? || nil.equal?(@__backtrace) || !backtrace.empty?
    @__backtrace = @__trace = nil
    true
  end

  # Keeps a message that Ruby has completed for the machine.
  def __complete(text)
    return text if frozen?
    @__details = nil
    @__message = text
  end
  private :__complete

  def message
    primitive :exception_message
    to_s
  end

  def inspect
    text = Rutile.text(self)
    name = Primitive.class_of(self).to_s
    return name if text.empty?
    text.include?("\n") ? "#<#{name}:#{text.inspect}>" : "#<#{name}: #{text}>"
  end

  def ==(other)
    return true if Primitive.identical(self, other)
    kind = Primitive.class_of(self)
    unless kind.equal?(Primitive.class_of(other))
      # What stands for an exception is compared as that one.
      other = Rutile.exception_behind(other)
      return false unless kind.equal?(Primitive.class_of(other))
    end
    Primitive.dispatch(message == other.message) && Primitive.dispatch(backtrace == other.backtrace)
  end

  def cause
    @__cause
  end

  def backtrace
    Primitive.exception_backtrace(self)
  end

  # Always the same Array, which the program may shorten.
  def backtrace_locations
    return @__located if @__located
    located = Primitive.exception_locations(self)
    return unless located
    @__located = located unless frozen?
    located
  end

  def set_backtrace(trace)
    if Primitive.is_a(trace, Array) && !trace.empty? && trace.all?(Thread::Backtrace::Location)
      Primitive.set_backtrace(self, trace.map(&:to_s), trace.dup)
      @__located = nil
      return trace
    end
    trace = [trace] if Primitive.is_a(trace, String)
    Rutile.check_backtrace(trace)
    backtrace_locations # stay as they are
    Primitive.set_backtrace(self, trace, nil)
    trace
  end

  def detailed_message(**options)
    if (helped = Rutile.helped_class(self))
      return helped.instance_method(:detailed_message).bind_call(self, **options, **Rutile.help_at_work)
    end
    highlight = Rutile.highlighting(options[:highlight], false)
    Rutile.decorated_message(self, Rutile.said_message(self), highlight)
  end

  def full_message(highlight: (no_highlight = true; nil), order: :top, **options)
    highlight = Rutile.highlighting(highlight, no_highlight || nil.equal?(highlight) ? Exception.to_tty? : false)
    order = :top if nil.equal?(order)
    unless order == :top || order == :bottom || order == "top" || order == "bottom"
      raise ArgumentError, "expected :top or :bottom as order: #{order.inspect}"
    end
    Rutile.error_report(self, highlight, order.to_sym == :bottom, options)
  end
end

module Rutile
  BOLD = "\e[1m".freeze
  UNDERLINE = "\e[1;4m".freeze
  PLAIN = "\e[m".freeze

  # What the object's `exception` gives; nil where it has none, or where that fails.
  def self.exception_behind(object)
    responds?(object, :exception) ? object.exception : nil
  rescue Exception
    nil
  end

  # Libraries that add to the messages of errors of some kinds, in the order in which they do.
  @helping = []
  # The kinds of errors that any of them helps.
  @helped = []
  # Options by which those that a program has loaded itself say nothing: their part is added to what is asked for.
  @at_work = {}

  # From now on such a library is loaded when the first message asks for it.
  def self.offer_help(name, feature, kinds)
    Object.autoload(name, feature)
    @helping << [name, feature, kinds]
    @helped |= kinds
  end

  def self.offer_suggestions
    offer_help(:DidYouMean, "did_you_mean", [NameError, KeyError, LoadError, NoMatchingPatternKeyError])
  end

  def self.offer_syntax_suggestions
    offer_help(:SyntaxSuggest, "syntax_suggest/core_ext", [SyntaxError])
  end

  def self.offer_highlights
    offer_help(:ErrorHighlight, "error_highlight", [NameError, TypeError, ArgumentError])
  end

  # The class through which the messages of an error get their help, if they are first asked for now.
  def self.helped_class(error)
    return nil if @helping.empty? || !@helped.any? { |kind| Primitive.is_a(error, kind) }
    # A helper that the program has loaded itself is at work already.
    @helping.select! do |name, feature,|
      # Its option has the name of the library.
      @at_work[feature[/\w+/].to_sym] = false unless (awaited = Object.autoload?(name))
      awaited
    end
    last = @helping.rindex { |_, _, kinds| kinds.any? { |kind| Primitive.is_a(error, kind) } }
    return nil unless last
    kind = @helping[last][2].find { |kind| Primitive.is_a(error, kind) }
    @helping.shift(last + 1).each do |_, feature,|
      Kernel.require(feature)
    rescue LoadError
      next
    end
    kind
  end

  def self.help_at_work
    @at_work
  end

  def self.highlighting(value, default)
    case value
    when nil then default
    when true, false then value
    else raise ArgumentError, "expected true or false as highlight: #{value.inspect}"
    end
  end

  # What the `message` of an error gives, if it has one and that is text.
  def self.said_message(error)
    text = check_call(error, :message)
    Primitive.identical(text, NO_METHOD) ? nil : try_string(text)
  end

  # The message with the class of the exception after its first line.
  def self.decorated_message(error, text, highlight)
    type = Primitive.class_of(error)
    if nil.equal?(text) || text.empty? || !text.__encoding.ascii_compatible?
      text = RuntimeError.equal?(Primitive.lookup_class(error)) ? "unhandled exception" : type.to_s
      return highlight ? "#{UNDERLINE}#{text}#{PLAIN}" : text
    end
    # By bytes: a message may be broken text.
    first, rest = text, nil
    if (ending = Primitive.string_byteindex(text, "\n", 0))
      first = Primitive.string_byteslice(text, 0, ending)
      rest = Primitive.string_byteslice(text, ending + 1, Primitive.string_bytesize(text))
    end
    name = type.to_s
    name = nil if name.start_with?("#")
    unless highlight
      result = name ? "#{first} (#{name})" : first
      return rest && !rest.empty? ? "#{result}\n#{rest}" : result
    end
    result = "#{BOLD}#{first}"
    result << " (#{UNDERLINE}#{name}#{PLAIN}#{BOLD})#{PLAIN}" if name
    return result if nil.equal?(rest) || rest.empty?
    start, size = 0, Primitive.string_bytesize(rest)
    while start <= size
      ending = Primitive.string_byteindex(rest, "\n", start) || size
      result << "\n"
      result << BOLD << Primitive.string_byteslice(rest, start, ending - start) << PLAIN if ending > start
      start = ending + 1
    end
    result
  end

  # The whole report: message, backtrace, causes.
  def self.error_report(error, highlight, reversed, options)
    text = reversed ? reversed_report(error, highlight, options) : plain_report(error, highlight, options, [])
    text.end_with?("\n") ? text : "#{text}\n"
  end

  # The message of an error; one that can't say it, or says nothing, is still shown by its class.
  def self.detailed(error, highlight, options)
    begin
      text = error.detailed_message(highlight: highlight, **options)
    rescue StandardError
      text = nil
    end
    text = try_convert(text, String, "String", :to_str) unless nil.equal?(text) || Primitive.is_a(text, String)
    return text unless nil.equal?(text) || text.empty?
    name = Primitive.class_of(error).to_s
    highlight ? "#{UNDERLINE}#{name}#{PLAIN}" : name
  end

  # The first line of a report: where, and what.
  def self.report_head(error, highlight, options)
    position = backtrace_head(error) || report_place
    text = detailed(error, highlight, options)
    # A message of several lines that ends its last one is set off by an empty line.
    text = "#{text}\n" if text.end_with?("\n")
    position ? "#{position}: #{text}" : text
  end

  def self.check_backtrace(trace)
    return if nil.equal?(trace) || (Primitive.is_a(trace, Array) && trace.all?(String))
    raise TypeError, "backtrace must be an Array of String or an Array of Thread::Backtrace::Location"
  end

  # What an error says that its backtrace is: lines, or nil. A class of a program's may say what is none.
  def self.backtrace_of(error)
    trace = error.backtrace
    trace = [trace] if Primitive.is_a(trace, String)
    check_backtrace(trace)
    trace
  end

  # The first line of a backtrace, if there is any.
  def self.backtrace_head(error)
    trace = backtrace_of(error)
    trace && trace[0]
  end

  # Where a program asks for a report.
  def self.report_place
    place = Primitive.caller_position(0)
    "#{place}:in 'full_message'" if place
  end

  def self.plain_report(error, highlight, options, seen)
    text = report_head(error, highlight, options)
    trace = backtrace_of(error)
    if trace && trace.size > 1
      text = "#{text}\n" unless text.end_with?("\n")
      each_shown(error, trace.size) do |index, left_out|
        text << (left_out ? "\t ... #{left_out} levels...\n" : "\tfrom #{trace[index]}\n")
      end
    end
    seen << error
    cause = error.cause
    if cause && !seen.any? { |other| other.equal?(cause) }
      text = "#{text}\n" unless text.end_with?("\n")
      text << plain_report(cause, highlight, options, seen)
    end
    text
  end

  # Lines of a backtrace of an overflowing stack that are shown at its head, and how many make it long.
  TRACE_HEAD = 8
  TRACE_MAX = 18
  private_constant :TRACE_HEAD, :TRACE_MAX

  # Which lines behind the first a report shows; in place of those left out, how many they are.
  def self.each_shown(error, size)
    start = left_out = nil
    if Primitive.is_a(error, SystemStackError) && size > TRACE_MAX
      start = TRACE_HEAD + 1
      left_out = size - TRACE_MAX + 2
    end
    if backtrace_limit >= 0 && size > backtrace_limit + 2
      start = backtrace_limit + 1
      left_out = size - start
    end
    index = 1
    while index < size
      if index == start
        yield index, left_out
        index += left_out
        break if index >= size
      end
      yield index, nil
      index += 1
    end
  end

  def self.reversed_report(error, highlight, options)
    text = highlight ? "#{BOLD}Traceback#{PLAIN} (most recent call last):\n" : "Traceback (most recent call last):\n"
    chain = []
    while error && !chain.any? { |other| other.equal?(error) }
      chain << error
      error = error.cause
    end
    chain.reverse_each do |one|
      trace = backtrace_of(one)
      if trace && trace.size > 1
        width = (trace.size - 1).to_s.size
        (trace.size - 1).downto(1) { |level| text << "\t#{level.to_s.rjust(width)}: from #{trace[level]}\n" }
      end
      text << report_head(one, highlight, options)
      text << "\n" unless text.end_with?("\n")
    end
    text
  end

  # The report that Ruby itself gives of an error: what a class makes of `full_message` is not asked.
  def self.own_report(error)
    error_report(error, is_terminal?($stderr), false, {})
  end

  # Says on standard error why the program ends.
  def self.report_uncaught(error)
    $stderr.write(final_report(error))
  end

  def self.final_report(error)
    report = own_report(error)
    backtrace_head(error) ? report : "#{first_program_name}: #{report}"
  rescue StandardError # of its backtrace
    "#{first_program_name}: #{detailed(error, is_terminal?($stderr), {})}\n"
  end
end

class NoMatchingPatternKeyError
  def initialize(message = nil, matchee: nil, key: (@__keyless = true; nil))
    super(message)
    @__matchee = matchee
    @__key = key
    self
  end

  def matchee
    @__matchee
  end

  def key
    @__key
  end
end

class KeyError
  def initialize(message = nil, receiver: (no_receiver = true; nil), key: (no_key = true; nil))
    super(message)
    @__receiver = receiver unless no_receiver
    @__key = key unless no_key
    self
  end

  def receiver
    raise ArgumentError, "no receiver is available" unless Primitive.has_variable(self, :@__receiver)
    @__receiver
  end

  def key
    raise ArgumentError, "no key is available" unless Primitive.has_variable(self, :@__key)
    @__key
  end
end

class NameError
  def initialize(message = nil, name = nil, receiver: (no_receiver = true; nil))
    super(message)
    @__name = name
    @__receiver = receiver unless no_receiver
    self
  end

  # A String that something was asked by comes back as one.
  def name
    Primitive.is_a(@__name, Symbol) ? Primitive.symbol_as_given(@__name) : @__name
  end

  def receiver
    raise ArgumentError, "no receiver is available" unless Primitive.has_variable(self, :@__receiver)
    @__receiver
  end

  # The machine leaves it to Ruby to name a module that says its name itself.
  def to_s
    return super unless @__details
    before, named, after = @__details
    __complete("#{before}#{Rutile.module_name(named)}#{after}")
  end

  # For DidYouMean.
  def local_variables
    Primitive.error_local_names(self)
  end
end

class NoMethodError
  def initialize(message = nil, name = nil, arguments = nil, private_call = false, receiver: (no_receiver = true; nil))
    if no_receiver
      super(message, name)
    else
      super(message, name, receiver: receiver)
    end
    @__args = arguments
    @__private_call = private_call ? true : false
    self
  end

  def args
    @__args
  end

  def private_call?
    @__private_call ? true : false
  end
end

class FrozenError
  # The machine leaves it to Ruby to complete its message.
  def to_s
    return super unless @__details
    return __complete("#{@__message}#{Rutile.text(@__receiver)}") if true.equal?(@__details)
    # What shows the object may want to change it, too.
    shown = begin
      "#{Rutile.text(@__details)}: #{Rutile.inspected(@__receiver)}"
    rescue FrozenError
      "#{Rutile.text(@__details)}:  ..."
    end
    made_at = Primitive.string_made_at(@__receiver)
    shown = "#{shown}, created at #{made_at}" if made_at
    __complete("#{@__message}#{shown}")
  end

  def initialize(message = nil, receiver: (no_receiver = true; nil))
    super(message)
    @__receiver = receiver unless no_receiver
    self
  end

  def receiver
    raise ArgumentError, "no receiver is available" unless Primitive.has_variable(self, :@__receiver)
    @__receiver
  end
end

class StopIteration
  def result
    @__result
  end
end

class LocalJumpError
  def reason
    @__reason
  end

  def exit_value
    @__exit_value
  end
end

class UncaughtThrowError
  def initialize(tag, value = nil, message = nil)
    @__tag = tag
    @__value = value
    super(message || "uncaught throw %p")
    self
  end

  def tag
    @__tag
  end

  def value
    @__value
  end

  def to_s
    @__message.sub("%p") { Rutile.inspected(@__tag) }
  end
end

class LoadError
  attr_reader :path

  def __path=(path)
    @path = path
  end
end

class SyntaxError
  def initialize(message = "compile error")
    super
    self
  end

  def path
    @__path
  end

  def __stand_in(path)
    @__path = path
  end
end

class SystemExit
  EXIT_SUCCESS = 0
  EXIT_FAILURE = 1
  private_constant :EXIT_SUCCESS, :EXIT_FAILURE

  def initialize(*arguments)
    status = EXIT_SUCCESS
    unless arguments.empty?
      case arguments[0]
      when true then arguments.shift
      when false
        status = EXIT_FAILURE
        arguments.shift
      when Integer then status = arguments.shift
      end
    end
    @__status = status
    super(*(arguments.empty? ? ["exit"] : arguments))
    @__message = Primitive.class_of(self).name if arguments.empty?
    self
  end

  def status
    @__status
  end

  def success?
    @__status == 0
  end
end

class SignalException
  def initialize(signal = (missing = true; nil), text = nil)
    Rutile.refuse_count(0, 1) if missing
    if Primitive.is_a(signal, Integer)
      raise ArgumentError, "invalid signal number (#{signal})" if signal < 0 || signal > 64
      @__signal = signal
      super(text ? Rutile.to_str(text) : "SIG#{Signal.__signame(signal) || signal}")
    else
      Rutile.refuse_count(2, 1) if text
      unless Primitive.is_a(signal, Symbol) || Primitive.is_a(signal, String)
        converted = Rutile.try_convert(signal, String, "String", :to_str)
        raise ArgumentError, "bad signal type #{Primitive.class_of(signal)}" unless converted
        signal = converted
      end
      name = signal.to_s
      name = name.delete_prefix("SIG")
      number = Signal.list[name]
      raise ArgumentError, "negative signal name: #{name}" if name.start_with?("-")
      raise ArgumentError, "unsupported signal 'SIG#{name}'" unless number
      @__signal = number
      super("SIG#{name}")
    end
    self
  end

  def signo
    @__signal
  end

  def signm
    message
  end
end

class Interrupt
  def initialize(message = "Interrupt")
    super(2, message)
    self
  end
end
