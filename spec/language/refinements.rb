require_relative "../harness"
require "tmpdir"

# Refinements: changes of a class that only the files and modules that ask for them see.

module SpecShouting
  refine String do
    def shout
      upcase + "!"
    end

    def size
      super + 100
    end
  end
end

module SpecUnrefined
  def self.shout(text)
    text.shout
  end

  def self.size(text)
    text.size
  end
end

module SpecRefined
  using SpecShouting

  def self.shout(text)
    text.shout
  end

  def self.size(text)
    text.size
  end

  def self.map(list)
    list.map(&:shout)
  end

  def self.send_it(text)
    text.send(:shout)
  end

  def self.block(text)
    [text].map { |t| t.shout }
  end

  def self.respond(text)
    text.respond_to?(:shout)
  end

  def self.interpolate(text)
    "#{text.shout}"
  end

  def self.safe(text)
    text&.shout
  end

  def self.late_eval(text)
    eval("text.shout")
  end
end

spec "a refinement is not seen without using" do
  assert_raises(NoMethodError, "undefined method 'shout' for an instance of String") { SpecUnrefined.shout("a") }
  assert_equal 1, SpecUnrefined.size("a")
end

spec "using makes it seen in the rest of the module body" do
  assert_equal "A!", SpecRefined.shout("a")
end

spec "a refinement replaces a method, and super calls the refined one" do
  assert_equal 101, SpecRefined.size("a")
end

spec "a refinement is seen in blocks, interpolation, &., and eval" do
  assert_equal ["A!"], SpecRefined.block("a")
  assert_equal "A!", SpecRefined.interpolate("a")
  assert_equal "A!", SpecRefined.safe("a")
  assert_equal "A!", SpecRefined.late_eval("a")
end

spec "a refinement is seen by send and by &:name" do
  assert_equal "A!", SpecRefined.send_it("a")
  assert_equal ["A!"], SpecRefined.map(["a"])
end

spec "respond_to? sees a refinement in use" do
  assert_equal true, SpecRefined.respond("a")
end

spec "a refinement is not seen by methods that are called from its scope" do
  module SpecCallsOut
    using SpecShouting
    def self.go
      SpecUnrefined.size("abc")
    end
  end
  assert_equal 3, SpecCallsOut.go
end

spec "refining a class reaches its subclasses" do
  base = SpecRefineBase = Class.new
  leaf = SpecRefineLeaf = Class.new(SpecRefineBase)
  value = Module.new do
    using(Module.new { refine(SpecRefineBase) { def refined = :yes } })
    const_set(:VALUE, SpecRefineLeaf.new.refined)
  end
  assert_equal :yes, value::VALUE
end

spec "a method of a subclass wins over a refinement of its superclass" do
  SpecRefineParent = Class.new { def value = :parent }
  SpecRefineChild = Class.new(SpecRefineParent) { def value = :child }
  seen = nil
  Module.new do
    using(Module.new { refine(SpecRefineParent) { def value = :refined } })
    seen = [SpecRefineParent.new.value, SpecRefineChild.new.value]
  end
  assert_equal [:refined, :child], seen
end

spec "the last refinement used comes first" do
  first = Module.new { refine(Integer) { def spec_rank = [:first] } }
  second = Module.new { refine(Integer) { def spec_rank = [:second] } }
  seen = nil
  Module.new do
    using first
    using second
    seen = 1.spec_rank
  end
  assert_equal [:second], seen
end

spec "operators may be refined" do
  seen = nil
  Module.new do
    using(Module.new { refine(Integer) { def +(other) = "plus" } })
    seen = 1 + 2
  end
  assert_equal "plus", seen
  assert_equal 3, 1 + 2
end

spec "a module may be refined" do
  SpecRefinable = Module.new { def word = :plain }
  SpecRefinableUser = Class.new { include SpecRefinable }
  seen = nil
  Module.new do
    using(Module.new { refine(SpecRefinable) { def word = [:refined, super] } })
    seen = SpecRefinableUser.new.word
  end
  assert_equal [:refined, :plain], seen
end

spec "a singleton class may be refined" do
  seen = nil
  Module.new do
    using(Module.new { refine(String.singleton_class) { def build = new("built") } })
    seen = String.build
  end
  assert_equal "built", seen
end

spec "within refine a method sees the refinement" do
  seen = nil
  Module.new do
    using(Module.new do
      refine(String) do
        def one = two
        def two = :two
      end
    end)
    seen = "a".one
  end
  assert_equal :two, seen
end

spec "import_methods copies a module's methods into a refinement" do
  tools = SpecImportable = Module.new { def imported = size * 2 }
  seen = nil
  Module.new do
    using(Module.new { refine(String) { import_methods SpecImportable } })
    seen = "abc".imported
  end
  assert_equal 6, seen
end

spec "a refinement is a Refinement" do
  refinement = nil
  Module.new { refinement = refine(String) { } }
  assert_equal Refinement, refinement.class
  assert_equal String, refinement.target
  assert_equal [String], SpecShouting.refinements.map { |r| r.target }
  assert refinement.inspect.start_with?("#<refinement:String@#<Module:0x")
