require_relative "fixtures/building"
require_relative "../outside"

# From the source of an extension to its feature: `mkmf`, make, `require`, RubyGems.

SPEC_SOURCE = <<~C
  #include <ruby.h>
  static VALUE greet(VALUE self, VALUE name) { return rb_sprintf("Hello, %"PRIsVALUE"%s", name, GREETING_END); }
  void Init_greeting(void) { rb_define_global_function("greet", greet, 1); }
C

# A folder with an extension's source in it; the block gets the folder.
def spec_extension(extconf, sources)
  Dir.mktmpdir do |folder|
    File.write(File.join(folder, "extconf.rb"), extconf)
    sources.each { |name, text| File.write(File.join(folder, name), text) }
    yield folder
  end
end

def spec_make(folder)
  text, status = run_ruby("-C", folder, "extconf.rb")
  assert status == 0, text
  built = IO.popen(["make", "-C", folder, { err: %i[child out] }], &:read)
  assert $?.success?, built
end

spec "mkmf finds what is there and not what isn't" do
  tests = <<~RUBY
    require "mkmf"
    found = have_func("rb_ary_new"), have_func("rb_no_such_function"), have_var("rb_cObject"), have_header("ruby.h"), have_header("no_such.h"),
      have_type("VALUE"), have_macro("RUBY_API_VERSION_MAJOR", "ruby/version.h"), check_sizeof("long"), have_const("Qnil"), have_library("m", "cos", "math.h"),
      have_struct_member("struct stat", "st_size", "sys/stat.h"), have_func("rb_io_descriptor", "ruby/io.h")
    File.write("found", found.inspect)
    create_makefile("probe")
  RUBY
  spec_extension(tests, {}) do |folder|
    text, status = run_ruby("-C", folder, "extconf.rb")
    assert status == 0, text
    assert_equal "[true, false, true, true, false, true, true, 8, true, true, true, true]", File.read(File.join(folder, "found"))
  end
end

SPEC_HALF = <<~C
  #include <ruby.h>
  static VALUE told(VALUE self) { return rb_str_new_cstr("built"); }
  void Init_nkf(void) { rb_define_module_function(rb_define_module("NKF"), "told", told, 0); }
C

spec "a library whose native half is not written is loaded from where it was built" do
  Dir.mktmpdir do |folder|
    File.write(File.join(folder, "nkf.c"), SPEC_HALF)
    FileUtils.mv(build_extension("nkf", File.join(folder, "nkf.c")), folder)
    code = "p require('nkf.so'), NKF.told"
    assert_equal ["true\n\"built\"\n", 0], run_ruby("-I", folder, "-e", code)
  end
end

