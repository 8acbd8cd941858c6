# Requests that an application answers before there are workers: what they load, compile and fill is then shared by all.

require "stringio"

module Rutile
  module Server
    module Warmup
      def self.run(application, paths, log)
        paths.each do |path|
          status, _, body = application.call(environment(path))
          body.each(&:itself) if body.respond_to?(:each)
          body.close if body.respond_to?(:close)
          log.event("warm-up: #{path} answered #{status}") unless (200..399).cover?(status.to_i)
        rescue StandardError => error
          log.failed(error, nil)
        end
      end

      def self.environment(target)
        path, _, query = target.partition("?")
        {
          "REQUEST_METHOD" => "GET", "PATH_INFO" => path, "QUERY_STRING" => query, "SCRIPT_NAME" => "", "SERVER_NAME" => "localhost", "SERVER_PORT" => "80",
          "SERVER_PROTOCOL" => "HTTP/1.1", "HTTP_HOST" => "localhost", "REMOTE_ADDR" => "127.0.0.1", "rack.url_scheme" => "http",
          "rack.input" => StringIO.new("".b), "rack.errors" => $stderr, "rack.multithread" => true, "rack.multiprocess" => true, "rack.run_once" => false,
        }
      end
      private_class_method :environment
    end
  end
end
