# rutile-only
require_relative "../harness"
require_relative "../outside"
require_relative "fixtures/out_of_memory"

# Running out of memory because the system gives no more addresses: the same as at a limit.

# Kilobytes of addresses: a third is heap.
ADDRESSES = 120_000

# The same where the system refuses more addresses.
def run_confined(code, addresses: ADDRESSES)
  without_stress do
    text = IO.popen([ruby_command, "--disable-gems", "-W0", "-e", code, rlimit_as: addresses * 1024, err: [:child, :out]], &:read)
    [text, $?.exitstatus]
  end
end

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
