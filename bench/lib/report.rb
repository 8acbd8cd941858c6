require_relative "comparison"

# The report: a line a value, then the means. Prints each line as soon as it is known.
class Report
  COLUMNS = "%-42s %12s %12s %9s %9s"

  def initialize(out, reference)
    @out = out
    @advantages = { "wall" => [], "result" => [] }
    @memory = []
    @problems = 0
    @out.puts format(COLUMNS, "", "rutile", File.basename(reference), "ratio", "memory")
  end

  def add(comparison)
    return add_problem(comparison) if comparison.problem
    comparison.values.each_with_index do |value, index|
      memory = comparison.memory_advantage if index == 0
      @out.puts format(COLUMNS, value.label, amount(value.measure, value.rutile),
        value.reference ? amount(value.measure, value.reference) : "failed", ratio(value.advantage), ratio(memory)).rstrip
      @advantages[value.measure.name == "wall" ? "wall" : "result"] << value.advantage if value.advantage
    end
    @memory << comparison.memory_advantage if comparison.memory_advantage
    @out.puts "    reference: #{comparison.reference_problem}" if comparison.reference_problem
    @out.flush
  end

  def finish
    @out.puts
    mean("speed", @advantages["wall"])
    mean("memory and sharing results", @advantages["result"])
    mean("peak memory", @memory)
    @out.puts "A ratio is how many times better Rutile is: above 1 it wins. Medians; the means are geometric."
    @out.puts "Peak memory was not measured: #{Sample::TIMER} is missing (Debian: apt-get install -y time)" unless Sample.memory_known?
    @out.puts "#{@problems} rows have no figure" if @problems > 0
    @problems == 0
  end

  private

  def add_problem(comparison)
    @problems += 1
    @out.puts format("%-42s FAILED: %s", comparison.row.name, comparison.problem)
    @out.flush
  end

  def mean(what, ratios)
    return if ratios.empty?
    @out.puts format("%-42s %35s", "#{what}, mean of #{ratios.size}", ratio(Comparison.geometric_mean(ratios)))
  end

  def amount(measure, number)
    case measure.name
    when "wall" then number < 0.1 ? format("%.1f ms", number * 1000) : format("%.3f s", number)
    when "peak" then format("%.1f MB", number / 1024.0)
    when /_kb\z/ then format("%d kB", number)
    when /\Abytes_/ then format("%d B", number)
    when /_percent\z/ then format("%.1f %%", number)
    else format("%.1f", number)
    end
  end

  def ratio(number)
    number ? format("%.2fx", number) : ""
  end
end
