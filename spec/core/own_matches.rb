require_relative "../harness"

# `$~` and `$_` of a method are seen by its blocks, but by the block that a thread or a fiber begins with as its own.

spec "$~ in the block of a thread or fiber is nil at first, and leaves the method's alone" do
  /a/ =~ "a"
  seen = Thread.new { before = $~; /b/ =~ "b"; [before, $~[0]] }.value
  assert_equal [nil, "b"], seen
  assert_equal "a", $~[0]
end

spec "$~ in the block of a thread or fiber is each thread's own where several run one block" do
  words = %w[a1 b2 c3 d4]
  threads = words.map { |word| Thread.new { word =~ /(\d)/; Thread.pass; sleep 0.001; $1 } }
  assert_equal %w[1 2 3 4], threads.map(&:value)
end

spec "$~ in the block of a thread or fiber is that of the thread in blocks within its block" do
  /a/ =~ "a"
  inner = Thread.new { [1].each { "xyz" =~ /y/ }; [$~ && $~[0], [1].map { $& }] }.value
  assert_equal ["y", ["y"]], inner
  assert_equal "a", $~[0]
end

spec "$~ in the block of a thread or fiber is a fiber's own too" do
  /a/ =~ "a"
  fiber = Fiber.new { "q" =~ /q/; Fiber.yield $&; $& }
  assert_equal "q", fiber.resume
  "z" =~ /z/
  assert_equal "q", fiber.resume
  assert_equal "z", $&
end

spec "$~ in the block of a thread or fiber is the method's own in blocks that are called in it" do
  [1].each { "xyz" =~ /z/ }
  assert_equal "z", $&
  proc { $~ = nil }.call
  assert_equal nil, $~
end

spec "$~ in the block of a thread or fiber is the called method's in a thread that calls one" do
  def matched(text) = (text =~ /(.)$/; [1].map { $1 })
  assert_equal [["y"], "a"], Thread.new { "ab" =~ /a/; [matched("xy"), $&] }.value
end

spec "a pattern with `o` is what the first thread made of it, for all that were making it" do
  turn = 0
  pattern = proc { |word, wait| /#{wait.call; word}/o }
  second = Thread.new { sleep 0.001 until turn == 1; turn = 2; pattern.call("bar", proc { sleep 0.05 }) }
  first = Thread.new { pattern.call("foo", proc { turn = 1; sleep 0.001 until turn == 2 }) }
  assert_equal %w[foo foo foo], [first.value.source, second.value.source, pattern.call.source]
end

class SpecYieldsWords
  include Enumerable

  def each
    %w[bar baz].each { |word| yield word }
  end

  # What it matches itself is not the caller's.
  def matched(*words) = grep(/(a.)/) { |word| words << $1 }.then { words }
end

spec "a method of the core's that goes by a program's each matches for who called it" do
  words = SpecYieldsWords.new
  assert_equal ["ba", "ba"], words.grep(/(b.)/) { $1 }
  assert_equal "ba", $1
  assert_equal [nil, nil], words.grep_v(/(x.)/) { $~ }
  assert_equal [true, "z"], [words.any?(/(z)/), $1]
  assert_equal [["ar", "az"], "z"], [words.matched, $1]
  assert_equal ["ba", "ba"], words.each_entry.grep(/(b.)/) { $1 }
  fiber = Fiber.new { words.grep(/(b.)/) { Fiber.yield $1 } }
  assert_equal ["ba", "ba"], [fiber.resume, fiber.resume]
end

spec "grep asks a pattern that has a === of its own" do
  pattern = Regexp.new("x")
  assert_equal [[], %w[bar baz]], [SpecYieldsWords.new.grep(pattern), SpecYieldsWords.new.grep_v(pattern)]
  def pattern.===(_other) = true
  assert_equal [%w[bar baz], []], [SpecYieldsWords.new.grep(pattern), SpecYieldsWords.new.grep_v(pattern)]
  assert_equal %w[bar], %w[bar].grep(pattern)
end
