# File: paths, questions, changes by path, File::Stat and FileTest.

require_relative "../harness"

$file_folder = "#{ENV["TMPDIR"] || "/tmp"}/file_spec_#{$$}"
Dir.mkdir($file_folder)
$file_folder = File.realpath($file_folder)

def sample(name = "sample", text = "text")
  path = "#{$file_folder}/#{name}"
  File.write(path, text)
  path
end

spec "basename takes the last name and drops an ending" do
  {
    "/a/b.rb" => "b.rb", "/a/b/" => "b", "/" => "/", "//" => "/", "" => "", "a" => "a", "." => ".", "a//" => "a", ".bashrc" => ".bashrc",
  }.each { |path, name| assert_equal name, File.basename(path) }
  assert_equal "b", File.basename("/a/b.rb", ".rb")
  assert_equal "b", File.basename("/a/b.rb", ".*")
  assert_equal "b.tar", File.basename("b.tar.gz", ".*")
  assert_equal ".bashrc", File.basename(".bashrc", ".*")
  assert_equal ".rb", File.basename(".rb", ".rb")
  assert_equal "b.rb", File.basename("b.rb", "x")
  assert_raises(TypeError, "no implicit conversion of Integer into String") { File.basename(1) }
end

spec "dirname goes up by names" do
  {
    "/a/b/c" => "/a/b", "/a/b/" => "/a", "/a" => "/", "/" => "/", "//" => "/", "a" => ".", "" => ".", "a/b" => "a", "a//b" => "a",
    "//a" => "/", "a/" => ".", "///a/b" => "/a", "../x" => "..",
  }.each { |path, folder| assert_equal [path, folder], [path, File.dirname(path)] }
  assert_equal "/a", File.dirname("/a/b/c", 2)
  assert_equal "/", File.dirname("/a/b/c", 9)
  assert_equal ".", File.dirname("a/b", 9)
  assert_equal "a/b", File.dirname("a/b", 0)
  assert_raises(ArgumentError, "negative level: -1") { File.dirname("a", -1) }
end

spec "extname begins at the last dot of a visible name" do
  {
    "a.rb" => ".rb", "a" => "", ".a" => "", ".a.rb" => ".rb", "a.b/c" => "", "a." => ".", "a.tar.gz" => ".gz", "..rb" => "", "a.rb/" => ".rb",
    "" => "", "." => "", ".." => "", "a..b" => ".b",
  }.each { |path, ending| assert_equal [path, ending], [path, File.extname(path)] }
end

spec "join puts one slash between" do
  assert_equal "a/b/c", File.join("a", "b", "c")
  assert_equal "a/b", File.join("a/", "/b")
  assert_equal "a/b", File.join("a//", "/b")
  assert_equal "a//b", File.join("a//", "b")
  assert_equal "a//b", File.join("a", "//b")
  assert_equal "a/", File.join("a", "")
  assert_equal "/a", File.join("", "a")
  assert_equal "", File.join
  assert_equal "", File.join([])
  assert_equal "a/b/c/d", File.join("a", ["b", ["c"]], "d")
  looped = ["a"]
  looped << looped
  assert_raises(ArgumentError, "recursive array") { File.join(looped) }
  assert_raises(TypeError, "no implicit conversion of nil into String") { File.join("a", nil) }
  assert_raises(ArgumentError, "string contains null byte") { File.join("a\0", "b") }
end

spec "split is dirname and basename" do
  assert_equal ["/a", "b"], File.split("/a/b/")
  assert_equal [".", "a"], File.split("a")
end

spec "expand_path makes absolute and follows dots" do
  assert_equal "/a/c", File.expand_path("/a/b/../c")
  assert_equal "/", File.expand_path("/../..")
  assert_equal ["//a", "/", "//"], [File.expand_path("//a//.//"), File.expand_path("//a/.."), File.expand_path("//..")]
  assert_equal "/base/x", File.expand_path("x", "/base")
  assert_equal "/x", File.expand_path("../x", "/base")
  assert_equal "#{Dir.pwd}/x", File.expand_path("x")
  assert_equal "#{Dir.pwd}/base/x", File.expand_path("x", "base")
  assert_equal "#{ENV["HOME"]}/x", File.expand_path("~/x")
  assert_equal "/base/~", File.absolute_path("~", "/base")
  assert_equal true, File.absolute_path?("/a")
  assert_equal false, File.absolute_path?("~")
  assert_raises(ArgumentError, "user no-such-user doesn't exist") { File.expand_path("~no-such-user") }
end

