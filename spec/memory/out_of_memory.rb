# rutile-only
require_relative "../harness"
require_relative "../outside"

# Running into RUTILE_HEAP_LIMIT in the middle of each kind of allocation: a NoMemoryError, a heap that
# verifies, and a program that goes on.

def run_limited(code, limit: "20m")
  kept = %w[RUTILE_HEAP_LIMIT RUTILE_GC_STRESS].to_h { |name| [name, ENV[name]] }
  ENV["RUTILE_HEAP_LIMIT"] = limit
  ENV.delete("RUTILE_GC_STRESS")
  run_code(code)
ensure
  kept.each { |name, value| ENV[name] = value }
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

TRIES.each do |name, code|
  spec "#{name}: NoMemoryError, and the heap is whole" do
    program = <<~RUBY
      def attempt
        #{code}
        1.times { "the next safepoint" }
        "nothing raised"
      rescue NoMemoryError => error
        error.message
      end
      p attempt
      GC.start
      GC.verify_internal_consistency
      p Array.new(1000) { |n| n.to_s }.last
    RUBY
    assert_equal ["\"failed to allocate memory\"\n\"999\"\n", 0], run_limited(program)
  end
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
