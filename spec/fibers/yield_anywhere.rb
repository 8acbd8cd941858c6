require_relative "../harness"

# A fiber can pause inside anything that ordinary Ruby calls, and goes on there. Under Rutile such a call
# takes no machine stack either: at every pause as much of it is in use as where the fiber began.

# Pauses with a value; what the fiber is resumed with is the value here.
def pause(value)
  $used << Rutile.machine_stack_bytes if RUBY_ENGINE == "rutile"
  Fiber.yield(value)
end

class Paused
  attr_reader :number

  def initialize(number)
    @number = pause(number)
  end

  def to_s
    pause("text").to_s
  end

  def ==(other)
    pause("==") == other
  end

  def hash
    pause("hash")
    1
  end

  def eql?(other)
    pause("eql?")
    other.is_a?(Paused)
  end

  def <=>(other)
    pause("<=>")
    number <=> other.number
  end
  include Comparable

  def coerce(other)
    [pause("coerce"), other]
  end

  def each
    yield pause("each")
    yield 2
  end
  include Enumerable

  def method_missing(name, *arguments)
    pause(name)
  end

  def respond_to_missing?(name, all = false)
    name == :anything
  end

  def to_proc
    pause("to_proc")
    ->(value) { value }
  end

  def to_ary
    pause("to_ary")
    [1, 2]
  end

  def to_str
    pause("to_str")
    "string"
  end

  def call_with_block
    yield 7
  end
  define_method(:defined) { |value| pause(value) }
end

def plain
  paused = Paused.allocate
  paused.instance_variable_set(:@number, 1)
  paused
end

REQUIRED = File.expand_path("fixtures/pausing.rb", __dir__)

