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
    yield folder
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

spec "thread_safe has its collections, which it has for engines alone whose names it knows" do
  with_files({ "lib/thread_safe.rb" => "module ThreadSafe; autoload :Cache, 'none'; end" }) { |folder| require "#{folder}/lib/thread_safe" }
  assert_equal [Array, Hash], [ThreadSafe::Array, ThreadSafe::Hash]
end

spec "ffi has its extension, as under CRuby" do
  files = {
    "lib/ffi.rb" => "raise LoadError, 'an ffi of the engine is wanted'",
    "lib/ffi_c.rb" => "($ffi_loaded ||= []) << :extension",
    "lib/ffi/ffi.rb" => "($ffi_loaded ||= []) << :library"
  }
  with_files(files) do |folder|
    $LOAD_PATH.unshift("#{folder}/lib")
    assert require("ffi")
  ensure
    $LOAD_PATH.delete("#{folder}/lib")
  end
  assert_equal %i[extension library], $ffi_loaded
end

spec "the extconf.rb of ffi is told that the engine is CRuby, another's is not" do
  require "rubygems/ext"
  told = %w[ffi_c another].map do |name|
    Dir.mktmpdir do |folder|
      directory = "#{folder}/ext/#{name}"
      FileUtils.mkdir_p(directory)
      File.write("#{directory}/extconf.rb", "File.write('engine', RUBY_ENGINE)")
      Gem::Ext::ExtConfBuilder.run([Gem.ruby, "extconf.rb"], [], nil, directory)
      File.read("#{directory}/engine")
    end
  end
  assert_equal %w[ruby rutile], told
end
