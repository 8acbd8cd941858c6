require_relative "../harness"

# The methods Ruby calls when classes, modules, methods and constants come and go.

class SpecWatched
  LOG = []

  def self.inherited(child)
    super
    LOG << [:inherited, child.name]
  end

  def self.method_added(name)
    LOG << [:added, name]
  end

  def self.method_removed(name)
    LOG << [:removed, name]
  end

  def self.method_undefined(name)
    LOG << [:undefined, name]
  end

  def self.singleton_method_added(name)
    LOG << [:singleton_added, name]
  end

  def self.singleton_method_removed(name)
    LOG << [:singleton_removed, name]
  end

  def self.singleton_method_undefined(name)
    LOG << [:singleton_undefined, name]
  end

  def self.const_added(name)
    LOG << [:const, name]
    super
  end
end

def spec_log
  SpecWatched::LOG.clear
  yield
  SpecWatched::LOG.dup
end

spec "inherited is called with the new class" do
  log = spec_log { class SpecHeir < SpecWatched; end }
  assert_equal [:inherited, "SpecHeir"], log.find { |entry| entry[0] == :inherited }
end

spec "inherited is called before the body runs, and for Class.new before its block" do
  order = []
  base = Class.new
  base.define_singleton_method(:inherited) { |child| order << :inherited }
  Class.new(base) { order << :body }
  assert_equal [:inherited, :body], order
end

spec "method_added is called for def, define_method, attr_*, alias and alias_method" do
  log = spec_log do
    class SpecWatched
      def a = 1
      define_method(:b) { }
      attr_accessor :c
      alias d a
      alias_method :e, :a
    end
  end
  assert_equal [[:added, :a], [:added, :b], [:added, :c], [:added, :c=], [:added, :d], [:added, :e]], log
end

spec "method_removed and method_undefined" do
  log = spec_log do
    class SpecWatched
      def gone = 1
      remove_method :gone
      def hidden = 1
      undef_method :hidden
      def unseen = 1
      undef unseen
    end
  end
  assert_equal [[:added, :gone], [:removed, :gone], [:added, :hidden], [:undefined, :hidden], [:added, :unseen], [:undefined, :unseen]], log
end

spec "the singleton hooks" do
  log = spec_log do
    class SpecWatched
      def self.one = 1
      define_singleton_method(:two) { }
      class << self
        def three = 3
        remove_method :one
        undef_method :two
      end
    end
  end
  assert_equal [[:singleton_added, :one], [:singleton_added, :two], [:singleton_added, :three], [:singleton_removed, :one], [:singleton_undefined, :two]], log
end

spec "singleton_method_added sees its own definition" do
  log = []
  thing = Object.new
  thing.define_singleton_method(:singleton_method_added) { |name| log << name }
  def thing.other; end
  assert_equal [:singleton_method_added, :other], log
end

spec "const_added is called for assignments, classes and modules" do
  log = spec_log do
    class SpecWatched
      VALUE = 1
      class Nested; end
      module Space; end
    end
    SpecWatched.const_set(:SET, 2)
  end
  assert_equal [[:const, :VALUE], [:const, :Nested], [:const, :Space], [:const, :SET]], log
end

spec "included and append_features" do
  log = []
  mixin = Module.new
  mixin.define_singleton_method(:included) { |base| log << [:included, base] }
  made = Class.new { include mixin }
  assert_equal [[:included, made]], log
end

spec "included comes after the module is in place" do
  seen = nil
  mixin = Module.new
  mixin.define_singleton_method(:included) { |base| seen = base.ancestors.include?(self) }
  Class.new { include mixin }
  assert_equal true, seen
end

spec "an append_features without super keeps the module out" do
  mixin = Module.new
  mixin.define_singleton_method(:append_features) { |base| nil }
  made = Class.new { include mixin }
  assert_equal false, made.include?(mixin)
end

spec "extended, with extend_object" do
  log = []
  mixin = Module.new
  mixin.define_singleton_method(:extended) { |object| log << [:extended, object] }
  mixin.define_singleton_method(:extend_object) { |object| log << [:extend_object, object]; super(object) }
  thing = "thing".dup
  thing.extend(mixin)
  assert_equal [[:extend_object, "thing"], [:extended, "thing"]], log
end

spec "prepended" do
  log = []
  mixin = Module.new
  mixin.define_singleton_method(:prepended) { |base| log << base }
  made = Class.new { prepend mixin }
  assert_equal [made], log
end

spec "the usual idiom of included with extend" do
  module SpecClassMethods
    def built = :built
  end

  module SpecPlugin
    def self.included(base)
      base.extend(SpecClassMethods)
      base.class_eval { def from_plugin = :plugin }
    end
  end
  made = Class.new { include SpecPlugin }
  assert_equal [:built, :plugin], [made.built, made.new.from_plugin]
end

spec "const_missing" do
  holder = Module.new
  holder.define_singleton_method(:const_missing) { |name| const_set(name, name.to_s.downcase) }
  assert_equal "thing", holder::Thing
  assert_equal true, holder.const_defined?(:Thing)
end

spec "hooks are private methods that do nothing" do
  [:inherited, :method_added, :method_removed, :method_undefined, :included, :extended, :prepended, :const_added].each do |name|
    assert Class.private_method_defined?(name), "#{name} is not private"
  end
  [:singleton_method_added, :singleton_method_removed, :singleton_method_undefined].each do |name|
    assert BasicObject.private_method_defined?(name), "#{name} is not private"
  end
end

spec "an exception in a hook passes to where the definition stands" do
  base = Class.new
  base.define_singleton_method(:method_added) { |name| raise "refused #{name}" }
  assert_raises(RuntimeError, "refused x") { base.class_eval { def x = 1 } }
  assert_equal true, base.method_defined?(:x)
