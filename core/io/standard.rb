# The streams that a process is started with, and the variables that name streams and separators.

module Rutile
  # An IO for a descriptor that the process was started with.
  def self.standard_stream(descriptor, mode, name)
    stream = IO.allocate
    Primitive.io_attach(stream, descriptor, mode)
    Primitive.io_set_path(stream, name.freeze)
    stream
  end

  # `$stdout = object`
  def self.set_output_stream(object, name)
    unless answers?(object, :write)
      raise TypeError, "#{name} must have write method, #{Primitive.class_of(object)} given"
    end
    Primitive.store_global(name, object)
  end

  # `$, = object`, `$/ = object`, `$\ = object`
  def self.set_separator(object, name)
    unless nil.equal?(object) || Primitive.is_a(object, String)
      raise TypeError, "value of #{name} must be String"
    end
    warn_of_separator(object, name)
    Primitive.store_global(name, object)
  end

  # `$; = object`
  def self.set_field_pattern(object, name)
    unless nil.equal?(object) || Primitive.is_a(object, String) || Primitive.is_a(object, Regexp)
      raise TypeError, "value of #{name} must be String or Regexp"
    end
    warn_of_separator(object, name)
    Primitive.store_global(name, object)
  end

  def self.warn_of_separator(object, name)
    return if nil.equal?(object) || name == :$/ && object == "\n"
    warn_at(Primitive.caller_position(0), "'#{name}' is deprecated", :deprecated) if Warning[:deprecated]
  end

  # `$=`, which once said whether letters' case is of no account.
  def self.ignored_case(name)
    warn_at(Primitive.caller_position(0), "variable #{name} is no longer effective", :deprecated) if Warning[:deprecated]
    false
  end

  def self.ignore_case(_value, name)
    warn_at(Primitive.caller_position(0), "variable #{name} is no longer effective; ignored", :deprecated) if Warning[:deprecated]
  end

  # `$. = number`
  def self.set_line_number(object, name)
    Primitive.store_global(name, to_int(object))
  end
end

STDIN = Rutile.standard_stream(0, 1 | 64, "<STDIN>")
STDOUT = Rutile.standard_stream(1, 2 | 64, "<STDOUT>")
STDERR = Rutile.standard_stream(2, 2 | 8 | 64, "<STDERR>")

$stdin = STDIN
Primitive.checked_global(:$stdout, STDOUT, :set_output_stream)
Primitive.checked_global(:$stderr, STDERR, :set_output_stream)
Primitive.checked_global(:$,, nil, :set_separator)
Primitive.checked_global(:"$\\", nil, :set_separator)
Primitive.checked_global(:$/, "\n".freeze, :set_separator)
Primitive.checked_global(:$;, nil, :set_field_pattern)
Primitive.checked_global(:$., 0, :set_line_number)
Primitive.hook_global(:$=, :ignored_case, :ignore_case)
alias $> $stdout
alias $-0 $/
alias $-F $;
