require_relative "fixtures/building"

# What C code asks of the machine around it: frames, events, safepoints, collections.

load_extension("inspection")

def spec_frames(local) = [Inspection.frames, local]
def spec_frames_within = Class.new { def initialize = @frames = Inspection.frames; attr_reader :frames }.new.frames

spec "rb_debug_inspector_open shows frames with their selves and variables" do
  frames, = spec_frames(7)
  assert_equal [Inspection, nil], frames[0].values_at(0, 2)
  receiver, _, binding, place = frames[1]
  assert_equal [self, 7, __FILE__], [receiver, binding.local_variable_get(:local), place.path]
  assert_equal "Inspection.frames", frames[0][3].label
end

spec "each frame's variables are those of the place that is told with it" do
  frames = Object.new.instance_exec(1) { [1].map { spec_frames_within }.first }
  own = frames.select { |frame| frame[2] && frame[3].path == __FILE__ }
  assert_equal own.map { |frame| frame[3].lineno }, own.map { |frame| frame[2].source_location[1] }
  assert own.size >= 3, own.size
end

spec "a debug inspector yields to its method's block; depths are counted from the program's first frame on" do
  assert_equal [Inspection.depth - 1, :yielded], Inspection.with_depth { |depth| [depth, :yielded] }
end

spec "rb_profile_frames names the methods under way" do
  labels = Inspection.profile.map(&:first)
  assert_equal "Inspection.profile", labels[0]
  assert labels.size > 1, labels
end

def spec_traced = 5

spec "rb_tracepoint_new tells of events of the program" do
  assert_equal [%i[call spec_traced], %i[return spec_traced]], Inspection.trace { spec_traced }
end

spec "rb_tracepoint_new tells of collections, and of nothing else with them" do
  assert Inspection.count_collections { 2.times { GC.start } } >= 2
  assert_equal 0, Inspection.count_collections { GC.disable }
  GC.enable
  assert_raises(TypeError, "Can not specify normal event and internal event simultaneously.") { Inspection.mix_events }
end

spec "a postponed job is done once, at the next safepoint" do
  list = []
  assert_equal 0, Inspection.postpone(list)
  10.times {}
  assert_equal ["done"], list
end

spec "a postponed job that a handler of a signal asks for is done while all wait" do
  reader, writer = IO.pipe
  samples, handled = Inspection.sample { IO.select([reader], nil, nil, 0.3) }
  assert samples.grep(/select/).size > 5, samples
  assert handled > 5, handled
ensure
  [reader, writer].each(&:close)
end

def spec_left(list) = Inspection.stop(list) { return 4 }

spec "rb_protect stops exits as well, and rb_jump_tag lets them go on" do
  list = []
  assert_equal [3, 4], [catch(:out) { Inspection.stop(list) { throw :out, 3 } }, spec_left(list)]
  assert_equal 5, Inspection.stop(list) { 5 }
  assert_equal 6, Inspection.stop(list) { break 6 }
  assert_raises(KeyError) { Inspection.stop(list) { raise KeyError } }
  assert_equal [true, true, 0, true, 6], list.map { |state| state == 0 || state == 6 ? state : state.positive? }
end

spec "rb_eval_string sees the variables of its caller" do
  local = 3
  assert_equal [3, self], Inspection.evaluate("[local, self]")
  assert_equal 4, Inspection.evaluate("local += 1")
  assert_equal 4, local
end

spec "no object responds to a method that is rb_f_notimplement" do
  assert_equal [true, false], %i[missing absent].map { |name| Inspection.respond_to?(name) }
  assert Inspection.method(:absent).inspect.include?("(not-implemented)")
  assert_raises(NotImplementedError) { Inspection.absent }
end

spec "RBASIC shows class and flags, and StringValueCStr ends a String that was written over" do
  assert_equal [[String, false], [Array, true]], [Inspection.head(+"a"), Inspection.head([].freeze)]
  assert_equal 0, Inspection.end_again("a" * 100)
end

spec "an old object with write barriers keeps what is stored in it" do
  boxes = Array.new(200) { |index| Inspection::Box.new.tap { |box| box.value = "first #{index}" } }
  4.times { GC.start(full_mark: false) }
  boxes.each_with_index { |box, index| box.value = "later #{index}" if index % 3 == 0 }
  4.times { GC.start(full_mark: false); Array.new(1000) { |index| "filling #{index}" } }
  expected = Array.new(200) { |index| index % 3 == 0 ? "later #{index}" : "first #{index}" }
  assert_equal expected, boxes.map(&:value)
  GC.start
  assert_equal expected, boxes.map(&:value)
end
