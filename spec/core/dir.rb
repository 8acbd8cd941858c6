# Dir: listing, globbing, the working folder.

require_relative "../harness"

$dir_folder = "#{ENV["TMPDIR"] || "/tmp"}/dir_spec_#{$$}"
Dir.mkdir($dir_folder)
$dir_folder = File.realpath($dir_folder)
["a", "a/b", "a/b/c", "d", ".hidden"].each { |name| Dir.mkdir("#{$dir_folder}/#{name}") }
["one.rb", "two.rb", "three.txt", ".dot", "a/four.rb", "a/b/five.rb", "a/b/c/six.txt", ".hidden/seven.rb", "d/Éa", "d/b[1]"].each do |name|
  File.write("#{$dir_folder}/#{name}", name)
end

def globbed(*arguments, **options)
  Dir.glob(*arguments, base: $dir_folder, **options)
end

spec "entries, children and each" do
  names = [".", "..", ".dot", ".hidden", "a", "d", "one.rb", "three.txt", "two.rb"]
  assert_equal names, Dir.entries($dir_folder).sort
  assert_equal names.drop(2), Dir.children($dir_folder).sort
  assert_equal names.drop(2), Dir.each_child($dir_folder).sort
  assert_equal names, Dir.foreach($dir_folder).sort
  assert_equal names, Dir.new($dir_folder).to_a.sort
  assert_equal names.drop(2), Dir.open($dir_folder) { |dir| dir.children.sort }
  assert_raises(Errno::ENOENT, "No such file or directory @ dir_initialize - #{$dir_folder}/x") { Dir.entries("#{$dir_folder}/x") }
  assert_raises(Errno::ENOTDIR) { Dir.open("#{$dir_folder}/one.rb") }
end

spec "an open folder is read name by name" do
  dir = Dir.new($dir_folder)
  assert_equal "#<Dir:#{$dir_folder}>", dir.inspect
  assert_equal $dir_folder, dir.path
  assert_equal $dir_folder, dir.to_path
  first = dir.read
  position = dir.tell
  second = dir.read
  dir.seek(position)
  assert_equal second, dir.read
  dir.rewind
  assert_equal first, dir.read
  assert dir.fileno > 2
  dir.each { }
  assert_equal nil, dir.read
  assert_equal nil, dir.close
  assert_equal nil, dir.close
  assert_raises(IOError, "closed directory") { dir.read }
  assert_raises(IOError, "closed directory") { dir.each { } }
end

spec "glob: stars, marks, sets" do
  assert_equal ["one.rb", "two.rb"], globbed("*.rb")
  assert_equal ["a", "d", "one.rb", "three.txt", "two.rb"], globbed("*")
  assert_equal ["one.rb", "two.rb"], globbed("???.rb")
  assert_equal ["one.rb", "two.rb"], globbed("[ot]*.rb")
  assert_equal ["three.txt"], globbed("[^ao]*e*")
  assert_equal ["d/b[1]"], globbed("d/b\\[*")
  assert_equal ["d/b[1]", "d/Éa"], globbed("d/*")
  assert_equal [], globbed("none*")
  assert_equal [], Dir.glob("")
  assert_equal ["one.rb"], globbed("one.rb")
  assert_equal [], globbed("one.rb/")
  assert_equal ["a/", "d/"], globbed("*/")
end

spec "glob: folders below folders" do
  assert_equal ["a/b/five.rb", "a/four.rb", "one.rb", "two.rb"], globbed("**/*.rb")
  assert_equal ["a", "a/b", "a/b/c", "a/b/c/six.txt", "a/b/five.rb", "a/four.rb"], globbed("a") + globbed("a/**/*")
  assert_equal ["a/", "a/b/", "a/b/c/", "d/"], Dir.chdir($dir_folder) { Dir.glob("**/") }
  assert_equal [], globbed("**/../d")
  assert_equal ["a/b/c"], globbed("**/c")
  assert_equal ["a/b/c/six.txt"], globbed("a/**/c/*.txt")
  assert_equal ["a/b/c/six.txt", "three.txt"], globbed("**/**/*.txt")
  assert_equal ["a/b", "a/four.rb"], globbed("a/**")
end

