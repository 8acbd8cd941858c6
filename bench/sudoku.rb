# Backtracking over arrays and bit sets: a sudoku that is hard for a program that guesses.
# quick: 1
CELLS = 81
ROW = Array.new(CELLS) { |cell| cell / 9 }
COLUMN = Array.new(CELLS) { |cell| cell % 9 }
BOX = Array.new(CELLS) { |cell| cell / 27 * 3 + cell % 9 / 3 }
PUZZLE = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
SIMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

class Sudoku
  attr_reader :steps

  def initialize(text)
    @values = Array.new(CELLS, 0)
    @rows = Array.new(9, 0)
    @columns = Array.new(9, 0)
    @boxes = Array.new(9, 0)
    @steps = 0
    text.each_char.with_index { |digit, cell| put(cell, 1 << digit.to_i) if digit != "." }
  end

  def put(cell, bit)
    @values[cell] = bit
    toggle(cell, bit)
  end

  def take(cell)
    toggle(cell, @values[cell])
    @values[cell] = 0
  end

  def toggle(cell, bit)
    @rows[ROW[cell]] ^= bit
    @columns[COLUMN[cell]] ^= bit
    @boxes[BOX[cell]] ^= bit
  end

  def candidates(cell)
    0b1111111110 & ~(@rows[ROW[cell]] | @columns[COLUMN[cell]] | @boxes[BOX[cell]])
  end

  # The open cell with the fewest candidates, so that wrong guesses show early.
  def narrowest
    best = nil
    fewest = 10
    @values.each_with_index do |value, cell|
      next unless value == 0
      count = bits_in(candidates(cell))
      if count < fewest
        best = cell
        fewest = count
      end
    end
    best
  end

  def bits_in(set)
    count = 0
    while set != 0
      set &= set - 1
      count += 1
    end
    count
  end

  def solve
    @steps += 1
    cell = narrowest
    return true unless cell
    open = candidates(cell)
    while open != 0
      bit = open & -open
      open ^= bit
      put(cell, bit)
      return true if solve
      take(cell)
    end
    false
  end

  def to_s
    @values.map { |bit| bit.bit_length - 1 }.join
  end
end

rounds = (ARGV[0] || 60).to_i
simple = nil
rounds.times { (simple = Sudoku.new(SIMPLE)).solve }
puts simple, simple.steps
if rounds > 1
  hard = Sudoku.new(PUZZLE)
  hard.solve
  puts hard, hard.steps
end
