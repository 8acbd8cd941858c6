# Zlib::GzipReader: reads the data of a gzip file from anything that has `read`.

require "rutile/text_source"

module Zlib
  class GzipReader < GzipFile
    include Enumerable

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
      __begin
      self
    end
    private :initialize

    def __begin
      @__input = Rutile::GzipInput.new(@__io)
      @__header = @__input.read_header
      @__source = Rutile::TextSource.new("".b)
      @__source.encoding = external_encoding
    end

    def external_encoding
      @__encoding || Encoding.default_external
    end

    def lineno
      __check_open
      @__source.lineno
    end

    def lineno=(number)
      @__source.lineno = Rutile.to_int(number)
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
      @__input.size - @__source.left
    end
    alias tell pos

    # Back to the beginning of the file, in what is underneath as well.
    def rewind
      __check_open
      @__io.seek(-@__input.total, IO::SEEK_CUR)
      __begin
      0
    end

    def finish
      __check_open
      @__input.check_footer if @__input.ended? && @__source.left == 0
      @__input.close
      @__closed = true
      @__source = nil
      @__io
    end

    # --- The data that has been read ahead ---

    # Brings more of it; false at the end. Whoever asks for more than all learns whether all was right.
    def __fill
      piece = @__input.more
      source = @__source
      left = source.left
      if nil.equal?(piece)
        @__input.check_footer if left == 0
        return false
      end
      __hold(left == 0 ? piece : source.string.byteslice(source.position, left) << piece)
      true
    end

    def __hold(data)
      @__source.string = data
      @__source.position = 0
    end

    # At least so many bytes, if the file has them.
    def __ahead(count)
      true while @__source.left < count && __fill
    end

    # --- Bytes ---

    def read(length = nil, buffer = nil)
      __check_open
      buffer = Rutile.output_buffer(buffer)
      if nil.equal?(length)
        true while __fill
        text = Primitive.source_take(@__source, nil)
      else
        length = Rutile.read_length(length)
        return buffer ? buffer.clear : "".b if length == 0
        __ahead(length)
        text = Primitive.source_take(@__source, length)
        return buffer && buffer.clear && nil if nil.equal?(text)
      end
      buffer ? buffer.replace(text) : text
    end

    def readpartial(length, buffer = nil)
      __check_open
      length = Rutile.read_length(length)
      buffer = Rutile.output_buffer(buffer)
      return buffer || "".b if length == 0
      __ahead(1)
      text = Primitive.source_take(@__source, length) || raise(EOFError, "end of file reached")
      buffer ? buffer.replace(text) : text
    end

    def getbyte
      __check_open
      byte = Primitive.source_byte(@__source)
      byte = Primitive.source_byte(@__source) if nil.equal?(byte) && __fill
      byte
    end
    alias __byte getbyte

    def each_byte
      return to_enum(:each_byte) unless block_given?
      while (byte = __byte)
        yield byte
      end
      nil
    end

    def ungetbyte(byte)
      __check_open
      __give_back((byte & 0xff).chr) unless nil.equal?(byte)
      nil
    end

    def eof?
      __check_open
      __ahead(1)
      @__source.left == 0
    end
    alias eof eof?

    # --- Characters ---

    def getc
      __check_open
      ended = false
      until (character = Primitive.source_character(@__source, ended))
        return nil if ended
        ended = !__fill
      end
      character
    end
    alias __character getc

    def each_char
      return to_enum(:each_char) unless block_given?
      while (character = __character)
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
      source = @__source
      __hold(text.b << source.string.byteslice(source.position, source.left))
    end

    # --- Lines ---

    def __line(separator, limit, chomp)
      __check_open
      raise TypeError, "no implicit conversion of Hash into Integer" if chomp # as an option is taken by the reference
      __further_line(separator, limit, chomp)
    end

    def __cut_line(separator, limit, chomp, ended)
      Primitive.source_line(@__source, separator, limit, chomp, ended)
    end

    def __pass_newlines
      Primitive.source_skip_newlines(@__source)
    end

    def __empty_line
      "".b
    end

    Rutile.lend(Rutile::LineReading, self)
    Rutile.lend(Rutile::ReadingAhead, self, %i[__further_line __skip_newlines])

    Rutile.lend(Rutile::CharacterReading, self)
    remove_method :each_codepoint # not in the reference
  end
end
