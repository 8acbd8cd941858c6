# A continuation goes on where it was taken, as often as it is called.

require_relative "../harness"

verbosity, $VERBOSE = $VERBOSE, nil
require "continuation"
$VERBOSE = verbosity

spec "callcc gives what its block gives, or what the continuation was called with" do
  assert_equal :plain, callcc { :plain }
  assert_equal :passed, callcc { |continuation| continuation.call(:passed) }
  assert_equal [1, 2], callcc { |continuation| continuation[1, 2] }
  assert_equal nil, callcc { |continuation| continuation.call }
end

spec "a method that has returned goes on from a continuation taken in it" do
  def taken_here
    [callcc { |continuation| @continuation = continuation; :first }]
  end
  seen = []
  seen << taken_here
  @continuation.call(:again) if seen.size < 3
  assert_equal [[:first], [:again], [:again]], seen
end

spec "local variables keep what they were given last, loops of the core library go on where they were" do
  turns = []
  plain = 0
  [1, 2, 3].each do |element|
    callcc { |continuation| @continuation = continuation } if element == 2
    turns << element
  end
  plain += 1
  @continuation.call if plain < 3
  assert_equal [1, 2, 3, 2, 3, 2, 3], turns
  assert_equal 3, plain
end

spec "variables that no block captures are kept too" do
  def counted
    count = 0
    continuation = callcc { |taken| taken }
    count += 1
    continuation.call(continuation) if count < 5
    count
  end
  assert_equal 5, counted
end

spec "frames between are left without their ensure clauses" do
  ensured = false
  result = callcc do |continuation|
    begin
      continuation.call(:out)
    ensure
      ensured = true
    end
  end
  assert_equal :out, result
  assert_equal false, ensured
end

spec "a continuation belongs to its thread and its fiber" do
  continuation = callcc { |taken| taken }
  thread = Thread.new { assert_raises(RuntimeError, "continuation called across threads") { continuation.call } }
  thread.join
  Fiber.new { assert_raises(RuntimeError, /across (fiber|stacks)/) { continuation.call } }.resume
  assert_raises(LocalJumpError) { callcc }
end

spec "what is entered again after its end says so" do
  [:combination, :repeated_combination, :permutation, :repeated_permutation].each do |method|
    again = nil
    times = 0
    failure = nil
    begin
      [1, 2, 3].send(method, 2) { callcc { |continuation| again = continuation } unless again }
    rescue RuntimeError => error
      failure = error
    end
    times += 1
    again.call if times < 2
    assert failure.message.end_with?("reentered"), failure.inspect
  end
end

spec "a collection between taking and going on loses nothing" do
  def kept
    text = "kept" + rand(10).to_s
    again = callcc { |continuation| continuation }
    [text, again]
  end
  text, again = kept
  GC.start
  again.call(nil) if again
  assert text.start_with?("kept")
end
