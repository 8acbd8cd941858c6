# How a stream's text is encoded: as `"r:ext:int"` and the options of opening say.

module Rutile
  # The external encoding of a stream (nil: the default one, whatever that becomes), the internal one that its text is
  # converted to, if any, and whether a byte order mark decides.
  class StreamEncodings
    attr_reader :external, :internal, :by_mark

    # An internal encoding that is nil is not named, so that the default decides; one that is false is not wanted.
    # What is binary is never converted, and what has the internal encoding already needs no conversion.
    def initialize(external = nil, internal = nil, by_mark = false)
      @by_mark = by_mark
      text = nil.equal?(external) ? Encoding.default_external : external
      if Primitive.identical(text, Encoding::BINARY)
        internal = nil
      elsif nil.equal?(internal)
        internal = Encoding.default_internal
      end
      if internal && (by_mark || !Primitive.identical(internal, text))
        take(text, internal)
      else
        take(Primitive.identical(internal, text) ? text : external, nil)
      end
    end

    # These two as they are.
    def take(external, internal)
      @external = external
      @internal = internal
      self
    end

    # "ext", "ext:int", "BOM|ext:int"
    def self.parse(text)
      external, internal = text.split(":", 2)
      by_mark = false
      if external && external.downcase.start_with?("bom|")
        external = external[4..]
        by_mark = true
        unless external.downcase.start_with?("utf")
          Rutile.warn_at(Primitive.caller_position(0), "BOM with non-UTF encoding #{external} is nonsense")
          by_mark = false
        end
      end
      external = find(external)
      new(external, internal == "-" ? false : find(internal), by_mark)
    end

    # Of the options `external_encoding` and `internal_encoding`.
    def self.named(external, internal, internal_given)
      external = of(external) unless nil.equal?(external)
      internal = nil.equal?(internal) || internal == "-" ? false : of(internal) if internal_given
      new(external, internal)
    end

    # An encoding by name; one that is not there is warned of and left out.
    def self.find(name)
      return nil if nil.equal?(name) || name.empty?
      Encoding.find(name)
    rescue ArgumentError
      Rutile.warn_at(Primitive.caller_position(0), "Unsupported encoding #{name} ignored")
      nil
    end

    def self.of(object)
      Primitive.is_a(object, Encoding) ? object : Encoding.find(Rutile.to_str(object))
    end

    # The meaning of the arguments of `set_encoding`, which looks for no mark: two encodings are taken as they are.
    def self.from_pair(external, internal)
      if nil.equal?(internal)
        return new(external) if nil.equal?(external) || Primitive.is_a(external, Encoding)
        return parse(Rutile.to_str(external))
      end
      external = found(external)
      internal = internal == "-" ? nil : found(internal)
      internal = nil if Primitive.identical(internal, external) || Primitive.identical(external, Encoding::BINARY)
      new.take(external, internal)
    end

    def self.found(object)
      Primitive.is_a(object, Encoding) ? object : find(Rutile.to_str(object))
    end
  end

  # The options of conversion among those of opening.
  CONVERSION_OPTIONS = [:invalid, :undef, :replace, :fallback, :xml, :cr_newline, :crlf_newline, :universal_newline, :newline].freeze

  def self.conversion_options(options)
    picked = nil
    CONVERSION_OPTIONS.each do |name|
      next unless options.key?(name)
      picked ||= {}
      picked[name] = options[name]
    end
    picked
  end
end
