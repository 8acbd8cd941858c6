# A lock that was made by another Ruby may list gems that were built ahead, and these only. Sources are looked for as well.

module Bundler
  class Definition
    module WithSources
      private

      def start_resolution
        add_platform(Gem::Platform::RUBY)
        super
      end
    end
    prepend WithSources
  end
end
