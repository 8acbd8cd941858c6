# The server's words: events and failures on the standard error, requests on the standard output. A thread writes the requests,
# so that none waits for a slow pipe. Where a disk is full or a reader too slow, lines are lost and counted: requests go on.

require "json"
require "securerandom"
require "time"

module Rutile
  module Server
    class Log
      # Lines that wait to be written at most: some 20 MB.
      MOST_WAITING = 100_000

      def initialize(format)
        @format = format
        @queue = nil
        @lost = 0
      end

      attr_writer :format

      def access? = !@format.nil?

      def event(text)
        $stderr.write("[#{Process.pid}] #{text}\n")
      rescue SystemCallError, IOError
        nil # whoever reads the log is gone, or its disk is full
      end

      # A process has ended, with a status where that is known, and something to say about it.
      def gone(name, status, more = nil)
        event("#{name} is gone#{": #{status.to_s.sub(/\Apid \d+ /, "")}" if status}#{more}")
      end

      def failed(error, env)
        event("#{error.class}#{" in #{name_of(env)}" if env && env["REQUEST_METHOD"]}: #{error.full_message(highlight: false)}")
      end

      def refused(address, status, reason)
        event("refused #{status || "TLS"} #{address.empty? ? "-" : address}: #{reason}")
      end

      # A request that has no number of its own gets one where requests are logged, so that what others say of it is found by it.
      def number(env)
        env["HTTP_X_REQUEST_ID"] ||= SecureRandom.uuid.b
      end

      def served(env, status, fields, began)
        seconds = Server.now - began
        return @lost += 1 if lines.size >= MOST_WAITING
        lines << (@format == :json ? json(env, status, seconds) : common(env, status, fields, seconds))
      end

      # At the place of a file that was moved away there is another one by now, or will be. A stream that the server did not open has no place.
      def reopen
        [$stdout, $stderr].each do |io|
          io.reopen(io.path, "a").sync = true if io.stat.file? && !io.path.start_with?("<")
        rescue SystemCallError, IOError
          nil
        end
      end

      private

      # Threads do not survive a fork: each process begins its own at its first line.
      def lines
        process, lines = @queue
        return lines if process == Process.pid
        lines = Thread::Queue.new
        @queue = [Process.pid, lines].freeze # in one step, since other threads ask meanwhile
        Thread.new { write(lines) }.name = "rutile access log"
        lines
      end

      def write(lines)
        $stdout.sync = true # what could not be written is not kept for the next time
        while (line = lines.pop)
          text = +"#{line}\n"
          text << lines.pop << "\n" until lines.empty? || text.bytesize > 32_768
          write_or_lose(text)
        end
      end

      def write_or_lose(text)
        $stdout.write(text)
        return if @lost == 0
        event("#{@lost} lines of the access log were lost")
        @lost = 0
      rescue SystemCallError, IOError => error
        event("the access log cannot be written: #{error.message}") if @lost == 0
        @lost += text.count("\n")
      end

      def name_of(env)
        id = env["HTTP_X_REQUEST_ID"]
        "#{printable(env["REQUEST_METHOD"])} #{printable(env["PATH_INFO"])}#{" (request #{printable(id)})" if id}"
      end

      # A client's bytes in a line of text: nothing of them ends a quotation or the line, or is more than ASCII.
      def printable(bytes) = bytes.to_s.b.gsub(/[^ !#-\[\]-~]/n) { |byte| format("\\x%02X", byte.ord) }.force_encoding(Encoding::UTF_8)

      def text(bytes) = bytes&.dup&.force_encoding("UTF-8")&.scrub

      def common(env, status, fields, seconds)
        length = fields.is_a?(Hash) && fields["content-length"] || "-"
        time = Time.now.strftime("%d/%b/%Y:%H:%M:%S %z")
        request = %w[REQUEST_METHOD REQUEST_URI SERVER_PROTOCOL].map { |name| printable(env[name]) }.join(" ")
        remote, user = env.values_at("REMOTE_ADDR", "REMOTE_USER").map { |name| name.to_s.empty? ? "-" : printable(name) }
        %(#{remote} - #{user} [#{time}] "#{request}" #{status} #{length} #{seconds.round(4)})
      end

      def json(env, status, seconds)
        JSON.generate(
          time: Time.now.utc.iso8601(3), remote: env["REMOTE_ADDR"], method: text(env["REQUEST_METHOD"]), path: text(env["PATH_INFO"]),
          query: text(env["QUERY_STRING"]), status: status, seconds: seconds.round(6), id: text(env["HTTP_X_REQUEST_ID"]),
        )
      end
    end
  end
end
