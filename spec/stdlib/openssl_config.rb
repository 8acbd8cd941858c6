require_relative "../harness"
require "openssl"

# OpenSSL::Config: settings in sections.

spec "sections, quotes, comments and settings in settings" do
  config = OpenSSL::Config.parse(<<~'TEXT')
    one = 1   # a comment
    two = "x # y"'b\'c'\td
    other::three = $one-${one}$(one)
    long = a\
    b
    [ other ]
    four = $three.$one
  TEXT
  assert_equal ["1", "x # yb'c\td", "ab"], config["default"].values_at("one", "two", "long")
  assert_equal({ "three" => "1-11", "four" => "1-11.1" }, config["other"])
  assert_equal ["1", nil, ENV["PATH"]], [config.get_value("nowhere", "one"), config.get_value("other", "no"), config.get_value("ENV", "PATH")]
  assert_equal ["[ default ]\n\n[ empty ]\n\n", [], true], [OpenSSL::Config.parse("[empty]").to_s, OpenSSL::Config.new.sections, config.frozen?]
end

spec "what is wrong is told with its line" do
  [["a = $b", /error in line 1: variable has no value/], ["\na = ${b", /error in line 2: no close brace/],
   ["a b = 1", /error in line 1: missing equal sign/], ["[x", /error in line 1: missing close square bracket/]].each do |text, words|
    assert_raises(OpenSSL::ConfigError, words) { OpenSSL::Config.parse(text) }
  end
  assert_raises(OpenSSL::ConfigError, /no such file/) { OpenSSL::Config.load("/nowhere/at/all") }
end
