# What many programs load after their start. Run by script/link-ordered, where the standard library is at hand.
require "rubygems"
require "json"
require "set"
require "time"
require "optparse"
require "stringio"
require "tempfile"
require "erb"

document = JSON.parse('{"list": [1, 2.5, null, true], "text": "\u00e4\n"}')
puts JSON.generate(document), JSON.pretty_generate(document), ERB.new("<%= document.size %>").result(binding)
OptionParser.new { |options| options.on("-v", "--verbose") { |verbose| p verbose } }.parse(%w[-v rest])
Time.parse("2020-02-03 04:05:06 UTC").localtime.iso8601
StringIO.new("a\nb\n").each_line(chomp: true).to_a
Set[1, 2] | Set[2, 3]
Tempfile.create { |file| file.write("x") }
IO.popen(["true"], &:read)
Gem::Version.new("1.2.3") <=> Gem::Version.new("1.10")