spec "fnmatch: stars, marks and sets" do
  assert File.fnmatch("*.rb", "a.rb")
  assert File.fnmatch("a?c", "aéc")
  assert File.fnmatch("[a-c]x", "bx")
  assert !File.fnmatch("[!a-c]x", "bx")
  assert File.fnmatch("[^a-c]x", "dx")
  assert !File.fnmatch("[a-c", "a")
  assert File.fnmatch("**.rb", "a.rb")
  assert File.fnmatch("*", "a/b")
  assert !File.fnmatch("*", ".a")
  assert File.fnmatch(".*", ".a")
  assert File.fnmatch("*", ".a", File::FNM_DOTMATCH)
  assert File.fnmatch('\*', "*")
  assert !File.fnmatch('\*', "a")
  assert File.fnmatch('\a', '\a', File::FNM_NOESCAPE)
  assert File.fnmatch("CAT", "cat", File::FNM_CASEFOLD)
  assert File.fnmatch("[A-C]", "b", File::FNM_CASEFOLD)
  assert !File.fnmatch("cat", "category")
  assert File.fnmatch?("c*t*y", "category")
end

spec "fnmatch: paths and braces" do
  path = File::FNM_PATHNAME
  assert !File.fnmatch("*", "a/b", path)
  assert !File.fnmatch("a?b", "a/b", path)
  assert File.fnmatch("**/*.rb", "a/b/c.rb", path)
  assert File.fnmatch("**/*.rb", "c.rb", path)
  assert !File.fnmatch("**/*.rb", "a/.b/c.rb", path)
  assert File.fnmatch("**/*.rb", "a/.b/c.rb", path | File::FNM_DOTMATCH)
  assert File.fnmatch("a/**/d", "a/b/c/d", path)
  assert File.fnmatch("{a,b}.rb", "b.rb", File::FNM_EXTGLOB)
  assert !File.fnmatch("{a,b}.rb", "b.rb")
  assert File.fnmatch("{a,{b,c}}d", "cd", File::FNM_EXTGLOB)
  assert_raises(TypeError, "no implicit conversion of Integer into String") { File.fnmatch("a", 1) }
end

spec "questions about files" do
  path = sample
  link = "#{$file_folder}/link"
  File.symlink(path, link)
  assert_equal [true, true, false], [File.exist?(path), File.file?(path), File.directory?(path)]
  assert_equal [true, false], [File.directory?($file_folder), File.file?($file_folder)]
  assert_equal [false, false, false], [File.exist?("#{path}x"), File.file?("#{path}x"), File.directory?("#{path}x")]
  assert_equal [true, false, true], [File.symlink?(link), File.symlink?(path), File.file?(link)]
  assert_equal ["file", "directory", "link", "characterSpecial"], [path, $file_folder, link, "/dev/null"].map { |name| File.ftype(name) }
  assert_equal [4, 4, nil], [File.size(path), File.size?(path), File.size?("#{path}x")]
  assert_equal [false, true], [File.zero?(path), File.empty?(sample("empty", ""))]
  assert_equal [true, true], [File.readable?(path), File.writable?(path)]
  assert_equal [true, false, false], [File.owned?(path), File.setuid?(path), File.sticky?(path)]
  assert_equal true, File.identical?(path, link)
  assert_equal false, File.identical?(path, $file_folder)
  assert_equal [true, false], [File.chardev?("/dev/null"), File.pipe?(path)]
  assert_equal true, File.open(path) { |file| File.file?(file) }
  assert_equal path, File.readlink(link)
  assert_raises(Errno::EINVAL, "Invalid argument @ rb_readlink - #{path}") { File.readlink(path) }
  assert_raises(TypeError, "no implicit conversion of nil into String") { File.exist?(nil) }
  assert_raises(ArgumentError, "path name contains null byte") { File.exist?("a\0") }
  File.delete(link)
end

spec "FileTest asks the same" do
  path = sample
  assert_equal true, FileTest.exist?(path)
  assert_equal 4, FileTest.size(path)
  assert_equal true, FileTest.directory?($file_folder)
end

spec "stat tells everything" do
  path = sample
  File.chmod(0o644, path)
  stat = File.stat(path)
  assert_equal [4, 0o100644, "file", 1], [stat.size, stat.mode, stat.ftype, stat.nlink]
  assert_equal [true, false, nil], [stat.file?, stat.directory?, File.stat(sample("nothing", "")).size?]
  assert_equal 0o644, stat.world_readable?
  assert_equal nil, stat.world_writable?
  assert_equal stat.mtime, File.mtime(path)
  assert_equal [true, true, true], [stat.readable?, stat.writable?, stat.owned?]
  assert_equal 0, stat <=> File.stat(path)
  assert_equal nil, stat <=> 1
  assert stat.inspect.start_with?("#<File::Stat dev=0x")
  assert_equal stat.ino, File.open(path) { |file| file.stat.ino }
  assert_equal stat.ino, File::Stat.new(path).ino
  assert_raises(Errno::ENOENT, "No such file or directory @ rb_file_s_stat - #{path}x") { File.stat("#{path}x") }
  assert_raises(Errno::ENOENT, "No such file or directory @ rb_file_s_lstat - #{path}x") { File.lstat("#{path}x") }
  assert_raises(Errno::ENOENT, "No such file or directory @ rb_file_s_size - #{path}x") { File.size("#{path}x") }
  assert_raises(Errno::ENOENT, "No such file or directory @ rb_file_s_mtime - #{path}x") { File.mtime("#{path}x") }
