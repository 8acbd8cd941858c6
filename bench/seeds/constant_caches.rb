# An application of 100,000 constants, each read by a method of its own. A child that calls every method fills what
# the parent had not filled. Reported: the share of the parent's memory that the child still shares afterwards, in
# percent; as loaded, after Process.warmup, and after the parent called every method itself. And the resident memory
# of that parent, as loaded and after Process.warmup.
# run: constant_caches 100000
# quick: 500
# measure: fresh_percent larger
# measure: process_warmup_percent larger
# measure: called_before_percent larger
# measure: loaded_parent_kb smaller
# measure: warmed_parent_kb smaller
require_relative "memory_map"

module App
  COUNT = Integer(ARGV[0])

  COUNT.times do |number|
    class_eval("Const#{number} = Module.new\ndef self.lookup_#{number}\n  Const#{number}\nend\n", __FILE__, __LINE__)
  end
  calls = Array.new(COUNT) { |number| "lookup_#{number}" }
  class_eval("def self.call_all\n#{calls.join("\n")}\nend\n", __FILE__, __LINE__)
end

def percent_still_shared
  in_a_child do
    App.call_all
    MemoryMap.new.shared * 100.0 / MemoryMap.new(Process.ppid).resident
  end
end

fresh = percent_still_shared
loaded_parent = MemoryMap.new.resident
Process.warmup
warmed_parent = MemoryMap.new.resident
warmed = percent_still_shared
App.call_all
called = percent_still_shared
puts "RESULT fresh_percent #{fresh.round(1)}"
puts "RESULT process_warmup_percent #{warmed.round(1)}"
puts "RESULT called_before_percent #{called.round(1)}"
puts "RESULT loaded_parent_kb #{loaded_parent}"
puts "RESULT warmed_parent_kb #{warmed_parent}"
