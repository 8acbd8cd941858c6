# What a gzip file gives when it is read: its header, its data piece by piece, and its footer checked.

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
      @ended = false
    end

    def feed(text)
      @raw << text
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

    # The next piece of data; nil at its end, which is where the footer is checked.
    def more
      until @ended
        if @raw.empty? && !read_more
          refuse(Zlib::GzipFile::Error, "unexpected end of file") if @io
          refuse(Zlib::GzipFile::Error, "unexpected end of string")
        end
        piece = inflate
        return piece unless piece.empty?
      end
      nil
    end

    def inflate
      @inflate << @raw
      piece = @inflate.flush_next_out
      @raw = @inflate.flush_next_in
      @crc = Zlib.crc32(piece, @crc)
      @size += piece.bytesize
      if @inflate.finished?
        @ended = true
        check_footer
      end
      piece
    end

    def check_footer
      footer = take(8)
      refuse(Zlib::GzipFile::NoFooter, "footer is not found") if nil.equal?(footer)
      crc, size = footer.unpack("VV")
      refuse(Zlib::GzipFile::CRCError, "invalid compressed data -- crc error") if crc != @crc
      refuse(Zlib::GzipFile::LengthError, "invalid compressed data -- length error") if size != @size & 0xffffffff
    end

    # What follows the file in what was read of it; nil where nothing does.
    def unused
      @ended && !@raw.empty? ? @raw.dup : nil
    end

    def close
      @inflate.close unless @inflate.closed?
    end

    def refuse(kind, words)
      raise kind, words
    end
  end
end
