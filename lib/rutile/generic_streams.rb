# `IO::generic_readable` and `IO::generic_writable`: what a stream that is no IO does by its own `read`, `getc`, `gets` and
# `write`, whatever these are. StringIO includes both; `io/console` adds to the first.

module Rutile
  # Their names are no constants', as in the reference: programs see them as ancestors.
  @generic_streams = %i[generic_readable generic_writable].to_h { |name| [name, Module.new] }
  @generic_streams.each { |name, mod| Primitive.set_constant(IO, name, mod) }

  def self.generic_stream(name)
    @generic_streams[name]
  end

  generic_stream(:generic_readable).class_eval do
    def readbyte
      getbyte || raise(EOFError, "end of file reached")
    end

    def readchar
      getc || raise(EOFError, "end of file reached")
    end

    def readline(*arguments, **options)
      line = gets(*arguments, **options)
      raise EOFError, "end of file reached" if nil.equal?(line)
      Primitive.set_last_line(line)
      line
    end

    def sysread(*arguments)
      read(*arguments) || raise(EOFError, "end of file reached")
    end
    alias_method :readpartial, :sysread

    def read_nonblock(length, buffer = nil, exception: true)
      result = read(length, buffer)
      return result unless nil.equal?(result)
      raise EOFError, "end of file reached" if exception
      nil
    end
  end

  generic_stream(:generic_writable).class_eval do
    def <<(object)
      write(object)
      self
    end

    def print(*objects)
      Rutile.print_to(self, objects)
    end

    def printf(*arguments)
      write(Kernel.format(*arguments)) unless arguments.empty?
      nil
    end

    def puts(*objects)
      Rutile.puts_to(self, objects)
    end

    def syswrite(object) = write(object)
    def write_nonblock(object, **_options) = write(object)
  end
end
