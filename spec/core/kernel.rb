require_relative "../harness"

class SpecOutput
  attr_reader :text
  def initialize = @text = +""
  def <<(part)
    write(part)
    self
  end

  def write(*parts)
    parts.each { |part| @text << part.to_s }
    parts.sum { |part| part.to_s.bytesize }
  end
end

def spec_capture
  kept = $stdout
  sink = SpecOutput.new
  begin
    $stdout = sink
    yield
  ensure
    $stdout = kept
  end
  sink.text
end

spec "puts ends each value with one newline, and spreads arrays" do
  assert_equal "a\nb\n1\n2\n\n\n3\n", spec_capture { puts "a", "b\n"; puts [1, [2, nil]]; puts; puts 3 }
  assert_equal "\n", spec_capture { puts nil }
  assert_equal "", spec_capture { puts [] }
end

spec "print adds nothing, p inspects and gives its argument" do
  assert_equal "a1", spec_capture { print "a", 1 }
  assert_equal "\"a\"\n:b\n", spec_capture { p "a", :b }
  given = []
  spec_capture { given << p(1) << p(1, 2) << p }
  assert_equal [1, [1, 2], nil], given
end

spec "pp prints nicely and gives its argument" do
  assert_equal "{a: 1}\n", spec_capture { pp({ a: 1 }) }
  assert_equal "{\"a\" => 1, \"+\": 2, b?: 3, A: 4, \"x y\": 5, \"c=\": 6, nil => 7}\n",
               spec_capture { pp({ "a" => 1, :+ => 2, b?: 3, A: 4, "x y": 5, "c=": 6, nil => 7 }) }
  long = { first: "a" * 40, second: { third: "b" * 80 } }
  assert_equal "{first: \"#{"a" * 40}\",\n second:\n  {third:\n    \"#{"b" * 80}\"}}\n", spec_capture { pp(long) }
end

spec "putc and printf" do
  assert_equal "AB", spec_capture { putc 65; putc "Bx" }
  assert_equal "5 a\n", spec_capture { printf("%d %s\n", 5, "a") }
end

spec "a puts of an object calls to_s" do
  made = Class.new { def to_s = "shown" }
  assert_equal "shown\n", spec_capture { puts made.new }
  listed = Class.new { def to_ary = [1, 2] }
  assert_equal "1\n2\n", spec_capture { puts listed.new }
end

spec "String(), Array(), Hash(), Integer(), Float(), Rational(), Complex()" do
  assert_equal ["5", "", [1], { a: 1 }, {}, {}, 5, 5.0], [String(5), String(nil), Array(1), Hash({ a: 1 }), Hash(nil), Hash([]), Integer("5"), Float("5")]
  assert_raises(TypeError, "can't convert Integer into Hash") { Hash(1) }
end

spec "loop, catch, tap and then" do
  assert_equal [3, 5, 6], [loop { break 3 }, 5.tap { }, 5.then { |x| x + 1 }]
  assert_equal Float::INFINITY, loop.size
end

spec "sleep gives whole seconds" do
  assert_equal 0, sleep(0)
  assert_equal 0, sleep(0.01)
  assert_raises(ArgumentError, "time interval must not be negative") { sleep(-1) }
  assert_raises(TypeError, "can't convert String into time interval") { sleep("a") }
end

spec "nil?, instance_of? and !~" do
  assert_equal [true, false, true, true], [nil.nil?, 1.nil?, 1.instance_of?(Integer), "a" !~ /b/]
end

spec "caller and __method__" do
  def spec_caller = caller(0)[0]
  assert spec_caller.include?("spec_caller")
  assert_equal nil, caller(1000)
end

spec "binding, local_variables and eval" do
  x = 1
  assert_equal [1, true], [binding.local_variable_get(:x), local_variables.include?(:x)]
end

spec "warn writes lines to standard error" do
  kept = $stderr
  sink = SpecOutput.new
  begin
    $stderr = sink
    warn "careful", "again"
    warn
  ensure
    $stderr = kept
  end
  assert_equal "careful\nagain\n", sink.text
end

spec "system, ` and $?" do
  assert_equal [true, false, nil], [system("true"), system("false"), system("/no/such/command", err: File::NULL)]
  assert_equal ["out\n", 0], [`echo out`, $?.exitstatus]
  assert_raises(Errno::ENOENT, "No such file or directory - /no/such/command") { `/no/such/command` }
end

spec "fork and wait" do
  pid = fork { exit!(7) }
  Process.wait(pid)
  assert_equal [7, pid], [$?.exitstatus, $?.pid]
end

spec "singleton_class and extend" do
  thing = Object.new
  thing.singleton_class.define_method(:x) { 1 }
  assert_equal 1, thing.x
