# Warnings of blocks that are passed to methods that have no use for one.

require_relative "../harness"
require_relative "../outside"

def warned(program, *options)
  errors, = run_ruby(*options, "-e", program)
  errors.scan(/^\S*?:(\d+): warning: the block passed to '(.*)' defined at \S*?:(\d+) may be ignored$/)
end

PROGRAM = <<'RUBY'
def plain = 1
plain { }
send(:plain) { }
block = proc { }
plain(&block)
nothing = nil
plain(&nothing)
3.times { plain { } }
class Base
  def implicit = nil
  def given = nil
  def none = nil
end
class Derived < Base
  def implicit = super
  def given(...) = super()
  def none = super(&nil)
  def self.own(a, *b, k: 1) = 2
  def initialize = nil
end
Derived.new.implicit { }
Derived.new.given { }
Derived.new.none { }
2.times { Derived.own(1, k: 2) { } }
Derived.new { }
Class.new { def nameless = 1 }.new.nameless { }
1.object_id { }
RUBY

spec "a block that a method has no use for is told of by -w, once for each way to call it" do
  assert_equal [%w[2 Object#plain 1], %w[5 Object#plain 1], %w[23 Derived#none 17], %w[24 Derived.own 18], %w[26 nameless 26]], warned(PROGRAM, "-w")
  assert_equal [], warned(PROGRAM)
end

spec "nothing is told of a name under which any method uses a block, unless all is to be told" do
  program = "class A; def any = yield; end\nclass B; def any = 1; end\nB.new.any { }\n[1].each { }\n"
  assert_equal [], warned(program, "-w")
  assert_equal [%w[3 B#any 2]], warned(program, "-W:strict_unused_block")
  assert_equal [%w[2 Object#late 2]], warned("Warning[:strict_unused_block] = true\ndef late = 1; late { }\n")
end

spec "a parameter for the block is use enough" do
  program = "def named(&block) = 1\ndef under(&_block)\nend\ndef nameless(&) = 2\nnamed { }\nunder { }\nnameless { }\n"
  assert_equal [], warned(program, "-w")
end

spec "warnings come in the order of the calls, and a module's method is named alone" do
  program = "module Part\n  def first = 1\n  def second = 2\n  def self.own = 3\nend\ninclude Part\nfirst { }\nsecond { }\nPart.own { }\n"
  assert_equal [%w[7 first 2], %w[8 second 3], %w[9 Part.own 4]], warned(program, "-w")
end
