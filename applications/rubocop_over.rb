# Prints what RuboCop says of a checkout, with the checkout's own settings but for the cops of gems that are not here.
require "rubocop"
require "tmpdir"

folder = ARGV.fetch(0)
COPS = %w[Layout Lint Naming/MethodName Style/StringLiterals Style/HashSyntax Metrics/MethodLength Metrics/CyclomaticComplexity].freeze
PARTS = %w[activesupport activemodel activejob].map { |part| "#{part}/lib" }.freeze

Dir.chdir(folder)
Dir.mktmpdir do |settings|
  File.write("#{settings}/rubocop.yml", "AllCops:\n  TargetRubyVersion: 3.4\n  NewCops: disable\n  SuggestExtensions: false\n")
  parts = PARTS.select { |part| File.directory?(part) }
  status = RuboCop::CLI.new.run(["--cache", "false", "--no-parallel", "--config", "#{settings}/rubocop.yml", "--only", COPS.join(","), "--format", "emacs", *parts])
  puts "ends with #{status}"
end
