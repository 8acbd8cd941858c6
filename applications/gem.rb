# Builds what a gem has in C from a copy of its source, and runs its suite there:
#   ruby gem.rb EXTENSION[,EXTENSION...] KIND SOURCE LOAD_PATH[,LOAD_PATH...] GLOB... [-- OPTION...]
# An extension is the folder of its extconf.rb, in the source; the options are extconf.rb's. What was built is installed as RubyGems does it, into lib/;
# extconf.rb takes Rutile for CRuby, as under Rutile's RubyGems.
# The rest is for suite.rb.
require "fileutils"
require "rbconfig"
require "tmpdir"

words, options = ARGV.slice_when { |_, word| word == "--" }.to_a.then { |words, options| [words, Array(options).drop(1)] }
extensions, kind, source, *rest = words

def run(folder, *command)
  text = IO.popen(command, chdir: folder, err: %i[child out], &:read)
  abort "#{command.join(" ")} failed:\n#{text.lines.last(15).join}" unless $?.success?
end

engine = RUBY_ENGINE == "rutile" ? ["-rrutile/adaptations/engine_name"] : []
Dir.mktmpdir("gem") do |work|
  copy = File.join(work, File.basename(source))
  FileUtils.cp_r(source, copy)
  extensions.split(",").each do |extension|
    folder = File.join(copy, extension)
    run(folder, RbConfig.ruby, *engine, "extconf.rb", *options)
    run(folder, "make", "install", "V=1", "sitearchdir=#{copy}/lib", "sitelibdir=#{copy}/lib")
  end
  system(RbConfig.ruby, "#{__dir__}/suite.rb", kind, copy, *rest)
end
exit $?.exitstatus || 1
