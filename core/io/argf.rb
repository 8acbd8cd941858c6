# ARGF: the files that a command line names, read as one stream; standard input where it names none.

class Rutile::ArgumentFiles
  include Enumerable

  def self.name
    "ARGF.class"
  end

  def self.inspect
    "ARGF.class"
  end

  def self.to_s
    "ARGF.class"
  end

  # The process's own ARGF reads ARGV, whatever it holds by then.
  def initialize(*arguments)
    @__argv = arguments.empty? ? nil : arguments
    @__place = nil
    @__line_number = 0
    @__line_base = 0
    @__binary = false
    @__in_place = nil
  end
  private :initialize

  def initialize_copy(other)
    @__argv = other.argv.dup
    self
  end
  private :initialize_copy

  def argv
    @__argv ||= ARGV
  end

  def inspect
    to_s
  end

  def to_s
    "ARGF"
  end

  # --- Which file ---

  # Opens the next file where none is being read; false when there are no more.
  #
  # @__place is nil before anything was asked, :file while a file is being read, :next when it was left (it stays the
  # current one until another is opened), and :standard where no files are named.
  def __next_file
    @__place = :next if (nil.equal?(@__place) || :standard.equal?(@__place)) && !argv.empty?
    case @__place
    when :file then return true
    when :next then return __open_next
    end
    return true if :standard.equal?(@__place) && Primitive.identical(@__current, $stdin)
    @__place = :standard
    @__name = "-"
    @__current = $stdin
    if @__in_place
      Kernel.warn("Can't do inplace edit for stdio", uplevel: 0)
      $stdout = STDOUT
    end
    __read_from(@__current)
    true
  end

  def __open_next
    until argv.empty?
      name = Rutile.to_path(argv.shift)
      file = name == "-" ? __standard_file : __named_file(name)
      next unless file
      @__name = name
      @__current = file
      @__place = :file
      __read_from(file)
      return true
    end
    false
  end

  def __standard_file
    Kernel.warn("Can't do inplace edit for stdio; skipping", uplevel: 0) if @__in_place
    $stdin unless @__in_place
  end

  def __named_file(name)
    file = File.__open(name, @__binary ? "rb" : "r")
    file.set_encoding(@__encodings[0], @__encodings[1]) if @__encodings
    return file if !@__in_place || __begin_in_place(name, file)
    file.close
    nil
  end

  # Lines are counted by the stream itself, on from those read before. `Kernel#gets` reads straight
  # from it where it can, while it is the one named here.
  def __read_from(file)
    return unless Primitive.is_a(file, IO)
    __count_from(@__line_number - (:standard.equal?(@__place) ? file.lineno : 0))
    Primitive.store_global(:"$ ARGF", file) if Primitive.identical(self, ARGF)
  end

  def __count_from(base)
    @__line_base = base
    Primitive.io_set_line_base(@__current, base) if Primitive.identical(self, ARGF)
  end

  # Leaves the current file: the next read opens another.
  def __leave
    file = @__current
    return unless file
    @__line_number = lineno
    __count_from(0) if Primitive.is_a(file, IO) && !file.__closed?
    Primitive.store_global(:"$ ARGF", nil) if Primitive.identical(self, ARGF)
    __end_in_place if @__in_place
    file.close unless Primitive.identical(file, $stdin) || file.closed?
    @__place = :next unless :standard.equal?(@__place)
  end

  # At a file's end: goes on to the next one. Standard input isn't left, as it may have more later.
  def __move_on
    return false if :standard.equal?(@__place)
    __leave
    true
  end

  # The file's name is free for what is written; false, with a warning, where that can't be.
  def __begin_in_place(name, file)
    information = file.stat
    if @__in_place.empty?
      File.unlink(name)
    else
      File.rename(name, __name_beside(name))
    end
    @__output&.close
    $stdout = @__output = File.__open(name, "w", information.mode & 0o7777)
    true
  rescue SystemCallError => error
    action = @__in_place.empty? ? "remove #{name}" : "rename #{name} to #{__name_beside(name)}"
    Kernel.warn("Can't #{action}: #{error.message[/\A[^@]*[^@ ]/]}, skipping file", uplevel: 0)
    false
  end

  def __name_beside(name)
    name + (@__in_place.encoding.ascii_compatible? ? @__in_place : @__in_place.encode(name.encoding))
  end

  def __end_in_place
    return unless @__output
    $stdout = STDOUT
    @__output.close
    @__output = nil
  end

  def file
    __next_file
    @__current
  end

  def filename
    __next_file
    @__name || "-"
  end
  alias path filename

  def fileno
    raise ArgumentError, "no stream" unless __next_file
    @__current.fileno
  end
  alias to_i fileno

  def to_io
    __next_file
    @__current
  end

  def to_write_io
    raise IOError, "not opened for writing" unless @__output
    @__output
  end

  def skip
    __leave if :file.equal?(@__place)
    self
  end

  def close
    __next_file
    __leave
    @__line_number = 0 if argv.empty?
    self
  end

  def closed?
    __next_file
    nil.equal?(@__current) || @__current.closed?
  end

  def inplace_mode
    @__in_place.equal?(nil) ? nil : @__in_place.dup
  end

  def inplace_mode=(ending)
    if nil.equal?(ending) || false.equal?(ending)
      @__in_place = nil
    else
      ending = Rutile.to_str(ending)
      raise ArgumentError, "string contains null byte" if ending.encoding.ascii_compatible? && Primitive.string_has_null(ending)
      @__in_place = ending.dup
    end
  end

  # --- Lines ---

  def __line(separator, limit, chomp)
    while __next_file
      line = if Primitive.is_a(@__current, IO)
               @__current.__line(separator, limit, chomp)
             else
               __foreign_line(separator, limit, chomp)
             end
      return line if line
      return nil unless __move_on
    end
    nil
  end

  # A line of what stands for standard input and is no IO.
  def __foreign_line(separator, limit, chomp)
    arguments = nil.equal?(limit) ? [separator] : [separator, limit]
    line = chomp ? @__current.gets(*arguments, chomp: chomp) : @__current.gets(*arguments)
    $. = @__line_number += 1 if line
    line
  end

  def lineno
    Primitive.is_a(@__current, IO) && !@__current.__closed? ? @__line_base + @__current.lineno : @__line_number
  end

  def lineno=(number)
    @__line_number = Rutile.to_int(number)
    __count_from(@__line_number - @__current.lineno) if Primitive.is_a(@__current, IO) && !@__current.__closed?
    $. = @__line_number if Primitive.identical(self, ARGF)
    number
  end

  # --- Bytes and characters ---

  # Runs the block on each file in turn until it gives something.
  def __each_file
    while __next_file
      result = yield @__current
      return result unless nil.equal?(result)
      return nil unless __move_on
    end
    nil
  end

  def getc
    __each_file { |file| file.getc }
  end
  alias __character getc

  def getbyte
    __each_file { |file| file.getbyte }
  end
  alias __byte getbyte

  Rutile.lend(Rutile::LineReading, self)
  Rutile.lend(Rutile::CharacterReading, self)
  alias to_a readlines

  def read(length = nil, buffer = nil)
    result = nil
    length = Rutile.read_length(length) unless nil.equal?(length)
    while __next_file
      left = length && length - (result ? result.bytesize : 0)
      piece = @__current.read(left)
      result = result ? result << piece.to_s : piece
      break if length && result && result.bytesize >= length
      break unless __move_on
    end
    buffer ? buffer.replace(result.to_s) : result
  end

  def readpartial(length, buffer = nil)
    __read_part(length, buffer) { |file| file.readpartial(length) }
  end

  def read_nonblock(length, buffer = nil, exception: true)
    __read_part(length, buffer) { |file| file.read_nonblock(length, exception: exception) }
  end

  # A piece of the current file; between two files an empty one.
  def __read_part(length, buffer)
    unless __next_file
      buffer&.clear
      raise EOFError, "end of file reached"
    end
    piece = begin
      yield @__current
    rescue EOFError
      ended = !__move_on || argv.empty?
      buffer&.clear if ended
      raise if ended
      ""
    end
    buffer && Primitive.is_a(piece, String) ? buffer.replace(piece) : piece
  end

  # --- Position and modes ---

  def eof?
    __next_file
    raise IOError, "ARGF is not opened for reading" unless @__current && !@__current.closed?
    @__current.eof?
  end
  alias eof eof?

  def __current_file(action)
    raise ArgumentError, "no stream to #{action}" unless __next_file
    @__current
  end

  def pos
    __current_file("tell").pos
  end
  alias tell pos

  def pos=(position)
    __current_file("set position").pos = position
  end

  def seek(offset, whence = IO::SEEK_SET)
    __current_file("seek").seek(offset, whence)
  end

  def rewind
    __current_file("rewind").rewind
  end

  def binmode
    @__binary = true
    __next_file
    @__current.binmode if @__current
    self
  end

  def binmode?
    @__binary
  end

  def external_encoding
    return Encoding.default_external unless @__current
    __next_file
    @__current && !@__current.closed? ? @__current.external_encoding : Encoding.default_external
  end

  def internal_encoding
    return Encoding.default_external unless @__current
    __next_file
    @__current && !@__current.closed? ? @__current.internal_encoding : Encoding.default_internal
  end

  def set_encoding(external, internal = nil, **options)
    raise ArgumentError, "no stream to set encoding" unless __next_file
    @__encodings = [external, internal]
    @__current.set_encoding(external, internal, **options)
    self
  end

  # --- Writing, in place ---

  def write(*objects)
    to_write_io.write(*objects)
  end

  def print(*objects)
    Rutile.print_to(to_write_io, objects)
  end

  def puts(*objects)
    Rutile.puts_to(to_write_io, objects)
  end

  def putc(object)
    Rutile.putc_to(to_write_io, object)
  end

  def printf(*arguments)
    raise ArgumentError, "too few arguments" if arguments.empty?
    to_write_io.write(Kernel.format(*arguments))
    nil
  end
end

module Rutile
  def self.argument_files(_name)
    ARGF
  end

  def self.argument_file_name(_name)
    ARGF.filename
  end
end

ARGF = Rutile::ArgumentFiles.new
Primitive.hook_global(:$<, :argument_files, nil)
Primitive.hook_global(:$FILENAME, :argument_file_name, nil)
