# Kernel: printing and reading without a receiver.

module Kernel
  def puts(*objects)
    primitive :kernel_puts
    $stdout.puts(*objects)
  end

  def print(*objects)
    primitive :kernel_print
    objects = [Primitive.last_line] if objects.empty?
    $stdout.print(*objects)
  end

  def p(*objects)
    objects.each { |object| $stdout.write(Rutile.inspected(object), "\n") }
    objects.size > 1 ? objects : objects[0]
  end

  def printf(*arguments)
    return nil if arguments.empty?
    first = arguments[0]
    return $stdout.write(Kernel.format(*arguments)) && nil if Primitive.is_a(first, String)
    first.write(Kernel.format(*arguments[1..]))
    nil
  end

  def putc(object)
    $stdout.putc(object)
  end

  def display(port = $stdout)
    port.write(self)
    nil
  end
  module_function :puts, :print, :p, :printf, :putc
end

module Rutile
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
      return put_lines(stream, elements)
    else
      text = text(object)
    end
    Primitive.io_ends_line(text) ? stream.write(text) : stream.write(text, "\n")
  end

  def self.put_lines(stream, elements)
    done = recursion_guard(elements, :puts, UNSET) do
      elements.each { |element| put_line(stream, element) }
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
end
