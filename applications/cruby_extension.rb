# Builds one of CRuby's own extensions from its source, unmodified, and runs CRuby's tests of that library over it:
#   ruby cruby_extension.rb NAME SOURCE FEATURE,... [TEST...]
# The features are what the build must have given: Rutile has libraries of its own by these names, which stay out of it here. Without tests
# those of test/NAME.
require "fileutils"
require "rbconfig"
require "tmpdir"

name, source, features, *tests = ARGV
tests = ["test/#{name}"] if tests.empty?

def run(folder, *command)
  text = IO.popen(command, chdir: folder, err: %i[child out], &:read)
  abort "#{command.join(" ")} failed:\n#{text.lines.last(15).join}" unless $?.success?
end

Dir.mktmpdir("extension") do |work|
  folder = "#{work}/ext/#{name}"
  FileUtils.mkdir_p(["#{work}/ext", "#{work}/made"])
  FileUtils.cp_r("#{source}/ext/#{name}", folder)
  # What a build of CRuby left there is not for this Ruby, and its dependencies name headers of CRuby's tree.
  Dir["#{folder}/**/{Makefile,depend,extconf.h,*.o,*.so}"].each { |file| File.delete(file) }
  engine = RUBY_ENGINE == "rutile" ? ["-rrutile/adaptations/engine_name"] : []
  extensions = Dir["#{folder}/**/extconf.rb"].map { |file| File.dirname(file) }
  extensions.each do |extension|
    run(extension, RbConfig.ruby, *engine, "extconf.rb")
    run(extension, "make", "install", "V=1", "sitearchdir=#{work}/made", "sitelibdir=#{work}/made")
  end
  made = features.split(",")
  check = "made = #{made}; made.each { |name| require %(#{work}/made/\#{name}) }; at_exit { puts \"\#{made.count { |name| $LOADED_FEATURES.include?(%(#{work}/made/\#{name})) }} of \#{made.size} extensions were those built here\" }"
  File.write("#{work}/check.rb", check)
  system({ "RUBYLIB" => ["#{work}/made", "#{folder}/lib", ENV["RUBYLIB"]].compact.join(":"), "RUBY" => RbConfig.ruby },
         RbConfig.ruby, "-I", "#{work}/made", "-I", "#{folder}/lib", "-I", "#{source}/tool/lib", "-r", "#{work}/check.rb", "#{source}/test/runner.rb", *tests, chdir: source)
end
exit $?.exitstatus || 1
