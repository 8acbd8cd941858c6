require_relative "../harness"

# The program seen from outside: options, exit codes, syntax errors, and the report of an uncaught exception.
# RUBY_UNDER_TEST names the command to run; without it, the Ruby that runs this file.

require "rbconfig"
require "tmpdir"

def spec_ruby
  ENV["RUBY_UNDER_TEST"] || RbConfig.ruby
end

def spec_run(*arguments, input: nil)
  text = IO.popen([spec_ruby, *arguments], "r+", err: [:child, :out]) do |pipe|
    pipe.write(input) if input
    pipe.close_write
    pipe.read
  end
  [text, $?.exitstatus]
end

def spec_eval(code)
  spec_run("-e", code)
end

spec "-e runs a text, several make lines" do
  assert_equal ["3\n", 0], spec_eval("puts 1 + 2")
  assert_equal ["1\n", 0], spec_run("-e", "x = 1", "-e", "puts x")
end

spec "a program may come from standard input" do
  assert_equal ["from input\n", 0], spec_run(input: "puts 'from input'")
  assert_equal ["from dash\n", 0], spec_run("-", input: "puts 'from dash'")
end

spec "a file is run with the arguments that follow" do
  Dir.mktmpdir do |folder|
    path = File.join(folder, "program.rb")
    File.write(path, "p ARGV, $0 == __FILE__, __FILE__ == ARGV[2]")
    assert_equal ["[\"a\", \"-b\", #{path.inspect}]\ntrue\ntrue\n", 0], spec_run(path, "a", "-b", path)
  end
end

spec "arguments after -e go to ARGV" do
  assert_equal ["[\"a\", \"b\"]\n", 0], spec_run("-e", "p ARGV", "a", "b")
  assert_equal ["[\"-x\"]\n", 0], spec_run("-e", "p ARGV", "--", "-x")
end

spec "a file that is not there" do
  text, status = spec_run("/no/such/program.rb")
  assert text.end_with?(": No such file or directory -- /no/such/program.rb (LoadError)\n"), text
  assert_equal 1, status
end

spec "exit gives the status" do
  assert_equal [["", 0], ["", 1], ["", 5]], [spec_eval("exit"), spec_eval("exit false"), spec_eval("exit 5")]
  assert_equal 9, spec_eval("exit! 9")[1]
  assert_equal 255, spec_eval("exit(-1)")[1]
end

spec "abort prints its message and gives 1" do
  assert_equal ["stop\n", 1], spec_eval("abort 'stop'")
  assert_equal ["", 1], spec_eval("abort")
end

spec "an uncaught exception is reported with its place and gives 1" do
  assert_equal ["-e:1:in '<main>': told (RuntimeError)\n", 1], spec_eval("raise 'told'")
end

spec "the report shows the frames, innermost first" do
  code = "def a = b\ndef b = raise(ArgumentError, 'deep')\n[1].each { a }"
  assert_equal ["-e:2:in 'Object#b': deep (ArgumentError)\n\tfrom -e:1:in 'Object#a'\n\tfrom -e:3:in 'block in <main>'\n\tfrom -e:3:in 'Array#each'\n\tfrom -e:3:in '<main>'\n", 1], spec_eval(code)
end

spec "the report shows the cause" do
  code = "begin\n  raise 'inner'\nrescue\n  raise 'outer'\nend"
  assert_equal ["-e:4:in '<main>': outer (RuntimeError)\n-e:2:in '<main>': inner (RuntimeError)\n", 1], spec_eval(code)
end

spec "the report of an exception without a message" do
  assert_equal ["-e:1:in '<main>': unhandled exception\n", 1], spec_eval("raise ''")
  assert_equal ["-e:1:in '<main>': StandardError (StandardError)\n", 1], spec_eval("raise StandardError")
end

spec "the report of a message of several lines" do
  assert_equal ["-e:1:in '<main>': one (RuntimeError)\ntwo\n", 1], spec_eval('raise "one\ntwo"')
