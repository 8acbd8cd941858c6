# The terminal behind a stream: its size, and how it treats what is typed.

require "rutile/generic_streams"

# What is no IO has no terminal: it is read and written as it is.
Rutile.generic_stream(:generic_readable).class_eval do
  def getch(**_options) = getc

  def getpass(prompt = nil)
    write(prompt) unless prompt.nil?
    flush if respond_to?(:flush)
    line = gets
    puts
    line&.chomp("\n")
  end
end

class IO
  class ConsoleMode
    VERSION = "0.8.1"

    def initialize(bytes)
      @__bytes = bytes
    end

    def __bytes
      @__bytes
    end

    def initialize_copy(other)
      @__bytes = other.__bytes.dup
    end

    def echo=(on)
      @__bytes = Primitive.console_changed(@__bytes, on ? :echo : :noecho, -1, -1)
    end

    def raw!(min: nil, time: nil, intr: nil)
      @__bytes = Rutile.raw_console_mode(@__bytes, min, time, intr)
      self
    end

    def raw(**options)
      dup.raw!(**options)
    end
  end

  def self.console(request = nil, *arguments, **options)
    if @__console && !@__console.closed?
      return close_console if request == :close
    elsif request == :close
      return nil
    else
      @__console = begin
        File.open("/dev/tty", "r+")
      rescue SystemCallError
        return nil
      end
      @__console.sync = true
    end
    request ? @__console.__send__(request, *arguments, **options) : @__console
  end

  def self.close_console
    @__console.close
    @__console = nil
  end
  private_class_method :close_console

  def self.console_size
    console&.winsize || [25, 80]
  end

  def winsize
    __console_result(Primitive.console_size(__descriptor))
  end

  def winsize=(size)
    size = Rutile.to_ary(size)
    unless size.size == 2 || size.size == 4
      raise ArgumentError, "wrong number of arguments (given #{size.size}, expected 2 or 4)"
    end
    rows, columns, width, height = size
    __console_result(Primitive.console_set_size(__descriptor, rows, columns, width, height))
    size
  end

  def console_mode
    ConsoleMode.new(__console_result(Primitive.console_mode(__descriptor)))
  end

  def console_mode=(mode)
    __console_result(Primitive.console_set_mode(__descriptor, mode.__bytes))
    mode
  end

  def raw!(min: nil, time: nil, intr: nil)
    __console_result(Primitive.console_set_mode(__descriptor, Rutile.raw_console_mode(__console_result(Primitive.console_mode(__descriptor)), min, time, intr)))
    self
  end

  def raw(min: nil, time: nil, intr: nil, &block)
    __with_console_mode(->(mode) { Rutile.raw_console_mode(mode, min, time, intr) }, &block)
  end

  def cooked!
    __console_result(Primitive.console_set_mode(__descriptor, Primitive.console_changed(__console_result(Primitive.console_mode(__descriptor)), :cooked, -1, -1)))
    self
  end

  def cooked(&block)
    __with_console_mode(->(mode) { Primitive.console_changed(mode, :cooked, -1, -1) }, &block)
  end

  def noecho(&block)
    __with_console_mode(->(mode) { Primitive.console_changed(mode, :noecho, -1, -1) }, &block)
  end

  def echo=(on)
    __console_result(Primitive.console_set_mode(__descriptor, Primitive.console_changed(__console_result(Primitive.console_mode(__descriptor)), on ? :echo : :noecho, -1, -1)))
  end

  def echo?
    Primitive.console_echoes(__console_result(Primitive.console_mode(__descriptor)))
  end

  def getch(min: nil, time: nil, intr: nil)
    return getc unless tty?
    raw(min: min, time: time, intr: intr) do
      # Other threads run while the terminal's time for one that may not come passes.
      next if !nil.equal?(min) && Rutile.to_int(min) == 0 && Primitive.io_unread_size(self) == 0 && !__ready?(READABLE, Rutile.tenths(time) / 10.0)
      getc
    end
  end

  def getpass(prompt = nil)
    output = equal?($stdin) ? $stderr : self
    output.print(prompt) if prompt
    # What is typed ends with a line, whatever $/ says.
    line = tty? ? noecho { gets("\n") } : gets("\n")
    output.puts
    line&.chomp("\n")
  end

  def iflush
    __console_result(Primitive.console_flush(__descriptor, 0))
    self
  end

  def oflush
    __console_result(Primitive.console_flush(__descriptor, 1))
    self
  end

  def ioflush
    __console_result(Primitive.console_flush(__descriptor, 2))
    self
  end

  def beep
    syswrite("\a")
    self
  end

  private

  # The system's answer; where it refused, what it says of this stream.
  def __console_result(result)
    raise Rutile.system_error(-result, path) if Primitive.is_fixnum(result) && result < 0
    result
  end

  def __with_console_mode(change)
    before = Rutile.console_result(Primitive.console_mode(__descriptor))
    Rutile.console_result(Primitive.console_set_mode(__descriptor, change.call(before)))
    begin
      yield self
    ensure
      Rutile.console_result(Primitive.console_set_mode(__descriptor, before))
    end
  end
end

require "rutile/console_cursor"

module Rutile
  # The system's answer; a negative number is the error with which it refused.
  def self.console_result(result)
    raise system_error(-result) if Integer === result && result < 0
    result
  end

  def self.raw_console_mode(mode, min, time, intr)
    least = nil.equal?(min) ? 1 : to_int(min)
    Primitive.console_changed(mode, intr ? :raw_interruptible : :raw, least, tenths(time))
  end

  # A terminal counts time in tenths of a second.
  def self.tenths(time)
    nil.equal?(time) ? 0 : (time * 10).to_i
  end
end
