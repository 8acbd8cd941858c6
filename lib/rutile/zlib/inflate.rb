# Zlib::Inflate: the reverse of compressing.

module Zlib
  class Inflate < ZStream
    NEEDS_DICTIONARY = 2
    private_constant :NEEDS_DICTIONARY

    def self.inflate(text)
      stream = new
      begin
        output = stream.inflate(Rutile.to_str(text))
        output << stream.finish unless stream.finished?
        output
      ensure
        stream.close
      end
    end

    def initialize(window = nil)
      window = nil.equal?(window) ? MAX_WBITS : Rutile.to_int(window)
      @__dictionaries = {}
      __open(Primitive.zlib_inflate(window))
      self
    end
    private :initialize

    def inflate(text, buffer: nil, &block)
      __ready
      buffer = Rutile.output_buffer(buffer)
      @__lock.synchronize { inflated(text, buffer, block) }
    end

    # Bytes behind the end of the stream are put out as they are, with what is fetched next.
    def inflated(text, buffer, block)
      if @__finished
        return __answer(block, buffer) if nil.equal?(text)
        @__output << Rutile.to_str(text)
        return buffer ? buffer.clear : "".b
      end
      nil.equal?(text) ? __run("", FINISH, buffer, &block) : __run(Rutile.to_str(text), SYNC_FLUSH, buffer, &block)
      output = __answer(block, buffer)
      put_out_rest
      output
    end

    def put_out_rest
      return unless @__finished
      @__output << @__input
      @__input = "".b
    end
    private :inflated, :put_out_rest

    def <<(text)
      __ready
      if @__finished
        @__output << Rutile.to_str(text) unless nil.equal?(text)
      elsif nil.equal?(text)
        __run("", FINISH)
      else
        __run(Rutile.to_str(text), SYNC_FLUSH)
        put_out_rest
      end
      self
    end

    # A dictionary that is known answers for itself.
    def __settle(code, flush)
      return super unless code == NEEDS_DICTIONARY && (dictionary = @__dictionaries[adler])
      set_dictionary(dictionary)
      __run("", flush)
    end

    def add_dictionary(dictionary)
      dictionary = Rutile.to_str(dictionary)
      @__dictionaries[Zlib.adler32(dictionary)] = dictionary
      nil
    end

    def set_dictionary(dictionary)
      __use_dictionary(dictionary)
    end

    # Passes over input until a place from which it can be read; whether one was found.
    def sync(text)
      text = @__input << Rutile.to_str(text)
      code, taken = Primitive.zlib_sync(__ready, text)
      @__input = text.byteslice(taken..)
      return true if code == 0
      raise Zlib.__error(code, @__stream) unless code == -3
      false
    end

    # A state that zlib could once tell; today's never stands at such a point between two calls.
    def sync_point?
      __ready
      false
    end
  end
end
