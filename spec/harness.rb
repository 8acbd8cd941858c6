# The whole test framework: a rule has a name and a block. A rule that fails is printed with what it
# expected and with the line that asked; the last line counts. Kept to the plainest Ruby, so that an
# implementation which can do little else can run it.
#
#   require_relative "harness"
#   spec "a sum is commutative" do
#     assert_equal 5, 2 + 3
#     assert_raises(TypeError, "String can't be coerced into Integer") { 2 + "3" }
#   end
#
# A process that a rule forks ends with `exit!`: `exit` would print the summary a second time.

$spec_passed = 0
$spec_failed = 0
$stdout.sync = true # what failed is known, even where a later rule never ends

# Stands outside StandardError, so that a rule's own `rescue` never swallows a failed assertion.
class SpecFailure < Exception
end

def spec(rule)
  begin
    yield
    $spec_passed += 1
  rescue Exception => error
    $spec_failed += 1
    puts "FAILED: #{rule}"
    puts "  #{error.class}: #{error.message}"
    place = spec_place(error.backtrace)
    puts "  at #{place}" if place
  end
end

# The innermost line that is the spec's own and not the harness's.
def spec_place(backtrace)
  return nil unless backtrace
  backtrace.each do |line|
    return line unless line.start_with?(__FILE__)
  end
  backtrace[0]
end

def assert(condition, message = nil)
  raise SpecFailure, message || "expected a true value, got #{condition.inspect}" unless condition
end

def assert_equal(expected, actual)
  return if expected == actual
  raise SpecFailure, "expected #{expected.inspect}, got #{actual.inspect}"
end

# The message may be a string, which must be equal, or anything else that can match it with `===`.
# Gives the exception, for a closer look.
def assert_raises(expected_class, expected_message = nil)
  begin
    yield
  rescue expected_class => error
    return error if expected_message.nil? || expected_message === error.message
    raise SpecFailure, "expected the message #{expected_message.inspect}, got #{error.message.inspect}"
  end
  raise SpecFailure, "expected #{expected_class}, nothing was raised"
end

# Runs the block without collections where every allocation would make one: for what a rule does thousands of times
# beside its subject, while much is alive.
def without_stress_collections
  return yield unless ENV["RUTILE_GC_STRESS"]
  GC.disable
  begin
    yield
  ensure
    GC.enable
  end
end

# The same for most of what a rule does over and over: every hundredth time the block runs with its collections.
def seldom_stress_collections(&block)
  $spec_turns += 1
  $spec_turns % 100 == 0 ? yield : without_stress_collections(&block)
end
$spec_turns = 0

# How many of something a rule makes: a hundredth where every allocation collects.
def stress_sized(count)
  ENV["RUTILE_GC_STRESS"] ? count / 100 : count
end

at_exit do
  puts "#{$spec_passed} passed, #{$spec_failed} failed"
  exit 1 if $spec_failed > 0
end