end

spec "gets is nil at the end of input" do
  reader, writer = IO.pipe
  writer.write("one\ntwo")
  writer.close
  kept = $stdin
  begin
    $stdin = reader
    assert_equal ["one\n", "two", nil], [$stdin.gets, $stdin.gets, $stdin.gets]
  ensure
    $stdin = kept
  end
end

spec "puts belongs to Kernel" do
  assert_equal Kernel, method(:puts).owner
  assert_equal [true, true], [Kernel.respond_to?(:puts), Kernel.private_method_defined?(:puts)]
end

spec "Object#inspect calls the inspect of variables" do
  made = Class.new { def initialize = @x = [1, :a] }
  SpecShown = made
  assert made.new.inspect.end_with?(" @x=[1, :a]>")
end

spec "proc and lambda without a block raise" do
  assert_raises(ArgumentError, "tried to create Proc object without a block") { lambda }
end

spec "the object at the top is main" do
  assert_equal "main", TOPLEVEL_BINDING.receiver.to_s
end

spec "Signal.trap runs a handler" do
  seen = []
  kept = trap(:USR1) { |number| seen << number }
  Process.kill(:USR1, Process.pid)
  100.times { break unless seen.empty?; sleep 0.005 }
  trap(:USR1, kept || "DEFAULT")
  assert_equal [Signal.list["USR1"]], seen
end

spec "ENV is a table of strings" do
  ENV["SPEC_ENV"] = "v"
  assert_equal ["v", nil, true], [ENV["SPEC_ENV"], ENV["SPEC_NOT"], ENV.key?("SPEC_ENV")]
  assert_equal "v", ENV.delete("SPEC_ENV")
  assert_raises(TypeError, "no implicit conversion of Integer into String") { ENV["a"] = 1 }
  assert_raises(KeyError, 'key not found: "SPEC_NOT"') { ENV.fetch("SPEC_NOT") }
end

def callers_of(levels, *arguments)
  levels == 0 ? caller(*arguments) : callers_of(levels - 1, *arguments)
end

spec "caller gives as many calls as it is asked for" do
  all = callers_of(10, 0)
  assert_equal all.size - 1, callers_of(10).size
  assert_equal all[2, 3].map { |line| line[/in .*/] }, callers_of(10, 2, 3).map { |line| line[/in .*/] }
  assert_equal [], callers_of(10, 2, 0)
  assert_equal [], caller(caller(0).size)
  assert_equal nil, caller(caller(0).size + 1)
  assert_raises(ArgumentError, "negative size (-1)") { caller(0, -1) }
  assert_raises(ArgumentError, "negative level (-1)") { caller(-1) }
end

class SpecMissesAll
  def method_missing(name, *arguments) = super
  def respond_to_missing?(name, all) = name == :as_if_there
  def bare = no_such_word
  def called = no_such_word()
end

spec "super in method_missing tells a bare word from a call" do
  error = assert_raises(NameError) { SpecMissesAll.new.bare }
  assert_equal [NameError, "undefined local variable or method 'no_such_word' for an instance of SpecMissesAll"], [error.class, error.message]
  assert_raises(NoMethodError, "undefined method 'no_such_word' for an instance of SpecMissesAll") { SpecMissesAll.new.called }
end

spec "method asks respond_to_missing? alone" do
  assert_equal :as_if_there, SpecMissesAll.new.method(:as_if_there).name
  answering = Class.new { def respond_to?(_name) = true }
  assert_raises(NameError) { answering.new.method(:not_there) }
end

spec "system tells of a program that a signal ended by false" do
  assert_equal [false, false, nil], [system("exit 3"), system("kill -9 $$"), system("no_such_program_at_all")]
end

class SpecWithConstant
  INNER = 1
end

spec "text given to instance_eval sees the constants of the receiver's class" do
  object = SpecWithConstant.new
  assert_equal [1, [object.singleton_class]], [object.instance_eval("INNER"), object.instance_eval("Module.nesting").first(1)]
  assert_equal [Float::MAX, [Integer], [NilClass]], [1.5.instance_eval("MAX"), 1.instance_eval("Module.nesting").first(1), nil.instance_eval("Module.nesting").first(1)]
end

spec "a broken pipe ends no program that asks for the default" do
  trap("PIPE", "DEFAULT")
  assert_equal 1, Process.kill("PIPE", Process.pid)
end

spec "what has no allocator" do
  [Data, Struct, Thread].each { |kind| assert_raises(TypeError, "allocator undefined for #{kind}") { kind.allocate } }
  assert_raises(TypeError, "allocator undefined for Thread") { Thread.current.dup }
  assert_equal true, ObjectSpace::WeakMap.allocate.inspect.start_with?("#<ObjectSpace::WeakMap:0x")