spec "glob: hidden names" do
  assert_equal [".", ".dot", ".hidden"], globbed(".*")
  assert_equal [".", ".dot", ".hidden", "a", "d", "one.rb", "three.txt", "two.rb"], globbed("*", File::FNM_DOTMATCH)
  assert_equal [".hidden/seven.rb", "a/b/five.rb", "a/four.rb", "one.rb", "two.rb"], globbed("**/*.rb", File::FNM_DOTMATCH)
  assert_equal [".hidden/seven.rb"], globbed(".hidden/*")
  assert_equal [".", ".dot", ".hidden", ".hidden/seven.rb", "a", "a/b"], globbed("**/*", File::FNM_DOTMATCH).first(6)
end

spec "glob: braces, lists, options" do
  assert_equal ["one.rb", "three.txt"], globbed("{one.rb,three.*}")
  assert_equal ["two.rb", "one.rb"], globbed("{two,one}.rb")
  assert_equal ["one.rb", "a"], globbed(["o*", "a"])
  assert_equal ["one.rb", "two.rb"], Dir["*.rb", base: $dir_folder]
  assert_equal ["one.rb", "two.rb"], globbed("*.rb", sort: false).sort
  found = []
  assert_equal nil, Dir.glob("#{$dir_folder}/*.rb") { |path| found << path }
  assert_equal ["#{$dir_folder}/one.rb", "#{$dir_folder}/two.rb"], found
  assert_equal [], globbed("ONE*", File::FNM_CASEFOLD)
  assert_equal ["a//four.rb"], globbed("a//f*")
  assert_equal ["a/b", "a/four.rb"], Dir.glob("a/*", base: $dir_folder)
  assert_raises(ArgumentError, "expected true or false as sort: 1") { globbed("*", sort: 1) }
  assert_raises(ArgumentError, "nul-separated glob pattern is deprecated") { globbed("a\0b") }
end

spec "chdir changes the working folder, for a block" do
  before = Dir.pwd
  assert_equal 3, Dir.chdir($dir_folder) { |path| assert_equal [$dir_folder, $dir_folder], [path, Dir.pwd]; 3 }
  assert_equal before, Dir.pwd
  Dir.chdir("#{$dir_folder}/a") do
    assert_equal ["four.rb"], Dir.glob("*.rb")
    assert_equal "#{$dir_folder}/a/four.rb", File.expand_path("four.rb")
  end
  assert_equal before, Dir.getwd
  Dir.open($dir_folder) { |dir| dir.chdir { assert_equal $dir_folder, Dir.pwd } }
  Dir.open($dir_folder) { |dir| Dir.fchdir(dir.fileno) { assert_equal $dir_folder, Dir.pwd } }
  begin
    Dir.chdir($dir_folder) { raise "out" }
  rescue RuntimeError
    assert_equal before, Dir.pwd
  end
  assert_raises(Errno::ENOENT) { Dir.chdir("#{$dir_folder}/none") }
end

spec "making and removing" do
  path = "#{$dir_folder}/made"
  assert_equal 0, Dir.mkdir(path, 0o700)
  assert_equal 0o700, File.stat(path).mode & 0o777
  assert_equal [true, true, false], [Dir.exist?(path), Dir.empty?(path), Dir.empty?($dir_folder)]
  assert_raises(Errno::EEXIST, "File exists @ dir_s_mkdir - #{path}") { Dir.mkdir(path) }
  assert_equal 0, Dir.rmdir(path)
  assert_equal false, Dir.exist?(path)
  assert_raises(Errno::ENOENT, "No such file or directory @ dir_s_rmdir - #{path}") { Dir.delete(path) }
  assert_equal false, Dir.empty?("#{$dir_folder}/one.rb")
end

spec "home" do
  assert_equal ENV["HOME"], Dir.home
  assert_equal "/root", Dir.home("root")
  assert_raises(ArgumentError, "user no-such-user doesn't exist") { Dir.home("no-such-user") }
end

def remove_tree(path)
  Dir.each_child(path) do |name|
    inner = "#{path}/#{name}"
    File.directory?(inner) ? remove_tree(inner) : File.delete(inner)
  end
  Dir.rmdir(path)
end
remove_tree($dir_folder)

spec "the working folder belongs to the thread whose block changed it" do
  Dir.chdir("/") do
    failure = Thread.new { Dir.chdir("/tmp") rescue $! }.value
    assert_equal RuntimeError, failure.class
    assert_equal "conflicting chdir during another chdir block", failure.message
  end
end

