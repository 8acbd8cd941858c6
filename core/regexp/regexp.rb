# Regexp: patterns. The engine is the machine's; searching is native.

class RegexpError < StandardError
end unless defined?(RegexpError)

class Regexp
  class TimeoutError < RegexpError
  end

  IGNORECASE = 1
  EXTENDED = 2
  MULTILINE = 4
  FIXEDENCODING = 16
  NOENCODING = 32

  class << self
    def compile(*arguments, **options)
      new(*arguments, **options)
    end

    def escape(text)
      text = text.name if Primitive.is_a(text, Symbol)
      Primitive.regexp_escape(Rutile.to_str(text))
    end
    alias quote escape

    def union(*patterns)
      if patterns.length == 1 && list = Rutile.try_array(patterns[0])
        patterns = list
      end
      return /(?!)/ if patterns.empty?
      if patterns.length == 1
        pattern = patterns[0]
        converted = try_convert(pattern)
        return converted if converted
        return new(escape(Primitive.is_a(pattern, Symbol) ? pattern.name : Rutile.to_str(pattern)))
      end
      patterns = patterns.map do |pattern|
        try_convert(pattern) || (Primitive.is_a(pattern, Symbol) ? pattern.name : Rutile.to_str(pattern))
      end
      encoding = __union_encoding(patterns)
      parts = patterns.map { |pattern| Primitive.is_a(pattern, Regexp) ? Rutile.regexp_text(pattern, pattern.source) : escape(pattern) }
      return new(parts.join("|".b.force_encoding(parts[0].encoding))) if nil.equal?(encoding)
      bar = encoding.ascii_compatible? ? "|" : "|".encode(encoding)
      source = parts.map { |part| part.encoding.equal?(encoding) ? part : part.b.force_encoding(encoding) }.join(bar)
      # What is written in ASCII alone is bound to no encoding, even if a part of it was.
      return new(source) if encoding.ascii_compatible? && source.ascii_only?
      new(source.force_encoding(encoding), FIXEDENCODING)
    end

    # The encoding that patterns are fixed to together, if any of them is; those fixed to different ones have no union.
    def __union_encoding(patterns)
      fixed = nil
      plain = nil
      patterns.each do |pattern|
        encoding = pattern.encoding
        bound = Primitive.is_a(pattern, Regexp) ? pattern.fixed_encoding? : !pattern.ascii_only?
        if bound || !encoding.ascii_compatible?
          raise ArgumentError, "incompatible encodings: #{fixed.name} and #{encoding.name}" if fixed && fixed != encoding
          fixed = encoding
        else
          plain = encoding
        end
        if fixed && plain && !fixed.ascii_compatible?
          raise ArgumentError, "ASCII incompatible encoding: #{fixed.name}"
        end
      end
      fixed
    end

    def try_convert(object)
      return object if Primitive.is_a(object, Regexp)
      converted = Rutile.check_call(object, :to_regexp)
      return nil if Primitive.identical(converted, Rutile::NO_METHOD) || nil.equal?(converted)
      return converted if Primitive.is_a(converted, Regexp)
      Rutile.bad_conversion(object, "Regexp", :to_regexp, converted)
    end

    def last_match(group = (no_group = true; nil))
      found = Primitive.last_match
      no_group || nil.equal?(found) ? found : found[group]
    end

    def timeout
      Primitive.regexp_timeout(nil)
    end

    def timeout=(seconds)
      Primitive.regexp_set_timeout(Rutile.match_timeout(seconds))
    end

    def linear_time?(pattern, options = 0, timeout: nil)
      if Primitive.is_a(pattern, Regexp)
        warn("flags ignored", uplevel: 0) unless options.equal?(0)
      else
        pattern = new(pattern, options)
      end
      Primitive.regexp_is_linear(pattern)
    end
  end

  def initialize(pattern, options = (no_options = true; 0), timeout: nil)
    Primitive.check_frozen(self)
    raise TypeError, "already initialized regexp" if Primitive.regexp_is_initialized(self)
    if Primitive.is_a(pattern, Regexp)
      warn("flags ignored", uplevel: 0) unless no_options
      if nil.equal?(timeout) && nil.equal?(Primitive.regexp_timeout(pattern))
        Primitive.regexp_take_over(self, pattern)
      else
        Primitive.regexp_initialize(self, pattern.source, pattern.options, Rutile.match_timeout(timeout))
      end
    else
      Primitive.regexp_initialize(self, Rutile.to_str(pattern), Rutile.regexp_options(options), Rutile.match_timeout(timeout))
    end
    warnings = Primitive.regexp_warnings(self)
    Rutile.warn_of_regexp(warnings) unless nil.equal?(warnings) || nil.equal?($VERBOSE)
    self
  end

  def initialize_copy(other)
    Primitive.check_frozen(self)
    raise TypeError, "wrong argument type #{Primitive.class_of(other)} (expected Regexp)" unless Primitive.is_a(other, Regexp)
    Primitive.regexp_take_over(self, other)
  end
  private :initialize, :initialize_copy

  # --- Matching ---

  def =~(other)
    primitive :regexp_match_operator
    Primitive.regexp_match_operator(self, Rutile.match_subject(other))
  end

  def ===(other)
    primitive :regexp_case_equal
    unless Primitive.is_a(other, String) || Primitive.is_a(other, Symbol)
      other = Rutile.try_string(other)
      if nil.equal?(other)
        Primitive.set_last_match(nil)
        return false
      end
    end
    Primitive.regexp_case_equal(self, other)
  end

  def match(other, start = 0)
    primitive :regexp_match
    start = Rutile.to_index(start)
    found = Primitive.regexp_match(self, Rutile.match_subject(other), start)
    block_given? && !nil.equal?(found) ? yield(found) : found
  end

  def match?(other, start = 0)
    primitive :regexp_is_match
    start = Rutile.to_index(start)
    Primitive.regexp_is_match(self, Rutile.match_subject(other), start)
  end

  def ~
    line = Primitive.last_line
    unless Primitive.is_a(line, String)
      Primitive.set_last_match(nil)
      return nil
    end
    Primitive.regexp_match_operator(self, line)
  end

  # --- What it is ---

  def source
    Primitive.string_copy(Primitive.regexp_source(self))
  end

  def options
    primitive :regexp_options
    Primitive.regexp_options(self)
  end

  def casefold?
    Primitive.regexp_options(self) & 1 != 0
  end

  def encoding
    return Encoding::BINARY unless Primitive.regexp_is_initialized(self)
    Rutile::ENCODINGS[Primitive.regexp_encoding(self)]
  end

  def fixed_encoding?
    Primitive.regexp_is_initialized(self) && Primitive.regexp_options(self) & 16 != 0
  end

  def timeout
    Primitive.regexp_timeout(self)
  end

  def names
    Primitive.regexp_names(self).map { |name, _numbers| name }
  end

  def named_captures
    result = {}
    Primitive.regexp_names(self).each { |name, numbers| result[name] = numbers }
    result
  end

  def ==(other)
    primitive :regexp_equal
    return true if Primitive.identical(self, other)
    return false unless Primitive.is_a(other, Regexp)
    (Primitive.regexp_options(self) ^ Primitive.regexp_options(other)) & ~NOENCODING == 0 &&
      Primitive.regexp_encoding(self) == Primitive.regexp_encoding(other) &&
      Primitive.regexp_source(self) == Primitive.regexp_source(other)
  end
  alias eql? ==

  def hash
    Primitive.regexp_source(self).hash ^ Primitive.regexp_options(self) & ~NOENCODING
  end

  def inspect
    return Primitive.any_to_s(self) unless Primitive.regexp_is_initialized(self)
    bits = Primitive.regexp_options(self)
    source = Primitive.regexp_source(self)
    text = source.encoding.ascii_compatible? ? Primitive.regexp_inspected(self) : Rutile.wide_expression(source)
    "/#{text}/#{Rutile.option_letters(bits)}#{"n" if bits & 32 != 0}"
  end

  def to_s
    primitive :regexp_text_with_options
    Rutile.regexp_text(self, Primitive.regexp_expression(self))
  end
