require_relative "../harness"
require_relative "../outside"

SPEC_TOP = :top

module SpecOuter
  LEVEL = :outer
  ONLY_OUTER = :only_outer

  module Inner
    LEVEL = :inner

    def self.level
      LEVEL
    end

    def self.only_outer
      ONLY_OUTER
    end

    def self.top
      SPEC_TOP
    end
  end
end

spec "a constant is read by its name" do
  assert_equal :top, SPEC_TOP
end

spec "a constant in a module is read through it" do
  assert_equal :outer, SpecOuter::LEVEL
  assert_equal :inner, SpecOuter::Inner::LEVEL
end

spec "the nearest enclosing module wins" do
  assert_equal :inner, SpecOuter::Inner.level
end

spec "enclosing modules are searched outward, then Object" do
  assert_equal :only_outer, SpecOuter::Inner.only_outer
  assert_equal :top, SpecOuter::Inner.top
end

spec "two colons in front start at Object" do
  module SpecOuter
    SPEC_TOP = :shadow
    def self.both
      [SPEC_TOP, ::SPEC_TOP]
    end
  end
  assert_equal [:shadow, :top], SpecOuter.both
end

module SpecOuter::Inner
  def self.compact
    ONLY_OUTER
  end
end

spec "a compact module name does not enclose its parents" do
  error = assert_raises(NameError) { SpecOuter::Inner.compact }
  assert_equal "uninitialized constant SpecOuter::Inner::ONLY_OUTER", error.message
  assert_equal :ONLY_OUTER, error.name
  assert_equal SpecOuter::Inner, error.receiver
end

class SpecParent
  INHERITED = :from_parent
  LEVEL = :parent
end

module SpecMixin
  MIXED = :mixed
end

class SpecChild < SpecParent
  include SpecMixin

  def self.read
    [INHERITED, MIXED]
  end
end

spec "ancestors are searched after the enclosing scopes" do
  assert_equal [:from_parent, :mixed], SpecChild.read
  assert_equal :from_parent, SpecChild::INHERITED
end

spec "an enclosing scope wins over an ancestor" do
  module SpecLexical
    LEVEL = :lexical
    class Child < SpecParent
      def self.level
        LEVEL
      end
    end
  end
  assert_equal :lexical, SpecLexical::Child.level
end

spec "an unknown constant raises NameError" do
  error = assert_raises(NameError, "uninitialized constant SpecNowhere") { SpecNowhere }
  assert_equal :SpecNowhere, error.name
  assert_raises(NameError, "uninitialized constant SpecOuter::Nowhere") { SpecOuter::Nowhere }
end

spec "a class reached through a path does not fall back to Object" do
  assert_raises(NameError, "uninitialized constant SpecOuter::String") { SpecOuter::String }
end

spec "a class does not fall back to Object through a path either" do
  assert_raises(NameError, "uninitialized constant SpecParent::SPEC_TOP") { SpecParent::SPEC_TOP }
end

spec "a path through something that is no module raises TypeError" do
  five = 5
  assert_raises(TypeError, "5 is not a class/module") { five::X }
  assert_raises(TypeError, "nil is not a class/module") { nil::X }
end

spec "assigning a constant gives the value" do
  module SpecAssigned
    RESULT = (VALUE = 5)
  end
  assert_equal 5, SpecAssigned::RESULT
end

spec "a constant may be assigned through a path" do
  SpecOuter::ADDED = 1
  assert_equal 1, SpecOuter::ADDED
end

spec "a constant may not be assigned in a method" do
  assert_raises(SyntaxError) { eval("def spec_dynamic; X = 1; end") }
end

spec "assigning again warns and replaces" do
  kept, $stderr = $stderr, Class.new { attr_reader :text; def write(*t); @text = (@text || "") + t.join; end }.new
  begin
    SpecOuter.const_set(:TWICE, 1)
    SpecOuter.const_set(:TWICE, 2)
    text = $stderr.text
  ensure
    $stderr = kept
  end
  assert_equal 2, SpecOuter::TWICE
  assert text.include?("already initialized constant SpecOuter::TWICE")
  assert text.include?("previous definition of TWICE was here")