end

spec "renaming, linking, deleting" do
  path = sample
  other = "#{$file_folder}/other"
  assert_equal 0, File.rename(path, other)
  assert_equal 0, File.link(other, path)
  assert_equal 2, File.stat(path).nlink
  assert_equal 2, File.delete(path, other)
  assert_equal 0, File.delete
  assert_raises(Errno::ENOENT, "No such file or directory @ apply2files - #{path}") { File.unlink(path) }
  assert_raises(Errno::ENOENT, "No such file or directory @ rb_file_s_rename - (#{path}, #{other})") { File.rename(path, other) }
  sample
  assert_raises(Errno::EEXIST, "File exists @ syserr_fail2_in - #{path}") { File.symlink("x", path) }
end

spec "permissions and the mask" do
  path = sample
  assert_equal 1, File.chmod(0o600, path)
  assert_equal 0o600, File.stat(path).mode & 0o777
  File.open(path) { |file| assert_equal 0, file.chmod(0o640) }
  assert_equal 0o640, File.stat(path).mode & 0o777
  before = File.umask(0o077)
  assert_equal 0o077, File.umask(before)
  assert_equal before, File.umask
  assert_equal 1, File.chown(nil, nil, path)
  assert_raises(TypeError, "no implicit conversion of String into Integer") { File.umask("a") }
  assert_raises(Errno::ENOENT, "No such file or directory @ apply2files - #{path}x") { File.chmod(0o600, "#{path}x") }
end

spec "times can be set" do
  path = sample
  assert_equal 1, File.utime(1, 2.5, path)
  assert_equal [1, 2], [File.atime(path).to_i, File.mtime(path).to_i]
  assert_equal 500_000_000, File.mtime(path).nsec
  assert_raises(TypeError, "can't convert NilClass into time") { File.utime(1, nil, path) }
  assert_equal 1, File.utime(nil, nil, path)
  assert File.mtime(path).to_i > 1_000_000
  assert_equal 1, File.utime(Time.at(10), 20, path)
  File.open(path) { |file| assert_equal 10, file.atime.to_i }
end

spec "truncate cuts and extends" do
  path = sample
  assert_equal 0, File.truncate(path, 2)
  assert_equal "te", File.read(path)
  File.open(path, "r+") do |file|
    assert_equal 0, file.truncate(4)
    assert_equal 4, file.size
  end
  assert_equal "te\0\0", File.read(path)
  assert_raises(IOError, "not opened for writing") { File.open(path) { |file| file.truncate(0) } }
end

spec "locks" do
  path = sample
  File.open(path) do |first|
    assert_equal 0, first.flock(File::LOCK_EX)
    File.open(path) { |second| assert_equal false, second.flock(File::LOCK_EX | File::LOCK_NB) }
    assert_equal 0, first.flock(File::LOCK_UN)
  end
end

spec "real paths resolve links" do
  path = sample("real")
  link = "#{$file_folder}/through"
  File.symlink("real", link)
  assert_equal path, File.realpath(link)
  assert_equal path, File.realpath("through", $file_folder)
  assert_equal "#{$file_folder}/none", File.realdirpath("none", $file_folder)
  assert_raises(Errno::ENOENT) { File.realpath("none", $file_folder) }
  assert_equal true, File.lstat(link).symlink?
end

spec "mkfifo makes a named pipe" do
  path = "#{$file_folder}/fifo"
  assert_equal 0, File.mkfifo(path)
  assert_equal [true, "fifo"], [File.pipe?(path), File.ftype(path)]
  assert_raises(Errno::EEXIST, "File exists @ rb_file_s_mkfifo - #{path}") { File.mkfifo(path) }
end

spec "paths may be anything with to_path" do
  path = sample
  named = Object.new
  named.define_singleton_method(:to_path) { path }
  assert_equal "text", File.read(named)
  assert_equal "sample", File.basename(named)
  assert_equal path, File.path(named)
  assert_equal path, File.open(named) { |file| file.path }
  assert_equal path, File.open(named) { |file| file.to_path }
end