spec "a slash within brackets of a pattern parts no names" do
  folder = "/tmp/bracketed-#{$$}"
  Dir.mkdir(folder)
  %w[a b c].each { |name| File.write("#{folder}/#{name}", "") }
  assert_equal %w[a b], Dir.glob("[ab/x]", base: folder).sort
  assert_equal %w[c], Dir.glob("[!a/b]", base: folder)
  assert_equal [], Dir.glob("[a/b", base: folder)
ensure
  %w[a b c].each { |name| File.delete("#{folder}/#{name}") }
  Dir.rmdir(folder)
end

spec "braces stand for their choices, within each other and but for escaped ones" do
  require "tmpdir"
  Dir.mktmpdir do |folder|
    %w[a.rb b.rb c.txt {a} a,b].each { |name| File.write(File.join(folder, name), "") }
    Dir.mkdir(File.join(folder, "sub"))
    File.write(File.join(folder, "sub", "d.rb"), "")
    names = ->(pattern) { Dir.glob(pattern, base: folder).sort }
    assert_equal ["a.rb", "b.rb", "c.txt"], names.("{a,b}.rb") + names.("c.{txt,rb}")
    assert_equal ["a.rb", "b.rb", "c.txt"], names.("{{a,b}.rb,c.{txt,x}}")
    assert_equal [["{a}"], ["a,b"], []], [names.('\{a\}'), names.('{a\,b}'), names.("{}x")]
    assert_equal ["a.rb", "b.rb", "sub/d.rb"], names.("**/{a,b,d}.rb")
    assert_equal ["sub/", "sub/d.rb"], names.("sub/") + names.("**/sub/**/*.rb")
  end
end

spec "names are told in the internal encoding" do
  require "tmpdir"
  Dir.mktmpdir do |folder|
    File.write(File.join(folder, "é"), "")
    before, level = Encoding.default_internal, $VERBOSE
    begin
      $VERBOSE = nil
      Encoding.default_internal = "ISO-8859-1"
      latin = "\xe9".dup.force_encoding("ISO-8859-1")
      opened = Dir.new(folder, encoding: "UTF-8")
      assert_equal [[latin]] * 4, [Dir.children(folder), Dir.each_child(folder).to_a, opened.children, Dir.glob("*", base: folder)]
      assert_equal [Encoding::ISO_8859_1], Dir.entries(folder).map(&:encoding).uniq
      assert_equal ["é".b], Dir.new(folder, encoding: "BINARY").children
    ensure
      opened&.close
      Encoding.default_internal = before
      $VERBOSE = level
    end
  end
end

spec "the folder itself is not found by way of **/" do
  require "tmpdir"
  Dir.mktmpdir do |folder|
    Dir.mkdir("#{folder}/sub")
    ["#{folder}/.top", "#{folder}/sub/.in"].each { |path| File.write(path, "") }
    assert_equal [[".top", "sub/.in"], [], [".", ".top"]], [Dir.glob("**/.*", base: folder), Dir.glob("**/.", base: folder), Dir.glob(".*", base: folder)]
    assert_equal [".", ".top", "sub", "sub/.in"], Dir.glob("**/*", File::FNM_DOTMATCH, base: folder).sort
    assert_equal ["/.top", "/sub/.in"], Dir.glob("#{folder}/**/.*").map { |path| path.delete_prefix(folder) }
  end
end

spec "a pattern has to be like ASCII" do
  message = "incompatible character encodings: UTF-16LE and US-ASCII"
  assert_raises(Encoding::CompatibilityError, message) { Dir.glob("*".encode("UTF-16LE")) }
  assert_raises(Encoding::CompatibilityError, message) { Dir["*".encode("UTF-16LE")] }
end

spec "slashes before **/ stand before what it finds first" do
  require "tmpdir"
  Dir.mktmpdir do |folder|
    Dir.mkdir("#{folder}/a")
    Dir.mkdir("#{folder}/a/b")
    File.write("#{folder}/a/b/c", "")
    assert_equal ["a//b/c"], Dir.glob("a//**/c", base: folder)
    assert_equal ["a//b", "a//b/c"], Dir.glob("a//**/*", base: folder)
  end
end

spec "a folder whose descriptor was closed by another says so when it is closed" do
  first = Dir.new(".")
  second = Dir.for_fd(first.fileno)
  first.close
  assert_raises(Errno::EBADF) { second.close }
end
