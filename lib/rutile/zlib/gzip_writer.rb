# Zlib::GzipWriter: writes a gzip file to anything that has `write`.

module Zlib
  class GzipWriter < GzipFile
    # How much waits before it is written.
    PENDING = 16384
    private_constant :PENDING

    def self.open(path, level = nil, strategy = nil, &block)
      wrap(File.open(path, "wb"), level, strategy, &block)
    end

    def initialize(io, level = nil, strategy = nil, **options)
      __open_file(io)
      @__header = Rutile::GzipHeader.new(level: level)
      @__encoding = options.key?(:external_encoding) ? Encoding.find(options[:external_encoding]) : nil
      @__deflate = Deflate.new(level, -MAX_WBITS, DEF_MEM_LEVEL, strategy)
      @__crc = 0
      @__size = 0
      @__pending = nil
      self
    end
    private :initialize

    # --- The header, before anything is written ---

    def mtime=(time)
      __before_header
      time = time.to_i unless Primitive.is_a(time, Integer)
      @__header.seconds = time
      Time.at(time)
    end

    def orig_name=(name)
      __before_header
      name = Rutile.to_str(name)
      @__header.name = name.byteslice(0, name.b.index("\0") || name.bytesize)
    end

    def comment=(text)
      __before_header
      text = Rutile.to_str(text)
      @__header.comment = text.byteslice(0, text.b.index("\0") || text.bytesize)
    end

    def mtime
      __check_open
      Time.at(@__header.seconds || 0)
    end

    def __before_header
      __check_open
      raise GzipFile::Error, "header is already written" if @__pending
    end

    # --- Writing ---

    def write(*objects)
      __check_open
      total = 0
      objects.each do |object|
        text = Rutile.text(object)
        text = text.encode(@__encoding) if @__encoding && @__encoding != Encoding::BINARY && text.encoding != @__encoding
        __write(text)
        total += text.bytesize
      end
      total
    end

    def __write(text)
      first = !@__pending
      @__pending = @__header.bytes if first
      return if text.empty? && !@__sync
      @__crc = Zlib.crc32(text, @__crc)
      @__size += text.bytesize
      @__pending << @__deflate.deflate(text, @__sync ? SYNC_FLUSH : NO_FLUSH)
      __pass_on if first || @__sync || @__pending.bytesize > PENDING
    end

    # Bytes that the writing refuses are not written again.
    def __pass_on
      return if @__pending.empty?
      pending, @__pending = @__pending, "".b
      @__io.write(pending)
    end

    def <<(object)
      write(object)
      self
    end

    def print(*objects)
      Rutile.print_to(self, objects.empty? ? [$_] : objects)
    end

    def puts(*objects)
      Rutile.puts_to(self, objects)
    end

    def putc(object)
      Rutile.putc_to(self, object)
    end

    def printf(*arguments)
      write(Kernel.format(*arguments))
      nil
    end

    def flush(flush = SYNC_FLUSH)
      __check_open
      flush = nil.equal?(flush) ? SYNC_FLUSH : Rutile.to_int(flush)
      @__pending = @__header.bytes unless @__pending
      @__pending << @__deflate.flush(flush) if flush != NO_FLUSH
      __pass_on
      @__io.flush if @__io.respond_to?(:flush)
      self
    end

    def crc
      __check_open
      @__crc
    end

    def pos
      __check_open
      @__size
    end
    alias tell pos

    # Writes the end of the file; what is underneath stays open.
    def finish
      __check_open
      @__pending = @__header.bytes unless @__pending
      @__pending << @__deflate.finish << [@__crc, @__size & 0xffffffff].pack("VV")
      __pass_on
      @__deflate.close
      @__closed = true
      @__io
    end
  end
end
