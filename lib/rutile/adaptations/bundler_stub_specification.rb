# A gem is there also when its extension was not built: see `rubygems/defaults/rutile.rb`.

module Bundler
  class StubSpecification
    def missing_extensions? = false
  end
end
