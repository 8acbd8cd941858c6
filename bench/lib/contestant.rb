require "shellwords"
require "tmpdir"
require_relative "sample"

# A Ruby that is compared: how it is called, and where its gems are.
Contestant = Struct.new(:name, :command, :gems) do
  # A Rutile, the reference as an interpreter, and the reference with its compiler where it has one. Gems are those of GEM_PATH, or of
  # RUTILE_GEMS and REFERENCE_GEMS where each has extensions of its own.
  def self.all(rutile, reference)
    rutile, reference = [rutile, reference].map { |path| path.include?("/") ? File.expand_path(path) : path }
    gems = ENV["REFERENCE_GEMS"] || ENV["GEM_PATH"]
    rubies = [new("rutile", [rutile], ENV["RUTILE_GEMS"] || ENV["GEM_PATH"]), new("reference", [reference, "-r", "#{__dir__}/without_compiler.rb"], gems)]
    compiles = system(Sample::CLEAN, reference, "--yjit", "-e", "exit RubyVM::YJIT.enabled?", err: File::NULL)
    compiles ? rubies << new("reference with YJIT", [reference, "--yjit"], gems) : rubies
  end

  def sample(*arguments, directory: Dir.pwd, variables: {})
    Sample.new([*command, *arguments], directory:, variables: { "GEM_PATH" => gems }.merge(variables))
  end

  # Where a program asks the `ruby` of PATH who it is, this one answers.
  def named_ruby
    Dir.mktmpdir do |folder|
      File.write("#{folder}/ruby", "#!/bin/sh\nexec #{Shellwords.join(command)} \"$@\"\n", perm: 0o755)
      yield({ "PATH" => "#{folder}:#{ENV.fetch("PATH")}" })
    end
  end
end
