require_relative "../harness"

# Constants of Object that a program puts something else in the place of, as libraries do that fake files: the core goes on with its own.

REPLACED = %i[File IO Dir Time Process Regexp Encoding Thread Kernel Math Random Signal Enumerator Struct Range Hash Array String Symbol Proc Errno Comparable Enumerable].freeze

WARM_UP = Process.method(:warmup)

def with_replaced_constants
  saved = REPLACED.to_h { |name| [name, Object.send(:remove_const, name)] }
  saved.each_key { |name| Object.const_set(name, Module.new) unless name == :Math }
  yield
ensure
  saved.each do |name, value|
    Object.send(:remove_const, name) if Object.const_defined?(name, false)
    Object.const_set(name, value)
  end
end

def tour(file)
  [
    file.mtime.to_i.positive?, `echo x`, (1..3).each_slice(2).to_a, "a-b".split("-"), "abc".encode("UTF-16LE").bytesize, [3, 1].sort_by { -_1 },
    { a: 1 }.map { |_, value| value }, "%.2f" % 1.5, 1.step(5, 2).to_a, (1.0..2.0).step(0.5).to_a, "aé".inspect, "abc".gsub(/b/) { $&.upcase },
    3.clamp(..2), [[1, 2]].to_h, :upcase.to_proc.call("x"), [1, 2].each_with_index.map { |value, index| value * index }, (1 / 0 rescue $!.message)
  ]
end

spec "the core keeps to its own classes" do
  file = File.open(__FILE__)
  expected = tour(file)
  answered = with_replaced_constants { tour(file) }
  assert_equal expected, answered
end

spec "a program sees what it has put there" do
  seen = with_replaced_constants { [File.class, Struct.class, (Math rescue "none")] }
  assert_equal [Module, Module, "none"], seen
end

spec "a warm-up while constants are replaced leaves the core its own" do
  expected = tour(File.open(__FILE__))
  reader, writer = IO.pipe
  child = fork do
    file = File.open(__FILE__)
    answered = with_replaced_constants do
      WARM_UP.call
      tour(file)
    end
    writer.write(answered == expected ? "same" : answered.inspect)
    writer.close
    exit!(0)
  end
  writer.close
  assert_equal "same", reader.read
  Process.wait(child)
end
