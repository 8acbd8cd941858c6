require_relative "../harness"
require_relative "../outside"

# The program seen from outside: options, exit codes, syntax errors, and the report of an uncaught exception.

spec "-e runs a text, several make lines" do
  assert_equal ["3\n", 0], run_code("puts 1 + 2")
  assert_equal ["1\n", 0], run_ruby("-e", "x = 1", "-e", "puts x")
end

spec "a program may come from standard input" do
  assert_equal ["from input\n", 0], run_ruby(input: "puts 'from input'")
  assert_equal ["from dash\n", 0], run_ruby("-", input: "puts 'from dash'")
end

spec "a file is run with the arguments that follow" do
  scratch_folder do |folder|
    path = File.join(folder, "program.rb")
    File.write(path, "p ARGV, $0 == __FILE__, __FILE__ == ARGV[2]")
    assert_equal ["[\"a\", \"-b\", #{path.inspect}]\ntrue\ntrue\n", 0], run_ruby(path, "a", "-b", path)
  end
end

spec "arguments after -e go to ARGV" do
  assert_equal ["[\"a\", \"b\"]\n", 0], run_ruby("-e", "p ARGV", "a", "b")
  assert_equal ["[\"-x\"]\n", 0], run_ruby("-e", "p ARGV", "--", "-x")
end

spec "a file that is not there" do
  text, status = run_ruby("/no/such/program.rb")
  assert text.end_with?(": No such file or directory -- /no/such/program.rb (LoadError)\n"), text
  assert_equal 1, status
end

spec "exit gives the status" do
  assert_equal [["", 0], ["", 1], ["", 5]], [run_code("exit"), run_code("exit false"), run_code("exit 5")]
  assert_equal 9, run_code("exit! 9")[1]
  assert_equal 255, run_code("exit(-1)")[1]
end

spec "abort prints its message and gives 1" do
  assert_equal ["stop\n", 1], run_code("abort 'stop'")
  assert_equal ["", 1], run_code("abort")
end

spec "an uncaught exception is reported with its place and gives 1" do
  assert_equal ["-e:1:in '<main>': told (RuntimeError)\n", 1], run_code("raise 'told'")
end

spec "the report shows the frames, innermost first" do
  code = "def a = b\ndef b = raise(ArgumentError, 'deep')\n[1].each { a }"
  assert_equal ["-e:2:in 'Object#b': deep (ArgumentError)\n\tfrom -e:1:in 'Object#a'\n\tfrom -e:3:in 'block in <main>'\n\tfrom -e:3:in 'Array#each'\n\tfrom -e:3:in '<main>'\n", 1], run_code(code)
end

spec "the report shows the cause" do
  code = "begin\n  raise 'inner'\nrescue\n  raise 'outer'\nend"
  assert_equal ["-e:4:in '<main>': outer (RuntimeError)\n-e:2:in '<main>': inner (RuntimeError)\n", 1], run_code(code)
end

spec "the report of an exception without a message" do
  assert_equal ["-e:1:in '<main>': unhandled exception\n", 1], run_code("raise ''")
  assert_equal ["-e:1:in '<main>': StandardError (StandardError)\n", 1], run_code("raise StandardError")
end

spec "the report of a message of several lines" do
  assert_equal ["-e:1:in '<main>': one (RuntimeError)\ntwo\n", 1], run_code('raise "one\ntwo"')
end

spec "the report of a NoMethodError and of a NameError" do
  assert run_code("nil.nope")[0].start_with?("-e:1:in '<main>': undefined method 'nope' for nil (NoMethodError)\n")
  assert run_code("nope")[0].start_with?("-e:1:in '<main>': undefined local variable or method 'nope' for main (NameError)\n")
end

spec "an uncaught throw" do
  text, status = run_code("throw :tag")
  assert text.include?("uncaught throw :tag (UncaughtThrowError)"), text
  assert_equal 1, status
end

spec "a stack overflow is reported in short" do
  # To search so deep a stack at each allocation of its report would take minutes.
  text, status = run_code("GC.disable if ENV['RUTILE_GC_STRESS']\ndef a = a()\na")
  assert text.include?("stack level too deep (SystemStackError)"), text
  assert text.include?(" levels...\n"), text
  assert_equal 1, status
end

spec "a syntax error tells file and line, and gives 1" do
  text, status = run_code("puts 1\nx = (")
  assert text.include?("-e:2: syntax error"), text
  assert text.include?("(SyntaxError)"), text
  assert_equal 1, status
end