end

spec "the first assignment to a constant names an anonymous class" do
  made = Class.new
  assert_equal nil, made.name
  SpecNamedLate = made
  assert_equal "SpecNamedLate", made.name
  SpecNamedTwice = made
  assert_equal "SpecNamedLate", made.name
end

spec "a class within an anonymous module gets its name with the module" do
  outer = Module.new
  outer.const_set(:Leaf, Class.new)
  assert outer::Leaf.name.start_with?("#<Module:0x")
  SpecNamedOuter = outer
  assert_equal "SpecNamedOuter::Leaf", outer::Leaf.name
end

spec "||= defines a constant that is not there" do
  SpecOuter::MAYBE ||= 1
  SpecOuter::MAYBE ||= 2
  assert_equal 1, SpecOuter::MAYBE
end

spec "Module.nesting lists the open modules, innermost first" do
  module SpecOuter
    module Inner
      NESTED = Module.nesting
    end
  end
  assert_equal [SpecOuter::Inner, SpecOuter], SpecOuter::Inner::NESTED
  assert_equal [], Module.nesting
end

spec "a block looks up constants where it was written" do
  assert_raises(NameError) { SpecOuter.module_eval { ONLY_OUTER } }
end

spec "an evaluated text looks up constants in the module it is evaluated in" do
  assert_equal :only_outer, SpecOuter.module_eval("ONLY_OUTER")
end

spec "const_get follows paths and ancestors" do
  assert_equal :inner, Object.const_get("SpecOuter::Inner::LEVEL")
  assert_equal :from_parent, SpecChild.const_get(:INHERITED)
  assert_raises(NameError) { SpecChild.const_get(:INHERITED, false) }
  assert_equal :top, SpecChild.const_get(:SPEC_TOP)
end

spec "const_get refuses what is no constant name" do
  assert_raises(NameError, "wrong constant name lower") { Object.const_get(:lower) }
  assert_raises(NameError, "wrong constant name lower") { Object.const_set(:lower, 1) }
end

spec "const_defined? and constants tell what is there" do
  assert_equal true, SpecOuter.const_defined?(:LEVEL)
  assert_equal true, SpecOuter.const_defined?("Inner::LEVEL")
  assert_equal false, SpecOuter.const_defined?(:NOPE)
  assert_equal true, SpecChild.const_defined?(:INHERITED)
  assert_equal false, SpecChild.const_defined?(:INHERITED, false)
  assert SpecOuter.constants.include?(:LEVEL)
  assert SpecChild.constants.include?(:INHERITED)
  assert_equal [], SpecChild.constants(false)
end

spec "remove_const takes a constant away and gives its value" do
  SpecOuter.const_set(:GONE, 9)
  assert_equal 9, SpecOuter.send(:remove_const, :GONE)
  assert_equal false, SpecOuter.const_defined?(:GONE)
  assert_raises(NameError, "constant SpecOuter::GONE not defined") { SpecOuter.send(:remove_const, :GONE) }
end

spec "private_constant hides a constant from paths, not from the inside" do
  module SpecSecretive
    SECRET = 1
    private_constant :SECRET
    def self.reveal
      SECRET
    end
  end
  assert_equal 1, SpecSecretive.reveal
  assert_raises(NameError, "private constant SpecSecretive::SECRET referenced") { SpecSecretive::SECRET }
  assert_equal [], SpecSecretive.constants
end

module SpecMissing
  def self.const_missing(name)
    [:missing, name]
  end

  def self.inside
    ABSENT
  end
end

spec "const_missing answers for an unknown constant" do
  assert_equal [:missing, :Thing], SpecMissing::Thing
  assert_equal [:missing, :ABSENT], SpecMissing.inside
end

