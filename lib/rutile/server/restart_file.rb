# A file whose change asks for a restart, as `bin/rails restart` does.

module Rutile
  module Server
    class RestartFile
      def initialize(path)
        @path = path && File.expand_path(path)
        @seen = changed_at
      end

      # Whether it was touched since this was asked before.
      def touched?
        before, @seen = @seen, changed_at
        !@seen.nil? && @seen != before
      end

      private

      def changed_at
        File.mtime(@path) if @path
      rescue SystemCallError
        nil
      end
    end
  end
end
