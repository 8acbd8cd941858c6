require "stringio"
require "tmpdir"
require_relative "../harness"

# What `-w` says of methods that a definition discards, and of globals that were never set.

def warnings_of(text)
  verbose, $VERBOSE = $VERBOSE, true
  errors, $stderr = $stderr, StringIO.new
  eval(text, TOPLEVEL_BINDING, "here", 1)
  $stderr.string.lines(chomp: true).map { |line| line.delete_prefix("here:") }
ensure
  $VERBOSE = verbose
  $stderr = errors
end

spec "a definition that discards a method says so, and where that was" do
  assert_equal ["3: warning: method redefined; discarding old a", "2: warning: previous definition of a was here"],
    warnings_of("Class.new {\n def a; end\n def a; end\n}")
  assert_equal ["2: warning: method redefined; discarding old s", "1: warning: previous definition of s was here"],
    warnings_of("o = Object.new; def o.s; end\ndef o.s; end")
  assert_equal [], warnings_of("Class.new { def a; end }; Class.new { def a; end }")
end

spec "so do define_method, attributes and aliases; of what has no place nothing more is said" do
  text = "Class.new {\n attr_accessor :e\n define_method(:e) { }\n def e=(x); end\n def f; end\n attr_reader :f\n alias e f\n alias_method :e=, :f }"
  expected = ["3: warning: method redefined; discarding old e", "4: warning: method redefined; discarding old e=",
    "6: warning: method redefined; discarding old f", "5: warning: previous definition of f was here",
    "7: warning: method redefined; discarding old e", "3: warning: previous definition of e was here",
    "8: warning: method redefined; discarding old e=", "4: warning: previous definition of e= was here"]
  assert_equal expected, warnings_of(text)
end

spec "a method with a second name, one that was undefined or removed, and one of a superclass are not lost" do
  assert_equal [], warnings_of("Class.new { def c; end; alias d c; def c; end; undef d; def d; end; remove_method :d; def d; end }")
  assert_equal [], warnings_of("Class.new { def a; end; alias a a; def a; end; def b; end; alias_method :b, :b; def b; end }")
  assert_equal [], warnings_of("a = Class.new { def e; end; private :e }; Class.new(a) { public :e; def e; end }")
  assert_equal [], warnings_of("Module.new { def x; end; module_function :x; def x; end; def self.x; end }")
end

spec "each definition tells of the one before" do
  assert_equal ["1: warning: method redefined; discarding old zz", "1: warning: previous definition of zz was here"] * 2,
    warnings_of("Class.new { 3.times { def zz; end } }")
  assert_equal ["1: warning: method redefined; discarding old x", "1: warning: previous definition of x was here"] * 2,
    warnings_of("Module.new { module_function; def x; end; def x; end }")
end

spec "method_added is called once, after the warning" do
  $redefinition_log = []
  warnings = warnings_of("Class.new { def self.method_added(name) = $redefinition_log << [name, $stderr.string.lines.size]; def q; end; def q; end }")
  assert_equal 2, warnings.size
  assert_equal [[:q, 0], [:q, 2]], $redefinition_log
end

spec "a core method that a program defines anew is told of" do
  assert_equal ["1: warning: method redefined; discarding old inspect"], warnings_of("class Enumerator::Chain; def inspect = super; end")
  assert_equal [], warnings_of("class Range; def sum(...) = super; end; class Hash; def filter_map = super; end")
end

spec "a global that nobody set is told of, one that is nil is not" do
  assert_equal ["1: warning: global variable '$never_set_here' not initialized"], warnings_of("$never_set_here")
  assert_equal [], warnings_of("$set_to_nil_here = nil; $set_to_nil_here")
  assert_equal [], warnings_of("defined?($never_set_there)")
  assert_equal [], warnings_of("[$;, $,, $/, $-i, $-a, $~, $1, $_, $!, $@, $?]")
end

spec "without -w nothing is said" do
  errors, $stderr = $stderr, StringIO.new
  eval "Class.new { def a; end; def a; end }; $never_set_either"
  assert_equal "", $stderr.string
ensure
  $stderr = errors
end

