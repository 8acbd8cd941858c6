# Starting programs: fork, exec, spawn, system, backticks.
#
# A program is started by a copy of this process, which takes on the descriptors,
# folder and environment that were asked for and then becomes the program. What
# goes wrong in the copy is told to this process through a pipe.

module Rutile
  # A program to be run, made of what `exec`, `spawn` and `system` are given.
  class Program
    # The name that a failure's message carries: the program, or the line that the shell was to run.
    attr_reader :name, :label

    SHELL = /[*?{}\[\]<>()~&|\\$;'`"\n#=%]/
    # Words that only a shell knows.
    BUILT_IN = %w[exit cd export set unset source alias eval exec trap ulimit umask wait if for while case until . :].freeze
    private_constant :SHELL, :BUILT_IN

    def initialize(arguments, options)
      @environment = []
      @path = nil
      take_environment(arguments.shift) if environment?(arguments[0])
      options = Rutile.to_hash(arguments.pop).merge(options) if Primitive.is_a(arguments[-1], Hash)
      Rutile.refuse_count(0, "1+") if arguments.empty?
      take_command(arguments)
      @redirections = Redirections.new
      @limits = []
      take_options(options)
      @label ||= @name
    end

    OPTIONS = [:unsetenv_others, :close_others, :pgroup, :chdir, :umask, :uid, :gid, :in, :out, :err, :exception].freeze
    private_constant :OPTIONS

    # Whether the start of a program has such an option.
    def self.option?(key)
      return OPTIONS.include?(key) || limit_option?(key) if Primitive.is_a(key, Symbol)
      Primitive.is_a(key, Integer) || Primitive.is_a(key, Array) || !nil.equal?(Rutile.try_convert(key, IO, "IO", :to_io))
    end

    def self.limit_option?(key)
      name = key.name
      name.start_with?("rlimit_") && name == name.downcase && Process.constants.include?(:"RLIMIT_#{name.delete_prefix("rlimit_").upcase}")
    end

    # Yields when all is ready for `run`: the files that the program gets are open.
    def prepare
      @file = Primitive.process_find_program(@name, @path)
      @redirections.open_files do |pairs|
        @descriptors = pairs
        yield
      end
    end

    # The first descriptor beyond all that `run` puts in their places.
    def beyond_descriptors
      @redirections.beyond
    end

    # The group comes first: a user may have no right to change it.
    def take_identity
      Process.gid = Process.egid = @user_group if @user_group
      Process.uid = Process.euid = @user if @user
    end

    # Whether all that this process does for the program has been done.
    def ready?
      !nil.equal?(@descriptors)
    end

    # Becomes the program. What goes wrong is raised, with the call's name or that of the program.
    def run
      Rutile.answered(Primitive.process_set_group(0, @group), "setpgid") if @group
      File.umask(@umask) if @umask
      number = Primitive.process_redirect(@descriptors, @close_others)
      Rutile.system_error(number, "dup2") if number
      Rutile.answered(Primitive.dir_change(@folder), @folder) if @folder
      raise Errno::ENOENT, @name unless @file
      take_identity
      number, call = Primitive.process_execute(@file, @words, @environment, @clear, @limits)
      # A text that names no interpreter is the shell's, as it is for `execvp`.
      if number == Errno::ENOEXEC::Errno && nil.equal?(call)
        number, call = Primitive.process_execute("/bin/sh", ["sh", @file, *@words.drop(1)], @environment, @clear, @limits)
      end
      Rutile.system_error(number, call || @name)
    end

    private

    def environment?(object)
      Primitive.is_a(object, Hash) || (!Primitive.is_a(object, String) && !Primitive.is_a(object, Array) && object.respond_to?(:to_hash))
    end

    def take_environment(variables)
      Rutile.to_hash(variables).each do |name, value|
        name = checked(Rutile.to_str(name))
        raise ArgumentError, "environment name contains a equal : #{name}" if name.include?("=")
        value = checked(Rutile.to_str(value)) unless nil.equal?(value)
        @path = value if name == "PATH"
        @environment << name << value
      end
    end

    def checked(text)
      raise ArgumentError, "string contains null byte" if Primitive.string_has_null(text)
      text
    end

    def take_command(arguments)
      first = arguments[0]
      if (pair = Primitive.is_a(first, String) ? nil : Rutile.try_array(first))
        raise ArgumentError, "wrong first argument" unless pair.size == 2
        @name = checked(Rutile.to_str(pair[0]))
        @words = [checked(Rutile.to_str(pair[1])), *arguments[1..].map { |word| checked(Rutile.to_str(word)) }]
      elsif arguments.size > 1
        @words = arguments.map { |word| checked(Rutile.to_str(word)) }
        @name = @words[0]
      else
        take_line(checked(Rutile.to_str(first)))
      end
    end

    # One String: by the shell if it needs one, else taken apart at spaces.
    def take_line(line)
      line = line.b unless line.valid_encoding?
      words = line.split
      if words.empty?
        @name = ""
        @words = [""]
      elsif SHELL.match?(line) || BUILT_IN.include?(words[0])
        @name = "/bin/sh"
        @words = ["sh", "-c", line]
        @label = line
      else
        @words = words
        @name = words[0]
      end
    end

    # A loop of its own: no `each` stands in the trace of what is refused.
    def take_options(options)
      pairs = options.to_a
      index = 0
      while index < pairs.size
        take_option(*pairs[index])
        index += 1
      end
    end

    def take_option(key, value)
      case key
      when :unsetenv_others then @clear = flag(key, value)
      when :close_others then @close_others = flag(key, value)
      when :pgroup then @group = group(value)
      when :chdir then @folder = Rutile.to_path(value).dup
      when :umask then @umask = number(value)
      when :uid then @user = Rutile.identity_number(value, false)
      when :gid then @user_group = Rutile.identity_number(value, true)
      when :in, :out, :err then @redirections.add(key, value)
      when :exception then raise ArgumentError, "exception option is not allowed"
      when Symbol
        raise ArgumentError, "wrong exec option symbol: #{key}" unless Program.limit_option?(key)
        take_limit(key, value)
      when Integer, Array then @redirections.add(key, value)
      else
        stream = Rutile.try_convert(key, IO, "IO", :to_io)
        raise ArgumentError, "wrong exec option" unless stream
        @redirections.add(stream, value)
      end
    end

    def flag(name, value)
      return value ? true : false if nil.equal?(value) || true.equal?(value) || false.equal?(value)
      raise ArgumentError, "expected true or false as #{name}: #{value.inspect}"
    end

    def number(value)
      Rutile.convert(value, Integer, "Integer", :to_int)
    end

    # 0 for a group of its own, nil for none.
    def group(value)
      return true.equal?(value) ? 0 : nil unless value && !true.equal?(value)
      value = number(value)
      raise ArgumentError, "negative process group ID : #{value}" if value < 0
      value
    end

    def take_limit(option, value)
      resource = option.to_s.delete_prefix("rlimit_").upcase
      limits = Rutile.try_array(value) || [value]
      raise ArgumentError, "wrong exec rlimit option" unless limits.size == 1 || limits.size == 2
      soft, hard = limits.map { |limit| number(limit) }
      @limits << Rutile.limit_number(resource.to_sym) << soft << (hard || soft)
    end
  end

  # Starts a program in a process of its own: its number.
  # No scheduler of fibers hears of the pipe that tells how it went, but it does of the wait for a copy that failed.
  def self.start_program(program)
    process, failure = Fiber.blocking { program.prepare { start_process(program) } }
    return process if failure.empty?
    wait_for_child(process, 0)
    system_error(failure.unpack1("l"), failure.byteslice(4..).force_encoding(program.name.encoding))
  end

  # The number of the copy, and what it tells where it could not become the program.
  def self.start_process(program)
    reader, writer = pipe_for(program)
    process = answered(Primitive.process_fork_for_program, "fork(2)")
    become(program, writer) unless process
    writer.close
    [process, answered(Primitive.process_answer(Primitive.io_descriptor(reader)), "read")]
  ensure
    reader&.close
    writer&.close
  end

  def self.pipe_for(program)
    IO.__pipe
  rescue SystemCallError => error
    system_error(error.errno, program.label)
  end

  # The copy's part: it becomes the program, or tells why it can't.
  def self.become(program, writer)
    # Out of the way of what is put in its place.
    channel = IO.for_fd(writer.fcntl(DUPLICATE_FROM, program.beyond_descriptors))
    program.run
  rescue Exception => error
    number = Primitive.is_a(error, SystemCallError) ? error.errno : 2
    detail = Primitive.is_a(error, SystemCallError) ? error.message.delete_prefix(SystemCallError.new(number).message + " - ") : error.message
    (channel || writer).syswrite([number].pack("l") + detail.b)
  ensure
    Primitive.process_exit_at_once(127)
  end

  # `F_DUPFD_CLOEXEC`
  DUPLICATE_FROM = 1030
  private_constant :DUPLICATE_FROM
end

module Kernel
  def fork(&block)
    Rutile.fork_process(&block)
  end

  def exec(*arguments, **options)
    Rutile.exec_program(Rutile::Program.new(arguments, options))
  end

  def spawn(*arguments, **options)
    Rutile.start_program(Rutile::Program.new(arguments, options))
  end

  def system(*arguments, exception: false, **options)
    program = Rutile::Program.new(arguments, options)
    Rutile.child_status = nil
    begin
      process = Rutile.start_program(program)
    rescue SystemCallError
      raise if exception || !program.ready?
      Rutile.child_status ||= Process::Status.__of(0, 127 << 8)
      return nil
    end
    status = Rutile.wait_for_child(process, 0)
    Rutile.check_status(status)
    return true if status.success?
    if exception
      text = status.signaled? ? "SIG#{Signal.__signame(status.termsig)} (signal #{status.termsig})" : "exit #{status.exitstatus}"
      raise RuntimeError, "Command failed with #{text}: #{program.label}"
    end
    false
  end
  module_function :fork, :exec, :spawn, :system
end

module Process
  class << self
    # Every way to fork goes through here, so that a library can take note. The child draws random numbers of its own.
    def _fork
      has_drawn = Rutile.__has_drawn?
      process = Primitive.process_fork
      return process unless nil.equal?(process)
      Rutile.default_random = nil if has_drawn
      0
    end

    def spawn(*arguments, **options)
      Rutile.start_program(Rutile::Program.new(arguments, options))
    end

    def exec(*arguments, **options)
      Rutile.exec_program(Rutile::Program.new(arguments, options))
    end
  end
end

module Rutile
  def self.fork_process
    # A library's own `_fork` may answer anything.
    process = answered(to_int(Process._fork), "fork(2)")
    return process if process != 0
    return nil unless block_given?
    status = begin
               yield
               finish_program(nil)
             rescue Exception => error
               finish_program(error)
             end
    end_process(status)
  end

  def self.exec_program(program)
    program.prepare do
      # The program that comes next knows nothing of what streams have gathered.
      Primitive.io_flush_all
      program.run
    end
  end

  # Leaves the process at once, all said and done; a negative status is a signal to die of.
  def self.end_process(status)
    if status < 0
      Primitive.set_signal_handler(-status, nil, 0)
      Primitive.process_kill(Primitive.process_id, -status)
    end
    Primitive.process_exit_at_once(status & 0xff)
  end
end
