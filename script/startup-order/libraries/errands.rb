# Files, temporary ones, other programs, logs and the options of a script, with the libraries at hand for them.
require "fileutils"
require "tmpdir"
require "tempfile"
require "pathname"
require "open3"
require "shellwords"
require "logger"
require "optparse"
require "timeout"
require "benchmark"
require "rbconfig"
require "etc"
require "uri"
require "erb"
require "pp"
require "English"

Dir.mktmpdir do |folder|
  path = Pathname(folder) / "a" / "b.txt"
  FileUtils.mkdir_p(path.dirname)
  path.write("text\n")
  FileUtils.cp(path, "#{folder}/c.txt")
  FileUtils.touch("#{folder}/d.txt")
  puts path.basename, path.extname, path.exist?, path.relative_path_from(Pathname(folder)), Pathname(folder).children.size, path.read, Pathname.new("/a/../b").cleanpath, Pathname.glob("#{folder}/*.txt").size
  FileUtils.mv("#{folder}/c.txt", "#{folder}/e.txt")
  FileUtils.rm_rf("#{folder}/a")
end
Tempfile.create("x") { |file| file.puts "y"; file.rewind; file.read }
temporary = Tempfile.new
temporary.close
temporary.unlink
output, status = Open3.capture2("cat", stdin_data: "in")
puts output, status.success?, Open3.capture3("echo out; echo err >&2")[1], "a b".shellescape, "a 'b c'".shellsplit.inspect, Shellwords.join(%w[x y])
logger = Logger.new($stdout, level: Logger::INFO)
logger.info("started") { "block" }
logger.warn("attention")
logger.debug("nothing")
parser = OptionParser.new do |options|
  options.banner = "usage"
  options.on("-c", "--count N", Integer, "how many") { |count| puts count }
  options.on("--[no-]colour") { |colour| puts colour }
end
puts parser.parse(%w[-c 3 --no-colour rest]).inspect, parser.help, (parser.parse(%w[--bad]) rescue $!.message)
puts (Timeout.timeout(1) { :done }), (Timeout.timeout(0.01) { sleep } rescue $!.class)
puts Benchmark.realtime { 10.times { } }.class, Benchmark.measure { }.real.class
puts RbConfig::CONFIG["host_os"], RbConfig.ruby.class, Etc.nprocessors.class, Etc.getlogin.class
uri = URI.parse("http://user@example.org:81/a/b?c=d#e")
puts uri.host, uri.port, uri.query, URI.join("http://a/b/", "c").to_s, URI.encode_www_form(a: 1, b: "x y"), URI.decode_www_form_component("a+b%20c")
puts ERB.new("<% 3.times do |i| -%>\n<%= i %>,\n<% end -%>\n", trim_mode: "-").result
pp ENV.class, $PROGRAM_NAME.class => [1, 2]