end

spec "the report of a NoMethodError and of a NameError" do
  assert spec_eval("nil.nope")[0].start_with?("-e:1:in '<main>': undefined method 'nope' for nil (NoMethodError)\n")
  assert spec_eval("nope")[0].start_with?("-e:1:in '<main>': undefined local variable or method 'nope' for main (NameError)\n")
end

spec "an uncaught throw" do
  text, status = spec_eval("throw :tag")
  assert text.include?("uncaught throw :tag (UncaughtThrowError)"), text
  assert_equal 1, status
end

spec "a stack overflow is reported in short" do
  text, status = spec_eval("def a = a()\na")
  assert text.include?("stack level too deep (SystemStackError)"), text
  assert text.include?(" levels...\n"), text
  assert_equal 1, status
end

spec "a syntax error tells file and line, and gives 1" do
  text, status = spec_eval("puts 1\nx = (")
  assert text.include?("-e:2: syntax error"), text
  assert text.include?("(SyntaxError)"), text
  assert_equal 1, status
end

spec "nothing runs when there is a syntax error" do
  assert !spec_eval("puts 'ran'\nend")[0].lines.include?("ran\n")
end

spec "several syntax errors are told together" do
  text = spec_eval("def\n1 = 2")[0]
  assert text.include?("syntax errors found") || text.include?("syntax error found"), text
end

spec "common mistakes do not compile" do
  mistakes = ["class x; end", "def a; class B; end; end", "1 = 2", "self = 1", "nil = 1", "def x(a, a); end", "return = 1", "x = 5 5",
              "[1, 2", "{a: 1", "\"abc", "if true", "foo(", "case 1 else 2 end", "break", "next", "redo", "retry", "yield", "@1 = 2", "$- = 1 2",
              "def f(&b, a); end", "def f(*a, *b); end", "->(a, a) { }", "alias $a b", "BEGIN { retry }", "class A; return; end", "__FILE__ = 1", "a, b += 1, 2", "1..2..3"]
  accepted = mistakes.reject do |code|
    text, status = spec_run("-c", "-e", code)
    status != 0 && text.include?("SyntaxError")
  end
  assert_equal [], accepted
end

spec "-c checks the syntax only" do
  assert_equal ["Syntax OK\n", 0], spec_run("-c", "-e", "puts 1")
end

spec "--version and -v tell the version" do
  text, status = spec_run("--version")
  assert text.include?("3.4"), text
  assert_equal 0, status
end

spec "-v also warns, -w and -W set $VERBOSE" do
  assert_equal ["true\n", 0], spec_run("-w", "-e", "p $VERBOSE")
  assert_equal ["nil\n", 0], spec_run("-W0", "-e", "p $VERBOSE")
  assert_equal ["false\n", 0], spec_run("-e", "p $VERBOSE")
end

spec "-r requires, -I adds to the load path" do
  Dir.mktmpdir do |folder|
    File.write(File.join(folder, "spec_option_part.rb"), "puts :required\n")
    assert_equal ["required\nmain\n", 0], spec_run("-I", folder, "-r", "spec_option_part", "-e", "puts :main")
    assert_equal ["required\nmain\n", 0], spec_run("-I#{folder}", "-rspec_option_part", "-e", "puts :main")
  end
end

spec "-n and -p loop over lines, -l and -a help" do
  assert_equal ["A\nB\n", 0], spec_run("-ne", "puts $_.upcase", input: "a\nb\n")
  assert_equal ["A\nB\n", 0], spec_run("-pe", "$_.upcase!", input: "a\nb\n")
  assert_equal ["b\nd\n", 0], spec_run("-ane", "puts $F[1]", input: "a b\nc d\n")
end

spec "-C changes the folder first" do
  Dir.mktmpdir do |folder|
    assert_equal ["#{File.realpath(folder)}\n", 0], spec_run("-C", folder, "-e", "puts Dir.pwd")
  end
