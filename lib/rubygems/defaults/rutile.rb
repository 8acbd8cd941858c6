# The settings of RubyGems for this Ruby; it asks for this file by the engine's name.

# Which gems are no longer part of the library, or soon won't be: those who look for one are told.
require "bundled_gems"

# RubyGems' own `warn`, which passes over the frames of its `require`, is for engines whose `warn` does not.
$LOADED_FEATURES << File.join(RbConfig::CONFIG["rubylibdir"], "rubygems/core_ext/kernel_warn.rb")

module Gem
  def self.default_dir = @default_dir ||= Rutile.own_gems.freeze

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

  # Built extensions stand in folders of their own, also where a GEM_HOME is shared with another Ruby.
  def self.extension_api_version = "#{RbConfig::CONFIG["ruby_version"]}-rutile"

  class Platform
    # Gems that are built ahead for this machine hold extensions for another Ruby: the gem's source is taken instead, and
    # built. These hold programs, which are the same for everyone.
    PROGRAMS = %w[libv8 libv8-node sass-embedded sorbet-static tailwindcss-ruby thruster].freeze

    def self.match_gem?(platform, gem_name)
      match_platforms?(platform, PROGRAMS.include?(gem_name) ? Gem.platforms : [Gem::Platform::RUBY])
    end
  end

  # A gem is there also when its extension was not built here: Rutile may have a half of its own for it, or the gem does
  # without. Where neither is so, `require` names the file that is missing.
  class Specification
    def missing_extensions? = false
  end

  class StubSpecification
    def missing_extensions? = false
  end
end
