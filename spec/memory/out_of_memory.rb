# rutile-only
require_relative "../harness"
require_relative "../outside"
require_relative "fixtures/out_of_memory"

# Running out of memory at RUTILE_HEAP_LIMIT: a NoMemoryError, a heap that verifies, and a program that goes on.

TRIES.each do |name, code|
  spec "#{name}: NoMemoryError, and the heap is whole" do
    assert_equal ["\"failed to allocate memory\"\n\"999\"\n", 0], run_limited(program_of(code))
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