PLACES = {
  "Array#each" => -> { [1, 2].each { |value| pause(value) } },
  "Array#map" => -> { [1, 2].map { |value| pause(value) } },
  "Array#each_with_index" => -> { [1].each_with_index { |value, index| pause(index) } },
  "Array#select" => -> { [1, 2].select { |value| pause(value) } },
  "Array#sort_by" => -> { [3, 1, 2].sort_by { |value| pause(value) || value } },
  "Array#sort with a block" => -> { [3, 1, 2].sort { |a, b| pause(0) || a <=> b } },
  "Array#sort of things with <=>" => -> { [plain, plain].sort.size },
  "Array#min_by" => -> { [3, 1].min_by { |value| pause(0) || value } },
  "Array#inject" => -> { [1, 2, 3].inject { |sum, value| pause(sum) || sum + value } },
  "Array#bsearch" => -> { [1, 2, 3].bsearch { |value| pause(value) || value >= 2 } },
  "Array#uniq with a block" => -> { [1, 2, 1].uniq { |value| pause(value) || value } },
  "Array#fill" => -> { Array.new(2).fill { |index| pause(index) || index } },
  "Array.new with a block" => -> { Array.new(2) { |index| pause(index) || index } },
  "Array#product" => -> { [1, 2].product([3]) { |pair| pause(pair) }.size },
  "Array#combination" => -> { [1, 2].combination(2) { |pair| pause(pair) }.size },
  "Array#flatten calling to_ary" => -> { [plain].flatten },
  "Array#include? calling ==" => -> { [plain].include?(7) },
  "Array#- calling hash" => -> { (Array.new(20) { plain } - [plain]).size },
  "Array#pack calling to_str" => -> { [plain].pack("a6") rescue "refused" },
  "Hash#each" => -> { { a: 1, b: 2 }.each { |key, value| pause(value) }.size },
  "Hash#map" => -> { { a: 1 }.map { |key, value| pause(value) } },
  "Hash#transform_values" => -> { { a: 1 }.transform_values { |value| pause(value) || value } },
  "Hash#sort_by" => -> { { b: 1, a: 2 }.sort_by { |key, value| pause(value) || value } },
  "Hash.new with a block" => -> { Hash.new { |hash, key| pause(key) }[5] },
  "Hash#fetch with a block" => -> { {}.fetch(5) { |key| pause(key) } },
  "Hash#merge with a block" => -> { { a: 1 }.merge({ a: 2 }) { |key, old, new| pause(new) || new } },
  "Hash#[]= calling hash and eql?" => -> { hash = { plain => 1 }; hash[plain] = 2; hash.size },
  "Hash#delete_if" => -> { { a: 1 }.delete_if { |key, value| pause(value) }.size },
  "Range#each" => -> { (1..2).each { |value| pause(value) } },
  "Range#step" => -> { (1..5).step(2) { |value| pause(value) } },
  "Integer#times" => -> { 2.times { |value| pause(value) } },
  "Integer#upto" => -> { 1.upto(2) { |value| pause(value) } },
  "loop" => -> { loop { break pause(1) } },
  "while" => -> { count = 0; while (count += 1) < 3 do pause(count) end; count },
  "String#gsub with a block" => -> { "abc".gsub(/b/) { |match| pause(match).to_s } },
  "String#each_char" => -> { "ab".each_char { |char| pause(char) } },
  "String#each_line" => -> { "a\nb".each_line { |line| pause(line) } },
  "String#scan with a block" => -> { "ab".scan(/./) { |match| pause(match) } },
  "String#sub with a block" => -> { "abc".sub("b") { |match| pause(match).to_s } },
  "String#upto" => -> { "a".upto("b") { |text| pause(text) } },
  "interpolation calling to_s" => -> { "<#{plain}>" },
  "String#+ calling to_str" => -> { "a " + plain },
  "format calling to_s of an argument" => -> { format("%s", plain) },
  "Array#join calling to_s" => -> { [plain, 1].join("-") },
  "Array#inspect calling inspect" => -> { object = Object.new; def object.inspect = pause("inspect").to_s; [object].inspect },
  "Symbol#to_proc" => -> { [plain].map(&:anything) },
  "&object calling to_proc" => -> { [1].map(&plain) },
  "Proc#call" => -> { proc { |value| pause(value) }.call(1) },
  "Proc#curry" => -> { ->(a, b) { pause(a + b) }.curry[1][2] },
  "Proc#>>" => -> { (->(a) { pause(a) || 1 } >> ->(b) { pause(b) }).call(1) },
  "Method#call" => -> { method(:pause).call(1) },
  "Method#to_proc" => -> { [1].each(&method(:pause)) },
  "UnboundMethod#bind_call" => -> { Paused.instance_method(:defined).bind_call(plain, 1) },
  "define_method" => -> { plain.defined(1) },
  "method_missing" => -> { plain.anything },
  "send" => -> { plain.send(:defined, 1) },
  "public_send" => -> { plain.public_send(:defined, 1) },
  "instance_exec" => -> { plain.instance_exec(1) { |value| pause(value) } },
  "instance_eval" => -> { plain.instance_eval { pause(1) } },
  "instance_eval of a string" => -> { plain.instance_eval("pause(1)") },
  "class_exec" => -> { Paused.class_exec(1) { |value| pause(value) } },
  "eval" => -> { eval("pause(1)") },
  "Binding#eval" => -> { binding.eval("pause(1)") },
  "Class.new with a block" => -> { Class.new { pause(1) }.class },
  "Module.new with a block" => -> { Module.new { pause(1) }.class },
  "a class body" => -> { eval("class PausedBody; pause(1); end") },
  "new calling initialize" => -> { Paused.new(1).number },
  "Struct.new with a block" => -> { Struct.new(:a) { pause(1) }.class },
  "catch" => -> { catch(:done) { throw :done, pause(1) } },
  "begin and ensure" => -> { begin; pause(1); ensure; pause(2); end },
  "rescue" => -> { begin; raise "trouble"; rescue; pause(1); end },
  "a rescue clause's ===" => -> { matcher = Module.new { def self.===(error) = pause("===").nil? }; begin; raise "trouble"; rescue matcher; 5; end },
  "ensure while unwinding" => -> { begin; begin; raise "trouble"; ensure; pause(1); end; rescue; 2; end },
  "case calling ===" => -> { matcher = Object.new; def matcher.===(other) = pause("===").nil?; case 1 when matcher then 1 else 2 end },
  "pattern matching calling deconstruct" => -> { object = Object.new; def object.deconstruct = (pause(1); [1, 2]); case object; in [a, b] then a + b; end },
  "multiple assignment calling to_ary" => -> { a, b = plain; a + b },
  "a default argument" => -> { object = Object.new; def object.m(a = pause(1)) = a; object.m },
  "a comparison by Comparable" => -> { plain < plain },
  "arithmetic calling coerce" => -> { 1 + plain rescue "refused" },
  "a constant's const_missing" => -> { scope = Module.new { def self.const_missing(name) = pause(name) }; scope::Missing },
  "method_added" => -> { Class.new { def self.method_added(name) = pause(name); def m = 1 }.class },
  "inherited" => -> { base = Class.new { def self.inherited(by) = pause(1) }; Class.new(base).class },
  "included" => -> { mixin = Module.new { def self.included(by) = pause(1) }; Class.new { include mixin }.class },
  "Enumerable over a Ruby each" => -> { plain.map { |value| pause(value) } },
  "Enumerable#each_slice" => -> { plain.each_slice(2) { |slice| pause(slice) }.class },
  "Enumerable#zip" => -> { plain.zip([1, 2]) { |pair| pause(pair) } },
  "Enumerable#chunk_while" => -> { [1, 2, 4].chunk_while { |a, b| pause(a) || b == a + 1 }.to_a },
  "Enumerable#lazy" => -> { [1, 2].lazy.map { |value| pause(value) || value }.first(2) },
  "Enumerator::Yielder" => -> { Enumerator.new { |yielder| yielder << pause(1) }.each { |value| pause(value) }.class },
  "Enumerator#with_index" => -> { [4].each.with_index(1) { |value, index| pause(index) } },
  "Struct#each_pair" => -> { Struct.new(:a).new(1).each_pair { |name, value| pause(value) }.class },
  "Comparable#clamp" => -> { plain.clamp(plain, plain).class },
  "tap and then" => -> { 1.tap { |value| pause(value) }.then { |value| pause(value) } },
  "a method that yields" => -> { plain.call_with_block { |value| pause(value) } },
  "Array#to_h with a block" => -> { [1].to_h { |value| [pause(value), 1] } },
  "Array#sum with a block" => -> { [1, 2].sum { |value| pause(value) || value } },
  "Array#group_by" => -> { [1, 2].group_by { |value| pause(value) } },
  "Array#each_cons" => -> { [1, 2, 3].each_cons(2) { |pair| pause(pair) }.class },
  "Array#delete calling ==" => -> { [plain].delete(3) },
  "Array#== calling ==" => -> { [plain] == [3] },
  "require" => -> { $LOADED_FEATURES.delete(REQUIRED); require REQUIRED },
  "load" => -> { load REQUIRED },
  "Kernel#Integer calling to_str" => -> { Integer(plain) rescue "refused" },
  "Comparable ==" => -> { plain == plain },
  "a lambda called by .()" => -> { lambda { |value| pause(value) }.(1) },
  "Dir.each_child" => -> { Dir.each_child(__dir__) { |name| pause(1) }.class },
  "File.open with a block" => -> { File.open(__FILE__) { |file| pause(file.class) } },
  "IO#each_line" => -> { File.open(__FILE__) { |file| file.each_line { |line| break pause(1) } } },
  "Mutex#synchronize" => -> { Mutex.new.synchronize { pause(1) } },
  "Thread.handle_interrupt" => -> { Thread.handle_interrupt(RuntimeError => :never) { pause(1) } },
  "Marshal.load with a proc" => -> { Marshal.load(Marshal.dump([1]), ->(value) { pause(1); value }) },
  "a block's break" => -> { [1].each { |value| break pause(value) } }
}

