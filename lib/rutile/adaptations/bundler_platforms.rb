# Which variant of a gem Bundler takes: its source, but for gems that only hold programs. What is built ahead is for another Ruby.

module Bundler
  module ForcePlatform
    def default_force_ruby_platform = !Gem::Platform::PROGRAMS.include?(name)
  end
end
