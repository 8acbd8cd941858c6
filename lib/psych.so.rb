# The native half of Psych: YAML's text to events and back.
#
# A native reads a whole text, and another writes event by event; what stands between is here: the calls
# of a handler, and the checks of what an emitter is told.

require "psych/syntax_error"

module Psych
  def self.libyaml_version = [0, 2, 5]

  class Parser
    ANY = 0
    UTF8 = 1
    UTF16LE = 2
    UTF16BE = 3
    PIECE = 8192
    private_constant :PIECE

    def mark
      Mark.new(0, *(@__event ? @__event[3, 2] : [0, 0]))
    end

    private

    def _native_parse(handler, yaml, path)
      internal = Encoding.default_internal
      Primitive.yaml_events(__source(yaml)).each do |event|
        raise __syntax_error(path, event) if event[0] == -1
        event = event.map { |part| String === part ? part.encode(internal) : part } if internal
        @__event = event
        handler.event_location(event[1], event[2], event[3], event[4])
        __tell(handler, event)
      end
      self
    end

    # All that a stream has; what reads nothing but so many bytes is asked for pieces.
    def __read(stream)
      return stream.read unless stream.method(:read).arity == 1
      text = +""
      while (piece = stream.read(PIECE))
        raise TypeError, "wrong argument type #{piece.class} (expected String)" unless String === piece
        text << piece
      end
      text
    end

    # The text as UTF-8, with what its stream is called of another encoding. Of a stream the bytes are read as they are, but for UTF-16.
    def __source(yaml)
      if yaml.respond_to?(:read)
        yaml = __read(yaml)
        yaml = yaml.b unless __wide_encoding(yaml)
      end
      raise TypeError, "no implicit conversion of #{nil.equal?(yaml) ? "nil" : yaml.class} into String" unless yaml.respond_to?(:to_str)
      text = yaml.to_str
      encoding = __wide_encoding(text)
      @__stream_encoding = encoding && (Encoding::UTF_16LE.equal?(encoding) ? UTF16LE : UTF16BE)
      return text.encode(Encoding::UTF_8, encoding).delete_prefix("\uFEFF") if encoding
      case text.encoding
      when Encoding::UTF_8, Encoding::BINARY, Encoding::US_ASCII then text
      else text.encode(Encoding::UTF_8)
      end
    end

    # UTF-16, if a text is that by its encoding or, where that says nothing of it, by the mark that it begins with.
    def __wide_encoding(text)
      case text.encoding
      when Encoding::UTF_16LE, Encoding::UTF_16BE then text.encoding
      when Encoding::UTF_8, Encoding::BINARY, Encoding::US_ASCII
        case text.byteslice(0, 2).b
        when "\xFF\xFE".b then Encoding::UTF_16LE
        when "\xFE\xFF".b then Encoding::UTF_16BE
        end
      end
    end

    # The commonest events first.
    def __tell(handler, event)
      case event[0]
      when 4 then handler.scalar(event[5], event[6], event[7], event[8], event[9], event[10])
      when 8 then handler.end_mapping
      when 7 then handler.start_mapping(event[5], event[6], event[7], event[8])
      when 6 then handler.end_sequence
      when 5 then handler.start_sequence(event[5], event[6], event[7], event[8])
      when 3 then handler.alias(event[5])
      when 0 then handler.start_stream(@__stream_encoding || event[5])
      when 1 then handler.start_document(event[5], event[6], event[7])
      when 2 then handler.end_document(event[5])
      when 9 then handler.end_stream
      end
    end

    def __syntax_error(path, event)
      SyntaxError.new(path, *event.drop(1))
    end
  end

  class Handler
  end

  class Emitter < Handler
    attr_reader :canonical, :indentation, :line_width

    def initialize(io, options = nil)
      @__io = io
      @canonical = options ? !!options.canonical : false
      @indentation = options ? options.indentation : 2
      @line_width = options ? options.line_width : 0
      @__emitter = Primitive.yaml_emitter
      __set_style
      self
    end

    def canonical=(value)
      @canonical = value ? true : false
      __set_style
    end

    def indentation=(value)
      @indentation = Integer(value)
      __set_style
    end

    def line_width=(value)
      @line_width = Integer(value)
      __set_style
    end

    def start_stream(encoding)
      raise TypeError, "wrong argument type #{encoding.class} (expected Integer)" unless Integer === encoding
      __write(Primitive.yaml_emit(@__emitter, 0, encoding))
    end

    def start_document(version, tags, implicit)
      __check_kind(version, Array)
      version = version.first(2).map { |number| Rutile.to_int(number) }
      __write(Primitive.yaml_emit(@__emitter, 1, version, tags ? __tags(tags) : [], implicit))
    end

    def end_document(implicit)
      __write(Primitive.yaml_emit(@__emitter, 2, implicit))
    end

    def end_stream
      __write(Primitive.yaml_emit(@__emitter, 9))
    end

    def scalar(value, anchor, tag, plain, quoted, style)
      raise TypeError, "wrong argument type #{value.class} (expected String)" unless String === value
      __write(Primitive.yaml_emit(@__emitter, 4, __text(value), __text(anchor), __text(tag), plain, quoted, Rutile.to_int(style)))
    end

    def start_sequence(anchor, tag, implicit, style)
      __write(Primitive.yaml_emit(@__emitter, 5, __text(anchor), __text(tag), implicit, Rutile.to_int(style)))
    end

    def end_sequence
      __write(Primitive.yaml_emit(@__emitter, 6))
    end

    def start_mapping(anchor, tag, implicit, style)
      __write(Primitive.yaml_emit(@__emitter, 7, __text(anchor), __text(tag), implicit, Rutile.to_int(style)))
    end

    def end_mapping
      __write(Primitive.yaml_emit(@__emitter, 8))
    end

    def alias(anchor)
      __write(Primitive.yaml_emit(@__emitter, 3, __text(anchor)))
    end

    private

    # Hands on what is complete.
    def __write(text)
      @__io.write(text) unless nil.equal?(text)
      self
    end

    def __set_style
      Primitive.yaml_style(@__emitter, @canonical, @indentation, @line_width)
    end

    # Pairs of a handle and a prefix, which convert to Strings.
    def __tags(tags)
      __check_kind(tags, Array)
      tags.first(tags.size).map do |pair|
        __check_kind(pair, Array)
        raise RuntimeError, "tag tuple must be of length 2" if pair.size < 2
        pair.first(2).map { |part| __text(Rutile.to_str(part)) }
      end
    end

    def __check_kind(value, kind)
      return if kind === value
      shown = nil.equal?(value) || true.equal?(value) || false.equal?(value) ? value.inspect : value.class
      raise TypeError, "wrong argument type #{shown} (expected #{kind})"
    end

    def __text(string)
      return nil if nil.equal?(string)
      __check_kind(string, String)
      string.encode(Encoding::UTF_8)
    end
  end

  class ClassLoader
    private

    def path2class(path)
      Object.__const_get(path)
    rescue NameError
      raise ArgumentError, "undefined class/module #{path}"
    end
  end

  module Visitors
    class Visitor
    end

    class ToRuby < Visitor
      private

      def build_exception(type, message)
        error = type.allocate
        Primitive.set_variable(error, :@__message, message)
        error
      end
    end

    class YAMLTree < Visitor
      private

      def private_iv_get(target, property)
        property == "mesg" ? Primitive.get_variable(target, :@__message) : nil
      end
    end
  end
end

Rutile::Sharing.bind(Psych::Parser, Psych::Emitter)
