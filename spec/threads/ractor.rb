require_relative "../harness"

Warning[:experimental] = false

# A Ractor that gives back what it is sent.
def echo = Ractor.new { Ractor.receive }

RactorPair = Struct.new(:first, :second)
RactorPoint = Data.define(:place)

spec "a Ractor is given arguments, receives messages, and its last value is taken once" do
  assert_equal [1, [2]], Ractor.new(1, [2]) { |one, two| [one, two] }.take
  adder = Ractor.new { (1..3).sum { Ractor.receive } }
  3.times { |number| adder << number }
  assert_equal 3, adder.take
  assert_raises(Ractor::ClosedError, "The outgoing-port is already closed") { adder.take }
  assert_raises(Ractor::ClosedError, "The incoming-port is already closed") { adder << 1 }
end

spec "what is yielded waits until it is taken" do
  ractor = Ractor.new { Ractor.yield 1; Ractor.yield nil; 3 }
  assert_equal [1, nil, 3], Array.new(3) { ractor.take }
end

spec "a pool of Ractors behind another that hands out the work" do
  pipe = Ractor.new { loop { Ractor.yield Ractor.receive } }
  workers = Array.new(4) { Ractor.new(pipe) { |source| loop { number = source.take; Ractor.yield [number, (1..number).sum] } } }
  20.times { |number| pipe << number }
  found = Array.new(20) { Ractor.select(*workers)[1] }
  assert_equal Array.new(20) { |number| [number, (1..number).sum] }, found.sort
end

spec "select: another's value, a message, or what was to be taken" do
  ractor = Ractor.new { Ractor.receive }
  ractor << 5
  assert_equal [ractor, 5], Ractor.select(ractor)
  Ractor.current << 7
  assert_equal [:receive, 7], Ractor.select(Ractor.current)
  taker = Ractor.new(Ractor.current) { |main| main.take }
  assert_equal [:yield, nil], Ractor.select(Ractor.current, yield_value: 3)
  assert_equal 3, taker.take
  assert_raises(ArgumentError, "specify at least one ractor or `yield_value`") { Ractor.select }
end

spec "receive_if takes the first message that fits and leaves the others" do
  ractor = Ractor.new { [Ractor.receive_if { |number| number > 2 }, Ractor.receive, Ractor.receive] }
  [1, 3, 2].each { |number| ractor << number }
  assert_equal [3, 1, 2], ractor.take
end

spec "a failure is told to who takes, with its cause" do
  ractor = Ractor.new { Thread.current.report_on_exception = false; raise IOError, "no" }
  error = assert_raises(Ractor::RemoteError, "thrown by remote Ractor.") { ractor.take }
  assert_equal [ractor, IOError, "no"], [error.ractor, error.cause.class, error.cause.message]
end

spec "closed doors" do
  ractor = Ractor.new { Thread.current.report_on_exception = false; Ractor.receive }
  assert_equal [false, true], [ractor.close_incoming, ractor.close_incoming]
  assert_raises(Ractor::ClosedError, "The incoming-port is already closed") { ractor << 1 }
  other = Ractor.new { Ractor.receive }
  assert_equal [false, true], [other.close_outgoing, other.close_outgoing]
  assert_raises(Ractor::ClosedError) { other.take }
end

spec "a block that uses what is around it is refused" do
  one = two = 1
  error = assert_raises(ArgumentError) { Ractor.new { one = 2; [3].each { two } } }
  assert_equal "can not isolate a Proc because it accesses outer variables (one, two).", error.message
  assert_raises(ArgumentError, "must be called with a block") { Ractor.new }
  assert_raises(TypeError) { Ractor.new(name: 3) { 1 } }
  assert_equal 1, one
end

