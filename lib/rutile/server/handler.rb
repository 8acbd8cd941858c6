# Serves one request: its environment to the application, the application's response to the client.
#
# Rack 3.2 is the contract; what Rack 2 allowed besides (headers in capitals, several lines in a value, bodies that are pre-chunked)
# is served too.

require "socket"
require "stringio"
require "rutile/server/input"
require "rutile/server/response_stream"

module Rutile
  module Server
    class Handler
      NAMES = Primitive.server_names
      # The orders to a writer of the connection (see server/mod.rs).
      WAIT = 1
      GONE = 2
      FAILURE_FIELDS = { "content-type" => "text/plain" }.freeze

      attr_reader :server, :log

      def initialize(configuration, application, log)
        @application = application
        @log = log
        limits = configuration[:limits]
        @server = Primitive.server_new(%i[line head fields body body_in_memory head_time pause idle].map { |name| limits.fetch(name) })
        @template = template(configuration)
        @writers = {}
        @early_hints = configuration[:early_hints]
        @error_handler = configuration[:error_handler]
        @shows_errors = configuration[:environment] == "development"
      end

      def serve(number)
        env, content = Primitive.server_environment(@server, number, @template, NAMES)
        return unless env
        env["rack.input"] = input = Input.of(content) if content
        env["rack.hijack"] = hijack = Hijack.new(self, number)
        env["rack.response_finished"] = finished = []
        env["rack.early_hints"] = ->(fields) { Primitive.server_inform(@server, number, 103, fields) } if @early_hints
        if @log.access?
          began = Server.now
          @log.number(env)
        end
        status, fields, body = response_of(env)
        deliver(number, status, fields, body, env["rack.input"]) unless hijack.done?
      rescue ClientGone
        nil
      rescue Exception => error # an application may raise anything, and the thread serves others after it
        tell_failure(error, env)
        fail_request(number, error, env)
      ensure
        input&.close
        # A body is closed whatever happened, and then the callbacks run, the last one first.
        close_body(body, env)
        finished.reverse_each { |callback| call_back(callback, env, status, fields, error) } unless finished.nil? || finished.empty?
        @log.served(env, status, fields, began) if began && env
      end

      # --- for streams and hijackers ---

      # A part of a body. Waits while the client takes it slowly.
      def write(number, bytes)
        outcome = Primitive.server_write(@server, number, bytes)
        return if outcome == 0
        raise ClientGone if outcome == GONE
        @writers[number].pop
      end

      # The end of a body that was written in parts.
      def finish(number) = raise_if_gone(Primitive.server_end(@server, number))

      # Answers a request whose thread is no more.
      def abandon(number) = respond_plainly(number, 500, "Internal Server Error\n")

      # The writers of these connections go on.
      def wake(numbers)
        numbers&.each { |number| @writers[number]&.push(true) }
      end

      # nil where it has none of its own: a stream of HTTP/2.
      def take_socket(number)
        taken = Primitive.server_hijack(@server, number)
        return nil if taken == false
        descriptor, rest, unsent = taken
        raise ClientGone unless descriptor
        socket = BasicSocket.for_fd(descriptor)
        socket = (socket.local_address.ip? ? TCPSocket : UNIXSocket).for_fd(socket.tap { |it| it.autoclose = false }.fileno)
        socket.sync = true
        socket.ungetbyte(rest) unless rest.empty?
        socket.write(unsent) unless unsent.empty?
        socket
      end

      private

      # The common beginning of each environment; the request's own part stands before it.
      def template(configuration)
        given = {
          "SERVER_PORT" => configuration[:port].to_s, "rack.url_scheme" => "http", "SCRIPT_NAME" => "", "SERVER_SOFTWARE" => "rutile/#{RUBY_ENGINE_VERSION}",
          "GATEWAY_INTERFACE" => "CGI/1.2", "rack.errors" => $stderr, "rack.multithread" => true,
          "rack.multiprocess" => configuration[:workers] > 0, "rack.run_once" => false, "rack.hijack?" => true, "rack.input" => Input::EMPTY,
          "rack.hijack" => nil, "rack.response_finished" => nil,
        }
        Primitive.server_template(given, NAMES)
      end

      def response_of(env)
        response = @application.call(env)
        response = response.to_ary
        raise TypeError, "the application's response has #{response.size} elements, not 3" unless response.size == 3
        response
      end

      def deliver(number, status, fields, body, input)
        status = Integer(status)
        fields = fields.to_hash
        if (taker = fields["rack.hijack"])
          return hand_over(number, status, fields, taker, input)
        end
        if body.is_a?(Array) || body.respond_to?(:to_ary)
          parts = body.to_ary
          return raise_if_gone(Primitive.server_respond(@server, number, status, fields, parts))
        end
        return send_file(number, status, fields, body) if body.respond_to?(:to_path)
        stream(number, status, fields, body, input)
      end

      # A response in pieces. A body that is called gets the socket, to read from and write to, and closes it.
      def stream(number, status, fields, body, input)
        return hand_over(number, status, fields, body, input) unless body.respond_to?(:each)
        @writers[number] = Thread::Queue.new
        raise_if_gone(Primitive.server_begin(@server, number, status, fields, nil))
        body.each { |part| write(number, part) }
        raise_if_gone(Primitive.server_end(@server, number))
      ensure
        @writers.delete(number)
      end

      # The socket, or where there is none of its own (HTTP/2) what speaks as one.
      def hand_over(number, status, fields, taker, input)
        @writers[number] = Thread::Queue.new
        raise_if_gone(Primitive.server_begin(@server, number, status, fields, -1))
        socket = take_socket(number)
        taker.call(socket || stream = ResponseStream.new(self, number, input))
        stream&.close
      ensure
        @writers.delete(number)
      end

      def send_file(number, status, fields, body)
        File.open(body.to_path, "rb") do |file|
          raise_if_gone(Primitive.server_begin(@server, number, status, fields, file.size))
          Primitive.server_write_file(@server, number, file.fileno, 0, file.size)
        end
        raise_if_gone(Primitive.server_end(@server, number))
      end

      def raise_if_gone(outcome)
        raise ClientGone if outcome == GONE
      end

      # Where an application keeps what it filled the memory with, the client is answered without a line in the log.
      def tell_failure(error, env)
        @log.failed(error, env)
      rescue NoMemoryError
        nil
      end

      def fail_request(number, error, env)
        status = error.is_a?(Engine::RequestTimeout) ? 503 : 500
        return if @error_handler && respond_by_handler(number, [error, env, status])
        text = @shows_errors ? "#{error.full_message(highlight: false)}\n" : "#{status == 500 ? "Internal Server Error" : "Service Unavailable"}\n"
        respond_plainly(number, status, text)
      end

      # The application's own words for its failure; false where these fail too.
      def respond_by_handler(number, arguments)
        status, fields, body = Server.call(@error_handler, arguments)
        outcome = Primitive.server_respond(@server, number, Integer(status), fields.to_hash, body.enum_for(:each).to_a)
        Primitive.server_abort(@server, number) if outcome == GONE
        true
      rescue StandardError => error
        tell_failure(error, arguments[1])
        false
      end

      # Before a response has begun its place is taken by a plain one; after that the connection is all that can be ended.
      def respond_plainly(number, status, text)
        outcome = Primitive.server_respond(@server, number, status, FAILURE_FIELDS, [text])
        Primitive.server_abort(@server, number) if outcome == GONE
      rescue StandardError, NoMemoryError
        Primitive.server_abort(@server, number)
      end

      def close_body(body, env)
        body.close if body.respond_to?(:close)
      rescue StandardError => error
        @log.failed(error, env)
      end

      def call_back(callback, env, status, fields, error)
        callback.call(env, status, fields, error)
      rescue StandardError => failure
        @log.failed(failure, env)
      end
    end

    # The client of a request is gone: nobody is there to answer.
    class ClientGone < IOError
      def initialize(message = "the client is gone") = super
    end

    # `env["rack.hijack"]`: takes the socket out of the server's hands.
    class Hijack
      def initialize(handler, number)
        @handler = handler
        @number = number
        @socket = nil
      end

      def done? = !@socket.nil?

      def call
        @socket ||= @handler.take_socket(@number) or raise NotImplementedError, "a request of HTTP/2 has no socket that could be taken over"
      end

      # The socket itself, for those that ask more of it than to be called.
      alias to_io call
    end
  end
end
