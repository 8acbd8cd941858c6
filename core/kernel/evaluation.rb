# Kernel: code as text, bindings, and what a program can ask of its own calls.

module Kernel
  def binding
    Primitive.program_binding
  end

  def eval(source, scope = nil, file = (no_file = true; nil), line = 1)
    source, file, line = no_file ? Rutile.evaluation_arguments(source) : Rutile.evaluation_arguments_with_file(source, file, line)
    unless nil.equal?(scope) || Primitive.is_a(scope, Binding)
      raise TypeError, "wrong argument type #{Primitive.class_of(scope)} (expected binding)"
    end
    Primitive.eval_in_binding(source, scope || Primitive.eval_binding(self), file, line)
  end

  def local_variables
    Primitive.binding_variable_names(Primitive.program_binding)
  end

  def global_variables
    names = Primitive.global_names
    match = Primitive.last_match
    return names if nil.equal?(match)
    (1...match.size).each { |group| names << :"$#{group}" if match.begin(group) }
    names
  end

  def __method__
    Primitive.current_method(false)
  end

  def __callee__
    Primitive.current_method(true)
  end

  def __dir__
    path = Primitive.program_path
    return nil if nil.equal?(path) || path.start_with?("(eval")
    return "." if path == "-e"
    Primitive.path_folder(Rutile.source_file(path) || path, 1)
  end

  def caller(start = 1, length = nil)
    primitive :kernel_caller
    lines = Rutile.calls(start, length)
    lines && lines.map(&:to_s)
  end

  def caller_locations(start = 1, length = nil)
    primitive :kernel_caller_locations
    Rutile.calls(start, length)
  end

  def autoload(name, path)
    Primitive.program_module.autoload(name, path)
  end

  def autoload?(name, inherit = true)
    Primitive.program_module.autoload?(name, inherit)
  end
  module_function :binding, :eval, :local_variables, :global_variables, :__method__, :__callee__, :__dir__,
                  :caller, :caller_locations, :autoload, :autoload?
end

class Thread
end

class Thread::Backtrace
  # One call on its way: where it stands and what it runs.
  class Location
    def __set_up(path, line, label, base_label)
      @__path = path
      @__line = line
      @__label = label
      @__base_label = base_label
      self
    end

    def path
      Primitive.location_path(self)
    end

    def absolute_path
      path = Primitive.location_path(self)
      return nil if path.start_with?("(eval") || path == "-e"
      # A file that is gone, unless it never was one: an eval may be given any name.
      Rutile.source_file(path) || (path.start_with?("/") ? path : nil)
    end

    def lineno
      Primitive.location_line(self)
    end

    def label
      Primitive.location_label(self)
    end

    def base_label
      Primitive.location_base_label(self)
    end

    def to_s
      "#{Primitive.location_path(self)}:#{Primitive.location_line(self)}:in '#{Primitive.location_label(self)}'"
    end

    def inspect
      to_s.inspect
    end
  end

  # Of `[path, line, label, base label]` each.
  def self.__locations(entries)
    entries.map { |entry| Location.allocate.__set_up(*entry) }
  end

  # Some of the locations, from `start` on; nil where there are not so many.
  def self.__piece(locations, start, length)
    return locations[start] if Primitive.is_a(start, Range)
    start = __size(start, "level")
    nil.equal?(length) ? locations[start..] : locations[start, __size(length, "size")]
  end

  def self.__size(size, name)
    size = Rutile.to_position(size)
    raise ArgumentError, "negative #{name} (#{size})" if size < 0
    size
  end

  def self.limit
    Rutile.backtrace_limit
  end
end

module Rutile
  @location_class = Thread::Backtrace::Location

  # The calls below the one that asks, `start` of them skipped.
  def self.calls(start, length)
    return Primitive.call_locations(0, nil)[start] if Primitive.is_a(start, Range)
    start = Thread::Backtrace.__size(start, "level")
    length = Thread::Backtrace.__size(length, "size") unless nil.equal?(length)
    # Of no calls at all it does not matter where they would begin.
    return [] if length == 0
    Primitive.call_locations(start, length)
  end
end
