# The stream that a streaming body is called with where its request has no socket of its own (HTTP/2): writes go to the response, reads come from the
# request, which is whole. It ends when the body returns, if it was not closed before.

module Rutile
  module Server
    class ResponseStream
      def initialize(handler, number, input)
        @handler = handler
        @number = number
        @input = input
        @closed = false
      end

      def write(*parts)
        raise IOError, "not opened for writing" if @closed
        parts.sum do |part|
          part = part.to_s
          @handler.write(@number, part)
          part.bytesize
        end
      end

      def <<(part)
        write(part)
        self
      end

      def read(...) = @input.read(...)
      def gets(...) = @input.gets(...)
      def flush = self

      def close
        return if @closed
        @closed = true
        @handler.finish(@number)
        nil
      end

      alias close_write close

      def close_read = nil
      def closed? = @closed
    end
  end
end
