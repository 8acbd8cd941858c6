# Parses options of the command line, as a tool does that is started often.
require "optparse"

job do
  Array.new(250) do
    options = {}
    parser = OptionParser.new do |option|
      option.on("-q", "--[no-]quiet") { |value| options[:quiet] = value }
      option.on("-o", "--output FILE", String) { |value| options[:output] = value }
      option.on("--level=N", Integer) { |value| options[:level] = value }
    end
    parser.parse(%w[--no-quiet -o out.txt --level=3 one two]).size + options.size
  end.sum
end
