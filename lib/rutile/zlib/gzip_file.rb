# Zlib::GzipFile: what readers and writers of gzip files have in common, and their header.

module Zlib
  class GzipFile
    class Error < Zlib::Error
      attr_reader :input

      def __input=(input)
        @input = input
      end

      def inspect
        text = super
        @input ? "#{text.chop}, input=#{@input.inspect}>" : text
      end
    end

    class NoFooter < Error; end
    class CRCError < Error; end
    class LengthError < Error; end

    # Files have a path where what is underneath has one.
    module Path
      def path
        @__io.path
      end
    end
    private_constant :Path

    def self.wrap(*arguments, **options)
      file = new(*arguments, **options)
      return file unless block_given?
      begin
        yield file
      ensure
        file.__end unless file.closed?
      end
    end

    # At the end of a block: `finish`, and closing what is underneath.
    def __end
      close
    end

    def __open_file(io)
      extend Path if io.respond_to?(:path)
      @__io = io
      @__closed = false
      @__sync = false
    end

    def __check_open
      raise Error, "closed gzip stream" if @__closed || nil.equal?(@__closed)
    end

    def closed?
      @__closed ? true : false
    end

    def to_io
      __check_open
      @__io
    end

    def sync
      __check_open
      @__sync
    end

    def sync=(value)
      __check_open
      @__sync = value ? true : false
    end

    # Ends the file and closes what is underneath; gives that.
    def close
      return nil if @__closed
      io = finish
      io.close if io.respond_to?(:close)
      io
    end

    # --- The header ---

    def mtime
      __check_open
      Time.at(@__header.seconds)
    end

    def level
      __check_open
      @__header.level
    end

    def os_code
      __check_open
      @__header.system
    end

    def orig_name
      __check_open
      @__header.name&.dup
    end

    def comment
      __check_open
      @__header.comment&.dup
    end
  end
end

module Rutile
  # The header of a gzip file:
  #
  #   1f 8b 08 flags(1) seconds(4) extra flags(1) system(1) [extra] [name 0] [comment 0] [checksum(2)]
  class GzipHeader
    MAGIC = "\x1f\x8b".b
    DEFLATED = 8
    MULTIPART = 2
    EXTRA = 4
    NAME = 8
    COMMENT = 16
    ENCRYPTED = 32
    UNKNOWN = 0xc0
    SLOWEST = 2
    FASTEST = 4

    attr_accessor :seconds, :level, :system, :name, :comment

    def initialize(level: nil)
      @level = nil.equal?(level) ? Zlib::DEFAULT_COMPRESSION : Rutile.to_int(level)
      @system = Zlib::OS_CODE
      @seconds = nil
    end

    def bytes
      flags = (@name ? NAME : 0) | (@comment ? COMMENT : 0)
      extra = { Zlib::BEST_SPEED => FASTEST, Zlib::BEST_COMPRESSION => SLOWEST }.fetch(@level, 0)
      @seconds = Time.__now.to_i if nil.equal?(@seconds)
      text = MAGIC + [DEFLATED, flags, @seconds & 0xffffffff, extra, @system].pack("CCVCC")
      text << @name.b << "\0" if @name
      text << @comment.b << "\0" if @comment
      text
    end

    # Reads the header that an input begins with.
    def read(input)
      head = input.take(10)
      input.refuse_input(Zlib::GzipFile::Error, "not in gzip format", head || "") unless head && head.start_with?(MAGIC)
      method, flags, @seconds, extra, @system = head.unpack("@2CCVCC")
      refuse("unsupported compression method #{method}") unless method == DEFLATED
      refuse("multi-part gzip file is not supported") if flags & MULTIPART != 0
      refuse("encrypted gzip file is not supported") if flags & ENCRYPTED != 0
      refuse("unknown flags 0x%02x" % flags) if flags & UNKNOWN != 0
      @level = extra & FASTEST != 0 ? Zlib::BEST_SPEED : Zlib::BEST_COMPRESSION if extra & (FASTEST | SLOWEST) != 0
      read_extra(input) if flags & EXTRA != 0
      @name = read_text(input) if flags & NAME != 0
      @comment = read_text(input) if flags & COMMENT != 0
      self
    end

    def read_extra(input)
      size = input.take(2)
      size && input.take(size.unpack1("v")) || refuse("unexpected end of file")
    end

    def read_text(input)
      input.take_text || refuse("unexpected end of file")
    end

    def refuse(words)
      raise Zlib::GzipFile::Error, words
    end
  end
end

Rutile::Sharing.bind(Zlib::GzipFile)
