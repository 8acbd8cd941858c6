# StringScanner: goes through a string, one match after another.
#
# Positions are in bytes. Unless the anchor is fixed, the text before the position
# is out of a pattern's sight: `^` and `\A` match where the scanner stands.

class StringScanner
  class Error < StandardError; end

  Version = "3.1.2".freeze
  Id = "$Id$".freeze
  Object::ScanError = Error unless Object.const_defined?(:ScanError)

  def self.must_C_version = self

  def initialize(string, _dup = false, fixed_anchor: false)
    @__string = Rutile.to_str(string)
    @__fixed = fixed_anchor ? true : false
    @__position = 0
    @__previous = 0
    @__offsets = nil
    @__pattern = nil
    self
  end

  def initialize_copy(other)
    @__offsets = @__offsets.dup
  end

  # --- The string and the position ----------------------------------------------------------

  def string
    @__string
  end

  def string=(string)
    @__string = Rutile.to_str(string)
    reset
    string
  end

  def concat(text)
    @__string << Rutile.to_str(text)
    self
  end
  alias << concat

  def pos
    @__position
  end
  alias pointer pos

  def pos=(position)
    primitive :scanner_move_to
    position = Rutile.to_int(position) unless Primitive.is_fixnum(position)
    position += Primitive.string_bytesize(@__string) if position < 0
    raise RangeError, "index out of range" if position < 0 || position > Primitive.string_bytesize(@__string)
    @__position = position
  end
  alias pointer= pos=

  def charpos
    Primitive.string_length(Primitive.string_byteslice(@__string, 0, @__position))
  end

  def reset
    @__position = 0
    @__offsets = nil
    self
  end

  def terminate
    @__position = Primitive.string_bytesize(@__string)
    @__offsets = nil
    self
  end

  def unscan
    raise Error, "unscan failed: previous match record not exist" unless @__offsets
    @__position = @__previous
    @__offsets = nil
    self
  end

  def eos?
    primitive :scanner_is_at_end
    __check_initialized
    @__position >= Primitive.string_bytesize(@__string)
  end

  def rest?
    !eos?
  end

  def rest
    size = Primitive.string_bytesize(@__string)
    @__position >= size ? Primitive.string_byteslice(@__string, 0, 0) : Primitive.string_byteslice(@__string, @__position, size)
  end

  # --- Names of old, which $VERBOSE tells to give up ---

  def clear
    warn("StringScanner#clear is obsolete; use #terminate instead", uplevel: 0) if $VERBOSE
    terminate
  end

  def empty?
    warn("StringScanner#empty? is obsolete; use #eos? instead", uplevel: 0) if $VERBOSE
    eos?
  end

  def getbyte
    warn("StringScanner#getbyte is obsolete; use #get_byte instead", uplevel: 0) if $VERBOSE
    get_byte
  end

  def peep(length)
    warn("StringScanner#peep is obsolete; use #peek instead", uplevel: 0) if $VERBOSE
    peek(length)
  end

  def restsize
    warn("StringScanner#restsize is obsolete; use #rest_size instead", uplevel: 0) if $VERBOSE
    rest_size
  end

  def rest_size
    size = Primitive.string_bytesize(@__string) - @__position
    size < 0 ? 0 : size
  end

  def beginning_of_line?
    primitive :scanner_begins_line
    @__position == 0 || @__position <= Primitive.string_bytesize(@__string) && Primitive.string_getbyte(@__string, @__position - 1) == 10
  end
  Primitive.alias_method(self, :bol?, :beginning_of_line?)

  def fixed_anchor?
    @__fixed
  end

  # --- Matching here ------------------------------------------------------------------------

  def scan(pattern)
    primitive :scanner_scan
    length = __match(pattern, false)
    length && __advance(length)
  end

  def match?(pattern)
    primitive :scanner_matches
    __match(pattern, false)
  end

  def skip(pattern)
    primitive :scanner_skip
    length = __match(pattern, false)
    @__position += length if length
    length
  end

  def check(pattern)
    primitive :scanner_check
    length = __match(pattern, false)
    length && Primitive.string_byteslice(@__string, @__previous, length)
  end

  # Any of the above: whether to advance, and whether the text is wanted or its length.
  def scan_full(pattern, advance, text)
    __outcome(__match(pattern, false), advance, text)
  end

  # --- Searching ahead ----------------------------------------------------------------------

  def scan_until(pattern)
    primitive :scanner_scan_until
    length = __match(pattern, true)
    length && __advance(length)
  end

  def exist?(pattern)
    __match(pattern, true)
  end

  def skip_until(pattern)
    primitive :scanner_skip_until
    length = __match(pattern, true)
    @__position += length if length
    length
  end

  def check_until(pattern)
    length = __match(pattern, true)
    length && Primitive.string_byteslice(@__string, @__previous, length)
  end

  def search_full(pattern, advance, text)
    __outcome(__match(pattern, true), advance, text)
  end

  # --- Single characters --------------------------------------------------------------------

  def getch
    primitive :scanner_next_character
    @__offsets = nil
    return nil if eos?
    char = Primitive.string_byteslice(@__string, @__position, 16)[0]
    __record(@__position, char.bytesize)
    __advance(char.bytesize)
  end

  def get_byte
    @__offsets = nil
    return nil if eos?
    __record(@__position, 1)
    __advance(1)
  end

  def scan_byte
    @__offsets = nil
    return nil if eos?
    __record(@__position, 1)
    @__position += 1
    Primitive.string_getbyte(@__string, @__previous)
  end

  def peek_byte
    Primitive.string_getbyte(@__string, @__position)
  end

  def peek(length)
    length = Rutile.long(length, Rutile.to_int(length))
    raise ArgumentError, "negative string size (or size too big)" if length < 0
    size = Primitive.string_bytesize(@__string)
    length = size if length > size
    @__position >= size ? Primitive.string_byteslice(@__string, 0, 0) : Primitive.string_byteslice(@__string, @__position, length)
  end

  def scan_integer(base: 10)
    unless @__string.encoding.ascii_compatible?
      raise Encoding::CompatibilityError, "ASCII incompatible encoding: #{@__string.encoding}"
    end
    pattern = case base
              when 10 then /[+-]?\d+/
              when 16 then /[+-]?(?:0x[0-9a-fA-F]+|(?!0x)[0-9a-fA-F]+)/
              else raise ArgumentError, "Unsupported integer base: #{base.inspect}, expected 10 or 16"
              end
    scan(pattern)&.to_i(base)
  end

  # --- The last match -----------------------------------------------------------------------

  def matched?
    @__offsets ? true : false
  end

  def matched
    primitive :scanner_matched
    __group(0)
  end

  def matched_size
    @__offsets && @__offsets[1] - @__offsets[0]
  end

  def [](group)
    primitive :scanner_group
    return nil unless @__offsets
    case group
    when Symbol, String then __group(__number_of(group))
    else
      number = Rutile.to_int(group)
      number += size if number < 0
      number < 0 ? nil : __group(number)
    end
  end

  def size
    @__offsets && @__offsets.size / 2
  end

  def captures
    @__offsets && (1...size).map { |number| __group(number) }
  end

  def values_at(*numbers)
    @__offsets && (0...size).map { |number| __group(number) }.values_at(*numbers)
  end

  def named_captures
    return {} unless Regexp === @__pattern
    @__pattern.named_captures.to_h do |name, numbers|
      [name, @__offsets && __group(__last_taken(numbers))]
    end
  end

  def pre_match
    @__offsets && Primitive.string_byteslice(@__string, 0, @__offsets[0])
  end

  def post_match
    @__offsets && Primitive.string_byteslice(@__string, @__offsets[1], Primitive.string_bytesize(@__string))
  end

  # --- Text ---------------------------------------------------------------------------------

  INSPECT_LENGTH = 5
  private_constant :INSPECT_LENGTH

  def inspect
    return "#<#{self.class} (uninitialized)>" unless @__string
    return "#<#{self.class} fin>" if eos?
    total = Primitive.string_bytesize(@__string)
    after = __inspected_after
    return "#<#{self.class} #{@__position}/#{total} @ #{after}>" if @__position == 0
    "#<#{self.class} #{@__position}/#{total} #{__inspected_before} @ #{after}>"
  end

  private

  # The length from here to the end of a match, which is recorded; nil where there is none.
  def __match(pattern, ahead)
    if Regexp === pattern
      @__pattern = pattern
      offsets = __beyond? ? nil : Primitive.scanner_match(pattern, @__string, @__position, ahead, @__fixed)
    else
      pattern = __text_pattern(pattern)
      offsets = __beyond? ? nil : __find_text(pattern, ahead)
    end
    @__offsets = offsets
    return nil unless offsets
    @__previous = @__position
    offsets[1] - @__position
  end

  def __check_initialized
    raise ArgumentError, "uninitialized StringScanner object" unless @__string
  end

  def __beyond?
    __check_initialized
    @__position > Primitive.string_bytesize(@__string)
  end

  def __text_pattern(pattern)
    pattern = Rutile.to_str(pattern)
    @__pattern = nil
    Encoding.compatible?(pattern, @__string) or
      raise Encoding::CompatibilityError, "incompatible character encodings: #{@__string.encoding} and #{pattern.encoding}"
    pattern
  end

  def __find_text(text, ahead)
    if ahead
      # The reference counts the text before a found String as matched.
      start = Primitive.bytes_index(@__string, text, @__position)
      return start && [@__position, start + text.bytesize]
    end
    return nil unless Primitive.string_byteslice(@__string, @__position, text.bytesize).b == text.b
    [@__position, @__position + text.bytesize]
  end

  def __record(start, length)
    @__previous = @__position
    @__pattern = nil
    @__offsets = [start, start + length]
  end

  def __advance(length)
    text = Primitive.string_byteslice(@__string, @__position, length)
    @__position += length
    text
  end

  def __outcome(length, advance, text)
    return nil unless length
    @__position += length if advance
    text ? Primitive.string_byteslice(@__string, @__previous, length) : length
  end

  def __group(number)
    offsets = @__offsets
    return nil unless offsets && number
    start = offsets[number * 2]
    return nil if nil.equal?(start) || start < 0
    Primitive.string_byteslice(@__string, start, offsets[number * 2 + 1] - start)
  end

  def __number_of(name)
    return nil unless @__pattern
    numbers = @__pattern.named_captures[name.to_s]
    raise IndexError, "undefined group name reference: #{name}" unless numbers
    __last_taken(numbers)
  end

  # The last of a name's groups that took part.
  def __last_taken(numbers)
    numbers.reverse_each.find { |number| @__offsets[number * 2] >= 0 } || numbers.last
  end

  def __inspected_after
    rest = Primitive.string_byteslice(@__string, @__position, INSPECT_LENGTH).b
    rest << "..." if Primitive.string_bytesize(@__string) - @__position > INSPECT_LENGTH
    rest.inspect
  end

  def __inspected_before
    return Primitive.string_byteslice(@__string, 0, @__position).b.inspect if @__position <= INSPECT_LENGTH
    "...#{Primitive.string_byteslice(@__string, @__position - INSPECT_LENGTH, INSPECT_LENGTH).b}".inspect
  end
end

Rutile::Sharing.bind(StringScanner)
