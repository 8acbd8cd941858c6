# The content of a gzip file as it is read: its header, its data piece by piece, and its footer checked.

module Rutile
  class GzipInput
    READ_SIZE = 2048

    # The checksum and the size of the data so far; how much was read of what is underneath.
    attr_reader :crc, :size, :total

    # `io` is nil where everything is fed.
    def initialize(io)
      @io = io
      @raw = "".b
      @inflate = Zlib::Inflate.new(-Zlib::MAX_WBITS)
      @crc = 0
      @size = 0
      @total = 0
      @checked = false
    end

    def feed(text)
      @raw << text
      refuse(Zlib::GzipFile::Error, "unexpected end of string") if text.bytesize < 10
      @header = GzipHeader.new.read(self)
    end

    def read_header
      @header = GzipHeader.new.read(self)
    end

    # So many bytes of the file, as they are; nil where it has fewer.
    def take(count)
      while @raw.bytesize < count
        return nil unless read_more
      end
      @raw.slice!(0, count)
    end

    # Bytes up to a null byte.
    def take_text
      until (ending = @raw.index("\0"))
        return nil unless read_more
      end
      text = @raw.slice!(0, ending + 1)
      text.chop
    end

    # Reads on; false at the end of the file.
    def read_more
      return false if nil.equal?(@io)
      piece = read_piece
      return false if nil.equal?(piece)
      @total += piece.bytesize
      @raw << Rutile.to_str(piece).b
      true
    end

    def read_piece
      return @io.read(READ_SIZE) unless @io.respond_to?(:readpartial)
      @io.readpartial(READ_SIZE)
    rescue EOFError
      nil
    end

    # The next piece of data; nil at its end.
    def more
      until ended?
        refuse(Zlib::GzipFile::Error, "unexpected end of #{@io ? "file" : "string"}") if @raw.empty? && !read_more
        piece = inflate
        return piece unless piece.empty?
      end
      nil
    end

    def inflate
      piece = @inflate.inflate(@raw)
      @raw = @inflate.finished? ? @inflate.flush_next_out : "".b
      @crc = Zlib.crc32(piece, @crc)
      @size += piece.bytesize
      piece
    end

    def ended?
      @inflate.closed? || @inflate.finished?
    end

    # Checks the footer, once; only after all data has been used.
    def check_footer
      return if @checked
      footer = take(8)
      if nil.equal?(footer)
        refuse(Zlib::GzipFile::Error, "unexpected end of string") unless @io || @raw.empty?
        refuse_input(Zlib::GzipFile::NoFooter, "footer is not found")
      end
      @checked = true
      crc, size = footer.unpack("VV")
      refuse(Zlib::GzipFile::CRCError, "invalid compressed data -- crc error") if crc != @crc
      refuse(Zlib::GzipFile::LengthError, "invalid compressed data -- length error") if size != @size & 0xffffffff
    end

    # The bytes behind the file in what was read of it; nil where there are none.
    def unused
      return nil unless ended?
      check_footer
      @raw.empty? ? nil : @raw.dup
    end

    def close
      @inflate.close unless @inflate.closed?
    end

    def refuse(kind, words)
      raise kind, words
    end

    # The same; the error knows the input that was no use: what was taken last, and what waits.
    def refuse_input(kind, words, taken = "")
      error = kind.new(words)
      input = taken + @raw
      error.__input = input unless input.empty?
      raise error
    end
  end
end