end

spec "one call of respond_to? knows what changes" do
  asked = ->(object, name) { object.respond_to?(name) }
  kind = Class.new { def one = 1 }
  object = kind.new
  2.times { assert_equal [true, false], [asked[object, :one], asked[object, :two]] }
  kind.define_method(:two) { 2 }
  2.times { assert_equal [true, true], [asked[object, :one], asked[object, :two]] }
  kind.send(:private, :one)
  2.times { assert_equal [false, true], [asked[object, :one], asked[object, :two]] }
  kind.send(:public, :one)
  2.times { assert_equal true, asked[object, :one] }
  other = kind.new
  other.singleton_class.undef_method(:one)
  2.times { assert_equal [true, false], [asked[object, :one], asked[other, :one]] }
  kind.remove_method(:two)
  2.times { assert_equal [false, false], [asked[object, :two], asked[other, :two]] }
  kind.define_method(:respond_to_missing?) { |name, all| name == :two }
  2.times { assert_equal [true, false], [asked[object, :two], asked[object, :three]] }
  assert_equal [true, true], [kind, Class.new(kind)].map { |found| asked[found, :new] }
  kind.singleton_class.send(:private, :new)
  assert_equal [false, true], [asked[kind, :new], asked[Class, :new]]
end

spec "global_variables names the groups that the last match has" do
  assert_equal [], global_variables.grep(/\A\$[1-9]/)
  "abc" =~ /(b)(x)?(c)/
  assert_equal [:$1, :$3], global_variables.grep(/\A\$[1-9]/)
end

spec "an assignment by a hook of a traced global calls no hook" do
  trace_var(:$traced_by_itself, proc { $traced_by_itself *= 2 })
  $traced_by_itself = 5
  assert_equal 10, $traced_by_itself
  untrace_var(:$traced_by_itself)
end

spec "Process::Status is dumped, and its bits are read with a warning" do
  system("exit 3")
  copy = Marshal.load(Marshal.dump($?))
  assert_equal [3, $?.pid, $?.inspect], [copy.exitstatus, copy.pid, copy.inspect]
  heard = []
  Warning.singleton_class.define_method(:warn) { |text, **| heard << text }
  deprecated, Warning[:deprecated] = Warning[:deprecated], true
  assert_equal [0, 3], [$? & 0x7f, $? >> 8]
  assert heard[0].end_with?("Process::Status#& is deprecated and will be removed in Ruby 3.5; " \
    "use Process::Status#signaled? or Process::Status#termsig instead\n")
  assert_equal 2, heard.size
  assert_raises(ArgumentError, "negative mask value: -1") { $? & -1 }
  assert_equal "#<Process::Status: uninitialized>", Process::Status.allocate.inspect
  assert_equal [true, true], [Process::UID.re_exchangeable?, Process::GID.re_exchangeable?]
ensure
  Warning[:deprecated] = deprecated
  Warning.singleton_class.send(:remove_method, :warn)
end

spec "open, File.join and Dir.glob take no path from a method_missing that refuses" do
  refusing = Class.new { def method_missing(name, *) = super }.new
  [-> { open(refusing) }, -> { File.join(refusing) }, -> { Dir.glob(refusing) }].each { |call| assert_raises(TypeError, &call) }
end

spec "Array() puts a value that is no list into one, unless it converts" do
  assert_equal [[1], [1.5], [:a], ["a\nb"], [true], [], [[:a, 1]], [1, 2]], [1, 1.5, :a, "a\nb", true, nil, { a: 1 }, 1..2].map { |value| Array(value) }
  text = Class.new(String) { def to_a = chars }
  listed = Class.new(String) { def respond_to_missing?(name, all) = name == :to_ary || super; def method_missing(name, ...) = name == :to_ary ? [:listed] : super }
  assert_equal [%w[a b], [:listed]], [Array(text.new("ab")), Array(listed.new("ab"))]
end

class ScopeOfClassVariables
  @@seen = 5

  def seen_from(object) = object.instance_eval("@@seen")
end

spec "text evaluated in objects without a class of their own sees the class variables around it" do
  scope = ScopeOfClassVariables.new
  assert_equal [5] * 6, [3, 1.5, :a, nil, 2**70, scope].map { |object| scope.seen_from(object) }
end

spec "iterator? is block_given? by its older name" do
  def spec_iterates = iterator?
  deprecated, Warning[:deprecated] = Warning[:deprecated], false
  assert_equal [true, false], [spec_iterates { nil }, spec_iterates]
ensure
  Warning[:deprecated] = deprecated
end
