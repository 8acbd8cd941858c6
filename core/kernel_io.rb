# The standard streams, and Kernel's way of reading and writing them.

STDIN = IO.__of_stream(Primitive.stream_adopt(0, false), "r")
STDOUT = IO.__of_stream(Primitive.stream_adopt(1, false), "w")
STDERR = IO.__of_stream(Primitive.stream_adopt(2, false), "w")
STDIN.__set_path("<STDIN>")
STDOUT.__set_path("<STDOUT>")
STDERR.__set_path("<STDERR>")
STDERR.sync = true

module Rutile
  @standard_input = STDIN
  @standard_output = STDOUT
  @standard_error = STDERR
  @separator = "\n".freeze
  @verbose = false
  @debug = false
  @line_number = 0

  class << self
    # --- Readers and writers of hooked globals: readers are passed the name, writers value and name ---

    def standard_input(name = nil) = @standard_input
    def standard_output(name = nil) = @standard_output
    def standard_error(name = nil) = @standard_error

    def standard_input=(value)
      @standard_input = value
    end

    def set_standard_input(value, name)
      @standard_input = value
    end

    def set_standard_output(value, name)
      check_writable(value, name)
      @standard_output = value
    end

    def set_standard_error(value, name)
      check_writable(value, name)
      @standard_error = value
    end

    def check_writable(value, name)
      return if value.respond_to?(:write)
      raise TypeError, "#{name} must have write method, #{Primitive.class_of(value)} given"
    end

    def input_separator(name = nil) = @separator

    def set_input_separator(value, name)
      unless nil.equal?(value) || Primitive.is_a(value, String)
        raise TypeError, "value of #{name} must be String"
      end
      warn_at(Primitive.caller_position(0), "'#{name}' is deprecated") if value != "\n" && Warning[:deprecated]
      @separator = value
    end

    def field_separator(name = nil) = @field_separator
    def output_separator(name = nil) = @output_separator

    def set_field_separator(value, name)
      raise TypeError, "value of #{name} must be String" unless nil.equal?(value) || Primitive.is_a(value, String)
      warn_at(Primitive.caller_position(0), "'#{name}' is deprecated") if value && Warning[:deprecated]
      @field_separator = value
    end

    def set_output_separator(value, name)
      raise TypeError, "value of #{name} must be String" unless nil.equal?(value) || Primitive.is_a(value, String)
      warn_at(Primitive.caller_position(0), "'#{name}' is deprecated") if value && Warning[:deprecated]
      @output_separator = value
    end

    def split_separator(name = nil) = @split_separator

    def set_split_separator(value, name)
      unless nil.equal?(value) || Primitive.is_a(value, String) || Primitive.is_a(value, Regexp)
        raise TypeError, "value of #{name} must be String or Regexp"
      end
      @split_separator = value
    end

    def last_line_number(name = nil) = @line_number

    def set_last_line_number(value, name = nil)
      @line_number = to_int(value)
    end

    def verbose(name = nil) = @verbose

    def set_verbose(value, name = nil)
      @verbose = nil.equal?(value) ? nil : (value ? true : false)
      Primitive.set_warning_level(nil.equal?(@verbose) ? 0 : @verbose ? 2 : 1)
    end

    def debug(name = nil) = @debug

    def set_debug(value, name = nil)
      @debug = value
    end

    def process_number(name = nil) = Process.pid
    def child_status(name = nil) = Primitive.fiber_local(:@__child_status)

    def child_status=(status)
      Primitive.set_fiber_local(:@__child_status, status)
    end

    def program_name(name = nil) = @program_name

    def set_program_name(value, name = nil)
      @program_name = to_str(value).dup.freeze
    end

    def error_position(name = nil)
      error = $!
      error && error.backtrace
    end

    def set_error_position(value, name = nil)
      raise ArgumentError, "$! not set" unless $!
      $!.set_backtrace(value)
    end

    def arguments_stream(name = nil) = ARGF
    def input_name(name = nil) = ARGF.filename
    def arguments_list(name = nil) = ARGV
  end

  [
    [:$stdin, :standard_input, :set_standard_input], [:$stdout, :standard_output, :set_standard_output],
    [:$stderr, :standard_error, :set_standard_error], [:$/, :input_separator, :set_input_separator],
    [:$;, :split_separator, :set_split_separator], [:"$,", :field_separator, :set_field_separator],
    [:"$\\", :output_separator, :set_output_separator],
    [:$., :last_line_number, :set_last_line_number], [:$VERBOSE, :verbose, :set_verbose],
    [:$DEBUG, :debug, :set_debug], [:$$, :process_number, nil], [:$?, :child_status, nil],
    [:$0, :program_name, :set_program_name], [:$@, :error_position, :set_error_position],
    [:$<, :arguments_stream, nil], [:$FILENAME, :input_name, nil], [:$*, :arguments_list, nil]
  ].each { |name, reader, writer| Primitive.hook_global(name, reader, writer) }
