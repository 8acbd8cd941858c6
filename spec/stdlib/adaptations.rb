# rutile-only
require_relative "../harness"
require "fileutils"
require "tmpdir"
# Gems that go by the engine's name, or have an extension that Rutile stands in for.

# Puts files in the way of `require`, and removes them again.
def with_files(files)
  Dir.mktmpdir do |folder|
    files.each do |name, text|
      FileUtils.mkdir_p(File.dirname("#{folder}/#{name}"))
      File.write("#{folder}/#{name}", text)
    end
    $LOAD_PATH.unshift(folder)
    yield
  ensure
    $LOAD_PATH.delete(folder)
  end
end

spec "nio4r's extension is what the gem has in Ruby" do
  files = %w[monitor selector bytebuffer].to_h { |name| ["nio/#{name}.rb", "($nio_loaded ||= []) << #{name.inspect}"] }
  with_files(files) { require "nio4r_ext" }
  assert_equal %w[monitor selector bytebuffer], $nio_loaded
end

spec "a newer json brings its own writer" do
  files = {
    "json/version.rb" => "module JSON; VERSION = '3.0.0'; module Ext; end; end",
    "json/truffle_ruby/generator.rb" => "module JSON; module TruffleRuby; module Generator; end; end; end"
  }
  with_files(files) do
    require "json/version"
    require "json/ext/generator"
  end
  assert_equal JSON::TruffleRuby::Generator, JSON::Ext::Generator
end
