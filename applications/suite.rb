# Runs the suite of a checkout: ruby suite.rb minitest|test-unit|rspec|sus FOLDER LOAD_PATH[,LOAD_PATH...] GLOB...
# Load paths and globs are taken from the folder; what is asked for first, `-rNAME`, is loaded before the tests, `!GLOB` is left out, and of minitest's
# tests those of the name in `-xNAME`. The order is always the same.
# Bundler and what measures coverage are stood in for: the gems are those of GEM_PATH.
kind, folder, paths, *globs = ARGV
required, globs = globs.partition { |word| word.start_with?("-r") }
excluded, globs = globs.partition { |word| word.start_with?("-x") }
left_out, globs = globs.partition { |word| word.start_with?("!") }
ENV.delete("RUBYOPT")
$VERBOSE = nil
Dir.chdir(folder)
$LOAD_PATH.unshift(*paths.split(",").map { |path| File.expand_path(path) }, "#{__dir__}/stand_ins")
files = globs.flat_map { |glob| Dir[glob] }.sort.uniq - left_out.flat_map { |word| Dir[word.delete_prefix("!")] }
abort "no tests at #{globs.join(" ")} in #{folder}" if files.empty?

case kind
when "rspec"
  require "rspec/core"
  required.each { |word| require word.delete_prefix("-r") }
  exit RSpec::Core::Runner.run(["--seed", "1", "--no-color", *files])
when "sus"
  # Its own settings ask for what measures coverage. The last line is as those of other runners.
  require "sus"
  require "sus/config"
  config = Sus::Config.new(Dir.pwd, files)
  assertions = Sus::Assertions.default(output: Sus::Output::Null.new)
  config.before_tests(assertions)
  config.registry.call(assertions)
  config.after_tests(assertions)
  puts "#{assertions.total} tests, #{assertions.failed.size} failures, #{assertions.errored.size} errors, #{assertions.skipped.size} skips"
  exit assertions.passed?
when "minitest"
  ARGV.replace(["--seed", "1", *excluded.flat_map { |word| ["--exclude", word.delete_prefix("-x")] }])
  require "minitest/autorun"
when "test-unit"
  # Loaded by the tests: what else they load runs before it at the end.
  ARGV.replace([])
else
  abort "a suite of another kind: #{kind}"
end
required.each { |word| require word.delete_prefix("-r") }
files.each { |file| require File.expand_path(file) }
