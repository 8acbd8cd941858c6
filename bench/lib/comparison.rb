require_relative "program"
require_relative "sample"

# One row measured on both Rubies, A B A B, so that whatever else the machine does falls on both alike.
# Everything is given as an advantage: how many times better Rutile is, above 1 where it wins.
class Comparison
  Value = Struct.new(:label, :measure, :rutile, :reference, :advantage)

  attr_reader :row, :problem, :reference_problem, :values, :memory_advantage

  def initialize(row, rutile:, reference:, pairs:)
    @row = row
    @values = []
    @rutile_samples = []
    @reference_samples = []
    measure(rutile, reference, pairs)
    evaluate unless @problem
  rescue Sample::Failed => error
    @problem = error.message
  end

  def self.median(numbers)
    sorted = numbers.sort
    (sorted[(sorted.size - 1) / 2] + sorted[sorted.size / 2]) / 2.0
  end

  def self.geometric_mean(ratios)
    Math.exp(ratios.sum { |ratio| Math.log(ratio) } / ratios.size)
  end

  private

  def measure(rutile, reference, pairs)
    pairs.times do
      @rutile_samples << Sample.take(rutile, row)
      sample_reference(reference) unless @reference_problem
    end
    return if @reference_problem
    answers = (@rutile_samples + @reference_samples).map(&:answer).uniq
    return if answers.size == 1
    @problem = "the answers differ: #{first_difference(*answers.first(2))}"
  end

  def sample_reference(reference)
    @reference_samples << Sample.take(reference, row)
  rescue Sample::Failed => error
    raise Sample::Failed, "the reference: #{error.message}" unless row.reference_may_fail
    @reference_problem = error.message
  end

  def first_difference(left, right)
    pair = left.lines.zip(right.lines).find { |one, other| one != other } || [nil, right.lines[left.lines.size]]
    pair.map { |line| line ? line.strip[0, 60].inspect : "nothing" }.join(" and ")
  end

  def evaluate
    row.measures.each do |measure|
      ours = median_of(@rutile_samples) { |sample| sample.value(measure) }
      theirs = median_of(@reference_samples) { |sample| sample.value(measure) } unless @reference_problem
      @values << Value.new(label(measure), measure, ours, theirs, theirs && advantage(measure, ours, theirs))
    end
    return if @reference_problem || !Sample.memory_known?
    @memory_advantage = median_of(@reference_samples, &:peak_kilobytes) / median_of(@rutile_samples, &:peak_kilobytes)
  end

  def median_of(samples, &value) = Comparison.median(samples.map(&value))

  def label(measure)
    row.measures.size > 1 ? "#{row.name} #{measure.name}" : row.name
  end

  # A result may be nothing at all (no memory grew): below one unit both count as one.
  def advantage(measure, ours, theirs)
    return theirs / ours if measure.name == "wall"
    ours, theirs = [ours, 1.0].max, [theirs, 1.0].max
    measure.larger ? ours / theirs : theirs / ours
  end
end
