require_relative "fixtures/building"
require_relative "../outside"

# A fault in an extension: what the process says before it ends of it.

SPEC_CRASHES = build_extension("crashes")

# What a program that crashes says, and the signal that it ends of.
def spec_crash(code)
  program = "require #{SPEC_CRASHES.dump}\nclass Outer\n  class Inner\n    def run = [1].each { #{code} }\n  end\nend\nOuter::Inner.new.run\n"
  path = File.join(EXTENSION_FOLDER, "crashing.rb")
  File.write(path, program)
  text = IO.popen([ruby_command, path, err: %i[child out]], &:read)
  [text.gsub("#{EXTENSION_FOLDER}/", ""), $?.termsig]
end

SPEC_FRAMES = <<~TEXT.gsub(/^/, "\t")
  from crashing.rb:4:in 'block in Outer::Inner#run'
  from crashing.rb:4:in 'Outer::Inner#run'
  from crashing.rb:7:in '<main>'
TEXT

def assert_crash(code, place, signal, method)
  text, ended = spec_crash(code)
  first = method ? "\tfrom crashing.rb:4:in '#{method}'\n" : ""
  assert_equal "rutile: #{place}\n#{first}#{SPEC_FRAMES}", text
  assert_equal Signal.list[signal], ended
end

spec "a fault in a function names it, its library and the frames of Ruby" do
  assert_crash("Crashes.write", "segmentation fault in crashes, function crashes_write (crashes.so)", "SEGV", "Crashes.write")
  assert_crash("Crashes.divide(0)", "arithmetic fault in crashes, function crashes_divide (crashes.so)", "FPE", "Crashes.divide")
end

spec "a fault in what a function calls names the function" do
  assert_crash("Crashes.abort", "aborted in code called by crashes, function crashes_abort (crashes.so)", "ABRT", "Crashes.abort")
  assert_crash("Crashes.entry", "segmentation fault in code called by crashes, function crashes_entry (crashes.so)", "SEGV", "Crashes.entry")
end

spec "a fault after a function called Ruby shows where it was called" do
  assert_crash("Crashes.after_yield { 1 }", "segmentation fault in crashes, function crashes_after_yield (crashes.so)", "SEGV", "Crashes.after_yield")
end

spec "a fault in a collection shows what the program was doing" do
  text, ended = spec_crash("Crashes.collect")
  assert text.start_with?("rutile: segmentation fault in crashes, function mark_nowhere (crashes.so)\n"), text
  assert text.end_with?(SPEC_FRAMES), text
  assert_equal Signal.list["SEGV"], ended
end

spec "a fault in a fiber shows the fiber's frames" do
  text, ended = spec_crash("Fiber.new { Crashes.write }.resume")
  assert_equal ["\tfrom crashing.rb:4:in 'Crashes.write'", Signal.list["SEGV"]], [text.lines[1].chomp, ended]
  assert !text.include?("<main>"), text
end

spec "a thread of the extension's own has no frames" do
  text, ended = spec_crash("Crashes.on_thread")
  assert_equal ["rutile: segmentation fault in crashes, function write_on_thread (crashes.so)\n", Signal.list["SEGV"]], [text, ended]
end

spec "a signal from outside is told as one" do
  text, ended = spec_crash("Process.kill(:ABRT, $$); sleep")
  assert_equal Signal.list["ABRT"], ended
  assert text.start_with?("rutile: aborted, by a signal of process "), text
  assert text.end_with?("\tfrom crashing.rb:7:in '<main>'\n"), text
end

spec "a program that handles the signal is left alone" do
  text, ended = spec_crash("trap(:ABRT) { STDERR.puts :told; exit! }; Process.kill(:ABRT, $$); sleep")
  assert_equal ["told\n", nil], [text, ended]
end
