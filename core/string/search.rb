# String: finding strings and matching Regexps.

class String
  def include?(other)
    primitive :string_include
    Primitive.string_include(self, Rutile.to_str(other))
  end

  # A place outside the string gives nil, whatever is looked for.

  def index(pattern, start = 0)
    primitive :string_index
    start = Rutile.to_position(start)
    unless Primitive.is_a(pattern, Regexp)
      return nil if Rutile.outside?(start, Primitive.string_length(self))
      pattern = Rutile.to_str(pattern)
    end
    Primitive.string_index(self, pattern, start)
  end

  def rindex(pattern, start = (no_start = true; nil))
    primitive :string_rindex
    start = Rutile.to_position(start) unless no_start
    unless Primitive.is_a(pattern, Regexp)
      return nil if !no_start && start < 0 && Rutile.outside?(start, Primitive.string_length(self))
      pattern = Rutile.to_str(pattern)
    end
    no_start ? Primitive.string_rindex(self, pattern) : Primitive.string_rindex(self, pattern, start)
  end

  def byteindex(pattern, start = 0)
    primitive :string_byteindex
    start = Rutile.to_position(start)
    unless Primitive.is_a(pattern, Regexp)
      return nil if Rutile.outside?(start, Primitive.string_bytesize(self))
      pattern = Rutile.to_str(pattern)
    end
    Primitive.string_byteindex(self, pattern, start)
  end

  def byterindex(pattern, start = (no_start = true; nil))
    primitive :string_byterindex
    start = Rutile.to_position(start) unless no_start
    unless Primitive.is_a(pattern, Regexp)
      return nil if !no_start && start < 0 && Rutile.outside?(start, Primitive.string_bytesize(self))
      pattern = Rutile.to_str(pattern)
    end
    no_start ? Primitive.string_byterindex(self, pattern) : Primitive.string_byterindex(self, pattern, start)
  end

  def start_with?(*prefixes)
    primitive :string_start_with
    prefixes.each do |prefix|
      prefix = Rutile.to_str(prefix) unless Primitive.is_a(prefix, Regexp)
      return true if Primitive.string_start_with(self, prefix)
    end
    false
  end

  def end_with?(*suffixes)
    primitive :string_end_with
    suffixes.each { |suffix| return true if Primitive.string_end_with(self, Rutile.to_str(suffix)) }
    false
  end

  def =~(other)
    primitive :string_match_operator
    raise TypeError, "type mismatch: String given" if Primitive.is_a(other, String)
    Primitive.dispatch(other =~ self)
  end

  def match(pattern, start = (no_start = true; 0), *more, &block)
    pattern = Rutile.to_regexp(pattern)
    # A Regexp may have a `match` of its own.
    unless Primitive.identical(Primitive.lookup_class(pattern), Regexp) && more.empty?
      found = no_start ? pattern.match(self) : pattern.match(self, start, *more)
      return block && !nil.equal?(found) ? yield(found) : found
    end
    found = Primitive.regexp_match(pattern, self, Rutile.to_position(start))
    block && !nil.equal?(found) ? yield(found) : found
  end

  def match?(pattern, start = 0)
    primitive :string_is_match
    Primitive.string_is_match(self, Rutile.to_regexp(pattern), Rutile.to_position(start))
  end

  def partition(pattern)
    primitive :string_partition
    if Primitive.is_a(pattern, Regexp)
      found = Primitive.regexp_match(pattern, self)
      return Rutile.unparted(self) if nil.equal?(found)
      return [found.pre_match, found[0], found.post_match]
    end
    pattern = Rutile.to_pattern(pattern)
    at = Primitive.string_byteindex(self, pattern)
    return Rutile.unparted(self) if nil.equal?(at)
    rest = at + pattern.bytesize
    [Primitive.string_byteslice(self, 0, at), pattern, Primitive.string_byteslice(self, rest, Primitive.string_bytesize(self) - rest)]
  end

  def rpartition(pattern)
    primitive :string_rpartition
    if Primitive.is_a(pattern, Regexp)
      found = Primitive.regexp_match_last(pattern, self)
      return Rutile.unparted(self).reverse if nil.equal?(found)
      return [found.pre_match, found[0], found.post_match]
    end
    pattern = Rutile.to_pattern(pattern)
    at = Primitive.string_byterindex(self, pattern)
    return Rutile.unparted(self).reverse if nil.equal?(at)
    rest = at + pattern.bytesize
    [Primitive.string_byteslice(self, 0, at), pattern, Primitive.string_byteslice(self, rest, Primitive.string_bytesize(self) - rest)]
  end
end

module Rutile
  # What `partition` answers where nothing is found: the string, and nothing in its encoding, twice.
  def self.unparted(string)
    [Primitive.string_copy(string), Primitive.string_byteslice(string, 0, 0), Primitive.string_byteslice(string, 0, 0)]
  end

  # The argument of `match`: a Regexp, or the source of one.
  def self.to_regexp(pattern)
    return pattern if Primitive.is_a(pattern, Regexp)
    converted = try_string(pattern)
    raise TypeError, "wrong argument type #{describe(pattern)} (expected Regexp)" if nil.equal?(converted)
    Regexp.new(converted)
  end

  # The pattern of `sub`, `scan`, `split` and `partition`: a Regexp, or text to be found as it stands.
  # Whether a place, which counts from the end if it is negative, is before the start or behind the end.
  def self.outside?(place, size)
    place > size || place < -size
  end

  def self.to_pattern(pattern)
    return pattern if Primitive.is_a(pattern, Regexp) || Primitive.is_a(pattern, String)
    converted = try_string(pattern)
    raise TypeError, "wrong argument type #{describe(pattern)} (expected Regexp)" if nil.equal?(converted)
    converted
  end
end