spec "the default visibility at the top level is not for methods defined in a class from there" do
  path = "#{Dir.tmpdir}/define_from_top_#{Process.pid}.rb"
  File.write(path, "class FromTop; end\nFromTop.define_method(:g) { 1 }\nObject.define_method(:from_top_g) { 2 }\nObject.attr_reader :from_top_r\n")
  load path
  assert_equal [1, 2, nil], [FromTop.new.g, 5.from_top_g, 5.then { Object.new.from_top_r }]
ensure
  File.delete(path)
end

spec "method_missing may be defined in BasicObject itself" do
  program = 'class BasicObject; def method_missing(name, *a) = "mm:#{name}"; end; print 3.zork'
  assert_equal "mm:zork", IO.popen([RbConfig.ruby, "-e", program], &:read)
end

spec "what is defined of a method object shares its definition: nothing is said when it goes" do
  text = "m = Module.new {\n def a = 1 }\nc = Class.new { def b = 2 }\n2.times { c.define_method(:x, m.instance_method(:a)) }\n" \
    "c.define_method(:b, m.instance_method(:a))\nm.module_eval { def a = 5 }"
  assert_equal ["5: warning: method redefined; discarding old b", "3: warning: previous definition of b was here"], warnings_of(text)
end

spec "changes of methods that others rely on are told of" do
  assert_equal ["2: warning: redefining 'object_id' may cause serious problems"], warnings_of("Class.new {\n def object_id = 1 }")
  assert_equal ["1: warning: redefining '__send__' may cause serious problems"], warnings_of("Class.new { define_method(:__send__) { } }")
  assert_equal %w[undefining redefining].map { |word| "1: warning: #{word} '__id__' may cause serious problems" }, warnings_of("Class.new { undef __id__ }")
  assert_equal ["1: warning: undefining 'initialize' may cause serious problems"], warnings_of("Class.new { undef_method :initialize }")
  assert_equal ["1: warning: removing 'initialize' may cause serious problems"], warnings_of("Class.new { def initialize; end; remove_method :initialize }")
  assert_equal ["1: warning: redefining 'object_id' may cause serious problems"] * 3,
               warnings_of("Class.new { attr_reader :object_id }; 2.times { |time| Class.new { time == 0 ? alias_method(:object_id, :hash) : class_eval { alias object_id hash } } }")
  assert_equal [], warnings_of("Class.new { def initialize; end; def respond_to?(*) = super }")
end

spec "what slows a program down is told of where it asks for that" do
  text = "class Integer; alias kept +; def +(other) = kept(other); def +(other) = kept(other); alias + kept; end\n" \
    "class Array; undef_method :max; end\nclass Comparing; def <=>(other) = 0; end"
  program = "$VERBOSE = false; Warning[:performance] = true; eval #{text.dump}, nil, 'x', 1"
  told = IO.popen([RbConfig.ruby, "-e", program], err: %i[child out], &:read)
  words = [["x:1", "Integer#+"], ["x:2", "Array#max"]].map { |place, method| "#{place}: warning: Redefining '#{method}' disables interpreter and JIT optimizations" }
  assert_equal words, told.lines(chomp: true)
  assert_equal "", IO.popen([RbConfig.ruby, "-e", program.sub("true", "false")], err: %i[child out], &:read)
end

spec "private_constant and its like without a name" do
  assert_equal %w[private_constant public_constant deprecate_constant].map { |name| "1: warning: #{name} with no argument is just ignored" },
               warnings_of("Class.new { private_constant; public_constant; deprecate_constant }")
end

spec "the Ruby half of a library may define what C functions were" do
  program = '$VERBOSE = true; $:.unshift(ARGV[0]); require "bigdecimal"; class BigDecimal; def sqrt(digits) = 2; end'
  Dir.mktmpdir do |folder|
    File.write("#{folder}/bigdecimal.rb", "require 'bigdecimal.so'\nclass BigDecimal\n  def sqrt(digits) = 1\nend\n")
    told = IO.popen([RbConfig.ruby, "-e", program, folder], err: %i[child out], &:read)
    expected = ["-e:1: warning: method redefined; discarding old sqrt", "#{folder}/bigdecimal.rb:3: warning: previous definition of sqrt was here"]
    assert_equal expected, told.lines(chomp: true) if RUBY_ENGINE == "rutile"
  end
end