end

spec "-x skips to the shebang line" do
  Dir.mktmpdir do |folder|
    path = File.join(folder, "mail")
    File.write(path, "Dear reader\n#!/usr/bin/env ruby\nputs :found\n__END__\nbye\n")
    assert_equal ["found\n", 0], spec_run("-x", path)
  end
end

spec "an unknown option is refused" do
  text, status = spec_run("--spec-nothing", "-e", "1")
  assert text.include?("invalid option --spec-nothing"), text
  assert_equal 1, status
end

spec "a shebang line is a comment" do
  assert_equal ["1\n", 0], spec_run(input: "#!/usr/bin/env ruby\nputs 1\n")
end

spec "warn and $stderr go to standard error" do
  text = IO.popen([spec_ruby, "-e", "warn 'careful'; $stderr.puts 'more'"], err: File::NULL) { |pipe| pipe.read }
  assert_equal "", text
  assert_equal ["careful\nmore\n", 0], spec_eval("warn 'careful'; $stderr.puts 'more'")
end

spec "a signal ends the process with that signal" do
  IO.popen([spec_ruby, "-e", "Process.kill(:TERM, $$); sleep"], err: File::NULL) { |pipe| pipe.read }
  assert_equal 15, $?.termsig
end

spec "an uncaught Interrupt ends by SIGINT" do
  IO.popen([spec_ruby, "-e", "raise Interrupt"], err: File::NULL) { |pipe| pipe.read }
  assert_equal 2, $?.termsig
end

spec "output is flushed at exit" do
  assert_equal ["no newline", 0], spec_eval("$stdout.write 'no newline'")
  assert_equal ["before exit", 3], spec_eval("print 'before exit'; exit 3")
end

spec "writing to a closed pipe raises EPIPE" do
  text, = spec_eval("r, w = IO.pipe\nr.close\nbegin\n  w.write 'x'\n  w.flush\nrescue Errno::EPIPE => error\n  puts error.class\nend")
  assert_equal "Errno::EPIPE\n", text
end

spec "gets and ARGF read standard input or the files named" do
  assert_equal ["first\n", 0], spec_run("-e", "puts gets", input: "first\nsecond\n")
  Dir.mktmpdir do |folder|
    path = File.join(folder, "data")
    File.write(path, "one\ntwo\n")
    assert_equal ["one\n[\"two\\n\"]\n", 0], spec_run("-e", "puts gets; p ARGF.readlines", path)
  end
end

spec "a program that ends in an unfinished thread ends at once" do
  assert_equal ["done\n", 0], spec_eval("Thread.new { sleep }\nputs :done")
end

spec "an exception in a thread is reported and does not end the program" do
  text, status = spec_eval("Thread.new { raise 'in thread' }.join rescue puts $!.message")
  assert text.include?("terminated with exception (report_on_exception is true)"), text
  assert text.include?("in thread (RuntimeError)"), text
  assert text.end_with?("in thread\n"), text
  assert_equal 0, status
end

spec "a deadlock is found" do
  text, status = spec_eval("Queue.new.pop")
  assert text.include?("No live threads left. Deadlock? (fatal)"), text
  assert_equal 1, status
end

spec "__FILE__ of -e is -e, its __LINE__ starts at 1" do
  assert_equal ["[\"-e\", 1, \"-e\"]\n", 0], spec_eval("p [__FILE__, __LINE__, $0]")
end

spec "environment variables are ENV" do
  text = IO.popen([{ "SPEC_VARIABLE" => "value" }, spec_ruby, "-e", "print ENV['SPEC_VARIABLE']"]) { |pipe| pipe.read }
  assert_equal "value", text
end

spec "string literals may be frozen from the command line" do
  assert_equal ["true\n", 0], spec_run("--enable=frozen-string-literal", "-e", "p 'a'.frozen?")
end
