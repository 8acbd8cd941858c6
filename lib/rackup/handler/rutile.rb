# `rackup -s rutile` and `rails server -u rutile`: the server over an application that is loaded already, in this process.

require "rutile/server/command"

module Rackup
  module Handler
    module Rutile
      # Options as Rackup gives them; what they leave out, the server's own configuration says.
      def self.run(application, **options)
        given = { host: options[:Host], port: options[:Port]&.then { |port| Integer(port) }, file: options[:config_file], workers: 0 }
        configuration = ::Rutile::Server::Configuration.new(**given.compact)
        log = ::Rutile::Server::Log.new(configuration[:access_log])
        listeners = ::Rutile::Server::Listeners.new(configuration[:binds])
        listeners.places.each { |place| log.event("listening on #{place}") }
        server = ::Rutile::Server::Single.new(configuration, listeners, log, application: application)
        yield server if block_given?
        server.run
      end

      def self.valid_options
        { "Host=HOST" => "address to listen on (default: localhost)", "Port=PORT" => "port to listen on (default: 9292)", "config_file=FILE" => "settings of rutile serve" }
      end
    end

    register :rutile, Rutile if respond_to?(:register)
  end
end
