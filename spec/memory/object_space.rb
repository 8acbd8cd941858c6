require_relative "../harness"

# What ObjectSpace shows, and the numbers it goes by.

spec "streams and folders are shown" do
  folder = Dir.new(".")
  reader, writer = IO.pipe
  file = File.open(__FILE__)
  streams = ObjectSpace.each_object(IO).to_a
  assert [reader, writer, file, $stdout].all? { |stream| streams.any? { |shown| shown.equal?(stream) } }
  assert ObjectSpace.each_object(File).any? { |shown| shown.equal?(file) }
  assert ObjectSpace.each_object(Dir).any? { |shown| shown.equal?(folder) }
  [reader, writer, file, folder].each(&:close)
end

spec "what is dropped while collections are held is shown" do
  dropped = Class.new
  GC.disable
  begin
    30.times { dropped.new }
    count = ObjectSpace.each_object(dropped).count
  ensure
    GC.enable
  end
  assert_equal 30, count
end

spec "a wrong argument is told of when objects are looked for" do
  walk = ObjectSpace.each_object(1)
  assert_equal Enumerator, walk.class
  assert_raises(TypeError, "class or module required") { walk.to_a }
end

spec "no two values have one id, and each leads back" do
  values = [0, 1, -1, 2**61, 2**62 - 1, -2**62, 4607182418800017408, 0.0, 1.5, -1.5, 0.1, nil, true, false, :a, :"b c", "text", 1e300, 2**64, Object.new]
  assert_equal values.size, values.map(&:object_id).uniq.size
  assert_equal values, values.map { |value| ObjectSpace._id2ref(value.object_id) }
end

spec "numbers that are no ids are told of" do
  assert_raises(RangeError, '"18446744073709551616" is not id value') { ObjectSpace._id2ref(2**64) }
  assert_raises(RangeError, '"-1180591620717411303424" is recycled object') { ObjectSpace._id2ref(-2**70) }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { ObjectSpace._id2ref("8") }
end

spec "a finalizer is refused by what is no object, and by what is frozen" do
  assert_raises(ArgumentError, "cannot define finalizer for Integer") { ObjectSpace.define_finalizer(1, proc {}) }
  assert_raises(ArgumentError, "cannot define finalizer for Float") { ObjectSpace.define_finalizer(1.5, proc {}) }
  assert_raises(FrozenError, "can't modify frozen Integer: 1208925819614629174706176") { ObjectSpace.define_finalizer(2**80, proc {}) }
  assert_raises(FrozenError, "can't modify frozen Float: 1.0e+300") { ObjectSpace.define_finalizer(1e300, proc {}) }
end

class AskedForOften; end

spec "asking for the objects of a program's own class is no collection" do
  kept = Array.new(3) { AskedForOften.new }
  # Where every allocation may collect there is nothing to count.
  unless ENV.keys.grep(/\ARUTILE_GC_/).any?
    counts = Array.new(10) do
      before = GC.stat(:major_gc_count)
      ObjectSpace.each_object(AskedForOften) {}
      ObjectSpace.each_object(AskedForOften.singleton_class) {}
      GC.stat(:major_gc_count) - before
    end
    assert counts.sum < 5, "#{counts.sum} collections"
  end
  assert_equal kept, kept & ObjectSpace.each_object(AskedForOften).to_a
  assert_equal [AskedForOften], ObjectSpace.each_object(AskedForOften.singleton_class).to_a
end
