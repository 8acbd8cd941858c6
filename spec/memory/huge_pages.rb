# rutile-only
require_relative "../harness"

# Kilobytes of this process's anonymous memory of a kind; nil where the system does not tell.
def kilobytes(kind)
  mappings = File.read("/proc/self/smaps").split(/^(?=\h+-\h+ )/)
  mappings.grep(/\A.* 00:00 0 *$/).sum { |mapping| mapping[/^#{kind}:\s+(\d+)/, 1].to_i }
rescue SystemCallError
  nil
end

spec "what stands on huge pages is what it was, and shared after a fork" do
  kept = Array.new(200_000) { |number| [number, number.to_s] }
  4.times { GC.start }
  next unless kilobytes("AnonHugePages") # the system does not tell
  reader, writer = IO.pipe
  child = fork do
    GC.disable
    before = kilobytes("Private_Dirty")
    kept[1000][1] = "another"
    right = kept[1000][1] == "another" && kept.size.times.all? { |index| kept[index][0] == index }
    writer.write Marshal.dump([right, kilobytes("Private_Dirty") - before])
    exit! true
  end
  writer.close
  right, copied = Marshal.load(reader.read)
  Process.wait(child)
  assert_equal [true, "1000"], [right, kept[1000][1]]
  # Of a huge page that it writes to it has a small one of its own.
  assert_equal true, copied < 1000
  assert_equal true, kept.each_with_index.all? { |(number, text), index| number == index && text == index.to_s }
end
