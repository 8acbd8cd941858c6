# rutile-only
require_relative "../harness"
require_relative "../outside"

# Running out of memory in the middle of each kind of allocation, at RUTILE_HEAP_LIMIT or because the system gives no
# more addresses: a NoMemoryError, a heap that verifies, and a program that goes on.

# Kilobytes of addresses: a third is heap.
ADDRESSES = 120_000

# The rules verify the heap themselves, once.
def without_stress(settings = {})
  names = settings.keys + %w[RUTILE_GC_STRESS RUTILE_GC_VERIFY]
  kept = names.to_h { |name| [name, ENV[name]] }
  ENV.update(names.to_h { |name| [name, settings[name]] })
  yield
ensure
  ENV.update(kept)
end

def run_limited(code, limit: "20m")
  without_stress("RUTILE_HEAP_LIMIT" => limit) { run_code(code) }
end

# The same where the system refuses more addresses.
def run_confined(code, addresses: ADDRESSES)
  without_stress do
    text = IO.popen([ruby_command, "--disable-gems", "-W0", "-e", code, rlimit_as: addresses * 1024, err: [:child, :out]], &:read)
    [text, $?.exitstatus]
  end
end

def program_of(code)
  <<~RUBY
    def attempt
      #{code}
      1.times { "the next safepoint" }
      "nothing raised"
    rescue NoMemoryError => error
      error.message
    end
    p attempt
    GC.start
    begin
      GC.verify_internal_consistency
    rescue NoMemoryError # what the check itself needs
    end
    p Array.new(1000) { |n| n.to_s }.last
  RUBY
end

TRIES = {
  "strings" => 'list = []; loop { list << "x" * 1000 }',
  "a growing string" => 's = +""; loop { s << "0123456789" * 100 }',
  "one huge string" => '"x" * (1 << 40)',
  "a string larger than what is left" => 's = "x" * 12_000_000; t = s + s',
  "arrays" => 'list = []; loop { list << [1, 2, 3, 4, 5, 6] }',
  "a growing array" => 'list = []; loop { list << 1 }',
  "one huge array" => 'Array.new(1 << 40)',
  "a hash" => 'table = {}; n = 0; loop { table[n += 1] = n }',
  "a hash by identity" => 'table = {}.compare_by_identity; loop { table[Object.new] = 1 }',
  "objects with overflowing variables" => 'list = []; loop { o = Object.new; 20.times { |i| o.instance_variable_set("@a#{i}", i) }; list << o }',
  "structs" => 'list = nil; pair = Struct.new(:a, :b); loop { list = pair.new(list, 1) }',
  "procs and their variables" => 'list = []; loop { n = 1; list << proc { n += 1 } }',
  "integers" => 'list = []; n = 1 << 4000; loop { list << (n += 1) }',
  "floats" => 'list = []; f = 1e300; loop { list << (f += 1e290) }',
  "classes" => 'list = []; loop { list << Class.new }',
  "singleton classes" => 'list = []; loop { o = Object.new; def o.x = 1; list << o }',
  "fibers" => 'list = []; loop { f = Fiber.new { Fiber.yield 1 }; f.resume; list << f }',
  "matches" => 'list = []; loop { list << "abc".match(/b/) }',
  "a native that makes many" => '("a".."z").to_a.join * 100_000; s = "a b " * 2_000_000; s.split(" ")',
}.freeze

# What only the end of all memory shows: Rust's own data, and natives that make more than any reserve.
LAST_TRIES = {
  "deep frames and what they hold" => 'def deeper(list) = deeper([list, "x" * 100_000]); deeper(nil)',
  "products of integers" => 'n = 3; loop { n *= n }',
  "strings in strings" => 'a = "x" * 4_000_000; loop { a = "#{a}#{a}" }',
  "inspect" => 'a = ["x" * 4_000_000]; loop { a = [a.inspect] * 2 }',
  "substitution" => 'a = "x" * 4_000_000; loop { a = a.gsub("x", "xx") }',
  "symbols" => 'i = 0; loop { ("x" * 10_000 + (i += 1).to_s).to_sym }',
  "code" => 'list = []; i = 0; loop { list << eval("proc { #{i += 1} + 1; x = 5; [x, x, x, x] }") }',
  "a line without end" => 'File.open("/dev/zero") { |file| file.gets }',
  "a file without end" => 'File.open("/dev/zero") { |file| file.read }',
  "regexps" => 'list = []; i = 0; loop { list << Regexp.new("a#{i += 1}(b|c)*") }',
  "more variables than an object has room for" => 'o = Object.new; i = 0; loop { o.instance_variable_set("@a#{i += 1}", 1) }',
  "characters" => 's = "abc " * 2_000_000; a = s.chars; b = s.chars; c = s.chars',
  "permutations" => '(1..11).to_a.permutation.to_a',
}.freeze

TRIES.each do |name, code|
  spec "#{name}: NoMemoryError, and the heap is whole" do
    assert_equal ["\"failed to allocate memory\"\n\"999\"\n", 0], run_limited(program_of(code))
  end
end

TRIES.reject { |name, _| name.start_with?("a string larger") }.merge(LAST_TRIES).each do |name, code|
  spec "#{name}, with no more addresses: NoMemoryError, and the heap is whole" do
    assert_equal ["\"failed to allocate memory\"\n\"999\"\n", 0], run_confined(program_of(code))
  end
end

spec "a program that goes on asking is refused again, and goes on" do
  code = "list = []; 20.times { begin; loop { list << \"x\" * 1000 }; rescue NoMemoryError; end }; list.clear; GC.start; p (\"y\" * 1_000_000).size"
  assert_equal ["1000000\n", 0], run_confined(code)
end

spec "an interpreter starts within few addresses" do
  assert_equal ["1\n", 0], run_confined("p 1", addresses: 80_000)
end

spec "who doesn't rescue it ends with it" do
  text, status = run_limited('list = []; loop { list << "x" * 1000 }')
  assert_equal 1, status
  assert text.include?("failed to allocate memory (NoMemoryError)"), text
end

spec "what fits is not disturbed" do
  program = '200.times { Array.new(10_000) { |n| "garbage #{n}" } }; p :done'
  assert_equal [":done\n", 0], run_limited(program)
end
