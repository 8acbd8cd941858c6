# The control port: an application that the parent, or the one process that there is, serves itself on a socket of its own.
#
# Reading is free to whoever reaches the socket; what changes something wants the token where there is one.

require "json"
require "rutile/server/engine"
require "rutile/server/handler"
require "rutile/server/listeners"
require "rutile/server/status"
require "rutile/server/dashboard"

module Rutile
  module Server
    class Control
      ACTIONS = { "/refork" => "URG", "/restart" => "USR2", "/stop" => "TERM", "/more" => "TTIN", "/fewer" => "TTOU" }.freeze
      WORKER = %r{\A/workers/(\d+)/(threads|heap)\z}
      TEXT = { "content-type" => "text/plain; version=0.0.4; charset=utf-8" }.freeze

      # It has an engine of its own, in a thread. Workers are forked beside the thread, which is not in them. Answers its sockets.
      def self.start(cluster, configuration, log)
        listeners = Listeners.new([private_address(configuration[:control])])
        own = configuration.for_control
        engine = Engine.new(own, Handler.new(own, new(cluster, configuration[:control_token]), log))
        engine.listen(listeners)
        Thread.new { engine.run }.name = "rutile control"
        log.event("control on #{listeners.places.first}")
        listeners
      end

      # A socket of the control port is for this user alone, where its address does not say otherwise.
      def self.private_address(address) = address.start_with?("unix://") && !address.include?("?") ? "#{address}?umask=0177" : address
      private_class_method :private_address

      def initialize(cluster, token)
        @cluster = cluster
        @token = token
      end

      def call(env)
        path = env["PATH_INFO"]
        return act(env, ACTIONS[path]) if ACTIONS.key?(path) && @cluster.takes?(ACTIONS[path])
        return [405, { "allow" => "GET, HEAD" }, []] unless %w[GET HEAD].include?(env["REQUEST_METHOD"])
        case path
        when "/" then [200, { "content-type" => "text/html; charset=utf-8", "content-security-policy" => Dashboard::POLICY }, [Dashboard::PAGE]]
        when "/metrics" then [200, TEXT, [Status.new(@cluster).metrics]]
        when "/status" then [200, { "content-type" => "application/json" }, [JSON.generate(Status.new(@cluster).to_h)]]
        when WORKER then ask(*path.match(WORKER).captures)
        when "/live" then [200, TEXT, ["alive\n"]]
        when "/ready" then @cluster.ready? ? [200, TEXT, ["ready\n"]] : [503, TEXT, ["not ready\n"]]
        else [404, TEXT, ["not found\n"]]
        end
      end

      private

      # The threads as JSON, the heap as the page that `rutile heap` makes.
      def ask(index, question)
        answer = @cluster.ask(Integer(index), question) or return [503, TEXT, ["the worker does not answer\n"]]
        return [200, { "content-type" => "application/json" }, [answer]] if question == "threads"
        [200, { "content-type" => "text/html; charset=utf-8", "content-security-policy" => Dashboard::POLICY }, [JSON.parse(answer)]]
      end

      def act(env, signal)
        return [405, { "allow" => "POST" }, []] unless env["REQUEST_METHOD"] == "POST"
        return [403, TEXT, ["the token is missing or wrong\n"]] unless allowed?(env["HTTP_AUTHORIZATION"])
        Process.kill(signal, Process.pid)
        [202, TEXT, ["#{signal}\n"]]
      end

      # Compared in the same time whatever is wrong.
      def allowed?(given)
        return true unless @token
        wanted = "Bearer #{@token}"
        given = given.to_s
        given.bytesize == wanted.bytesize && given.each_byte.zip(wanted.each_byte).inject(0) { |sum, (a, b)| sum | (a ^ b) }.zero?
      end
    end
  end
end