# Runs the fiber to its end, resumed with nil: how often it paused, and what it gave.
def run_paused(place)
  $used = []
  result = nil
  fiber = Fiber.new { pause(:begin); result = place.call; :ended }
  pauses = 0
  pauses += 1 until fiber.resume == :ended
  [pauses, result]
end

PLACES.each do |name, place|
  spec "a fiber may pause in #{name}" do
    pauses, = run_paused(place)
    assert pauses > 1, "it never paused there"
    assert_equal [], $used.uniq.drop(1)
  end
end

spec "a fiber may pause in an Enumerator that another Enumerator steps through" do
  inner = Enumerator.new { |yielder| 3.times { |number| yielder << number } }
  outer = Enumerator.new { |yielder| loop { yielder << inner.next * 10 } }
  fiber = Fiber.new do
    loop { pause(outer.next) }
    :ended
  end
  $used = []
  assert_equal [0, 10, 20, :ended], Array.new(4) { fiber.resume }
  assert_equal [], $used.uniq.drop(1)
end

spec "what is resumed is the value of the pause, wherever it was" do
  fiber = Fiber.new { [1, 2, 3].map { |value| "#{pause(value)}" }.sort { |a, b| pause(a) || b <=> a } }
  assert_equal 1, fiber.resume
  assert_equal 2, fiber.resume("a")
  assert_equal 3, fiber.resume("b")
  value = fiber.resume("c")
  value = fiber.resume until value.is_a?(Array)
  assert_equal ["c", "b", "a"], value
end
