# IO: what the class itself does: opening, whole files, pipes, copying.

class IO
  class << self
    # `new` and `open` under names that no program replaces: what the core opens for itself goes by neither of a program's own.
    alias __new new

    def open(*arguments, **options)
      io = __new(*arguments, **options)
      return io unless block_given?
      begin
        yield io
      ensure
        Rutile.close_after_block(io)
      end
    end
    alias __open open

    def new(*arguments, **options, &block)
      if block
        name = Primitive.is_a(self, Class) ? to_s : "IO"
        Rutile.warn_at(Primitive.caller_position(0), "#{name}::new() does not take block; use #{name}::open() instead")
      end
      __new(*arguments, **options)
    end

    def for_fd(...)
      new(...)
    end

    def sysopen(path, mode = nil, permissions = nil)
      path = Rutile.to_path(path)
      mode = Rutile::OpenMode.new(mode, permissions, {})
      Rutile.open_descriptor(path, mode.flags, mode.permissions)
    end

    def try_convert(object)
      Rutile.try_convert(object, IO, "IO", :to_io)
    end

    # --- Whole files ---

    # Files of no more bytes are read at once to be cut into lines. Who goes through them may leave early.
    READ_AT_ONCE = 1 << 20
    GONE_THROUGH_AT_ONCE = 1 << 14
    private_constant :READ_AT_ONCE, :GONE_THROUGH_AT_ONCE

    def read(path, length = nil, offset = nil, **options)
      primitive :file_read
      offset = Rutile.to_index(offset) unless nil.equal?(offset)
      raise ArgumentError, "negative offset #{offset} given" if offset && offset < 0
      __open_whole(path, options) do |io|
        io.seek(offset) if offset
        io.read(length)
      end
    end

    def binread(path, length = nil, offset = nil)
      primitive :file_binary_read
      __open_whole(path, mode: "rb") do |io|
        io.seek(offset) unless nil.equal?(offset)
        io.read(length)
      end
    end

    def readlines(*arguments, chomp: false, **options)
      Rutile.refuse_count(arguments.size, "1..3") unless arguments.size.between?(1, 3)
      path = arguments.shift
      separator, limit = Rutile.line_arguments(arguments)
      raise ArgumentError, "invalid limit: 0 for readlines" if limit == 0
      lines = Rutile.lines_of_file(path, separator, limit, chomp, options, READ_AT_ONCE)
      if lines
        $. = Primitive.array_size(lines) unless Primitive.array_size(lines) == 0
        return lines
      end
      __open_whole(path, options) { |io| io.readlines(separator, limit, chomp: chomp) }
    end

    def foreach(*arguments, **options)
      Rutile.refuse_count(arguments.size, "1..3") unless arguments.size.between?(1, 3)
      return to_enum(:foreach, *arguments, **options) unless block_given?
      path = arguments.shift
      chomp = options.delete(:chomp)
      separator, limit = Rutile.line_arguments(arguments)
      raise ArgumentError, "invalid limit: 0 for foreach" if limit == 0
      lines = Rutile.lines_of_file(path, separator, limit, chomp, options, GONE_THROUGH_AT_ONCE)
      if lines
        lines.each_with_index do |line, index|
          $. = index + 1
          yield line
        end
        Primitive.set_last_line(nil)
        return nil
      end
      __open_whole(path, options) do |io|
        while (line = io.__line(separator, limit, chomp))
          yield line
        end
      end
      Primitive.set_last_line(nil)
      nil
    end

    def write(path, object, offset = nil, **options)
      primitive :file_write
      __write_file(path, object, offset, options, false)
    end

    def binwrite(path, object, offset = nil, **options)
      __write_file(path, object, offset, options, true)
    end

    # Opens what is to be read or written as a whole: a file, or a program after "|"; to be read unless
    # the options say otherwise. `open_args` stands in for all of them.
    def __open_whole(path, options, &block)
      path = Rutile.to_path(path)
      if Primitive.identical(self, IO) && (command = Rutile.piped_command(path, "IO process creation"))
        return Rutile.with_program(command, options[:mode] || "r", &block)
      end
      unless nil.equal?(arguments = options[:open_args])
        *arguments, last = Rutile.to_ary(arguments)
        options = Rutile.try_hash(last)
        arguments << last unless options || nil.equal?(last)
        return File.__open(path, *arguments, **options, &block)
      end
      options = { mode: File::RDONLY }.merge(options) unless options.key?(:mode)
      options.delete(:open_args)
      File.__open(path, **options, &block)
    end

    def __write_file(path, object, offset, options, binary)
      offset = Rutile.to_index(offset) unless nil.equal?(offset)
      unless options.key?(:mode)
        mode = File::WRONLY | File::CREAT
        mode |= File::TRUNC if nil.equal?(offset)
        options = { mode: mode }.merge(options)
      end
      options[:binmode] = true if binary && !Primitive.is_a(options[:mode], String)
      __open_whole(path, options) do |io|
        io.seek(offset) if offset
        io.write(object)
      end
    end

    # --- Pipes and copying ---

    def pipe(external = nil, internal = nil, **options)
      ends = Rutile.with_descriptor { Primitive.io_pipe }
      Rutile.system_result(ends) unless Primitive.is_a(ends, Array)
      reader, writer = __pipe_ends(*ends)
      if nil.equal?(external) && nil.equal?(internal)
        reader.__choose_encodings(nil, options[:binmode])
      else
        reader.set_encoding(external, internal, **options)
      end
      writer.__choose_encodings(nil)
      [reader, writer].each(&:binmode) if options[:binmode]
      return [reader, writer] unless block_given?
      begin
        yield reader, writer
      ensure
        reader.__close_quietly
        writer.__close_quietly
      end
    end

    alias __pipe pipe

    # A subclass may have an `initialize` of its own.
    def __pipe_ends(input, output)
      unless Primitive.identical(self, IO)
        reader = allocate
        reader.__send__(:initialize, input, File::RDONLY)
        writer = allocate
        writer.__send__(:initialize, output, File::WRONLY)
        writer.sync = true
        return [reader, writer]
      end
      [allocate.__pipe_end(input, READABLE_MODE), allocate.__pipe_end(output, WRITABLE_MODE | SYNC_MODE)]
    end

    def copy_stream(source, destination, length = nil, offset = nil)
      Rutile::StreamCopy.new(source, destination, length, offset).run
    end
  end

  def __pipe_end(descriptor, bits)
    Primitive.io_attach(self, descriptor, bits)
  end

  # At the end of a block: a thread that ends does not wait for the program.
  def __close_program
    __close(Primitive.current_thread.__killed? ? Process::WNOHANG : 0)
  end

  # At the end of a block: what the block closed stays closed.
  def __close_quietly
    close unless Primitive.io_descriptor(self) == -1
  end
