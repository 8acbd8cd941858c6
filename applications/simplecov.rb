# What SimpleCov says of lines and branches that ran.
require "simplecov"
require "tmpdir"

Dir.mktmpdir do |work|
  work = File.realpath(work)
  File.write("#{work}/counted.rb", <<~RUBY)
    class Counted
      def sign(number)
        return :zero if number.zero?

        if number > 0
          :plus
        else
          :minus
        end
      end

      def name(value)
        case value
        when Integer then "integer"
        when String, Symbol
          "text"
        else
          "else"
        end
      end

      def never
        [1, 2].map do |each|
          each&.succ
        end
      end
      # simplecov:disable
      def left_out = 1
      # simplecov:enable
    end
    counted = Counted.new
    3.times { |number| counted.sign(number) }
    %i[a b].each { |value| counted.name(value) }
  RUBY
  SimpleCov.root(work)
  SimpleCov.enable_coverage(:branch)
  SimpleCov.formatter(SimpleCov::Formatter::SimpleFormatter)
  SimpleCov.at_exit {}
  SimpleCov.start { track_files "*.rb" }
  load "#{work}/counted.rb"
  SimpleCov.result.files.each do |file|
    puts File.basename(file.filename)
    file.lines.each { |line| puts format("%3d %5s %s", line.number, line.skipped? ? "-" : line.coverage.inspect, line.status) }
    file.branches.each { |branch| puts "#{branch.type} #{branch.start_line}-#{branch.end_line} #{branch.coverage}" }
    puts file.covered_percent.round(3), file.branches_coverage_percent.round(3)
  end
end
