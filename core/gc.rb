# GC: collecting garbage, and figures about it.

module GC
  OPTS = [].freeze
  @stress = false
  @measure = true

  class << self
    def start(full_mark: true, immediate_mark: true, immediate_sweep: true)
      Primitive.collect_garbage(full_mark ? true : false)
      nil
    end

    def count
      Primitive.heap_figures[:count]
    end

    def stat(key = nil)
      figures = Primitive.heap_figures
      case key
      when nil then figures
      when Symbol
        figures.fetch(key) { raise ArgumentError, "unknown key: #{key}" }
      when Hash then key.merge!(figures)
      else raise TypeError, "non-hash or symbol given"
      end
    end

    def stat_heap(*)
      {}
    end

    # Collections are held while disabled; the answer is whether they were.
    def disable
      Primitive.hold_collections(true)
    end

    def enable
      Primitive.hold_collections(false)
    end

    def stress
      @stress
    end

    def stress=(value)
      Primitive.stress_collections(value ? true : false)
      @stress = value
    end

    def compact
      Primitive.collect_garbage(true)
      nil
    end

    def config(options = nil)
      { implementation: "rutile" }
    end

    def measure_total_time
      @measure
    end

    def measure_total_time=(value)
      @measure = value ? true : false
    end

    def total_time
      Primitive.heap_figures[:time]
    end
  end

  def garbage_collect(full_mark: true, immediate_mark: true, immediate_sweep: true)
    GC.start(full_mark: full_mark)
  end
end
