# REPL: what the interactive command asks of Ruby, which does the reading and editing itself.

module Rutile
  KEYWORDS = %w[
    BEGIN END alias and begin break case class def defined? do else elsif end ensure false for if in module
    next nil not or redo rescue retry return self super then true undef unless until when while yield
    __FILE__ __LINE__ __ENCODING__
  ].freeze

  # From here on `scope` is where lines are evaluated.
  def self.begin_session(scope)
    @session = scope
    scope.local_variable_set(:_, nil)
  end

  # Evaluates what was entered and shows its value. The answer is the exception
  # that asks for the session's end, if one did.
  def self.evaluate_entry(source, line, quiet)
    value = Primitive.eval_in_binding(source, @session, "(rutile)", line)
    @session.local_variable_set(:_, value)
    $stdout.puts("=> #{inspected(value)}") unless quiet
    nil
  rescue SystemExit => exit
    exit
  rescue Exception => error
    show_session_error(error)
  ensure
    flush_standard_streams
  end

  def self.show_session_error(error)
    $stderr.write(error.full_message)
    nil
  rescue Exception => failure
    $stderr.write("#{Primitive.class_of(error)}, and its report failed: #{Primitive.class_of(failure)}\n")
    nil
  end

  # --- Completion ---

  # Names that could stand behind `receiver` and `separator`, beginning with `start`.
  # Nothing is called to find out: the receiver is a variable, a constant or a number.
  def self.completions(receiver, separator, start)
    names = receiver ? names_of(receiver, separator) : session_names(start)
    names = names.map(&:to_s).select { |name| name.start_with?(start) }
    names.uniq.sort
  rescue Exception
    []
  end

  def self.session_names(start)
    object = @session.receiver
    case start[0]
    when "@" then object.instance_variables
    when "$" then Kernel.global_variables
    when "A".."Z" then Object.constants
    else @session.local_variables + object.methods + object.private_methods + KEYWORDS
    end
  end

  def self.names_of(receiver, separator)
    object = session_value(receiver)
    return [] if UNSET.equal?(object)
    return object.methods unless separator == "::"
    Primitive.is_a(object, Module) ? object.constants + object.singleton_methods : object.methods
  end

  def self.session_value(text)
    return @session.receiver if text == "self"
    if text.start_with?("@", "$") || KEYWORDS.include?(text) || ("0".."9").cover?(text[0])
      return Primitive.eval_in_binding(text, @session, "(rutile)", 1)
    end
    return Object.const_get(text) if ("A".."Z").cover?(text[0])
    @session.local_variable_defined?(text.to_sym) ? @session.local_variable_get(text.to_sym) : UNSET
  end
end
