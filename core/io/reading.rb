# IO: reading bytes and characters.

class IO
  # Reads ahead; false at the end. Where a program waits for input.
  def __fill
    __drain if Primitive.io_pending_output(self) > 0 && Primitive.io_mode(self) & DUPLEX_MODE == 0
    while (count = __hooked_fill || Primitive.io_fill(self)) < 0
      __again(count, READABLE, "io_fillbuf", __path_or_descriptor)
    end
    count > 0
  end

  # How errors of reading name the stream.
  def __path_or_descriptor
    descriptor = Primitive.io_descriptor(self)
    "fd:#{descriptor} #{__path}"
  end

  # The text just read, in the encoding that the program sees.
  def __converted(text)
    number = Primitive.io_internal(self)
    return text if nil.equal?(number)
    extras = Primitive.io_extras(self)
    conversion = extras && extras[:conversion]
    internal = Rutile::ENCODINGS[number]
    return text.force_encoding(internal) if text.ascii_only? && text.encoding.ascii_compatible? && internal.ascii_compatible?
    conversion ? text.encode(internal, **conversion) : text.encode(internal)
  rescue Encoding::InvalidByteSequenceError, Encoding::UndefinedConversionError
    __keep_rest(text, internal, conversion || {})
    raise
  end

  # What follows the piece of a text that can't be converted is to be read yet.
  def __keep_rest(text, internal, conversion)
    converter = Encoding::Converter.new(text.__encoding, internal, **conversion)
    rest = text.b
    converter.primitive_convert(rest, +"")
    rest = converter.putback.b + rest
    Primitive.io_push_back(self, rest) unless rest.empty?
  end

  def read(length = nil, buffer = nil)
    buffer = Rutile.output_buffer(buffer)
    return __read_rest(buffer) if nil.equal?(length)
    length = Rutile.read_length(length)
    Primitive.io_check_readable(self)
    return __filled(buffer) { __read(length) } if buffer && length > 0 && __may_wait?
    text = buffer || Primitive.string_with_capacity(length > 65536 ? 65536 : length, 0)
    if length == 0
      return text.clear
    end
    text.clear if buffer
    count = Primitive.io_take_onto(self, text, length)
    while count < length
      __drain if count == 0 && Primitive.io_pending_output(self) > 0
      break unless __read_more(text, length - count)
      count = Primitive.io_text_size(text)
    end
    Primitive.io_mark_text(self, text, 1) unless buffer
    count == 0 ? nil : text
  end
  alias __read read

  # Whether the next read may have to wait for somebody: there is nothing read ahead, and no rest of a file.
  def __may_wait?
    Primitive.io_unread_size(self) == 0 && Primitive.io_remaining(self) == 0
  end

  # Fills a caller's string with what the block reads. Nobody changes it meanwhile, and it stays as it is if an exception ends the wait.
  def __filled(buffer)
    raise "temporal locking already locked string" unless Primitive.string_lock(buffer)
    begin
      text = yield
    rescue EOFError => ended
    ensure
      Primitive.string_unlock(buffer)
    end
    if nil.equal?(text)
      buffer.clear
      raise ended if ended
      return nil
    end
    encoding = buffer.__encoding
    buffer.__replace(text).force_encoding(encoding)
  end

  # Appends what one read gives, at most `count` bytes; false at the end.
  def __read_more(text, count)
    if Primitive.io_mode(self) & UNIVERSAL_NEWLINE_MODE != 0
      return false unless __fill
      Primitive.io_take_onto(self, text, count)
      return true
    end
    __read_onto(text, count > 1048576 ? 1048576 : count, "io_fread") > 0
  end

  # Appends what one read gives, past what has been read ahead: how many bytes.
  def __read_onto(text, count, function)
    while (read = __hooked_read(text, count) || Primitive.io_read_onto(self, text, count)) < 0
      __again(read, READABLE, function, __path)
    end
    read
  end

  # Everything to the end, as text.
  def __read_rest(buffer)
    Primitive.io_check_readable(self)
    __drain if Primitive.io_pending_output(self) > 0
    size = Primitive.io_remaining(self)
    expected = size + Primitive.io_unread_size(self)
    text = buffer ? buffer.clear : Primitive.string_with_capacity(expected + 1, 0)
    Primitive.io_take_onto(self, text, Primitive.io_unread_size(self))
    chunk = size > 0 ? size + 1 : 16384
    while __read_more(text, chunk)
      count = Primitive.io_text_size(text)
      # Where the end is expected there is room for a byte. Else as much again as there is: a pipe gives little at a time.
      chunk = if size > 0 && count == expected then 1 else count < 16384 ? 16384 : count end
    end
    return text if buffer && Primitive.io_internal(self).equal?(nil) && Primitive.io_mark_text(self, text, 0)
    text = __converted(Primitive.io_mark_text(self, text, 0))
    buffer ? buffer.replace(text) : text
  end

  def readpartial(length, buffer = nil)
    length = Rutile.read_length(length)
    buffer = Rutile.output_buffer(buffer)
    Primitive.io_check_readable(self)
    return __filled(buffer) { __readpartial(length) } if buffer && length > 0 && __may_wait?
    __read_some(length, buffer) { |text| __read_onto(text, length, "io_getpartial") }
  end
  alias __readpartial readpartial

  # Text that has been read ahead, or else the block's; at the end EOFError.
  def __read_some(length, buffer)
    Primitive.io_check_readable(self)
    return buffer ? buffer.clear : +"" if length == 0
    text = buffer ? buffer.clear : Primitive.string_with_capacity(length > 65536 ? 65536 : length, 0)
    count = Primitive.io_take_onto(self, text, length)
    if count == 0
      __drain if Primitive.io_pending_output(self) > 0
      count = yield text
      return count if Primitive.is_a(count, Symbol)
      Rutile.system_result(count, "io_getpartial", __path)
      raise EOFError, "end of file reached" if count == 0
    end
    text
  end

  def read_nonblock(length, buffer = nil, exception: true)
    unless true.equal?(exception) || false.equal?(exception)
      raise ArgumentError, "expected true or false as exception: #{exception.inspect}"
    end
    length = Rutile.read_length(length)
    buffer = Rutile.output_buffer(buffer)
    __read_some(length, buffer) do |text|
      count = Primitive.io_read_now(self, text, length)
      if count == -Errno::EAGAIN::Errno
        return :wait_readable unless exception
        raise EAGAINWaitReadable, "read would block"
      end
      return nil if count == 0 && !exception
      count
    end
  end

  def sysread(length, buffer = nil)
    length = Rutile.read_length(length)
    buffer = Rutile.output_buffer(buffer)
    return buffer || +"" if length == 0
    Primitive.io_check_readable(self)
    raise IOError, "sysread for buffered IO" if Primitive.io_unread_size(self) > 0
    return __filled(buffer) { __readpartial(length) } if buffer && __may_wait?
    __read_some(length, buffer) { |text| __read_onto(text, length, "io_getpartial") }
  end

  def pread(length, offset, buffer = nil)
    length = Rutile.to_index(length)
    offset = Rutile.to_index(offset)
    raise ArgumentError, "negative string size (or size too big)" if length < 0
    buffer = Rutile.output_buffer(buffer)
    return buffer || +"" if length == 0
    Primitive.io_check_readable(self)
    text = buffer ? buffer.clear : Primitive.string_with_capacity(length > 65536 ? 65536 : length, 0)
    __drain if Primitive.io_pending_output(self) > 0
    count = __hooked_pread(text, length, offset)
    count ||= Rutile.blocking { Primitive.io_read_at(self, text, length, offset) }
    Rutile.system_result(count, "rb_io_pread", __path)
    raise EOFError, "end of file reached" if count == 0
    text
  end

  def eof?
    Primitive.io_check_readable(self)
    return false if Primitive.io_unread_size(self) > 0
    !__fill
  end
  alias eof eof?

  # --- Bytes ---

  def getbyte
    byte = Primitive.io_take_byte(self)
    byte = Primitive.io_take_byte(self) if nil.equal?(byte) && __fill
    byte
  end
  alias __byte getbyte

  def ungetbyte(object)
    return nil if nil.equal?(object)
    Primitive.io_check_readable(self)
    text = Primitive.is_a(object, Integer) ? (object & 0xff).chr : Rutile.to_str(object)
    __push_back(text)
    nil
  end

  # --- Characters ---

  def getc
    ended = false
    while true
      character = Primitive.io_take_character(self, ended)
      return __converted(character) if character
      return nil if ended
      ended = !__fill
    end
  end
  alias __character getc

  def ungetc(object)
    Primitive.io_check_readable(self)
    if Primitive.is_a(object, Integer)
      text = object.chr(internal_encoding || external_encoding || Encoding.default_external)
    else
      text = Rutile.to_str(object)
    end
    external = Primitive.io_external(self)
    text = text.encode(Rutile::ENCODINGS[external]) if external && Primitive.io_internal(self) && !text.ascii_only?
    __push_back(text)
    nil
  end

  # How much may be pushed back on what was read or pushed back before.
  MOST_PUSHED_BACK = 0x10000
  private_constant :MOST_PUSHED_BACK

  def __push_back(text)
    unread = Primitive.io_unread_size(self)
    raise IOError, "ungetbyte failed" if unread > 0 && unread + text.bytesize > MOST_PUSHED_BACK
    Primitive.io_push_back(self, text)
  end

  Rutile.lend(Rutile::CharacterReading, self)
end

module Rutile
  # A string that a method is to read into.
  def self.output_buffer(object)
    return nil if nil.equal?(object)
    object = to_str(object)
    Primitive.check_frozen(object)
    object
  end

  def self.read_length(object)
    length = to_index(object)
    raise ArgumentError, "negative length #{length} given" if length < 0
    length
  end
end
