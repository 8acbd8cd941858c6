require_relative "../harness"

# The parameters that the reference's core methods name; all others have none.

spec "core methods that libraries ask about name their parameters" do
  assert_equal [[:rest, :msgs], [:key, :uplevel], [:key, :category]], Kernel.instance_method(:warn).parameters
  assert_equal [[:rest, :msgs], [:key, :uplevel], [:key, :category]], method(:warn).parameters
  assert_equal [[:req, :fmt], [:key, :buffer]], [].method(:pack).parameters
  assert_equal [[:req, :arg], [:opt, :base], [:key, :exception]], Kernel.method(:Integer).parameters
  assert_equal [[:req, :time], [:opt, :subsec], [:opt, :unit], [:key, :in]], Time.method(:at).parameters
  assert_equal [[:opt, :ifnone], [:key, :capacity], [:block, :block]], Hash.instance_method(:initialize).parameters
  assert_equal [[:rest]], [].method(:push).parameters
  assert_equal [[:req]], 1.method(:+).parameters
end

spec "their arity counts what they require" do
  assert_equal(-1, Kernel.instance_method(:warn).arity)
  assert_equal(-2, [].method(:pack).arity)
  assert_equal(-2, Time.method(:at).arity)
  assert_equal 1, Ractor.method(:shareable?).arity
  assert_equal(-1, [].method(:push).arity)
end

spec "a method of a subclass's own has its own parameters" do
  subclass = Class.new(Array) { def pack(format, more = 1) = nil }
  assert_equal [[:req, :format], [:opt, :more]], subclass.new.method(:pack).parameters
  assert_equal [[:req, :fmt], [:key, :buffer]], Class.new(Array).new.method(:pack).parameters
end

spec "FileTest's questions take one path, identical? two" do
  assert_equal 1, FileTest.method(:file?).arity
  assert_equal 2, FileTest.method(:identical?).arity
  assert_raises(ArgumentError) { FileTest.exist? }
  assert_equal true, FileTest.identical?(__FILE__, __FILE__)
end
