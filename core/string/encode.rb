# String: encodings, converting between them, and repairing what is broken.

class String
  def encoding
    Rutile::ENCODINGS[Primitive.string_encoding(self)]
  end
  alias __encoding encoding

  def force_encoding(encoding)
    primitive :string_force_named_encoding
    Primitive.string_check_writable(self)
    Primitive.string_force_encoding(self, Rutile.encoding_number(encoding))
  end

  def valid_encoding?
    primitive :string_is_valid
  end

  def ascii_only?
    primitive :string_is_ascii_only
  end

  def encode(to = (no_target = true; nil), from = nil, **options)
    primitive :string_encode_plainly
    if no_target
      to = options.empty? ? Encoding.default_internal : (Encoding.default_internal || __encoding)
      return __of_own_class(Primitive.string_copy(self)) if nil.equal?(to)
      # Where no target is named, what can't be said in it is replaced, unless options say otherwise.
      options = __lenient(options) unless to == __encoding
    end
    made = Primitive.string_encode_replacing(self, to, from, options)
    return made if made
    __of_own_class(Rutile::Transcoding.new(self, to, from, options).result)
  end
  alias __encode encode

  # What a conversion made, as an instance of the class that this one is of.
  def __of_own_class(made)
    type = Primitive.class_of(self)
    Primitive.identical(type, String) ? made : Primitive.become_instance(made, type)
  end

  def __lenient(options)
    options[:invalid] ||= :replace
    options[:undef] ||= :replace unless options[:xml]
    options
  end

  def encode!(to = (no_target = true; nil), from = nil, *surplus, **options)
    primitive :string_stays_encoded
    Primitive.string_check_writable(self)
    Rutile.refuse_count(surplus.size + 2, "0..2") unless surplus.empty?
    return self if no_target && options.empty? && Encoding.__keeps?(self)
    __replace(no_target ? __encode(**options) : __encode(to, from, **options))
  end

  # Broken pieces replaced: by the replacement, or by what the block says of them.
  def scrub(replacement = nil, &block)
    primitive :string_copy_of_valid
    __scrubbed(replacement, block) || Primitive.string_copy(self)
  end

  def scrub!(replacement = nil, &block)
    result = __scrubbed(replacement, block)
    return self if nil.equal?(result)
    Primitive.string_check_writable(self)
    __replace(result)
  end

  def __scrubbed(replacement, block)
    raise ArgumentError, "both of block and replacement given" unless nil.equal?(replacement) || nil.equal?(block)
    return nil if Primitive.string_is_valid(self)
    if nil.equal?(replacement) && nil.equal?(block)
      return Primitive.string_scrubbed(self, Rutile.replacement_character(__encoding))
    end
    size = bytesize
    pieces = Primitive.string_scrub_pieces(self)
    unless nil.equal?(replacement)
      replacement = Rutile.to_str(replacement)
      raise ArgumentError, "replacement must be valid byte sequence '#{replacement.inspect}'" unless replacement.valid_encoding?
    end
    result = Primitive.string_with_capacity(size, Primitive.string_encoding(self))
    index = 0
    while index < pieces.length
      piece = pieces[index]
      if index.even?
        result << piece
      elsif !nil.equal?(replacement)
        result << replacement
      else
        text = Rutile.to_str(block.call(piece))
        raise RuntimeError, "string modified" if bytesize != size
        raise ArgumentError, "replacement must be valid byte sequence '#{text.inspect}'" unless text.valid_encoding?
        result << text
      end
      index += 1
    end
    result
  end
end

module Rutile
  def self.replacement_character(encoding)
    unicode?(encoding) ? "\u{fffd}".encode(encoding) : "?".encode(encoding)
  end

  def self.unicode?(encoding)
    encoding.name.start_with?("UTF")
  end

  # Bytes in the way messages of conversions show them.
  def self.dumped_bytes(bytes)
    bytes.b.dump.force_encoding(Encoding::UTF_8)
  end

  # Converters are known under names in capitals where the encoding's has small letters.
  def self.converter_name(encoding)
    encoding.name.start_with?("Windows-12", "Windows-8", "mac") ? encoding.name.upcase : encoding.name
  end

  def self.convertible?(encoding)
    !nil.equal?(encoding) && Primitive.transcode_has_converter(encoding.__number)
  end

  def self.check_ascii_compatible(string)
    return if string.__encoding.ascii_compatible?
    raise Encoding::CompatibilityError, "ASCII incompatible encoding: #{string.__encoding.name}"
  end

  # The name by which an encoding was asked for.
  def self.encoding_name(encoding)
    Primitive.is_a(encoding, Encoding) ? encoding.name : to_str(encoding)
  end

  # The Encoding of a name or itself; nil where there is none.
  def self.find_encoding(encoding)
    return encoding if Primitive.is_a(encoding, Encoding)
    name = to_str(encoding)
    found = Primitive.encoding_find(name)
    nil.equal?(found) ? Encoding.__alias(name) : ENCODINGS[found]
  end

  # The number of an Encoding or of one by name.
  def self.encoding_number(encoding)
    return encoding.__number if Primitive.is_a(encoding, Encoding)
    found = Encoding.find(to_str(encoding))
    # `internal` may name none.
    nil.equal?(found) ? 0 : found.__number
  end
