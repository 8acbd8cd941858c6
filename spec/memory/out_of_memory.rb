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

spec "what an ensure clause draws on the reserve is not told of to who rescues, once it is garbage" do
  program = <<~RUBY
    def fill(count)
      kept = []
      begin
        loop { kept << "y" * 1_000_000 }
      ensure
        count.times { kept << "z" * 60_000 }
        kept << "z" * 60_000
      end
    end

    def go_on(count) = count

    def rescued(count)
      fill(count)
    rescue NoMemoryError
      go_on(count)
    end

    p((0...40).reject { |count| rescued(count) == count })
  RUBY
  assert_equal ["[]\n", 0], run_limited(program)
end
