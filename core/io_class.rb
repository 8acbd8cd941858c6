# IO: opening, reading whole files, pipes, programs, select, copying.

class IO
  class << self
    def open(*arguments, **options)
      io = new(*arguments, **options)
      return io unless block_given?
      begin
        yield io
      ensure
        io.close unless io.closed?
      end
    end

    def for_fd(fd, *arguments, **options)
      new(fd, *arguments, **options)
    end

    def sysopen(path, mode = nil, permissions = 0o666)
      mode = Rutile::OpenMode.new(mode || "r", {})
      stream = Primitive.stream_open(Rutile.to_path(path), mode.flags, permissions)
      Primitive.stream_owned(stream, false)
      Primitive.stream_fd(stream)
    end

    def try_convert(object)
      Rutile.try_convert(object, IO, "IO", :to_io)
    end

    def __of_stream(stream, mode, options = {})
      allocate.__set_up(stream, Rutile::OpenMode.new(mode, options))
    end

    # --- Whole files ---

    def read(path, length = nil, offset = nil, **options)
      raise ArgumentError, "negative length #{length} given" if length && length < 0
      Rutile.with_file(path, options.empty? ? { mode: "r" } : options) do |file|
        file.seek(offset) if offset
        file.read(length)
      end
    end

    def binread(path, length = nil, offset = nil)
      read(path, length, offset, mode: "rb:ASCII-8BIT")
    end

    def readlines(path, *arguments, chomp: false, **options)
      Rutile.with_file(path, options) { |file| file.readlines(*arguments, chomp: chomp) }
    end

    def foreach(path, *arguments, chomp: false, **options, &block)
      return to_enum(:foreach, path, *arguments, chomp: chomp, **options) unless block
      Rutile.with_file(path, options) { |file| file.each_line(*arguments, chomp: chomp, &block) }
      nil
    end

    def write(path, text, offset = nil, mode: nil, perm: 0o666, **options)
      unless mode
        mode = IO::WRONLY | IO::CREAT
        mode |= IO::TRUNC unless offset
      end
      File.open(path, mode, perm, **options) do |file|
        file.seek(offset) if offset
        file.write(text)
      end
    end

    def binwrite(path, text, offset = nil, **options)
      options[:binmode] = true unless options.key?(:mode)
      write(path, text, offset, **options)
    end

    # --- Pipes and programs ---

    def pipe(external = nil, internal = nil, **options)
      reader, writer = Primitive.stream_pipe
      reader = __of_stream(reader, "r", options)
      writer = __of_stream(writer, "w")
      reader.set_encoding(external, internal) if external
      return [reader, writer] unless block_given?
      begin
        yield reader, writer
      ensure
        reader.close unless reader.closed?
        writer.close unless writer.closed?
      end
    end

    def popen(*arguments, **options, &block)
      environment = Primitive.is_a(arguments[0], Hash) ? arguments.shift : {}
      command = arguments.shift
      mode = arguments.shift || options.delete(:mode) || "r"
      io = Rutile.open_program(self, environment, command, mode, options, block)
      return io if nil.equal?(io) || !block || command == "-"
      begin
        yield io
      ensure
        io.close unless io.closed?
      end
    end

    # --- Several at once ---

    def select(readers = nil, writers = nil, urgent = nil, timeout = nil)
      timeout = Rutile.to_seconds(timeout) unless nil.equal?(timeout)
      groups = [[readers, 1], [writers, 4], [urgent, 2]].map do |list, bit|
        [nil.equal?(list) ? [] : Rutile.to_ary(list), bit]
      end
      objects = groups.flat_map { |list, bit| list.map { |object| [object, bit] } }
      streams = objects.map do |object, bit|
        io = Rutile.to_io(object).__open
        bit == 4 ? io.__out : io.__stream
      end
      ready = Rutile.poll_all(streams, objects.map { |_, bit| bit }, timeout)
      return nil unless ready
      groups.map do |_, bit|
        objects.each_index.select { |index| objects[index][1] == bit && ready[index] != 0 }.map { |index| objects[index][0] }
      end
    end

    def copy_stream(source, target, length = nil, offset = nil)
      Rutile.copy_stream(source, target, length, offset)
    end

    def console(*)
      require "io/console"
      console
    end
  end
end

