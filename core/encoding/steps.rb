# The steps of a converter (`core/encoding/converter.rb`), which is a chain of them: each goes from bytes to bytes.
#
# A step is given bytes and takes what it can use off their front; it says how it came out by the names that
# `primitive_convert` answers with. What it has written beyond the room there was waits in it (`@pending`), as does
# the beginning of a character (`@held`), and what it read to see that something before was wrong (`@readagain`).

class Encoding
  class Converter
    class Step
      # `error_following` is what showed that `error_bytes` were wrong; of it, `readagain` has yet to be converted.
      attr_reader :from_name, :to_name, :error_bytes, :error_following, :readagain

      def initialize(from_name, to_name)
        @from_name = from_name
        @to_name = to_name
        @pending = "".b
        @held = "".b
        @readagain = "".b
        @ended = false
      end

      # The step's name in a path.
      def place
        [__encoding_or_name(@from_name), __encoding_or_name(@to_name)]
      end

      def __encoding_or_name(name)
        Rutile.find_encoding(name) || name
      end

      def decorator?
        false
      end

      # Whether it writes an encoding that isn't ASCII with more: what is put in goes in before it.
      def encoder?
        to = Rutile.find_encoding(@to_name)
        !nil.equal?(to) && Rutile.apart_from_ascii?(to)
      end

      # Appends to `output` no more than `room` bytes, as many as there are where that is nil.
      def run(input, output, room, partial, after_output)
        unless @pending.empty?
          room = __hand_over(output, room)
          return :destination_buffer_full unless @pending.empty?
        end
        return :finished if @ended
        bytes = @held << @readagain << input
        given = input.bytesize
        @held = "".b
        @readagain = "".b
        start = output.bytesize
        limit = after_output ? 0 : room
        result, left = __convert(bytes, limit, partial)
        # The rest of earlier input stays here.
        @readagain << left.byteslice(0, left.bytesize - given) if left.bytesize > given
        input.replace(left.byteslice([left.bytesize - given, 0].max, given))
        __hand_over(output, room)
        return :destination_buffer_full unless @pending.empty?
        return result unless result == :full
        after_output && output.bytesize > start ? :after_output : :destination_buffer_full
      end

      # Text that is put in from outside, behind all that was written.
      def insert(bytes)
        @pending << bytes
      end

      # Takes what was read and not converted for never read.
      def forget
        @held = "".b
        @readagain = "".b
      end

      # Bytes read again are the caller's from now on.
      def put_back(count)
        bytes = @readagain.byteslice(@readagain.bytesize - count, count)
        @readagain = @readagain.byteslice(0, @readagain.bytesize - count)
        bytes
      end

      def __hand_over(output, room)
        count = room ? [room, @pending.bytesize].min : @pending.bytesize
        output << @pending.byteslice(0, count)
        @pending = @pending.byteslice(count, @pending.bytesize)
        room && room - count
      end

      # Converts into `@pending`; answers how it came out, and what of the bytes is left.
      def __convert(bytes, limit, partial)
        kind, at, length, following = __transcode(bytes, limit, !partial)
        case kind
        when nil, :done
          return [:source_buffer_empty, "".b] if partial
          __finish
          @ended = true
          return [:finished, "".b]
        when :full
          return [:full, bytes.byteslice(at, bytes.bytesize)]
        when :incomplete
          if partial
            @held = bytes.byteslice(at, length)
            return [:source_buffer_empty, "".b]
          end
        end
        @error_bytes = bytes.byteslice(at, length)
        @error_following = bytes.byteslice(at + length, following)
        @readagain = @error_following.dup
        result =
          case kind
          when :invalid then :invalid_byte_sequence
          when :incomplete then :incomplete_input
          else :undefined_conversion
          end
        [result, bytes.byteslice(at + length + following, bytes.bytesize)]
      end

      def __finish
      end
    end

    # From one encoding to another.
    class Recoding < Step
      def initialize(from, to)
        super(Rutile.converter_name(from), Rutile.converter_name(to))
        @from = from
        @to = to
      end

      def __transcode(bytes, limit, last)
        Primitive.transcode(@pending, bytes, 0, @from.__number, @to.__number, limit)
      end
    end

    # UTF-16 and UTF-32 say by a mark at the beginning in which order their bytes are.
    class Marked < Recoding
      MARKS = {
        "UTF-16" => { "BE" => "\xFE\xFF".b, "LE" => "\xFF\xFE".b },
        "UTF-32" => { "BE" => "\x00\x00\xFE\xFF".b, "LE" => "\xFF\xFE\x00\x00".b },
      }.freeze
      private_constant :MARKS

      def initialize(from, to)
        super
        @begun = false
      end

      def __transcode(bytes, limit, last)
        from, to, start = @from, @to, 0
        if from.dummy?
          width = from.name == "UTF-32" ? 4 : 2
          unless @begun || bytes.empty?
            return [:incomplete, 0, bytes.bytesize, 0] if bytes.bytesize < width
            return [:invalid, 0, width, 0] unless start = __read_mark(bytes)
            @begun = true
          end
          from = @order || from
        else
          to = Encoding.find(to.name + "BE")
          return __begin(bytes, to, limit) unless @begun
        end
        Primitive.transcode(@pending, bytes, start, from.__number, to.__number, limit)
      end

      # The mark goes before the first character: none where nothing converts.
      def __begin(bytes, to, limit)
        characters = "".b
        answer = Primitive.transcode(characters, bytes, 0, @from.__number, to.__number, limit)
        return answer if characters.empty?
        @begun = true
        @pending << MARKS[@to.name]["BE"] << characters
        answer
      end

      # Bytes of the mark, or nil where there is none.
      def __read_mark(bytes)
        MARKS[@from.name].each do |order, mark|
          next unless bytes.start_with?(mark)
          @order = Encoding.find(@from.name + order)
          return mark.bytesize
        end
        nil
      end
    end

    # From an encoding that switches sets of characters.
    class SwitchingFrom < Recoding
      def initialize(from, to)
        super
        @to_name = "cp51932" if to.name == "CP51932" # so it is told of in messages
      end

      def __transcode(bytes, limit, last)
        *answer, @set = Primitive.iso_2022_jp_decode(@pending, bytes, 0, @from.__number, @set || 0, limit)
        answer
      end
    end

    # To one. At the end the first set is on again.
    class SwitchingTo < Recoding
      def __transcode(bytes, limit, last)
        *answer, @set = Primitive.iso_2022_jp_encode(@pending, bytes, 0, @to.__number, @set || 0, limit, last)
        answer
      end

      def __finish
        @pending << "\e(B".b if @set && @set != 0
      end
    end

    # A change of the text itself, in any encoding that ASCII is a part of: a byte or two at a time.
    class Decorator < Step
      # The replacement for a byte.
      MEANINGS = {
        "amp_escape" => { "&" => "&amp;" },
        "xml_text_escape" => { "&" => "&amp;", "<" => "&lt;", ">" => "&gt;" },
        "xml_attr_content_escape" => { "&" => "&amp;", "<" => "&lt;", ">" => "&gt;", "\"" => "&quot;", "'" => "&apos;" },
        "xml_attr_quote" => {},
        "crlf_newline" => { "\n" => "\r\n" },
        "cr_newline" => { "\n" => "\r" },
        "lf_newline" => { "\r\n" => "\n", "\r" => "\n" },
        "universal_newline" => { "\r\n" => "\n", "\r" => "\n" },
      }.freeze
      private_constant :MEANINGS

      def self.known?(name)
        MEANINGS.key?(name)
      end

      def initialize(name)
        super("", name)
        @meanings = MEANINGS[name]
        @quotes = name == "xml_attr_quote"
        @begun = false
      end

      def place
        @to_name
      end

      def decorator?
        true
      end

      # Between quotes can be put what can't behind them.
      def encoder?
        @quotes
      end

      def __transcode(bytes, limit, last)
        __begin_quote unless bytes.empty?
        at = 0
        while true
          return [:full, at, 0, 0] if limit && @pending.bytesize > limit
          return nil if at == bytes.bytesize
          piece = bytes.byteslice(at, 1)
          if piece == "\r" && @meanings.key?("\r\n")
            return [:incomplete, at, 1, 0] if at + 1 == bytes.bytesize && !last
            piece = "\r\n" if bytes.getbyte(at + 1) == 10
          end
          @pending << (@meanings[piece] || piece).b
          at += piece.bytesize
        end
      end

      def __begin_quote
        return if @begun || !@quotes
        @begun = true
        @pending << "\""
      end

      def __finish
        __begin_quote
        @pending << "\"" if @quotes
      end
    end

    private_constant :Step, :Recoding, :Marked, :SwitchingFrom, :SwitchingTo, :Decorator
  end
end