spec "a method may have a constant's name" do
  def self.Upper(value = 0)
    value + 1
  end
  assert_equal 3, self.Upper(2)
  assert_equal 1, self.Upper()
end

spec "a cached look-up notices a new nearer constant" do
  module SpecCacheOuter
    NEAR = :far
    class Reader
      def self.read
        NEAR
      end
    end
  end
  assert_equal :far, SpecCacheOuter::Reader.read
  SpecCacheOuter::Reader.const_set(:NEAR, :near)
  assert_equal :near, SpecCacheOuter::Reader.read
  SpecCacheOuter::Reader.send(:remove_const, :NEAR)
  assert_equal :far, SpecCacheOuter::Reader.read
end

spec "autoload loads the file when the constant is first read" do
  scratch_folder do |folder|
    path = File.join(folder, "spec_auto.rb")
    File.write(path, "$spec_auto_runs = $spec_auto_runs.to_i + 1\nmodule SpecAuto; VALUE = 7; end\n")
    Object.autoload(:SpecAuto, path)
    assert_equal path, Object.autoload?(:SpecAuto)
    assert_equal nil, $spec_auto_runs
    assert_equal 7, SpecAuto::VALUE
    assert_equal 7, SpecAuto::VALUE
    assert_equal 1, $spec_auto_runs
    assert_equal nil, Object.autoload?(:SpecAuto)
  end
end

spec "autoload of a file that defines nothing raises NameError" do
  scratch_folder do |folder|
    path = File.join(folder, "spec_auto_empty.rb")
    File.write(path, "")
    SpecOuter.autoload(:AutoEmpty, path)
    assert_raises(NameError, "uninitialized constant SpecOuter::AutoEmpty") { SpecOuter::AutoEmpty }
    File.write(other = path.sub("empty", "other"), "")
    program = "autoload :A, ARGV[0]; module M; autoload :B, ARGV[1]; end; [-> { A }, -> { M::B }].each { |ask| ask.call rescue 0 }"
    expected = "-e:1: warning: Expected #{path} to define A but it didn't\n-e:1: warning: Expected #{other} to define M::B but it didn't\n"
    assert_equal [expected, 0], run_ruby("-w", "-e", program, path, other)
  end
end

spec "defined? of an autoload constant does not load it" do
  scratch_folder do |folder|
    path = File.join(folder, "spec_auto_defined.rb")
    File.write(path, "SpecAutoDefined = 1; $spec_auto_defined = true")
    Object.autoload(:SpecAutoDefined, path)
    assert_equal "constant", defined?(SpecAutoDefined)
    assert_equal nil, $spec_auto_defined
    assert_equal 1, SpecAutoDefined
  end
end

spec "const_source_location tells the file and line" do
  location = Object.const_source_location(:SPEC_TOP)
  assert_equal [__FILE__, 4], location
  assert_equal nil, Object.const_source_location(:SpecNowhereAtAll)
end

spec "a private constant cannot be named or opened again from outside" do
  module SpecKeeper
    class Hidden; end
    module Buried; end
    private_constant :Hidden, :Buried
  end
  assert_raises(NameError, "private constant SpecKeeper::Hidden referenced") { class SpecKeeper::Hidden; end }
  assert_raises(NameError, "private constant SpecKeeper::Buried referenced") { module SpecKeeper::Buried; end }
  SPEC_KEPT_BY_OBJECT = 1
  Object.private_constant :SPEC_KEPT_BY_OBJECT
  assert_raises(NameError, "private constant Object::SPEC_KEPT_BY_OBJECT referenced") { ::SPEC_KEPT_BY_OBJECT }
  assert_equal [nil, "constant"], [defined?(::SPEC_KEPT_BY_OBJECT), defined?(SPEC_KEPT_BY_OBJECT)]
  error = assert_raises(NameError) { Class.new(SpecKeeper.const_get(:Hidden))::ABSENT }
  assert_equal :ABSENT, error.name
  heir = Module.new { include SpecKeeper }
  assert_equal SpecKeeper, assert_raises(NameError) { heir::Hidden }.receiver
  def heir.const_missing(name) = [:missing, name]
  assert_equal [:missing, :Hidden], heir::Hidden
