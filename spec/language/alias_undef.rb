require_relative "../harness"

class SpecAliased
  def original
    :original
  end
  alias copy original
  alias_method :other_copy, :original

  def setter=(x)
    @set = x
  end
  alias other_setter= setter=
  alias << setter=
  attr_reader :set
end

spec "an alias is another name of the method" do
  assert_equal [:original, :original], [SpecAliased.new.copy, SpecAliased.new.other_copy]
end

spec "an alias keeps the method when the original is replaced" do
  made = Class.new do
    def value = 1
    alias old_value value
    def value = old_value + 10
  end
  assert_equal [11, 1], [made.new.value, made.new.old_value]
end

spec "setters and operators may be aliased" do
  thing = SpecAliased.new
  thing.other_setter = 5
  assert_equal 5, thing.set
  thing << 6
  assert_equal 6, thing.set
end

spec "an alias of an inherited method belongs to the class that made it" do
  made = Class.new(SpecAliased) { alias mine original }
  assert_equal :original, made.new.mine
  assert_equal false, SpecAliased.method_defined?(:mine)
end

spec "super in an aliased method looks for the original name" do
  base = Class.new do
    def a = :base_a
    def b = :base_b
  end
  made = Class.new(base) do
    def a = super
    alias b a
  end
  assert_equal [:base_a, :base_a], [made.new.a, made.new.b]
end

spec "__method__ in an aliased method is the original name" do
  made = Class.new do
    def one = __method__
    alias two one
  end
  assert_equal [:one, :one], [made.new.one, made.new.two]
end

spec "names may be given as symbols, also quoted and interpolated" do
  made = Class.new do
    def a = 1
    alias :b :a
    alias :"c d" a
    suffix = "e"
    alias :"a#{suffix}" :a
  end
  assert_equal [1, 1, 1], [made.new.b, made.new.send("c d"), made.new.ae]
end

spec "alias_method gives the new name" do
  value = nil
  Class.new { def a = 1; value = alias_method(:b, :a) }
  assert_equal :b, value
end

spec "an alias knows its names" do
  method = SpecAliased.instance_method(:copy)
  assert_equal [:copy, :original], [method.name, method.original_name]
  assert SpecAliased.new.method(:copy).inspect.include?("copy(original)")
end

spec "an alias of an unknown method raises NameError" do
  SpecNoAlias = Class.new
  error = assert_raises(NameError, "undefined method 'nope' for class 'SpecNoAlias'") { class SpecNoAlias; alias a nope; end }
  assert_equal :nope, error.name
  assert_raises(NameError, "undefined method 'nope' for class 'SpecNoAlias'") { SpecNoAlias.alias_method(:a, :nope) }
end

spec "an alias keeps the visibility" do
  made = Class.new do
    private def hidden = 1
    alias also_hidden hidden
  end
  assert_raises(NoMethodError) { made.new.also_hidden }
end

spec "undef takes a method away, inherited or not" do
  made = Class.new(SpecAliased) { undef original }
  SpecUndefined = made
  assert_raises(NoMethodError, "undefined method 'original' for an instance of SpecUndefined") { made.new.original }
  assert_equal :original, SpecAliased.new.original
  assert_equal false, made.method_defined?(:original)
  assert_equal false, made.new.respond_to?(:original)
end

spec "undef takes several names" do
  made = Class.new do
    def a = 1
    def b = 2
    undef a, :b
  end
  assert_equal [], made.instance_methods(false)
end

spec "undef of an unknown method raises NameError" do
  SpecNoUndef = Class.new
  assert_raises(NameError, "undefined method 'nope' for class 'SpecNoUndef'") { class SpecNoUndef; undef nope; end }
  assert_raises(NameError, "undefined method 'nope' for class 'SpecNoUndef'") { SpecNoUndef.undef_method(:nope) }
end

spec "remove_method uncovers the inherited one" do
  made = Class.new(SpecAliased) { def original = :mine }
  assert_equal :mine, made.new.original
  made.remove_method(:original)
  assert_equal :original, made.new.original
end

spec "remove_method of a method that is not the class's own raises" do
  SpecNoRemove = Class.new(SpecAliased)
  assert_raises(NameError, "method 'original' not defined in SpecNoRemove") { SpecNoRemove.remove_method(:original) }
end

spec "an undefined method may be defined again" do
  made = Class.new { def a = 1; undef a; def a = 2 }
  assert_equal 2, made.new.a
end

spec "undef on a singleton class" do
  thing = "text".dup
  class << thing
    undef upcase
  end
  assert_raises(NoMethodError) { thing.upcase }
  assert_equal "TEXT", "text".upcase
end

spec "a core operator may be aliased and replaced for one class" do
  made = Class.new(Array) do
    alias original_index []
    def [](i) = [:indexed, original_index(i)]
  end
  assert_equal [:indexed, 2], made.new([1, 2])[1]
end

spec "an alias that a method has already leaves its visibility as it is" do
  kind = Class.new do
    def original = 1
    alias other original
    protected :other
    alias other original
    alias_method :other, :original
    private :original
    alias third original
    public :third
    alias third original
  end
  assert_equal [[:other], [:original], [:third]],
    [kind.protected_instance_methods(false), kind.private_instance_methods(false), kind.public_instance_methods(false)]
end
