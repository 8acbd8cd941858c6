# rutile-only
require_relative "../harness"
require_relative "../outside"
require "rbconfig"

# Gems are built and compiled here, which the modes make last for minutes.
%w[RUTILE_GC_STRESS RUTILE_GC_MOVE RUTILE_SWITCH_STRESS].each { |mode| ENV.delete(mode) }

# What a user meets first when something is missing or may not be done: one line that says what, and what can go on does.

MOUNTING = %w[unshare --map-root-user --mount sh -c].freeze
CAN_MOUNT = system(*MOUNTING, "mount -t tmpfs none /mnt", out: File::NULL, err: File::NULL)

# Runs a command in a name space after a script of the shell, which may mount; gives its whole output and its status.
def mounted(script, *command)
  text = IO.popen([*MOUNTING, "#{script} && exec \"$@\"", "sh", *command], err: %i[child out], &:read)
  [text, $?.exitstatus]
end

GEM = [ruby_command, "-e", 'require "rubygems/gem_runner"; Gem::GemRunner.new.run(ARGV)'].freeze

# A gem's file in a folder, by the path that is given to the block.
def with_gem(extension: false)
  scratch_folder do |folder|
    Dir.mkdir("#{folder}/lib")
    File.write("#{folder}/lib/hello_again.rb", "HELLO = 7\n")
    files = ["lib/hello_again.rb"]
    if extension
      Dir.mkdir("#{folder}/ext")
      File.write("#{folder}/ext/extconf.rb", "require 'mkmf'; create_makefile('hello_in_c')\n")
      File.write("#{folder}/ext/hello.c", "#include <ruby.h>\nvoid Init_hello_in_c(void) { rb_define_global_const(\"HELLO\", INT2FIX(7)); }\n")
      files += ["ext/extconf.rb", "ext/hello.c"]
    end
    File.write("#{folder}/hello.gemspec", <<~RUBY)
      Gem::Specification.new("hello_again", "1.0") do |gem|
        gem.summary = gem.author = "words"
        gem.files = #{files.inspect}
        gem.extensions = #{extension ? ["ext/extconf.rb"].inspect : "[]"}
      end
    RUBY
    assert system(*GEM, "build", "--silent", "hello.gemspec", chdir: folder, out: File::NULL, err: File::NULL)
    yield "#{folder}/hello_again-1.0.gem", folder
  end
end

spec "a gem that is not there" do
  text, status = run_ruby("-e", "gem 'nothing_like_it'")
  assert_equal [1, true], [status, text.lines.first.include?("Could not find 'nothing_like_it' (>= 0) among ")]
  text, status = run_ruby("-e", "require 'nothing_like_it'")
  assert_equal [1, true], [status, text.lines.first.end_with?("cannot load such file -- nothing_like_it (LoadError)\n")]
end

spec "a half in C that Rutile does not have" do
  text, status = run_ruby("-e", "require 'nkf'")
  assert_equal [1, true], [status, text.lines.any? { _1.end_with?("cannot load such file -- nkf.so (its native half is not part of Rutile yet) (LoadError)\n") }]
  assert_equal ["going on\n", 0], run_ruby("-e", "begin; require 'nkf'; rescue LoadError; puts 'going on'; end")
end

CAN_MOUNT && spec("gems are told in one line that their folder may not be written") do
  with_gem do |file, folder|
    Dir.mkdir("#{folder}/home")
    text, status = mounted("mount -t tmpfs -o ro none #{folder}/home", "env", "GEM_HOME=#{folder}/home/gems", *GEM, "install", "--local", file)
    assert_equal ["ERROR:  Read-only file system @ dir_s_mkdir - #{folder}/home/gems; GEM_HOME may name another folder for gems\n", 1], [text, status]
  end
end

