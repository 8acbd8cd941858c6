# Zlib::GzipReader: reads the data of a gzip file from anything that has `read`.

module Zlib
  class GzipReader < GzipFile
    include Enumerable

    attr_writer :lineno

    def self.open(path, **options, &block)
      wrap(File.open(path, "rb"), **options, &block)
    end

    # The data of all files that stand one behind the other.
    def self.zcat(io, **options, &block)
      output = block ? nil : "".b
      while true
        reader = new(io, **options)
        block ? reader.each(&block) : output << reader.read.b
        unused = reader.unused
        reader.finish
        break if nil.equal?(unused) && io.eof?
        io.pos -= unused.bytesize if unused
      end
      output
    end

    def initialize(io, **options)
      __open_file(io)
      external = options[:external_encoding]
      @__encoding = nil.equal?(external) ? nil : Encoding.find(external)
      @lineno = 0
      __begin
    end
    private :initialize

    def __begin
      @__input = Rutile::GzipInput.new(@__io)
      @__header = @__input.read_header
      @__data = "".b
      @__taken = 0
    end

    def external_encoding
      @__encoding || Encoding.default_external
    end

    def lineno
      __check_open
      @lineno
    end

    def crc
      __check_open
      @__input.crc
    end

    def unused
      __check_open
      @__input.unused
    end

    def pos
      __check_open
      @__input.size - (@__data.bytesize - @__taken)
    end
    alias tell pos

    # Back to the beginning of the file, in what is underneath as well.
    def rewind
      __check_open
      @__io.seek(-@__input.total, IO::SEEK_CUR)
      @lineno = 0
      __begin
      0
    end

    def finish
      __check_open
      @__input.check_footer if @__input.ended? && @__taken == @__data.bytesize
      @__input.close
      @__closed = true
      @__io
    end

    # --- The data that has been read ahead ---

    # Brings more of it; false at the end.
    def __more
      piece = @__input.more
      return false if nil.equal?(piece)
      @__data = @__taken == @__data.bytesize ? piece : @__data.byteslice(@__taken..) << piece
      @__taken = 0
      true
    end

    # At least so many bytes, if the file has them; how many there are.
    def __ahead(count)
      while @__data.bytesize - @__taken < count
        break unless __more
      end
      __at_end if @__taken == @__data.bytesize
      @__data.bytesize - @__taken
    end

    # Whoever asks for more than all learns whether all was right.
    def __at_end
      @__input.check_footer
    end

    def __take(count)
      text = @__data.byteslice(@__taken, count)
      @__taken += text.bytesize
      text
    end

    def __text(bytes)
      bytes.force_encoding(external_encoding)
    end

    # --- Bytes ---

    def read(length = nil, buffer = nil)
      __check_open
      buffer = Rutile.output_buffer(buffer)
      if nil.equal?(length)
        true while __more
        __at_end if @__taken == @__data.bytesize
        text = __text(__take(@__data.bytesize))
      else
        length = Rutile.read_length(length)
        return buffer ? buffer.clear : "".b if length == 0
        text = __take(length) if __ahead(length) > 0
        return buffer && buffer.clear && nil if nil.equal?(text)
      end
      buffer ? buffer.replace(text) : text
    end

    def readpartial(length, buffer = nil)
      __check_open
      length = Rutile.read_length(length)
      buffer = Rutile.output_buffer(buffer)
      return buffer || "".b if length == 0
      raise EOFError, "end of file reached" if __ahead(1) == 0
      text = __take(length)
      buffer ? buffer.replace(text) : text
    end

    def getbyte
      __check_open
      __ahead(1) > 0 ? __take(1).getbyte(0) : nil
    end

    def readbyte
      getbyte || raise(EOFError, "end of file reached")
    end

    def each_byte
      return to_enum(:each_byte) unless block_given?
      while (byte = getbyte)
        yield byte
      end
      self
    end

    def ungetbyte(byte)
      __check_open
      __give_back((byte & 0xff).chr) unless nil.equal?(byte)
      nil
    end

    def eof?
      __check_open
      __ahead(1) == 0
    end
    alias eof eof?

    # --- Characters ---

    def getc
      __check_open
      return nil if __ahead(1) == 0
      __ahead(4)
      character = __text(@__data.byteslice(@__taken, 4))[0]
      @__taken += character.bytesize
      character
    end

    def readchar
      getc || raise(EOFError, "end of file reached")
    end

    def each_char
      return to_enum(:each_char) unless block_given?
      while (character = getc)
        yield character
      end
      nil
    end

    def ungetc(object)
      __check_open
      return nil if nil.equal?(object)
      __give_back(Primitive.is_a(object, Integer) ? object.chr(external_encoding) : Rutile.to_str(object))
      nil
    end

    def __give_back(text)
      @__data = text.b << @__data.byteslice(@__taken..)
      @__taken = 0
    end

    # --- Lines ---

    def gets(*arguments)
      line = __line(*__line_arguments(arguments))
      Primitive.set_last_line(line)
      line
    end

    def readline(*arguments)
      gets(*arguments) || raise(EOFError, "end of file reached")
    end

    def each_line(*arguments)
      return to_enum(:each_line, *arguments) unless block_given?
      separator, limit = __line_arguments(arguments)
      raise ArgumentError, "invalid limit: 0 for each_line" if limit == 0
      while (line = __line(separator, limit))
        yield line
      end
      self
    end
    alias each each_line

    def readlines(*arguments)
      separator, limit = __line_arguments(arguments)
      raise ArgumentError, "invalid limit: 0 for readlines" if limit == 0
      lines = []
      while (line = __line(separator, limit))
        lines << line
      end
      lines
    end

    # Separator and limit; the separator is nil for the whole rest.
    def __line_arguments(arguments)
      raise ArgumentError, "wrong number of arguments (given #{arguments.size}, expected 0..2)" if arguments.size > 2
      separator, limit = arguments
      if arguments.empty?
        separator = $/
      elsif arguments.size == 1 && !nil.equal?(separator) && nil.equal?(Rutile.try_convert(separator, String, "String", :to_str))
        separator, limit = $/, separator
      end
      [nil.equal?(separator) ? nil : Rutile.to_str(separator), nil.equal?(limit) ? nil : Rutile.to_int(limit)]
    end

    def __line(separator, limit)
      __check_open
      return "".b if limit == 0
      paragraph = separator && separator.empty?
      __skip_newlines if paragraph
      count = __line_size(paragraph ? "\n\n" : separator, limit)
      return nil if count == 0
      line = __text(__take(count))
      __skip_newlines if paragraph
      @lineno += 1
      line
    end

    # How many bytes the next line has: up to the separator, the limit or the end.
    def __line_size(separator, limit)
      from = 0
      while true
        ahead = @__data.bytesize - @__taken
        found = separator && Primitive.bytes_index(@__data, separator, @__taken + from)
        size = found ? found + separator.bytesize - @__taken : nil
        return size if size && !(limit && limit > 0 && size > limit)
        return __whole_character(limit) if limit && limit > 0 && ahead >= limit + 4
        from = separator && ahead >= separator.bytesize ? ahead - separator.bytesize + 1 : 0
        next if __more
        __at_end if ahead == 0
        return limit && limit > 0 && ahead > limit ? __whole_character(limit) : ahead
      end
    end

    # A limit cuts no character in two.
    def __whole_character(limit)
      size = limit
      while size < limit + 4 && @__taken + size < @__data.bytesize
        break if __text(@__data.byteslice(@__taken, size)).valid_encoding?
        size += 1
      end
      size
    end

    def __skip_newlines
      @__taken += 1 while __ahead(1) > 0 && @__data.getbyte(@__taken) == 10
    end
  end
end
