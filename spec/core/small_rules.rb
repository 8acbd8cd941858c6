# Rules of several core classes that ruby/spec's examples asked for.

require_relative "../harness"
require_relative "../outside"

spec "const_get tells of a deprecated constant, a private one too" do
  mod = Module.new { const_set(:A, 1); private_constant :A; deprecate_constant :A }
  said = []
  Warning.define_singleton_method(:warn) { |words, **| said << words }
  before, Warning[:deprecated] = Warning[:deprecated], true
  begin
    assert_equal 1, mod.const_get(:A)
    assert_equal 1, mod.const_get("A")
  ensure
    Warning[:deprecated] = before
    Warning.singleton_class.remove_method(:warn)
  end
  assert_equal 2, said.size
  assert said.all? { |words| words.end_with?("::A is deprecated\n") }
end

spec "const_source_location loads nothing for the last name" do
  mod = Module.new { autoload :SourceOfNothing, "/no/such/file.rb" }
  assert_equal [__FILE__, __LINE__ - 1], mod.const_source_location("SourceOfNothing")
end

spec "a refinement's instance methods are those of what it refines, too" do
  names = own = nil
  Module.new { refine(Array) { names = instance_methods; own = instance_methods(false) } }
  assert_equal Array.instance_methods.sort, names.sort
  assert_equal [], own
end

spec "remainder asks both signs of each operand, as far as it has to" do
  asked = []
  klass = Class.new(Numeric) do
    define_method(:%) { |_| 3 }
    define_method(:<) { |_| asked << :<; true }
    define_method(:>) { |_| asked << :>; false }
    define_method(:coerce) { |other| [other, self] }
  end
  assert_equal 3, klass.new.remainder(klass.new)
  assert_equal %i[< > >], asked
end

