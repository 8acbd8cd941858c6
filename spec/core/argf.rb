# ARGF: files named by a command line as one stream; and reading through Kernel.

require_relative "../harness"

$argf_folder = "#{ENV["TMPDIR"] || "/tmp"}/argf_spec_#{$$}"
Dir.mkdir($argf_folder)
$argf_first = "#{$argf_folder}/first"
$argf_second = "#{$argf_folder}/second"
File.write($argf_first, "one\ntwo\n")
File.write($argf_second, "three\nfour")

def both
  ARGF.class.new($argf_first, $argf_second)
end

spec "lines come from one file after another" do
  files = both
  assert_equal "one\n", files.gets
  assert_equal [1, 1], [files.lineno, $.]
  assert_equal $argf_first, files.filename
  assert_equal [$argf_second], files.argv
  assert_equal "two", files.gets(chomp: true)
  assert_equal "three\n", files.readline
  assert_equal [3, 1], [files.lineno, $.]
  assert_equal $argf_second, files.path
  assert_equal "four", files.gets
  assert_equal nil, files.gets
  assert_raises(EOFError, "end of file reached") { files.readline }
end

spec "all lines at once, or one by one" do
  assert_equal ["one\n", "two\n", "three\n", "four"], both.readlines
  assert_equal ["one", "two", "three", "four"], both.to_a(chomp: true)
  lines = []
  files = both
  assert_equal files, files.each_line { |line| lines << [files.file.lineno, line] }
  assert_equal [[1, "one\n"], [2, "two\n"], [1, "three\n"], [2, "four"]], lines
  assert_equal ["three\n"], both.grep(/ee/)
end

spec "bytes and characters" do
  files = both
  assert_equal "o", files.getc
  assert_equal "n".ord, files.getbyte
  assert_equal "e", files.readchar
  assert_equal "\n".ord, files.readbyte
  assert_equal "two\nthree\nfour", files.each_char.to_a.join
  assert_equal nil, files.getc
  assert_equal 18, both.each_byte.to_a.size
end

spec "read joins the files" do
  assert_equal "one\ntwo\nthree\nfour", both.read
  files = both
  assert_equal "one\ntwo\nth", files.read(10)
  assert_equal "ree\nfour", files.read(100)
end

spec "skip, position and end of the current file" do
  files = both
  files.gets
  assert_equal 4, files.pos
  assert_equal false, files.eof?
  files.skip
  assert_equal "three\n", files.gets
  files.rewind
  assert_equal "three\n", files.gets
  assert_equal 0, files.seek(2)
  assert_equal "ree\n", files.gets
  files.close
  assert_equal true, files.argv.empty?
end

spec "a missing file raises" do
  assert_raises(Errno::ENOENT, "No such file or directory @ rb_sysopen - #{$argf_folder}/none") { ARGF.class.new("#{$argf_folder}/none").gets }
end

spec "what it is" do
  assert_equal ["ARGF", "ARGF"], [ARGF.to_s, ARGF.inspect]
  assert $<.equal?(ARGF)
  assert ARGF.argv.equal?(ARGV)
  assert ARGF.class.include?(Enumerable)
end

spec "Kernel's gets reads the files that ARGV names, and then knows their names" do
  ARGV.replace([$argf_first, $argf_second])
  lines = []
  while gets
    lines << [$_, $., ARGF.filename == $argf_first]
  end
  assert_equal [["one\n", 1, true], ["two\n", 2, true], ["three\n", 3, false], ["four", 4, false]], lines
  assert_equal [], ARGV
  ARGV << $argf_second
  assert_equal ["three\n", "four"], readlines
end

spec "popen runs commands" do
  assert_equal "hello\n", IO.popen("echo hello", &:read)
  assert_equal "a b\n", IO.popen(["echo", "a b"], &:read)
  assert_equal 0, $?.exitstatus
  assert_equal "abc", IO.popen("cat", "r+") { |io| io.write("abc"); io.close_write; io.read }
  assert_equal "x\n", IO.popen({ "V" => "x" }, "echo $V", &:read)
  io = IO.popen(["sh", "-c", "exit 3"])
  assert io.pid > 0
  io.close
  assert_equal 3, $?.exitstatus
  assert_equal "both\n", IO.popen("echo both 1>&2", err: [:child, :out], &:read)
  assert_raises(Errno::ENOENT, "No such file or directory - no-such-command") { IO.popen("no-such-command") }
  assert_equal "child", IO.popen("-") { |stream| stream ? stream.read : print("child") }
end

spec "back quotes give a command's output" do
  assert_equal "1\n2\n", `printf '1\\n2\\n'`
  assert_equal true, $?.success?
end

spec "open is File.open, a command, or to_open" do
  assert_equal "one\n", open($argf_first) { |file| file.gets }
  assert_equal File, open($argf_first, &:class)
  opener = Object.new
  def opener.to_open(*arguments) = arguments
  assert_equal [1, 2], open(opener, 1, 2)
  assert_equal 3, open(opener, 3) { |arguments| arguments[0] }
end

[$argf_first, $argf_second].each { |path| File.delete(path) }
Dir.rmdir($argf_folder)
