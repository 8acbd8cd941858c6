# Starting programs: fork, exec, spawn, system, backticks.
#
# A program is started by a copy of this process, which takes on the descriptors,
# folder and environment that were asked for and then becomes the program. What
# goes wrong in the copy is told to this process through a pipe.

module Rutile
  # A program to be run, made of what `exec`, `spawn` and `system` are given.
  class Program
    attr_reader :name

    SHELL = /[*?{}\[\]<>()~&|\\$;'`"\n#=%]/
    # Words that only a shell knows.
    BUILT_IN = %w[exit cd export set unset source alias eval exec trap ulimit umask wait if for while case until . :].freeze
    private_constant :SHELL, :BUILT_IN

    def initialize(arguments, options)
      @environment = []
      take_environment(arguments.shift) if environment?(arguments[0])
      raise ArgumentError, "wrong number of arguments (given 0, expected 1+)" if arguments.empty?
      options = Rutile.to_hash(arguments.pop).merge(options) if arguments.size > 1 && Primitive.is_a(arguments[-1], Hash)
      take_command(arguments)
      @redirections = []
      @inherited = []
      take_options(options)
    end

    # Becomes the program; answers the number of the error.
    def run
      Process.setpgid(0, @group) if @group
      File.umask(@umask) if @umask
      Primitive.process_execute(@words, @environment, @clear, resolved_redirections, @folder, @name, @limits)
    end

    private

    def environment?(object)
      Primitive.is_a(object, Hash) || (!Primitive.is_a(object, String) && !Primitive.is_a(object, Array) && object.respond_to?(:to_hash))
    end

    def take_environment(variables)
      Rutile.to_hash(variables).each do |name, value|
        @environment << checked(Rutile.to_str(name)) << (nil.equal?(value) ? nil : checked(Rutile.to_str(value)))
      end
    end

    def checked(text)
      raise ArgumentError, "string contains null byte" if Primitive.string_has_null(text)
      text
    end

    def take_command(arguments)
      first = arguments[0]
      if Primitive.is_a(first, Array) || (arguments.size == 1 && !Primitive.is_a(first, String) && first.respond_to?(:to_ary))
        first = Rutile.to_ary(first)
        raise ArgumentError, "wrong first argument" unless first.size == 2
        @name = checked(Rutile.to_str(first[0]))
        @words = [checked(Rutile.to_str(first[1])), *arguments[1..].map { |word| checked(Rutile.to_str(word)) }]
      elsif arguments.size > 1
        @words = arguments.map { |word| checked(Rutile.to_str(word)) }
        @name = @words[0]
      else
        take_line(checked(Rutile.to_str(first)))
      end
    end

    # One String: by the shell if it needs one, else taken apart at spaces.
    def take_line(line)
      words = line.split
      if SHELL.match?(line) || words.empty? || BUILT_IN.include?(words[0])
        raise Errno::ENOENT, line if words.empty?
        @name = "/bin/sh"
        @words = ["sh", "-c", line]
      else
        @words = words
        @name = words[0]
      end
    end

    def take_options(options)
      @limits = []
      options.each do |key, value|
        case key
        when :unsetenv_others then @clear = value ? true : false
        when :pgroup then @group = true.equal?(value) ? 0 : value && Rutile.to_int(value)
        when :chdir then @folder = Rutile.to_path(value)
        when :umask then @umask = Rutile.to_int(value)
        when :close_others, :new_pgroup, :exception then nil
        when :in, :out, :err, Integer, IO, Array then take_redirection(key, value)
        else
          if Primitive.is_a(key, Symbol) && key.start_with?("rlimit_")
            take_limit(key, [*value])
          elsif key.respond_to?(:to_io)
            take_redirection(key.to_io, value)
          else
            raise ArgumentError, "wrong exec option symbol: #{key}" if Primitive.is_a(key, Symbol)
            raise ArgumentError, "wrong exec option"
          end
        end
      end
    end

    def take_limit(option, limits)
      soft, hard = limits
      resource = option.to_s.delete_prefix("rlimit_").upcase
      raise ArgumentError, "wrong exec option symbol: #{option}" unless Process.const_defined?("RLIMIT_#{resource}")
      @limits << Rutile.limit_number(resource.to_sym) << Rutile.limit_value(soft) << Rutile.limit_value(limits.size > 1 ? hard : soft)
    end

    def take_redirection(keys, value)
      targets = (Primitive.is_a(keys, Array) ? keys : [keys]).map { |key| descriptor(key) }
      targets.each { |target| @redirections << [target, value, targets] }
    end

    def descriptor(object)
      case object
      when :in then 0
      when :out then 1
      when :err then 2
      when Integer then object
      else Rutile.to_io(object).fileno
      end
    end

    # Pairs of descriptors: which is to be replaced, and by which (-1: closed).
    def resolved_redirections
      opened = {}
      # What refers to the child's own descriptors comes after they have been replaced.
      own, others = @redirections.partition { |_, value, _| Primitive.is_a(value, Array) && value[0] == :child }
      (others + own).flat_map do |target, value, targets|
        [target, source(target, value, targets, opened)]
      end
    end

    def source(target, value, targets, opened)
      case value
      when :close then -1
      when :in, :out, :err, Integer then descriptor(value)
      when String then open_file(value, nil, nil, targets, opened)
      when Array
        return descriptor(value[1]) if value[0] == :child
        open_file(value[0], value[1], value[2], targets, opened)
      else
        value.respond_to?(:to_path) && !value.respond_to?(:to_io) ? open_file(value.to_path, nil, nil, targets, opened) : descriptor(value)
      end
    end

    def open_file(path, mode, permissions, targets, opened)
      opened[targets] ||= begin
        file = File.open(path, mode || (targets == [0] ? "r" : "w"), permissions || 0o644)
        (@kept ||= []) << file
        file.fileno
      end
    end
  end

  # Starts a program in a process of its own: its number.
  # No scheduler of fibers hears of the pipe that tells how it went.
  def self.start_program(program)
    Fiber.blocking { start_process(program) }
  end

  def self.start_process(program)
    reader, writer = IO.pipe
    reader.binmode
    process = Primitive.process_fork
    answered(process, "fork(2)")
    unless process
      begin
        reader.close
        number = program.run
        writer.syswrite([number].pack("l"))
      rescue Exception => error
        number = Primitive.is_a(error, SystemCallError) ? error.errno : 2
        writer.syswrite([number].pack("l"))
      ensure
        Primitive.process_exit_at_once(127)
      end
    end
    writer.close
    failure = reader.read
    reader.close
    unless failure.empty?
      wait_for_child(process, 0)
      system_error(failure.unpack1("l"), program.name)
    end
    process
  end
end

module Kernel
  def fork
    process = Rutile.answered(Process._fork, "fork(2)")
    return process if process != 0
    return nil unless block_given?
    status = begin
               yield
               Rutile.finish_program(nil)
             rescue Exception => error
               Rutile.finish_program(error)
             end
    Rutile.end_process(status)
  end

  def exec(*arguments, **options)
    program = Rutile::Program.new(arguments, options)
    Rutile.system_error(program.run, program.name)
  end

  def spawn(*arguments, **options)
    Rutile.start_program(Rutile::Program.new(arguments, options))
  end

  def system(*arguments, exception: false, **options)
    program = Rutile::Program.new(arguments, options)
    begin
      process = Rutile.start_program(program)
    rescue SystemCallError
      raise if exception
      Rutile.child_status = Process::Status.__of(0, 127 << 8)
      return nil
    end
    status = Rutile.wait_for_child(process, 0)
    return true if status.success?
    if exception
      text = status.signaled? ? "SIG#{Signal.signame(status.termsig)} (signal #{status.termsig})" : "exit #{status.exitstatus}"
      raise RuntimeError, "Command failed with #{text}: #{program.name}"
    end
    status.exited? ? false : nil
  end

  def `(command)
    command = Rutile.to_str(command)
    reader, writer = IO.pipe
    process = Rutile.start_program(Rutile::Program.new([command], { out: writer }))
    writer.close
    output = reader.read
    reader.close
    Rutile.wait_for_child(process, 0)
    output
  end
  module_function :fork, :exec, :spawn, :system, :`
end

module Process
  class << self
    # Every way to fork goes through here, so that a library can take note.
    def _fork
      process = Primitive.process_fork
      nil.equal?(process) ? 0 : process
    end

    def spawn(*arguments, **options)
      Kernel.spawn(*arguments, **options)
    end

    def exec(*arguments, **options)
      Kernel.exec(*arguments, **options)
    end
  end
end

module Rutile
  # Leaves the process at once, all said and done; a negative status is a signal to die of.
  def self.end_process(status)
    if status < 0
      Primitive.set_signal_handler(-status, nil, 0)
      Primitive.process_kill(Process.pid, -status)
    end
    Primitive.process_exit_at_once(status & 0xff)
  end
end