end

alias $> $stdout
alias $-0 $/
alias $-F $;
alias $-v $VERBOSE
alias $-w $VERBOSE
alias $-d $DEBUG
alias $PROGRAM_NAME $0

module Kernel
  def puts(*objects)
    $stdout.puts(*objects)
  end

  def print(*objects)
    objects = [Primitive.last_line] if objects.empty?
    $stdout.print(*objects)
  end

  def p(*objects, **options)
    objects << options unless options.empty?
    objects.each do |object|
      $stdout.write(Rutile.inspected(object), "\n")
    end
    case objects.size
    when 0 then nil
    when 1 then objects[0]
    else objects
    end
  end

  def pp(*objects)
    require "pp"
    pp(*objects)
  end

  def putc(object)
    $stdout.putc(object)
  end

  def printf(*arguments)
    return nil if arguments.empty?
    port = Primitive.is_a(arguments[0], String) ? $stdout : arguments.shift
    port.write(format(*arguments))
    nil
  end

  def gets(*arguments, **options)
    line = ARGV.empty? && !ARGF.__started? ? $stdin.gets(*arguments, **options) : ARGF.gets(*arguments, **options)
    Primitive.set_last_line(line)
    line
  end

  def readline(*arguments, **options)
    line = ARGV.empty? && !ARGF.__started? ? $stdin.readline(*arguments, **options) : ARGF.readline(*arguments, **options)
    Primitive.set_last_line(line)
    line
  end

  def readlines(*arguments, **options)
    return $stdin.readlines(*arguments, **options) if ARGV.empty? && !ARGF.__started?
    ARGF.readlines(*arguments, **options)
  end

  def open(path, *arguments, **options, &block)
    if !Primitive.is_a(path, String) && path.respond_to?(:to_open)
      opened = path.to_open(*arguments, **options)
      return block ? yield(opened) : opened
    end
    path = Rutile.to_path(path)
    if path.start_with?("|")
      warn_text = "Calling Kernel#open with a leading '|' is deprecated and will be removed in Ruby 4.0; use IO.popen instead"
      Rutile.warn_at(Primitive.caller_position(0), warn_text) if Warning[:deprecated]
      return IO.popen(path[1..], *arguments, **options, &block)
    end
    File.open(path, *arguments, **options, &block)
  end

  def select(*arguments)
    IO.select(*arguments)
  end

  def syscall(*arguments)
    raise NotImplementedError, "syscall() function is unimplemented on this machine"
  end

  def test(command, first, second = nil)
    command = command.ord if Primitive.is_a(command, String)
    Rutile.test_file(command.chr, first, second)
  end

  def sleep(duration = (forever = true; nil))
    started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    if forever || nil.equal?(duration)
      Primitive.sleep_for(nil) while true
    else
      finish = started + Rutile.to_seconds(duration)
      left = finish - started
      while left > 0
        Primitive.sleep_for(left)
        left = finish - Process.clock_gettime(Process::CLOCK_MONOTONIC)
      end
    end
    (Process.clock_gettime(Process::CLOCK_MONOTONIC) - started).round
  end
  module_function :puts, :print, :p, :pp, :putc, :printf, :gets, :readline, :readlines, :open, :select, :syscall, :test, :sleep
end
