# IO: reading.

class IO
  # --- Lines ---

  def gets(separator = (plain = true; nil), limit = nil, chomp: false)
    line = if plain
             __line($/, nil, chomp)
           else
             __line(*Rutile.line_arguments(separator, limit), chomp)
           end
    Primitive.set_last_line(line)
    line
  end

  def readline(*arguments, chomp: false)
    line = __line(*Rutile.line_arguments_given(arguments), chomp)
    Primitive.set_last_line(line)
    raise EOFError, "end of file reached" unless line
    line
  end

  def readlines(*arguments, chomp: false)
    separator, limit = Rutile.line_arguments_given(arguments)
    raise ArgumentError, "invalid limit: 0 for readlines" if limit == 0
    lines = []
    while (line = __line(separator, limit, chomp))
      lines << line
    end
    lines
  end
  alias to_a readlines

  def each_line(*arguments, chomp: false)
    return to_enum(:each_line, *arguments, chomp: chomp) unless block_given?
    separator, limit = Rutile.line_arguments_given(arguments)
    raise ArgumentError, "invalid limit: 0 for each_line" if limit == 0
    while (line = __line(separator, limit, chomp))
      yield line
    end
    self
  end
  alias each each_line

  # One line, or nil at the end. `separator`: nil for everything, "" for paragraphs.
  def __line(separator, limit, chomp)
    __readable
    return __text(+"") if limit == 0
    paragraph = separator == ""
    if paragraph
      __retry { Primitive.stream_skip_newlines(@__stream) }
      separator = "\n\n"
    end
    bytes = __retry { Primitive.stream_gets(@__stream, separator, limit || -1) }
    return nil unless bytes
    bytes = __whole_character(bytes) if limit && bytes.bytesize == limit
    __retry { Primitive.stream_skip_newlines(@__stream) } if paragraph
    @__line_number += 1
    Rutile.set_last_line_number(@__line_number)
    line = __text(bytes)
    if chomp
      paragraph ? line.chomp!("\n\n") || line.chomp! : (separator == "\n" ? line.chomp! : line.chomp!(separator)) if separator
    end
    line
  end

  # A limit counts bytes but doesn't cut a character.
  def __whole_character(bytes)
    Primitive.tag_string(bytes, __encoding_index)
    until bytes.valid_encoding? || bytes.bytesize > 1 << 30
      more = __retry { Primitive.stream_read(@__stream, 1) }
      break unless more
      extended = bytes.b << more
      Primitive.tag_string(extended, __encoding_index)
      bytes = extended
      break if bytes.bytesize % 16 == 0 && !bytes.valid_encoding?
    end
    bytes
  end

  # Runs the block until the stream answers; waits where it has to.
  def __retry
    while true
      result = yield
      return result unless Primitive.is_fixnum(result)
      Rutile.wait_for(self, result)
    end
  end

  # --- Bytes and characters ---

  def read(length = nil, buffer = nil)
    __readable
    buffer = Rutile.to_str(buffer) unless nil.equal?(buffer)
    if nil.equal?(length)
      bytes = __retry { Primitive.stream_read_all(@__stream) }
      text = __text(bytes)
    else
      length = Rutile.to_int(length)
      raise ArgumentError, "negative length #{length} given" if length < 0
      text = length == 0 ? "".b : __retry { Primitive.stream_read(@__stream, length) }
    end
    return text unless buffer
    buffer.replace(text || "")
    text && buffer
  end

  def readpartial(length, buffer = nil)
    __readable
    text = Rutile.checked_length(length) == 0 ? +"" : __retry { Primitive.stream_read_some(@__stream, length) }
    Rutile.filled(buffer, text)
  end

  def read_nonblock(length, buffer = nil, exception: true)
    __readable
    length = Rutile.checked_length(length)
    return Rutile.filled(buffer, +"") if length == 0
    flags = Primitive.stream_control(@__stream, 3, 0)
    Primitive.stream_control(@__stream, 4, flags | 0x800) if flags & 0x800 == 0
    text = Primitive.stream_read_some(@__stream, length)
    if Primitive.is_fixnum(text)
      return :wait_readable unless exception
      raise EAGAINWaitReadable, "read would block"
    end
    return nil if nil.equal?(text) && !exception
    Rutile.filled(buffer, text)
  end

  def sysread(length, buffer = nil)
    __readable
    length = Rutile.checked_length(length)
    raise IOError, "sysread for buffered IO" if Primitive.stream_pending(@__stream) > 0
    return Rutile.filled(buffer, +"") if length == 0
    Rutile.filled(buffer, __retry { Primitive.stream_read_system(@__stream, length) })
  end

  def pread(length, offset, buffer = nil)
    __readable
    length = Rutile.checked_length(length)
    return Rutile.filled(buffer, +"") if length == 0
    Rutile.filled(buffer, Primitive.stream_read_at(@__stream, length, Rutile.to_int(offset)))
  end

  def getbyte
    __readable
    byte = __retry { Primitive.stream_read(@__stream, 1) }
    byte && byte.getbyte(0)
  end

  def readbyte
    getbyte || raise(EOFError, "end of file reached")
  end

  def getc
    __readable
    bytes = __retry { Primitive.stream_getc(@__stream, __encoding_index) }
    bytes && __text(bytes)
  end

  def readchar
    getc || raise(EOFError, "end of file reached")
  end

  def each_byte
    return to_enum(:each_byte) unless block_given?
    while (byte = getbyte)
      yield byte
    end
    self
  end

  def each_char
    return to_enum(:each_char) unless block_given?
    while (character = getc)
      yield character
    end
    self
  end

  def ungetbyte(byte)
    __readable
    return nil if nil.equal?(byte)
    byte = Primitive.is_a(byte, Integer) ? (byte & 0xff).chr : Rutile.to_str(byte)
    Primitive.stream_put_back(@__stream, byte)
    nil
  end

  def ungetc(character)
    __readable
    return nil if nil.equal?(character)
    character = character.chr(external_encoding || Encoding::UTF_8) if Primitive.is_a(character, Integer)
    Primitive.stream_put_back(@__stream, Rutile.to_str(character))
    nil
  end

  def eof?
    __readable
    while true
      result = Primitive.stream_at_end(@__stream)
      return result unless Primitive.is_fixnum(result)
      Rutile.wait_for(self, result)
    end
  end
  alias eof eof?

  # --- Readiness ---

  def wait_readable(timeout = nil)
    __readable
    Rutile.ready?(self, READABLE, timeout) ? self : nil
  end

  def wait_writable(timeout = nil)
    __writable
    Rutile.ready?(self, WRITABLE, timeout) ? self : nil
  end

  def wait(*arguments)
    __open
    if arguments.size == 2 && Primitive.is_a(arguments[0], Integer)
      ready = Rutile.poll_one(self, arguments[0], arguments[1])
      return ready == 0 ? nil : ready
    end
    events = 0
    timeout = nil
    arguments.each do |argument|
      case argument
      when :r, :read, :readable then events |= READABLE
      when :w, :write, :writable then events |= WRITABLE
      when :rw, :read_write, :readable_writable then events |= READABLE | WRITABLE
      when Symbol then raise ArgumentError, "unsupported mode: #{argument}"
      else timeout = argument
      end
    end
    Rutile.ready?(self, events == 0 ? READABLE : events, timeout) ? self : nil
  end

  def ready?
    Rutile.ready?(self, READABLE, 0)
  end

  def nread
    __readable
    Primitive.stream_pending(@__stream)
  end
