# What the kernel says this process holds, in kilobytes.
class MemoryMap
  def initialize
    @kilobytes = {}
    File.readlines("/proc/self/smaps_rollup").each do |line|
      name, amount, unit = line.split
      @kilobytes[name.delete_suffix(":")] = amount.to_i if unit == "kB"
    end
  end

  def resident = @kilobytes.fetch("Rss")
  def proportional = @kilobytes.fetch("Pss")
  def private = @kilobytes.fetch("Private_Clean") + @kilobytes.fetch("Private_Dirty")
end
