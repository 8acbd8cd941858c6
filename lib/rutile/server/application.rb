# The Rack application of a `config.ru`. Rack's own builder reads it where Rack is installed; the words that every such file has
# (`run`, `use`, `map`) need no more than what is here.

module Rutile
  module Server
    module Application
      def self.load(path)
        raise ConfigurationError, "#{path}: no such file" unless File.file?(path)
        return File.extname(path) == ".rb" ? of_ruby(path) : of_rackup(path)
      rescue ScriptError, StandardError => error
        raise if error.is_a?(ConfigurationError)
        raise ConfigurationError, "#{place_of(error, path)}: #{error.message.lines.first&.chomp} (#{error.class})"
      end

      def self.of_rackup(path)
        begin
          require "rack/builder"
        rescue LoadError
          return Builder.parse(path)
        end
        application = ::Rack::Builder.parse_file(path)
        application.is_a?(Array) ? application.first : application
      end

      def self.of_ruby(path)
        require File.expand_path(path)
        Object.const_get(File.basename(path, ".rb").split("_").map(&:capitalize).join)
      end

      def self.place_of(error, path)
        place = error.backtrace_locations&.first
        place ? "#{place.path}:#{place.lineno}" : path
      end
      private_class_method :of_rackup, :of_ruby, :place_of

      class Builder
        # The file's text stands at the top level, as in Rack's own: a class in it is no part of the builder.
        def self.parse(path)
          text = File.read(path).sub(/^__END__\r?\n.*\z/m, "")
          builder = new
          builder.instance_exec(&eval("proc {\n#{text}\n}", TOPLEVEL_BINDING, path, 0))
          builder.to_app
        end

        def initialize
          @layers = []
          @application = nil
          @places = {}
        end

        def run(application = nil, &block) = @application = application || block
        def use(layer, *arguments, **options, &block) = @layers << ->(inner) { layer.new(inner, *arguments, **options, &block) }
        def freeze_app = nil
        def warmup = nil

        def map(path, &block)
          inner = Builder.new
          inner.instance_eval(&block)
          @places[path.chomp("/")] = inner.to_app
        end

        def to_app
          application = @places.empty? ? @application : Map.new(@places, @application)
          raise ConfigurationError, "missing run or map statement" unless application
          @layers.reverse.inject(application) { |inner, layer| layer.call(inner) }
        end
      end

      # Applications by the beginnings of paths, the longest first.
      class Map
        NOT_FOUND = [404, { "content-type" => "text/plain" }.freeze, ["Not Found\n"].freeze].freeze

        def initialize(places, otherwise)
          @places = places.sort_by { |path, _| -path.length }
          @otherwise = otherwise
        end

        def call(env)
          path = env["PATH_INFO"]
          script = env["SCRIPT_NAME"]
          @places.each do |start, application|
            rest = path.delete_prefix(start)
            next unless path.start_with?(start) && (rest.empty? || rest.start_with?("/"))
            begin
              env.update("SCRIPT_NAME" => script + start, "PATH_INFO" => rest)
              return application.call(env)
            ensure
              env.update("SCRIPT_NAME" => script, "PATH_INFO" => path)
            end
          end
          @otherwise ? @otherwise.call(env) : NOT_FOUND
        end
      end
    end
  end
end