spec "test asks by letter" do
  path = sample
  assert_equal [true, true, false, 4], [test(?e, path), test("f", path), test(?d, path), test(?s, path)]
  assert_equal true, test(?-, path, path)
  assert_raises(ArgumentError, "unknown command 'q'") { test(?q, path) }
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 2)") { test(?e) }
end

spec "constants" do
  assert_equal ["/", "/", nil, ":"], [File::SEPARATOR, File::Separator, File::ALT_SEPARATOR, File::PATH_SEPARATOR]
  assert_equal [0, 1, 2, 64, 128, 512, 1024], [File::RDONLY, File::WRONLY, File::RDWR, IO::CREAT, IO::EXCL, IO::TRUNC, IO::APPEND]
  assert_equal "/dev/null", File::NULL
end

Dir.each_child($file_folder) { |name| File.delete("#{$file_folder}/#{name}") }
Dir.rmdir($file_folder)

spec "a File::Stat does not know the time of birth, which File.birthtime tells" do
  assert_raises(NotImplementedError, "birthtime() function is unimplemented on this machine") { File.stat(__FILE__).birthtime }
  assert !File.stat(__FILE__).inspect.include?("birthtime")
  assert_equal Time, File.birthtime(__FILE__).class
end

spec "the real path of names behind a file goes by the names" do
  require "tmpdir"
  Dir.mktmpdir do |made|
    folder = File.realpath(made)
    File.write("#{folder}/file", "")
    Dir.mkdir("#{folder}/sub")
    File.symlink("../file", "#{folder}/sub/link")
    File.symlink(folder, "#{folder}/sub/whole")
    assert_equal [folder, "#{folder}/file", "#{folder}/file"], [File.realpath("#{folder}/file/.."), File.realpath("#{folder}/file/."), File.realpath("#{folder}/file/")]
    assert_equal ["#{folder}/sub", folder], [File.realpath("#{folder}/file/../sub"), File.realpath("#{folder}/sub/link/..")]
    assert_equal "#{folder}/file", File.realpath("sub/whole/file/../file", folder)
    assert_raises(Errno::ENOTDIR, "Not a directory @ realpath_rec - #{folder}/file/x") { File.realpath("#{folder}/file/x") }
    assert_raises(Errno::ENOENT, "No such file or directory @ rb_check_realpath_internal - #{folder}/none/..") { File.realpath("#{folder}/none/..") }
  end
end

spec "whole files are read and written as they are: empty, small, large, as bytes, and what is no regular file waits as any pipe" do
  Dir.mktmpdir do |folder|
    path = "#{folder}/text"
    assert_equal 0, File.write(path, "")
    assert_equal ["", Encoding::UTF_8], File.read(path).then { [_1, _1.encoding] }
    assert_equal 7, File.write(path, "grün\n\0")
    assert_equal ["grün\n\0", "grün\n\0".b], [File.read(path), File.binread(path)]
    large = "0123456789abcdef" * 100_000
    assert_equal large.size, File.write(path, large)
    assert_equal large, File.read(path)
    assert_equal 2, File.write(path, 12)
    assert_equal "12", IO.read(path)
    File.mkfifo("#{folder}/pipe")
    writer = Process.spawn("echo through > #{folder}/pipe")
    assert_equal "through\n", File.read("#{folder}/pipe")
    Process.wait(writer)
    assert_raises(Errno::EISDIR, /Is a directory/) { File.read(folder) }
    assert_raises(Errno::EISDIR, /rb_sysopen/) { File.write(folder, "") }
    assert_raises(Errno::ENOENT, %r{rb_sysopen - #{folder}/none}) { File.read("#{folder}/none") }
    assert_raises(ArgumentError, /null byte/) { File.read("a\0b") }
  end
end

spec "the words for a mode mean what they say" do
  Dir.mktmpdir do |folder|
    path = "#{folder}/text"
    found = %w[w wb w+ a ab a+ r rb r+ r+b rt].map do |mode|
      File.open(path, mode) { |file| [mode, file.binmode?, file.external_encoding, (file.write("x") rescue $!.class), File.size(path)] }
    end
    assert_equal ["w", false, nil, 1], found[0][0, 4]
    assert_equal [["wb", true, Encoding::BINARY, 1], ["r", false, Encoding::UTF_8, IOError]], [found[1][0, 4], found[6][0, 4]]
    assert_equal [["r+b", true, Encoding::BINARY, 1], ["rt", false, Encoding::UTF_8, IOError]], [found[9][0, 4], found[10][0, 4]]
  end
end

spec "a file without a name has no path" do
  File.open(Dir.tmpdir, File::RDWR | File::TMPFILE) do |file|
    assert_equal [nil, nil], [file.path, file.to_path]
    assert_equal "#<File:fd #{file.fileno}>", file.inspect
  end
rescue Errno::EOPNOTSUPP, Errno::EISDIR
  # Not every file system has them.
end
