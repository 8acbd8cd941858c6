require_relative "../harness"
require_relative "../outside"

# Finalizers, each set in a process of its own.

spec "what raises in a finalizer is no one's business" do
  code = <<~'RUBY'
    $VERBOSE = nil
    def make(&block) = ObjectSpace.define_finalizer(Object.new, block)
    100.times { |n| make { raise "no" } }
    100.times { make { $ran = true; [1, 2, 3].map { |x| x.to_s * 100 } } }
    3.times { GC.start }
    puts $ran.inspect
  RUBY
  assert_equal ["true\n", 0], run_code(code)
end

spec "an exception in a finalizer is told of" do
  text, status = run_code('ObjectSpace.define_finalizer(Object.new, proc { raise "not done" })')
  assert_equal 0, status
  assert text =~ /warning: Exception in finalizer #<Proc:0x\h+ -e:1>\n.*not done \(RuntimeError\)/m, text
end

spec "a finalizer may give its object's id to another, and fork" do
  code = <<~'RUBY'
    $log = []
    def make = ObjectSpace.define_finalizer(Object.new, proc { |id| $log << id; $again ||= ObjectSpace.define_finalizer(Object.new, proc { $log << :second }) })
    20.times { make }
    def fork_one = ObjectSpace.define_finalizer(Object.new, proc { pid = fork { exit!(3) }; $status = Process.wait2(pid)[1].exitstatus })
    20.times { fork_one }
    3.times { GC.start }
    p $log.any?(Integer), $status
  RUBY
  assert_equal ["true\n3\n", 0], run_code(code)
end

spec "finalizers run once each, in the order they were defined, and may be taken back" do
  code = <<~'RUBY'
    object = Object.new
    ObjectSpace.define_finalizer(object, proc { puts "first" })
    ObjectSpace.define_finalizer(object, proc { puts "second" })
    other = Object.new
    ObjectSpace.define_finalizer(other, proc { puts "never" })
    ObjectSpace.undefine_finalizer(other)
  RUBY
  assert_equal ["first\nsecond\n", 0], run_code(code)
end

spec "a copy has the finalizers of what it is a copy of" do
  code = <<~'RUBY'
    $gone = []
    object = Object.new
    ObjectSpace.define_finalizer(object, proc { |id| puts "gone" })
    array = [1]
    ObjectSpace.define_finalizer(array, proc { |id| puts "gone" })
    copies = [object.dup, object.clone, array.dup, array.clone]
    ObjectSpace.undefine_finalizer(copies[0])
    later = Object.new
    def later.own = 1
    ObjectSpace.define_finalizer(later, proc { |id| puts "gone" })
    copies << later.clone
  RUBY
  assert_equal ["gone\n" * 7, 0], run_code(code)
end

spec "so has a copy of a Binding" do
  assert_equal ["gone\n" * 2, 0], run_code('b = binding; ObjectSpace.define_finalizer(b, proc { puts "gone" }); c = b.dup')
end
