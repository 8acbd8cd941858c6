# MatchData: what a search found, in bytes of the string as it was then.

class MatchData
  class << self
    undef_method :new
    undef_method :allocate
  end

  def regexp
    pattern = Primitive.match_regexp(self)
    Primitive.is_a(pattern, Regexp) ? pattern : Regexp.new(Regexp.escape(pattern))
  end

  def string
    Primitive.match_string(self)
  end

  # --- Groups ---

  def [](index, length = (no_length = true; nil))
    primitive :match_index
    # A length that is nil is none.
    return nil.equal?(length) ? __at(index) : Primitive.match_to_a(self)[index, length] unless no_length
    return Primitive.match_to_a(self)[index] if Primitive.is_a(index, Range)
    number = Rutile.to_small_int(index)
    Primitive.match_to_a(self)[number]
  end
  alias __at []

  def to_a
    primitive :match_to_a
    Primitive.match_to_a(self)
  end

  def captures
    primitive :match_captures
    Primitive.match_captures(self)
  end
  Primitive.alias_method(self, :deconstruct, :captures)

  def size
    primitive :match_size
    Primitive.match_size(self)
  end
  alias length size

  def names
    pattern = Primitive.match_regexp(self)
    Primitive.is_a(pattern, Regexp) ? pattern.names : []
  end

  def named_captures(symbolize_names: false)
    result = {}
    names.each { |name| result[symbolize_names ? name.to_sym : name] = self[name] }
    result
  end

  def deconstruct_keys(keys)
    primitive :match_deconstruct_keys
    return named_captures(symbolize_names: true) if nil.equal?(keys)
    unless Primitive.is_a(keys, Array)
      raise TypeError, "wrong argument type #{Primitive.class_of(keys)} (expected Array)"
    end
    result = {}
    return result if names.length < keys.length
    keys.each do |key|
      raise TypeError, "wrong argument type #{Primitive.class_of(key)} (expected Symbol)" unless Primitive.is_a(key, Symbol)
      number = Primitive.match_named(self, key)
      return result if nil.equal?(number)
      result[key] = Primitive.match_group(self, number)
    end
    result
  end

  def values_at(*indexes)
    primitive :match_values_at
    groups = Primitive.match_to_a(self)
    result = []
    indexes.each do |index|
      if Primitive.is_a(index, Integer) || Primitive.is_a(index, Symbol) || Primitive.is_a(index, String)
        result << self[index]
      else
        result.concat(groups.values_at(index))
      end
    end
    result
  end

  def match(group)
    Primitive.match_group(self, __group(group))
  end

  def match_length(group)
    text = Primitive.match_group(self, __group(group))
    nil.equal?(text) ? nil : text.length
  end

  # --- Places ---

  def begin(group)
    primitive :match_begin
    Primitive.match_character(self, __group(group), false)
  end

  def end(group)
    primitive :match_end
    Primitive.match_character(self, __group(group), true)
  end

  def offset(group)
    number = __group(group)
    [Primitive.match_character(self, number, false), Primitive.match_character(self, number, true)]
  end

  def bytebegin(group)
    Primitive.match_byte(self, __group(group), false)
  end

  def byteend(group)
    Primitive.match_byte(self, __group(group), true)
  end

  def byteoffset(group)
    number = __group(group)
    [Primitive.match_byte(self, number, false), Primitive.match_byte(self, number, true)]
  end

  def __group(group)
    group = Rutile.to_small_int(group) unless Primitive.is_a(group, Symbol) || Primitive.is_a(group, String)
    Primitive.match_group_number(self, group)
  end

  def pre_match
    primitive :match_pre
    Primitive.match_pre(self)
  end

  def post_match
    primitive :match_post
    Primitive.match_post(self)
  end

  # --- As other things ---

  def to_s
    Primitive.match_group(self, 0)
  end

  def inspect
    labels = {}
    pattern = Primitive.match_regexp(self)
    if Primitive.is_a(pattern, Regexp)
      Primitive.regexp_names(pattern).each { |name, numbers| numbers.each { |number| labels[number] = name } }
    end
    text = "#<MatchData #{self[0].inspect}"
    Primitive.match_captures(self).each_with_index do |capture, index|
      text << " #{labels[index + 1] || index + 1}:#{capture.inspect}"
    end
    text << ">"
  end

  def ==(other)
    return true if Primitive.identical(self, other)
    Primitive.is_a(other, MatchData) && string == other.string && regexp == other.regexp &&
      Primitive.match_offsets(self) == Primitive.match_offsets(other)
  end
  alias eql? ==

  def hash
    string.hash ^ regexp.hash ^ Primitive.match_offsets(self).hash
  end
end
