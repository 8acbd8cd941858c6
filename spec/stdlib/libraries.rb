require_relative "../harness"
require_relative "../outside"

spec "a feature is loaded once and listed" do
  first = require("stringio")
  assert_equal [false, true], [require("stringio"), $LOADED_FEATURES.any? { |feature| feature.include?("stringio") }]
  assert_equal false, require("stringio.so")
  assert [true, false].include?(first)
end

spec "what is not there" do
  error = assert_raises(LoadError, "cannot load such file -- no/such/library") { require "no/such/library" }
  assert_equal "no/such/library", error.path
end

spec "Set needs no require" do
  assert_equal [true, 2, Set], [Set[1, 2].include?(1), [1, 1, 2].to_set.size, [].to_set.class]
end

spec "rbconfig" do
  require "rbconfig"
  assert_equal ["3.4.0", "3", "so"], [RbConfig::CONFIG["ruby_version"], RbConfig::CONFIG["MAJOR"], RbConfig::CONFIG["DLEXT"]]
  assert File.executable?(RbConfig.ruby)
  require "rbconfig/sizeof"
  assert_equal [8, 2**31 - 1], [RbConfig::SIZEOF["long"], RbConfig::LIMITS["INT_MAX"]]
end

spec "etc" do
  require "etc"
  assert_equal ["root", 0, "root", "Linux"], [Etc.getpwuid(0).name, Etc.getpwnam("root").uid, Etc.getgrgid(0).name, Etc.uname[:sysname]]
  assert_raises(ArgumentError, "can't find user for no-such-user") { Etc.getpwnam("no-such-user") }
  assert Etc.nprocessors > 0 && Etc.sysconf(Etc::SC_PAGESIZE) >= 4096
end

spec "pathname" do
  require "pathname"
  assert_equal ["/usr/lib", "b", "x.py", "../b"], [(Pathname("/usr") + "lib").to_s, Pathname("a/../b").cleanpath.to_s, Pathname("x.rb").sub_ext(".py").to_s, Pathname("/a/b").relative_path_from(Pathname("/a/c")).to_s]
  assert_equal [true, true, "#<Pathname:x>", 1], [Pathname(__FILE__).file?, Pathname(__dir__).directory?, Pathname("x").inspect, { Pathname("x") => 1 }[Pathname("x")]]
  assert_equal File.read(__FILE__), Pathname(__FILE__).read
end

spec "monitor" do
  require "monitor"
  monitor = Monitor.new
  assert_equal [1, false], [monitor.synchronize { monitor.synchronize { 1 } }, monitor.mon_locked?]
  assert_raises(ThreadError, "current fiber not owner") { monitor.exit }
end

spec "the community's own libraries" do
  require "ostruct"
  require "shellwords"
  require "forwardable"
  require "erb"
  require "optparse"
  assert_equal [1, ["a", "b c"]], [OpenStruct.new(a: 1).a, "a 'b c'".shellsplit]
  assert_equal ["x2y[0][1]", "&lt;&amp;&#39;&quot;"], [ERB.new("x<%= 1+1 %>y<% 2.times do |i| %>[<%= i %>]<% end %>").result, ERB::Util.html_escape("<&'\"")]
  found = {}
  rest = OptionParser.new { |parser| parser.on("-n", "--number N", Integer) { |number| found[:n] = number } }.parse(%w[-n 3 rest])
  assert_equal [{ n: 3 }, ["rest"]], [found, rest]
end

spec "monitors need no require" do
  assert_equal ["MonitorMixin::ConditionVariable\n", 0], run_code("p Monitor.new.new_cond.class")
  assert_equal ["1\n", 0], run_code("class Kept; include MonitorMixin; end; p Kept.new.synchronize { 1 }")
end

spec "the events of ripper" do
  require "ripper"
  assert_equal [138, 3, "BEG|END", 577], [Ripper::PARSER_EVENTS.size, Ripper::PARSER_EVENT_TABLE[:call], Ripper.lex_state_name(3), Ripper::EXPR_BEG_ANY]
end

