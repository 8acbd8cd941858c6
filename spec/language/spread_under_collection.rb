require_relative "../harness"
require_relative "../outside"

# Arguments that are spread from an Array live until they are bound, though whatever happens before that collects garbage: a Hash that is
# flagged as keywords is copied, a method is looked up, its code is made.

STRINGS = Array.new(100) { |index| "s#{index}" }

def counted(*all, **options) = [all.map(&:class).tally, options]

ruby2_keywords def passing_on(*all) = counted(*all)

class AnswersAll
  def method_missing(name, *all, **options) = [name, all.map(&:class).tally, options]
  def respond_to_missing?(*) = true
end

def under_collections
  GC.stress = true
  yield
ensure
  GC.stress = false
end

spec "a Hash that is flagged as keywords is copied behind a long list" do
  assert_equal [{ String => 100 }, { k: 1 }], under_collections { passing_on(*STRINGS, k: 1) }
end

spec "a long list reaches method_missing" do
  assert_equal [:go, { String => 100 }, { k: 2 }], under_collections { AnswersAll.new.go(*STRINGS, k: 2) }
  assert_equal [:go, { String => 100 }, { k: 3 }], under_collections { AnswersAll.new.public_send(:go, *STRINGS, k: 3) }
end

spec "a long list reaches blocks, however they are called" do
  assert_equal [{ String => 100 }, { k: 1 }], under_collections { proc { |*all, **options| [all.map(&:class).tally, options] }.call(*STRINGS, k: 1) }
  assert_equal [{ String => 100 }, { k: 1 }], under_collections { instance_exec(*STRINGS, k: 1) { |*all, **options| [all.map(&:class).tally, options] } }
  assert_equal [[String, { String => 99 }]], under_collections { [STRINGS].map { |first, *rest| [first.class, rest.map(&:class).tally] } }
  made = Class.new { define_method(:made) { |*all, **options| [all.map(&:class).tally, options] } }
  assert_equal [{ String => 100 }, { k: 1 }], under_collections { made.new.made(*STRINGS, k: 1) }
  assert_equal({ String => 100 }, under_collections { Fiber.new { |*all| all.map(&:class).tally }.resume(*STRINGS) })
  assert_equal({ String => 100 }, under_collections { Thread.new(*STRINGS) { |*all| all.map(&:class).tally }.value })
end

spec "a long list reaches a constructor and a Method" do
  made = Class.new { attr_reader :seen; define_method(:initialize) { |*all, **options| @seen = [all.map(&:class).tally, options] } }
  assert_equal [{ String => 100 }, { k: 1 }], under_collections { made.new(*STRINGS, k: 1).seen }
  assert_equal [{ String => 100 }, { k: 1 }], under_collections { method(:counted).to_proc.call(*STRINGS, k: 1) }
  assert_equal [{ String => 100 }, { k: 1 }], under_collections { method(:counted).unbind.bind_call(self, *STRINGS, k: 1) }
end

# Each in a process of its own, as the first call of a method makes what later ones find.
spec "a long list reaches a method of the core that was never called" do
  [
    ["p system('true', *list)", "true"], ["p File.join('a', *list).size", "401"], ["p [0].push(*list).size", "101"], ["p 'a'.concat(*list).size", "301"],
    ["p({}.merge(*list.map { {} }))", "{}"], ["p Struct.new(*(1..100).map { :\"m\#{it}\" }).new(*list).to_a.tally", "{\"abc\" => 100}"],
    ["p format('%s' * 100, *list).size", "300"], ["p Process.wait2(spawn('true', *list)).size", "2"],
  ].each do |code, answer|
    assert_equal ["#{answer}\n", 0], run_code("list = Array.new(100) { 'abc' }; GC.stress = true; #{code}")
  end
end
