require_relative "contestant"

# Programs that are compared one by one: what `bench/suites` runs.
class Suite
  # What a program came to: numbers by label, less is better (seconds, instructions), the peak of its memory in kB, and what it answered, where
  # all have to agree.
  Run = Struct.new(:figures, :peak, :answer)
  LIBRARY = __dir__

  def self.all
    require_relative "suites"
    [Libraries, Pages, Expressions, Snippets, RubyBench, Optcarrot].map(&:new)
  end

  # The word for it on the command line.
  def name = self.class.name.gsub(/(?<=[a-z])(?=[A-Z])/, "-").downcase

  # Why it can't be run here; nil where it can.
  def obstacle = nil

  # Names of its programs.
  def programs = files.keys

  # The file of each program.
  def files = {}

  private

  def files_of(pattern) = Dir.glob(pattern).sort.to_h { |file| [File.basename(file, ".*"), file] }

  # A program that prints lines of a label, a tab and nanoseconds, or of what kept it from a figure.
  def lines_of(sample)
    lines = sample.output.lines(chomp: true).map { |line| line.split("\t", 2) }
    Run.new(lines.to_h { |label, text| [label, text.match?(/\A\d/) ? Float(text) / 1e9 : text] }, sample.peak_kilobytes)
  end
end
