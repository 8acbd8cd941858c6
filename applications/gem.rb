# Builds what a gem has in C from a copy of its source, and runs its suite there:
#   ruby gem.rb EXTENSION[,EXTENSION...] KIND SOURCE LOAD_PATH[,LOAD_PATH...] GLOB... [-- OPTION...]
# An extension is the folder of its extconf.rb, in the source; one of another gem, which the suite needs, has that gem's source before a colon: that gem
# is then there for RubyGems, too.
# The options are extconf.rb's. What was built is installed as RubyGems does it, into lib/; extconf.rb takes Rutile for CRuby, as under
# Rutile's RubyGems.
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

def build(copy, extension, options)
  folder = File.join(copy, extension)
  engine = RUBY_ENGINE == "rutile" ? ["-rrutile/adaptations/engine_name"] : []
  run(folder, RbConfig.ruby, *engine, "extconf.rb", *options)
  run(folder, "make", "install", "V=1", "sitearchdir=#{copy}/lib", "sitelibdir=#{copy}/lib")
end

# Lets `gem NAME` find what was built in a copy: its specification is written into a home of gems, without what RubyGems would build itself.
def lay_out(copy, home)
  file = Dir["#{copy}/*.gemspec"].min or return
  specification = Dir.chdir(copy) { Gem::Specification.load(file) } or return
  specification.extensions = []
  FileUtils.mkdir_p(%w[gems specifications].map { |folder| File.join(home, folder) })
  File.symlink(copy, File.join(home, "gems", specification.full_name))
  File.write(File.join(home, "specifications", "#{specification.full_name}.gemspec"), specification.to_ruby)
end

Dir.mktmpdir("gem") do |work|
  copies = Hash.new { |made, from| made[from] = File.join(work, File.basename(from)).tap { |copy| FileUtils.cp_r(from, copy) } }
  extensions.split(",").each do |word|
    extension, from = word.split(":").reverse
    build(copies[from || source], extension, from ? [] : options)
  end
  # For the programs that the suite starts, too.
  others = copies.except(source).values
  others.each { |copy| lay_out(copy, "#{work}/home") }
  libraries = [*others.map { |copy| "#{copy}/lib" }, ENV["RUBYLIB"]].compact
  environment = others.empty? ? {} : { "RUBYLIB" => libraries.join(":"), "GEM_PATH" => ["#{work}/home", *Gem.path].join(":") }
  system(environment, RbConfig.ruby, "#{__dir__}/suite.rb", kind, copies[source], *rest)
end
exit $?.exitstatus || 1
