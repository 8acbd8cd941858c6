# The locale that the environment names says which encoding text from outside has.

require_relative "../harness"
require_relative "../outside"

def under(locale, code, *arguments, options: [])
  lines = nil
  IO.popen([{ "LC_ALL" => locale, "RUTILE_WORD" => "\u00E9" }, ruby_command, *options, "-e", code, *arguments], err: %i[child out]) { |output| lines = output.read.b }
  lines
end

spec "without one of its own, text from outside is US-ASCII, or BINARY where it isn't" do
  code = "p Encoding.locale_charmap, [Encoding.find('locale'), Encoding.default_external, Encoding.find('filesystem'), __ENCODING__].map(&:name), ENV['HOME'].encoding.name, ENV['RUTILE_WORD'].encoding.name, ARGV.map { |word| word.encoding.name }, Encoding::US_ASCII.names.last(3), Encoding::UTF_8.names.include?('locale'), Dir.pwd.encoding.name, `echo`.encoding.name"
  expected = ['"ANSI_X3.4-1968"', '["US-ASCII", "US-ASCII", "US-ASCII", "US-ASCII"]', '"US-ASCII"', '"ASCII-8BIT"', '["US-ASCII", "ASCII-8BIT"]',
    '["locale", "external", "filesystem"]', "false", '"ASCII-8BIT"', '"US-ASCII"']
  assert_equal expected, under("C", code, "a", "\u00E9").lines(chomp: true)
  assert_equal expected, under("no_such_locale", code, "a", "\u00E9").lines(chomp: true)
end

spec "a locale of UTF-8 makes it UTF-8" do
  code = "p Encoding.locale_charmap, [Encoding.find('locale'), Encoding.default_external, __ENCODING__, ENV['RUTILE_WORD'].encoding, ARGV[0].encoding].map(&:name)"
  assert_equal ['"UTF-8"', '["UTF-8", "UTF-8", "UTF-8", "UTF-8", "UTF-8"]'], under("C.UTF-8", code, "\u00E9").lines(chomp: true)
end

spec "-E sets what the locale would, but not the locale" do
  code = "p [Encoding.find('locale'), Encoding.default_external, __ENCODING__, ENV['HOME'].encoding, ARGV[0].encoding].map(&:name), Encoding::US_ASCII.names.last"
  assert_equal ['["US-ASCII", "UTF-8", "US-ASCII", "US-ASCII", "UTF-8"]', '"locale"'], under("C", code, "\u00E9", options: ["-Eutf-8"]).lines(chomp: true)
end

spec "the program of -e is in the locale's encoding" do
  assert under("C", "puts '\u00E9'").include?("invalid multibyte character 0xC3")
  assert_equal "\u00E9\n".b, under("C.UTF-8", "puts '\u00E9'")
  assert_equal "\u00E9\n".b, under("C", "# encoding: utf-8\nputs '\u00E9'")
end
