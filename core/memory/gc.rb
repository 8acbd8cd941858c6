# GC: collecting garbage, settings of it, and figures about it.
#
# The names are CRuby's wherever a figure of its collector has a counterpart in ours; what
# only ours has stands behind them. Nothing here is needed by a program.

module GC
  OPTS = ["USE_RGENGC", "GC_ENABLE_LAZY_SWEEP", "GC_COMPACTION_SUPPORTED"].freeze
  INTERNAL_CONSTANTS = {
    DEBUG: false, BASE_SLOT_SIZE: 32, RVALUE_OVERHEAD: 0, HEAP_PAGE_OBJ_LIMIT: 2048, HEAP_PAGE_BITMAP_SIZE: 256,
    HEAP_PAGE_SIZE: 65536, HEAP_COUNT: 10, RVARGC_MAX_ALLOCATE_SIZE: 16384, RVALUE_OLD_AGE: 2,
  }.freeze
  @__stress = false
  @__compaction = { considered: {}, moved: {}, moved_up: {}, moved_down: {} }

  class << self
    def start(full_mark: true, immediate_mark: true, immediate_sweep: true)
      Primitive.collect_garbage(full_mark ? true : false, immediate_mark ? true : false, immediate_sweep ? true : false)
      nil
    end
    alias __start start

    def count
      Primitive.collection_count
    end

    def stat(key = nil)
      primitive :gc_stat
      case key
      when nil then Primitive.heap_figures
      when Symbol
        counted = Primitive.heap_counter(key)
        return counted if counted
        figures = Primitive.heap_figures
        # The system's figures for the process are not in the Hash: to ask for them takes far longer than all else.
        figures = Primitive.memory_figures unless figures.key?(key)
        figures.fetch(key) { raise ArgumentError, "unknown key: #{key}" }
      when Hash then key.update(Primitive.heap_figures)
      else raise TypeError, "non-hash or symbol given"
      end
    end

    # A Hash by pool, one pool's, or one figure of one pool.
    def stat_heap(heap_key = nil, hash_or_key = nil)
      pools = Primitive.pool_figures
      case heap_key
      when nil then __stat_heaps(pools, hash_or_key)
      when Integer
        raise ArgumentError, "size pool index out of range" unless heap_key.between?(0, pools.size - 1)
        __stat_heap(pools[heap_key], hash_or_key)
      else raise TypeError, "heap_name must be nil or an Integer"
      end
    end

    # Collections are held while disabled; the answer is whether they were.
    def disable
      Primitive.disable_collections(true)
    end

    def enable
      Primitive.disable_collections(false)
    end

    def stress
      @__stress
    end

    def stress=(value)
      Primitive.stress_collections(value ? true : false)
      @__stress = value
    end

    def compact
      __compact(false)
    end

    # Moves all that can be moved, traces everything anew, and compares. Where cells are moved to is the collector's to choose.
    def verify_compaction_references(toward: nil, double_heap: false, expand_heap: false)
      info = __compact(true)
      verify_internal_consistency
      info
    end

    def verify_internal_consistency
      complaint = Primitive.verify_heap
      raise "inconsistent heap: #{complaint}" if complaint
      nil
    end

    def latest_compact_info
      @__compaction
    end

    def auto_compact
      Primitive.compact_automatically(nil)
    end

    def auto_compact=(value)
      Primitive.compact_automatically(value ? true : false)
    end

    def config(options = nil)
      unless options.nil? || Primitive.is_a(options, Hash)
        raise ArgumentError
      end
      return { rgengc_allow_full_mark: Primitive.allow_full_marks(nil), implementation: "rutile" } unless options
      options.each_key { |key| raise TypeError, "wrong argument type #{Primitive.class_of(key)} (expected Symbol)" unless Primitive.is_a(key, Symbol) }
      raise ArgumentError, 'Attempting to set read-only key "Implementation"' if options.key?(:implementation)
      Primitive.allow_full_marks(options[:rgengc_allow_full_mark] ? true : false) if options.key?(:rgengc_allow_full_mark)
      { rgengc_allow_full_mark: Primitive.allow_full_marks(nil) }
    end

    def measure_total_time
      Primitive.measure_collections(nil)
    end

    def measure_total_time=(value)
      Primitive.measure_collections(value ? true : false)
    end

    def total_time
      primitive :gc_total_time
      Primitive.collection_time
    end

    def latest_gc_info(key = nil)
      facts = Primitive.collection_facts
      case key
      when nil then facts
      when Symbol then facts.fetch(key) { raise ArgumentError, "unknown key: #{key}" }
      when Hash then key.update(facts)
      else raise TypeError, "non-hash or symbol given"
      end
    end

    def __stat_heaps(pools, into)
      raise TypeError, "non-hash given" unless nil.equal?(into) || Primitive.is_a(into, Hash)
      into ||= {}
      pools.each_with_index do |pool, index|
        known = into[index]
        into[index] = Primitive.is_a(known, Hash) ? known.update(pool) : pool
      end
      into
    end

    def __stat_heap(pool, hash_or_key)
      case hash_or_key
      when nil then pool
      when Symbol then pool.fetch(hash_or_key) { raise ArgumentError, "unknown key: #{hash_or_key}" }
      when Hash then hash_or_key.update(pool)
      else raise TypeError, "non-hash or symbol given"
      end
    end

    # Objects whose variables overflowed move up to a pool of larger cells; none moves down.
    def __compact(everything)
      Primitive.compact_heap(everything)
      considered = Hash.new(0)
      moved = Hash.new(0)
      Primitive.compacted_kinds.each_slice(3) do |kind, living, gone|
        type = ObjectSpace.__type_of_kind(kind)
        considered[type] += living
        moved[type] += gone if gone > 0
      end
      considered.default = moved.default = nil
      extended = Primitive.extended_objects
      moved_up = extended > 0 ? { T_OBJECT: extended } : {}
      @__compaction = { considered: considered, moved: moved, moved_up: moved_up, moved_down: {} }
    end
  end

  def garbage_collect(full_mark: true, immediate_mark: true, immediate_sweep: true)
    GC.__start(full_mark: full_mark, immediate_mark: immediate_mark, immediate_sweep: immediate_sweep)
  end

  # A record of each collection, while it is enabled.
  module Profiler
    class << self
      def enabled?
        Primitive.profile_collections(nil)
      end

      def enable
        Primitive.profile_collections(true)
        nil
      end

      def disable
        Primitive.profile_collections(false)
        nil
      end

      def clear
        Primitive.profile_collections(:clear)
        nil
      end

      # Nil while it is disabled.
      def raw_data
        enabled? ? __records : nil
      end

      def __records
        Primitive.collection_profile.map do |flags, seconds, at, used, total, objects, moved|
          { GC_FLAGS: flags, GC_TIME: seconds, GC_INVOKE_TIME: at, HEAP_USE_SIZE: used, HEAP_TOTAL_SIZE: total,
            HEAP_TOTAL_OBJECTS: objects, MOVED_OBJECTS: moved, GC_IS_MARKED: true }
        end
      end

      def total_time
        __records.sum(0.0) { |record| record[:GC_TIME] }
      end

      def result
        records = __records
        return "" if records.empty?
        lines = +"GC #{GC.count} invokes.\n"
        lines << "Index    Invoke Time(sec)       Use Size(byte)     Total Size(byte)         Total Object                    GC Time(ms)\n"
        records.each_with_index do |record, index|
          lines << format("%5d %19.3f %20d %20d %20d %30.20f\n", index + 1, record[:GC_INVOKE_TIME], record[:HEAP_USE_SIZE],
            record[:HEAP_TOTAL_SIZE], record[:HEAP_TOTAL_OBJECTS], record[:GC_TIME] * 1000)
        end
        lines
      end

      def report(out = $stdout)
        out.write(result)
        nil
      end
    end
  end
end
