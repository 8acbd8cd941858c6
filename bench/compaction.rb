# 1,000,000 objects of mixed sizes, of which a random 90% are dropped, then GC.compact: how many times as much
# resident memory as the survivors take when they alone are ever made.
# run: compaction 1000000
# quick: 20000
# measure: resident_over_live smaller
require_relative "seeds/memory_map"

COUNT = Integer(ARGV[0])

def make(number)
  case number % 4
  when 0 then "short #{number}"
  when 1 then "x" * (number % 600)
  when 2 then Array.new(number % 40, number)
  else { number => number }
  end
end

def resident_of
  in_a_child do
    GC.start
    before = MemoryMap.new.resident
    kept = yield
    GC.compact
    after = MemoryMap.new.resident
    raise "lost" unless kept.compact.size > 0
    after - before
  end
end

# A generator of its own, so that every Ruby keeps the same objects.
def each_kept
  state = 12345
  COUNT.times do |number|
    state = (state * 1103515245 + 12345) & 0x7fffffff
    yield number, (state >> 16) % 10 == 0
  end
end

alone = resident_of do
  list = []
  each_kept { |number, keep| list << make(number) if keep }
  list
end
among = resident_of do
  list = Array.new(COUNT) { |number| make(number) }
  each_kept { |number, keep| list[number] = nil unless keep }
  list.compact!
  list
end
puts "RESULT resident_over_live #{(among / alone).round(2)}"
