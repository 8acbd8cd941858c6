# String: what one is, how it is made, compared, joined and shown.
#
# The bytes and their encoding live in the machine's layout; natives do what is hot
# (crates/core/src/string*.rs). A method that begins with `primitive` is answered there
# when its arguments are plain; its body converts the arguments and asks again.
#
# The rest of the class: string_access (parts), string_search, string_substitute,
# string_iteration, string_case, string_change, string_encode, string_numbers, pack.

class String
  include Comparable

  def self.try_convert(object)
    Rutile.try_string(object)
  end

  def self.new(*arguments, **options, &block)
    primitive :class_new
    string = allocate
    string.__send__(:initialize, *arguments, **options, &block)
    string
  end

  def initialize(string = (no_string = true; nil), encoding: nil, capacity: nil)
    primitive :string_initialize
    if Primitive.is_fixnum(capacity)
      Primitive.string_reserve(self, capacity) if capacity > 0
    elsif capacity && (capacity = Rutile.to_index(capacity)) > 0
      Primitive.string_reserve(self, capacity.clamp(0, 0x3fff_ffff_ffff_ffff))
    end
    Primitive.string_replace(self, Rutile.to_str(string)) unless no_string
    force_encoding(encoding) unless nil.equal?(encoding)
    self
  end

  def replace(other)
    primitive :string_replace
    Primitive.check_frozen(self)
    Primitive.string_replace(self, Rutile.to_str(other))
  end
  alias __replace replace

  def initialize_copy(other)
    primitive :string_replace
    Primitive.string_replace(self, Rutile.to_str(other))
  end
  private :initialize, :initialize_copy

  def clear
    primitive :string_clear
  end

  # --- Size and comparison ---

  def length
    primitive :string_length
  end
  alias size length

  def bytesize
    primitive :string_bytesize
  end

  def empty?
    primitive :string_is_empty
  end

  def ==(other)
    primitive :string_equal
    return false unless other.respond_to?(:to_str)
    Primitive.dispatch(other == self) ? true : false
  end
  alias === ==

  def eql?(other)
    primitive :string_is_eql
  end

  def hash
    primitive :string_hash
  end

  def <=>(other)
    primitive :string_compare
    text = Rutile.try_string(other)
    return Primitive.string_compare(self, text) unless nil.equal?(text)
    result = Rutile.guarded_comparison(other, self)
    nil.equal?(result) ? nil : -Rutile.comparison_sign(result, self, other)
  end

  # --- Joining ---

  def +(other)
    primitive :string_plus
    Primitive.string_plus(self, Rutile.to_str(other))
  end

  def *(times)
    primitive :string_multiply
    times = Rutile.to_index(times)
    raise ArgumentError, "negative argument" if times < 0
    return Primitive.string_multiply(self, times) if times < Rutile::MOST_INDEX
    raise ArgumentError, "argument too big" if bytesize > 1
    raise NoMemoryError, "failed to allocate memory" if bytesize == 1
    Primitive.string_multiply(self, 1)
  end

  def <<(other)
    primitive :string_append
    Primitive.string_check_writable(self)
    if Primitive.is_a(other, Integer)
      raise RangeError, "bignum out of char range" unless Primitive.is_fixnum(other)
      return Primitive.string_append(self, other)
    end
    Primitive.string_append(self, Rutile.to_str(other))
  end
  alias __append <<

  def concat(*others)
    Primitive.string_check_writable(self)
    # A string appended to itself is appended as it was before.
    others = others.map { |other| Primitive.identical(other, self) ? Primitive.string_copy(self) : other } if others.length > 1
    others.each { |other| __append(other) }
    self
  end

  def prepend(*others)
    Primitive.string_check_writable(self)
    return Primitive.string_prepend(self, Rutile.to_str(others[0])) if others.length == 1
    joined = "".encode(__encoding)
    others.each { |other| joined << Rutile.to_str(other) }
    Primitive.string_prepend(self, joined)
  end

  # Bytes as they are: the encoding may become binary, the rest stays.
  def append_as_bytes(*parts)
    parts.each do |part|
      unless Primitive.is_a(part, Integer) || Primitive.is_a(part, String)
        raise TypeError, "wrong argument type #{Primitive.class_of(part)} (expected String or Integer)"
      end
    end
    Primitive.string_check_writable(self)
    parts.each do |part|
      bytes = Primitive.is_a(part, Integer) ? Primitive.codepoint_string(part & 255, 0) : part
      Primitive.string_append_part(self, bytes, 0, bytes.bytesize)
    end
    self
  end

  # --- Copies ---

  def to_s
    primitive :string_to_s
  end
  alias to_str to_s

  def freeze
    primitive :object_freeze
    Primitive.freeze(self)
  end

  def dup
    primitive :object_dup
    super
  end

  def +@
    primitive :string_unfrozen
  end

  def -@
    Primitive.string_shared(self)
  end
  Primitive.alias_method(self, :dedup, :-@)

  def b
    primitive :string_binary
  end

  # --- As other things ---

  def to_sym
    primitive :string_to_symbol
  end
  alias intern to_sym

  def inspect
    primitive :string_inspect
    Primitive.string_inspect(self)
  end

  def dump
    primitive :string_dump
    Primitive.string_dump(self)
  end

  def undump
    primitive :string_undump
  end

  def ord
    primitive :string_ord
  end

  def sum(bits = 16)
    Primitive.string_sum(self, Rutile.to_index(bits))
  end

  # Hashes a password as the system's libcrypt does.
  def crypt(salt)
    salt = Rutile.to_str(salt)
    [self, salt].each do |text|
      name = text.encoding.name
      raise ArgumentError, "wide char encoding: #{name}" if name.start_with?("UTF-16", "UTF-32")
    end
    raise ArgumentError, "string contains null byte" if Primitive.string_has_null(self)
    raise ArgumentError, "salt too short (need >=2 bytes)" if salt.bytesize < 2 || salt.byteindex("\0")&.<(2)
    hash = Primitive.string_crypt(self, salt)
    raise NotImplementedError, "crypt() function is unimplemented on this machine" unless hash
    Rutile.system_result(-hash, "crypt") if Primitive.is_fixnum(hash)
    hash
  end
end

module Rutile
  # `other <=> string`, nil where that can't be asked.
  def self.guarded_comparison(other, string)
    return nil unless other.respond_to?(:<=>)
    Primitive.dispatch(other <=> string)
  end
end

module Rutile
  # A string that is more than its text has itself frozen.
  def self.string_shared(string)
    return string if string.frozen?
    copy = string.dup
    copy.instance_variables.each { |name| copy.remove_instance_variable(name) }
    copy.freeze
  end
end
