# The writer of the gem json: Rutile's own for the version in the standard library. Newer gems give it options that only
# they know, and bring a writer in Ruby themselves.

if (JSON::VERSION.split(".").map(&:to_i) <=> [2, 10]) < 0
  require "rutile/json/generator"
else
  require "json/truffle_ruby/generator"
  JSON::Ext::Generator = JSON::TruffleRuby::Generator
end
