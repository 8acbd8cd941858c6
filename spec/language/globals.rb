require_relative "../harness"

# Global variables, and the special ones; of these, $~ and $_ belong to a frame.

spec "a global never set is nil" do
  assert_equal nil, $spec_never_set
end

def spec_read_global
  $spec_shared
end

spec "a global is seen everywhere" do
  $spec_shared = 5
  assert_equal 5, spec_read_global
end

spec "alias gives a global a second name" do
  $spec_first = 1
  alias $spec_second $spec_first
  $spec_second = 7
  assert_equal 7, $spec_first
end

spec "global_variables lists names" do
  $spec_listed = 1
  assert global_variables.include?(:$spec_listed)
  assert global_variables.include?(:$stdout)
  assert global_variables.include?(:$~)
end

spec "a match sets $~ to the MatchData" do
  "hello" =~ /l+/
  assert_equal "ll", $~[0]
  assert_equal MatchData, $~.class
end

spec "$& is the match, $` what is before, $' what is after, $+ the last group" do
  "hello world" =~ /(l+)(o)/
  assert_equal "llo", $&
  assert_equal "he", $`
  assert_equal " world", $'
  assert_equal "o", $+
end

spec "$1 and on are the groups" do
  "2026-01-02" =~ /(\d+)-(\d+)-(\d+)/
  assert_equal ["2026", "01", "02", nil], [$1, $2, $3, $4]
end

spec "a failed match sets $~ and all of these to nil" do
  "a" =~ /(a)/
  "a" =~ /(b)/
  assert_equal [nil, nil, nil, nil], [$~, $1, $&, $+]
end

def spec_match_inside
  "inner" =~ /(n+)/
  $1
end

spec "a called method's match does not touch the caller's $~" do
  "outer" =~ /(u)/
  assert_equal "nn", spec_match_inside
  assert_equal "u", $1
end

def spec_unmatched
  $~
end

spec "a method starts with $~ nil" do
  "x" =~ /x/
  assert_equal nil, spec_unmatched
end

spec "a block shares $~ with the frame around it" do
  [1].each { "block" =~ /(lo)/ }
  assert_equal "lo", $1
end

spec "$~ may be assigned a MatchData or nil" do
  match = /b/.match("abc")
  $~ = nil
  assert_equal nil, $&
  $~ = match
  assert_equal "b", $&
  assert_raises(TypeError, "wrong argument type Integer (expected MatchData)") { $~ = 1 }
end

spec "$1 may not be assigned" do
  assert_raises(SyntaxError) { eval("$1 = 2") }
  assert_raises(SyntaxError) { eval("$& = 2") }
end

spec "gsub with a block sets $~ for each match and leaves the last" do
  seen = []
  "a1b2".gsub(/[a-z](\d)/) { seen << $1; "" }
  assert_equal ["1", "2"], seen
  assert_equal "2", $1
end

spec "case with a Regexp sets $~" do
  case "key=value"
  when /(\w+)=(\w+)/
    assert_equal ["key", "value"], [$1, $2]
  end
end

spec "match? leaves $~ alone" do
  "a" =~ /a/
  "b".match?(/b/)
  assert_equal "a", $&
end

spec "named groups of a literal on the left become local variables" do
  if /(?<year>\d+)-(?<month>\d+)/ =~ "2026-11"
    assert_equal "2026", year
    assert_equal "11", month
  end
  /(?<nope>x)/ =~ "a"
  assert_equal nil, nope
end

spec "$_ belongs to the frame" do
  $_ = "line"
  reader = Object.new
  def reader.last
    $_
  end
  assert_equal nil, reader.last
  assert_equal "line", $_
end

spec "$! is the exception being handled, nil outside" do
  assert_equal nil, $!
  begin
    raise "oops"
  rescue
    assert_equal "oops", $!.message
  end
  assert_equal nil, $!
end

spec "$! is restored when a nested rescue ends" do
  begin
    raise "outer"
  rescue
    begin
      raise "inner"
    rescue
      assert_equal "inner", $!.message
    end
    assert_equal "outer", $!.message
  end
end

spec "$@ is the backtrace of $!" do
  assert_equal nil, $@
  begin
    raise "oops"
  rescue
    assert_equal $!.backtrace, $@
  end
end

spec "$0 is the program, $PROGRAM_NAME the same" do
  assert_equal $0, $PROGRAM_NAME
  assert $0.end_with?(".rb")
end

spec "$* is ARGV and $$ is the process id" do
  assert $*.equal?(ARGV)
  assert_equal Process.pid, $$
end

spec "$, and $/ and $; have their defaults" do
  assert_equal nil, $,
  assert_equal "\n", $/
  assert_equal nil, $;
  assert_equal nil, $\
end

spec "$stdout only takes what can write" do
  assert_raises(TypeError, "$stdout must have write method, Integer given") { $stdout = 1 }
end

class SpecSink
  attr_reader :text
  def initialize
    @text = +""
  end

  def write(*parts)
    parts.each { |part| @text << part.to_s }
    parts.sum { |part| part.to_s.size }
  end
end

spec "puts and print go to $stdout" do
  kept = $stdout
  sink = SpecSink.new
  begin
    $stdout = sink
    puts "a", 1
    print "b"
  ensure
    $stdout = kept
  end
  assert_equal "a\n1\nb", sink.text
end

spec "$> is $stdout" do
  assert $>.equal?($stdout)
end

spec "$: and $LOAD_PATH are one array, $\" and $LOADED_FEATURES another" do
  assert $:.equal?($LOAD_PATH)
  assert $".equal?($LOADED_FEATURES)
  assert_equal Array, $:.class
end

spec "read-only globals refuse assignment" do
  assert_raises(NameError, "$$ is a read-only variable") { eval("$$ = 1") }
  assert_raises(NameError, "$LOAD_PATH is a read-only variable") { eval("$LOAD_PATH = []") }
end

spec "$VERBOSE holds nil, false or true; $-v and $-w are the same" do
  kept = $VERBOSE
  begin
    $VERBOSE = 1
    assert_equal true, $VERBOSE
    assert_equal true, $-v
    assert_equal true, $-w
    $VERBOSE = nil
    assert_equal nil, $-w
  ensure
    $VERBOSE = kept
  end
end

spec "$DEBUG is false" do
  assert_equal false, $DEBUG
  assert_equal false, $-d
end

spec "$? is the status of the last child" do
  system("exit 3")
  assert_equal 3, $?.exitstatus
  assert_equal false, $?.success?
end

spec "trace_var runs a hook at each assignment" do
  seen = []
  trace_var(:$spec_traced) { |value| seen << value }
  $spec_traced = 1
  $spec_traced = 2
  untrace_var(:$spec_traced)
  $spec_traced = 3
  assert_equal [1, 2], seen
end
