# Struct: classes that are a list of members.
#
# A member's value is an ordinary instance variable of a hidden name (`@__name`),
# so the accessors are plain attribute methods and a Struct costs what an object
# costs. The list of members belongs to the class; a subclass finds it above.

# The behaviour of members that Structs and Data share.
module Rutile::MemberReading
  def to_h
    primitive :struct_to_h
    result = {}
    Primitive.class_of(self).__members.each do |member|
      value = Primitive.struct_get(self, member)
      if block_given?
        new_key, new_value = Rutile.pair_for_hash(yield(member, value))
        result[new_key] = new_value
      else
        result[member] = value
      end
    end
    result
  end

  def deconstruct_keys(keys)
    primitive :struct_deconstruct_keys
    return to_h if nil == keys
    unless Array === keys
      raise TypeError, "wrong argument type #{keys.class} (expected Array or nil)"
    end
    members = Primitive.class_of(self).__members
    result = {}
    return result if keys.size > members.size
    keys.each do |key|
      member = __member_or_nil(key, members)
      return result unless member
      result[key] = Primitive.struct_get(self, member)
    end
    result
  end

  # The member that a name or a position means.
  def __member_or_nil(name, members)
    if Symbol === name || String === name
      member = Rutile.to_name(name)
      return members.include?(member) ? member : nil
    end
    position = Rutile.to_index(name)
    position < -members.size ? nil : members[position]
  end
end

class Struct
  include Enumerable

  class << self
    alias_method :__instantiate, :new

    # Only classes with members have instances.
    def allocate
      raise TypeError, "allocator undefined for #{self}" if equal?(Struct)
      super
    end

    def new(name = (anonymous = true; nil), *members, keyword_init: nil, &block)
      unless anonymous
        if Symbol === name
          members.unshift(name)
          name = nil
        elsif nil != name
          name = Rutile.to_str(name)
        end
      end
      members.map! { |member| Rutile.operation_name(member) }
      Rutile.check_members(members, "struct")
      structure = Rutile.struct_class(self, name)
      structure.__define_members(members, keyword_init)
      structure.class_eval(&block) if block
      structure
    end

    def __members
      @__members || (superclass.respond_to?(:__members) ? superclass.__members : raise(TypeError, "uninitialized struct"))
    end

    def __keyword_init
      return @__keyword_init if @__members
      superclass.__keyword_init
    end

    def __define_members(members, keyword_init)
      @__members = members.freeze
      @__keyword_init = nil == keyword_init ? nil : (keyword_init ? true : false)
      Primitive.struct_define_members(self, members, true)
      define_singleton_method(:members) { __members.dup }
      define_singleton_method(:keyword_init?) { __keyword_init }
      define_singleton_method(:inspect) { __keyword_init ? "#{super()}(keyword_init: true)" : super() }
      singleton_class.alias_method(:new, :__instantiate)
      singleton_class.alias_method(:[], :__instantiate)
    end
  end

  def initialize(*values, **keywords)
    primitive :struct_initialize
    Primitive.check_frozen(self)
    return nil if values.empty? && Primitive.struct_initialize_named(self, keywords)
    members = Primitive.class_of(self).__members
    keyword_init = Primitive.class_of(self).__keyword_init
    if keyword_init
      if values.size == 1 && keywords.empty? && Hash === values[0]
        return __fill_by_name(members, values[0])
      end
      unless values.empty?
        Rutile.refuse_count(values.size, 0)
      end
      return __fill_by_name(members, keywords)
    end
    unless keywords.empty?
      return __fill_by_name(members, keywords) if values.empty? && nil == keyword_init
      values << keywords
    end
    raise ArgumentError, "struct size differs" if values.size > members.size
    Primitive.struct_fill(self, members, values)
    nil
  end
  private :initialize

  def __fill_by_name(members, keywords)
    values = Array.new(members.size)
    unknown = []
    keywords.each do |name, value|
      index = __named_position(name, members)
      index ? values[index] = value : unknown << name
    end
    raise ArgumentError, "unknown keywords: #{unknown.join(", ")}" unless unknown.empty?
    Primitive.struct_fill(self, members, values)
    nil
  end
  private :__fill_by_name

  # A Hash may name members by Strings, and by their numbers.
  def __named_position(name, members)
    return members.index(name) if Symbol === name
    return members.index { |member| member.name == name } if String === name
    index = Rutile.to_int(name)
    index += members.size if index < 0
    index if index >= 0 && index < members.size
  end
  private :__named_position

  # --- Members --------------------------------------------------------------------------

  def members
    Primitive.class_of(self).__members.dup
  end

  def [](name)
    primitive :struct_index
    Primitive.struct_get(self, __member(name))
  end

  def []=(name, value)
    primitive :struct_index_set
    member = __member(name)
    Primitive.check_frozen(self)
    Primitive.struct_set(self, member, value)
  end

  # The member that a name or a position means.
  def __member(name)
    members = Primitive.class_of(self).__members
    if Symbol === name || String === name
      member = Rutile.to_name(name)
      return member if members.include?(member)
      raise NameError.new("no member '#{name}' in struct", member, receiver: self)
    end
    members[__offset(Rutile.to_index(name), members.size)]
  end
  private :__member

  def __offset(index, size)
    position = index < 0 ? index + size : index
    raise IndexError, "offset #{index} too small for struct(size:#{size})" if position < 0
    raise IndexError, "offset #{index} too large for struct(size:#{size})" if position >= size
    position
  end
  private :__offset

  def dig(name, *path)
    primitive :struct_dig
    member = __member_or_nil(name, Primitive.class_of(self).__members)
    value = member && Primitive.struct_get(self, member)
    path.empty? ? value : Rutile.dig_further(value, path)
  end

  def to_a
    primitive :struct_to_a
    Primitive.struct_values(self, Primitive.class_of(self).__members)
  end
  alias values to_a
  alias deconstruct to_a

  def length
    Primitive.class_of(self).__members.size
  end
  alias size length

  def values_at(*selectors)
    primitive :struct_values_at
    values = to_a
    result = []
    selectors.each do |selector|
      if Range === selector
        start, length = Rutile.range_bounds!(selector, values.size)
        (start...start + length).each { |position| result << values[position] }
      else
        result << values[__offset(Rutile.to_index(selector), values.size)]
      end
    end
    result
  end

  Rutile.lend(Rutile::MemberReading, self, %i[to_h deconstruct_keys __member_or_nil])

  # --- Going through --------------------------------------------------------------------

  def each
    return to_enum(:each) { size } unless block_given?
    members = Primitive.class_of(self).__members
    index = 0
    while index < Primitive.array_size(members)
      yield Primitive.struct_get(self, Primitive.array_at(members, index))
      index += 1
    end
    self
  end

  def each_pair(&block)
    return to_enum(:each_pair) { size } unless block
    members = Primitive.class_of(self).__members
    if Primitive.block_takes_pair(block)
      members.each { |member| yield member, Primitive.struct_get(self, member) }
    else
      members.each { |member| yield [member, Primitive.struct_get(self, member)] }
    end
    self
  end

  def select(&block)
    return to_enum(:select) { size } unless block
    to_a.select(&block)
  end

  def filter(&block)
    return to_enum(:filter) { size } unless block
    to_a.select(&block)
  end

  # --- Comparing ------------------------------------------------------------------------

  def ==(other)
    primitive :struct_equal
    return true if Primitive.identical(self, other)
    return false unless Primitive.identical(Primitive.class_of(self), Primitive.class_of(other))
    Rutile.pair_recursion_guard(self, other, :==, true) { to_a == other.to_a }
  end

  def eql?(other)
    primitive :struct_eql
    return true if Primitive.identical(self, other)
    return false unless Primitive.identical(Primitive.class_of(self), Primitive.class_of(other))
    Rutile.pair_recursion_guard(self, other, :eql?, true) { to_a.eql?(other.to_a) }
  end

  def hash
    primitive :struct_hash
    Primitive.hash_combine(Rutile.hash_code(Primitive.class_of(self)), to_a.hash)
  end

  # --- Text -----------------------------------------------------------------------------

  def inspect
    name = Rutile.permanent_name(Primitive.class_of(self))
    prefix = name ? "#<struct #{name} " : "#<struct "
    Rutile.recursion_guard(self, :inspect, "#<struct #{name || Primitive.class_of(self)}:...>") do
      parts = Primitive.class_of(self).__members.map do |member|
        "#{Rutile.inspected_member(member)}=#{Rutile.element_text(Primitive.struct_get(self, member))}"
      end
      "#{prefix}#{parts.join(", ")}>"
    end
  end
  Primitive.alias_method(self, :to_s, :inspect)