spec "Time.at asks for a Rational before it refuses what is no Integer" do
  asked = false
  object = Object.new
  object.define_singleton_method(:to_r) { asked = true; Rational(5, 2) }
  assert_raises(TypeError, /can't convert Object into an exact number/) { Time.at(object) }
  assert asked
end

spec "Thread::Backtrace.limit is that of the command line" do
  assert_equal "2", IO.popen([ruby_command, "--backtrace-limit=2", "-e", "print Thread::Backtrace.limit"], &:read)
  assert_equal(-1, Thread::Backtrace.limit)
end

spec "a relative path can't be expanded where paths have an encoding unlike ASCII" do
  external = Encoding.default_external
  verbose, $VERBOSE = $VERBOSE, nil
  begin
    Encoding.default_external = Encoding::UTF_16BE
    assert_raises(Encoding::CompatibilityError, "incompatible character encodings: UTF-8 and UTF-16BE") { File.expand_path("./a") }
    assert_equal "/b/a", File.expand_path("a", "/b")
  ensure
    Encoding.default_external = external
    $VERBOSE = verbose
  end
end

spec "a stream reopened with another one is of its class, and loses its own methods" do
  scratch_folder do |folder|
    path = File.join(folder, "x")
    File.write(path, "text")
    file = File.open(path)
    def file.own = 1
    other = IO.new(IO.sysopen(path))
    assert_equal IO, file.reopen(other).class
    assert !file.respond_to?(:own)
    assert_equal "text", file.read
    [file, other].each(&:close)
  end
end

class LoadedFolder < Dir
  def _dump_data = path
  def _load_data(path) = initialize(path)
end

class UnloadedFolder < Dir
end

spec "what the core keeps as data is loaded by _load_data" do
  folder = Marshal.load("\x04\bd:\x11LoadedFolderI\"\x06.\x06:\x06ET")
  assert_equal ".", folder.path
  folder.close
  assert_raises(TypeError, "class UnloadedFolder needs to have instance method '_load_data'") { Marshal.load("\x04\bd:\x13UnloadedFolderI\"\x06.\x06:\x06ET") }
  assert_raises(ArgumentError, "dump format error") { Marshal.load("\x04\bd:\x0bObject\"\x06.") }
end

spec "functions of Zlib that are not of its classes are private methods of who includes it" do
  require "zlib"
  assert_equal %i[adler32 adler32_combine crc32 crc32_combine crc_table zlib_version], Zlib.private_instance_methods(false).sort
  assert_raises(ArgumentError, /\ACan't import method which is not defined with Ruby code: Zlib#/) { Module.new { refine(String) { import_methods Zlib } } }
end

spec "a text evaluated in a Proc returns from the lambda around it" do
  evaluated = -> { Proc.new { eval("return :evaluated"); :no }.call; :no }
  assert_equal :evaluated, evaluated.call
  bound = -> { Proc.new { binding.eval("return :bound"); :no }.call; :no }
  assert_equal :bound, bound.call
  ended = -> { Proc.new { eval("return :late") } }.call
  assert_raises(LocalJumpError, "unexpected return") { ended.call }
end

spec "a scanner peeks as far as there is text, and not by what no length can be" do
  require "strscan"
  scanner = StringScanner.new("abc")
  assert_equal "abc", scanner.peek(2**62)
  assert_raises(RangeError, "bignum too big to convert into 'long'") { scanner.peek(2**64) }
  assert_raises(ArgumentError, "negative string size (or size too big)") { scanner.peek(-1) }
end

spec "scrypt names all keywords that are missing, and digests are named by Strings alone" do
  require "openssl"
  assert_raises(ArgumentError, "missing keywords: :salt, :N, :r, :p, :length") { OpenSSL::KDF.scrypt("a") }
  assert_raises(ArgumentError, "missing keyword: :length") { OpenSSL::KDF.scrypt("a", salt: "", r: 1, N: 2, p: 1) }
  assert_raises(ArgumentError, "unknown keywords: :x, :y") { OpenSSL::KDF.scrypt("a", salt: "", r: 1, N: 2, p: 1, length: 4, x: 1, y: 2) }
  named = Object.new
  def named.to_str = "sha1"
  assert_raises(TypeError, "wrong argument type Object (expected OpenSSL/Digest)") { OpenSSL::KDF.pbkdf2_hmac("a", salt: "", iterations: 1, length: 1, hash: named) }
end

spec "a binding has variables of any name, though a keyword can't be assigned" do
  place = binding
  place.local_variable_set(:if, 1)
  place.local_variable_set(:self, 2)
  place.local_variable_set(:plain, 3)
  assert_equal [1, 2, 3], %i[if self plain].map { |name| place.local_variable_get(name) }
  assert_equal({ if: 1, self: 2, plain: 3 }, place.eval("{ if:, self:, plain: }"))
  assert_equal 4, place.eval("plain += 1")
  assert place.local_variable_defined?(:if)
  bare = BasicObject.new.instance_eval { ::Kernel.binding }
  bare.local_variable_set(:end, 5)
  assert_equal 5, bare.local_variable_get(:end)
end

spec "a pipe is loaded as a file is, while another thread writes it" do
  require_relative "../outside"
  scratch_folder do |folder|
    path = File.join(folder, "pipe.rb")
    File.mkfifo(path)
    writer = Thread.new { sleep 0.05; File.write(path, "\uFEFF$loaded_by_pipe = __FILE__") }
    assert_equal true, load(path)
    writer.join
    assert_equal path, $loaded_by_pipe
  end
end

spec "a magic comment that names no encoding for sources is an ArgumentError, wherever it stands" do
  assert_raises(ArgumentError, /unknown or invalid encoding in the magic comment/) { eval("# coding: utf-16be\n1") }
  assert_raises(ArgumentError, /unknown or invalid encoding in the magic comment/) { eval("# coding: no-such\n1") }
end

spec "what was written to a file counts when it is mapped" do
  require "tempfile"
  Warning[:experimental] = false
  Tempfile.create("mapped") do |file|
    file.write("Hello World")
    mapped = IO::Buffer.map(file, nil, 0, IO::Buffer::PRIVATE)
    assert_equal "Hello World", mapped.get_string
    mapped.set_string("J")
    file.seek(0)
    assert_equal "Hello World", file.read
    mapped.free
  end
ensure
  Warning[:experimental] = true
end

spec "test names a command that it does not know, one that cannot be printed by its number" do
  told = [1, "q", 39, 0x7F].map { |command| (test(command) rescue $!.message) }
  assert_equal ["unknown command \"\\x01\"", "unknown command 'q'", "unknown command '\\''", "unknown command \"\\x7F\""], told
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 2)") { test("e") }
end
