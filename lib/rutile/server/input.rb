# `rack.input`: what the client sent, which is whole before the application sees it.

module Rutile
  module Server
    module Input
      # Of what `server_environment` answers: a String, or the descriptor of a file.
      def self.of(content)
        case content
        when String then StringIO.new(content).binmode
        else IO.for_fd(content, "r+b").tap(&:rewind)
        end
      end

      # No body: the same answers as of a StringIO over nothing, without one.
      class Empty
        def read(length = nil, buffer = nil)
          buffer&.clear
          length.nil? || length == 0 ? buffer || "".b : nil
        end

        def gets(*) = nil
        def each = block_given? ? self : [].each
        def rewind = 0
        def size = 0
        def close = nil
        def closed? = false
        def eof? = true
        def external_encoding = Encoding::BINARY
        def binmode = self
        def set_encoding(*) = self
      end

      # One serves all requests.
      EMPTY = Empty.new.freeze
    end
  end
end
