require_relative "../harness"
require_relative "../outside"

# A system without /proc, as a jail or an early boot has it: made here by a name space with an empty folder in its place. Where users may not be
# mapped, within a changed root, `/proc` itself is parted from the system's.

COVERING = 'mount -t tmpfs none /proc && exec "$@"'
HIDING = [[%w[--map-root-user --mount], COVERING], [%w[--mount --propagation unchanged], "mount --make-private /proc && #{COVERING}"]]
         .map { |names, command| ["unshare", *names, "sh", "-c", command, "sh"] }.find { |words| system(*words, "true", out: File::NULL, err: File::NULL) }

def without_proc(code)
  text = IO.popen([*HIDING, ruby_command, "-e", code], err: [:child, :out], &:read)
  [text, $?.exitstatus]
end

HIDING && spec("objects that only the machine stack names live on") do
  code = <<~'RUBY'
    require "optparse"
    GC.stress = true
    text = [3, 1, 2].sort_by { |number| "#{number}" }.map { |number| number.to_s * 3 }.join(",")
    GC.stress = false
    GC.start
    puts text, Array.new(2000) { |number| "text #{number}" }.uniq.size
  RUBY
  assert_equal ["111,222,333\n2000\n", 0], without_proc(code)
end

HIDING && spec("threads, children and libraries are there") do
  code = <<~'RUBY'
    require "json"
    require "rubygems"
    Process.wait(fork { GC.start; exit!(3) })
    puts JSON.generate([Thread.new { sleep 0.01; 5 }.value, $?.exitstatus, Gem::VERSION.class, `echo hi`])
  RUBY
  assert_equal [%([5,3,"String","hi\\n"]\n), 0], without_proc(code)
end
