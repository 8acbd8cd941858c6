require_relative "../harness"
require_relative "../outside"
require "tempfile"

# What `puts`, `print` and `p` do with the standard output: they go through its methods, also those of its own.

# The calls that a stream with a method of its own saw while the block ran.
def spec_seen_by(method)
  seen = []
  stream = Tempfile.create("seen")
  stream.define_singleton_method(method) { |*values| seen << values; nil }
  spec_printing_to(stream) { yield }
  seen
ensure
  stream.close
  File.unlink(stream.path)
end

def spec_printing_to(stream)
  before = $stdout
  $stdout = stream
  yield
ensure
  $stdout = before
end

spec "puts and putc of a file are called by those of Kernel, print is not" do
  assert_equal [["a", 1], []], spec_seen_by(:puts) { puts "a", 1; puts; print "b"; p 2 }
  assert_equal [], spec_seen_by(:print) { print "a", 1; puts "b"; p 2 }
  assert_equal [["a"]], spec_seen_by(:putc) { putc "a" }
end

spec "write of a file is called by all of them" do
  seen = spec_seen_by(:write) { puts "a"; print "b"; p :c; putc "d"; printf("%d", 1); 2.display; $stdout << 3; $stdout.puts 4 }
  assert_equal [["a", "\n"], ["b"], [":c", "\n"], ["d"], ["1"], [2], [3], ["4", "\n"]], seen
end

spec "p leaves nothing in the buffer, puts does" do
  path = Tempfile.create("flushed").tap(&:close).path
  file = File.open(path, "w")
  seen = []
  spec_printing_to(file) do
    print "a"
    seen << File.read(path)
    p 1
    seen << File.read(path)
    puts "b"
    p
    seen << File.read(path)
  end
  assert_equal ["", "a1\n", "a1\nb\n"], seen
  file.close
  assert_raises(IOError, "not opened for writing") { spec_printing_to(File.open(path)) { p 1 } }
  assert_raises(IOError, "closed stream") { spec_printing_to(file) { p 1 } }
ensure
  File.unlink(path)
end

spec "anything with a write will do" do
  taker = Class.new { def write(*values) = (@seen ||= []) << values; attr_reader :seen }.new
  spec_printing_to(taker) { p 1; print "x"; 4.display }
  assert_equal [["1", "\n"], ["x"], [4]], taker.seen
end

spec "what becomes $stdout is asked for a public write, and left alone at the end" do
  code = "o = Object.new; def o.respond_to?(*a) = ($stderr.puts(a.inspect); true); def o.write(*) = 0; $stdout = o"
  assert_equal ["[:write]\n", 0], run_ruby("-e", code)
  private_one = Class.new { private def write(*) = 0 }
  assert_raises(TypeError, /\$stdout must have write method/) { $stdout = private_one.new }
end