spec "an extension in C is built, found in the load path and listed" do
  spec_extension("require 'mkmf'\n$defs << '-DGREETING_END=\\\\\"!\\\\\"'\ncreate_makefile('greeting')\n", "greeting.c" => SPEC_SOURCE) do |folder|
    spec_make(folder)
    object = File.realpath(File.join(folder, "greeting.so"))
    code = <<~RUBY
      p $LOAD_PATH.resolve_feature_path("greeting") == [:so, #{object.inspect}]
      p require("greeting"), require("greeting"), require("greeting.so"), require(#{object.inspect})
      p greet("reader"), $LOADED_FEATURES.last == #{object.inspect}
    RUBY
    assert_equal ["true\ntrue\nfalse\nfalse\nfalse\n\"Hello, reader!\"\ntrue\n", 0], run_ruby("-I", File.realpath(folder), "-e", code)
    assert_equal ["true\n\"Hello, you!\"\n", 0], run_ruby("-e", "p require(#{object.delete_suffix(".so").inspect}), greet('you')")
    File.write(File.join(folder, "greeting.rb"), "puts 'the Ruby file first'")
    assert_equal ["the Ruby file first\ntrue\n", 0], run_ruby("-I", folder, "-e", "p require('greeting')")
    assert_equal ["\"Hello, auto!\"\n", 0], run_ruby("-e", "module Loader; autoload :X, #{object.inspect}; end; (Loader::X rescue 0); p greet('auto')")
  end
end

spec "an extension in C++ is built" do
  source = <<~CPP
    #include <ruby.h>
    #include <string>
    namespace {
    VALUE twice(VALUE, VALUE text) { std::string copy(RSTRING_PTR(text), RSTRING_LEN(text)); copy += copy; return rb_utf8_str_new(copy.data(), copy.size()); }
    VALUE count(int argc, VALUE *, VALUE) { return INT2NUM(argc); }
    }
    extern "C" void Init_doubler(void)
    {
        VALUE doubler = rb_define_module("Doubler");
        rb_define_singleton_method(doubler, "twice", twice, 1);
        rb_define_singleton_method(doubler, "count", RUBY_METHOD_FUNC(count), -1);
    }
  CPP
  spec_extension("require 'mkmf'\ncreate_makefile('doubler')\n", "doubler.cc" => source) do |folder|
    spec_make(folder)
    assert_equal ["[\"abab\", 3]\n", 0], run_ruby("-I", folder, "-r", "doubler", "-e", "p [Doubler.twice('ab'), Doubler.count(1, 2, 3)]")
  end
end

spec "what is no shared object, or lacks its function, raises LoadError" do
  Dir.mktmpdir do |folder|
    File.write(File.join(folder, "short.so"), "")
    error = assert_raises(LoadError) { require File.join(folder, "short.so") }
    assert error.message.start_with?("#{File.join(folder, "short.so")}: file too short - "), error.message
    File.write(File.join(folder, "other.c"), "int nothing;")
    assert system("cc", "-shared", "-o", File.join(folder, "other.so"), File.join(folder, "other.c"))
    error = assert_raises(LoadError) { require File.join(folder, "other.so") }
    assert error.message.include?("undefined symbol: Init_other - Init_other"), error.message
    assert_raises(LoadError, "cannot load such file -- #{folder}/absent.so") { require "#{folder}/absent.so" }
  end
end

spec "mkmf looks for the API in programs that are compiled as C++ whatever their ending" do
  test = "require 'mkmf'; $CFLAGS << ' -x c++'; print have_func('rb_eval_string', 'ruby.h'), have_func('rb_nobody_has_this'), '; '"
  Dir.mktmpdir { |folder| assert_equal "truefalse", run_ruby("-C", folder, "-e", test).first[/(true|false){2}/] }
end

spec "an extension in C++ may include ruby.h inside extern C" do
  source = <<~CPP
    extern "C" {
    #include <ruby.h>
    #include <ruby/io.h>
    static VALUE given(VALUE self, VALUE value) { return value; }
    void Init_linked(void) { rb_define_global_function("given", given, 1); }
    }
  CPP
  spec_extension("require 'mkmf'\ncreate_makefile('linked')\n", "linked.cpp" => source) do |folder|
    spec_make(folder)
    assert_equal ["7", 0], run_ruby("-I", folder, "-r", "linked", "-e", "print given(7)")
  end
end

SPEC_METHODS_IN_CPP = <<~CPP
  #include <ruby.h>
  static VALUE none(VALUE self) { return INT2FIX(0); }
  static VALUE two(VALUE self, VALUE first, VALUE second) { return second; }
  static VALUE any(int count, const VALUE *values, VALUE self) { return INT2FIX(count); }
  static VALUE all(VALUE self, VALUE values) { return values; }
  typedef void definer(VALUE, const char *, VALUE (*)(ANYARGS), int);
  extern "C" void Init_typed(void)
  {
      VALUE owner = rb_define_module("Typed");
      definer *define = rb_define_singleton_method;
      rb_define_module_function(owner, "none", none, 0);
      rb_define_singleton_method(owner, "two", RUBY_METHOD_FUNC(two), 2);
      rb_define_singleton_method(owner, "any", any, -1);
      rb_define_singleton_method(owner, "all", all, -2);
      rb_define_singleton_method(owner, "absent", rb_f_notimplement, 3);
      define(owner, "named", RUBY_METHOD_FUNC(none), 0);
      MORE
  }
CPP

spec "a method in C++ has to be of its arity's type" do
  spec_extension("require 'mkmf'\ncreate_makefile('typed')\n", "typed.cpp" => SPEC_METHODS_IN_CPP.sub("MORE", "")) do |folder|
    spec_make(folder)
    test = "p Typed.none, Typed.two(1, 2), Typed.any(1, 2, 3), Typed.all(4, 5), Typed.named, Typed.respond_to?(:absent)"
    assert_equal ["0\n2\n3\n[4, 5]\n0\nfalse\n", 0], run_ruby("-I", folder, "-r", "typed", "-e", test)
  end
  wrong = SPEC_METHODS_IN_CPP.sub("MORE", 'rb_define_method(owner, "wrong", two, 1);')
  spec_extension("require 'mkmf'\ncreate_makefile('typed')\n", "typed.cpp" => wrong) do |folder|
    assert_equal 0, run_ruby("-C", folder, "extconf.rb").last
    built = IO.popen(["make", "-C", folder, { err: %i[child out] }], &:read)
    assert !$?.success? && built.include?("rb_define_method"), built
  end
end

spec "an extension finds the functions of one that was loaded before" do
  giving = "#include <ruby.h>\nint given_number(void) { return 7; }\nvoid Init_giving(void) {}\n"
  taking = <<~C
    #include <ruby.h>
    int given_number(void);
    static VALUE take(VALUE self) { return INT2FIX(given_number()); }
    void Init_taking(void) { rb_define_global_function("take", take, 0); }
  C
  Dir.mktmpdir do |folder|
    built = { "giving" => giving, "taking" => taking }.map do |name, text|
      File.write(File.join(folder, "#{name}.c"), text)
      build_extension(name, File.join(folder, "#{name}.c"))
    end
    assert_equal ["7\n", 0], run_ruby("-r", built[0], "-r", built[1], "-e", "p take")
  end
end

spec "RubyGems builds a gem's extension when it installs it" do
  Dir.mktmpdir do |folder|
    make_folders(File.join(folder, "ext"))
    File.write(File.join(folder, "ext", "extconf.rb"), "require 'mkmf'\n$defs << '-DGREETING_END=\\\\\".\\\\\"'\ncreate_makefile('greeting')\n")
    File.write(File.join(folder, "ext", "greeting.c"), SPEC_SOURCE)
    File.write(File.join(folder, "greeting.gemspec"), <<~TEXT)
      Gem::Specification.new("spec_greeting", "1.0") do |gem|
        gem.summary = "A probe"
        gem.authors = ["nobody"]
        gem.homepage = "https://example.com"
        gem.license = "MIT"
        gem.files = ["ext/extconf.rb", "ext/greeting.c"]
        gem.extensions = ["ext/extconf.rb"]
      end
    TEXT
    code = <<~RUBY
      require "rubygems/package"
      require "rubygems/installer"
      Gem::DefaultUserInteraction.ui = Gem::SilentUI.new
      file = Dir.chdir(#{folder.inspect}) { Gem::Package.build(Gem::Specification.load("greeting.gemspec")) }
      Gem::Installer.at(File.join(#{folder.inspect}, file), install_dir: #{File.join(folder, "home").inspect}, force: true, document: []).install
      Gem.paths = { "GEM_HOME" => #{File.join(folder, "home").inspect}, "GEM_PATH" => #{File.join(folder, "home").inspect} }
      gem "spec_greeting"
      require "greeting"
      puts greet("gem"), Gem.loaded_specs["spec_greeting"].extension_dir.delete_prefix(#{File.join(folder, "home").inspect})
    RUBY
    text, status = run_ruby("-W0", "-e", code)
    assert_equal ["Hello, gem.\n/extensions/#{Gem::Platform.local}/#{Gem.extension_api_version}/spec_greeting-1.0\n", 0], [text, status]
  end
end

spec "what an extension looked for and found it has, also where the C library has none" do
  source = <<~C
    #include <ruby.h>
    static VALUE copied(VALUE self, VALUE text)
    {
        char room[4];
        size_t length = strlcpy(room, StringValueCStr(text), sizeof room);
        return rb_ary_new_from_args(3, rb_str_new_cstr(room), SIZET2NUM(length), SIZET2NUM(strlcat(room, "!", sizeof room)));
    }
    void Init_copied(void) { rb_define_global_function("copied", copied, 1); }
  C
  extconf = "require 'mkmf'\nappend_cflags(['-Werror', '-Wall'])\nhave_func('strlcpy', 'string.h') or abort 'none'\ncreate_makefile('copied')\n"
  spec_extension(extconf, "copied.c" => source) do |folder|
    spec_make(folder)
    assert_equal [%(["wor", 5, 4]\n), 0], run_ruby("-I", folder, "-e", "require 'copied'; p copied('words')")
  end
end
