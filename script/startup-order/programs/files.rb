# Files, folders, streams and processes, as a script that does errands uses them.
folder = "/tmp/startup-order-#{Process.pid}"
Dir.mkdir(folder)
begin
  path = File.join(folder, "notes.txt")
  File.write(path, "one\ntwo\nthree\n")
  File.open(path, "a") { |file| file.puts("four", 5); file.print("six"); file << "\n"; file.write("a", "b"); file.printf("%d\n", 3) }
  puts File.read(path).size, File.size(path), File.file?(path), File.exist?(path), File.directory?(folder), File.zero?(path), File.readable?(path), File.executable?(path), File.mtime(path).class, File.stat(path).mode.to_s(8), File.lstat(path).size, File.extname(path), File.basename(path, ".txt"), File.dirname(path), File.split(path).inspect, File.expand_path("../x", path), File.absolute_path?(path), File.ftype(path)
  File.foreach(path).with_index(1) { |line, number| puts "#{number} #{line}" if line.match?(/t/) }
  puts File.readlines(path, chomp: true).inspect, IO.readlines(path).size, File.binread(path, 3), IO.binwrite(path, "xyz", 2)
  File.open(path, "r+b") do |file|
    file.seek(2)
    file.pos += 1
    file.gets
    file.read(2)
    file.readline rescue nil
    file.rewind
    file.each_byte.first(2)
    file.each_line { |line| line.chomp! }
    file.eof?
    file.truncate(4)
    file.flock(File::LOCK_EX)
    file.sysseek(0)
    file.sysread(1)
    file.getc
    file.fsync
    file.lineno
    file.set_encoding("UTF-8").external_encoding
    file.close_on_exec = true
    file.fileno
  end
  File.rename(path, path + ".old")
  File.symlink(path + ".old", path)
  puts File.readlink(path), File.realpath(path).size, File.symlink?(path), Dir.children(folder).sort.inspect, Dir.glob("#{folder}/*.{txt,old}").size, Dir["#{folder}/**/*"].size, Dir.entries(folder).size, Dir.exist?(folder), Dir.pwd.class, File.fnmatch("*.rb", "a.rb"), File.join("a", "/b")
  File.chmod(0600, path)
  File.utime(0, 0, path)
  Dir.chdir(folder) { Dir.each_child(".") { |name| File.lstat(name).symlink? } }
  File.delete(path)
  File.unlink(path + ".old")

  reader, writer = IO.pipe
  writer.puts("through a pipe")
  writer.close
  puts reader.read, reader.closed?, reader.close.inspect
  puts `echo shell`, $?.success?, $?.exitstatus, system("true"), system("exit 3"), $?.to_i, system("no-such-command-here").inspect
  puts IO.popen(["cat"], "r+") { |io| io.write("x"); io.close_write; io.read }, IO.popen("echo a; echo b").readlines.size
  process = spawn("cat", in: :close, out: File::NULL, err: [:child, :out]) rescue nil
  Process.wait(process) if process
  process = Process.spawn({ "A" => "b" }, "exit 0", chdir: folder)
  Process.waitpid2(process)
  puts Process.pid.class, Process.ppid.class, Process.uid, Process.getpgrp.class, Process.getrlimit(:NOFILE).size, Process.kill(0, Process.pid)
  ENV["STARTUP"] = "1"
  ENV.delete("STARTUP")
  puts ENV.key?("PATH"), ENV.fetch("NOPE", "no"), ENV.to_h.size, ENV["PATH"].split(":").size, ENV.values_at("HOME").size, ENV.update("X_Y" => nil).class, ENV.each { |name, value| name + value }.class, ARGV.inspect, $0.class, __dir__.class, __FILE__.class, __LINE__, $PROGRAM_NAME.class, $LOAD_PATH.size, $LOADED_FEATURES.size, RUBY_VERSION, RUBY_PLATFORM, RUBY_ENGINE, RUBY_DESCRIPTION
  puts File.read("/proc/self/status").lines.grep(/^Vm/).map { |line| line.split[1].to_i }.sum.class if File.exist?("/proc/self/status")
  puts IO.select([$stdin], nil, nil, 0).inspect, $stdout.tty?, $stderr.fileno, $stdin.read.inspect, $stdout.winsize rescue nil
  $stdout.print("a", "b\n")
  $stdout << "c" << 1 << "\n"
  $stdout.write("d\n", "e\n")
  $stdout.putc("f")
  $stdout.flush
  $stdout.syswrite("\n")
  puts [1, [2, [nil]]], nil, [], true
  print "x", "y\n"
  p
  p 1, "two"
  display
  $stderr.puts "to the errors" if $DEBUG
  load_path = File.join(folder, "loaded.rb")
  File.write(load_path, "module Loaded\n  VALUE = 1\n  def self.value = VALUE\nend\nLOADED = __dir__\n")
  $LOAD_PATH.unshift(folder)
  require "loaded"
  File.write(load_path, "Loaded.value\n")
  load load_path
  require_relative "general" if false
  autoload :Lazily, load_path
  puts Loaded.value, (require "no/such/file" rescue LoadError), $LOADED_FEATURES.last.class
rescue LoadError
  nil
ensure
  Dir.each_child(folder) { |name| File.delete(File.join(folder, name)) }
  Dir.rmdir(folder)
end
DATA.each_line { |line| puts line.strip }
__END__
data one
data two
