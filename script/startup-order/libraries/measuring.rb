# A script that measures something and writes what it found: runs, figures of them, a table, files, what the system says.
require "json"
require "rbconfig"
require "rbconfig/sizeof"
require "fileutils"
require "tmpdir"
require "fiddle"
require "fiddle/import"

def median(values) = values.sort.then { |sorted| (sorted[(sorted.size - 1) / 2] + sorted[sorted.size / 2]) / 2.0 }

samples = []
until samples.size >= 12 && samples.sum > 0
  GC.start
  before = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  list = Array.new(500) { |n| n.to_s }
  list.map(&:to_sym).each_slice(7).to_a
  samples << Process.clock_gettime(Process::CLOCK_MONOTONIC) - before
  $stderr.print "." if $DEBUG
end
mean = samples.sum / samples.size
deviation = Math.sqrt(samples.map { |sample| (sample - mean)**2 }.sum / samples.size)
rows = [["what", "ms"], ["median", format("%.3f", median(samples) * 1000)], ["mean", "%.3f ± %.1f%%" % [mean * 1000, deviation / mean * 100]], ["range", samples.minmax.map { |sample| (sample * 1000).round(2) }.inspect]]
widths = rows.transpose.map { |column| column.map(&:size).max }
rows.each { |row| puts row.zip(widths).map { |cell, width| cell.rjust(width) }.join("  ") }
libc = Fiddle.dlopen(nil)
getpid = Fiddle::Function.new(libc["getpid"], [], Fiddle::TYPE_INT)
strlen = Fiddle::Function.new(libc["strlen"], [Fiddle::TYPE_VOIDP], Fiddle::TYPE_LONG)
usage = Fiddle::Function.new(libc["getrusage"], [Fiddle::TYPE_INT, Fiddle::TYPE_VOIDP], Fiddle::TYPE_INT)
buffer = "\0".b * 256
puts getpid.call == Process.pid, strlen.call("four"), usage.call(0, buffer), buffer[0, 8].unpack1("q").class, buffer.unpack("q4").sum.class, Fiddle::SIZEOF_LONG, RbConfig::SIZEOF["long"]
pointer = Fiddle::Pointer.malloc(16, Fiddle::RUBY_FREE)
pointer[0, 4] = "abcd"
puts pointer.to_s(4), pointer.size, Fiddle::Pointer["text"].to_s
closure = Fiddle::Closure::BlockCaller.new(Fiddle::TYPE_INT, [Fiddle::TYPE_INT]) { |n| n + 1 }
puts Fiddle::Function.new(closure, [Fiddle::TYPE_INT], Fiddle::TYPE_INT).call(4)
resident = File.read("/proc/self/statm").split[1].to_i if File.exist?("/proc/self/statm")
kernel = `uname -r`.strip
system("true") or abort("no shell")
Dir.mktmpdir do |folder|
  results = { "engine" => RUBY_DESCRIPTION, "samples" => samples, "kernel" => kernel, "resident" => resident, :options => { gc: GC.stat.slice(:count, :heap_live_slots) }, "at" => Time.now.strftime("%F-%H%M%S") }
  File.write("#{folder}/results.json", JSON.pretty_generate(results))
  File.open("#{folder}/results.csv", "w") { |file| rows.each { |row| file.puts row.join(",") } }
  puts JSON.parse(File.read("#{folder}/results.json"))["samples"].size, FileUtils.compare_file("#{folder}/results.csv", "#{folder}/results.csv")
end
puts RUBY_DESCRIPTION, ObjectSpace.count_objects[:TOTAL].class, GC.stat(:count).class, GC.respond_to?(:compact), 1234567.to_s.reverse.scan(/\d{1,3}/).join(",").reverse
GC.auto_compact = false if GC.respond_to?(:auto_compact=)
warn "done" if $VERBOSE
