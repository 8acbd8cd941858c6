require_relative "../harness"

# The collector must keep every kind of reachable thing alive and whole, wherever the only reference stands.

def collect_thoroughly
  GC.start
  stress_sized(1000).times { |number| "garbage #{number}" * 3 }
  GC.start
end

spec "locals of every caller keep their objects" do
  def innermost(text)
    collect_thoroughly
    text
  end

  def middle(text)
    own = [text, "own #{text}"]
    innermost(text)
    own[1]
  end
  assert_equal "own outer", middle("out" + "er")
end

spec "a block keeps what it closed over after its method returned" do
  def counter_from(start)
    words = ["count"]
    -> { "#{words[0]} #{start += 1}" }
  end
  count = counter_from(10)
  collect_thoroughly
  assert_equal "count 11", count.call
  assert_equal "count 12", count.call
end

spec "arrays and hashes keep their elements through growth" do
  list = []
  table = {}
  last = stress_sized(2000) - 1
  (0..last).each do |number|
    list << "item #{number}"
    table["key #{number}"] = [number, number.to_s]
  end
  collect_thoroughly
  assert_equal "item #{last}", list.last
  assert_equal [7, "7"], table["key 7"]
  assert_equal last + 1, table.size
end

spec "an old object that is given a young one keeps it" do
  old = { list: [], text: +"" }
  4.times { GC.start }
  last = stress_sized(500) - 1
  (0..last).each do |number|
    old[:list] << "young #{number}"
    old[number] = number.to_s
  end
  collect_thoroughly
  assert_equal "young #{last}", old[:list][last]
  assert_equal "3", old[3]
end

spec "instance variables, constants, globals and class variables are roots" do
  holder = Class.new do
    def initialize(number) = @text = "held #{number}"
    attr_reader :text
  end
  last = stress_sized(1000) - 1
  held = (0..last).map { |number| holder.new(number) }
  holder.const_set(:NAMES, ["constant " + "text"])
  holder.class_variable_set(:@@count, "class " + "variable")
  $collection_spec_global = "global " + "text"
  collect_thoroughly
  assert_equal "held #{last}", held[last].text
  assert_equal ["constant text"], holder::NAMES
  assert_equal "class variable", holder.class_variable_get(:@@count)
  assert_equal "global text", $collection_spec_global
end

spec "a cycle is kept by one reference into it" do
  first = ["first"]
  second = ["second", first]
  first << second
  entry = first
  first = second = nil
  collect_thoroughly
  assert_equal "second", entry[1][0]
  assert_equal true, entry[1][1].equal?(entry)
end

spec "an exception on its way keeps its message while ensure collects" do
  error = assert_raises(RuntimeError) do
    begin
      raise "made of " + "parts"
    ensure
      collect_thoroughly
    end
  end
  assert_equal "made of parts", error.message
end

spec "an object keeps its identity and its hash through collection" do
  object = Object.new
  table = {}.compare_by_identity
  table[object] = "found"
  before = [object.object_id, object.hash]
  collect_thoroughly
  GC.compact if GC.respond_to?(:compact)
  assert_equal before, [object.object_id, object.hash]
  assert_equal "found", table[object]
end

spec "large strings and arrays survive whole" do
  text = "abcdefgh" * 100_000
  last = stress_sized(100_000) - 1
  list = Array.new(last + 1) { |number| number.to_s }
  collect_thoroughly
  assert_equal 800_000, text.size
  assert_equal "habc", text[799_999 - 8, 4]
  assert_equal last.to_s, list[last]
end

spec "warm-up changes nothing a program can see" do
  last = stress_sized(1000) - 1
  list = (0..last).map { |number| "before #{number}" }
  table = { list => :list }
  assert_equal true, Process.warmup
  list << "after"
  collect_thoroughly
  assert_equal "before #{last}", list[last]
  assert_equal "after", list[last + 1]
  table.rehash
  assert_equal :list, table[list]
end

spec "every object there is has a class, and knows it" do
  of_kernel = Kernel.instance_method(:class)
  strays = []
  ObjectSpace.each_object { |object| strays << object unless Class === of_kernel.bind_call(object) }
  assert_equal 0, strays.size
end

spec "what a weak map stands on is no object of the program's" do
  map = ObjectSpace::WeakMap.new
  key = "key"
  map[key] = 19_700_101_000
  tables = []
  ObjectSpace.each_object(Hash) { |hash| tables << hash if hash.compare_by_identity? && hash[key] == 19_700_101_000 }
  assert_equal 0, tables.size
  assert_equal 19_700_101_000, map[key]
end

spec "the figures of GC.stat fit each other, whatever was done to the heap" do
  fit = lambda do
    figures = GC.stat
    assert_equal figures[:total_allocated_objects] - figures[:total_freed_objects] - figures[:heap_final_slots], figures[:heap_live_slots]
    figures
  end
  kept = Array.new(20_000) { |index| "kept #{index}" }
  fit.call
  3.times { GC.start }
  old = fit.call[:old_objects]
  assert old >= 20_000, "of #{kept.size} kept #{old} are old"
  kept.clear
  GC.start
  assert fit.call[:old_objects] <= old - 15_000
  GC.compact if GC.respond_to?(:compact)
  fit.call
  child = fork do
    young = Array.new(1000) { +"young" }
    GC.start
    fit.call
    exit!(young.size == 1000 ? 0 : 1)
  end
  Process.wait(child)
  assert $?.success?
end