end

spec "each singleton class has constants of its own" do
  def spec_own_constant(object, value)
    class << object
      self
    end.const_set(:OWN, value)
    class << object
      OWN
    end
  end
  assert_equal [1, 2], [spec_own_constant(Object.new, 1), spec_own_constant(Object.new, 2)]
end

spec "the error of a missing constant names the module by name, or by inspect" do
  named = Module.new { def self.name = "Given" }
  assert_raises(NameError, "uninitialized constant Given::ABSENT") { named::ABSENT }
  unnamed = Module.new { def self.inspect = "<unnamed>" }
  assert_raises(NameError, "uninitialized constant <unnamed>::ABSENT") { unnamed::ABSENT }
end

spec "a file that an autoload promised may open its class with the full name" do
  require "tmpdir"
  path = File.join(Dir.tmpdir, "spec_promised_#{$$}.rb")
  File.write(path, "class SpecPromiser::Promised\n  KEPT = 1\nend\n")
  module SpecPromiser; end
  SpecPromiser.autoload(:Promised, path)
  require path
  assert_equal 1, SpecPromiser::Promised::KEPT
ensure
  File.delete(path)
end

spec "a file that is on its way when it opens its own autoload isn't required again" do
  $spec_times = 0
  scratch_folder do |folder|
    File.write("#{folder}/on_its_way.rb", "class SpecOnItsWay\n  TIMES = $spec_times += 1\nend\n")
    Object.autoload(:SpecOnItsWay, "#{folder}/on_its_way.rb")
    taker = Class.new { attr_reader :text; def write(*texts) = @text = texts.join }.new
    before = [$stderr, $VERBOSE]
    begin
      $stderr, $VERBOSE = taker, true
      assert_equal true, require("#{folder}/on_its_way.rb")
    ensure
      $stderr, $VERBOSE = before
    end
    assert_equal [nil, 1], [taker.text, SpecOnItsWay::TIMES]
  end
end

class PathOuter
  INNER = 1
end

class PathHeir < PathOuter
end

spec "further names of a path are not looked for at the top level" do
  assert_equal 1, Object.const_get("PathHeir::INNER")
  assert_equal PathOuter, PathHeir.const_get("PathOuter")
  assert_equal PathOuter, Comparable.const_get(:PathOuter)
  assert_raises(NameError, "uninitialized constant PathHeir::PathOuter") { Object.const_get("PathHeir::PathOuter") }
  assert_raises(NameError, "uninitialized constant Comparable::PathOuter") { Object.const_get("Comparable::PathOuter::INNER") }
  assert_equal [true, false, true], ["PathHeir::INNER", "PathHeir::PathOuter", "PathOuter"].map { |path| Object.const_defined?(path) }
end

