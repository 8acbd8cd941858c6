require_relative "../harness"

# A test that lets `File`, `Time` or `Thread` receive a message replaces a method of theirs: what the library does for other methods is not to call it.

def replaced(object, *names)
  singleton = object.singleton_class
  names.each do |name|
    singleton.alias_method(:"kept_#{name}", name)
    singleton.define_method(name) { |*, **| raise "#{object}.#{name} was called" }
  end
  yield
ensure
  names.each do |name|
    singleton.alias_method(name, :"kept_#{name}")
    singleton.remove_method(:"kept_#{name}")
  end
end

spec "no other method calls those of File that a program has replaced" do
  folder = __dir__
  replaced(File, :directory?, :exist?, :file?, :stat, :lstat, :dirname, :basename, :expand_path, :mtime) do
    assert_equal [true, false, false], [Dir.exist?(__dir__), Dir.exist?(__FILE__), Dir.exist?("/no such folder")]
    assert_equal [true, false], [Dir.exist?(File.open(__dir__)), FileTest.directory?(__FILE__)]
    assert_equal folder, __dir__
    assert_equal true, File.open(__FILE__) { |file| file.lstat.file? && file.stat.file? }
    assert_equal false, require("#{__dir__}/../core/../harness.rb")
  end
end

spec "times of files are made without Time.at, and what belongs to a thread without Thread.current" do
  replaced(Time, :at, :now, :new) do
    status = File.stat(__FILE__)
    assert_equal [Time] * 4, [status.atime, status.mtime, status.ctime, File.mtime(__FILE__)].map(&:class)
  end
  replaced(Thread, :current) do
    assert_equal Dir.pwd, Dir.chdir(".") { Dir.pwd }
    assert_equal 3, eval("1 + 2")
  end
end
