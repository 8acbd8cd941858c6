# What the kernel says a process holds, in kilobytes; for the programs beside this file.
# not a program
class MemoryMap
  def initialize(pid = "self")
    @kilobytes = {}
    File.readlines("/proc/#{pid}/smaps_rollup").each do |line|
      match = /\A(\w+):\s+(\d+) kB/.match(line)
      @kilobytes[match[1]] = match[2].to_i if match
    end
  end

  def resident = @kilobytes.fetch("Rss")
  def proportional = @kilobytes.fetch("Pss")
  def private_dirty = @kilobytes.fetch("Private_Dirty")
  def shared = @kilobytes.fetch("Shared_Clean") + @kilobytes.fetch("Shared_Dirty")
end

# Forks, gives the value of the block (an integer) to the parent, and ends.
def in_a_child
  reader, writer = IO.pipe
  child = fork do
    reader.close
    writer.write(yield.to_s)
    writer.close
    exit!(0)
  end
  writer.close
  answer = reader.read
  Process.wait(child)
  raise "the child died: #{$?}" unless $?.success?
  Float(answer)
end
