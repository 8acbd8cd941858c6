# A benchmark is a Ruby file whose first comment says how it is run. After the prose come the settings:
#
#   # run: NAME ARGUMENTS...       a row of the report; without one, a single row named as the file, no arguments
#   # quick: ARGUMENTS...          smallest sensible arguments, for `bench/run --quick`
#   # options: OPTIONS...          options for the Ruby itself
#   # repeat: N                    starts of the program in one sample, for what is over in milliseconds
#   # measure: wall                (the default) seconds from start to end
#   # measure: peak                peak resident memory
#   # measure: NAME smaller|larger what the program prints as `RESULT NAME value`, and which way is better;
#                                  several lines make several rows
#   # reference: may fail          the reference is known not to manage it; the report says so and goes on
class Program
  Row = Struct.new(:name, :file, :arguments, :options, :repeat, :measures, :reference_may_fail)
  # What a row is judged by: "wall", "peak" or the name of a result; `larger` where more is better.
  Measure = Struct.new(:name, :larger)

  WALL = Measure.new("wall", false)
  PEAK = Measure.new("peak", false)

  # Every row of every benchmark below the folder, in the order of their paths.
  def self.rows_in(folder, quick:)
    files = Dir.glob("#{folder}/*.rb") + Dir.glob("#{folder}/seeds/*.rb")
    files.flat_map { |file| new(file).rows(quick: quick) }
  end

  def initialize(file)
    @file = file
    @settings = Hash.new { |settings, key| settings[key] = [] }
    File.foreach(file) do |line|
      break unless line.start_with?("#")
      setting = /\A# (run|quick|options|repeat|measure|reference):(.*)/.match(line)
      @settings[setting[1]] << setting[2].split if setting
      @is_library = true if line.start_with?("# not a program")
    end
  end

  def rows(quick:)
    return [] if @is_library
    runs = @settings["run"]
    runs = [[File.basename(@file, ".rb")]] if runs.empty?
    runs.map do |name, *arguments|
      arguments = quick_arguments if quick
      Row.new(name, @file, arguments, @settings["options"].flatten, repeat(quick), measures, may_fail?)
    end
  end

  private

  def quick_arguments
    @settings["quick"].first or raise "#{@file} does not say how it is run quickly: `# quick: ...`"
  end

  def repeat(quick)
    quick ? 1 : Integer(@settings["repeat"].flatten.first || 1)
  end

  def measures
    return [WALL] if @settings["measure"].empty?
    @settings["measure"].map do |name, direction|
      case [name, direction]
      in ["wall", nil] then WALL
      in ["peak", nil] then PEAK
      in [_, "smaller" | "larger"] then Measure.new(name, direction == "larger")
      end
    end
  rescue NoMatchingPatternError
    raise "#{@file}: a measure is `wall`, `peak` or `NAME smaller|larger`"
  end

  def may_fail?
    @settings["reference"].include?(%w[may fail])
  end
end
