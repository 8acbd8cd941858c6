# IO: an object over an open descriptor, reading ahead and writing late.
#
# Its stream (see io_stream.rs) holds the descriptor and both buffers. Natives work
# on the buffers; `__fill` and `__drain` are where a program waits for the system.

class IO
  include Enumerable

  # Bits of a stream's mode (see io_stream.rs).
  READABLE_MODE = 1
  WRITABLE_MODE = 2
  APPEND_MODE = 4
  SYNC_MODE = 8
  TERMINAL_MODE = 16
  BINARY_MODE = 32
  KEEP_OPEN_MODE = 64
  UNIVERSAL_NEWLINE_MODE = 128
  WRITE_CRLF_MODE = 256
  DUPLEX_MODE = 512
  private_constant :READABLE_MODE, :WRITABLE_MODE, :APPEND_MODE, :SYNC_MODE, :TERMINAL_MODE, :BINARY_MODE,
                   :KEEP_OPEN_MODE, :UNIVERSAL_NEWLINE_MODE, :WRITE_CRLF_MODE, :DUPLEX_MODE

  # --- Writing ---

  def write(*objects)
    primitive :io_write
    Primitive.io_check_writable(self)
    total = 0
    objects.each { |object| total += __write(Rutile.text(object)) }
    total
  end

  def <<(object)
    primitive :io_append
    write(object)
    self
  end

  def print(*objects)
    primitive :io_print
    Rutile.print_to(self, objects)
  end

  def puts(*objects)
    primitive :io_puts
    Rutile.puts_to(self, objects)
  end

  def putc(object)
    Rutile.putc_to(self, object)
  end

  def printf(format = (no_format = true; nil), *arguments)
    write(Kernel.format(format, *arguments)) unless no_format
    nil
  end

  def flush
    Primitive.io_check_open(self)
    __drain
    self
  end

  def sync
    Primitive.io_check_open(self)
    Primitive.io_mode(self) & SYNC_MODE != 0
  end

  def sync=(value)
    Primitive.io_check_open(self)
    if value
      __drain
      Primitive.io_change_mode(self, SYNC_MODE, 0)
    else
      Primitive.io_change_mode(self, 0, SYNC_MODE)
    end
    value
  end

  def fileno
    Primitive.io_check_open(self)
    Primitive.io_descriptor(self)
  end
  alias to_i fileno

  # Keeps `text` for the descriptor, and writes it now where the stream asks for that.
  def __write(text)
    __drain if Primitive.io_buffer(self, text)
    Primitive.io_text_size(text)
  end

  # Writes out what waits.
  def __drain
    left = Primitive.io_pending_output(self)
    while left > 0
      left = Primitive.io_drain(self)
    end
    Rutile.system_error(-left, __path) if left < 0
  end

  def __path
    nil
  end
end

module Rutile
  # An IO for a descriptor that the process was started with.
  def self.standard_stream(descriptor, mode)
    stream = IO.allocate
    Primitive.io_attach(stream, descriptor, mode)
  end

  # `$stdout = object`
  def self.set_output_stream(object, name)
    unless responds?(object, :write)
      raise TypeError, "#{name} must have write method, #{Primitive.class_of(object)} given"
    end
    Primitive.store_global(name, object)
  end

  def self.set_input_stream(object, name)
    Primitive.store_global(name, object)
  end

  # `$, = object`, `$/ = object`
  def self.set_separator(object, name)
    unless nil.equal?(object) || Primitive.is_a(object, String)
      raise TypeError, "value of #{name} must be String"
    end
    unless nil.equal?(object) || name == :$/
      warn_at(Primitive.caller_position(0), "'#{name}' is deprecated") if Warning[:deprecated]
    end
    Primitive.store_global(name, object)
  end
end

STDIN = Rutile.standard_stream(0, 1 | 64)
STDOUT = Rutile.standard_stream(1, 2 | 64)
STDERR = Rutile.standard_stream(2, 2 | 8 | 64)

Primitive.checked_global(:$stdin, STDIN, :set_input_stream)
Primitive.checked_global(:$stdout, STDOUT, :set_output_stream)
Primitive.checked_global(:$stderr, STDERR, :set_output_stream)
Primitive.checked_global(:$,, nil, :set_separator)
Primitive.checked_global(:"$\\", nil, :set_separator)
Primitive.checked_global(:$/, "\n".freeze, :set_separator)
alias $> $stdout
alias $-0 $/
