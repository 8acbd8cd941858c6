# rutile-only: Debian's CRuby does not know which features belong to the gems that come with it, and takes its own.
# `require` of a library's feature where a newer version of its gem is installed.

require_relative "../harness"
require_relative "../outside"

def with_installed_gem(name, version, feature, text)
  scratch_folder do |folder|
    library = "#{folder}/gems/#{name}-#{version}/lib"
    make_folders(File.dirname("#{library}/#{feature}"))
    make_folders("#{folder}/specifications")
    File.write("#{library}/#{feature}.rb", text)
    File.write("#{folder}/specifications/#{name}-#{version}.gemspec", <<~RUBY)
      Gem::Specification.new do |spec|
        spec.name, spec.version, spec.summary, spec.authors = "#{name}", "#{version}", "a gem", ["its author"]
        spec.files = ["lib/#{feature}.rb"]
      end
    RUBY
    with_environment("GEM_HOME" => folder, "GEM_PATH" => nil) { yield folder }
  end
end

RUBYGEMS = '$LOADED_FEATURES.any? { |path| path.end_with?("/rubygems.rb") }'

spec "the newer version is taken, by the gem's name and by what is within it" do
  with_installed_gem("shellwords", "99.0.0", "shellwords", "module Shellwords; TAKEN = :newer; end") do
    assert_equal ["[:newer, true]\n", 0], run_code("require 'shellwords'; p [Shellwords::TAKEN, #{RUBYGEMS}]")
    assert_equal ["[:newer, \"99.0.0\"]\n", 0], run_code("require 'shellwords.rb'; p [Shellwords::TAKEN, Gem.loaded_specs['shellwords'].version.to_s]")
  end
  with_installed_gem("net-protocol", "99.0.0", "net/protocol", "module Net; TAKEN = :newer; end") do
    assert_equal [":newer\n", 0], run_code("require 'net/protocol'; p Net::TAKEN")
  end
end

spec "other features, and those of a folder that was named for it, ask for no RubyGems" do
  with_installed_gem("shellwords", "99.0.0", "shellwords", "raise 'taken'") do |folder|
    assert_equal ["false\n", 0], run_code("require 'tsort'; require 'json'; p #{RUBYGEMS}")
    make_folders("#{folder}/own")
    File.write("#{folder}/own/shellwords.rb", "TAKEN = :own")
    assert_equal ["[:own, false]\n", 0], run_ruby("-I#{folder}/own", "-e", "require 'shellwords'; p [TAKEN, #{RUBYGEMS}]")
    assert_equal ["true\n", 0], run_ruby("--disable-gems", "-e", "p require('shellwords')")
  end
end

spec "an older version is not taken" do
  with_installed_gem("shellwords", "0.0.1", "shellwords", "raise 'taken'") do
    assert_equal ["true\n", 0], run_code("p require('shellwords')")
  end
end
