# The state of a parser of Ripper while it runs, and the machine that calls its handlers.

class Ripper
  PARSER_HANDLERS = PARSER_EVENT_TABLE.keys.map { |name| :"on_#{name}" }.freeze
  SCANNER_HANDLERS = SCANNER_EVENT_TABLE.keys.map { |name| :"on_#{name}" }.freeze
  NAMES = Primitive.ripper_names.freeze
  END_MARKER = SCANNER_HANDLERS.index(:on___end__)
  private_constant :PARSER_HANDLERS, :SCANNER_HANDLERS, :NAMES, :END_MARKER

  # A parser of `source`, a String or what `gets` reads from.
  def initialize(source, filename = "(ripper)", lineno = 1)
    @__source = source.respond_to?(:gets) ? source : Rutile.to_str(source)
    @__filename = filename.nil? ? "(ripper)" : Rutile.to_str(filename).dup.freeze
    @__first_line = lineno.nil? ? 0 : Rutile.to_int(lineno)
    @__error = @__end_seen = @__running = @__done = false
    @__yydebug = false
    @__debug_output = $stdout
    nil
  end

  # Calls the handlers; what the one of the whole program answers.
  def parse
    __check
    raise ArgumentError, "Ripper#parse cannot be called recursively" if @__running
    return if @__done
    @__running = @__done = true
    @__line = @__first_line
    @__column = 0
    @__state = EXPR_BEG
    @__token = nil
    __read
    result = __run
    __report
    result
  ensure
    @__running = false
  end

  def filename
    __check
    @__filename
  end

  def lineno
    __check
    @__line if @__running
  end

  def column
    __check
    @__column if @__running
  end

  def state
    __check
    @__state if @__running
  end

  # The text of the token that was read last.
  def token
    __check
    @__token if @__running
  end

  def encoding
    __check
    @__encoding || (String === @__source ? @__source.encoding : Encoding.default_external)
  end

  def error?
    __check
    @__error
  end

  def end_seen?
    __check
    @__end_seen
  end

  def yydebug
    __check
    @__yydebug
  end

  # Ripper's own parser has no tables whose steps could be shown.
  def yydebug=(flag)
    __check
    @__yydebug = flag ? true : false
  end

  def debug_output
    __check
    @__debug_output
  end

  def debug_output=(output)
    __check
    @__debug_output = output
  end

  private

  def __check
    raise ArgumentError, "method called for uninitialized object" unless defined?(@__source)
  end

  def __read
    text = @__source
    unless String === text
      text = +""
      while (line = @__source.gets)
        raise TypeError, "gets returned #{line.class} (expected String or nil)" unless String === line
        text << line
      end
    end
    name, @__tokens, @__program, @__errors, @__warnings, @__faults = Primitive.ripper_read(text)
    @__encoding = Encoding.find(name)
    @__text = text.encoding == @__encoding ? text : text.dup.force_encoding(@__encoding)
    @__answers = []
    @__next_token = 0
  end

  # The machine of crates/stdlib/src/ripper/program.rs.
  def __run
    program = @__program
    stack = []
    places = []
    at = 0
    size = program.size
    while at < size
      operation = program[at]
      operand = program[at + 1]
      at += 2
      if operation >= 17
        stack << __send__(PARSER_HANDLERS[operation - 17], *stack.pop(operand))
      else
        case operation
        when 0 then __advance(operand)
        when 1 then stack << @__answers[operand]
        when 2 then stack << (operand == 0 ? nil : false)
        when 3 then stack << operand
        when 4 then stack << stack.pop(operand)
        when 5 then stack.pop(operand)
        when 6 then stack << __text(operand).to_sym
        when 7 then stack << NAMES[operand]
        when 8 then places[operand] = stack.pop
        when 9 then stack << places[operand]
        when 10 then __stand_at(operand)
        when 11 then stack << __slice(operand)
        when 13 then stack << stack.pop.name.dup
        when 12 then stack << __slice(operand).tr("-", "_")
        when 14 then stack << "Can't set variable #{__slice(operand)}"
        when 15 then __warn(@__warnings[operand])
        when 16 then __complain(operand)
        end
      end
    end
    stack.last
  end

  # Hands tokens over up to, and without, number `limit`. Handlers of tokens are told where these begin, handlers of the
  # parser's events where the last token ended.
  def __advance(limit)
    tokens = @__tokens
    while @__next_token < limit
      number = @__next_token
      @__next_token += 1
      at = number * 8
      event = tokens[at]
      @__line = @__first_line + tokens[at + 3]
      @__column = tokens[at + 4]
      @__state = tokens[at + 5]
      @__end_seen = true if event == END_MARKER
      @__token = text = __text(number)
      @__answers[number] = __send__(SCANNER_HANDLERS[event], text)
      @__line = @__first_line + tokens[at + 6]
      @__column = tokens[at + 7]
    end
  end

  def __text(number) = @__text.byteslice(@__tokens[number * 8 + 1], @__tokens[number * 8 + 2])

  def __warn(message)
    return if message.start_with?("mismatched indentations") && !__minds_indentation?
    method, *words = Complaints.warning(message, @__first_line - 1)
    __send__(method, *words) if method
  end

  # Tells of what the lexer complains of. What is read next begins behind the piece at fault.
  def __complain(number)
    start, length, words, compile = @__faults[number * 4, 4]
    line, column = @__line, @__column
    @__error = true
    __stand_at(start)
    @__token = @__text.byteslice(start, length)
    __send__(compile ? :compile_error : :on_parse_error, words)
    @__line, @__column = line, column
  end

  # Whether `end`s that stand elsewhere than what they end are told of: with warnings on, or where a comment asks for it.
  def __minds_indentation? = $VERBOSE || @__text.b.match?(/^[^"'\n]*#.*warn[-_]indent:\s*true/i)

  # Tells of syntax errors, the first as the reference does, but for those of which an event of its own tells.
  def __report
    return if @__errors.empty?
    @__error = true
    position, message = @__errors.each_slice(2).find { |_, message| !Complaints.own_event?(message) }
    return unless message
    __stand_at(position)
    number = (0...@__tokens.size / 8).find { |number| @__tokens[number * 8 + 1] == position }
    @__token = number ? __text(number) : ""
    @__state = @__tokens[number * 8 + 5] if number
    __send__(*Complaints.of(message))
  end

  def __stand_at(position)
    before = @__text.byteslice(0, position).b
    @__line = @__first_line + before.count("\n")
    @__column = position - (before.rindex("\n")&.succ || 0)
  end

  def __slice(place) = @__text.byteslice(place >> 24, place & 0xff_ffff)
end
