require_relative "../harness"

class SpecVisible
  def open
    [hidden, self.hidden, guarded]
  end

  def compare(other)
    other.guarded
  end

  def peek(other)
    other.hidden
  end

  protected

  def guarded
    :guarded
  end

  private

  def hidden
    :hidden
  end

  def hidden=(value)
    @hidden = value
  end

  public

  def write(value)
    self.hidden = value
    @hidden
  end
end

spec "private methods are called without a receiver, or on self" do
  assert_equal [:hidden, :hidden, :guarded], SpecVisible.new.open
end

spec "a private method of another object cannot be called" do
  assert_raises(NoMethodError, "private method 'hidden' called for an instance of SpecVisible") { SpecVisible.new.hidden }
  assert_raises(NoMethodError, "private method 'hidden' called for an instance of SpecVisible") { SpecVisible.new.peek(SpecVisible.new) }
end

spec "a protected method may be called by an object of the class" do
  assert_equal :guarded, SpecVisible.new.compare(Class.new(SpecVisible).new)
  assert_raises(NoMethodError, "protected method 'guarded' called for an instance of SpecVisible") { SpecVisible.new.guarded }
end

spec "a private writer is called through self" do
  assert_equal 5, SpecVisible.new.write(5)
end

spec "send calls anything, public_send only what is public" do
  assert_equal :hidden, SpecVisible.new.send(:hidden)
  assert_equal :hidden, SpecVisible.new.__send__(:hidden)
  assert_raises(NoMethodError, "private method 'hidden' called for an instance of SpecVisible") { SpecVisible.new.public_send(:hidden) }
  assert_raises(NoMethodError, "protected method 'guarded' called for an instance of SpecVisible") { SpecVisible.new.public_send(:guarded) }
end

spec "respond_to? sees what is public, and all with true" do
  thing = SpecVisible.new
  assert_equal [true, false, false, true, true], [thing.respond_to?(:open), thing.respond_to?(:hidden), thing.respond_to?(:guarded), thing.respond_to?(:hidden, true), thing.respond_to?(:guarded, true)]
end

spec "private with names, a list, or a definition" do
  made = Class.new do
    def a = 1
    def b = 2
    def c = 3
    private :a
    private [:b, :c]
    private def d = 4
    private attr_reader :e
  end
  assert_equal [:a, :b, :c, :d, :e], made.private_instance_methods(false).sort
end

spec "private gives its argument" do
  results = []
  Class.new do
    def a = 1
    def b = 2
    results << private << private(:a) << private(:a, :b) << public([:a, :b])
  end
  assert_equal [nil, :a, [:a, :b], [:a, :b]], results
end

spec "private of an unknown name raises" do
  error = assert_raises(NameError) { Class.new { private :nope } }
  assert error.message.start_with?("undefined method 'nope' for class '#<Class:0x")
end

spec "a subclass may change the visibility of an inherited method" do
  made = Class.new(SpecVisible) { public :hidden }
  assert_equal :hidden, made.new.hidden
  assert_raises(NoMethodError) { SpecVisible.new.hidden }
  assert_equal made, made.instance_method(:hidden).owner
end

spec "visibility applies to the definitions that follow in the same body only" do
  class SpecBodies
    private
    def one = 1
  end
  class SpecBodies
    def two = 2
  end
  assert_equal [:two], SpecBodies.public_instance_methods(false)
end

spec "visibility does not apply to singleton methods" do
  made = Class.new do
    private
    def self.build = :built
  end
  assert_equal :built, made.build
end

spec "private_class_method and public_class_method" do
  made = Class.new do
    def self.build = :built
    private_class_method :build, :new
  end
  SpecPrivateBuilt = made
  assert_raises(NoMethodError, "private method 'build' called for class SpecPrivateBuilt") { made.build }
  assert_raises(NoMethodError, "private method 'new' called for class SpecPrivateBuilt") { made.new }
  made.public_class_method :build
  assert_equal :built, made.build
end

def spec_top_level
  :top
end

spec "a method defined at the top is a private method of Object" do
  assert_raises(NoMethodError, "private method 'spec_top_level' called for an instance of Integer") { 5.spec_top_level }
  assert_equal :top, 5.send(:spec_top_level)
  assert_equal true, Object.private_method_defined?(:spec_top_level)
end

spec "initialize, initialize_copy and respond_to_missing? are private always" do
  made = Class.new do
    public
    def initialize = nil
    def initialize_copy(other) = nil
    def initialize_dup(other) = nil
    def initialize_clone(other) = nil
    def respond_to_missing?(name, all) = false
  end
  assert_equal [], made.public_instance_methods(false)
  assert_equal 5, made.private_instance_methods(false).size
end

spec "method_defined? and its kin" do
  assert_equal [true, true, false], [:open, :guarded, :hidden].map { |name| SpecVisible.method_defined?(name) }
  assert_equal [true, false, false], [:open, :guarded, :hidden].map { |name| SpecVisible.public_method_defined?(name) }
  assert_equal [false, true, false], [:open, :guarded, :hidden].map { |name| SpecVisible.protected_method_defined?(name) }
  assert_equal [false, false, true], [:open, :guarded, :hidden].map { |name| SpecVisible.private_method_defined?(name) }
end

spec "private operators work on self" do
  made = Class.new do
    def go
      [self + 1, self[2]]
    end

    private

    def +(n) = [:plus, n]
    def [](n) = [:at, n]
  end
  assert_equal [[:plus, 1], [:at, 2]], made.new.go
  assert_raises(NoMethodError) { made.new + 1 }