CAN_MOUNT && spec("a file system that is read only: programs run, who writes is told") do
  program = <<~'RUBY'
    require "json"
    puts JSON.generate([Thread.new { Fiber.new { 5 }.resume }.value, `echo hi`])
    begin
      File.write(ARGV[0], "text")
    rescue SystemCallError => error
      puts error.class, Process.wait2(fork { exit!(3) })[1].exitstatus
    end
  RUBY
  scratch_folder do |folder|
    text, status = mounted("mount -t tmpfs -o ro none #{folder}", "env", "HOME=#{folder}", "TMPDIR=#{folder}", ruby_command, "-e", program, "#{folder}/file")
    assert_equal ["[5,\"hi\\n\"]\nErrno::EROFS\n3\n", 0], [text, status]
  end
end

CAN_MOUNT && spec("where no program may run, functions that call back do, and extensions are built") do
  program = <<~'RUBY'
    require "fiddle"
    closure = Fiddle::Closure::BlockCaller.new(Fiddle::TYPE_INT, [Fiddle::TYPE_INT]) { |number| number + 1 }
    print Fiddle::Function.new(closure, [Fiddle::TYPE_INT], Fiddle::TYPE_INT).call(2)
    require "tempfile"
    Tempfile.create("words") { |file| file.write("4"); file.rewind; puts file.read }
  RUBY
  with_gem(extension: true) do |file, folder|
    Dir.mkdir("#{folder}/tmp")
    forbidding = "mount -t tmpfs -o noexec none #{folder}/tmp"
    here = ["env", "TMPDIR=#{folder}/tmp"]
    assert_equal ["34\n", 0], mounted(forbidding, *here, ruby_command, "-e", program)
    text, status = mounted(forbidding, *here, "GEM_HOME=#{folder}/gems", *GEM, "install", "--local", file)
    assert_equal [0, true], [status, text.include?("Successfully installed hello_again-1.0")]
    assert_equal ["7", 0], mounted("true", "env", "GEM_HOME=#{folder}/gems", ruby_command, "-e", "require 'hello_in_c'; print HELLO")
    # Built elsewhere and loaded from there.
    script = "#{forbidding} && cp -r #{folder}/gems #{folder}/tmp"
    text, status = mounted(script, "env", "GEM_HOME=#{folder}/tmp/gems", ruby_command, "-e", "require 'hello_in_c'")
    assert_equal [1, true], [status, text.lines.first.include?("failed to map segment from shared object (its file system is mounted noexec) - #{folder}/tmp/gems/")]
  end
end

spec "an extension whose library is gone" do
  scratch_folder do |folder|
    File.write("#{folder}/gone.c", "int gone(void) { return 7; }\n")
    File.write("#{folder}/needs_it.c", "#include <ruby.h>\nint gone(void);\nvoid Init_needs_it(void) { rb_define_global_const(\"GONE\", INT2FIX(gone())); }\n")
    compiler = RbConfig::CONFIG["CC"].split
    headers = "-I#{RbConfig::CONFIG["rubyhdrdir"]}"
    assert system(*compiler, "-shared", "-fPIC", "-o", "libgone.so", "gone.c", chdir: folder)
    assert system(*compiler, "-shared", "-fPIC", headers, "-o", "needs_it.so", "needs_it.c", "-L.", "-lgone", chdir: folder)
    File.delete("#{folder}/libgone.so")
    text, status = run_ruby("-I", folder, "-e", "require 'needs_it'")
    words = "libgone.so: cannot open shared object file: No such file or directory - #{folder}/needs_it.so (LoadError)\n"
    assert_equal [1, true], [status, text.lines.first.end_with?(words)]
  end
end

spec "an extension that was built for another processor" do
  scratch_folder do |folder|
    # The beginning of a shared object for a processor that nobody has.
    header = "\x7FELF\x02\x01\x01".b.ljust(16, "\0") << [3, 0x1234, 1].pack("S<2L<")
    File.binwrite("#{folder}/strange.so", header.ljust(64, "\0"))
    text, status = run_ruby("-I", folder, "-e", "require 'strange'")
    words = "#{folder}/strange.so was built for another processor: build it from source with ruby extconf.rb && make (LoadError)\n"
    assert_equal [1, true], [status, text.lines.first.end_with?(words)]
  end
end
