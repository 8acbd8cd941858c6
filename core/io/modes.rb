# How a stream is opened: mode strings, flags, permissions and options, as one answer.

module Rutile
  # The meaning of the arguments of opening.
  class OpenMode
    attr_reader :flags, :permissions, :encodings, :conversion, :autoclose, :path

    def initialize(mode, permissions, options)
      @binary = false
      @text = false
      @encodings = nil
      @autoclose = true
      @permissions = permissions
      @given = !nil.equal?(mode)
      read_options(mode, options)
    end

    # Whether the arguments say anything of reading and writing.
    def given?
      @given
    end

    def binary?
      @binary
    end

    def text?
      @text
    end

    def read_options(mode, options)
      if options.key?(:mode)
        raise ArgumentError, "mode specified twice" unless nil.equal?(mode) || nil.equal?(options[:mode])
        mode = options[:mode] if nil.equal?(mode)
        @given = !nil.equal?(mode)
      end
      if options.key?(:perm)
        raise ArgumentError, "perm specified twice" unless nil.equal?(@permissions)
        @permissions = options[:perm]
      end
      @permissions = nil.equal?(@permissions) ? 0o666 : Rutile.to_int(@permissions)
      read_mode(mode)
      @flags |= Rutile.to_int(options[:flags]) if options[:flags]
      read_text_options(options)
      read_encoding_options(options)
      @conversion = Rutile.conversion_options(options)
      check_newlines(options)
      @autoclose = options[:autoclose] ? true : false if options.key?(:autoclose)
      @path = options[:path]
    end

    def read_mode(mode)
      if nil.equal?(mode)
        @flags = 0
      elsif Primitive.is_a(mode, Integer)
        @flags = mode
      elsif (number = Primitive.is_a(mode, String) ? nil : Rutile.try_convert(mode, Integer, "Integer", :to_int))
        @flags = number
      else
        parse_mode(Rutile.to_str(mode))
      end
    end

    def parse_mode(text)
      access, encodings = text.split(":", 2)
      @flags = case access && access[0]
               when "r" then 0
               when "w" then File::WRONLY | File::CREAT | File::TRUNC
               when "a" then File::WRONLY | File::CREAT | File::APPEND
               else refuse_mode(text)
               end
      index = 1
      while index < access.size
        read_mode_letter(access[index], access[0], text)
        index += 1
      end
      refuse_mode(text) if @binary && @text
      return if nil.equal?(encodings)
      @encodings = StreamEncodings.parse(encodings)
    end

    def read_mode_letter(letter, first, text)
      case letter
      when "b" then @binary = true
      when "t" then @text = true
      when "+" then @flags = (@flags & ~3) | File::RDWR
      when "x"
        refuse_mode(text) unless first == "w"
        @flags |= File::EXCL
      else refuse_mode(text)
      end
    end

    def refuse_mode(text)
      raise ArgumentError, "invalid access mode #{text}"
    end

    def read_text_options(options)
      unless nil.equal?(options[:textmode])
        raise ArgumentError, "textmode specified twice" if @text
        raise ArgumentError, "both textmode and binmode specified" if @binary
        @text = true if options[:textmode]
      end
      return if nil.equal?(options[:binmode])
      raise ArgumentError, "binmode specified twice" if @binary
      raise ArgumentError, "both textmode and binmode specified" if @text
      @binary = true if options[:binmode]
    end

    def read_encoding_options(options)
      external = options[:external_encoding]
      internal = options[:internal_encoding]
      named = !nil.equal?(external) || options.key?(:internal_encoding)
      if options[:encoding] && named
        Rutile.warn_at(Primitive.caller_position(0), "Ignoring encoding parameter '#{options[:encoding]}': " \
                                                     "#{options[:external_encoding] ? "external" : "internal"}_encoding is used")
      elsif !nil.equal?(options[:encoding])
        raise ArgumentError, "encoding specified twice" if @encodings
        encoding = options[:encoding]
        @encodings = Primitive.is_a(encoding, Encoding) ? StreamEncodings.new(encoding) : StreamEncodings.parse(Rutile.to_str(encoding))
        return
      end
      return unless named
      raise ArgumentError, "encoding specified twice" if @encodings
      @encodings = StreamEncodings.named(external, internal, options.key?(:internal_encoding))
    end

    # The bits of a stream that is open with these flags.
    def self.bits(flags)
      access = flags & 3
      bits = access == File::RDWR ? 3 : access + 1
      flags & File::APPEND != 0 ? bits | 4 : bits
    end

    # The bits of a stream opened so.
    def bits(flags = @flags)
      bits = OpenMode.bits(flags)
      bits |= 32 if @binary
      bits |= 64 unless @autoclose
      bits |= 128 if @text || universal_newline?
      bits |= 256 if crlf?
      bits |= 4096 if @conversion && (@conversion[:cr_newline] || @conversion[:newline] == :cr)
      bits
    end

    # Line ends that are converted on writing or reading, by `newline:` or by options of their own.
    def check_newlines(options)
      return unless @conversion
      newline = options[:newline]
      case newline
      when nil, :universal, :crlf, :cr, :lf then nil
      when Symbol then raise ArgumentError, "unexpected value for newline option: #{newline}"
      else raise ArgumentError, "unexpected value for newline option"
      end
      converts = !nil.equal?(newline) || options[:universal_newline] || options[:crlf_newline] || options[:cr_newline]
      raise ArgumentError, "newline decorator with binary mode" if converts && @binary
    end

    def universal_newline?
      return false unless @conversion
      @conversion[:universal_newline] || @conversion[:newline] == :universal
    end

    def crlf?
      return false unless @conversion
      @conversion[:crlf_newline] || @conversion[:newline] == :crlf
    end

    # Text that isn't like ASCII can't be told from line ends: it needs binary mode to be read.
    def check_encodings
      external = @encodings && @encodings.external
      return if !external || @binary || external.ascii_compatible? || @encodings.internal || @flags & 3 == 1
      raise ArgumentError, "ASCII incompatible encoding needs binmode"
    end
  end
end
