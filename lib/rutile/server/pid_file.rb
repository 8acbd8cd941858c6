# The file that has the number of the process that is told to stop, to restart and so on.

module Rutile
  module Server
    class PidFile
      def initialize(path)
        @path = path
      end

      def write
        File.write(@path, "#{Process.pid}\n") if @path
      rescue SystemCallError => error
        raise ConfigurationError, "cannot write #{@path}: #{error.message}"
      end

      # Unless another server has taken it over.
      def remove
        File.unlink(@path) if @path && File.file?(@path) && File.read(@path).to_i == Process.pid
      end
    end
  end
end