end

module Rutile
  # One conversion of one string: the options, and what happens where a character does not convert.
  class Transcoding
    ESCAPES = { "&" => "&amp;", "<" => "&lt;", ">" => "&gt;", "\"" => "&quot;", "'" => "&apos;" }

    def initialize(source, to, from, options)
      @source = source
      @to_name = Rutile.encoding_name(to)
      @from_name = nil.equal?(from) ? source.__encoding.name : Rutile.encoding_name(from)
      @to = Primitive.is_a(to, Encoding) ? to : Rutile.find_encoding(@to_name)
      @from = nil.equal?(from) ? source.__encoding : Rutile.find_encoding(Primitive.is_a(from, Encoding) ? from : @from_name)
      @options = options
      @invalid = __policy(:invalid, "unknown value for invalid character option")
      @undefined = __policy(:undef, "unknown value for undefined character option")
      @xml = options[:xml]
      raise ArgumentError, "unexpected value for xml option: #{@xml.inspect}" unless nil.equal?(@xml) || @xml == :text || @xml == :attr
      @replacement = options[:replace] && Rutile.to_str(options[:replace])
      if @replacement && !@replacement.valid_encoding?
        raise ArgumentError, "replacement string is broken: #{Rutile.dumped_bytes(@replacement.b)} as #{@replacement.encoding.name}"
      end
      @undefined = :replace if @replacement && !@invalid
      @fallback = options[:fallback] unless @undefined
    end

    def __policy(name, mistake)
      value = @options[name]
      raise ArgumentError, mistake unless nil.equal?(value) || value == :replace
      value
    end

    def result
      return __by_steps if __stepped?
      text = Primitive.string_copy(@source)
      text = __unescaped(text)
      text = (@to && Primitive.identical(@from, @to)) || __same?(text) ? __kept(text) : __converted(text)
      __newlines(text)
    end

    def __same?(text)
      !nil.equal?(@from) && !nil.equal?(@to) && @from.ascii_compatible? && @to.ascii_compatible? && text.ascii_only?
    end

    # Nothing to convert: only what is broken may have to go.
    def __kept(text)
      text = text.force_encoding(@to)
      return text unless @invalid && !text.valid_encoding?
      text.scrub(@replacement && @replacement.encode(@to))
    end

    def __unescaped(text)
      return text unless @xml
      encoding = @from || text.__encoding
      if encoding.ascii_compatible?
        # No character has a byte of these that isn't one of them: what is broken is left as it is.
        text = text.b.gsub(@xml == :attr ? /[&<>"']/n : /[&<>]/n, ESCAPES).force_encoding(text.__encoding)
      elsif (!encoding.dummy? || encoding.name.start_with?("ISO-2022-JP", "CP5022")) && text.force_encoding(encoding).valid_encoding?
        text = text.__encode(Encoding::UTF_8).gsub(@xml == :attr ? /[&<>"']/ : /[&<>]/, ESCAPES).__encode(encoding)
      else
        return text
      end
      return text unless @xml == :attr
      quote = "\"".__encode(text.__encoding)
      quote + text + quote
    end

    def __newlines(text)
      style = @options[:newline]
      style = :universal if @options[:universal_newline]
      style = :crlf if @options[:crlf_newline]
      style = :cr if @options[:cr_newline]
      style = :lf if @options[:lf_newline]
      if style && !text.__encoding.ascii_compatible? && text.valid_encoding?
        return __newlines(text.__encode(Encoding::UTF_8)).__encode(text.__encoding)
      end
      case style
      when nil then text
      when :universal then text.gsub(/\r\n?/, "\n")
      when :crlf then text.gsub("\n", "\r\n")
      when :cr then text.gsub("\n", "\r")
      when :lf then text.gsub(/\r\n?/, "\n")
      else raise ArgumentError, "unexpected value for newline option: #{style}"
      end
    end

    def __converted(text)
      unless Rutile.convertible?(@from) && Rutile.convertible?(@to)
        raise Encoding::ConverterNotFoundError, "code converter not found (#{@from_name} to #{@to_name})"
      end
      output = "".b.force_encoding(@to)
      __convert(text, output)
      output
    end

    # Whether the way is not just by the characters that both have: one of them has states, or a neighbour of its own.
    def __stepped?
      return false if nil.equal?(@from) || nil.equal?(@to) || Primitive.identical(@from, @to)
      @from.dummy? || @to.dummy? || Rutile::CONVERSION_SHORTCUT.include?(@from.name) && Rutile::CONVERSION_SHORTCUT.include?(@to.name)
    end

    def __by_steps
      converter = Encoding::Converter.new(@from, @to, **@options.except(:fallback))
      converter.__encode_all(@source.b) { |character| @fallback && __fall_back(character) }
    end

    # Converts until nothing stands in the way any more.
    def __convert(text, output)
      from, to, at = @from, @to, 0
      while problem = Primitive.transcode(output, text, at, from.__number, to.__number)
        kind, start, length, following = problem
        bytes = text.byteslice(start, length)
        if kind == :invalid || kind == :incomplete
          if @invalid
            __replace(output)
          else
            __raise_invalid(kind, bytes.b, text.byteslice(start + length, following).b)
          end
        else
          __undefined(kind, bytes, output)
        end
        at = start + length
      end
    end

    def __replace(output)
      output << (@replacement || Rutile.replacement_character(@to)).encode(@to)
    end

    def __undefined(kind, bytes, output)
      bytes = bytes.dup.force_encoding(@from)
      if @fallback
        text = __fall_back(bytes)
        return output << Rutile.to_str(text).encode(@to) unless nil.equal?(text)
      end
      if @xml && kind == :undefined
        number = Primitive.transcode_number(bytes, 0, @from.__number)
        return output << "&#x#{number.to_s(16).upcase};".encode(@to)
      end
      return __replace(output) if @undefined
      __raise_undefined(kind, bytes)
    end

    def __fall_back(bytes)
      case @fallback
      when Hash then @fallback[bytes]
      when Proc, Method then @fallback.call(bytes)
      else @fallback[bytes]
      end
    end

    def __raise_invalid(kind, bytes, following)
      shown = Rutile.dumped_bytes(bytes)
      message =
        if kind == :incomplete then "incomplete #{shown} on #{@from_name}"
        elsif following.empty? then "#{shown} on #{@from_name}"
        else "#{shown} followed by #{Rutile.dumped_bytes(following)} on #{@from_name}"
        end
      error = Encoding::InvalidByteSequenceError.new(message)
      # Text that was read goes through UTF-8, unless it is that already.
      through = !Encoding::UTF_8.equal?(@from) && !Encoding::UTF_8.equal?(@to) && !Rutile.apart_from_ascii?(@from)
      error.__describe(@from, through ? Encoding::UTF_8 : @to, @from_name, through ? "UTF-8" : @to_name)
      error.__bytes(bytes, kind == :incomplete ? nil : following, kind == :incomplete)
      raise error
    end

    def __raise_undefined(kind, bytes)
      from_name = Rutile.converter_name(@from)
      to_name = Rutile.converter_name(@to)
      direct = Rutile.unicode?(@from) && @from.name == "UTF-8" || @to.name == "UTF-8"
      if kind == :undefined
        number = Primitive.transcode_number(bytes, 0, @from.__number)
        shown = "U+%04X" % number
      else
        shown = Rutile.dumped_bytes(bytes.b)
      end
      message =
        if direct then "#{shown} from #{from_name} to #{to_name}"
        elsif kind == :undefined then "#{shown} to #{to_name} in conversion from #{from_name} to UTF-8 to #{to_name}"
        else "#{shown} to UTF-8 in conversion from #{from_name} to UTF-8 to #{to_name}"
        end
      error = Encoding::UndefinedConversionError.new(message)
      if direct || kind != :undefined
        error.__describe(@from, direct ? @to : Encoding::UTF_8, @from_name, direct ? @to_name : "UTF-8")
        error.__character(bytes)
      else
        error.__describe(Encoding::UTF_8, @to, "UTF-8", @to_name)
        error.__character(bytes.encode(Encoding::UTF_8))
      end
      raise error
    end
  end
end
