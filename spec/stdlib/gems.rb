require_relative "../harness"
require_relative "../outside"

# The gems that come with Ruby 3.4: all are listed, each loads, and what it says of its version is what its specification says.

# The programs below load most of the library: under a collection at every allocation they would take hours.
%w[RUTILE_GC_STRESS RUTILE_GC_MOVE RUTILE_SWITCH_STRESS].each { |mode| ENV.delete(mode) }

DEFAULT_GEMS = %w[
  benchmark bundler cgi date delegate did_you_mean digest english erb error_highlight etc fcntl fiddle fileutils find forwardable
  io-console io-nonblock io-wait ipaddr irb json logger net-http net-protocol open-uri open3 openssl optparse ostruct pathname pp
  prettyprint prism pstore psych rdoc readline reline resolv ruby2_keywords securerandom set shellwords singleton stringio strscan
  syntax_suggest tempfile time timeout tmpdir tsort un uri weakref yaml zlib
].freeze
BUNDLED_GEMS = %w[
  abbrev base64 bigdecimal csv debug drb getoptlong matrix minitest mutex_m net-ftp net-imap net-pop net-smtp nkf observer
  power_assert prime racc rake rbs repl_type_completor resolv-replace rexml rinda rss syslog test-unit typeprof
].freeze
# By feature: the constant that names the version of the gem which has it.
VERSIONS = {
  "benchmark" => "Benchmark", "cgi" => "CGI", "date" => "Date", "delegate" => "Delegator", "did_you_mean" => "DidYouMean",
  "digest" => "Digest", "error_highlight" => "ErrorHighlight", "etc" => "Etc", "fcntl" => "Fcntl", "fiddle" => "Fiddle",
  "fileutils" => "FileUtils", "find" => "Find", "forwardable" => "Forwardable", "io/console" => "IO::ConsoleMode", "ipaddr" => "IPAddr",
  "irb" => "IRB", "json" => "JSON", "logger" => "Logger", "net/http" => "Net::HTTP", "net/protocol" => "Net::Protocol",
  "open-uri" => "OpenURI", "open3" => "Open3", "openssl" => "OpenSSL", "ostruct" => "OpenStruct",
  "pp" => "PP", "prettyprint" => "PrettyPrint", "pstore" => "PStore", "psych" => "Psych", "rdoc" => "RDoc",
  "reline" => "Reline", "resolv" => "Resolv", "securerandom" => "SecureRandom", "shellwords" => "Shellwords",
  "singleton" => "Singleton", "stringio" => "StringIO",
  "tempfile" => "Tempfile", "time" => "Time", "timeout" => "Timeout", "tsort" => "TSort", "uri" => "URI",
  "weakref" => "WeakRef", "zlib" => "Zlib", "abbrev" => "Abbrev", "base64" => "Base64", "bigdecimal" => "BigDecimal", "csv" => "CSV",
  "syslog" => "Syslog", "drb" => "DRb", "getoptlong" => "GetoptLong", "matrix" => "Matrix", "minitest" => "Minitest", "mutex_m" => "Mutex_m", "net/ftp" => "Net::FTP",
  "net/imap" => "Net::IMAP", "net/pop" => "Net::POP3", "net/smtp" => "Net::SMTP", "observer" => "Observable", "power_assert" => "PowerAssert",
  "prime" => "Prime", "racc" => "Racc", "rake" => "Rake", "rexml/document" => "REXML", "rinda/rinda" => "Rinda", "rss" => "RSS"
}.freeze
# What has no constant of its own, or keeps it elsewhere, is only loaded.
FEATURES = %w[
  English erb optparse strscan syntax_suggest tmpdir test/unit io/nonblock io/wait pathname readline set un yaml resolv-replace bundler
  monitor objspace ripper coverage socket expect
  digest/bubblebabble minitest/mock rake/clean racc/parser psych yaml/store optparse/kwargs random/formatter
].freeze

spec "default gems are listed as such, the bundled ones as any other" do
  installed = Gem::Specification.to_a
  assert_equal [], DEFAULT_GEMS - installed.select(&:default_gem?).map(&:name)
  assert_equal [], BUNDLED_GEMS - installed.reject(&:default_gem?).map(&:name)
end

spec "a gem's constant names the version of its specification" do
  VERSIONS.each_slice(12) do |slice|
    code = <<~RUBY
      ARGV.each_slice(2) do |feature, name|
        require feature
        constant = Object.const_get(name)
        gem = feature.split("/").then { |parts| %w[io net].include?(parts[0]) ? parts.join("-") : parts[0] }
        version = Gem.loaded_specs[gem]&.version || Gem::Specification.find_all_by_name(gem).find(&:default_gem?).version
        found = constant.const_defined?(:VERSION, false) ? constant::VERSION : "no version"
        puts "\#{feature}: \#{found} of \#{version}" unless found.to_s == version.to_s
      end
    RUBY
    assert_equal ["", 0], run_ruby("-W0", "-e", code, *slice.flatten)
  end
end

spec "the libraries without a version load too" do
  assert_equal ["", 0], run_ruby("-W0", "-e", "while (feature = ARGV.shift) do require feature end; exit!(true)", *FEATURES)
end

spec "a feed of RSS" do
  code = <<~'RUBY'
    require "rss"
    feed = RSS::Maker.make("2.0") do |maker|
      maker.channel.title, maker.channel.link, maker.channel.description = "t", "http://example.org/", "d"
      maker.items.new_item { |item| item.title, item.guid.content, item.guid.isPermaLink = "one", "id", false }
    end
    RSS::Parser.parse(feed.to_s).items.each { |item| p [item.title, item.guid.PermaLink?, item.guid.content] }
  RUBY
  assert_equal ["[\"one\", false, \"id\"]\n", 0], run_code(code)
end
