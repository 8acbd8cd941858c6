require_relative "../harness"

# BEGIN, END, __END__ and DATA, at_exit, __method__, require and load.

require_relative "../outside"

BEGIN {
  $spec_begin = [:begin]
}

$spec_begin << :main

BEGIN {
  $spec_begin << :second_begin
}

def spec_run(code)
  run_code(code)[0]
end

spec "BEGIN blocks run before all, in order" do
  assert_equal [:begin, :second_begin, :main], $spec_begin
end

spec "DATA reads what follows __END__" do
  assert_equal "first line\nsecond line\n", DATA.read
end

spec "END and at_exit blocks run at the end, last first" do
  assert_equal "body\nthree\ntwo\none\n", spec_run("at_exit { puts :one }\nEND { puts :two }\nat_exit { puts :three }\nputs :body")
end

spec "END in a block runs once however often it is reached" do
  assert_equal "1\n", spec_run("3.times { |i| END { puts 1 } }")
end

spec "at_exit inside at_exit runs next" do
  assert_equal "a\nb\nc\n", spec_run("at_exit { puts :c }\nat_exit { puts :a; at_exit { puts :b } }")
end

spec "at_exit runs after an exception, and sees it" do
  text = spec_run("$stdout.sync = true\nat_exit { puts $!.message }\nraise 'lost'")
  assert_equal "lost", text.lines.first.chomp
  assert text.include?("lost (RuntimeError)")
end

spec "at_exit gives its block" do
  assert_equal "Proc\n", spec_run("puts at_exit { }.class")
end

spec "exit in at_exit sets the status" do
  assert_equal ["", 7], run_code("at_exit { exit 7 }")
end

spec "exit! runs no at_exit" do
  assert_equal "", spec_run("at_exit { puts 1 }\nexit!")
end

spec "__method__ is the name of the method" do
  def spec_self_named = __method__
  def spec_self_named_in_block = [1].map { __method__ }[0]
  assert_equal [:spec_self_named, :spec_self_named_in_block, nil], [spec_self_named, spec_self_named_in_block, __method__]
end

spec "__callee__ is the name it was called by" do
  def spec_callee = __callee__
  alias spec_other_callee spec_callee
  assert_equal [:spec_callee, :spec_other_callee], [spec_callee, spec_other_callee]
end

spec "require loads a file once, load every time" do
  scratch_folder do |folder|
    path = File.join(folder, "part.rb")
    File.write(path, "$spec_loads = $spec_loads.to_i + 1\n")
    assert_equal [true, false], [require(path), require(path)]
    assert_equal 1, $spec_loads
    assert_equal [true, true], [load(path), load(path)]
    assert_equal 3, $spec_loads
    assert $LOADED_FEATURES.include?(File.realpath(path))
  end
end

spec "require searches the load path and adds .rb" do
  scratch_folder do |folder|
    File.write(File.join(folder, "spec_searched_part.rb"), "$spec_searched = __FILE__\n")
    $LOAD_PATH.unshift(folder)
    begin
      assert_equal true, require("spec_searched_part")
    ensure
      $LOAD_PATH.shift
    end
    assert_equal "spec_searched_part.rb", File.basename($spec_searched)
  end
end

spec "require_relative starts from the file's own folder" do
  scratch_folder do |folder|
    File.write(File.join(folder, "a.rb"), "require_relative 'b'\n")
    File.write(File.join(folder, "b.rb"), "$spec_relative = true\n")
    load File.join(folder, "a.rb")
    assert_equal true, $spec_relative
  end
end

spec "a missing file raises LoadError with its path" do
  error = assert_raises(LoadError, "cannot load such file -- spec_no_such_file") { require "spec_no_such_file" }
  assert_equal "spec_no_such_file", error.path
  assert_raises(LoadError, "cannot load such file -- ./spec_no_such_file") { load "./spec_no_such_file" }
end

spec "a file that raises is not counted as loaded" do
  scratch_folder do |folder|
    path = File.join(folder, "raising.rb")
    File.write(path, "raise 'from file'")
    assert_raises(RuntimeError, "from file") { require path }
    File.write(path, "$spec_second_try = true")
    assert_equal true, require(path)
    assert_equal true, $spec_second_try
  end
end

spec "a file with a syntax error raises SyntaxError" do
  scratch_folder do |folder|
    path = File.join(folder, "broken.rb")
    File.write(path, "def x")
    assert_raises(SyntaxError) { require path }
  end
end

spec "local variables of a loaded file stay in it" do
  scratch_folder do |folder|
    path = File.join(folder, "locals.rb")
    File.write(path, "spec_file_local = 1\ndef spec_file_method = :from_file\n")
    load path
    assert_raises(NameError) { spec_file_local }
    assert_equal :from_file, spec_file_method
  end
end

spec "load with true keeps constants in a module of its own" do
  scratch_folder do |folder|
    path = File.join(folder, "wrapped.rb")
    File.write(path, "SpecWrapped = 1\n$spec_wrapped = SpecWrapped\n")
    load path, true
    assert_equal 1, $spec_wrapped
    assert_equal false, Object.const_defined?(:SpecWrapped)
  end
end

spec "return at the top of a file ends it" do
  scratch_folder do |folder|
    path = File.join(folder, "returning.rb")
    File.write(path, "$spec_before = 1\nreturn\n$spec_after = 1\n")
    load path
    assert_equal [1, nil], [$spec_before, $spec_after]
  end
end

spec "__FILE__ == $0 only in the program" do
  assert_equal "true\n", spec_run("puts __FILE__ == $0")
end

spec "BEGIN in a method does not compile" do
  assert_raises(SyntaxError) { eval("def x; BEGIN { }; end") }
end

spec "a circular require is warned of with the way there, outermost first" do
  scratch_folder do |folder|
    there, back = File.join(folder, "there.rb"), File.join(folder, "back.rb")
    File.write(there, "require_relative 'back'")
    File.write(back, "require_relative 'there'")
    said, = run_ruby("-w", "-e", "def go(path) = [path].each { require_relative _1 }\ngo(ARGV[0])", there)
    expected = <<~TEXT
      #{back}:1: warning: #{back}:1: warning: loading in progress, circular require considered harmful - #{there}
      \tfrom -e:2:in  '<main>'
      \tfrom -e:1:in  'go'
      \tfrom -e:1:in  'each'
      \tfrom -e:1:in  'block in go'
      \tfrom -e:1:in  'require_relative'
      \tfrom #{there}:1:in  '<top (required)>'
      \tfrom #{there}:1:in  'require_relative'
      \tfrom #{back}:1:in  '<top (required)>'
      \tfrom #{back}:1:in  'require_relative'

    TEXT
    assert_equal expected, said
  end
end

__END__
first line
second line