spec "messages are copied, whole and as they refer to each other; what cannot change is shared" do
  pair = RactorPair.new([1], { key: +"d" })
  copy = echo.send(pair).take
  assert_equal [pair, false, false], [copy, copy.equal?(pair), copy.second[:key].equal?(pair.second[:key])]
  ring = []
  ring << ring
  copy = echo.send(ring).take
  assert copy[0].equal?(copy)
  frozen = ["a".freeze].freeze
  assert echo.send(frozen).take.equal?(frozen)
  point = echo.send(RactorPoint.new([+"z"])).take
  assert_equal [["z"], true], [point.place, point.frozen?]
  assert_raises(TypeError, "allocator undefined for Proc") { echo.send(proc { 1 }) }
  assert_raises(TypeError, "allocator undefined for Thread") { echo.send([Thread.current]) }
end

spec "what is moved belongs to nobody here any more" do
  text = [+"abc"]
  assert_equal ["abc"], echo.send(text, move: true).take
  assert_raises(Ractor::MovedError, "can not send any methods to a moved object") { text.inspect }
  assert_raises(Ractor::MovedError) { text == 1 }
  assert Ractor::MovedObject === text
end

spec "shareable objects" do
  shared = [1, :a, nil, 1.5, 2r, 2**70, "a".freeze, [1].freeze, Object, 1..2, /a/, Object.new.freeze, Ractor.current, RactorPoint.new(1)]
  assert_equal [], shared.reject { |object| Ractor.shareable?(object) }
  alone = [+"a", [], [+"a"].freeze, Object.new, Thread.current, proc { 1 }, RactorPoint.new([])]
  assert_equal [], alone.select { |object| Ractor.shareable?(object) }
end

