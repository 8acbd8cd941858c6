# The last words of a program that an exception ends, seen from outside.
require_relative "../harness"
require_relative "../outside"

spec "an exception whose message raises or is no text shows as its class" do
  text, status = run_ruby("-e", "class E < StandardError; def message = raise('inner'); end; raise E")
  assert_equal ["-e:1:in '<main>': E\n", 1], [text, status]
  text, status = run_ruby("-e", "class E < StandardError; def message = 1; end; raise E")
  assert_equal ["-e:1:in '<main>': E\n", 1], [text, status]
end

spec "an interrupt is told of, and ends the process by its signal" do
  text, status = run_ruby("-e", "raise Interrupt, 'enough'")
  assert_equal ["-e:1:in '<main>': enough (Interrupt)\n", nil], [text, status]
  assert_equal 2, $?.termsig
end

spec "an exception at exit takes the place of the one before, which it has as its cause" do
  text, = run_ruby("-e", "at_exit { raise 'y' }; raise 'x'")
  assert_equal "-e:1:in 'block in <main>': y (RuntimeError)\n-e:1:in '<main>': x (RuntimeError)\n", text
end

spec "output that nobody reads ends a program without a word" do
  reader, writer = IO.pipe
  reader.close
  process = spawn(ruby_command, "-e", "100.times { $stderr.puts 'x' * 1000 }", err: writer, out: File::NULL)
  writer.close
  Process.wait(process)
  assert_equal false, $?.success?
  assert $?.exitstatus.nil? || $?.exitstatus == 1, $?.inspect
end

spec "an exception without a backtrace is told of by the name of the program" do
  text, = run_ruby("-e", "class E < StandardError; def backtrace = []; end; $0 = 'other'; raise E, 'x'")
  assert_equal "-e: x (E)\n", text
  text, = run_ruby("-e", "class E < StandardError; def backtrace = []; end; begin; raise E, 'x'; rescue => e; puts e.full_message(highlight: false); end")
  assert_equal "-e:1:in 'full_message': x (E)\n", text
end

spec "Ruby's own reports ask for no full_message" do
  text, = run_ruby("-e", "class E < StandardError; def full_message(*, **) = 'wrong'; end; Thread.new { raise E, 'in a thread' }.join rescue abort")
  assert_equal ["-e:1:in 'block in <main>': in a thread (E)"] * 2, text.lines(chomp: true)[1..]
end
