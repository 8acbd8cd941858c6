# Completion: threads read files that the system has to fetch, and one counts meanwhile.
# run: io_completion 40
# quick: 2
require "tmpdir"

rounds = Integer(ARGV[0])
Dir.mktmpdir("rutile-bench") do |folder|
  paths = Array.new(8) { |index| File.join(folder, index.to_s) }
  paths.each { |path| File.open(path, "wb") { |file| file.write("0123456789abcdef" * 65_536); file.fsync } }
  finished = false
  counter = Thread.new { Thread.pass until finished; :counted }
  sizes = paths.map do |path|
    Thread.new do
      Array.new(rounds) { File.open(path, "rb") { |file| file.advise(:dontneed); file.read.bytesize } }.sum
    end
  end.sum(&:value)
  finished = true
  puts sizes, counter.value
end