end

spec "refine needs a block and a class or module" do
  assert_raises(ArgumentError, "no block given") { Module.new { refine String } }
  assert_raises(TypeError, "wrong argument type Integer (expected Class or Module)") { Module.new { refine(5) { } } }
end

spec "using is refused inside a method" do
  made = Class.new do
    def go
      Module.new.send(:using, SpecShouting)
    end
  end
  assert_raises(RuntimeError, "Module#using is not permitted in methods") { made.new.go }
end

spec "using wants a module" do
  assert_raises(TypeError, "wrong argument type Class (expected Module)") { Module.new { using String } }
end

spec "using at the top of an evaluated text stays there" do
  text = "using SpecShouting\n'a'.shout"
  assert_equal "A!", eval(text, TOPLEVEL_BINDING.dup)
end

spec "Module.used_modules lists what is in use" do
  module SpecUsing
    using SpecShouting
    USED = Module.used_modules
  end
  assert_equal [SpecShouting], SpecUsing::USED
end

spec "method and instance_method see refinements" do
  seen = nil
  Module.new do
    using SpecShouting
    seen = ["a".method(:shout).call, String.instance_method(:shout).bind("b").call]
  end
  assert_equal ["A!", "B!"], seen
end

spec "a refined to_s is used by interpolation" do
  seen = nil
  Module.new do
    using(Module.new { refine(Integer) { def to_s = "refined" } })
    seen = "#{5}"
  end
  assert_equal "refined", seen
end

module SpecShapes
  refine Integer do
    def spec_shape = "integer"
  end

  refine Array do
    def spec_shape = map(&:spec_shape) + map { |element| element.spec_shape }
    def spec_inner = map { |element| element.spec_later }
    alias spec_count count
  end

  refine Symbol do
    def spec_later = :later
  end
end

module SpecEnumerables
  refine Enumerable do
    alias spec_find find
    alias_method :spec_pick, :select
  end
end

module SpecIndents
  def spec_indent(level) = " " * level + self
  def spec_twice = spec_indent(1).spec_indent(1)
end

module SpecImported
  refine String do
    import_methods SpecIndents
  end
end

using SpecShapes
using SpecEnumerables
using SpecImported

spec "what a refine block defines sees the refinements of its module, also of later blocks" do
  assert_equal ["integer", "integer", "integer", "integer"], [1, 2].spec_shape
  assert_equal [:later], [:a].spec_inner
end

spec "alias in a refinement finds methods of what is refined" do
  assert_equal 2, [1, 2].spec_count
  assert_equal [2, [2, 3]], [(1..3).spec_find { |x| x > 1 }, (1..3).spec_pick { |x| x > 1 }]
end

