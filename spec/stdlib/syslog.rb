require_relative "../harness"
require_relative "../outside"
require "syslog"

# Syslog, as far as it can be seen without a log: what is written to the standard error, and its state.

def spec_log(code)
  run_ruby("-rsyslog", "-e", "Syslog.open('probe', Syslog::LOG_PERROR, Syslog::LOG_DAEMON); #{code}")
end

spec "messages are formatted, and end with a line's end" do
  assert_equal ["probe: one 1\nprobe: two\nprobe: 100%\n", 0], spec_log("Syslog.err('one %d', 1); Syslog.info(\"two\\n\"); Syslog.log(Syslog::LOG_ALERT, '%s', '100%')")
  text, = run_ruby("-rsyslog", "-e", "Syslog.open('probe', Syslog::LOG_PERROR | Syslog::LOG_PID) { |log| log.notice('x'); puts Process.pid }")
  lines = text.lines
  assert_equal "probe[#{lines.grep(/\A\d/)[0].chomp}]: x\n", lines.grep(/probe/)[0]
end

spec "the mask keeps what is less grave away" do
  assert_equal ["probe: kept\n15\n", 0], spec_log("Syslog.mask = Syslog::LOG_UPTO(Syslog::LOG_ERR); Syslog.warning('gone'); Syslog.err('kept'); p Syslog.mask")
  assert_equal [8, 15], [Syslog::LOG_MASK(3), Syslog.LOG_UPTO(3)]
end

spec "what it is opened with" do
  assert_equal [false, nil, nil, nil, "<#Syslog: opened=false>"], [Syslog.opened?, Syslog.ident, Syslog.options, Syslog.mask, Syslog.inspect]
  seen = nil
  result = Syslog.open("probe") { |log| seen = [log.equal?(Syslog), log.ident, log.options, log.facility, log.inspect] }
  assert_equal [true, "probe", 3, 8, "<#Syslog: opened=true, ident=\"probe\", options=3, facility=8, mask=255>"], seen
  assert_equal [true, false], [result.equal?(Syslog), Syslog.opened?]
end

spec "what cannot be" do
  assert_raises(RuntimeError, "syslog not opened") { Syslog.close }
  assert_raises(RuntimeError, "must open syslog before write") { Syslog.err("x") }
  assert_raises(RuntimeError, "must open syslog before setting log mask") { Syslog.mask = 1 }
  assert_raises(ArgumentError, "string contains null byte") { Syslog.open("a\0b") }
  Syslog.open("probe", 0) do |log|
    assert_raises(RuntimeError, "syslog already open") { Syslog.open("probe") }
    assert_raises(TypeError, "type mismatch: String given") { log.log("x", "y") }
    assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 2+)") { log.log(1) }
    assert_raises(ArgumentError, "no log message supplied") { log.err }
    assert_raises(TypeError, "no implicit conversion of nil into String") { log.log(3, nil) }
  end
end