end

module Rutile
  # No member is named as what assigns to one is, and none twice.
  def self.check_members(members, kind)
    seen = {}
    members.each do |member|
      raise ArgumentError, "invalid #{kind} member: #{member}" if member.match?(/[[:word:]]=\z/)
      raise ArgumentError, "duplicate member: #{member}" if seen.key?(member)
      seen[member] = true
    end
  end

  # A new class under `parent`, named in it where a name is given.
  def self.struct_class(parent, name)
    return Class.new(parent) if nil == name
    unless name.match?(/\A[[:upper:]][[:alnum:]_]*\z/)
      raise NameError.new("identifier #{name} needs to be constant", Rutile.to_name(name), receiver: parent)
    end
    if parent.const_defined?(name, false)
      Rutile.warn_about("redefining constant #{parent}::#{name}")
      parent.__send__(:remove_const, name)
    end
    parent.const_set(name, Class.new(parent))
  end

  # The name of a class that constants lead to, or nil. A `name` method of its own is not asked.
  def self.permanent_name(structure)
    name = MODULE_NAME.bind_call(structure)
    name && !name.start_with?("#") ? name : nil
  end
  MODULE_NAME = Module.instance_method(:name)

  # A member as it could be written: bare, or as a Symbol literal.
  def self.inspected_member(member)
    text = member.name
    text.match?(/\A[[:alpha:]_][[:alnum:]_]*\z/) ? text : member.inspect
  end
end
