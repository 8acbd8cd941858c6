# IO: writing.

class IO
  def write(*objects)
    __writable
    return __write(objects[0]) if objects.size == 1
    total = 0
    objects.each { |object| total += __write(object) }
    total
  end

  # One object as text.
  def __write(object)
    text = Rutile.text(object)
    if @__external && !@__mode.binary? && @__external != Encoding::BINARY && text.encoding != @__external && !text.ascii_only?
      text = text.encode(@__external)
    end
    Primitive.stream_write(__out, text)
  end

  def <<(object)
    write(object)
    self
  end

  def print(*objects)
    objects = [Primitive.last_line] if objects.empty?
    separator = $,
    index = 0
    while index < objects.size
      write(separator) if separator && index > 0
      write(objects[index])
      index += 1
    end
    write($\) if $\
    nil
  end

  def puts(*objects)
    Rutile.put_lines(self, objects)
  end

  def putc(object)
    if Primitive.is_a(object, String)
      write(object[0])
    else
      write((Rutile.to_int(object) & 0xff).chr)
    end
    object
  end

  def printf(format_string = (nothing = true; nil), *arguments)
    return nil if nothing
    write(Kernel.format(format_string, *arguments))
    nil
  end

  def syswrite(object)
    __writable
    text = Rutile.text(object)
    while true
      count = Primitive.stream_write_system(__out, text)
      return count if count
      Rutile.poll_all([__out], [4], nil)
    end
  end

  def write_nonblock(object, exception: true)
    __writable
    flags = Primitive.stream_control(__out, 3, 0)
    Primitive.stream_control(__out, 4, flags | 0x800) if flags & 0x800 == 0
    count = Primitive.stream_write_system(__out, Rutile.text(object))
    return count if count
    return :wait_writable unless exception
    raise EAGAINWaitWritable, "write would block"
  end

  def pwrite(object, offset)
    __writable
    Primitive.stream_write_at(__out, Rutile.text(object), Rutile.to_int(offset))
  end

  def flush
    __open
    Primitive.stream_flush(__out)
    self
  end
end

module Rutile
  # `puts` to anything that can `write`: one write a line, so that lines stay whole.
  def self.put_lines(port, objects)
    if objects.empty?
      port.write("\n")
      return nil
    end
    index = 0
    while index < objects.size
      put_line(port, objects[index])
      index += 1
    end
    nil
  end

  def self.put_line(port, object)
    unless Primitive.is_a(object, String)
      array = try_convert(object, Array, "Array", :to_ary)
      if array
        put_array(port, array)
        return
      end
      object = text(object)
    end
    object.end_with?("\n") ? port.write(object) : port.write(object, "\n")
  end

  def self.put_array(port, array)
    done = guard_against_recursion(:puts, array) do
      array.each { |element| put_line(port, element) }
      true
    end
    port.write("[...]", "\n") if UNSET.equal?(done)
  end
end
