# A parent holds 500,000 strings; its grandchild runs one full collection. Reported: how many kilobytes of the
# grandchild's memory stop being shared by it (growth of private-dirty). Once as loaded, once after Process.warmup.
# run: copy_on_write_collection 500000 cold
# run: copy_on_write_collection_warm 500000 warm
# quick: 5000 warm
# measure: private_dirty_kb smaller
require_relative "memory_map"

GC.disable
list = []
Integer(ARGV[0]).times { list << "foo".dup }
GC.enable
Process.warmup if ARGV[1] == "warm"

growth = in_a_child do
  in_a_child do
    MemoryMap.new # so that the reader's own pages are counted before
    before = MemoryMap.new.private_dirty
    GC.start
    MemoryMap.new.private_dirty - before
  end.to_i
end
puts list.size
puts "RESULT private_dirty_kb #{growth.to_i}"
