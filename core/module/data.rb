# Data: small classes of values that do not change.
#
# Like Struct, members are instance variables of hidden names. `new` turns
# positional arguments into keywords, so that a class needs to redefine only
# `initialize` to check or complete them; where it has not, a native fills the
# members straight away. Every instance is frozen when `initialize` is through.

class Data
  class << self
    alias_method :__instantiate, :new
    undef_method :new

    # Only classes with members have instances.
    def allocate
      raise TypeError, "allocator undefined for #{self}" if equal?(Data)
      super
    end

    def define(*members, &block)
      members.map! { |member| Rutile.operation_name(member) }
      Rutile.check_members(members, "data")
      structure = Class.new(self)
      structure.__define_members(members)
      structure.class_eval(&block) if block
      structure
    end

    def __members
      @__members || superclass.__members
    end

    def __define_members(members)
      @__members = members.freeze
      Primitive.struct_define_members(self, members, false)
      define_singleton_method(:members) { __members.dup }
      singleton_class.alias_method(:new, :__construct)
      singleton_class.alias_method(:[], :__construct)
      # A class made of a Data class has no `define` any more.
      singleton_class.undef_method(:define) if respond_to?(:define)
    end

    def __construct(*values, **keywords)
      primitive :data_construct
      if values.empty?
        made = Primitive.data_construct_named(self, keywords)
        return made ? made : __instantiate(**keywords)
      end
      Rutile.refuse_count(values.size + 1, 0) unless keywords.empty?
      members = __members
      if values.size > members.size
        Rutile.refuse_count(values.size, members.empty? ? 0 : "0..#{members.size}")
      end
      values.each_with_index { |value, index| keywords[members[index]] = value }
      __instantiate(**keywords)
    end
  end

  def initialize(**keywords)
    members = Primitive.class_of(self).__members
    if Primitive.struct_fill_named(self, members, keywords)
      freeze
      return nil
    end
    if keywords.size < members.size
      missing = members - keywords.keys.map { |name| Rutile.operation_name(name) }
      unless missing.empty?
        raise ArgumentError, "missing keyword#{"s" if missing.size > 1}: #{missing.map(&:inspect).join(", ")}"
      end
    end
    unknown = nil
    keywords.each do |name, value|
      member = Rutile.operation_name(name)
      if members.include?(member)
        Primitive.struct_set(self, member, value)
      else
        (unknown ||= []) << name
      end
    end
    if unknown
      raise ArgumentError, "unknown keyword#{"s" if unknown.size > 1}: #{unknown.map(&:inspect).join(", ")}"
    end
    freeze
    nil
  end

  def initialize_copy(other)
    Primitive.struct_fill(self, Primitive.class_of(other).__members, Primitive.struct_values(other, Primitive.class_of(other).__members))
    freeze
  end
  private :initialize, :initialize_copy

  def members
    Primitive.class_of(self).__members.dup
  end

  Rutile.lend(Rutile::MemberReading, self, %i[to_h deconstruct_keys __member_or_nil])

  def deconstruct
    Primitive.struct_values(self, Primitive.class_of(self).__members)
  end

  def with(*arguments, **changes)
    unless arguments.empty?
      Rutile.refuse_count(arguments.size, 0)
    end
    return self if changes.empty?
    changed = Primitive.data_changed(self, changes)
    return changed if changed
    Primitive.class_of(self).new(**Data.instance_method(:to_h).bind_call(self).merge(changes))
  end

  def ==(other)
    primitive :struct_equal
    return true if Primitive.identical(self, other)
    return false unless Primitive.identical(Primitive.class_of(self), Primitive.class_of(other))
    Rutile.pair_recursion_guard(self, other, :==, true) do
      members = Primitive.class_of(self).__members
      Primitive.struct_values(self, members) == Primitive.struct_values(other, members)
    end
  end

  def eql?(other)
    primitive :struct_eql
    return true if Primitive.identical(self, other)
    return false unless Primitive.identical(Primitive.class_of(self), Primitive.class_of(other))
    Rutile.pair_recursion_guard(self, other, :eql?, true) do
      members = Primitive.class_of(self).__members
      Primitive.struct_values(self, members).eql?(Primitive.struct_values(other, members))
    end
  end

  def hash
    primitive :struct_hash
    Primitive.hash_combine(Rutile.hash_code(Primitive.class_of(self)), Primitive.struct_values(self, Primitive.class_of(self).__members).hash)
  end

  def inspect
    name = Rutile.permanent_name(Primitive.class_of(self))
    Rutile.recursion_guard(self, :inspect, "#<data #{name || Primitive.class_of(self)}:...>") do
      parts = Primitive.class_of(self).__members.map do |member|
        "#{Rutile.inspected_member(member)}=#{Rutile.element_text(Primitive.struct_get(self, member))}"
      end
      "#<data #{name ? "#{name} " : ""}#{parts.join(", ")}>"
    end
  end
  Primitive.alias_method(self, :to_s, :inspect)
end
