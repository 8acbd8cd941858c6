# The command line, told to the program that it starts.
#
# The command calls these before and after it runs a program; `$VERBOSE` and its
# like are hooked to the readers and writers here.

module Rutile
  @line_options = {}

  # --- Hooked globals ---

  def self.verbosity(_name)
    case Primitive.warning_level
    when 0 then nil
    when 1 then false
    else true
    end
  end

  def self.change_verbosity(value, _name)
    Primitive.set_warning_level(nil.equal?(value) ? 0 : (value ? 2 : 1))
  end

  def self.verbosity_level(_name)
    Primitive.warning_level
  end

  # `$-p`, `$-l` and `$-a`
  def self.line_option(name)
    @line_options[name] ? true : false
  end

  Primitive.hook_global(:$VERBOSE, :verbosity, :change_verbosity)
  Primitive.hook_global(:$-W, :verbosity_level, nil)
  Primitive.hook_global(:$-p, :line_option, nil)
  Primitive.hook_global(:$-l, :line_option, nil)
  Primitive.hook_global(:$-a, :line_option, nil)

  # The ending of the copies that editing in place leaves.
  def self.in_place_ending(_name) = ARGF.inplace_mode

  def self.change_in_place_ending(ending, _name)
    ARGF.inplace_mode = ending
  end

  Primitive.hook_global(:$-i, :in_place_ending, :change_in_place_ending)

  # --- Starting ---

  def self.name_program(name, arguments)
    @first_program_name = name
    Primitive.checked_global(:$0, name, :change_program_name)
    ARGV.replace(arguments)
  end

  # The name that the program was started by, whatever it calls itself.
  def self.first_program_name
    @first_program_name = @first_program_name.dup.freeze unless @first_program_name.frozen?
    @first_program_name
  end

  # Before the working folder changes for the first time: the program's file may be called by a path that holds no longer then.
  def self.settle_program_file
    return if @program_file || nil.equal?(@first_program_name)
    @program_file = real_file(@first_program_name) || @first_program_name.dup.freeze
  end

  # The real path of the file of code that a path names, or nil where there is none.
  def self.source_file(path)
    return @program_file if @program_file && path == @first_program_name
    real_file(path)
  end

  # The real path of what is there, asked of no method that a program may have replaced.
  def self.real_file(path)
    absolute = Primitive.load_absolute(path, nil)
    real = Primitive.load_real_path(absolute)
    real unless absolute.equal?(real)
  end

  # The system shows the new name too.
  def self.change_program_name(name, _global)
    name = to_str(name)
    Process.setproctitle(name)
    Primitive.store_global(:$0, name.dup.freeze)
  end

  def self.place_libraries(folders, standard, has_standard)
    $LOAD_PATH.concat(folders)
    @standard_library = standard
    @has_standard_library = has_standard
  end

  # The folder of the standard library; without the library, the one where it would be.
  def self.standard_library
    @standard_library
  end

  # The hint where a library may be missing because all of them are.
  def self.missing_library_hint
    return if nil.equal?(@standard_library) || @has_standard_library
    " (no standard library at #{@standard_library}: install Rutile, or name a library's folder in RUTILE_STDLIB)"
  end

  def self.choose_warnings(categories)
    categories.each { |name, on| Warning[name] = on }
  end

  def self.choose_encodings(external, internal)
    verbosely(nil) do
      Encoding.default_external = external if external
      Encoding.default_internal = internal if internal
    end
  end

  def self.choose_line_options(names)
    names.each { |name| @line_options[name] = true }
  end

  # `-n`, `-p`: methods that change `$_`.
  def self.offer_line_methods
    [:sub, :gsub, :chomp].each do |name|
      Kernel.define_method(name) { |*arguments, &block| Rutile.change_line(name, arguments, block) }
    end
    Kernel.define_method(:chop) { Rutile.change_line(:chop, [], nil) }
    Kernel.__send__(:module_function, :sub, :gsub, :chomp, :chop)
  end

  def self.change_line(name, arguments, block)
    line = Primitive.last_line
    unless Primitive.is_a(line, String)
      raise TypeError, "$_ value need to be String (#{nil.equal?(line) ? "nil" : Primitive.class_of(line)} given)"
    end
    Primitive.set_last_line(line.__send__(name, *arguments, &block))
    Primitive.last_line
  end

  # `-0`, `-l`, `-F`: nil leaves a separator as it is, a list holds its value.
  def self.choose_separators(record, output, pattern)
    verbosely(nil) do
      $/ = record[0] if record
      $\ = output[0] if output
      $; = Regexp.new(pattern) if pattern
    end
  end

  # `-i`
  def self.edit_in_place(ending)
    ARGF.inplace_mode = ending
  end

  # RubyGems is loaded when a program first names it, or first asks for a gem.
  def self.offer_gems
    Object.autoload(:Gem, "rubygems")
    Kernel.define_method(:gem) { |*arguments| Rutile.load_gems(self, arguments) }
    Kernel.__send__(:private, :gem)
  end

  # Whether RubyGems is there to be loaded.
  def self.gems_offered?
    !nil.equal?(Object.autoload?(:Gem, false))
  end

  def self.load_gems(receiver, arguments)
    placeholder = Kernel.instance_method(:gem)
    Kernel.require("rubygems")
    raise LoadError, "RubyGems does not define Kernel#gem" if Kernel.instance_method(:gem) == placeholder
    receiver.__send__(:gem, *arguments)
  end

  def self.require_libraries(names)
    names.each { |name| Kernel.require(name) }
  end

  # The text behind `__END__` of the program: its file, opened there, or what is left of the input.
  def self.open_data(path, offset)
    file = File.__open(path)
    file.seek(offset)
    Object.const_set(:DATA, file)
  end

  def self.return_data(rest)
    $stdin.ungetbyte(rest) unless rest.empty?
    Object.const_set(:DATA, $stdin)
  end

  # `--backtrace-limit`
  def self.limit_backtraces(limit)
    @backtrace_limit = limit
  end

  # Lines of a backtrace behind the first that a report shows; negative for all.
  def self.backtrace_limit
    @backtrace_limit || -1
  end

  # The warnings of the parser.
  def self.tell_warnings(lines)
    lines.each { |line| Warning.warn(line) }
  end

  # The exception for a program that doesn't compile.
  def self.program_error(type, message, speaker, path)
    error = type.new(message)
    error.set_backtrace([speaker])
    error.__stand_in(path) if Primitive.is_a(error, SyntaxError)
    error
  end

  def self.verbosely(value)
    before = $VERBOSE
    $VERBOSE = value
    yield
  ensure
    $VERBOSE = before
  end

  # `$DEBUG`: each exception is told of as it is raised.
  def self.set_debug(value, name)
    Primitive.store_global(name, value)
    if value
      @teller_of_raised ||= TracePoint.new(:raise) { |trace| tell_raised(trace.raised_exception, trace) }
      @teller_of_raised.enable unless @teller_of_raised.enabled?
    else
      @teller_of_raised&.disable
    end
  end

  def self.tell_raised(error, trace)
    return if Primitive.is_a(error, SystemExit)
    $stderr.write("Exception '#{error.class}' at #{trace.path}:#{trace.lineno} - #{text(error)}\n")
  end

  # `rutile heap`: from here on allocations are traced, and the end reports.
  def self.report_heap_at_exit(format, output)
    require "rutile/heap"
    Rutile::Heap.report_at_exit(format.to_sym, output)
  end
end

alias $PROGRAM_NAME $0
alias $-v $VERBOSE
alias $-w $VERBOSE
Primitive.checked_global(:$DEBUG, false, :set_debug)
alias $-d $DEBUG