spec "imported methods see one another" do
  assert_equal "  a", "a".spec_twice
  made = Module.new
  assert_raises(ArgumentError, "Can't import method which is not defined with Ruby code: Comparable#==") do
    made.module_eval { refine(String) { import_methods Comparable } }
  rescue ArgumentError => error
    raise error, error.message.sub(/#.*/, "#==")
  end
end

module AliasesInRefinement
  refine Array do
    alias other_sum sum
    alias_method :other_size, :size
  end
end

using AliasesInRefinement

spec "a refinement gives the class's own methods other names" do
  assert_equal [3, 2], [[1, 2].other_sum, [1, 2].other_size]
  assert_raises(NameError) { Module.new { refine(Array) { alias other no_such_method } } }
end

class SpecTakenApart; end

module SpecDeconstruction
  refine(SpecTakenApart) do
    def deconstruct = [1, 2]
    def deconstruct_keys(_keys) = { a: 5 }
    def to_proc = proc { |value| [:object, value] }
  end
  refine(Array) { def deconstruct = [0] }
  refine(Hash) { def deconstruct_keys(_keys) = { b: 1 } }
  refine(Method) { def to_proc = proc { |value| [:method, value] } }
  refine(Symbol) { def to_proc = proc { |value| [:symbol, value] } }
end

def unrefined_match(value) = (value in [_, *] | { b: _ })

module SpecDeconstructed
  using SpecDeconstruction

  def self.parts(value) = (case value; in [first, second] then [first, second]; in [only] then only; end)
  def self.pairs(value) = (case value; in { a: } then a; in { b: } then [b]; end)
  def self.blocks = [[1].map(&SpecTakenApart.new), [2].map(&3.method(:+)), [4].map(&:to_s), [[5]].each_slice(1).map(&:first), :a.to_proc.call(6)]
end

spec "patterns take values apart as the refinements in use say" do
  assert_equal [[1, 2], 5], [SpecDeconstructed.parts(SpecTakenApart.new), SpecDeconstructed.pairs(SpecTakenApart.new)]
  assert_equal [0, [1]], [SpecDeconstructed.parts([7, 8, 9]), SpecDeconstructed.pairs({ a: 1 })]
  assert_equal [false, true, false], [unrefined_match(SpecTakenApart.new), unrefined_match([1]), unrefined_match({ a: 1 })]
end

spec "what is passed as a block is converted by the refinements in use, but for Symbols" do
  assert_equal [[[:object, 1]], [[:method, 2]], ["4"], [[5]], [:symbol, 6]], SpecDeconstructed.blocks
  assert_raises(TypeError, "wrong argument type SpecTakenApart (expected Proc)") { [1].map(&SpecTakenApart.new) }
  assert_equal ["1"], [1].map(&:to_s)
end

spec "using in a text that is evaluated ends with it, but in one given to a Binding" do
  file = File.join(Dir.tmpdir, "spec_using_#{$$}.rb")
  File.write(file, <<~RUBY)
    module SpecUsedInText; refine(Integer) { def told = :told }; end
    module SpecUsesInText
      A = eval("using SpecUsedInText; 1.told")
      B = (1.told rescue :unknown)
      binding.eval("using SpecUsedInText")
      C = [1.told, eval("2.told")]
    end
  RUBY
  load file
  assert_equal [:told, :unknown, [:told, :told]], [SpecUsesInText::A, SpecUsesInText::B, SpecUsesInText::C]
ensure
  File.delete(file)
end

module SplattedElse
  refine(Range) { def to_a = [:refined] }
  refine(Hash) { def to_a = [:refined] }
  refine(Struct) { def to_a = [:refined] }
  refine(NilClass) { def to_a = [:refined] }
end

using SplattedElse

spec "a splat does not ask a refined to_a" do
  pair = Struct.new(:value).new(1)
  assert_equal [[1, 2], [1], [[:a, 1]], []], [[*(1..2)], [*pair], [*{ a: 1 }], [*nil]]
  taking = ->(*values) { values }
  assert_equal [[1, 2], [1]], [taking.call(*(1..2)), taking.call(*pair)]
  first, second = *(1..2)
  assert_equal [1, 2, :there], [first, second, (case 1 when *(1..2) then :there end)]
  assert_equal [:refined], (1..2).to_a
end

class SpecHerd
  def open = 2

  private

  def moo = "Moo"
end

module SpecHerdRefined
  refine SpecHerd do
    public :moo
    private :open
    undef_method :frozen?
  end
end

class SpecHerdCaller
  using SpecHerdRefined

  def self.answers(herd) = [herd.moo, (herd.open rescue $!.class), (herd.frozen? rescue $!.class)]
end

spec "a refinement changes the visibility of its class's methods, or undefines them, where it is used" do
  herd = SpecHerd.new
  assert_equal ["Moo", NoMethodError, NoMethodError], SpecHerdCaller.answers(herd)
  assert_equal [NoMethodError, 2, false], [(herd.moo rescue $!.class), herd.open, herd.frozen?]
end

class SpecElder
  def to_s = "plain"
end

class SpecYounger < SpecElder; end

module SpecFamily
  refine(SpecElder) { def to_s = "elder" }
  refine(SpecYounger) { def to_s = super + ", younger" }
end

class SpecGuest
  using SpecFamily

  def self.shown = SpecYounger.new.to_s
end

spec "super in a refined method finds the refined methods of ancestors" do
  assert_equal "elder, younger", SpecGuest.shown
end

class SpecGuarded; end

module SpecGuard
  refine SpecGuarded do
    protected def word = :word
  end
end

class SpecGuarded
  using SpecGuard

  def word_of(other) = other.word
end

spec "a protected method of a refinement is for instances of the class that it refines" do
  assert_equal :word, SpecGuarded.new.word_of(SpecGuarded.new)
end

module SpecImported
  ANSWER = 42

  def answer = ANSWER
end

spec "imported methods find the constants of where they stand, and methods of a refinement are bound to its class's instances only" do
  refinement = nil
  Module.new { refinement = refine(SpecGuarded) { import_methods SpecImported } }
  assert_equal 42, refinement.instance_method(:answer).bind(SpecGuarded.new).call
  assert_raises(TypeError, "bind argument must be an instance of SpecGuarded") { refinement.instance_method(:answer).bind("") }
  assert_raises(TypeError, "bind argument must be an instance of SpecGuarded") { refinement.instance_method(:answer).bind_call("") }
end

spec "refine takes a block that is written there, and using is called by a module for itself" do
  assert_raises(ArgumentError, "can't pass a Proc as a block to Module#refine") { Module.new { refine(String, &proc {}) } }
  assert_raises(RuntimeError, "Module#using is not called on self") { eval("module SpecFamily; Module.new.send(:using, SpecGuard); end", TOPLEVEL_BINDING) }
  text = "module SpecFamily; TOPLEVEL_BINDING.receiver.send(:using, SpecGuard); end"
  assert_raises(RuntimeError, "main.using is permitted only at toplevel") { eval(text, TOPLEVEL_BINDING) }
end
