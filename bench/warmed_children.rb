# What a child of a warmed-up server makes its own: a parent of 100,000 constants, look-up methods, 400,000 strings
# and 400,000 objects forks, and each child does one thing. Reported: the resident memory of the parent, the share of it
# that a child still shares after it called every method and collected all garbage (without and with a warm-up of the
# parent) and after it made 1 GB of garbage, and by how many kilobytes a child's private memory grows in each.
# run: children 100000 400000
# quick: 500 1000
# measure: parent_kb smaller
# measure: cold_shared_percent larger
# measure: warm_shared_percent larger
# measure: churn_shared_percent larger
# measure: minor_collection_private_kb smaller
# measure: string_size_private_kb smaller
# measure: object_hash_private_kb smaller
# measure: new_methods_private_kb smaller
require_relative "seeds/memory_map"

METHODS, OBJECTS = ARGV.map { |argument| Integer(argument) }
require_relative "seeds/look_up_methods"

def shared_percent
  in_a_child do
    yield
    MemoryMap.new.shared * 100.0 / MemoryMap.new(Process.ppid).resident
  end
end

def private_growth
  in_a_child do
    2.times { MemoryMap.new } # so that the reader's own pages are counted before
    before = MemoryMap.new.private_dirty
    yield
    MemoryMap.new.private_dirty - before
  end
end

def churn(bytes)
  (bytes / 1000).times { |number| "#{number}" * 100 }
end

puts "RESULT parent_kb #{MemoryMap.new.resident}"
cold = shared_percent { App.call_all; GC.start }
strings = Array.new(OBJECTS) { |number| "string #{number}" }
objects = Array.new(OBJECTS) { Object.new }
Process.warmup
warm = shared_percent { App.call_all; GC.start }
churned = shared_percent { churn(OBJECTS * 2500); App.call_all; GC.start }
puts "RESULT cold_shared_percent #{cold.round(1)}"
puts "RESULT warm_shared_percent #{warm.round(1)}"
puts "RESULT churn_shared_percent #{churned.round(1)}"
puts "RESULT minor_collection_private_kb #{private_growth { GC.start(full_mark: false) }.to_i}"
puts "RESULT string_size_private_kb #{private_growth { strings.each(&:size) }.to_i}"
puts "RESULT object_hash_private_kb #{private_growth { objects.each(&:hash) }.to_i}"
puts "RESULT new_methods_private_kb #{private_growth { App::CALLERS.first(10).each { |name| App.__send__(name) } }.to_i}"
puts strings.size, objects.size
