# What shrank after it had outgrown its cell, when the heap is compacted: the same, and smaller.
require_relative "../harness"
require "objspace"

spec "strings and arrays that shrank are what they were" do
  strings = Array.new(200) { |number| (+"x" * 200).tap { |text| text.replace("#{number}é"); text << "y" * 100; text.slice!(3..) } }
  arrays = Array.new(200) { |number| Array.new(300) { |index| "#{number} #{index}" }.tap { |list| list.slice!(number % 5..) } }
  halves = Array.new(50) { |number| Array.new(1000, number).tap { |list| list.shift(900) } }
  expected = Marshal.dump([strings, arrays, halves])
  2.times { GC.compact }
  assert_equal expected, Marshal.dump([strings, arrays, halves])
  strings.each { |text| text << " more than fits a cell, for sure" }
  arrays.each_with_index { |list, number| 20.times { |index| list.push("#{number} #{index}") } }
  halves.each { |list| list.unshift(1).push(2) }
  GC.start
  assert_equal ["3 0", "3 1", "3 2", "3 0"], arrays[3][0, 4]
  assert_equal [[1, 7, 7], 102, 2], [halves[7][0, 3], halves[7].size, halves[7].last]
end

spec "pieces that share their bytes stay apart" do
  whole = "0123456789" * 100
  piece = whole[10, 500]
  list = Array.new(1000) { |index| index }
  part = list[100, 500]
  GC.compact
  whole << "!"
  piece << "?"
  list << :end
  part << :part
  GC.compact
  assert_equal ["0123456789" * 100 + "!", "0123456789" * 50 + "?"], [whole, piece]
  assert_equal [[*0...1000, :end], [*100...600, :part]], [list, part]
end

spec "what shrank takes less" do
  list = Array.new(100_000, nil)
  list.compact!
  list.push(1, 2, 3)
  text = "x" * 100_000
  text.replace("short")
  GC.compact
  assert ObjectSpace.memsize_of(list) < 10_000, ObjectSpace.memsize_of(list)
  assert ObjectSpace.memsize_of(text) < 10_000, ObjectSpace.memsize_of(text)
end
