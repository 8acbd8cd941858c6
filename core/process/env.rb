# ENV: the environment, as an object like a Hash of strings. Reading is here, changing in env_change.

ENV = Object.new

class << ENV
  include Enumerable

  def [](name)
    primitive :env_at
    Rutile.variable(Rutile.variable_text(name, "name"))
  end

  def fetch(name, default = (no_default = true; nil))
    primitive :env_fetch
    if block_given? && !no_default
      Rutile.warn_at(Primitive.caller_position(0), "block supersedes default value argument")
    end
    name = Rutile.variable_text(name, "name")
    value = Rutile.variable(name)
    return value unless nil.equal?(value)
    return yield(name) if block_given?
    return default unless no_default
    raise KeyError.new("key not found: #{name.inspect}", receiver: self, key: name)
  end

  def key?(name)
    primitive :env_has
    !nil.equal?(Primitive.env_get(Rutile.variable_text(name, "name")))
  end
  alias has_key? key?
  alias include? key?
  alias member? key?

  def value?(value)
    value = Rutile.try_string(value)
    return nil if nil.equal?(value)
    values.include?(value)
  end
  alias has_value? value?

  def key(value)
    value = Rutile.variable_text(value, "value")
    each_pair { |name, other| return name if other == value }
    nil
  end

  def assoc(name)
    name = Rutile.variable_text(name, "name")
    value = Rutile.variable(name)
    value && [name, value]
  end

  def rassoc(value)
    value = Rutile.try_string(value)
    return nil if nil.equal?(value)
    each_pair { |name, other| return [name, other] if other == value }
    nil
  end

  def keys
    names = []
    Rutile.variables.each_slice(2) { |name, _| names << name }
    names
  end

  def values
    values = []
    Rutile.variables.each_slice(2) { |_, value| values << value }
    values
  end

  def values_at(*names)
    names.map { |name| self[name] }
  end

  def size
    Primitive.env_all.size / 2
  end
  alias length size

  def empty?
    size == 0
  end

  def to_hash
    hash = {}
    Rutile.variables.each_slice(2) { |name, value| hash[name] = value }
    hash
  end

  def to_h(&block)
    block ? to_hash.to_h(&block) : to_hash
  end

  def to_a
    Rutile.variables.each_slice(2).to_a
  end

  def to_s
    "ENV"
  end

  def inspect
    to_hash.inspect
  end

  # --- Going through ---

  def each_pair(&block)
    return to_enum(:each_pair) { size } unless block
    to_a.each(&block)
    self
  end

  def each(&block)
    return to_enum(:each) { size } unless block
    to_a.each(&block)
    self
  end

  def each_key(&block)
    return to_enum(:each_key) { size } unless block_given?
    keys.each(&block)
    self
  end

  def each_value(&block)
    return to_enum(:each_value) { size } unless block_given?
    values.each(&block)
    self
  end

  def select(&block)
    return to_enum(:select) { size } unless block
    to_hash.select(&block)
  end

  def filter(&block)
    return to_enum(:filter) { size } unless block
    to_hash.select(&block)
  end

  def reject(&block)
    return to_enum(:reject) { size } unless block
    to_hash.reject(&block)
  end

  def slice(*names)
    hash = {}
    names.each do |name|
      value = self[name]
      hash[name] = value unless nil.equal?(value)
    end
    hash
  end

  def except(*names)
    to_hash.except(*names)
  end

  def invert
    to_hash.invert
  end

  def find_all(&block)
    block ? to_a.find_all(&block) : to_enum(:find_all)
  end

  # --- What ENV is not ---

  def dup
    raise TypeError, "Cannot dup ENV, use ENV.to_h to get a copy of ENV as a hash"
  end

  def clone(freeze: nil)
    unless nil.equal?(freeze) || true.equal?(freeze) || false.equal?(freeze)
      raise ArgumentError, "unexpected value for freeze: #{freeze.class}"
    end
    raise TypeError, "Cannot clone ENV, use ENV.to_h to get a copy of ENV as a hash"
  end

  def freeze
    raise TypeError, "cannot freeze ENV"
  end
end

module Rutile
  def self.variable(name)
    internal_text(Primitive.env_get(name))
  end

  # Names and values, in turn.
  def self.variables
    all = Primitive.env_all
    nil.equal?(Encoding.default_internal) ? all : all.map! { |text| internal_text(text) }
  end

  # The name or value of a variable.
  def self.variable_text(object, what)
    text = to_str(object)
    raise ArgumentError, "bad environment variable #{what}: contains null byte" if Primitive.string_has_null(text)
    unless text.encoding.ascii_compatible?
      raise ArgumentError, "bad environment variable #{what}: ASCII incompatible encoding: #{text.encoding}"
    end
    text
  end
end
