# IO: an object over an open descriptor, reading ahead and writing late.
#
# Its stream (see io_stream.rs) holds the descriptor and both buffers. Natives work
# on the buffers; `__fill` and `__drain` are where a program waits for the system.
# Reading is in io_reading and io_lines, writing in io_writing, what the class does in io_class.

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
  DUPLEX_MODE = 512
  TIMED_MODE = 2048
  private_constant :READABLE_MODE, :WRITABLE_MODE, :APPEND_MODE, :SYNC_MODE, :TERMINAL_MODE, :BINARY_MODE,
                   :KEEP_OPEN_MODE, :UNIVERSAL_NEWLINE_MODE, :DUPLEX_MODE, :TIMED_MODE

  SEEK_SET = 0
  SEEK_CUR = 1
  SEEK_END = 2
  SEEK_DATA = 3
  SEEK_HOLE = 4

  READABLE = 1
  PRIORITY = 2
  WRITABLE = 4

  class TimeoutError < IOError
  end

  # --- Opening ---

  def initialize(descriptor, mode = nil, **options)
    descriptor = Rutile.to_small_int(descriptor)
    mode = Rutile::OpenMode.new(mode, nil, options)
    flags = Primitive.io_flags(descriptor)
    Rutile.system_error(-flags) if flags < 0
    wanted = mode.given? ? mode.flags : flags
    if mode.given?
      bits = Rutile::OpenMode.bits(wanted) & 3
      Rutile.system_error(Errno::EINVAL::Errno) if bits & ~Rutile::OpenMode.bits(flags) != 0
    end
    path = mode.path
    Primitive.io_set_path(self, Rutile.to_path(path).dup.freeze) unless nil.equal?(path)
    __attach(descriptor, mode, wanted)
  end

  def __attach(descriptor, mode, flags)
    bits = mode.bits(flags)
    bits |= SYNC_MODE if flags & File::SYNC == File::SYNC
    Primitive.io_attach(self, descriptor, bits)
    __choose_encodings(mode.encodings, mode.binary?)
    Primitive.io_set_extras(self, { conversion: mode.conversion }) if mode.conversion
    Primitive.io_change_mode(self, SYNC_MODE, 0) if descriptor == 2
    self
  end

  # The encodings that opening asked for; a byte order mark is looked for where it decides.
  def __choose_encodings(encodings, binary = false)
    encodings = Rutile::StreamEncodings.new(binary ? Encoding::BINARY : nil) if nil.equal?(encodings)
    __take_encodings(encodings)
    return unless encodings.by_mark && Primitive.io_mode(self) & READABLE_MODE != 0
    found = __read_mark
    internal = encodings.internal
    if found
      # As of any encoding that was named: text that isn't like ASCII needs binary mode to be read.
      raise ArgumentError, "ASCII incompatible encoding needs binmode" unless internal || binary || found.ascii_compatible?
      __take_encodings(internal ? Rutile::StreamEncodings.from_pair(found, internal) : Rutile::StreamEncodings.new(found))
    elsif internal
      # Without a mark the text is taken to have the internal encoding, as CRuby takes it.
      __take_encodings(encodings.take(internal, nil))
    end
  end

  def __take_encodings(encodings)
    external = encodings.external
    internal = encodings.internal
    Primitive.io_set_encodings(self, external && external.__number, internal && internal.__number)
  end

  # Takes a byte order mark off the input; the encoding it tells of, or nil.
  def __read_mark
    while Primitive.io_unread_size(self) < 4
      break unless __fill
    end
    head = Primitive.io_take(self, 4)
    found, size = if head.start_with?("\xEF\xBB\xBF".b) then [Encoding::UTF_8, 3]
                  elsif head.start_with?("\xFF\xFE\0\0".b) then [Encoding::UTF_32LE, 4]
                  elsif head.start_with?("\0\0\xFE\xFF".b) then [Encoding::UTF_32BE, 4]
                  elsif head.start_with?("\xFF\xFE".b) then [Encoding::UTF_16LE, 2]
                  elsif head.start_with?("\xFE\xFF".b) then [Encoding::UTF_16BE, 2]
                  else [nil, 0]
                  end
    Primitive.io_push_back(self, head.byteslice(size..)) if head.bytesize > size
    found
  end

  def initialize_copy(other)
    return self if equal?(other)
    Primitive.io_check_open(other)
    other.__drain
    position = Primitive.io_unread_size(other) > 0 ? other.pos : nil
    descriptor = Rutile.system_result(Rutile.with_descriptor { Primitive.io_duplicate(Primitive.io_descriptor(other)) })
    mode = Primitive.io_mode(other)
    Primitive.io_attach(self, descriptor, mode & ~(KEEP_OPEN_MODE | TERMINAL_MODE))
    writer = Primitive.io_write_descriptor(other)
    if writer != Primitive.io_read_descriptor(other)
      Primitive.io_set_writer(self, Rutile.system_result(Rutile.with_descriptor { Primitive.io_duplicate(writer) }))
    end
    Primitive.io_set_encodings(self, Primitive.io_external(other), Primitive.io_internal(other))
    conversion = Primitive.io_extras(other)&.[](:conversion)
    Primitive.io_set_extras(self, { conversion: conversion }) if conversion
    Primitive.io_set_path(self, Primitive.io_path(other))
    if position
      other.seek(position)
      seek(position)
    end
    limit = other.timeout
    self.timeout = limit if limit
    self
  end
  private :initialize, :initialize_copy

  def reopen(other, mode = (no_mode = true; nil), **options)
    stream = Rutile.try_convert(other, IO, "IO", :to_io) unless Primitive.is_a(other, String)
    if stream
      Rutile.refuse_count(2, 1) unless no_mode
      return __reopen_stream(stream)
    end
    __reopen_path(Rutile.to_path(other), no_mode ? nil : mode, options)
  end

  def __reopen_stream(stream)
    return self if equal?(stream)
    Primitive.io_check_open(self)
    Primitive.io_check_open(stream)
    stream.__drain
    __drain
    __unread_input
    position = Primitive.io_unread_size(stream) > 0 ? stream.pos : nil
    bits = Primitive.io_mode(stream) & ~KEEP_OPEN_MODE | (Primitive.io_mode(self) & (KEEP_OPEN_MODE | SYNC_MODE))
    __replace_descriptor(Primitive.io_descriptor(stream), bits)
    Primitive.io_set_encodings(self, Primitive.io_external(stream), Primitive.io_internal(stream))
    if position
      stream.seek(position)
      seek(position)
    end
    Primitive.io_set_path(self, Primitive.io_path(stream))
    Primitive.become_class(self, Primitive.class_of(stream))
    self
  end

  # Gives back what was read ahead: whoever shares the position of the file goes on where this stream is.
  def __unread_input
    seek(pos) if Primitive.io_unread_size(self) > 0
  rescue Errno::ESPIPE
    nil
  end

  def __reopen_path(path, mode, options)
    was_closed = __closed?
    if nil.equal?(mode) && !options.key?(:mode) && !was_closed
      bits = Primitive.io_mode(self)
      flags = bits & 3 == 3 ? File::RDWR : (bits & 3) - 1
      flags |= File::APPEND if bits & APPEND_MODE != 0
      flags |= File::CREAT if bits & WRITABLE_MODE != 0
      flags |= File::TRUNC if bits & 3 == WRITABLE_MODE && bits & APPEND_MODE == 0
      mode = flags
    end
    mode = Rutile::OpenMode.new(mode, nil, options)
    descriptor = Rutile.open_descriptor(path, mode.flags, mode.permissions)
    if was_closed
      __attach(descriptor, mode, mode.flags)
    else
      __drain
      __replace_descriptor(descriptor, mode.bits | (Primitive.io_mode(self) & (KEEP_OPEN_MODE | SYNC_MODE)))
      Primitive.io_close_descriptor(descriptor)
      __choose_encodings(mode.encodings, mode.binary?) if mode.encodings || mode.binary?
    end
    Primitive.io_set_path(self, path.dup.freeze)
    self
  end

  # This IO's own descriptor comes to stand for what another one does.
  def __replace_descriptor(descriptor, bits)
    Rutile.system_result(Primitive.io_duplicate_to(descriptor, Primitive.io_descriptor(self)))
    Primitive.io_descriptor_replaced(self)
    terminal = Primitive.io_is_terminal(self) && bits & WRITABLE_MODE != 0
    Primitive.io_change_mode(self, terminal ? bits | TERMINAL_MODE : bits & ~TERMINAL_MODE, -1)
  end

  # --- Closing ---

  def close
    primitive :io_close_reader
    __close(0)
  end

  # `flags`: how it waits for the program behind a pipe.
  def __close(flags)
    return nil if Primitive.io_descriptor(self) == -1
    Primitive.io_mode(self)
    begin
      # Text that an unbuffered stream has not written yet belongs to a write of another thread, which ends here.
      __drain("fptr_finalize_flush") if Primitive.io_mode(self) & SYNC_MODE == 0
    ensure
      process = Primitive.io_process(self)
      result = __close_descriptor
      __wait_for_process(process, flags) if process
    end
    Rutile.system_result(result, nil, __path)
    nil
  end

  # Somebody else may have waited for it before.
  def __wait_for_process(process, flags)
    Rutile.wait_for_number(process, flags)
  rescue Errno::ECHILD
    nil
  end

  # Text that has been written may still have to go somewhere.
  def __close_descriptor
    return Primitive.io_close(self) unless Primitive.io_mode(self) & WRITABLE_MODE != 0 && Primitive.current_scheduler
    Rutile.offloaded { Primitive.io_close(self) }
  end

  def closed?
    primitive :io_is_closed
    __closed?
  end

  def __closed?
    Primitive.io_mode(self)
    Primitive.io_descriptor(self) == -1
  end

  def close_read
    return nil if __closed?
    bits = Primitive.io_mode(self)
    if bits & DUPLEX_MODE != 0
      Rutile.system_result(Primitive.io_close_end(self, false))
      return nil
    end
    return close if Primitive.io_process(self)
    raise IOError, "closing non-duplex IO for reading" if bits & WRITABLE_MODE != 0
    close
  end

  def close_write
    return nil if __closed?
    bits = Primitive.io_mode(self)
    if bits & DUPLEX_MODE != 0
      __drain
      Rutile.system_result(Primitive.io_close_end(self, true))
      return nil
    end
    return close if Primitive.io_process(self)
    raise IOError, "closing non-duplex IO for writing" if bits & READABLE_MODE != 0
    close
  end

  def autoclose?
    raise IOError, "closed stream" if __closed?
    Primitive.io_mode(self) & KEEP_OPEN_MODE == 0
  end

  def autoclose=(value)
    Primitive.io_check_open(self)
    value ? Primitive.io_change_mode(self, 0, KEEP_OPEN_MODE) : Primitive.io_change_mode(self, KEEP_OPEN_MODE, 0)
    value
  end

  def close_on_exec?
    Primitive.io_check_open(self)
    Rutile.system_result(Primitive.io_control(Primitive.io_descriptor(self), 1, 0, false)) & 1 != 0
  end

  def close_on_exec=(value)
    Primitive.io_check_open(self)
    Rutile.system_result(Primitive.io_control(Primitive.io_descriptor(self), 2, value ? 1 : 0, false))
    value
  end

  # --- What it is ---

  # Its number; a frozen stream has one too.
  def fileno
    Primitive.io_mode(self)
    descriptor = Primitive.io_descriptor(self)
    raise IOError, "closed stream" if descriptor == -1
    descriptor
  end

  # The same for who is about to use it.
  def __descriptor
    Primitive.io_check_open(self)
    Primitive.io_descriptor(self)
  end
  Primitive.alias_method(self, :to_i, :fileno)

  def to_io
    self
  end

  def path
    Primitive.io_path(self)
  end
  alias to_path path

  def __path
    Primitive.io_path(self)
  end

  def pid
    Primitive.io_check_open(self)
    Primitive.io_process(self)
  end

  def tty?
    Primitive.io_is_terminal(self)
  end
  alias isatty tty?

  def stat
    Primitive.io_check_open(self)
    File::Stat.__of_descriptor(Primitive.io_descriptor(self), __path)
  end

  def inspect
    descriptor = Primitive.io_descriptor(self)
    return Primitive.any_to_s(self) if nil.equal?(descriptor)
    name = Primitive.class_of(self)
    path = __path
    if path
      descriptor == -1 ? "#<#{name}:#{path} (closed)>" : "#<#{name}:#{path}>"
    else
      descriptor == -1 ? "#<#{name}:(closed)>" : "#<#{name}:fd #{descriptor}>"
    end
  end

  # --- Modes ---

  def sync
    primitive :io_is_synced
  end

  def sync=(value)
    Primitive.io_check_open(self)
    value ? Primitive.io_change_mode(self, SYNC_MODE, 0) : Primitive.io_change_mode(self, 0, SYNC_MODE)
    __drain if value
    value
  end

  def binmode
    Primitive.io_check_open(self)
    Primitive.io_change_mode(self, BINARY_MODE, UNIVERSAL_NEWLINE_MODE)
    Primitive.io_set_encodings(self, Encoding::BINARY.__number, nil)
    self
  end

  def binmode?
    Primitive.io_check_open(self)
    Primitive.io_mode(self) & BINARY_MODE != 0
  end

  def external_encoding
    number = Primitive.io_external(self)
    return Rutile::ENCODINGS[number] if number
    Primitive.io_mode(self) & WRITABLE_MODE != 0 ? nil : Encoding.default_external
  end

  def internal_encoding
    number = Primitive.io_internal(self)
    number && Rutile::ENCODINGS[number]
  end

  def set_encoding(external, internal = nil, **options)
    Primitive.io_check_open(self)
    __take_encodings(Rutile::StreamEncodings.from_pair(external, internal))
    conversion = Rutile.conversion_options(options)
    __set_extra(:conversion, conversion) if conversion
    self
  end

  def set_encoding_by_bom
    Primitive.io_check_open(self)
    raise ArgumentError, "ASCII incompatible encoding needs binmode" unless binmode?
    raise ArgumentError, "encoding conversion is set" if internal_encoding
    return nil if Primitive.io_mode(self) & READABLE_MODE == 0
    external = Primitive.io_external(self)
    if external && external != Encoding::BINARY.__number
      raise ArgumentError, "encoding is set to #{Rutile::ENCODINGS[external]} already"
    end
    found = __read_mark
    __take_encodings(Rutile::StreamEncodings.new(found)) if found
    found
  end

  def timeout
    Primitive.io_check_open(self)
    extras = Primitive.io_extras(self)
    extras && extras[:timeout]
  end

  def timeout=(seconds)
    Primitive.io_check_open(self)
    Rutile.to_seconds(seconds) unless nil.equal?(seconds)
    __set_extra(:timeout, seconds)
    nil.equal?(seconds) ? Primitive.io_change_mode(self, 0, TIMED_MODE) : Primitive.io_change_mode(self, TIMED_MODE, 0)
    seconds
  end

  def __set_extra(name, value)
    extras = Primitive.io_extras(self)
    Primitive.io_set_extras(self, extras = {}) if nil.equal?(extras)
    extras[name] = value
  end

  # --- Position ---

  def seek(offset, whence = SEEK_SET)
    Primitive.io_check_open(self)
    whence = case whence
             when :SET then SEEK_SET
             when :CUR then SEEK_CUR
             when :END then SEEK_END
             when :DATA then SEEK_DATA
             when :HOLE then SEEK_HOLE
             else Rutile.to_index(whence)
             end
    __seek(Rutile.to_index(offset), whence, "rb_io_seek")
    0
  end

  def __seek(offset, whence, function)
    __drain
    offset -= Primitive.io_unread_size(self) if whence == SEEK_CUR
    position = Primitive.io_seek(self, offset, whence)
    Rutile.system_result(position, function, __path)
    Primitive.io_forget_input(self)
    position
  end

  def pos
    Primitive.io_check_open(self)
    __drain
    Rutile.system_result(Primitive.io_seek(self, 0, SEEK_CUR), "rb_io_tell", __path) - Primitive.io_unread_size(self)
  end
  alias tell pos

  def pos=(position)
    position = Rutile.to_index(position)
    Primitive.io_check_open(self)
    __seek(position, SEEK_SET, "rb_io_set_pos")
    position
  end

  def rewind
    Primitive.io_check_open(self)
    __seek(0, SEEK_SET, "rb_io_rewind")
    Primitive.io_set_line_number(self, 0)
    0
  end

  def sysseek(offset, whence = SEEK_SET)
    offset = Rutile.to_index(offset)
    Primitive.io_check_open(self)
    raise IOError, "sysseek for buffered IO" if Primitive.io_unread_size(self) > 0
    if Primitive.io_pending_output(self) > 0
      Rutile.warn_at(Primitive.caller_position(0), "sysseek for buffered IO")
    end
    whence = { SET: 0, CUR: 1, END: 2 }.fetch(whence) { Rutile.to_int(whence) }
    Rutile.system_result(Primitive.io_seek(self, offset, whence), "rb_io_sysseek", __path)
  end

  # --- The descriptor ---

  def fsync
    __sync_file(false, "rb_io_fsync")
  end

  def fdatasync
    __sync_file(true, "rb_io_fdatasync")
  end

  def __sync_file(data_only, function)
    Primitive.io_check_open(self)
    __drain
    result = Rutile.blocking { Primitive.io_sync_file(Primitive.io_descriptor(self), data_only) }
    Rutile.system_result(result, function, __path)
    0
  end

  # A copy of a descriptor isn't handed on to programs.
  DUPLICATE, DUPLICATE_ALONE = 0, 1030
  private_constant :DUPLICATE, :DUPLICATE_ALONE

  def fcntl(command, argument = 0)
    command = Rutile.to_int(command)
    __control(command == DUPLICATE ? DUPLICATE_ALONE : command, argument, false)
  end

  def ioctl(command, argument = 0)
    __control(command, argument, true)
  end

  def __control(command, argument, device)
    command = Rutile.to_int(command)
    argument = case argument
               when nil, false then 0
               when true then 1
               when Integer then argument
               else device ? __device_memory(command, Rutile.to_str(argument)) : Rutile.to_str(argument)
               end
    Primitive.io_check_open(self)
    Rutile.system_result(Primitive.io_control(Primitive.io_descriptor(self), command, argument, device), "finish_narg", __path)
  end

  # The string, long enough for what a device may answer: commands tell their size, or are taken for small.
  def __device_memory(command, text)
    size = command >> 30 & 3 == 0 ? 0 : command >> 16 & 0x3fff
    size = 256 if size < 256
    text << "\0" * (size + 1 - text.bytesize) if text.bytesize < size
    text
  end

  ADVICE = { normal: 0, random: 1, sequential: 2, willneed: 3, dontneed: 4, noreuse: 5 }.freeze
  private_constant :ADVICE

  def advise(advice, offset = 0, length = 0)
    raise TypeError, "advice must be a Symbol" unless Primitive.is_a(advice, Symbol)
    offset = Rutile.to_index(offset)
    length = Rutile.to_index(length)
    number = ADVICE[advice]
    raise NotImplementedError, "Unsupported advice: #{advice.inspect}" unless number
    Primitive.io_check_open(self)
    Rutile.system_result(Primitive.io_advise(Primitive.io_descriptor(self), offset, length, number), nil, __path)
    nil
  end
end

module Rutile
  # The answer of a call that gives an error's number negated when it fails.
  def self.system_result(result, function = nil, detail = nil)
    return result if result >= 0
    if function && !nil.equal?(detail)
      raise SystemCallError.new(detail, -result, function)
    end
    raise SystemCallError.new(detail, -result)
  end

  # A new descriptor for a path.
  def self.open_descriptor(path, flags, permissions)
    system_result(with_descriptor { offloaded { Primitive.io_open(path, flags, permissions) } }, "rb_sysopen", path)
  end
end
