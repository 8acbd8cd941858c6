# A conversion of encodings that is fed piece by piece: a chain of steps (`core/encoding/steps.rb`), each of which
# has what the one before it wrote.
#
#   source -> [step] -> bytes -> [step] -> bytes -> [step] -> destination
#
# Every step goes as far as it can; what it couldn't convert is told when the steps behind it have come to the same
# place. So that no more of the source is read than has been told of, a chain of several steps is given one character
# at a time; who wants the whole converted (`convert`, String#encode) has it run at full length. Where a replacement is asked for it is put in there, and the chain goes on.

class Encoding
  class Converter
    AFTER_OUTPUT = 0x40000
    CRLF_NEWLINE_DECORATOR = 0x1000
    CR_NEWLINE_DECORATOR = 0x2000
    INVALID_MASK = 0xf
    INVALID_REPLACE = 0x2
    LF_NEWLINE_DECORATOR = 0x4000
    PARTIAL_INPUT = 0x20000
    UNDEF_HEX_CHARREF = 0x30
    UNDEF_MASK = 0xf0
    UNDEF_REPLACE = 0x20
    UNIVERSAL_NEWLINE_DECORATOR = 0x100
    XML_ATTR_CONTENT_DECORATOR = 0x10000
    XML_ATTR_QUOTE_DECORATOR = 0x100000
    XML_TEXT_DECORATOR = 0x8000

    # The flags of steps that change the text, in the order of the steps.
    DECORATORS = {
      XML_TEXT_DECORATOR => "xml_text_escape",
      XML_ATTR_CONTENT_DECORATOR => "xml_attr_content_escape",
      XML_ATTR_QUOTE_DECORATOR => "xml_attr_quote",
      CRLF_NEWLINE_DECORATOR => "crlf_newline",
      CR_NEWLINE_DECORATOR => "cr_newline",
      LF_NEWLINE_DECORATOR => "lf_newline",
      UNIVERSAL_NEWLINE_DECORATOR => "universal_newline",
    }.freeze
    # Of these one at most can be asked for; listed as a refusal lists them.
    NEWLINES = UNIVERSAL_NEWLINE_DECORATOR | CRLF_NEWLINE_DECORATOR | CR_NEWLINE_DECORATOR | LF_NEWLINE_DECORATOR
    # The results of a step that are told to whoever asked.
    TOLD = %i[invalid_byte_sequence incomplete_input undefined_conversion after_output finished].freeze
    FAILURES = %i[invalid_byte_sequence incomplete_input undefined_conversion].freeze
    # Bytes of the source that are looked at while one character after the other is taken.
    WINDOW = 256
    private_constant :DECORATORS, :NEWLINES, :TOLD, :FAILURES, :WINDOW

    def source_encoding = @__source_encoding
    def destination_encoding = @__destination_encoding

    class << self
      def asciicompat_encoding(encoding)
        found = Rutile.find_encoding(encoding)
        return nil if nil.equal?(found)
        parent = Rutile.conversion_parent(found)
        parent if !nil.equal?(parent) && Rutile.apart_from_ascii?(found)
      end

      def search_convpath(source, destination, options = nil, **named)
        new(source, destination, *options, **named).convpath
      end
    end

    def initialize(source, destination = (no_destination = true; nil), options = nil, **named)
      @__flags = Primitive.is_a(options, Integer) ? options : Rutile.conversion_flags(named)
      @__steps = []
      if no_destination
        __follow(Rutile.to_ary(source))
      else
        __search(source, destination)
      end
      __reset_results
      @__replacement = nil
      @__closed = false
      @__failed = nil
      @__result = :source_buffer_empty
      self.replacement = named[:replace] unless nil.equal?(named[:replace])
      self
    end

    # --- The chain ---

    def __search(source, destination)
      @__source_name, @__source_encoding = __named_encoding(source)
      @__destination_name, @__destination_encoding = __named_encoding(destination)
      newlines = DECORATORS.select { |flag, _| @__flags & flag & NEWLINES != 0 }.values
      raise ConverterNotFoundError, "code converter not found (#{__description_with(newlines)})" if newlines.size > 1
      return @__steps << Decorator.new(@__destination_name) if @__source_name.empty? && Decorator.known?(@__destination_name)
      unless @__source_name.empty? && @__destination_name.empty?
        path = Rutile.conversion_path(@__source_encoding, @__destination_encoding)
        raise ConverterNotFoundError, "code converter not found (#{__description})" if nil.equal?(path)
        path.each { |from, to| @__steps << __step(from, to) }
      end
      DECORATORS.each { |flag, name| __decorate(name) if @__flags & flag != 0 }
    end

    # As the reference lists what was asked for: newlines from the most general on.
    def __description_with(names)
      names = ["universal_newline", "crlf_newline", "cr_newline", "lf_newline"] & names
      return names.join(",") if @__source_name.empty? && @__destination_name.empty?
      "#{@__source_name} to #{@__destination_name} with #{names.join(",")}"
    end

    # A name, and the encoding if there is one of it.
    def __named_encoding(encoding)
      return [encoding.name, encoding] if Primitive.is_a(encoding, Encoding)
      name = Rutile.to_str(encoding)
      found = Rutile.find_encoding(name)
      [nil.equal?(found) ? name : found.name, found]
    end

    # A path that was given as a whole: pairs, and names of decorators.
    def __follow(path)
      path.each do |place|
        if Primitive.is_a(place, Array)
          raise ArgumentError, "not a 2-element array in convpath" unless place.length == 2
          from, to = place
          steps = Rutile.conversion_path(Rutile.find_encoding(from), Rutile.find_encoding(to))
          raise ConverterNotFoundError, "code converter not found (#{Rutile.encoding_name(from)} to #{Rutile.encoding_name(to)})" if nil.equal?(steps)
          steps.each { |pair| @__steps << __step(*pair) }
        else
          name = Rutile.to_str(place)
          raise ConverterNotFoundError, "code converter not found (#{name})" unless Decorator.known?(name)
          @__steps << Decorator.new(name)
        end
      end
      recoding = @__steps.reject(&:decorator?)
      @__source_name = recoding.empty? ? "" : recoding[0].from_name
      @__destination_name = recoding.empty? ? "" : recoding[-1].to_name
      @__source_encoding, @__destination_encoding = [@__source_name, @__destination_name].map { |name| Rutile.find_encoding(name) }
    end

    def __step(from, to)
      return Marked.new(from, to) if from.name == "UTF-16" || from.name == "UTF-32" || to.name == "UTF-16" || to.name == "UTF-32"
      return SwitchingFrom.new(from, to) if Rutile.switches_sets?(from)
      return SwitchingTo.new(from, to) if Rutile.switches_sets?(to)
      Recoding.new(from, to)
    end

    # Decorators want text that ASCII is a part of.
    def __decorate(name)
      last = @__steps[-1]
      place = last && last.encoder? && !last.decorator? ? @__steps.length - 1 : @__steps.length
      @__steps.insert(place, Decorator.new(name))
    end

    def __reset_results
      @__results = @__steps.map { :source_buffer_empty }
      # The input of each step but the first one.
      @__between = @__steps.map { "".b }
      # Text that was put in before the first step, where that writes text that can't be added to.
      @__inserted = "".b
    end

    def convpath
      @__steps.map(&:place)
    end

    # --- Whole pieces ---

    def convert(piece)
      output = "".b
      result = __run(Rutile.to_str(piece).b, output, true)
      raise ArgumentError, "converter already finished" if result == :finished
      __named(output)
    end

    def finish
      output = "".b
      __run("".b, output, false)
      __named(output)
    end

    # Converts all there is, or raises what was wrong; the rest is forgotten then.
    def __run(input, output, partial)
      result, position = __convert(input, output, nil, partial, false, true)
      return result unless FAILURES.include?(result)
      position.times do |index|
        @__steps[index].forget
        @__results[index] = :source_buffer_empty
        @__between[index + 1].clear
      end
      raise last_error
    end

    def __named(output)
      @__destination_encoding ? output.force_encoding(@__destination_encoding) : output
    end

    # --- What can be done with room for so many bytes ---

    def primitive_convert(source, destination, start = nil, size = nil, flags = nil, **named)
      start = Rutile.to_int(start) unless nil.equal?(start)
      size = Rutile.to_int(size) unless nil.equal?(size)
      flags = nil.equal?(flags) ? __call_flags(named) : Rutile.to_int(flags)
      destination = Rutile.to_str(destination)
      source = Rutile.to_str(source) unless nil.equal?(source)
      Primitive.string_check_writable(destination)
      Primitive.string_check_writable(source) unless nil.equal?(source)
      start = destination.bytesize if nil.equal?(start)
      raise ArgumentError, "negative output_byteoffset" if start < 0
      raise ArgumentError, "negative output_bytesize" if size && size < 0
      raise ArgumentError, "output_byteoffset too big" if destination.bytesize < start
      input = nil.equal?(source) ? "".b : source.b
      output = "".b
      result, = __convert(input, output, size, flags & PARTIAL_INPUT != 0, flags & AFTER_OUTPUT != 0, false)
      # The source loses what was read, and keeps its encoding.
      source.bytesplice(0, source.bytesize, input.force_encoding(source.encoding)) unless nil.equal?(source) || source.bytesize == input.bytesize
      __put_out(destination, start, output)
      result
    end

    def __call_flags(named)
      flags = 0
      flags |= PARTIAL_INPUT if named[:partial_input]
      flags |= AFTER_OUTPUT if named[:after_output]
      flags
    end

    def __put_out(destination, start, output)
      whole = destination.byteslice(0, start).b << output
      encoding = @__destination_encoding || destination.encoding
      destination.replace(whole.force_encoding(encoding))
    end

    def __convert(input, output, room, partial, after_output, eager)
      before = output.bytesize
      while true
        left = room && room - (output.bytesize - before)
        result, position = __pass(input, output, left, partial, after_output, eager)
        break unless FAILURES.include?(result)
        @__failed = @__steps[position]
        @__result = result
        break unless __replace(result)
      end
      @__failed = nil unless FAILURES.include?(result)
      @__result = result
      [result, position]
    end

    def __pass(input, output, room, partial, after_output, eager)
      return __pass_through(input, output, room, partial, after_output) if @__steps.empty?
      unless @__inserted.empty?
        before = output.bytesize
        result, position = __sweep_all(@__inserted, output, room, true, false)
        return [result, position] unless result == :source_buffer_empty
        room -= output.bytesize - before if room
      end
      return __sweep_all(input, output, room, partial, after_output) if after_output || eager || @__steps.length == 1
      __creep(input, output, room, partial)
    end

    # Takes a character, has it pass all steps, and takes the next.
    def __creep(input, output, room, partial)
      before = output.bytesize
      while true
        window = input.byteslice(0, WINDOW)
        rest = input.byteslice(WINDOW, input.bytesize) || "".b
        result = :after_output
        while result == :after_output
          left = room && room - (output.bytesize - before)
          result, position = __sweep_all(window, output, left, partial || !rest.empty?, true)
        end
        input.replace(window << rest)
        return [result, position] unless result == :source_buffer_empty && !rest.empty?
      end
    end

    # Nothing to convert.
    def __pass_through(input, output, room, partial, after_output)
      return [:finished, nil] if @__closed
      before = output.bytesize
      [@__inserted, input].each do |bytes|
        left = room ? room - (output.bytesize - before) : bytes.bytesize
        left = 1 if after_output && left > 1 && bytes.equal?(input)
        count = [left, bytes.bytesize].min
        output << bytes.byteslice(0, count)
        bytes.replace(bytes.byteslice(count, bytes.bytesize))
      end
      return [:after_output, nil] if after_output && output.bytesize > before
      return [:destination_buffer_full, nil] unless input.empty? && @__inserted.empty?
      @__closed = !partial
      [partial ? :source_buffer_empty : :finished, nil]
    end

    def __sweep_all(input, output, room, partial, after_output)
      last = @__steps.length - 1
      told = @__results.rindex { |result| TOLD.include?(result) }
      if nil.equal?(told) && @__results[last] == :destination_buffer_full && after_output
        result, position = __sweep_all("".b, output, room, true, false)
        return [result == :source_buffer_empty ? :after_output : result, position]
      end
      before = output.bytesize
      while told != last
        left = room && room - (output.bytesize - before)
        told = __sweep(nil.equal?(told) ? 0 : told + 1, input, output, left, partial, after_output)
        break if nil.equal?(told)
      end
      position = @__results.rindex { |result| result != :source_buffer_empty }
      return [:source_buffer_empty, nil] if nil.equal?(position)
      result = @__results[position]
      @__results[position] = :source_buffer_empty if TOLD.include?(result) && result != :finished
      [result, position]
    end

    # Runs the steps from one on; answers which of them has something to tell.
    def __sweep(first, input, output, room, partial, after_output)
      index = first
      while index < @__steps.length
        is_last = index == @__steps.length - 1
        source = index == 0 ? input : @__between[index]
        unfinished = index == 0 ? partial : @__results[index - 1] != :finished
        target = is_last ? output : @__between[index + 1]
        result = @__steps[index].run(source, target, is_last ? room : nil, unfinished, after_output && index == 0)
        @__results[index] = result
        return index if TOLD.include?(result) && result != :finished
        index += 1
      end
      nil
    end

    # --- What went wrong ---

    def primitive_errinfo
      return [@__result, nil, nil, nil, nil] if nil.equal?(@__failed)
      [@__result, @__failed.from_name, @__failed.to_name, @__failed.error_bytes, @__failed.error_following]
    end

    def last_error
      return nil if nil.equal?(@__failed)
      bytes = @__failed.error_bytes
      if @__result == :undefined_conversion
        error = UndefinedConversionError.new(__undefined_message(bytes))
        character = bytes.dup
        character.force_encoding(@__failed.from_name) if Rutile.find_encoding(@__failed.from_name)
        error.__character(character)
      else
        error = InvalidByteSequenceError.new(__invalid_message(bytes, @__failed.error_following))
        error.__bytes(bytes, @__failed.error_following, @__result == :incomplete_input)
      end
      from, to = @__failed.from_name, @__failed.to_name
      error.__describe(Rutile.find_encoding(from), Rutile.find_encoding(to), from, to)
      error
    end

    def __invalid_message(bytes, following)
      shown = Rutile.dumped_bytes(bytes)
      return "incomplete #{shown} on #{@__failed.from_name}" if @__result == :incomplete_input
      return "#{shown} on #{@__failed.from_name}" if following.empty?
      "#{shown} followed by #{Rutile.dumped_bytes(following)} on #{@__failed.from_name}"
    end

    def __undefined_message(bytes)
      shown = @__failed.from_name == "UTF-8" ? "U+%04X" % bytes.dup.force_encoding(Encoding::UTF_8).ord : Rutile.dumped_bytes(bytes)
      from, to = @__failed.from_name, @__failed.to_name
      return "#{shown} from #{from} to #{to}" if from == @__source_name && to == @__destination_name
      path = @__steps.reject(&:decorator?).map { |step| " to #{step.to_name}" }
      "#{shown} to #{to} in conversion from #{@__source_name}#{path.join}"
    end

    def putback(count = nil)
      there = @__steps.empty? ? 0 : @__steps[0].readagain.bytesize
      count = nil.equal?(count) ? there : [Rutile.to_int(count), there].min
      raise ArgumentError, "negative string size (or size too big)" if count < 0
      bytes = @__steps.empty? ? "".b : @__steps[0].put_back(count)
      @__source_encoding ? bytes.force_encoding(@__source_encoding) : bytes
    end

    def __putbackable
      @__steps.empty? ? 0 : @__steps[0].readagain.bytesize
    end

    # --- What extensions change of one that they opened (`lib/rutile/c_extensions/converters.rb`) ---

    # Adds a decorator, before all steps or behind them; answers whether there is one of that name.
    def __decorate_later(name, first)
      return false unless Decorator.known?(name)
      if first
        decodes = !@__steps.empty? && !@__steps[0].decorator? && Rutile.apart_from_ascii?(Rutile.find_encoding(@__steps[0].from_name))
        @__steps.insert(decodes ? 1 : 0, Decorator.new(name))
      else
        __decorate(name)
      end
      __reset_results
      true
    end

    # Leaves the ends of lines alone from now on.
    def __binmode
      newlines = DECORATORS.select { |flag, _| flag & NEWLINES != 0 }.values
      @__steps.reject! { |step| step.decorator? && newlines.include?(step.place) }
      @__flags &= ~NEWLINES
      __reset_results
    end

    # --- What stands for what can't be converted ---

    def replacement
      @__replacement ||
        (__insertion_encoding == Encoding::UTF_8 ? "\u{fffd}" : "?".dup.force_encoding(Encoding::US_ASCII))
    end

    def replacement=(text)
      text = Rutile.to_str(text)
      encoding = __insertion_encoding
      begin
        @__replacement = nil.equal?(encoding) ? text.dup : text.encode(encoding)
      rescue EncodingError
        raise UndefinedConversionError, "replacement character setup failed"
      end
    end

    # The encoding of what is put in: the last that text can be added to in pieces.
    def __insertion_encoding
      step = @__steps.reject(&:decorator?)[-1]
      return nil if nil.equal?(step)
      Rutile.find_encoding(step.encoder? ? step.from_name : step.to_name)
    end

    def insert_output(text)
      text = Rutile.to_str(text)
      encoding = __insertion_encoding
      __insert(nil.equal?(encoding) || text.ascii_only? && encoding.ascii_compatible? ? text.b : text.encode(encoding).b)
      nil
    end

    def __insert(bytes)
      step = @__steps[-1]
      return @__inserted << bytes if nil.equal?(step)
      return step.insert(bytes) unless step.encoder?
      # What the step has yet to read again comes behind it.
      place = @__steps.length == 1 ? @__inserted : @__between[-1]
      place << bytes << step.put_back(step.readagain.bytesize)
    end

    # Puts in what is to stand for the failure; answers whether anything is.
    def __replace(result)
      if result != :undefined_conversion
        return false unless @__flags & INVALID_MASK == INVALID_REPLACE
      elsif @__flags & UNDEF_MASK == UNDEF_HEX_CHARREF
        return __insert_number
      elsif @__flags & UNDEF_MASK != UNDEF_REPLACE
        return false
      end
      insert_output(replacement)
      true
    rescue EncodingError
      false
    end

    def __insert_number
      encoding = Rutile.find_encoding(@__failed.from_name)
      number = Primitive.transcode_number(@__failed.error_bytes, 0, encoding.__number)
      return false if nil.equal?(number)
      insert_output("&#x#{number.to_s(16).upcase};")
      true
    end

    # For String#encode: the whole of the bytes, with a block to say what stands for what the destination hasn't got.
    def __encode_all(bytes)
      output = "".b
      while true
        result, = __convert(bytes, output, nil, false, false, true)
        return __named(output) if result == :finished
        error = last_error
        text = result == :undefined_conversion ? yield(error.error_char) : nil
        raise error if nil.equal?(text)
        insert_output(Rutile.to_str(text))
      end
    end

    # --- As an object ---

    def ==(other)
      Primitive.is_a(other, Converter) && convpath == other.convpath && replacement == other.replacement
    end

    def inspect
      "#<Encoding::Converter: #{__description}>"
    end

    def __description
      names = DECORATORS.filter_map { |flag, name| name.delete_suffix("_escape") if @__flags & flag != 0 }
      names = names.partition { |name| name.end_with?("_newline") }.flatten.join(",")
      recoding = @__source_name.empty? && @__destination_name.empty? ? nil : "#{@__source_name} to #{@__destination_name}"
      return recoding && !names.empty? ? "#{recoding} with #{names}" : recoding || names unless nil.equal?(recoding) && names.empty?
      "no-conversion"
    end
  end
end
