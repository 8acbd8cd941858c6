# Zlib::ZStream: what compressing and its reverse have in common.
#
# Input that zlib has not taken waits in `@__input`, output that nobody has fetched in `@__output`.

module Zlib
  class ZStream
    # The most that a block is given at once.
    PIECE = 16384
    # No limit on what one run puts out.
    ANY = (1 << 61) - 1
    # The code of a run that paused so that others have their turn.
    PAUSED = 100
    private_constant :PIECE, :ANY, :PAUSED

    def self.allocate
      raise TypeError, "allocator undefined for #{self}" if equal?(ZStream)
      super
    end

    def self.new(...)
      raise TypeError, "allocator undefined for #{self}" if equal?(ZStream)
      super
    end

    def __open(stream)
      raise Zlib.__error(stream, nil) if Primitive.is_fixnum(stream)
      @__stream = stream
      @__lock = Mutex.new
      __clear
    end

    def __clear
      @__input = "".b
      @__output = "".b
      @__finished = false
      @__room = 0
    end

    def initialize_copy(other)
      super
      stream = Primitive.zlib_copy(other.__ready)
      raise Zlib.__error(stream, nil) if Primitive.is_fixnum(stream)
      @__stream = stream
      @__lock = Mutex.new
      @__input = @__input.dup
      @__output = @__output.dup
      self
    end
    private :initialize_copy

    def __ready
      raise Error, "stream is not ready" unless @__stream
      @__stream
    end

    # Takes the text and what waited before it. A block gets the output in pieces, and may change the text meanwhile; all
    # pieces are in the buffer, where there is one.
    def __run(text, flush, buffer = nil, &block)
      stream = __ready
      text = @__input.empty? ? text.dup : @__input << text
      taken = 0
      begin
        while true
          most = block ? PIECE - @__output.bytesize : ANY
          code, count = Rutile.offload { Primitive.zlib_run(stream, text, taken, flush, @__output, most) }
          taken += count
          next if code == PAUSED
          @__finished = true if code == 1
          break if code != 0 || !block || @__output.bytesize < PIECE
          yield __piece(buffer)
        end
      ensure
        # The block may leave early: the rest waits for the next run.
        @__input = text.byteslice(taken..).b
      end
      __settle(code, flush)
    end

    # The end of a run: no progress is an error only where everything was to be finished.
    def __settle(code, flush)
      return if code == 0 || code == 1 || (code == -5 && flush != FINISH)
      raise Zlib.__error(code, @__stream)
    end

    # The output so far.
    def __fetch
      output = @__output
      @__output = "".b
      @__room = 0
      output
    end

    def __piece(buffer)
      buffer ? buffer.replace(__fetch) : __fetch
    end

    # The output; or nil where it goes to a block, which gets what is left with the end of the stream.
    def __answer(block, buffer = nil)
      return __piece(buffer) unless block
      block.call(__piece(buffer)) if @__finished && !@__output.empty?
      nil
    end

    # --- Ending ---

    def finish(&block)
      __run("", FINISH, &block)
      __answer(block)
    end

    def close
      __ready
      Primitive.zlib_end(@__stream)
      @__stream = nil
      nil
    end
    alias end close

    def closed?
      @__stream ? false : true
    end
    alias ended? closed?

    def finished?
      __ready
      @__finished
    end
    alias stream_end? finished?

    def reset
      code = Primitive.zlib_reset(__ready)
      raise Zlib.__error(code, @__stream) unless code == 0
      __clear
      nil
    end

    # --- What waits ---

    def flush_next_in
      __ready
      input = @__input
      @__input = "".b
      input
    end

    def flush_next_out(&block)
      __ready
      __answer(block)
    end

    def avail_in
      __ready
      @__input.bytesize
    end

    # Room for output makes itself; what is asked for is remembered until something is put out.
    def avail_out
      __ready
      @__room
    end

    def avail_out=(size)
      __ready
      @__room = Rutile.to_int(size)
    end

    def __use_dictionary(dictionary)
      code = Primitive.zlib_set_dictionary(__ready, Rutile.to_str(dictionary))
      raise Zlib.__error(code, @__stream) unless code == 0
      dictionary
    end

    # --- What it tells ---

    def total_in
      Primitive.zlib_about(__ready)[0]
    end

    def total_out
      Primitive.zlib_about(__ready)[1]
    end

    def adler
      Primitive.zlib_about(__ready)[2]
    end

    def data_type
      Primitive.zlib_about(__ready)[3]
    end
  end
end

Rutile::Sharing.bind(Zlib::ZStream)