spec "the English names of what the last match left" do
  require "English"
  assert_equal ["b", "a", "x", "x"], ("axb" =~ /(x)/ and [$POSTMATCH, $PREMATCH, $MATCH, $LAST_PAREN_MATCH])
  $LAST_MATCH_INFO = "yz".match(/y/)
  assert_equal ["z", "y"], [$', $LAST_MATCH_INFO[0]]
  assert_raises(TypeError, "wrong argument type Integer (expected MatchData)") { $LAST_MATCH_INFO = 3 }
  assert_equal ["-e:1:in '<main>': $MATCH is a read-only variable (NameError)\n", 1], run_code("require 'English'; $MATCH = 4")
  assert_equal global_variables.uniq.size, global_variables.size
end

spec "digests that can be spoken" do
  require "digest/bubblebabble"
  expected = ["xexax", "ximex", "ximek-dixux", "xesef-disof-gytuf-katof-movif-baxux", "xuzoz-vabux"]
  assert_equal expected, ["", "a", "ab", "1234567890", "\xff\xfe\x80".b].map { |text| Digest.bubblebabble(text) }
  assert_equal ["xolet-gynok-cynam-sebef-gutas-mehyg-vihoh-sunap-kixox"] * 2, [Digest::MD5.bubblebabble("x"), Digest::MD5.new.update("x").bubblebabble]
end

spec "mkmf ends the program where there are no headers, naming what is missing" do
  text, status = run_code("require 'rbconfig'; RbConfig::CONFIG['rubyhdrdir'] = '/nowhere'; require 'mkmf'")
  assert_equal ["mkmf.rb can't find header files for ruby at", 1], [text[/\A.*? at/], status]
end

spec "pread of a StringIO into a buffer" do
  require "stringio"
  buffer = +"zz"
  assert_equal ["ello", true, Encoding::BINARY], [StringIO.new("hello").pread(4, 1, buffer), buffer == "ello", buffer.encoding]
end

spec "the times of a link itself" do
  require "pathname"
  scratch_folder do |folder|
    link = Pathname(folder) + "link"
    link.make_symlink("nowhere")
    assert_equal [1, 1, 2], [link.lutime(1, 2), link.lstat.atime.to_i, link.lstat.mtime.to_i]
  end
end

spec "the methods of what a delegator stands for" do
  require "delegate"
  delegator = SimpleDelegator.new([1, 2])
  assert_equal [2, [2, 4]], [delegator.method(:size).call, delegator.method(:map).call { |number| number * 2 }]
  assert_raises(NameError, "undefined method 'no_such' for class 'SimpleDelegator'") { delegator.method(:no_such) }
end

spec "waiting for a condition of a monitor tells whether the time was over" do
  require "monitor"
  lock = Monitor.new
  condition = lock.new_cond
  assert_equal false, lock.synchronize { condition.wait(0.001) }
end

spec "a table of users is read by one iteration at a time" do
  require "etc"
  words = []
  Etc.passwd do
    Etc.passwd {}
  rescue RuntimeError => error
    words << error.message
    break
  end
  Etc.group do
    Etc.group {}
  rescue RuntimeError => error
    words << error.message
    break
  end
  assert_equal ["parallel passwd iteration", "parallel group iteration"], words
  Etc.passwd { break }
end

spec "Etc names the function that refuses a name" do
  require "etc"
  assert_raises(Errno::EINVAL, "Invalid argument - confstr") { Etc.confstr(-1) }
  assert_raises(Errno::EINVAL, "Invalid argument - sysconf") { Etc.sysconf(-1) }
  assert_equal [true, true], [Etc.confstr(Etc::CS_PATH).include?("/bin"), Etc.sysconf(Etc::SC_ARG_MAX).positive?]
end

spec "paths are compared by their text, slashes first, whatever a subclass says its text is" do
  require "pathname"
  below = Class.new(Pathname) { def to_s = "other" }
  one, two = Pathname("/a/b"), Pathname("/a-b")
  assert_equal [-1, 1, 0, nil], [one <=> two, two <=> one, one <=> Pathname("/a/b"), one <=> "/a/b"]
  assert_equal [true, true, 0, false, false], [one == below.new("/a/b"), below.new("/a/b").eql?(one), one <=> below.new("/a/b"), one == "/a/b", one == two]
  assert_equal [one, two], [two, one].sort
end