end

module Rutile
  # A read could not go on: a signal came (1), or nothing is there yet (0).
  def self.wait_for(io, why)
    return if why == 1
    poll_one(io, 1, io.timeout) > 0 || raise(IO::TimeoutError, "Blocking operation timed out!")
  end

  # The events of `wanted` that a stream is ready for; 0 when the time is up.
  def self.poll_one(io, wanted, timeout)
    ready = poll_all([io.__stream], [wanted], timeout)
    ready ? ready[0] : 0
  end

  def self.ready?(io, wanted, timeout)
    poll_one(io, wanted, timeout) > 0
  end

  # Waits for streams; an Array of event bits, or nil when the time is up. Signals are
  # handled on the way.
  def self.poll_all(streams, wanted, timeout)
    limit = nil.equal?(timeout) ? nil : Process.clock_gettime(Process::CLOCK_MONOTONIC) + timeout
    while true
      left = limit && [limit - Process.clock_gettime(Process::CLOCK_MONOTONIC), 0.0].max
      ready = Primitive.poll(streams, wanted, left)
      return ready unless false.equal?(ready)
    end
  end

  def self.checked_length(length)
    length = to_int(length)
    raise ArgumentError, "negative length #{length} given" if length < 0
    length
  end

  # What was read, in the buffer a caller gave; EOFError where nothing was.
  def self.filled(buffer, text)
    buffer = to_str(buffer) unless nil.equal?(buffer)
    unless text
      buffer.clear if buffer
      raise EOFError, "end of file reached"
    end
    buffer ? buffer.replace(text) : text
  end

  # `gets(separator, limit)`: either may be left out.
  def self.line_arguments(separator, limit)
    if nil.equal?(limit) && !nil.equal?(separator)
      converted = try_convert(separator, String, "String", :to_str)
      return [converted, nil] if converted
      return [$/, checked_limit(separator)]
    end
    separator = to_str(separator) unless nil.equal?(separator)
    [separator, nil.equal?(limit) ? nil : checked_limit(limit)]
  end

  def self.checked_limit(limit)
    limit = to_int(limit)
    limit < 0 ? nil : limit
  end

  def self.line_arguments_given(arguments)
    case arguments.size
    when 0 then [$/, nil]
    when 1 then nil.equal?(arguments[0]) ? [nil, nil] : line_arguments(arguments[0], nil)
    when 2 then line_arguments(arguments[0], arguments[1])
    else raise ArgumentError, "wrong number of arguments (given #{arguments.size}, expected 0..2)"
    end
  end
end
