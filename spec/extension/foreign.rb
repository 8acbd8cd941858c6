# rutile-only
require_relative "fixtures/building"
require_relative "../outside"

# Shared objects that were built for another Ruby, and gems that hold such.

spec "what wants the API and was not built with our headers is refused" do
  Dir.mktmpdir do |folder|
    path = File.join(folder, "gems", "greeting-1.0-x86_64-linux", "lib", "greeting.so")
    make_folders(File.dirname(path))
    source = File.join(folder, "greeting.c")
    File.write(source, "unsigned long rb_define_module(const char *); void Init_greeting(void) { rb_define_module(\"Greeting\"); }")
    assert system("cc", "-shared", "-fPIC", "-o", path, source)
    words = "#{path} was built for another Ruby: build it from source with gem install greeting --platform ruby, or gem pristine greeting"
    error = assert_raises(LoadError, words) { require path }
    assert_equal path, error.path
    assert_equal false, $LOADED_FEATURES.include?(path)
  end
end

spec "gems that were built ahead are not taken, but for those with programs" do
  ours = Gem::Platform.local
  assert_equal [false, true, true, true], [
    Gem::Platform.match_gem?(ours, "nokogiri"), Gem::Platform.match_gem?(Gem::Platform::RUBY, "nokogiri"),
    Gem::Platform.match_gem?("ruby", "nokogiri"), Gem::Platform.match_gem?(ours, "thruster")
  ]
end

spec "a shared object tells what it exports, wants and notes" do
  require "rutile/shared_object"
  object = build_extension("calls")
  Rutile::SharedObject.open(object) do |file|
    assert_equal true, file.exported.map(&:name).include?("Init_calls")
    assert_equal true, file.wanted.include?("rb_define_module")
    assert_equal ["Rutile"], file.notes.map(&:owner) - ["GNU"]
  end
  Rutile::SharedObject.open(__FILE__) { |file| assert_equal [[], [], [], []], [file.exported, file.wanted, file.needed, file.notes] }
end
