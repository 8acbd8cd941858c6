# rutile-only
require_relative "../harness"
require_relative "../outside"
require_relative "fixtures/collected_grandchild"

# A forked child shares its parent's memory until one of them writes to it. Collecting garbage must write little of it.

LIMIT = 192 # kilobytes

# What verifies the heap, after each collection or now and then under stress, takes memory of its own.
IS_MEASURED = !ENV["RUTILE_GC_VERIFY"] && !ENV["RUTILE_GC_STRESS"]

# The least of some processes: where the system puts their memory decides on whose pages the same words lie.
def kilobytes_written_by_collecting(kind)
  program = File.join(__dir__, "fixtures", "collected_grandchild.rb")
  least = nil
  (IS_MEASURED ? 10 : 1).times do
    least = [least, Integer(run_ruby(program, kind, COUNT.to_s)[0])].compact.min
    break if least <= LIMIT
  end
  least
end

COUNT = stress_sized(500_000)

def assert_shared(written)
  assert written <= LIMIT, "#{written} kB" if IS_MEASURED
end

spec "a full collection in a grandchild writes less than 192 kilobytes of what half a million strings take" do
  assert_shared(kilobytes_written_by_collecting("literals"))
end

spec "so it is where half of what was allocated is garbage, and collections were disabled before the fork" do
  assert_shared(kilobytes_written_by_collecting("garbage"))
end

spec "a child's child frees what its parents left, and finds what they wrote" do
  kept = Array.new(stress_sized(200_000)) { |number| [number] }
  change = proc do
    kept.each_with_index { |inner, index| inner << index.to_s if index.even? }
    kept[1] = nil
  end
  answer = answer_of_grandchild(change) do
    GC.start
    kept.each { |inner| inner << "grandchild" if inner }
    GC.start(full_mark: false)
    GC.compact
    GC.start
    kept.compact.sum { |inner| inner.size }
  end
  assert_equal (kept.size - 1) * 2 + kept.size / 2, answer
end

METHODS = stress_sized(20_000)

# Methods of a constant each, and what calls them.
module Application
  METHODS.times do |number|
    class_eval("Value#{number} = [#{number}]\ndef self.look_up_#{number} = Value#{number}\n")
  end
  CALLERS = METHODS.times.each_slice(500).map do |numbers|
    class_eval("def self.call_#{numbers[0]}\n#{numbers.map { |number| "look_up_#{number}" }.join("\n")}\nend\n")
  end
  # A method's code is loaded when it is called first, or when it is asked for its parameters.
  singleton_methods.each { |name| method(name).parameters }
end

spec "a child of a parent that was never warmed up finds the caches of its loaded methods filled" do
  written = answer_of_grandchild do
    2.times { GC.stat(:private_dirty_bytes) }
    before = GC.stat(:private_dirty_bytes)
    Application::CALLERS.each { |name| Application.__send__(name) }
    (GC.stat(:private_dirty_bytes) - before) / 1024
  end
  assert_shared(written)
end

spec "a program that is started shares the heap too shortly for a collection before" do
  kept = Array.new(200_000) { |number| "text number #{number}" * 3 }
  collections = lambda do |&between|
    GC.start
    before = GC.count
    30.times { Array.new(20_000) { |number| "x#{number}" }.tap { between&.call } }
    GC.count - before
  end
  alone = collections.call
  beside = collections.call { system("true") }
  assert beside <= alone + 10, "#{beside} collections, #{alone} without programs" unless ENV["RUTILE_GC_VERIFY"] || ENV["RUTILE_GC_STRESS"]
  assert_equal 200_000, kept.size
end
