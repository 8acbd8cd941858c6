# What RubyGems has to know of this Ruby; it asks for this file by the engine's name.

# Which gems are no longer part of the library, or soon won't be: those who look for one are told.
require "bundled_gems"

# RubyGems' own `warn`, which passes over the frames of its `require`, is for engines whose `warn` does not.
$LOADED_FEATURES << File.join(RbConfig::CONFIG["rubylibdir"], "rubygems/core_ext/kernel_warn.rb")

module Gem
  # The gems that come with the standard library lie beside it, under the library's own version.
  def self.default_dir
    @default_dir ||= begin
      library = RbConfig::CONFIG["rubylibdir"]
      File.join(File.dirname(library), "gems", File.basename(library)).freeze
    end
  end

  # Extensions in C are never loaded, so none is ever missed: a gem is there with what it has in Ruby,
  # and finds Rutile's own half of an extension if there is one.
  class Specification
    def missing_extensions? = false
  end

  class StubSpecification
    def missing_extensions? = false

    # Bundler looks here itself.
    def extensions = []
  end
end
