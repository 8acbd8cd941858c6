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

  # An installation's own programs are in its home; those of gems go where everyone's are, beside the links to them.
  def self.default_bindir
    own = RbConfig::CONFIG["bindir"]
    everyones = File.expand_path("../../../../bin", own)
    own.match?(%r{/lib/rutile/[^/]+/bin\z}) && File.directory?(everyones) ? everyones : own
  end

  # How --format-executable names programs: for a Ruby that is called rutile3.4, `rake` is `rake3.4`.
  def self.default_exec_format
    name = RbConfig::CONFIG["ruby_install_name"]
    name.include?("rutile") ? name.sub("rutile", "%s") : "%s"
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