spec "make_shareable freezes all that an object refers to, or a copy" do
  list = [+"a", { b: [+"c"] }]
  copy = Ractor.make_shareable(list, copy: true)
  assert_equal [list, false, true, true], [copy, list.frozen?, copy.frozen?, copy[1][:b][0].frozen?]
  assert Ractor.make_shareable(list).equal?(list)
  assert Ractor.shareable?(list)
  assert_raises(Ractor::Error) { Ractor.make_shareable(Thread::Mutex.new) }
  assert_raises(Ractor::IsolationError, /\AProc's self is not shareable: #<Proc/) { Ractor.make_shareable(proc { 1 }) }
end

spec "objects of libraries that change behind Ruby's back are not shared" do
  require "digest"
  require "psych"
  require "stringio"
  require "strscan"
  require "zlib"
  objects = [StringIO.new, StringScanner.new("a"), Psych::Parser.new, Psych::Emitter.new(nil), Zlib::Deflate.new, Zlib::GzipWriter.new(StringIO.new), Digest::MD5.new]
  objects.each do |object|
    assert_raises(Ractor::Error, "can not make shareable object for #{object}") { Ractor.make_shareable(object) }
    assert_equal false, Ractor.shareable?(object)
  end
end

spec "a shared Proc has variables of its own" do
  number = 1
  shared = nil.instance_eval { Ractor.make_shareable(lambda { |other| [1].map { number + other }[0] }) }
  number = 5
  assert_equal [2, true], [shared.call(1), Ractor.shareable?(shared)]
  list = []
  message = "can not make shareable Proc because it can refer unshareable object [] from variable 'list'"
  assert_raises(Ractor::IsolationError, message) { nil.instance_eval { Ractor.make_shareable(proc { list }) } }
  assert_raises(ArgumentError, "can not make a Proc shareable because it accesses outer variables (number).") do
    nil.instance_eval { Ractor.make_shareable(proc { number = 2 }) }
  end
end

spec "a shared Proc has a last match and a last line of its own" do
  match = nil.instance_eval { Ractor.make_shareable(proc { |text| %r{/(.+)} =~ text && [$1, $~[0], ($_ = text), $_] }) }
  nested = nil.instance_eval { proc { Ractor.make_shareable(proc { |text| [text].map { |inner| inner =~ /b/ && [$`, $~.pre_match] } }) }.call }
  "outside" =~ /side/
  $_ = "line"
  assert_equal [["ab", "/ab", "/ab", "/ab"], [["a", "a"]]], [match.call("/ab"), nested.call("abc")]
  assert_equal ["side", "line"], [$~[0], $_]
  assert_equal ["z", "/z", "/z", "/z"], Ractor.new(match) { |received| received.call("/z") }.take
end

spec "each has threads and a storage of its own" do
  assert_equal [true, 1, false, false], Ractor.new { [Thread.main.equal?(Thread.current), Thread.list.size, Ractor.main?, Thread.new { Ractor.main? }.value] }.take
  Ractor[:spec] = 1
  assert_equal [1, 1, nil], [Ractor["spec"], Ractor.current[:spec], Ractor.new { Ractor[:spec] }.take]
  assert_equal [nil, [nil, nil]], [Ractor[:absent], Ractor.store_if_absent(:absent) { |nothing| [nothing, nil] }]
  assert_equal [nil, nil], Ractor.store_if_absent(:absent) { 2 }
  assert_equal 3, Ractor.new { Thread.new { sleep }; 3 }.take
end

spec "what it is called" do
  assert /\A#<Ractor:#1 running>\z/.match?(Ractor.main.inspect)
  assert_equal "worker", Ractor.new(name: "worker") { Ractor.current.name }.take
  ractor = Ractor.new(name: "other") { Ractor.receive }
  assert /\A#<Ractor:#\d+ other .*ractor\.rb:#{__LINE__ - 1} (blocking|running)>\z/.match?(ractor.inspect)
end

def ractor_refusal(ractor)
  ractor.take
rescue Ractor::RemoteError => error
  [error.cause.class, error.cause.message]
end

class RactorSpecHolder
  @@shared = "text"
  def self.shared = @@shared
end

spec "globals and class variables belong to the main Ractor, streams and warnings to each" do
  $ractor_spec_global = 1
  quietly = ->(&block) { reports, Thread.report_on_exception = Thread.report_on_exception, false; block.call.tap { Thread.report_on_exception = reports } }
  refused = [Ractor::IsolationError, "can not access global variables $ractor_spec_global from non-main Ractors"]
  assert_equal refused, quietly.() { ractor_refusal(Ractor.new { $ractor_spec_global }) }
  assert_equal refused, quietly.() { ractor_refusal(Ractor.new { $ractor_spec_global = 2 }) }
  assert_equal [Ractor::IsolationError, "can not access class variables from non-main Ractors"], quietly.() { ractor_refusal(Ractor.new { RactorSpecHolder.shared }) }
  assert_equal true, Ractor.new { $VERBOSE; $stdout.fileno == 1 }.take
end

spec "a message that receive_if is left at is gone, and nothing is received within it" do
  receiver = Ractor.new do
    nested = nil
    left = Ractor.receive_if do |message|
      begin
        Ractor.receive
      rescue Ractor::Error => error
        nested = error.message
      end
      break [message]
    end
    [left, nested, Ractor.receive]
  end
  receiver << 1 << 2
  assert_equal [[1], "can not call receive/receive_if recursively", 2], receiver.take
end

spec "what select would give away stays whole where something else comes first; a Ractor has no copy" do
  other = Ractor.new { 1 }
  kept = "kept"
  assert_equal [other, 1], Ractor.select(other, yield_value: kept, move: true)
  assert_equal "kept", kept
  assert_raises(TypeError, "allocator undefined for Ractor") { other.dup }
  moved = Ractor.new { receive.frozen? }
  moved.send([Object.new].freeze, move: true)
  assert_equal true, moved.take
end

spec "copies are made by initialize_clone as clone makes them, also of what is frozen" do
  kind = Class.new do
    attr_reader :told

    def initialize
      @part = +"part"
    end

    def initialize_clone(other)
      super
      @told = other.frozen?
    end
  end
  told = [kind.new, kind.new.freeze].map { |object| Ractor.new { receive.told }.send(object).take }
  assert_equal [false, true], told
end
