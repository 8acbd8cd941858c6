# Requests that an application answers before there are workers: what they load, compile and fill is then shared by all.

require "stringio"

module Rutile
  module Server
    module Warmup
      class << self
        # The application of a server's settings, loaded and warm.
        def load(configuration, log)
          application = Application.load(configuration[:rackup])
          run(application, configuration[:warmup], log)
          application
        end

        # Before the first worker is forked, here or in a child. What a child warms is outside it: caches on a disk, other servers, and
        # the knowledge that the application answers; its memory goes with it.
        def run(application, settings, log)
          return ask(application, settings, log) unless settings[:in_child] && settings[:paths].any?
          child = fork do
            ask(application, settings, log)
            exit!(0)
          end
          _, status = Process.wait2(child)
          log.gone("warm-up: the child", status) unless status.success?
        end

        private

        def ask(application, settings, log)
          settings[:times].times { settings[:paths].each { |path| ask_once(application, path, log) } }
        end

        def ask_once(application, path, log)
          status, _, body = application.call(environment(path))
          log.event("warm-up: #{path} answered #{status}") unless (200..399).cover?(status.to_i)
          read(body)
        rescue StandardError => error
          log.failed(error, nil)
        end

        def read(body)
          body.each(&:itself) if body.respond_to?(:each)
        ensure
          body.close if body.respond_to?(:close)
        end

        def environment(target)
          path, _, query = target.partition("?")
          {
            "REQUEST_METHOD" => "GET", "PATH_INFO" => path, "QUERY_STRING" => query, "SCRIPT_NAME" => "", "SERVER_NAME" => "localhost", "SERVER_PORT" => "80",
            "SERVER_PROTOCOL" => "HTTP/1.1", "HTTP_HOST" => "localhost", "REMOTE_ADDR" => "127.0.0.1", "rack.url_scheme" => "http",
            "rack.input" => StringIO.new("".b), "rack.errors" => $stderr, "rack.multithread" => true, "rack.multiprocess" => true, "rack.run_once" => false,
          }
        end
      end
    end
  end
end