spec "a promised constant is not there while its file is loaded by a require of its own, nor once that has left it out" do
  Dir.mktmpdir do |folder|
    seen = "[defined?(Promised), defined?(::Promised), Object.const_defined?(:Promised), Object.const_defined?('Promised'), Object.autoload?(:Promised)]"
    File.write("#{folder}/promised_file.rb", "$during = #{seen}; module Promised; end")
    File.write("#{folder}/left_out.rb", "")
    program = <<~RUBY
      $LOAD_PATH.unshift(#{folder.inspect})
      autoload :Promised, "promised_file"
      autoload :LeftOut, "left_out"
      before = #{seen}
      require "promised_file"
      require "left_out"
      p before, $during, #{seen}, [defined?(LeftOut), Object.const_defined?(:LeftOut), autoload?(:LeftOut)]
    RUBY
    printed = IO.popen([RbConfig.ruby, "-e", program], &:read)
    there = ["constant", "constant", true, true, nil]
    expected = [[*there[0, 4], "promised_file"], [nil, nil, false, false, nil], there, [nil, false, nil]]
    assert_equal expected.map { |it| "#{it.inspect}\n" }.join, printed
  end
end

class BareConstants < BasicObject
  def self.found = BasicObject
  def self.other = Comparable
end

spec "BasicObject has itself as its only constant" do
  assert_equal [BasicObject, [:BasicObject]], [BareConstants.found, BasicObject.constants]
  assert_raises(NameError, "uninitialized constant BareConstants::Comparable") { BareConstants.other }
end

spec "a constant is there by its name or its path, in what is inherited too unless it is not to be" do
  assert_equal [true, true, true, false], [Object.const_defined?(:String), String.const_defined?("Comparable"), Object.const_defined?("File::Stat"), Math.const_defined?(:Nowhere)]
  assert_equal [false, true, false], [String.const_defined?(:Comparable, false), Math.const_defined?("PI", false), Object.const_defined?("Never#{1}Named")]
  assert_raises(NameError, "wrong constant name pi") { Math.const_defined?(:pi) }
  assert_raises(NameError, "wrong constant name pi") { Math.const_defined?("pi") }
end

spec "what names no constant is to convert to a String" do
  name = Object.new
  def name.to_str = "PI"
  assert_equal [Math::PI, true], [Math.const_get(name), Math.const_defined?(name)]
  assert_raises(TypeError, "no implicit conversion of Integer into String") { Math.const_get(5) }
  assert_raises(TypeError, "no implicit conversion of nil into String") { Math.const_defined?(nil) }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { Math.const_source_location(5) }
end

spec "modules stand below what they inherit" do
  below = [[Integer, Comparable], [Comparable, Integer], [Integer, Integer], [Integer, String]]
  assert_equal [true, false, false, nil], below.map { |one, other| one < other }
  assert_equal [true, false, true, nil], below.map { |one, other| one <= other }
  assert_equal [-1, 1, 0, nil], below.map { |one, other| one <=> other }
  assert_equal nil, Integer <=> 1
  assert_raises(TypeError, "compared with non class/module") { Integer < 1 }
end

spec "a deprecated constant and the place of one are told in the reference's words" do
  module ToldConstants
    GOING = 1
    deprecate_constant :GOING
  end
  before, $stderr, told = $stderr, (require "stringio"; StringIO.new), Warning[:deprecated]
  Warning[:deprecated] = true
  ToldConstants::GOING
  text = $stderr.string
  $stderr = before
  Warning[:deprecated] = told
  assert text.match?(/\A\S+:\d+: warning: constant ToldConstants::GOING is deprecated\n\z/), text.inspect
  assert_raises(NameError, "wrong constant name ::String") { Object.const_source_location(:"::String") }
  assert_equal [], Object.const_source_location("::String")
end

spec "a deprecated constant of the top level is told with its colons, and one that is taken away is told, too" do
  module WarnedConstants
    LEAVING = 1
    deprecate_constant :LEAVING
  end
  class WarnedHeir; include WarnedConstants; end
  WARNED_TOP = 2
  Object.deprecate_constant :WARNED_TOP
  before, $stderr, told = $stderr, (require "stringio"; StringIO.new), Warning[:deprecated]
  Warning[:deprecated] = true
  WARNED_TOP
  assert_raises(NameError, "constant WarnedHeir::LEAVING not defined") { WarnedHeir.send(:remove_const, :LEAVING) }
  assert_equal [1, 2], [WarnedConstants.send(:remove_const, :LEAVING), Object.send(:remove_const, :WARNED_TOP)]
  text = $stderr.string
  $stderr = before
  Warning[:deprecated] = told
  assert_equal ["constant ::WARNED_TOP is deprecated", "constant WarnedConstants::LEAVING is deprecated", "constant ::WARNED_TOP is deprecated"],
               text.lines.map { |line| line[/warning: (.*)/, 1] }
end
