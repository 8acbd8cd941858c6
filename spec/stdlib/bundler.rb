require_relative "../harness"
require_relative "../outside"

# Bundler without a network: a Gemfile of gems that lie on this machine, named by path or found in GEM_PATH.

SPEC_GEM = <<~TEXT
  Gem::Specification.new do |s|
    s.name = "spec_probe"
    s.version = "VERSION"
    s.require_paths = ["lib"]
    s.files = ["lib/spec_probe.rb"]
    s.summary = "A probe"
    s.authors = ["nobody"]
  end
TEXT

def write_gem(folder, version, specification)
  make_folders(File.join(folder, "lib"))
  File.write(File.join(folder, "lib/spec_probe.rb"), "module SpecProbe\n  VERSION = #{version.inspect}\nend\n")
  make_folders(File.dirname(specification))
  File.write(specification, SPEC_GEM.sub("VERSION", version))
end

# A folder with a gem to name by path, two versions of it to be found in `gems`, and a Gemfile.
def with_gemfile(text)
  scratch_folder do |folder|
    write_gem(File.join(folder, "local"), "3.0.0", File.join(folder, "local/spec_probe.gemspec"))
    ["1.5.0", "2.0.0"].each do |version|
      name = "spec_probe-#{version}"
      write_gem(File.join(folder, "home/gems", name), version, File.join(folder, "home/specifications/#{name}.gemspec"))
    end
    File.write(File.join(folder, "Gemfile"), text)
    with_environment("BUNDLE_GEMFILE" => File.join(folder, "Gemfile"), "GEM_PATH" => File.join(folder, "home"), "HOME" => folder) { yield folder }
  end
end

def with_environment(values)
  before = values.to_h { |name, _| [name, ENV[name]] }
  ENV.update(values)
  yield
ensure
  ENV.update(before)
end

def run_quietly(*arguments)
  run_ruby("-W0", *arguments)
end

spec "bundler/setup offers what the Gemfile names by path, and nothing else" do
  with_gemfile("gem 'spec_probe', path: 'local'\n") do |folder|
    code = <<~RUBY
      require "bundler/setup"
      require "spec_probe"
      p SpecProbe::VERSION, Bundler.definition.specs.map(&:name).sort, Gem.loaded_specs["spec_probe"].version.to_s
      begin
        require "minitest"
      rescue LoadError => error
        p error.message
      end
    RUBY
    expected = %("3.0.0"\n["bundler", "spec_probe"]\n"3.0.0"\n"cannot load such file -- minitest"\n)
    assert_equal [expected, 0], run_quietly("-e", code)
    assert File.read(File.join(folder, "Gemfile.lock")).start_with?("PATH\n  remote: local\n  specs:\n    spec_probe (3.0.0)\n")
  end
end

spec "a second run goes by the lock file" do
  with_gemfile("gem 'spec_probe', path: 'local'\n") do |folder|
    2.times { assert_equal ["\"3.0.0\"\n", 0], run_quietly("-rbundler/setup", "-e", "require 'spec_probe'; p SpecProbe::VERSION") }
  end
end

spec "gems of GEM_PATH are found at the version that the Gemfile asks for" do
  with_gemfile("source 'https://example.invalid'\ngem 'spec_probe', '~> 1.0'\n") do |folder|
    assert_equal ["\"1.5.0\"\n", 0], run_quietly("-rbundler/setup", "-e", "require 'spec_probe'; p SpecProbe::VERSION")
    assert File.read(File.join(folder, "Gemfile.lock")).include?("    spec_probe (1.5.0)\n")
  end
end

spec "Bundler.require loads what the Gemfile's groups name" do
  with_gemfile("gem 'spec_probe', path: 'local', group: :test\n") do |folder|
    code = "require 'bundler'; Bundler.require; p defined?(SpecProbe); Bundler.require(:default, :test); p SpecProbe::VERSION"
    text, status = run_quietly("-e", code)
    assert_equal [["nil", "\"3.0.0\""], 0], [text.lines(chomp: true).last(2), status]
  end
end

spec "RUBYOPT hands the bundle on to child processes" do
  with_gemfile("gem 'spec_probe', path: 'local'\n") do |folder|
    code = "system(#{ruby_command.inspect}, '-W0', '-e', 'require %q(spec_probe); p SpecProbe::VERSION; p ENV[%q(BUNDLE_GEMFILE)] == ARGV[0]', ENV['BUNDLE_GEMFILE'])"
    with_environment("RUBYOPT" => "-rbundler/setup") do
      assert_equal ["\"3.0.0\"\ntrue\n", 0], run_quietly("-e", code)
    end
  end
end

spec "bundler/inline takes the Gemfile from the program" do
  with_gemfile("") do |folder|
    code = <<~RUBY
      require "bundler/inline"
      gemfile { gem "spec_probe", path: #{File.join(folder, "local").inspect} }
      p SpecProbe::VERSION
    RUBY
    assert_equal ["\"3.0.0\"\n", 0], run_quietly("-e", code)
  end
end

spec "a gem that is nowhere is named" do
  with_gemfile("source 'https://example.invalid'\ngem 'spec_no_such_gem', '~> 9'\n") do |folder|
    code = "begin; require 'bundler'; Bundler.setup; rescue Bundler::GemNotFound => error; puts error.message; end"
    text, status = run_quietly("-e", code)
    assert_equal ["Could not find gem 'spec_no_such_gem (~> 9)' in locally installed gems.", 0], [text.lines(chomp: true).last, status]
  end
end

spec "RUBYLIB's folders come before the library, in its order" do
  with_gemfile("") do |folder|
    File.write(File.join(folder, "local/lib/set.rb"), "p :mine\n")
    with_environment("RUBYLIB" => "#{folder}/local/lib:#{folder}/home/gems/spec_probe-1.5.0/lib") do
      code = "require 'set.rb'; require 'spec_probe'; p SpecProbe::VERSION, $:.first(2).map { |path| File.basename(File.dirname(path)) }"
      assert_equal [":mine\n\"3.0.0\"\n[\"local\", \"spec_probe-1.5.0\"]\n", 0], run_quietly("--disable-gems", "-e", code)
    end
  end
end

spec "who requires a gem that leaves the library is told, at the line that does" do
  with_gemfile("") do
    code = "require 'bundler/setup'\nrequire 'ostruct'\nrequire 'ostruct'\nbegin\n  require 'abbrev'\nrescue LoadError => e\n  puts e.message\nend"
    expected = [
      "-e:2: warning: ostruct was loaded from the standard library, but will no longer be part of the default gems starting from Ruby 4.0.0.\n",
      "-e:5: warning: abbrev was loaded from the standard library, but is not part of the default gems starting from Ruby 3.4.0.\n"
    ]
    text, status = run_ruby("-e", code)
    assert_equal [expected, true, 0], [text.lines.grep(/\A-e/), text.include?("cannot load such file -- abbrev\n"), status]
  end
end