spec "the SyntaxError of the program itself knows its path, and says what detailed_message does" do
  scratch_folder do |folder|
    File.write("#{folder}/said.rb", "class SyntaxError; prepend(Module.new { def detailed_message(**) = \"#{"#"}{path} is wrong\" }); end")
    File.write("#{folder}/wrong.rb", "x = (")
    text, status = run_ruby("-r#{folder}/said.rb", "#{folder}/wrong.rb")
    assert text.include?("#{folder}/wrong.rb is wrong"), text
    assert_equal 1, status
  end
end

spec "nothing runs when there is a syntax error" do
  assert !run_code("puts 'ran'\nend")[0].lines.include?("ran\n")
end

spec "several syntax errors are told together" do
  text = run_code("def\n1 = 2")[0]
  assert text.include?("syntax errors found") || text.include?("syntax error found"), text
end

spec "common mistakes do not compile" do
  mistakes = ["class x; end", "def a; class B; end; end", "1 = 2", "self = 1", "nil = 1", "def x(a, a); end", "return = 1", "x = 5 5",
              "[1, 2", "{a: 1", "\"abc", "if true", "foo(", "case 1 else 2 end", "break", "next", "redo", "retry", "yield", "@1 = 2", "$- = 1 2",
              "def f(&b, a); end", "def f(*a, *b); end", "->(a, a) { }", "alias $a b", "BEGIN { retry }", "class A; return; end", "__FILE__ = 1", "a, b += 1, 2", "1..2..3"]
  accepted = mistakes.reject do |code|
    text, status = run_ruby("-c", "-e", code)
    status != 0 && text.include?("SyntaxError")
  end
  assert_equal [], accepted
end

spec "-c checks the syntax only" do
  assert_equal ["Syntax OK\n", 0], run_ruby("-c", "-e", "puts 1")
end

spec "--version and -v tell the version" do
  text, status = run_ruby("--version")
  assert text.include?("3.4"), text
  assert_equal 0, status
end

spec "-v also warns, -w and -W set $VERBOSE" do
  assert_equal ["true\n", 0], without_given_settings { run_ruby("-w", "-e", "p $VERBOSE") }
  assert_equal ["nil\n", 0], run_ruby("-W0", "-e", "p $VERBOSE")
  assert_equal ["false\n", 0], run_ruby("-e", "p $VERBOSE")
end

spec "-r requires, -I adds to the load path" do
  scratch_folder do |folder|
    File.write(File.join(folder, "spec_option_part.rb"), "puts :required\n")
    assert_equal ["required\nmain\n", 0], run_ruby("-I", folder, "-r", "spec_option_part", "-e", "puts :main")
    assert_equal ["required\nmain\n", 0], run_ruby("-I#{folder}", "-rspec_option_part", "-e", "puts :main")
  end
end

spec "-n and -p loop over lines, -l and -a help" do
  assert_equal ["A\nB\n", 0], run_ruby("-ne", "puts $_.upcase", input: "a\nb\n")
  assert_equal ["A\nB\n", 0], run_ruby("-pe", "$_.upcase!", input: "a\nb\n")
  assert_equal ["b\nd\n", 0], run_ruby("-ane", "puts $F[1]", input: "a b\nc d\n")
end

spec "-C changes the folder first" do
  scratch_folder do |folder|
    assert_equal ["#{File.realpath(folder)}\n", 0], run_ruby("-C", folder, "-e", "puts Dir.pwd")
  end
end

spec "-x skips to the shebang line" do
  scratch_folder do |folder|
    path = File.join(folder, "mail")
    File.write(path, "Dear reader\n#!/usr/bin/env ruby\nputs :found\n__END__\nbye\n")
    assert_equal ["found\n", 0], run_ruby("-x", path)
  end
end

spec "an unknown option is refused" do
  text, status = run_ruby("--spec-nothing", "-e", "1")
  assert text.include?("invalid option --spec-nothing"), text
  assert_equal 1, status
end

spec "a shebang line is a comment" do
  assert_equal ["1\n", 0], run_ruby(input: "#!/usr/bin/env ruby\nputs 1\n")
end

spec "warn and $stderr go to standard error" do
  text = IO.popen([ruby_command, "-e", "warn 'careful'; $stderr.puts 'more'"], err: File::NULL) { |pipe| pipe.read }
  assert_equal "", text
  assert_equal ["careful\nmore\n", 0], run_code("warn 'careful'; $stderr.puts 'more'")
end

spec "a signal ends the process with that signal" do
  IO.popen([ruby_command, "-e", "Process.kill(:TERM, $$); sleep"], err: File::NULL) { |pipe| pipe.read }
  assert_equal 15, $?.termsig
end

spec "an uncaught Interrupt ends by SIGINT" do
  IO.popen([ruby_command, "-e", "raise Interrupt"], err: File::NULL) { |pipe| pipe.read }
  assert_equal 2, $?.termsig
end

spec "output is flushed at exit" do
  assert_equal ["no newline", 0], run_code("$stdout.write 'no newline'")
  assert_equal ["before exit", 3], run_code("print 'before exit'; exit 3")
end

spec "writing to a closed pipe raises EPIPE" do
  text, = run_code("r, w = IO.pipe\nr.close\nbegin\n  w.write 'x'\n  w.flush\nrescue Errno::EPIPE => error\n  puts error.class\nend")
  assert_equal "Errno::EPIPE\n", text
end

spec "gets and ARGF read standard input or the files named" do
  assert_equal ["first\n", 0], run_ruby("-e", "puts gets", input: "first\nsecond\n")
  scratch_folder do |folder|
    path = File.join(folder, "data")
    File.write(path, "one\ntwo\n")
    assert_equal ["one\n[\"two\\n\"]\n", 0], run_ruby("-e", "puts gets; p ARGF.readlines", path)
  end
end

spec "a program that ends in an unfinished thread ends at once" do
  assert_equal ["done\n", 0], run_code("Thread.new { sleep }\nputs :done")
end

spec "an exception in a thread is reported and does not end the program" do
  text, status = run_code("Thread.new { raise 'in thread' }.join rescue puts $!.message")
  assert text.include?("terminated with exception (report_on_exception is true)"), text
  assert text.include?("in thread (RuntimeError)"), text
  assert text.end_with?("in thread\n"), text
  assert_equal 0, status
end

spec "a deadlock is found" do
  text, status = run_code("Queue.new.pop")
  assert text.include?("No live threads left. Deadlock? (fatal)"), text
  assert_equal 1, status
end

spec "__FILE__ of -e is -e, its __LINE__ starts at 1" do
  assert_equal ["[\"-e\", 1, \"-e\"]\n", 0], run_code("p [__FILE__, __LINE__, $0]")
end

spec "environment variables are ENV" do
  text = IO.popen([{ "SPEC_VARIABLE" => "value" }, ruby_command, "-e", "print ENV['SPEC_VARIABLE']"]) { |pipe| pipe.read }
  assert_equal "value", text
end

spec "string literals may be frozen from the command line" do
  assert_equal ["true\n", 0], run_ruby("--enable=frozen-string-literal", "-e", "p 'a'.frozen?")
end

spec "a frozen literal tells where it was made if it was asked to" do
  program = "begin; 'a' << 'b'; rescue => error; puts error.message; end\nbegin; 'c'.dup.freeze.upcase!; rescue => error; puts error.message; end\n" \
            "begin; \"a\#{1}\".freeze << 'b'; rescue => error; puts error.message; end; p 'x'.instance_variables, Marshal.dump('x') == Marshal.dump(+'x')"
  wanted = <<~TEXT
    can't modify frozen String: "a", created at -e:1
    can't modify frozen String: "c", created at -e:2
    can't modify frozen String: "a1"
    []
    true
  TEXT
  ["--debug=frozen-string-literal", "--debug-frozen_string_literal"].each do |option|
    assert_equal [wanted, 0], run_ruby("--disable=gems", "--enable=frozen-string-literal", option, "-e", program)
  end
  text, status = run_ruby("--disable=gems", "--debug=more", "-e", "p $DEBUG")
  assert_equal ["false\n", 0], [text.lines.last, status]
  assert text.include?("warning: unknown argument for --debug: 'more'\n"), text
end

spec "where a literal is changed that will be frozen, the warning may say where it was made" do
  wanted = "-e:2: warning: literal string will be frozen in the future\n-e:1: info: the string was created here\n"
  assert_equal [wanted, 0], run_ruby("--disable=gems", "-W:deprecated", "--debug=frozen-string-literal", "-e", "text = 'a'\ntext << 'b'")
end

spec "$DEBUG tells of each exception that is raised" do
  program = "begin; raise 'a'; rescue; end\n$DEBUG = false\nbegin; raise 'b'; rescue; end\n$DEBUG = 1\nbegin; begin; [].fetch(1); rescue; raise; end; rescue; end\n" \
            "catch(:x) { throw :x }; p $-d; exit"
  text = "index 1 outside of array bounds: 0...0"
  wanted = "Exception 'RuntimeError' at -e:1 - a\n" + "Exception 'IndexError' at -e:5 - #{text}\n" * 2 + "1\n"
  assert_equal [wanted, 0], run_ruby("--disable=gems", "-d", "-e", program)
end

spec "TOPLEVEL_BINDING has the main program's variables" do
  assert_equal ["[:a, :b]\nnil\n3\n", 0], run_code("a = 1; p TOPLEVEL_BINDING.local_variables.sort, TOPLEVEL_BINDING.eval('b'); b = 3; p eval('b', TOPLEVEL_BINDING)")
end

spec "under -n and -p sub, gsub, chop and chomp change the line" do
  assert_equal ["axc\ndef\n", 0], run_ruby("-pe", "gsub(/b/, 'x')", input: "abc\ndef\n")
  assert_equal ["Abc|\nde|\n", 0], run_ruby("-ne", "chomp; sub(/a/) { $&.upcase } || chop; chop if $. == 2; puts $_ + '|'", input: "abc\ndef\n")
  assert_equal ["#<TypeError: $_ value need to be String (nil given)>\n", 0], run_ruby("-ne", "$_ = nil; begin; chop; rescue => error; p error; end", input: "a\n")
end

spec "numbers in a flip-flop of -e are those of lines" do
  assert_equal ["b\nc\n", 0], run_ruby("-ne", "print if 2..3", input: "a\nb\nc\nd\n")
  assert_equal ["a\nd\n", 0], run_ruby("-ne", "print unless 2..3", input: "a\nb\nc\nd\n")
end

spec "the first line chooses options where it names a Ruby, wherever that stands" do
  scratch_folder do |folder|
    path = File.join(folder, "program")
    ["#!/usr/bin/env -S ruby -w -l", "#!ruby -w", "#!/bin/sh\nexit 9\n#!/a/b/ruby -w"].each do |start|
      File.write(path, "#{start}\np $VERBOSE, __LINE__ == #{start.count("\n") + 2}\n")
      assert_equal ["true\ntrue\n", 0], run_ruby(path)
      assert_equal ["true\ntrue\n", 0], run_ruby("-x", path)
    end
    File.write(path, "#!/usr/bin/perl\np 1\n")
    assert_equal ["#{path}: no Ruby script found in input (LoadError)\n", 1], run_ruby(path)
  end
end

spec "folders that the first line names for libraries come last" do
  scratch_folder do |folder|
    path = File.join(folder, "program")
    File.write(path, "#!/usr/bin/env ruby -I/named/here\nputs $:.first, $:.last\n")
    assert_equal ["/named/first\n/named/here\n", 0], run_ruby("-I/named/first", path)
  end
end

def with_rubyopt(text)
  before = ENV["RUBYOPT"]
  ENV["RUBYOPT"] = text
  yield
ensure
  ENV["RUBYOPT"] = before
end

spec "RUBYOPT: a value may stand apart, a dash be left out, and a level of warnings before it holds" do
  {
    "-r set -w" => "true", "r set w" => "true", "-W1 W2" => "false", "W0 w" => "nil", "-W0 -w" => "true", "-W0 -r set w" => "nil", "-- w" => "true", "- w" => "false"
  }.each do |text, expected|
    with_rubyopt(text) { assert_equal ["#{expected}\n", 0], run_code("p $VERBOSE") }
  end
  with_rubyopt("-I /named/here") { assert_equal ["true\n", 0], run_code('p $:.include?("/named/here")') }
end

spec "encodings are set once, and there are two of them" do
  [
    [%w[-Eutf-8:utf-16le -U], "default_internal already set to"], [%w[--encoding=utf-8:utf-8:more], "extra argument for --encoding: more"],
    [%w[-Eutf-8:utf-8:more], "extra argument for -E: more"]
  ].each do |options, message|
    text, status = run_ruby(*options, "-e", "p 1")
    assert_equal [true, 1], [text.include?(message), status]
  end
end

spec "all features are all but a compiler" do
  assert_equal ["[true, \"constant\"]\n", 0], run_ruby("--enable=all", "-e", "p ['text'.frozen?, defined?(Gem)]")
  assert_equal ["[false, nil]\n", 0], run_ruby("--disable=all", "-e", "p ['text'.frozen?, defined?(Gem)]")
end

spec "the value of a return of the file itself is told to be ignored" do
  text, status = run_code("return 10")
  assert_equal ["-e: warning: argument of top-level return is ignored\n", 0], [text, status]
  assert_equal ["", 0], run_ruby("-W0", "-e", "return 10")
  assert_equal ["", 0], run_code("[1].each { return 5 }")
  assert_equal ["5\n", 0], run_code("def value = (return 5)\nputs value\nreturn")
end

spec "the parser's warnings are told of a text that does not compile, too" do
  text, status = run_ruby("--disable=gems", "-w", "-e", "x = 5\nif x = 2 then end\n1 +")
  assert_equal ["-e:2: warning: found '= literal' in conditional, should be ==\n", 1], [text.lines.first, status]
  text, = run_ruby("--disable=gems", "-w", "-e", "begin; eval(\"if 1 then end\\n1 +\"); rescue SyntaxError; end; [1].each { }")
  assert text.include?("warning: literal in condition"), text
end
