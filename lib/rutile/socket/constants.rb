# The classes of sockets, their errors, and the system's numbers as constants.

class SocketError < StandardError
end

class BasicSocket < IO
end

class Socket < BasicSocket
  # The error of a look-up of names that fails.
  class ResolutionError < SocketError
    def error_code
      @error_code
    end

    def __code=(code)
      @error_code = code
    end
  end

  module Constants
    Primitive.socket_constants.each { |name, number| const_set(name, number) }
  end

  Constants.constants.each { |name| const_set(name, Constants.const_get(name)) }
end