end

spec "a private method called without a receiver in a subclass" do
  made = Class.new(SpecVisible) { def go = hidden }
  assert_equal :hidden, made.new.go
end

spec "an error for an unknown private call is about the method, with self too" do
  made = Class.new { def go = self.missing_one; def bare = missing_one }
  SpecMissingCaller = made
  assert_raises(NoMethodError, "undefined method 'missing_one' for an instance of SpecMissingCaller") { made.new.go }
  assert_raises(NameError, "undefined local variable or method 'missing_one' for an instance of SpecMissingCaller") { made.new.bare }
end

spec "define_method follows the visibility in force when directly in the body" do
  made = Class.new do
    private
    define_method(:quiet) { 1 }
    public
    define_method(:loud) { 2 }
  end
  assert_equal [[:loud], [:quiet]], [made.public_instance_methods(false), made.private_instance_methods(false)]
end

spec "attr_* follow the visibility in force" do
  made = Class.new do
    private
    attr_accessor :secret
  end
  assert_equal [:secret, :secret=], made.private_instance_methods(false).sort
end

spec "method gives private methods, public_method does not" do
  assert_equal :hidden, SpecVisible.new.method(:hidden).call
  assert_raises(NameError) { SpecVisible.new.public_method(:hidden) }
end

class SentInPublic
  def ask(name) = public_send(name)

  def method_missing(name, *) = name == :guarded ? [:missing, name] : super
  def respond_to_missing?(*) = true

  protected def kept_in_family = 1
  protected def guarded = 2
end

spec "public_send calls no protected method, not even among objects of one class" do
  assert_raises(NoMethodError, "protected method 'kept_in_family' called for an instance of SentInPublic") { SentInPublic.new.ask(:kept_in_family) }
  assert_equal [:missing, :guarded], SentInPublic.new.ask(:guarded)
end

spec "a visibility given to an inherited method is kept when that method changes" do
  base = Class.new { def f = :x; def g = :g }
  middle = Class.new(base)
  a = Class.new(middle) { private :f; public :g }
  b = Class.new(a) { public :f }
  base.class_eval { def f = :y }
  assert_equal [:y, :y], [a.new.send(:f), b.new.f]
  assert_raises(NoMethodError) { a.new.f }
  middle.class_eval { def f = [:middle, super] }
  assert_equal [[:middle, :y], [:middle, :y]], [a.new.send(:f), b.new.f]
  base.prepend(Module.new { def f = [:prepended, super] })
  assert_equal [:middle, [:prepended, :y]], a.new.send(:f)
  middle.include(included = Module.new { def g = [:included, super] })
  included.class_eval { def g = [:again, super] }
  assert_equal [:again, :g], b.new.g
  a.class_eval { def f = :own }
  base.class_eval { def f = :z }
  assert_equal [:own, :own], [a.new.f, b.new.f]
end

spec "private_class_method of what is inherited follows it too" do
  base = Class.new { def self.make = :x }
  derived = Class.new(base) { private_class_method :make; def self.go = make }
  base.define_singleton_method(:make) { :y }
  assert_equal :y, derived.go
  assert_raises(NoMethodError) { derived.make }
end

module SpecTextVisibility
  class Own
    eval "private; def within; end"
    def after; end
    eval "private\n def a; end; eval 'public; def b; end'; def c; end"
    binding.eval "private"
    def of_binding; end
    public
    def open; end
    private
    eval "def inherited_scope; end"
    eval "public"
    def still; end
  end

  module Functions
    eval "module_function; def told = 1"
    def own = 2
  end
end

spec "private and the like without names hold to the end of the evaluated text, in a Binding's for what follows" do
  own = SpecTextVisibility::Own
  assert_equal %i[a c inherited_scope of_binding still within], own.private_instance_methods(false).sort
  assert_equal %i[after b open], own.public_instance_methods(false).sort
  own.class_eval "private; def more; end"
  own.class_eval { eval "private"; def another; end }
  assert_equal [true, true], [own.private_method_defined?(:more), own.public_method_defined?(:another)]
  functions = SpecTextVisibility::Functions
  assert_equal [[:told], [:told], [:own]], [functions.singleton_methods, functions.private_instance_methods, functions.public_instance_methods]
end

spec "a private operator may be asked of the word self alone" do
  object = Object.new
  class << object
    private def [](x) = x
    private def +(x) = x
    private def -@ = 1
    def plain = [self + 1, self + "a", self[2], -self]
    def aliased = (x = self) && x + 1
    def aliased_index = (x = self) && x[1]
    def enclosed = (self) + 1
    def enclosed_index = (self)[1]
    def enclosed_minus = -(self)
  end
  assert_equal [1, "a", 2, 1], object.plain
  %i[aliased aliased_index enclosed enclosed_index enclosed_minus].each do |name|
    assert_raises(NoMethodError) { object.public_send(name) }
  end
end

spec "a Symbol's Proc calls nothing that is protected, not even for the object itself" do
  klass = Class.new do
    protected def guarded = 1
    def by_proc = :guarded.to_proc.call(self)
    def by_map = [self].map(&:guarded)
    def plain = guarded
  end
  object = klass.new
  assert_equal 1, object.plain
  %i[by_proc by_map].each { |name| assert_raises(NoMethodError) { object.public_send(name) } }
end
