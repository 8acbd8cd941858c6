# Zlib::Deflate: compressing.

module Zlib
  class Deflate < ZStream
    def self.deflate(text, level = DEFAULT_COMPRESSION, &block)
      stream = new(level)
      begin
        stream.deflate(Rutile.to_str(text), FINISH, &block)
      ensure
        stream.close
      end
    end

    def initialize(level = nil, window = nil, memory = nil, strategy = nil)
      numbers = [[level, DEFAULT_COMPRESSION], [window, MAX_WBITS], [memory, DEF_MEM_LEVEL], [strategy, DEFAULT_STRATEGY]]
      numbers = numbers.map { |given, default| nil.equal?(given) ? default : Rutile.to_int(given) }
      level, window, memory, strategy = numbers
      __open(Primitive.zlib_deflate(level, window, memory, strategy))
      self
    end
    private :initialize

    def deflate(text, flush = NO_FLUSH, &block)
      __ready
      flush = nil.equal?(flush) ? NO_FLUSH : Rutile.to_int(flush)
      @__lock.synchronize { deflated(text, flush, block) }
    end

    def deflated(text, flush, block)
      if nil.equal?(text)
        __run("", FINISH, &block)
      else
        text = Rutile.to_str(text)
        __run(text, flush, &block) if flush != NO_FLUSH || !text.empty?
      end
      __answer(block)
    end
    private :deflated

    def <<(text)
      __ready
      text = Rutile.to_str(text)
      __run(text, NO_FLUSH) unless text.empty?
      self
    end

    def flush(flush = SYNC_FLUSH, &block)
      __ready
      flush = nil.equal?(flush) ? SYNC_FLUSH : Rutile.to_int(flush)
      __run("", flush, &block) if flush != NO_FLUSH
      __answer(block)
    end

    def params(level, strategy)
      level = nil.equal?(level) ? DEFAULT_COMPRESSION : Rutile.to_int(level)
      strategy = nil.equal?(strategy) ? DEFAULT_STRATEGY : Rutile.to_int(strategy)
      code = Primitive.zlib_change(__ready, level, strategy, @__output)
      raise Zlib.__error(code, @__stream) unless code == 0
      nil
    end

    def set_dictionary(dictionary)
      __use_dictionary(dictionary)
    end
  end
end
