require_relative "../harness"
require_relative "../outside"

# GC's methods: what they take, what they answer, and what they refuse.

spec "GC.start takes its three keywords and nothing else" do
  assert_equal nil, GC.start(full_mark: true, immediate_mark: false, immediate_sweep: false)
  assert_equal nil, GC.start(full_mark: false, immediate_mark: true, immediate_sweep: true)
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { GC.start(1) }
  assert_raises(ArgumentError, "unknown keyword: :foo") { GC.start(foo: 1) }
end

spec "GC.stat fills the Hash it is given, and knows CRuby's names" do
  mine = { other: 1 }
  assert GC.stat(mine).equal?(mine)
  assert_equal 1, mine[:other]
  names = %i[count time marking_time sweeping_time heap_allocated_pages heap_empty_pages heap_allocatable_slots heap_available_slots
    heap_live_slots heap_free_slots heap_final_slots heap_marked_slots heap_eden_pages total_allocated_pages total_freed_pages
    total_allocated_objects total_freed_objects malloc_increase_bytes malloc_increase_bytes_limit minor_gc_count major_gc_count compact_count
    read_barrier_faults total_moved_objects remembered_wb_unprotected_objects remembered_wb_unprotected_objects_limit old_objects
    old_objects_limit oldmalloc_increase_bytes oldmalloc_increase_bytes_limit]
  assert_equal [], names - mine.keys
  assert mine.values.all?(Integer)
  assert_raises(TypeError, "non-hash or symbol given") { GC.stat(7) }
end

spec "GC.stat_heap knows CRuby's names, for each pool" do
  names = %i[slot_size heap_eden_pages heap_eden_slots total_allocated_pages force_major_gc_count force_incremental_marking_finish_count
    total_allocated_objects total_freed_objects]
  pools = GC.stat_heap
  assert_equal (0...pools.size).to_a, pools.keys
  assert pools.values.all? { |pool| (names - pool.keys).empty? && pool.values.all?(Integer) }
end

spec "what is marked and what was freed is told as it is" do
  kept = Array.new(stress_sized(20_000)) { |number| "kept #{number}" }
  GC.start
  marked = GC.stat(:heap_marked_slots)
  assert marked >= kept.size
  assert marked <= GC.stat(:heap_available_slots)
  pages = GC.stat(:total_allocated_pages)
  kept.clear
  kept = nil
  4.times { GC.start }
  GC.compact
  figures = GC.stat
  assert figures[:heap_marked_slots] < marked
  assert figures[:total_allocated_pages] >= pages
  assert figures[:total_freed_pages] >= 0
end

spec "GC.stat counts what happens" do
  before = GC.stat
  kept = Array.new(stress_sized(10_000)) { |number| "kept #{number}" }
  GC.start
  after = GC.stat
  assert after[:total_allocated_objects] - before[:total_allocated_objects] >= kept.size
  assert after[:major_gc_count] > before[:major_gc_count]
  assert_equal after[:count], after[:minor_gc_count] + after[:major_gc_count]
end

spec "GC.stat_heap tells of one pool or of all" do
  all = GC.stat_heap
  assert_equal (0...all.size).to_a, all.keys
  assert all.values.all? { |pool| pool[:slot_size] > 0 }
  assert_equal all[1][:slot_size], GC.stat_heap(1, :slot_size)
  assert_equal all[0].keys, GC.stat_heap(0).keys
  mine = { 0 => { kept: 1 } }
  assert GC.stat_heap(nil, mine).equal?(mine)
  assert_equal [1, all[0][:slot_size]], mine[0].values_at(:kept, :slot_size)
  assert_raises(ArgumentError, "size pool index out of range") { GC.stat_heap(99) }
  assert_raises(ArgumentError, "size pool index out of range") { GC.stat_heap(-1) }
  assert_raises(ArgumentError, "unknown key: foo") { GC.stat_heap(0, :foo) }
  assert_raises(TypeError, "non-hash given") { GC.stat_heap(nil, :slot_size) }
  assert_raises(TypeError, "heap_name must be nil or an Integer") { GC.stat_heap("x") }
  assert_raises(TypeError, "non-hash or symbol given") { GC.stat_heap(0, 5) }
end