end

spec "initialize_copy, initialize_dup and initialize_clone are called at a copy" do
  log = []
  made = Class.new do
    define_method(:initialize_copy) { |original| log << :copy; super(original) }
    define_method(:initialize_dup) { |original| log << :dup; super(original) }
    define_method(:initialize_clone) { |original, freeze: nil| log << [:clone, freeze]; super(original) }
  end
  made.new.dup
  made.new.clone
  assert_equal [:dup, :copy, [:clone, nil], :copy], log
end

spec "coerce, to_str, to_ary, to_proc and to_hash are called where a conversion is needed" do
  made = Class.new do
    def to_str = "text"
    def to_ary = [1, 2]
    def to_proc = proc { :from_proc }
    def to_hash = { k: 1 }
    def to_int = 1
  end
  thing = made.new
  a, b = thing
  assert_equal ["a text", [1, 2], [:from_proc], { k: 1 }, :second], ["a " + thing, [a, b], [0].map(&thing), { **thing }, [:first, :second][thing]]
end

module SpecHookCallers
  LINES = {}

  def self.note(hook, locations) = LINES[hook] = locations.first(2).map { |at| [File.basename(at.path), at.lineno, at.base_label] }

  class Parent
    def self.inherited(child)
      SpecHookCallers.note(:inherited, caller_locations)
      raise ArgumentError, "not under me" if child.name&.end_with?("Refused")
    end
  end

  def self.const_added(name)
    note(:const_added, caller_locations) if %i[Child Part].include?(name)
    super
  end
end

spec "inherited and const_added are called from where the class stands, not from its body" do
  eval "module SpecHookCallers\n class Child < Parent\n  LINES[:body] = LINES.keys\n end\nend\n", TOPLEVEL_BINDING, "hooked.rb"
  place = [["hooked.rb", 2, "<module:SpecHookCallers>"], ["hooked.rb", 1, "<main>"]]
  assert_equal [place, place, %i[const_added inherited]], SpecHookCallers::LINES.values_at(:inherited, :const_added, :body)
  eval "module SpecHookCallers\n\n module Part\n end\nend\n", TOPLEVEL_BINDING, "hooked.rb"
  assert_equal ["hooked.rb", 3, "<module:SpecHookCallers>"], SpecHookCallers::LINES[:const_added].first
end

spec "what inherited raises is rescued around the class, not in its body" do
  ran = []
  error = assert_raises(ArgumentError) do
    eval "class SpecHookCallers::Refused < SpecHookCallers::Parent\n ran << 1\nrescue ArgumentError\n ran << 2\nensure\n ran << 3\nend\n", binding, "refused.rb"
  end
  assert_equal [[], "not under me"], [ran, error.message]
  assert_equal [["inherited"], ["refused.rb:1"]], [error.backtrace_locations.first(1).map(&:base_label), error.backtrace[1..1].map { |line| line[/\A[^:]+:\d+/] }]
end

spec "hooks are called of an object that has no __send__ any more" do
  object = "text".dup
  $VERBOSE, verbose = nil, $VERBOSE
  class << object
    undef_method :__send__, :class
  end
  $VERBOSE = verbose
  assert_equal "\"text\"", object.inspect
end

spec "a hook that was undefined is asked for all the same" do
  object = Object.new
  asked = []
  object.singleton_class.undef_method(:singleton_method_added)
  assert_raises(NoMethodError) { def object.first = 1 }
  object.singleton_class.define_method(:method_missing) { |*names| asked << names }
  def object.second = 2
  assert_equal [[:singleton_method_added, :method_missing], [:singleton_method_added, :second]], asked
end

class VisibleByHook
  def open_first = 1
  def open_second = 2
  private def hidden_first = 3
  def self.of_class = 4
end

spec "method_added is told of an inherited method whose visibility changes, and of none of the class's own" do
  told = []
  Class.new(VisibleByHook) do
    define_singleton_method(:method_added) { |name| told << name }
    define_singleton_method(:singleton_method_added) { |name| told << [:class, name] unless name == :singleton_method_added }
    public :hidden_first, :open_first
    private :open_first
    private(*[:open_first, :open_second])
    protected :open_first
    def own = 5
    private :own
    private_class_method :of_class
  end
  assert_equal [:hidden_first, :open_first, :open_second, :own, [:class, :of_class]], told
end

spec "where method_added refuses, what comes behind is not changed" do
  refusing = Class.new(VisibleByHook) { def self.method_added(name) = raise(ArgumentError, name.to_s) }
  assert_raises(ArgumentError, "open_first") { refusing.send(:private, :open_first, :open_second) }
  assert_equal [true, false], [:open_first, :open_second].map { |name| refusing.private_method_defined?(name) }
end

spec "module_function tells of the module's own copies" do
  told = []
  mod = Module.new do
    define_singleton_method(:singleton_method_added) { |name| told << name }
    told.clear
    def spec_first = 1
    def spec_second = 2
    module_function :spec_first
    module_function
    define_singleton_method(:method_added) { |name| told << [name] }
    told.clear
    module_function :spec_second
    def spec_third = 3
  end
  assert_equal [:spec_second, [:spec_third], :spec_third], told
  assert_equal [1, 2, 3], [mod.spec_first, mod.spec_second, mod.spec_third]
end

spec "a module that has undefined extend_object extends nothing" do
  mod = Module.new { singleton_class.undef_method(:extend_object) }
  error = assert_raises(NoMethodError) { Object.new.extend(mod) }
  assert_equal :extend_object, error.name
end
