# IO: descriptors as objects.
#
# A stream (see crates/core/src/stream.rs) does the buffering; what is here opens
# and closes, converts arguments, and gives what was read its encoding. Reads that
# can't go on answer an Integer, see `Rutile.wait_for`.
#
# The rest of the class: io_reading, io_writing, io_class (opening, pipes, select, copying).

class IO
  include Enumerable

  RDONLY = 0
  SEEK_SET = 0
  SEEK_CUR = 1
  SEEK_END = 2
  SEEK_DATA = 3
  SEEK_HOLE = 4
  READABLE = 1
  PRIORITY = 2
  WRITABLE = 4

  class EAGAINWaitReadable < Errno::EAGAIN; end
  class EAGAINWaitWritable < Errno::EAGAIN; end
  class EINPROGRESSWaitReadable < Errno::EINPROGRESS; end
  class EINPROGRESSWaitWritable < Errno::EINPROGRESS; end
  module WaitReadable; end
  module WaitWritable; end
  class TimeoutError < IOError; end
  EAGAINWaitReadable.include(WaitReadable)
  EAGAINWaitWritable.include(WaitWritable)
  EINPROGRESSWaitReadable.include(WaitReadable)
  EINPROGRESSWaitWritable.include(WaitWritable)
  EWOULDBLOCKWaitReadable = EAGAINWaitReadable
  EWOULDBLOCKWaitWritable = EAGAINWaitWritable

  def initialize(fd, mode = (no_mode = true; nil), opt = nil, path: nil, autoclose: true, **options)
    fd = Rutile.to_int(fd)
    if no_mode || nil.equal?(mode)
      flags = Primitive.stream_control(Primitive.stream_adopt(fd, false), 3, 0) & 3
      mode = options[:mode] || (flags == 0 ? "r" : flags == 1 ? "w" : "r+")
      options = options.reject { |key, _| key == :mode }
    end
    mode = Rutile::OpenMode.new(mode, options)
    __set_up(Primitive.stream_adopt(fd, autoclose ? true : false), mode)
    @__path = path && Rutile.to_str(path)
  end

  # Gives this object its stream.
  def __set_up(stream, mode)
    @__stream = stream
    @__mode = mode
    @__line_number = 0
    @__external, @__internal = mode.external, mode.internal
    @__encoding = nil
    @__child = nil
    self
  end

  def initialize_copy(other)
    Rutile.to_io(other).__open
    mode = other.__mode
    __set_up(Primitive.stream_duplicate(other.__stream), mode)
    self
  end
  private :initialize, :initialize_copy

  def __stream
    @__stream
  end

  def __mode
    @__mode
  end

  def __path
    @__path
  end

  def __set_path(path)
    @__path = path
  end

  def __child=(process)
    @__child = process
  end

  # IOError unless the stream is open.
  def __open
    raise IOError, "uninitialized stream" unless @__stream
    raise IOError, "closed stream" unless Primitive.stream_is_open(@__stream)
    self
  end

  def __readable
    __open
    raise IOError, "not opened for reading" unless @__mode.readable?
    self
  end

  def __writable
    __open
    raise IOError, "not opened for writing" unless @__mode.writable? || @__writer
    self
  end

  def fileno
    __open
    Primitive.stream_fd(@__stream)
  end
  alias to_i fileno

  def to_io
    self
  end

  def path
    @__path
  end
  alias to_path path

  def pid
    __open
    @__child
  end

  def tty?
    __open
    Primitive.stream_is_terminal(@__stream)
  end
  alias isatty tty?

  def winsize
    __open
    Primitive.stream_window_size(@__stream)
  end

  # --- Closing ---

  def close
    return nil unless @__stream && Primitive.stream_is_open(@__stream)
    @__writer.close if @__writer && !@__writer.closed?
    Primitive.stream_close(@__stream)
    if @__child
      process = @__child
      @__child = nil
      Process.wait(process)
    end
    nil
  end

  def closed?
    raise IOError, "uninitialized stream" unless @__stream
    !Primitive.stream_is_open(@__stream)
  end

  def close_read
    return nil if closed?
    if @__writer
      Primitive.stream_close(@__stream)
      @__stream = @__writer.__stream
      @__mode = @__writer.__mode
      @__writer = nil
      return nil
    end
    raise IOError, "closing non-duplex IO for reading" if @__mode.writable?
    close
  end

  def close_write
    return nil if closed?
    if @__writer
      @__writer.close
      @__writer = nil
      return nil
    end
    raise IOError, "closing non-duplex IO for writing" if @__mode.readable?
    close
  end

  # A second stream for writing, as the parent's end of `popen("r+")` has.
  def __writer=(writer)
    @__writer = writer
  end

  def __out
    @__writer ? @__writer.__stream : @__stream
  end

  def reopen(other, mode = nil, **options)
    if Primitive.is_a(other, IO) || other.respond_to?(:to_io)
      other = Rutile.to_io(other).__open
    else
      kept = @__mode
      mode ||= kept.text if kept
      other = File.open(other, mode || "r", **options)
      temporary = true
    end
    if Primitive.stream_is_open(@__stream)
      Primitive.stream_reopen(@__stream, other.__stream)
    else
      @__stream = Primitive.stream_duplicate(other.__stream)
    end
    @__mode = other.__mode
    @__path = other.__path
    other.close if temporary
    self
  end

  # --- Settings ---

  def sync
    __open
    Primitive.stream_sync(__out)
  end

  def sync=(value)
    __open
    Primitive.stream_sync(__out, value ? true : false)
    value
  end

  def fsync
    __open
    Primitive.stream_store(__out, false)
  end

  def fdatasync
    __open
    Primitive.stream_store(__out, true)
  end

  def autoclose?
    __open
    Primitive.stream_owned(@__stream)
  end

  def autoclose=(value)
    __open
    Primitive.stream_owned(@__stream, value ? true : false)
  end

  def close_on_exec?
    __open
    Primitive.stream_control(@__stream, 1, 0) & 1 != 0
  end

  def close_on_exec=(value)
    __open
    Primitive.stream_control(@__stream, 2, value ? 1 : 0)
    value
  end

  def fcntl(command, argument = 0)
    __open
    argument = argument ? 1 : 0 if true.equal?(argument) || false.equal?(argument) || nil.equal?(argument)
    Primitive.stream_control(@__stream, Rutile.to_int(command), Rutile.to_int(argument))
  end

  def binmode
    __open
    @__external = Encoding::BINARY
    @__internal = nil
    @__encoding = nil
    @__binary = true
    self
  end

  def binmode?
    __open
    @__binary || @__mode.binary?
  end

  def lineno
    __readable
    @__line_number
  end

  def lineno=(number)
    __readable
    @__line_number = Rutile.to_int(number)
  end

  def timeout
    @__timeout
  end

  def timeout=(seconds)
    @__timeout = seconds
  end

  # --- Encodings ---

  def external_encoding
    __open
    return @__external if @__external
    @__mode.readable? || @__internal ? Encoding.default_external : nil
  end

  def internal_encoding
    __open
    @__internal
  end

  def set_encoding(external, internal = nil, **options)
    __open
    @__external, @__internal = Rutile.encoding_pair(external, internal)
    @__encoding = nil
    self
  end

  def set_encoding_by_bom
    raise ArgumentError, "ASCII incompatible encoding needs binmode" unless binmode?
    raise ArgumentError, "encoding is set to #{@__external} already" if @__external && @__external != Encoding::BINARY
    found = Rutile.byte_order_mark(self)
    set_encoding(found) if found
    found
  end

  # The number of the encoding that read text is in.
  def __encoding_index
    @__encoding ||= Primitive.encoding_index((@__external || Encoding.default_external).name)
  end

  # Bytes just read, as text in the stream's encodings.
  def __text(bytes)
    Primitive.tag_string(bytes, __encoding_index)
    @__internal ? bytes.encode(@__internal) : bytes
  end

  # --- Positions ---

  def pos
    __open
    Primitive.stream_tell(@__stream)
  end
  alias tell pos

  def pos=(offset)
    __open
    Primitive.stream_seek(@__stream, Rutile.to_int(offset), 0)
  end

  def seek(offset, whence = 0)
    __open
    whence = case whence
             when :SET then 0
             when :CUR then 1
             when :END then 2
             when :DATA then 3
             when :HOLE then 4
             else Rutile.to_int(whence)
             end
    Primitive.stream_seek(@__stream, Rutile.to_int(offset), whence)
    0
  end

  def sysseek(offset, whence = 0)
    __open
    raise IOError, "sysseek for buffered IO" if Primitive.stream_pending(@__stream) > 0
    whence = { SET: 0, CUR: 1, END: 2 }[whence] if Primitive.is_a(whence, Symbol)
    Primitive.stream_seek(@__stream, Rutile.to_int(offset), whence)
  end

  def rewind
    __open
    Primitive.stream_seek(@__stream, 0, 0)
    @__line_number = 0
    0
  end

  def stat
    __open
    File::Stat.__of_fields(Primitive.stream_fields(@__stream))
  end

  def advise(advice, offset = 0, length = 0)
    __open
    raise TypeError, "no implicit conversion of #{Rutile.describe(advice)} into Symbol" unless Primitive.is_a(advice, Symbol)
    unless %i[normal sequential random willneed dontneed noreuse].include?(advice)
      raise NotImplementedError, "Unsupported advice: #{advice.inspect}"
    end
    nil
  end

  def inspect
    return Primitive.any_to_s(self) unless @__stream
    name = @__path || (Primitive.stream_is_open(@__stream) ? "fd #{Primitive.stream_fd(@__stream)}" : nil)
    closed = Primitive.stream_is_open(@__stream) ? "" : " (closed)"
    closed = "(closed)" unless name || closed.empty?
    "#<#{self.class}:#{name}#{closed}>"
  end
end
