# What an object takes: resident memory that 300,000 of a kind add, an Array's word for each taken off. Each kind is
# measured in a child of its own.
# run: object_bytes 300000
# quick: 20000
# measure: bytes_of_short_string smaller
# measure: bytes_of_string_of_20 smaller
# measure: bytes_of_array_of_3 smaller
# measure: bytes_of_hash_of_1 smaller
# measure: bytes_of_object_of_3 smaller
# measure: bytes_of_struct_of_3 smaller
require_relative "seeds/memory_map"

class Holder
  def initialize(a, b, c)
    @a = a
    @b = b
    @c = c
  end
end

Triple = Struct.new(:a, :b, :c)
TEXT = "twenty bytes of text"
KINDS = {
  short_string: -> { "foo".dup },
  string_of_20: -> { TEXT.dup },
  array_of_3: -> { [1, 2, 3] },
  hash_of_1: -> { { a: 1 } },
  object_of_3: -> { Holder.new(1, 2, 3) },
  struct_of_3: -> { Triple.new(1, 2, 3) }
}
COUNT = Integer(ARGV[0])

def bytes_of(kind)
  in_a_child do
    list = Array.new(COUNT)
    make = KINDS[kind]
    1000.times { |index| list[index] = make.call }
    GC.start
    before = MemoryMap.new.resident
    COUNT.times { |index| list[index] = make.call }
    GC.start
    # The words of the list are touched in between.
    (MemoryMap.new.resident - before) * 1024.0 / COUNT - 8
  end
end

KINDS.each_key { |kind| puts "RESULT bytes_of_#{kind} #{bytes_of(kind).round(1)}" }
