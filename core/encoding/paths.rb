# Which way a conversion goes from one encoding to another, and what its options mean.

module Rutile
  # Most encodings are converted from and to UTF-8. The others have a neighbour of their own.
  CONVERSION_NEIGHBOURS = {
    "IBM037" => "ISO-8859-1",
    "ISO-2022-JP" => "stateless-ISO-2022-JP",
    "stateless-ISO-2022-JP" => "EUC-JP",
    "CP50220" => "CP51932",
    "CP50221" => "CP51932",
  }.freeze
  # These two are converted directly.
  CONVERSION_SHORTCUT = %w[EUC-JP Shift_JIS].freeze
  SWITCHING_ENCODINGS = %w[ISO-2022-JP CP50220 CP50221].freeze

  def self.switches_sets?(encoding)
    SWITCHING_ENCODINGS.include?(encoding.name)
  end

  # Whether bytes of ASCII are not ASCII everywhere in it.
  def self.apart_from_ascii?(encoding)
    encoding.dummy? || !encoding.ascii_compatible? || encoding.name == "CESU-8"
  end

  # The neighbour on the way to UTF-8; nil where there is none.
  def self.conversion_parent(encoding)
    return nil if Primitive.identical(encoding, Encoding::UTF_8) || !convertible?(encoding)
    name = CONVERSION_NEIGHBOURS[encoding.name]
    nil.equal?(name) ? Encoding::UTF_8 : find_encoding(name)
  end

  # An encoding and all those on the way to UTF-8.
  def self.conversion_ancestors(encoding)
    path = [encoding]
    while parent = conversion_parent(path[-1])
      path << parent
    end
    path
  end

  # Pairs of neighbours from one encoding to the other, or nil where there is no way.
  def self.conversion_path(from, to)
    return nil if nil.equal?(from) || nil.equal?(to) || Primitive.identical(from, to)
    up, down = conversion_ancestors(from), conversion_ancestors(to)
    return nil unless Primitive.identical(up[-1], down[-1])
    # Only the last of what both share is passed through.
    while up.length > 1 && down.length > 1 && Primitive.identical(up[-2], down[-2])
      up.pop
      down.pop
    end
    stations = up + down.reverse.drop(1)
    at = stations.index(Encoding::UTF_8)
    around = at && at > 0 && stations[at + 1] && [stations[at - 1].name, stations[at + 1].name].sort
    stations.delete_at(at) if around == CONVERSION_SHORTCUT
    stations.each_cons(2).to_a
  end

  # Options of a conversion as the flags of Encoding::Converter.
  def self.conversion_flags(named)
    converter = Encoding::Converter
    flags = 0
    flags |= converter::INVALID_REPLACE if __replaces?(named[:invalid], "invalid")
    flags |= converter::UNDEF_REPLACE if __replaces?(named[:undef], "undefined")
    # Who says what is to stand there wants it to, if only for what can't be converted.
    flags |= converter::UNDEF_REPLACE unless nil.equal?(named[:replace]) || flags & converter::INVALID_REPLACE != 0
    case named[:xml]
    when nil
    when :text then flags |= converter::XML_TEXT_DECORATOR | converter::UNDEF_HEX_CHARREF
    when :attr then flags |= converter::XML_ATTR_CONTENT_DECORATOR | converter::XML_ATTR_QUOTE_DECORATOR | converter::UNDEF_HEX_CHARREF
    else raise ArgumentError, "unexpected value for xml option: #{named[:xml].inspect}"
    end
    flags | __newline_flags(named, converter)
  end

  def self.__replaces?(value, kind)
    raise ArgumentError, "unknown value for #{kind} character option" unless nil.equal?(value) || value == :replace
    !nil.equal?(value)
  end

  def self.__newline_flags(named, converter)
    others = %i[universal_newline crlf_newline cr_newline lf_newline].select { |name| named[name] }
    if !others.empty? && !nil.equal?(named[:newline]) && $VERBOSE
      warn_at(Primitive.caller_position(0), ":newline option precedes other newline options")
    end
    case named[:newline]
    when nil
    when :universal then return converter::UNIVERSAL_NEWLINE_DECORATOR
    when :crlf then return converter::CRLF_NEWLINE_DECORATOR
    when :cr then return converter::CR_NEWLINE_DECORATOR
    when :lf then return converter::LF_NEWLINE_DECORATOR
    when Symbol then raise ArgumentError, "unexpected value for newline option: #{named[:newline]}"
    else raise ArgumentError, "unexpected value for newline option"
    end
    flags = 0
    flags |= converter::UNIVERSAL_NEWLINE_DECORATOR if named[:universal_newline]
    flags |= converter::CRLF_NEWLINE_DECORATOR if named[:crlf_newline]
    flags |= converter::CR_NEWLINE_DECORATOR if named[:cr_newline]
    flags |= converter::LF_NEWLINE_DECORATOR if named[:lf_newline]
    flags
  end
end
