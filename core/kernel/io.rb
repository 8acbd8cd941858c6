# Kernel: printing and reading without a receiver.

module Kernel
  def puts(*objects)
    primitive :kernel_puts
    return Rutile.puts_to(self, objects) if equal?($stdout)
    $stdout.__send__(:puts, *objects)
  end

  def print(*objects)
    primitive :kernel_print
    Rutile.print_to($stdout, objects)
  end

  def p(*objects)
    objects.each { |object| $stdout.write(Rutile.inspected(object), "\n") }
    Rutile.flush_standard_output
    objects.size > 1 ? objects : objects[0]
  end

  # The library's own takes its place; where that isn't installed, lines are not broken.
  def pp(*objects)
    begin
      Kernel.require("pp")
    rescue LoadError
      return p(*objects)
    end
    pp(*objects)
  end

  def printf(*arguments)
    return nil if arguments.empty?
    return $stdout.write(Kernel.format(*arguments)) && nil if Primitive.is_a(arguments[0], String)
    raise ArgumentError, "too few arguments" if arguments.size == 1
    arguments[0].write(Kernel.format(*arguments[1..]))
    nil
  end

  def putc(object)
    return Rutile.putc_to(self, object) if equal?($stdout)
    $stdout.__send__(:putc, object)
  end

  def display(port = $stdout)
    port.write(self)
    nil
  end

  # --- Reading ---

  def gets(*arguments, **options)
    primitive :kernel_gets
    line = ARGF.gets(*arguments, **options)
    Primitive.set_last_line(line)
    line
  end

  def readline(*arguments, **options)
    line = ARGF.readline(*arguments, **options)
    Primitive.set_last_line(line)
    line
  end

  def readlines(*arguments, **options)
    ARGF.readlines(*arguments, **options)
  end

  # --- Opening and waiting ---

  def open(path, *arguments, **options, &block)
    if !Primitive.is_a(path, String) && Rutile.has_method?(path, :to_open)
      opened = path.to_open(*arguments, **options)
      return block ? yield(opened) : opened
    end
    if arguments.size > 2
      Rutile.refuse_count(arguments.size + 1, "1..3")
    end
    if (command = Rutile.piped_command(path, "Calling Kernel#open"))
      return IO.__popen(command, *arguments[0, 1], **options, &block)
    end
    File.__open(Rutile.to_path(path), *arguments, **options, &block)
  end

  def select(...)
    IO.select(...)
  end

  def `(command)
    IO.__popen(Rutile.to_str(command)) { |io| io.read }
  end

  def syscall(*arguments)
    raise NotImplementedError, "syscall() function is unimplemented on this machine"
  end

  def test(command, *paths)
    command = Primitive.is_a(command, Integer) ? command.chr : Rutile.to_str(command)[0]
    Rutile.test_file(command, paths)
  end

  module_function :puts, :print, :p, :printf, :putc, :gets, :readline, :readlines, :open, :select, :`, :syscall, :test
  private :pp
end

module Rutile
  # Whoever looks for what was printed by `p` finds it, in whatever order he prints otherwise.
  def self.flush_standard_output
    stream = $stdout
    return unless Primitive.is_a(stream, IO)
    Primitive.io_check_open(stream)
    stream.__drain
  end

  # `print`, to anything that has `write`.
  def self.print_to(stream, objects)
    objects = [Primitive.last_line] if objects.empty?
    between = $,
    first = true
    objects.each do |object|
      stream.write(between) unless first || nil.equal?(between)
      stream.write(object)
      first = false
    end
    stream.write($\) if $\
    nil
  end

  # `puts`, to anything that has `write`.
  def self.puts_to(stream, objects)
    stream.write("\n") if objects.empty?
    objects.each { |object| put_line(stream, object) }
    nil
  end

  def self.put_line(stream, object)
    if Primitive.is_a(object, String)
      text = object
    elsif (elements = try_array(object))
      return put_lines(stream, elements) if Primitive.identical(elements, object)
      # An Array that holds itself would go on for ever.
      done = recursion_guard(object, :puts, UNSET) { put_lines(stream, elements) }
      return UNSET.equal?(done) ? put_line(stream, "[...]") : done
    else
      text = text(object)
    end
    return stream.write(text) if Primitive.io_ends_line(text)
    return stream.write("\n") if text.empty?
    return stream.write(text, "\n") unless takes_one_text?(stream)
    stream.write(text)
    stream.write("\n")
  end

  # Whether a stream's `write` is of the old kind, which is called for each text.
  def self.takes_one_text?(stream)
    return false if Primitive.is_core_method(stream, :write)
    return false unless ::Kernel.instance_method(:method).bind_call(stream, :write).arity == 1
    if $VERBOSE
      name = Primitive.singleton_method_names(stream, false).include?(:write) ? "#{stream.inspect}." : "#{Primitive.class_of(stream)}#"
      warn_at(Primitive.caller_position(0), "#{name}write is outdated interface which accepts just one argument")
    end
    true
  end

  def self.put_lines(stream, elements)
    done = recursion_guard(elements, :puts, UNSET) do
      index = 0
      while index < Primitive.array_size(elements)
        put_line(stream, Primitive.array_at(elements, index))
        index += 1
      end
    end
    put_line(stream, "[...]") if UNSET.equal?(done)
  end

  # `putc`, to anything that has `write`.
  def self.putc_to(stream, object)
    if Primitive.is_a(object, String)
      stream.write(object[0])
    else
      stream.write((to_int(object) & 0xff).chr)
    end
    object
  end

  FILE_TESTS = {
    "b" => :blockdev?, "c" => :chardev?, "d" => :directory?, "e" => :exist?, "f" => :file?, "g" => :setgid?, "G" => :grpowned?,
    "k" => :sticky?, "l" => :symlink?, "o" => :owned?, "O" => :owned?, "p" => :pipe?, "r" => :readable?, "R" => :readable_real?,
    "s" => :size?, "S" => :socket?, "u" => :setuid?, "w" => :writable?, "W" => :writable_real?, "x" => :executable?,
    "X" => :executable_real?, "z" => :zero?, "A" => :atime, "C" => :ctime, "M" => :mtime,
  }.freeze

  def self.shown_command(command)
    byte = command.getbyte(0)
    return format("\"\\x%02X\"", [byte]) if byte && (byte < 0x20 || byte > 0x7E)
    "'#{command == "'" || command == "\\" ? "\\" : ""}#{command}'"
  end

  # `test(command, path ...)`
  def self.test_file(command, paths)
    wanted = ["-", "=", "<", ">"].include?(command) ? 2 : 1
    unless wanted == 2 || FILE_TESTS.key?(command)
      raise ArgumentError, "unknown command #{shown_command(command)}"
    end
    Rutile.refuse_count(paths.size + 1, wanted + 1) if paths.size != wanted
    case command
    when "-" then File.identical?(*paths)
    when "=" then File.mtime(paths[0]) == File.mtime(paths[1])
    when "<" then File.mtime(paths[0]) < File.mtime(paths[1])
    when ">" then File.mtime(paths[0]) > File.mtime(paths[1])
    else File.__send__(FILE_TESTS[command], paths[0])
    end
  end
end