end

module Rutile
  # Yields the pipe of a program. In the copy of this process that "-" makes there is none.
  def self.with_program(command, mode)
    pipe = IO.__popen(command, mode)
    return nil unless pipe
    begin
      yield pipe
    ensure
      pipe.__close_program
    end
  end

  # Closes what a block was given, however it has been closed meanwhile.
  def self.close_after_block(stream)
    stream.close unless stream.closed?
  rescue IOError => error
    raise unless error.message == "closed stream"
  end

  # The command of `"|command"`, or nil.
  def self.piped_command(path, what)
    path = path_or_itself(path)
    return nil unless Primitive.is_a(path, String) && path.start_with?("|")
    if Warning[:deprecated]
      warn_at(Primitive.caller_position(0), "#{what} with a leading '|' is deprecated and will be removed in Ruby 4.0; use IO.popen instead")
    end
    path[1..]
  end

  # One run of `IO.copy_stream`, between anything that reads and anything that writes.
  class StreamCopy
    CHUNK = 65536

    def initialize(source, destination, length, offset)
      @length = nil.equal?(length) ? nil : Rutile.to_index(length)
      @length = nil if @length && @length < 0
      @offset = nil.equal?(offset) ? nil : Rutile.to_index(offset)
      @opened = []
      @source = source
      @destination = destination
    end

    def run
      @source = endpoint(@source, File::RDONLY)
      @destination = endpoint(@destination, File::WRONLY | File::CREAT | File::TRUNC)
      check_ends
      copy
    ensure
      @opened.each(&:close)
    end

    # An IO, a path to be opened, or something with methods of its own: those are asked even where there is an IO behind it.
    def endpoint(object, flags)
      return object if Primitive.is_a(object, IO) || Primitive.is_a(object, ARGF.class)
      unless Primitive.is_a(object, String)
        return object unless object.respond_to?(:to_path)
        io = Rutile.try_convert(object, IO, "IO", :to_io)
        return io if io
      end
      io = File.__open(Rutile.to_path(object), flags, 0o666)
      io.binmode
      @opened << io
      io
    end

    def check_ends
      raise IOError, "not opened for reading" if Primitive.is_a(@source, IO) && !readable?(@source)
      if @offset && !Primitive.is_a(@source, IO)
        raise ArgumentError, "cannot specify src_offset for non-IO"
      end
      Primitive.io_check_writable(@destination) if Primitive.is_a(@destination, IO)
    end

    def readable?(io)
      Primitive.io_check_readable(io)
    end

    def copy
      left = @length
      total = 0
      position = @offset
      until left == 0
        count = left && left < CHUNK ? left : CHUNK
        piece = read_piece(count, position)
        break if nil.equal?(piece) || piece.empty?
        position += piece.bytesize if position
        write_piece(piece)
        total += piece.bytesize
        left -= piece.bytesize if left
      end
      @destination.flush if Primitive.is_a(@destination, IO)
      total
    end

    def read_piece(count, position)
      return @source.pread(count, position) if position
      return read_from_stream(count) if Primitive.is_a(@source, IO)
      @source.respond_to?(:readpartial) ? @source.readpartial(count, +"") : @source.read(count, +"")
    rescue EOFError
      nil
    end

    # A failure names the call that moves the bytes, as the reference makes it.
    def write_to_stream(piece)
      @destination.__write_bytes(piece)
      @destination.flush
    rescue SystemCallError => error
      Primitive.io_forget_output(@destination)
      Rutile.system_error(error.errno, handed_by_system? ? "sendfile" : "write")
    end

    def read_from_stream(count)
      @source.readpartial(count)
    rescue SystemCallError => error
      Rutile.system_error(error.errno, "read")
    end

    def handed_by_system?
      return false unless Primitive.is_a(@source, IO) && @source.stat.file?
      stat = @destination.stat
      stat.pipe? || stat.socket?
    end

    # A piece that has come is handed on at once: the next may be long in coming.
    def write_piece(piece)
      if Primitive.is_a(@destination, IO)
        return write_to_stream(piece)
      end
      until piece.empty?
        written = @destination.write(piece)
        break unless Primitive.is_a(written, Integer) && written < piece.bytesize
        piece = piece.byteslice(written..)
      end
    end
  end
end

module Rutile
  # The lines of a plain file of no more than `most` bytes; nil where a stream has to be opened for them.
  def self.lines_of_file(path, separator, limit, chomp, options, most)
    return nil unless nil.equal?(limit) && separator && options.empty?
    text = Primitive.file_text(path, most)
    text && Primitive.string_lines(text, separator, chomp)
  end
end
