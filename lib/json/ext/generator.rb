# The writer of the gem json: Rutile's own for the version in the standard library. Newer gems give it options that only
# they know, and bring a writer in Ruby themselves.

require "rutile/json/version"

module JSON
  module Ext
    if FROM_2_10
      require "json/truffle_ruby/generator"
      Generator = JSON::TruffleRuby::Generator
    else
      require "rutile/json/generator"
    end
  end
end
