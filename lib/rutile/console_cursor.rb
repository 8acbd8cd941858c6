# The terminal's cursor and what it erases, by the control sequences that every terminal knows.

class IO
  def goto(row, column)
    __control_sequence("#{Rutile.to_int(row) + 1};#{Rutile.to_int(column) + 1}H")
  end

  def goto_column(column)
    __control_sequence("#{Rutile.to_int(column) + 1}G")
  end

  # Where the terminal says that the cursor is; it answers as if its answer were typed.
  def cursor
    row, column = raw do
      __control_sequence("6n")
      Rutile.cursor_report(self)
    end
    [row - 1, column - 1]
  end

  def cursor=(place)
    place = Rutile.to_ary(place)
    raise ArgumentError, "expected 2D coordinate" unless place.size == 2
    goto(*place)
  end

  def cursor_up(lines) = __move_cursor(lines, "A", "B")
  def cursor_down(lines) = __move_cursor(lines, "B", "A")
  def cursor_right(columns) = __move_cursor(columns, "C", "D")
  def cursor_left(columns) = __move_cursor(columns, "D", "C")
  def scroll_forward(lines) = __move_cursor(lines, "S", "T")
  def scroll_backward(lines) = __move_cursor(lines, "T", "S")

  def erase_line(mode)
    __control_sequence("#{Rutile.erase_mode(mode, 2, "line")}K")
  end

  def erase_screen(mode)
    __control_sequence("#{Rutile.erase_mode(mode, 3, "screen")}J")
  end

  def clear_screen
    erase_screen(2)
    goto(0, 0)
  end

  # The terminal's name; nil of a stream that is none.
  def ttyname
    tty? ? File.readlink("/proc/self/fd/#{__descriptor}") : nil
  end

  # Both are for Windows.
  %i[pressed? check_winsize_changed].each do |name|
    define_method(name) { |*| raise NotImplementedError, "#{name}() function is unimplemented on this machine" }
  end

  private

  def __control_sequence(sequence)
    write("\e[#{sequence}")
    self
  end

  # So many steps; as many in the other direction where the number is negative.
  def __move_cursor(steps, forth, back)
    steps = Rutile.to_int(steps)
    return self if steps == 0
    __control_sequence(steps > 0 ? "#{steps}#{forth}" : "#{-steps}#{back}")
  end
end

module Rutile
  def self.erase_mode(mode, highest, what)
    mode = 0 if nil.equal?(mode)
    raise ArgumentError, "wrong #{what} erase mode: #{mode}" unless Integer === mode && mode.between?(0, highest)
    mode
  end

  # Row and column from the terminal's report, `ESC [ row ; column R`.
  def self.cursor_report(stream)
    report = +""
    while (byte = stream.getc)
      report << byte
      break if byte == "R"
    end
    found = report.match(/\e\[(\d+);(\d+)R\z/)
    raise IOError, "the terminal does not say where its cursor is: #{report.inspect}" unless found
    found.captures.map(&:to_i)
  end
end
