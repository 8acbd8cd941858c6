require_relative "../harness"
require_relative "../outside"

# RubyGems: gems found by name where they lie unpacked, and asked for when the load path has no such file.

def spec_gem_folder
  scratch_folder do |folder|
    ["1.0.0", "2.0.0"].each do |version|
      library = File.join(folder, "gems", "spec_probe-#{version}", "lib")
      make_folders(library)
      File.write(File.join(library, "spec_probe.rb"), "module SpecProbe\n  VERSION = #{version.inspect}\nend\n")
      specifications = File.join(folder, "specifications")
      make_folders(specifications)
      File.write(File.join(specifications, "spec_probe-#{version}.gemspec"), <<~TEXT)
        Gem::Specification.new do |s|
          s.name = "spec_probe"
          s.version = #{version.inspect}
          s.require_paths = ["lib"]
          s.summary = "A probe"
          s.authors = ["nobody"]
        end
      TEXT
    end
    yield folder
  end
end

def spec_with_gems(folder, code)
  before = ENV["GEM_PATH"]
  ENV["GEM_PATH"] = folder
  run_code(code)
ensure
  ENV["GEM_PATH"] = before
end

spec "RubyGems is there when it is named" do
  assert_equal ["constant\ntrue\n", 0], run_code("puts defined?(Gem), Gem::Version.new('1.10') > Gem::Version.new('1.9')")
  assert_equal ["true\n", 0], run_code("require 'rubygems'; p Gem.path.size > 0")
  assert_equal ["nil\n", 0], run_ruby("--disable-gems", "-e", "p defined?(Gem)")
end

spec "require finds a gem of GEM_PATH, the newest unless gem says otherwise" do
  spec_gem_folder do |folder|
    assert_equal ["2.0.0\n", 0], spec_with_gems(folder, "require 'spec_probe'; puts SpecProbe::VERSION")
    assert_equal ["1.0.0\n", 0], spec_with_gems(folder, "gem 'spec_probe', '~> 1.0'; require 'spec_probe'; puts SpecProbe::VERSION")
  end
end

spec "what no gem has is a LoadError with the path asked for" do
  code = "begin; require 'spec_no_such_feature'; rescue LoadError => e; puts e.message, e.path; end"
  assert_equal ["cannot load such file -- spec_no_such_feature\nspec_no_such_feature\n", 0], run_code(code)
  code = "begin; gem 'spec_no_such_gem'; rescue LoadError => e; puts e.class, e.name; end"
  assert_equal ["Gem::MissingSpecError\nspec_no_such_gem\n", 0], run_code(code)
end

spec "a gem that comes with the library is found" do
  assert_equal ["true\n", 0], run_code("require 'minitest'; p Minitest::VERSION > '5'")
end

spec "the folders of -I come before those of gems" do
  spec_gem_folder do |folder|
    code = "require 'spec_probe'; puts $:.first, $:.index { |path| path.end_with?('spec_probe-2.0.0/lib') } > 0"
    before = ENV["GEM_PATH"]
    ENV["GEM_PATH"] = folder
    begin
      assert_equal ["#{folder}/none\ntrue\n", 0], run_ruby("-I", "#{folder}/gems/../none", "-e", code)
    ensure
      ENV["GEM_PATH"] = before
    end
  end
end

spec "warnings tell who required a file, past RubyGems" do
  assert_equal ["-e:2: warning: who\n-e:4: warning: whom\n", 0], run_code("require 'rubygems'\nwarn 'who', uplevel: 0\ndef caller_of = warn('whom', uplevel: 1)\ncaller_of")
end
