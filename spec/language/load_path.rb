# Which feature a name stands for, as the load path changes.
require_relative "../harness"
require "fileutils"
require "pathname"
require "tmpdir"

FOLDER = Dir.mktmpdir
at_exit { FileUtils.rm_rf(FOLDER) }
FileUtils.mkdir_p("#{FOLDER}/below")
{ "found" => :found, "below/found" => :found_below, "below/other" => :other }.each do |name, value|
  File.write("#{FOLDER}/#{name}.rb", "$loaded << #{value.inspect}")
end

# What a block loads, and whether each `require` in it said so.
def loading
  path, features = $LOAD_PATH.dup, $LOADED_FEATURES.dup
  $loaded = []
  [yield, $loaded]
ensure
  $LOAD_PATH.replace(path)
  $LOADED_FEATURES.replace(features)
end

spec "a feature is loaded once, whichever folders come before its own" do
  assert_equal [[true, false, false], [:found]], loading {
    $LOAD_PATH << FOLDER
    [require("found"), require("found.rb"), $LOAD_PATH.unshift("#{FOLDER}/below") && require("found")]
  }
end

spec "a folder that has left the load path gives its features no more" do
  assert_equal [[true, true, false], [:found, :found_below]], loading {
    $LOAD_PATH << FOLDER
    first = require("found")
    $LOAD_PATH[-1] = "#{FOLDER}/below"
    [first, require("found"), require("found")]
  }
end

spec "folders counted from the current one, and objects that stand for one" do
  assert_equal [[true, false, true, false], [:other, :found]], loading {
    here = Dir.chdir("#{FOLDER}/below") { $LOAD_PATH.unshift(".") && [require("other"), require("other")] }
    $LOAD_PATH[0] = Pathname(FOLDER)
    here + [require("found"), require("found")]
  }
end

spec "a folder that is a link is the one that it leads to, a file that is a link goes by its own name" do
  FileUtils.mkdir_p("#{FOLDER}/real/inner")
  File.symlink("real", "#{FOLDER}/link")
  File.write("#{FOLDER}/real/named.rb", "$loaded << __FILE__ << __dir__")
  File.write("#{FOLDER}/real/inner/named_too.rb", "$loaded << __FILE__ << __dir__")
  File.symlink("inner/named_too.rb", "#{FOLDER}/real/linked.rb")
  real = File.realpath("#{FOLDER}/real")
  expected = ["#{real}/named.rb", real, "#{real}/inner/named_too.rb", "#{real}/inner", "#{real}/named.rb", real]
  features, loaded = loading {
    $LOAD_PATH.unshift("#{FOLDER}/none/", "#{FOLDER}/link")
    again = [require("named"), require("named"), require("#{FOLDER}/link/named"), require("inner/named_too"), require("linked")]
    load "named.rb"
    assert_equal [:rb, "#{real}/linked.rb"], $LOAD_PATH.resolve_feature_path("linked")
    assert_equal "#{FOLDER}/link", $LOAD_PATH[1]
    [again, $LOADED_FEATURES.last(2)]
  }
  assert_equal expected, loaded
  assert_equal [[true, false, false, true, false], ["#{real}/named.rb", "#{real}/inner/named_too.rb"]], features
end

spec "a feature that is not there is a LoadError, also where the load path has nothing at all" do
  loading do
    assert_raises(LoadError, "cannot load such file -- not_there") { require "not_there" }
    $LOAD_PATH.clear
    assert_raises(LoadError, "cannot load such file -- not_there") { require "not_there" }
  end
end

spec "what is loaded is found as soon behind many folders" do
  loading do
    $LOAD_PATH.unshift(*Array.new(300) { |index| "#{FOLDER}/none#{index}" }, FOLDER)
    require "found"
    before = GC.stat(:total_allocated_objects)
    50.times { require "found" }
    made = GC.stat(:total_allocated_objects) - before
    assert made < 50 * 100, made.to_s
  end
end

spec "a file that is not there is named as it was asked for" do
  %w[./not_there ../not_there ~/not_there ./not_there.rb ./a/../not_there /not_there].each do |name|
    error = assert_raises(LoadError, "cannot load such file -- #{name}") { require name }
    assert_equal name, error.path
  end
end
