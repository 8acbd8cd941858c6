# What bench/core runs under both Rubies.
#
# A group of expressions is a Ruby file, which is run first, and behind its __END__ an expression a line. Prints a line
# for each: the expression, a tab, and its nanoseconds, or the class of what it raised.

SHORTEST = 0.01 # seconds that a run takes at least
RUNS = 3

def seconds(code, count)
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  code.call(count)
  Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
end

# The least of some runs, each of enough rounds to be measured.
def nanoseconds(code)
  count = 1
  count *= 4 while seconds(code, count) < SHORTEST
  (Array.new(RUNS) { seconds(code, count) }.min / count * 1e9).round(1)
end

setup, expressions = File.read(ARGV[0], encoding: Encoding::UTF_8).split(/^__END__\n/, 2)
scope = TOPLEVEL_BINDING.dup
scope.eval(setup, ARGV[0])
expressions.each_line(chomp: true) do |expression|
  code = scope.eval("proc { |count| round = 0\nwhile round < count\n#{expression}\nround += 1\nend }")
  puts "#{expression}\t#{nanoseconds(code)}"
rescue StandardError, NotImplementedError, SyntaxError => error
  puts "#{expression}\t#{error.class}"
end
