# RUBYOPT carries Bundler's requests to programs that it starts. Its words are parted by spaces: a whole path with one in it is cut. Where
# the library is in such a folder, the feature's name stands for its path; RUBYLIB leads to it, or the library's own place.

module Bundler::SharedHelpers
  module NamingFeatures
    private

    def set_rubyopt
      return super unless bundler_ruby_lib.match?(/\s/)
      Bundler::SharedHelpers.set_env("RUBYOPT", ["-rbundler/setup", *ENV["RUBYOPT"].to_s.split].uniq.join(" "))
    end
  end
  singleton_class.prepend NamingFeatures
end
