# A server that warmed up and forked all its workers: 100,000 constants and look-up methods, and so many children alive at
# once, each of which called every method and collected all garbage. Reported: the least share of the parent's memory
# that a child still shares, and what all children together take, each page divided among those who share it.
# run: many_children_2 100000 2
# run: many_children_200 100000 200
# quick: 500 3
# measure: least_shared_percent larger
# measure: proportional_kb smaller
require_relative "seeds/memory_map"

METHODS, CHILDREN = ARGV.map { |argument| Integer(argument) }
require_relative "seeds/look_up_methods"

Process.warmup
waiting, start = IO.pipe
children = CHILDREN.times.map do
  reader, writer = IO.pipe
  fork do
    start.close
    App.call_all
    GC.start
    writer.puts "ready"
    waiting.read # until all are
    memory = MemoryMap.new
    writer.puts memory.shared * 100.0 / MemoryMap.new(Process.ppid).resident, memory.proportional
    writer.close
    exit!(0)
  end
  writer.close
  reader
end
children.each(&:gets)
start.close
facts = children.map { |reader| reader.readlines.map(&:to_f) }
Process.waitall
raise "a child died" unless facts.all? { |fact| fact.size == 2 }
puts "RESULT least_shared_percent #{facts.map(&:first).min.round(1)}"
puts "RESULT proportional_kb #{facts.sum(&:last).to_i}"
puts CHILDREN