spec "GC.config knows whether full collections are allowed" do
  assert_equal true, GC.config[:rgengc_allow_full_mark]
  assert_equal({ rgengc_allow_full_mark: false }, GC.config(rgengc_allow_full_mark: false))
  assert_equal({ rgengc_allow_full_mark: true }, GC.config(rgengc_allow_full_mark: true))
  assert_equal({ rgengc_allow_full_mark: true }, GC.config(unknown: 1))
  assert_raises(ArgumentError, "Attempting to set read-only key \"Implementation\"") { GC.config(implementation: "x") }
  assert_raises(ArgumentError, "ArgumentError") { GC.config(1) }
  assert_raises(TypeError, "wrong argument type String (expected Symbol)") { GC.config("rgengc_allow_full_mark" => false) }
  assert_equal true, GC.config[:rgengc_allow_full_mark]
end

spec "GC.latest_gc_info tells why" do
  GC.start
  assert_equal [:force, :method], ENV["RUTILE_GC_STRESS"] ? [:force, :method] : [GC.latest_gc_info(:major_by), GC.latest_gc_info(:gc_by)]
  assert GC.latest_gc_info[:immediate_sweep] unless ENV["RUTILE_GC_STRESS"]
  mine = {}
  assert GC.latest_gc_info(mine).equal?(mine)
  assert_raises(ArgumentError, "unknown key: foo") { GC.latest_gc_info(:foo) }
  assert_raises(TypeError, "non-hash or symbol given") { GC.latest_gc_info(1) }
end

spec "time is counted while it is measured" do
  assert_equal true, GC.measure_total_time
  GC.measure_total_time = false
  before = GC.total_time
  3.times { GC.start }
  assert_equal before, GC.total_time
  GC.measure_total_time = true
  3.times { GC.start }
  assert GC.total_time > before
end

spec "stress is what it was set to" do
  GC.stress = 5
  assert_equal 5, GC.stress
  text = Array.new(5) { |number| "stressed #{number}" }.last
  GC.stress = false
  assert_equal ["stressed 4", false], [text, GC.stress]
end

spec "compaction counts what it considered and moved" do
  kept = Array.new(100) { |number| ["kept", number] }
  info = GC.compact
  assert_equal %i[considered moved moved_up moved_down], info.keys
  assert info[:considered][:T_ARRAY] >= 100
  assert_equal info, GC.latest_compact_info
  assert_equal %i[considered moved moved_up moved_down], GC.verify_compaction_references(toward: :empty, expand_heap: true).keys
  assert_equal ["kept", 99], kept.last
  assert_equal nil, GC.verify_internal_consistency
end

spec "automatic compaction can be switched on" do
  assert_equal false, GC.auto_compact
  GC.auto_compact = true
  assert_equal true, GC.auto_compact
  list = Array.new(stress_sized(50_000)) { |number| number.to_s * 3 }
  assert_equal (list.size - 1).to_s * 3, list.last
  GC.auto_compact = false
end

spec "the profiler has a record for each collection" do
  GC::Profiler.clear
  assert_equal false, GC::Profiler.enabled?
  GC::Profiler.enable
  3.times { GC.start }
  assert_equal true, GC::Profiler.enabled?
  records = GC::Profiler.raw_data
  assert records.size >= 3
  assert_equal Float, records.last[:GC_TIME].class
  assert GC::Profiler.total_time > 0
  assert GC::Profiler.result.include?("Index    Invoke Time(sec)")
  GC::Profiler.disable
  GC::Profiler.clear
  assert_equal [nil, ""], [GC::Profiler.raw_data, GC::Profiler.result]
end

def warned(settings) = without_given_settings { with_environment(settings) { run_ruby("-W2", "-e", "p 1") } }

spec "absurd settings in the environment are told of and ignored" do
  { "RUBY_GC_MALLOC_LIMIT" => "12x", "RUBY_GC_HEAP_OLDOBJECT_LIMIT_FACTOR" => "abc" }.each do |name, value|
    assert_equal ["invalid string for #{name}: #{value}\n1\n", 0], warned(name => value)
  end
  told = "RUBY_GC_HEAP_OLDOBJECT_LIMIT_FACTOR=-1.000000 (default value: 2.000000) is ignored because it must be greater than 0.000000.\n1\n"
  assert_equal [told, 0], warned("RUBY_GC_HEAP_OLDOBJECT_LIMIT_FACTOR" => "-1")
  assert_equal ["1\n", 0], with_environment("RUBY_GC_MALLOC_LIMIT" => "99999999999999999999999") { run_ruby("-e", "p 1") }
end
