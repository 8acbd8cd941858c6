# Which descriptors a program starts with, as `spawn` and its like are told.
#
# Redirections are checked and turned into descriptors in this process, so that a wrong one is
# raised here; only the calls that put them in their places are made in the copy.

module Rutile
  class Redirections
    STANDARD = { in: 0, out: 1, err: 2 }.freeze
    private_constant :STANDARD

    def initialize
      @sources = {}
      @files = []
      @of_child = {}
      @opened = []
    end

    # `key => value` of the options: descriptors, and what becomes of them.
    def add(key, value)
      list = Primitive.is_a(key, Array) ? key : [key]
      targets = list.map { |target| descriptor(target) }
      source = source_of(targets, value)
      targets.each { |target| add_target(target, source) }
    end

    # Opens the files, yields pairs of a target and its source (-1: closed), and closes the files again.
    def open_files
      @files.each do |numbers, path, flags, permissions|
        file = open_file(path, flags, permissions)
        @opened << file
        numbers.each { |number| @sources[number] = file.fileno }
      end
      yield pairs
    ensure
      @opened.each(&:close)
      @opened.clear
    end

    # The first descriptor beyond all that are replaced.
    def beyond
      [2, *@sources.keys, *@of_child.keys].max + 1
    end

    private

    def add_target(target, source)
      if @sources.key?(target) || @of_child.key?(target)
        raise ArgumentError, "fd #{target} specified twice"
      end
      case source
      when OwnSource then @of_child[target] = source.descriptor
      when FileSource
        @sources[target] = nil
        source.numbers << target
      else @sources[target] = source
      end
    end

    # Another descriptor of the program's own.
    OwnSource = Struct.new(:descriptor)
    # A file, and the descriptors that it is opened for.
    FileSource = Struct.new(:numbers)
    private_constant :OwnSource, :FileSource

    def source_of(targets, value)
      case value
      when :close then -1
      when Symbol
        STANDARD[value] || raise(ArgumentError, "wrong exec redirect symbol: #{value}")
      when String
        add_file(value, standard_output?(targets) ? File::WRONLY | File::CREAT | File::TRUNC : File::RDONLY, 0o644)
      when Array
        value.size == 2 && :child.equal?(value[0]) ? OwnSource.new(descriptor(value[1])) : file_of(*value[0, 3])
      when Integer then checked_source(value)
      else
        stream = Rutile.try_convert(value, IO, "IO", :to_io)
        raise ArgumentError, "wrong exec redirect action" unless stream
        number_of(stream)
      end
    end

    # -1 stays as it is in the program: nil; it is the system that refuses others.
    def checked_source(number)
      number == -1 ? nil : number
    end

    def standard_output?(targets)
      targets.all? { |target| target == 1 || target == 2 }
    end

    def file_of(path = nil, mode = nil, permissions = nil)
      path = Rutile.to_path(path)
      flags = if nil.equal?(mode)
                File::RDONLY
              elsif Primitive.is_a(mode, String)
                OpenMode.new(mode, nil, {}).flags
              else
                Rutile.convert(mode, Integer, "Integer", :to_int)
              end
      add_file(path, flags, nil.equal?(permissions) ? 0o644 : Rutile.convert(permissions, Integer, "Integer", :to_int))
    end

    def add_file(path, flags, permissions)
      numbers = []
      @files << [numbers, Rutile.to_path(path), flags, permissions]
      FileSource.new(numbers)
    end

    def open_file(path, flags, permissions)
      File.__open(path, flags, permissions)
    rescue SystemCallError => error
      Rutile.system_error(error.errno, path)
    end

    def descriptor(object)
      number = case object
               when Integer then object
               when Symbol then STANDARD[object]
               else
                 stream = Rutile.try_convert(object, IO, "IO", :to_io)
                 stream && number_of(stream)
               end
      raise ArgumentError, "wrong exec redirect" unless number
      raise ArgumentError, "negative file descriptor" if number < 0
      number
    end

    def number_of(stream)
      raise ArgumentError, "duplex IO redirection" if Primitive.io_read_descriptor(stream) != Primitive.io_write_descriptor(stream)
      stream.fileno
    end

    def pairs
      sources = @sources.reject { |_, source| nil.equal?(source) }
      @of_child.each_key { |target| sources[target] = source_within(target) }
      sources.to_a.flatten
    end

    # The descriptor that one of the program's own comes to, followed through others that are such too.
    def source_within(target)
      source = target
      @of_child.size.times do
        source = @of_child[source]
        break unless @of_child.key?(source)
      end
      raise ArgumentError, "cyclic child fd redirection from #{target}" if @of_child.key?(source)
      raise ArgumentError, "child fd #{source} is not redirected" unless @sources.key?(source)
      @sources[source] || source
    end
  end
end
