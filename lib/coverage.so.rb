# Coverage: which lines, branches and methods of files ran, of those that were loaded since it was set up.
#
# Such files are compiled with instructions that count (crates/compiler/src/coverage.rs); what they count stands in
# Arrays that crates/vm/src/interpreter/coverage.rs draws. Here they become what the program is shown.

module Coverage
  @state = :idle
  @modes = nil

  class << self
    attr_reader :state

    def setup(modes = (none_given = true))
      raise RuntimeError, "coverage measurement is already setup" unless @state == :idle
      chosen = none_given ? [] : chosen_modes(modes)
      chosen = [:legacy, :lines] if chosen.empty?
      @modes = chosen
      once = chosen.include?(:oneshot_lines)
      Primitive.coverage_set_up(once || chosen.include?(:lines), once, chosen.include?(:branches), chosen.include?(:methods), chosen.include?(:eval))
      @state = :suspended
      nil
    end

    def start(modes = (none_given = true))
      none_given ? setup : setup(modes)
      resume
    end

    def resume
      raise RuntimeError, "coverage measurement is not set up yet" if @state == :idle
      raise RuntimeError, "coverage measurement is already running" if @state == :running
      Primitive.coverage_run(true)
      @state = :running
      nil
    end

    def suspend
      raise RuntimeError, "coverage measurement is not running" unless @state == :running
      Primitive.coverage_run(false)
      @state = :suspended
      nil
    end

    def peek_result
      raise RuntimeError, "coverage measurement is not enabled" if @state == :idle
      latest = Primitive.coverage_files.to_h { |file| [file[0], file] }
      results = latest.transform_values { |file| result_of(file) }
      add_uncalled_methods(results, latest) if @modes.include?(:methods)
      results.freeze
    end

    # Where options are given, what they do not name is off.
    def result(options = nil)
      raise RuntimeError, "coverage measurement is not enabled" if @state == :idle
      options = { stop: true, clear: true } if options.nil?
      options = Rutile.convert(options, Hash, "Hash", :to_hash) unless Primitive.is_a(options, Hash)
      stop, clear = options[:stop], options[:clear]
      warn("stop implies clear", uplevel: 0) if stop && !clear
      results = peek_result
      clear_counters if stop || clear
      if stop
        Primitive.coverage_end
        @state = :idle
        @modes = nil
      end
      results
    end

    def running?
      @state == :running
    end

    def supported?(mode)
      unless Symbol === mode
        raise TypeError, "wrong argument type #{Rutile.describe(mode)} (expected Symbol)"
      end
      [:lines, :oneshot_lines, :branches, :methods, :eval].include?(mode)
    end

    private

    def chosen_modes(modes)
      return [:lines, :branches, :methods, :eval] if modes == :all
      options = Primitive.is_a(modes, Hash) ? modes : Rutile.convert(modes, Hash, "Hash", :to_hash)
      chosen = [:lines, :branches, :methods, :eval].select { |mode| options[mode] }
      if options[:oneshot_lines]
        raise RuntimeError, "cannot enable lines and oneshot_lines simultaneously" if chosen.include?(:lines)
        chosen << :oneshot_lines
      end
      chosen
    end

    def result_of(file)
      return lines_of(file) if @modes.include?(:legacy)
      result = {}
      result[:lines] = lines_of(file) if @modes.include?(:lines)
      result[:oneshot_lines] = file[2].dup.freeze if @modes.include?(:oneshot_lines)
      result[:branches] = branches_of(file) if @modes.include?(:branches)
      result[:methods] = methods_of(file) if @modes.include?(:methods)
      result
    end

    def lines_of(file)
      file[1][1, file[3]].freeze
    end

    def branches_of(file)
      counters = file[1]
      id = -1
      file[4].to_h do |kind, *span, branches|
        key = [kind, id += 1, *span]
        [key, branches.to_h { |name, *place, counter| [[name, id += 1, *place], counters[counter]] }]
      end
    end

    def methods_of(file)
      # Calls of methods that a file defined before it was loaded again count as well.
      Primitive.coverage_files.each_with_object({}) do |other, counts|
        next unless other[0] == file[0]
        other[6].each_slice(4) do |body, owner, name, count|
          key = [owner, name, *other[5][body]]
          counts[key] = (counts[key] || 0) + count
        end
      end
    end

    # Methods that were never called stand nowhere but in their classes.
    def add_uncalled_methods(results, latest)
      files = Primitive.coverage_files
      Primitive.coverage_methods.each_slice(4) do |number, body, owner, name|
        file = files[number]
        next unless file && latest[file[0]].equal?(file)
        results[file[0]][:methods][[owner, name, *file[5][body]]] ||= 0
      end
    end

    def clear_counters
      Primitive.coverage_files.each do |file|
        counters = file[1]
        unless @modes.include?(:oneshot_lines)
          counters.map! { |number| number && 0 }
        end
        file[4].each { |*, branches| branches.each { |branch| counters[branch.last] = 0 } }
        file[2].clear
        file[6].clear
      end
    end
  end
end
