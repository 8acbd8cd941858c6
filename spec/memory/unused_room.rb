require_relative "../harness"

# Resident memory of this process, in kB.
def resident_kilobytes
  File.read("/proc/self/status")[/^VmRSS:\s+(\d+)/, 1].to_i
end

spec "room that strings were made with and never use takes no memory" do
  strings = Array.new(10) { String.new(capacity: 65_536) }
  before = resident_kilobytes
  strings += Array.new(600) { String.new(capacity: 65_536) << "x" }
  grown = resident_kilobytes - before
  assert grown < 20_000, "610 strings of a byte each took #{grown} kB"
  assert_equal 600, strings.join.size
end

spec "a string that takes the place of another has only its own bytes" do
  3.times { Array.new(20) { "secret" * 20_000 }.clear }
  GC.start
  string = String.new(capacity: 100_000)
  string << "a"
  assert_equal "a", string
  assert_equal "a\0\0", string.ljust(3, "\0")
  reader, writer = IO.pipe
  writer << "b" * 40_000
  writer.close
  assert_equal "b" * 40_000, reader.read
  reader.close
end

spec "a file without a size and a file that has one are read to their ends" do
  maps = File.read("/proc/self/smaps")
  assert maps.end_with?("\n") && maps.size > 10_000
  assert_equal maps.lines.size, maps.count("\n")
  File.open(__FILE__) do |file|
    start = file.read(10)
    assert_equal File.size(__FILE__), (start + file.read).bytesize
    assert_equal ["", nil], [file.read, file.read(1)]
  end
end

spec "a string made with much room is an empty string like any other" do
  made = -> { String.new(capacity: 100_000) }
  assert_equal ["", 0, Encoding::BINARY, true], [made[], made[].size, made[].encoding, made[].ascii_only?]
  assert_equal ["", "", "x", "r", "hey"], [made[].dup, made[].clear, made[] + "x", made[].prepend("r"), made[].tap { |text| text[0, 0] = "hey" }]
  assert_equal [[nil], "", true], [made[].unpack("C"), made[].slice(0, 0), made[] == ""]
  assert_raises(IndexError, "index 0 out of string") { made[].setbyte(0, 1) }
  assert_equal "é", made[].force_encoding("UTF-8").tap { |text| GC.compact; text << "é" }
  assert_equal 200_000, made[].tap { |text| 200_000.times { text << "a" } }.size
  assert_equal "12", Class.new(String).new(capacity: 50_000).concat("1", "2")
end

# Each takes a page at least, once it is written.
spec "strings made with much room take it when they are written" do
  before = resident_kilobytes
  strings = Array.new(10_000) { String.new(capacity: 65_536) }
  grown = resident_kilobytes - before
  assert grown < 100_000, "10,000 strings without a byte took #{grown} kB"
  strings.each { |text| text << "some" }
  assert_equal ["some"], strings.uniq
end
