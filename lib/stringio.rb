# StringIO: a String that reads and writes like a file.
#
# String, position and line number are in a State, which copies of a StringIO share; what may be done with it (read,
# write, append) is each copy's own. One that may read has the state as its `@__source` as well.

require "rutile/text_source"
require "rutile/generic_streams"

class StringIO
  include Enumerable
  include Rutile.generic_stream(:generic_readable)
  include Rutile.generic_stream(:generic_writable)

  VERSION = "3.1.2"
  MAX_LENGTH = 0x7fff_ffff_ffff_ffff

  # The state that copies of one StringIO share, and the mode that it was opened for.
  class State < Rutile::TextSource
    # Natives know the first four by their order, as the base class tells.
    def initialize(string, readable, writable)
      @string = string
      @position = 0
      @lineno = 0
      @encoding = nil
      @readable = readable
      @writable = writable
    end

    attr_accessor :readable, :writable
  end
  # What most are opened with, read once.
  PLAIN_MODES = %w[r r+ w w+ a a+].to_h { |mode| [mode, Rutile::OpenMode.new(mode, nil, {}).flags] }.freeze
  private_constant :State, :PLAIN_MODES

  def self.open(*arguments, **options)
    io = new(*arguments, **options)
    return io unless block_given?
    begin
      yield io
    ensure
      io.__forget
    end
  end

  def self.new(*arguments, **options, &block)
    primitive :class_new_without_block
    warn("#{self}::new() does not take block; use #{self}::open() instead", uplevel: 0) if block
    super
  end

  def initialize(string = (absent = true; (+"").force_encoding(Encoding.default_external)), mode = (no_mode = true; nil), **options)
    string = Rutile.to_str(string) unless nil.equal?(string) || String === string
    if no_mode && Primitive.hash_size(options) == 0
      writable = absent || nil.equal?(string) || !string.frozen?
      @__source = @__state = State.new(string, true, writable)
      @__writable = writable
      @__append = false
      __take_internal_encoding if absent && !nil.equal?(Encoding.default_internal)
      return self
    end
    @__state = State.new(string, false, false)
    mode = "r+" if absent && nil.equal?(mode) && !options[:mode]
    flags = options.empty? ? PLAIN_MODES[mode] : nil
    if flags
      __open_with_flags(flags)
      __take_internal_encoding
    elsif nil.equal?(mode) && options.empty?
      return __open_as_allowed
    else
      __open_as(mode, options, absent || !no_mode)
    end
    @__state.readable = @__source ? true : false
    @__state.writable = @__writable
    self
  end

  def initialize_copy(other)
    @__state, @__source, @__writable, @__append = other.__shared
    self
  end

  # --- Opening and closing ----------------------------------------------------------------

  def reopen(source = (absent = true; nil), mode = nil)
    Primitive.check_frozen(self)
    if absent
      initialize
    elsif nil.equal?(mode) && !(String === source)
      other = Rutile.try_convert(source, StringIO, "StringIO", :to_strio)
      raise TypeError, "can't convert #{source.class} into StringIO" unless other
      initialize_copy(other)
    else
      initialize(Rutile.to_str(source), mode)
    end
    self
  end

  def close
    @__source = nil
    @__writable = false
    nil
  end

  def close_read
    raise IOError, "closing non-duplex IO for reading" unless @__state.readable
    @__source = nil
    nil
  end

  def close_write
    raise IOError, "closing non-duplex IO for writing" unless @__state.writable
    @__writable = false
    nil
  end

  def closed? = !@__source && !@__writable
  def closed_read? = !@__source
  def closed_write? = !@__writable

  # --- The string and the position ----------------------------------------------------------

  def string
    @__state.string
  end

  def string=(string)
    Primitive.check_frozen(self)
    string = Rutile.to_str(string)
    @__state.string = string
    @__state.position = @__state.lineno = 0
    @__state.encoding = nil
    @__source = @__state
    @__writable = !string.frozen?
    @__append = false
    string
  end

  def pos
    @__state.position
  end
  alias tell pos

  def pos=(position)
    position = Rutile.to_int(position)
    raise Errno::EINVAL if position < 0
    @__state.position = position
  end

  def lineno
    @__state.lineno
  end

  def lineno=(number)
    @__state.lineno = Rutile.to_int(number)
  end

  def rewind
    @__state.position = @__state.lineno = 0
  end

  def seek(offset, whence = IO::SEEK_SET)
    raise IOError, "closed stream" if closed?
    offset = Rutile.to_int(offset)
    base = case whence
           when IO::SEEK_SET, :SET then 0
           when IO::SEEK_CUR, :CUR then @__state.position
           when IO::SEEK_END, :END then __size
           else raise Errno::EINVAL, "invalid whence"
           end
    raise Errno::EINVAL if base + offset < 0
    @__state.position = base + offset
    0
  end

  def eof?
    primitive :stream_is_at_end
    __check_readable
    @__state.position >= __size
  end
  alias eof eof?

  def size
    __size
  end
  alias length size

  def truncate(length)
    __check_writable
    length = Rutile.to_int(length)
    raise Errno::EINVAL, "negative length" if length < 0
    string = @__state.string
    return 0 if nil.equal?(string)
    if length < string.bytesize
      Primitive.bytes_replace(string, length, string.bytesize - length, "")
    else
      Primitive.bytes_replace(string, string.bytesize, 0, "\0".b * (length - string.bytesize))
    end
    0
  end

  # --- Encodings ----------------------------------------------------------------------------

  def external_encoding
    @__state.text_encoding
  end

  def internal_encoding = nil

  def set_encoding(encoding, _internal = nil, **_options)
    if nil.equal?(encoding)
      encoding = Encoding.default_external
    elsif !(Encoding === encoding)
      encoding = Encoding.find(Rutile.to_str(encoding).split(":", 2).first)
    end
    @__state.encoding = encoding
    string = @__state.string
    string.force_encoding(encoding) if string && @__writable && !string.frozen?
    self
  end

  def set_encoding_by_bom
    string = @__state.string
    encoding, length = __byte_order_mark(string)
    return nil unless encoding
    @__state.position = length
    set_encoding(encoding)
    encoding
  end

  def binmode
    @__state.encoding = Encoding::BINARY
    @__state.string.force_encoding(Encoding::BINARY) if @__writable && @__state.string && !@__state.string.frozen?
    self
  end

  # --- What a file would have ---------------------------------------------------------------

  def fcntl(*)
    raise NotImplementedError, "fcntl() function is unimplemented on this machine"
  end

  def fileno = nil
  def flush = self
  def fsync = 0
  def isatty = false
  def pid = nil
  def sync = true
  def tty? = false

  def sync=(value)
    value
  end

  # --- Reading ---------------------------------------------------------

  def read(length = nil, buffer = nil)
    length = Rutile.read_length(length) unless nil.equal?(length)
    return Primitive.source_take(@__source, length) if nil.equal?(buffer)
    buffer = Rutile.output_buffer(buffer)
    encoding = buffer.encoding
    result = Primitive.source_take(@__source, length)
    if result
      buffer.replace(result)
      buffer.force_encoding(encoding) if length
      return buffer
    end
    buffer.clear if length
    nil
  end

  def pread(length, offset, buffer = nil)
    length = Rutile.to_int(length)
    offset = Rutile.to_int(offset)
    raise ArgumentError, "negative string size (or size too big): #{length}" if length < 0
    return buffer || "".b if length == 0
    raise Errno::EINVAL, "pread: Invalid offset argument: #{offset}" if offset < 0
    __check_readable
    raise EOFError, "end of file reached" if offset >= __size
    piece = @__state.string.byteslice(offset, length).force_encoding(Encoding::BINARY)
    nil.equal?(buffer) ? piece : Rutile.output_buffer(buffer).replace(piece)
  end

  def getbyte
    Primitive.source_byte(@__source)
  end
  alias __byte getbyte

  def getc
    Primitive.source_character(@__source, true)
  end
  alias __character getc

  def __line(separator, limit, chomp)
    Primitive.source_line(@__source, separator, limit, chomp, true)
  end

  Rutile.lend(Rutile::LineReading, self)
  Rutile.lend(Rutile::CharacterReading, self)
  # Those of `IO::generic_readable` go by the methods that a subclass may have of its own.
  remove_method :readline, :readchar, :readbyte

  def ungetc(char)
    __check_readable
    return nil if nil.equal?(char)
    encoding = external_encoding
    if Integer === char
      char = char.chr(encoding)
    else
      char = Rutile.to_str(char)
      char = __converted(char, encoding)
    end
    __unget(char)
  end

  def ungetbyte(byte)
    __check_readable
    return nil if nil.equal?(byte)
    __unget(Integer === byte ? (byte & 0xff).chr : Rutile.to_str(byte))
  end

  # --- Writing ------------------------------------------------------------------------------

  def write(*objects)
    primitive :stream_write
    __check_writable
    return __write(Primitive.array_at(objects, 0)) if Primitive.array_size(objects) == 1
    written = 0
    objects.each { |object| written += __write(object) }
    written
  end

  def <<(object)
    primitive :stream_append
    return super unless Primitive.is_core_method(self, :write)
    __check_writable
    __write(object)
    self
  end

  def puts(*objects)
    primitive :stream_put_line
    return super unless Primitive.is_core_method(self, :write)
    __check_writable
    return __end_line if objects.empty?
    index = 0
    while index < Primitive.array_size(objects)
      object = Primitive.array_at(objects, index)
      __puts(object, String === object ? nil : []) unless Primitive.source_append(@__state, object, @__append, true)
      index += 1
    end
    nil
  end

  def putc(object)
    __check_writable
    if String === object
      __write(object[0])
    else
      __write((Rutile.to_int(object) & 0xff).chr)
    end
    object
  end

  # --- Inside -------------------------------------------------------------------------------

  def __shared
    [@__state, @__source, @__writable, @__append]
  end

  # The stream as `open` with a block leaves it.
  def __forget
    @__state = State.new(nil, false, false)
    @__source = nil
    @__writable = @__append = false
  end

  private

  # To be read, and to be written if the string allows it.
  def __open_as_allowed
    state = @__state
    string = state.string
    @__source = state
    state.readable = true
    @__writable = state.writable = nil.equal?(string) || !string.frozen?
    @__append = false
    self
  end

  # By what a file would be opened with, too: flags and options. Encodings are for who says a mode, if only nil, behind the string.
  def __open_as(mode, options, with_encoding)
    opened = Rutile::OpenMode.new(mode, nil, options)
    opened.check_encodings
    if opened.given?
      __open_with_flags(opened.flags)
    else
      __open_as_allowed
      @__append = opened.flags & IO::APPEND != 0
    end
    encodings = opened.encodings
    return if encodings && encodings.by_mark && set_encoding_by_bom
    __take_encodings(encodings || Rutile::StreamEncodings.new(opened.binary? ? Encoding::BINARY : nil)) if with_encoding
  end

  def __open_with_flags(flags)
    access = flags & (IO::RDONLY | IO::WRONLY | IO::RDWR)
    @__source = access == IO::WRONLY ? nil : @__state
    @__writable = access != IO::RDONLY
    @__append = flags & IO::APPEND != 0
    raise Errno::EACCES if @__writable && @__state.string&.frozen?
    __empty if flags & IO::TRUNC != 0
  end

  # Beside a default internal encoding: what names none has that one.
  def __take_internal_encoding
    __take_encodings(Rutile::StreamEncodings.new) unless nil.equal?(Encoding.default_internal)
  end

  def __take_encodings(encodings)
    encoding = encodings.internal || encodings.external
    @__state.encoding = encoding unless nil.equal?(encoding)
  end

  def __empty
    string = @__state.string
    return if nil.equal?(string)
    string.replace("")
  end

  def __check_readable
    raise IOError, "not opened for reading" unless @__source
  end

  def __check_writable
    Primitive.check_frozen(self)
    raise IOError, "not opened for writing" unless @__writable
  end

  def __size
    string = @__state.string
    nil.equal?(string) ? 0 : string.bytesize
  end

  def __unget(bytes)
    return nil if bytes.empty?
    state = @__state
    raise IOError, "not modifiable string" if nil.equal?(state.string) || state.string.frozen?
    length = bytes.bytesize
    position = state.position
    if position > __size
      Primitive.bytes_replace(state.string, __size, 0, "\0".b * (position - __size))
    end
    if length <= position
      Primitive.bytes_replace(state.string, position - length, length, bytes)
      state.position = position - length
    else
      Primitive.bytes_replace(state.string, 0, position, bytes)
      state.position = 0
    end
    nil
  end

  def __byte_order_mark(string)
    return nil if nil.equal?(string)
    bytes = string.byteslice(0, 4).b
    return [Encoding::UTF_8, 3] if bytes.start_with?("\xEF\xBB\xBF".b)
    return [Encoding::UTF_32LE, 4] if bytes == "\xFF\xFE\0\0".b
    return [Encoding::UTF_32BE, 4] if bytes == "\0\0\xFE\xFF".b
    return [Encoding::UTF_16LE, 2] if bytes.start_with?("\xFF\xFE".b)
    return [Encoding::UTF_16BE, 2] if bytes.start_with?("\xFE\xFF".b)
    nil
  end

  # `text` in the encoding of this string; as it is where it can't be converted, once a block has heard of that.
  def __converted(text, encoding)
    own = text.encoding
    return text if nil.equal?(encoding) || own.equal?(encoding)
    return text.b if Encoding::BINARY.equal?(encoding)
    return text if Encoding::US_ASCII.equal?(encoding) || text.ascii_only? && encoding.ascii_compatible?
    return text if Encoding::BINARY.equal?(own)
    text.encode(encoding)
  rescue EncodingError
    yield encoding if block_given?
    text
  end

  def __write(object)
    written = Primitive.source_append(@__state, object, @__append, false)
    return written if written
    text = String === object ? object : Rutile.text(object)
    state = @__state
    string = state.string
    return 0 if nil.equal?(string)
    unless nil.equal?(state.encoding) && Primitive.string_encoding(text) == Primitive.string_encoding(string)
      text = __converted(text, external_encoding) do |encoding|
        # Bytes that are no US-ASCII though they are called so go in as they are.
        next if Encoding::US_ASCII.equal?(text.encoding)
        raise Encoding::CompatibilityError, "incompatible character encodings: #{encoding} and #{text.encoding}"
      end
    end
    length = text.bytesize
    return 0 if length == 0
    raise IOError, "not modifiable string" if string.frozen?
    size = string.bytesize
    state.position = size if @__append
    position = state.position
    if position == size
      __append_text(string, text)
      state.position = position + length
      return length
    end
    if position > size
      Primitive.bytes_replace(string, size, 0, "\0".b * (position - size))
      size = position
    end
    Primitive.bytes_replace(string, position, position + length > size ? size - position : length, text)
    state.position = position + length
    length
  end

  # Behind a string goes what it is compatible with, of whose encoding it may become; and bytes.
  def __append_text(string, text)
    Primitive.string_check_writable(string)
    is_foreign = Primitive.string_encoding(text) != Primitive.string_encoding(string)
    if is_foreign && (Encoding::BINARY.equal?(external_encoding) || !Encoding::BINARY.equal?(text.encoding))
      string << text
    else
      Primitive.string_append_part(string, text, 0, text.bytesize)
    end
  end

  def __end_line
    write("\n")
    nil
  end

  def __puts(object, parents)
    unless String === object
      list = Rutile.try_convert(object, Array, "Array", :to_ary)
      return __puts_list(object, list, parents) if list
      object = Rutile.text(object)
    end
    __write(object)
    __write("\n") unless Primitive.io_ends_line(object)
  end

  # An object that gives another Array each time it is asked is known by itself.
  def __puts_list(object, list, parents)
    return write("[...]\n") if parents.any? { |parent| parent.equal?(object) }
    parents.push(object)
    index = 0
    while index < Primitive.array_size(list)
      __puts(Primitive.array_at(list, index), parents)
      index += 1
    end
    parents.pop
  end
end

Rutile::Sharing.bind(StringIO)
