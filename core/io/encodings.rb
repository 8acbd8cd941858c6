# How a stream's text is encoded: as `"r:ext:int"` and the options of opening say.

module Rutile
  # External encoding, internal encoding, and whether a byte order mark decides.
  class StreamEncodings
    attr_reader :external, :internal, :by_mark

    # The same, of a stream that is open already: no mark is looked for.
    def without_mark
      @by_mark = false
      self
    end

    def initialize(external = nil, internal = nil, by_mark = false)
      @external = external
      @internal = internal
      @by_mark = by_mark
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
      internal = internal == "-" ? nil : find(internal)
      new(external, Primitive.identical(internal, external) ? nil : internal, by_mark)
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
      return object if nil.equal?(object) || Primitive.is_a(object, Encoding)
      Encoding.find(Rutile.to_str(object))
    end

    # The meaning of the arguments of `set_encoding`.
    def self.from_pair(external, internal)
      if nil.equal?(internal) && !nil.equal?(external) && !Primitive.is_a(external, Encoding)
        return parse(Rutile.to_str(external))
      end
      external = of(external)
      if Primitive.is_a(internal, String) && internal == "-"
        internal = nil
      else
        internal = of(internal)
      end
      new(external, Primitive.identical(internal, external) ? nil : internal)
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
