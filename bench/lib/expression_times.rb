# Times the expressions of a group (bench/expressions): expression_times.rb FILE
#
# A group of expressions is a Ruby file, which is run first, and behind its __END__ an expression a line. Prints a line
# for each: the expression, a tab, and its nanoseconds, or the class of what it raised.
require_relative "rounds"

setup, expressions = File.read(ARGV[0], encoding: Encoding::UTF_8).split(/^__END__\n/, 2)
scope = TOPLEVEL_BINDING.dup
scope.eval(setup, ARGV[0])
expressions.each_line(chomp: true) do |expression|
  puts "#{expression}\t#{Rounds.nanoseconds(scope.eval(Rounds.of(expression)))}"
rescue StandardError, NotImplementedError, SyntaxError => error
  puts "#{expression}\t#{error.class}"
end
