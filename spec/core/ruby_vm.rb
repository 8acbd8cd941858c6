require_relative "../harness"

# RubyVM.stat: figures of the caches.

spec "RubyVM.stat answers a Hash of figures, or one of them" do
  names = %i[constant_cache_invalidations constant_cache_misses global_cvar_state next_shape_id shape_cache_size]
  assert_equal names, RubyVM.stat.keys
  assert_equal [Integer], RubyVM.stat.values.map(&:class).uniq
  assert_equal Integer, RubyVM.stat(:constant_cache_misses).class
end

spec "RubyVM.stat fills a Hash that it is given" do
  given = { mine: 1, next_shape_id: nil }
  assert_equal true, RubyVM.stat(given).equal?(given)
  assert_equal [1, Integer, true], [given[:mine], given[:next_shape_id].class, given.key?(:global_cvar_state)]
  assert_raises(FrozenError) { RubyVM.stat({}.freeze) }
end

spec "RubyVM.stat refuses what is no figure" do
  assert_raises(ArgumentError, "unknown key: nothing") { RubyVM.stat(:nothing) }
  [nil, 1, "next_shape_id"].each do |key|
    assert_raises(TypeError, "non-hash or symbol given") { RubyVM.stat(key) }
  end
end

module SpecCachedConstants
  Changed = 1
  def self.read = Changed
end

spec "RubyVM.stat counts caches of constants that a change made worthless" do
  SpecCachedConstants.read
  before = RubyVM.stat
  SpecCachedConstants.send(:remove_const, :Changed)
  SpecCachedConstants.const_set(:Changed, 2)
  assert_equal 2, SpecCachedConstants.read
  after = RubyVM.stat
  assert_equal true, after[:constant_cache_invalidations] > before[:constant_cache_invalidations]
  assert_equal true, after[:constant_cache_misses] > before[:constant_cache_misses]
end

spec "RubyVM.stat counts the shapes of objects" do
  before = RubyVM.stat(:next_shape_id)
  object = Class.new.new
  8.times { |number| object.instance_variable_set("@spec_shape_#{number}", number) }
  assert_equal true, RubyVM.stat(:next_shape_id) > before
end