module Rutile
  # How a file is to be opened: flags of the system, and encodings.
  class OpenMode
    attr_reader :flags, :external, :internal

    LETTERS = { "r" => 0, "w" => 1 | 0o100 | 0o1000, "a" => 1 | 0o100 | 0o2000 }.freeze

    def initialize(mode, options)
      mode = options[:mode] if nil.equal?(mode)
      mode = "r" if nil.equal?(mode)
      @binary = options[:binmode] ? true : false
      if Primitive.is_a(mode, Integer)
        @flags = mode
      else
        read_text(Rutile.to_str(mode))
      end
      @flags |= Rutile.to_int(options[:flags]) if options[:flags]
      read_encodings(options)
      if options[:textmode] && @binary
        raise ArgumentError, "both textmode and binmode specified"
      end
      @external = Encoding::BINARY if @binary && nil.equal?(@external)
    end

    def readable?
      @flags & 3 != 1
    end

    def writable?
      @flags & 3 != 0
    end

    def binary?
      @binary
    end

    def append?
      @flags & 0o2000 != 0
    end

    # As `reopen` needs it to open another file likewise.
    def text
      return readable? ? "a+" : "a" if append?
      return "r" unless writable?
      readable? ? (@flags & 0o1000 != 0 ? "w+" : "r+") : "w"
    end

    private

    def read_text(mode)
      letters, encodings = mode.split(":", 2)
      letters ||= ""
      @flags = LETTERS[letters[0]]
      raise ArgumentError, "invalid access mode #{mode}" unless @flags
      index = 1
      while index < letters.size
        case letters[index]
        when "+" then @flags = (@flags & ~3) | 2
        when "b" then @binary = true
        when "t" then nil
        when "x"
          raise ArgumentError, "invalid access mode #{mode}" unless letters[0] == "w"
          @flags |= 0o200
        else raise ArgumentError, "invalid access mode #{mode}"
        end
        index += 1
      end
      @external, @internal = Rutile.encoding_pair(encodings, nil) if encodings
    end

    def read_encodings(options)
      if (both = options[:encoding])
        @external, @internal = Rutile.encoding_pair(both, nil)
      end
      return unless options.key?(:external_encoding) || options.key?(:internal_encoding)
      @external, @internal = Rutile.encoding_pair(options[:external_encoding], options[:internal_encoding])
    end
  end

  # External and internal encoding from objects, names or "external:internal".
  def self.encoding_pair(external, internal)
    if Primitive.is_a(external, String) && nil.equal?(internal)
      external, internal = external.split(":", 2)
      external = external[4..] if external && external.downcase.start_with?("bom|")
    end
    external = nil if external == "-"
    internal = nil if internal == "-"
    external = Encoding.find(external) unless nil.equal?(external) || Primitive.is_a(external, Encoding)
    internal = Encoding.find(internal) unless nil.equal?(internal) || Primitive.is_a(internal, Encoding)
    internal = nil if internal == external
    [external, internal]
  end

  MARKS = [["\xEF\xBB\xBF".b, "UTF-8"], ["\xFF\xFE\0\0".b, "UTF-32LE"], ["\0\0\xFE\xFF".b, "UTF-32BE"],
           ["\xFF\xFE".b, "UTF-16LE"], ["\xFE\xFF".b, "UTF-16BE"]].freeze
  private_constant :MARKS

  # Takes a byte order mark off a stream; its encoding, or nil.
  def self.byte_order_mark(io)
    start = io.read(4)
    return nil unless start
    mark, name = MARKS.find { |bytes, _| start.start_with?(bytes) }
    io.ungetbyte(mark ? start.byteslice(mark.bytesize..) : start)
    name && Encoding.find(name)
  end

  def self.with_file(path, options)
    file = File.open(path, **options)
    begin
      yield file
    ensure
      file.close
    end
  end

  # --- Copying ---

  def self.copy_stream(source, target, length, offset)
    closing = []
    unless source.respond_to?(:read) || source.respond_to?(:readpartial)
      closing << (source = File.open(source, "rb"))
    end
    unless target.respond_to?(:write)
      closing << (target = File.open(target, "wb"))
    end
    source = source.to_io if !Primitive.is_a(source, IO) && source.respond_to?(:to_io)
    copied = 0
    while nil.equal?(length) || copied < length
      wanted = nil.equal?(length) ? 65_536 : [65_536, length - copied].min
      piece = copy_piece(source, wanted, offset && offset + copied)
      break if nil.equal?(piece) || piece.empty?
      target.write(piece)
      copied += piece.bytesize
    end
    copied
  ensure
    closing.each(&:close) if closing
  end

  def self.copy_piece(source, wanted, offset)
    return source.pread(wanted, offset) if offset
    return source.readpartial(wanted) if !source.respond_to?(:read) || Primitive.is_a(source, IO)
    source.read(wanted)
  rescue EOFError
    nil
  end
end
