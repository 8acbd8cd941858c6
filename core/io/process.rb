# IO: pipes to other processes.

class IO
  def self.popen(*arguments, **options, &block)
    environment = nil
    with_options = !options.empty?
    if arguments.size > 1 && Primitive.is_a(arguments[-1], Hash)
      options = arguments.pop.merge(options)
      with_options = true
    end
    if arguments.size > 1 && (environment = Rutile.try_hash(arguments[0]))
      arguments.shift
    end
    unless arguments.size.between?(1, 2)
      # Options count as an argument.
      Rutile.refuse_count(arguments.size + (with_options ? 1 : 0), with_options ? "2..3" : "1..2")
    end
    command, mode = arguments
    command = Rutile.try_array(command) || Rutile.to_str(command)
    io = allocate.__start_process(Rutile::ProcessPipe.new(environment, command, mode || "r", options))
    return io if nil.equal?(io) && !block
    return Rutile.run_forked_block(block) if nil.equal?(io)
    return io unless block
    begin
      yield io
    ensure
      io.__close_program
    end
  end

  class << self
    alias __popen popen
  end

  # Starts the process; nil in the child of a fork.
  def __start_process(pipe)
    process = pipe.start
    return nil if nil.equal?(process)
    descriptor = pipe.reader || pipe.writer
    mode = pipe.mode
    __attach(descriptor, mode, mode.flags)
    Primitive.io_change_mode(self, SYNC_MODE, 0)
    Primitive.io_set_writer(self, pipe.writer) if pipe.reader && pipe.writer
    Primitive.io_set_process(self, process)
    self
  end
end

module Rutile
  # In the child of `IO.popen("-") { }`: the block runs with nil and the process ends well, however the block did.
  def self.run_forked_block(block)
    begin
      block.call(nil)
    rescue Exception
      nil
    end
    Primitive.io_flush_all
    Primitive.exit_now(0)
  end

  # The descriptors between this process and one that is to be started.
  class ProcessPipe
    attr_reader :reader, :writer, :mode

    def initialize(environment, command, mode, options)
      @environment = environment
      @command = command
      @process_options = {}
      rest = {}
      options.each_pair { |name, value| (Program.option?(name) ? @process_options : rest)[name] = value }
      @mode = OpenMode.new(mode, nil, rest)
    end

    # The number of the process; nil in the child of a fork.
    def start
      access = @mode.flags & 3
      child_reader, @writer = pair unless access == File::RDONLY
      @reader, child_writer = pair unless access == File::WRONLY
      process = forks? ? fork_with(child_reader, child_writer) : spawn_with(child_reader, child_writer)
      process
    rescue SystemCallError
      [@reader, @writer].each { |descriptor| Primitive.io_close_descriptor(descriptor) if descriptor }
      raise
    ensure
      [child_reader, child_writer].each { |descriptor| Primitive.io_close_descriptor(descriptor) if descriptor } unless @is_child
    end

    def pair
      ends = Rutile.with_descriptor { Primitive.io_pipe }
      Rutile.system_result(ends, nil, label) unless Primitive.is_a(ends, Array)
      ends
    end

    # The name that a failure's message carries.
    def label
      Primitive.is_a(@command, String) ? Program.new([@command], {}).label : Rutile.to_ary(@command)[0]
    end

    def forks?
      Primitive.is_a(@command, String) && @command == "-"
    end

    def fork_with(child_reader, child_writer)
      process = Rutile.fork_process
      return process if process
      @is_child = true
      [[child_reader, 0], [child_writer, 1]].each do |descriptor, target|
        next if nil.equal?(descriptor)
        Rutile.system_result(Primitive.io_duplicate_to(descriptor, target))
        Primitive.io_close_descriptor(descriptor)
      end
      [@reader, @writer].each { |descriptor| Primitive.io_close_descriptor(descriptor) if descriptor }
      # Whoever reads the pipe sees what is written at once, however the child ends.
      STDOUT.sync = STDERR.sync = true
      nil
    end

    def spawn_with(child_reader, child_writer)
      options = {}
      options[0] = child_reader if child_reader
      options[1] = child_writer if child_writer
      options.update(@process_options)
      words = command_words(options)
      words.unshift(@environment) if @environment
      Rutile.start_program(Rutile::Program.new(words, options))
    end

    # The words of a program: a line for the shell, or a program and its arguments.
    def command_words(options)
      list = Primitive.is_a(@command, String) ? nil : Rutile.try_array(@command)
      return [Rutile.to_str(@command)] unless list
      list = list.dup
      if (environment = list[0] && Rutile.try_hash(list[0]))
        @environment = environment
        list.shift
      end
      if (more = list[-1] && Rutile.try_hash(list[-1]))
        options.replace(more.merge(options))
        list.pop
      end
      Rutile.refuse_count(0, "1+") if list.empty?
      program = list[0]
      return [[program, program], *list[1..]] if list.size == 1 && Primitive.is_a(program, String)
      list
    end
  end
end
