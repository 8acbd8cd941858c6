# A suite that asks Bundler for its gems gets those of GEM_PATH, and the libraries that Bundler itself has loaded then.
require "pathname"
require "securerandom"

module Bundler
  def self.require(*) = nil
  def self.setup(*) = nil
  def self.with_unbundled_env = yield
end