end

module Rutile
  # A pattern as a group with its options; `text` is its source, shown as it is to be.
  def self.regexp_text(regexp, text)
    bits = Primitive.regexp_options(regexp)
    encoding = regexp.encoding
    return wide_regexp_text(regexp.source, bits) unless encoding.ascii_compatible?
    while text.start_with?("(?") && inner = leading_options(text)
      on, off, text, whole = inner
      bits = (bits | on) & ~off
      break if whole
    end
    missing = option_letters(~bits & 7)
    "(?#{option_letters(bits)}#{"-" unless missing.empty?}#{missing}:#{text})".force_encoding(encoding)
  end

  # A source in an encoding that ASCII is no part of, to stand among ASCII: the bytes of its ASCII characters as they are, others by number.
  def self.wide_expression(source)
    shown = "".b
    after_backslash = false
    source.each_char do |character|
      code = character.valid_encoding? ? character.ord : nil
      shown << (after_backslash ? character.b : wide_character(character, code))
      after_backslash = !after_backslash && code == 92
    end
    shown.force_encoding(Encoding::UTF_8)
  end

  def self.wide_character(character, code)
    return character.b.each_byte.map { |byte| "\\x#{byte.to_s(16).upcase.rjust(2, "0")}" }.join if nil.equal?(code)
    hex = code.to_s(16).upcase
    return code < 0x1_0000 ? "\\u#{hex.rjust(4, "0")}" : "\\u{#{hex}}" if code >= 128
    return "\\".b << character.b if code == 47
    code < 32 && !code.between?(9, 13) || code == 127 ? "\\x#{hex.rjust(2, "0")}" : character.b
  end

  # In an encoding that ASCII is no part of, options within the pattern are left there.
  def self.wide_regexp_text(source, bits)
    missing = option_letters(~bits & 7)
    beginning = "(?#{option_letters(bits)}#{"-" unless missing.empty?}#{missing}:"
    beginning.encode(source.encoding) << source << ")".encode(source.encoding)
  end

  def self.option_letters(bits)
    text = +""
    text << "m" if bits & 4 != 0
    text << "i" if bits & 1 != 0
    text << "x" if bits & 2 != 0
    text
  end

  # Options that stand before all of a pattern, as `(?i)a` or `(?i:a)`: the bits they set
  # and clear, the rest, and whether it was a group around all of it.
  def self.leading_options(text)
    at = 2
    on = off = 0
    negative = false
    while true
      case text[at]
      when "m" then negative ? off |= 4 : on |= 4
      when "i" then negative ? off |= 1 : on |= 1
      when "x" then negative ? off |= 2 : on |= 2
      when "-" then negative = true
      when ")" then return [on, off, text[at + 1..], false]
      when ":" then break
      else return nil
      end
      at += 1
    end
    return nil unless text.end_with?(")")
    inner = text[at + 1...-1]
    begin
      Regexp.new(inner)
    rescue RegexpError
      return nil
    end
    [on, off, inner, true]
  end

  # The text that a Regexp is matched against; nil stays.
  def self.match_subject(object)
    return object if nil.equal?(object) || Primitive.is_a(object, String) || Primitive.is_a(object, Symbol)
    to_str(object)
  end

  def self.regexp_options(options)
    case options
    when Integer then options & 0x37
    when String
      bits = 0
      options.each_char do |letter|
        case letter
        when "i" then bits |= 1
        when "x" then bits |= 2
        when "m" then bits |= 4
        else raise ArgumentError, "unknown regexp option: #{options}" if options.length == 1
          raise ArgumentError, "unknown regexp options: #{options}"
        end
      end
      bits
    when nil, false then 0
    else
      warn("expected true or false as ignorecase: #{options.inspect}", uplevel: 0) unless true.equal?(options)
      1
    end
  end

  # Of what in a new Regexp is hardly meant, where the program made it.
  def self.warn_of_regexp(warnings)
    warnings.each do |message, only_verbose|
      next if only_verbose && !$VERBOSE
      warn_at(Primitive.caller_position(0), message)
    end
  end

  def self.warn_of_historical(encoding)
    warn_at(Primitive.caller_position(0), "historical binary regexp match /.../n against #{encoding} string")
  end

  # As many nanoseconds as 64 bits hold.
  LONGEST_TIMEOUT = (2**64 - 1) / 1_000_000_000.0

  def self.match_timeout(seconds)
    return nil if nil.equal?(seconds)
    raise TypeError, "no implicit conversion to float from string" if Primitive.is_a(seconds, String)
    limit = to_f(seconds)
    raise ArgumentError, "invalid timeout: #{seconds.inspect}" unless limit > 0
    limit > LONGEST_TIMEOUT ? LONGEST_TIMEOUT : limit
  end
end
