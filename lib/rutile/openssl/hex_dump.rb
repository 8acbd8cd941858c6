# Bytes in lines, in figures and, where they have such, in letters. The further in they stand, the fewer a line has.

module Rutile
  module HexDump
    # Bytes of a line that stands at the margin, columns that cost none, and columns for each byte less.
    LONGEST = 16
    FREE = 6
    COLUMNS = 4
    private_constant :LONGEST, :FREE, :COLUMNS

    def self.of(bytes, indent)
      count = LONGEST - ([indent - FREE, 0].max + COLUMNS - 1) / COLUMNS
      bytes.bytes.each_slice(count).with_index.map do |line, place|
        figures = line.each_with_index.map { |byte, column| format("%02x%s", byte, column == 7 ? "-" : " ") }.join
        letters = line.map { |byte| byte.between?(0x20, 0x7e) ? byte.chr : "." }.join
        "#{" " * indent}#{format("%04x", place * count)} - #{figures.ljust(count * 3)}  #{letters}\n"
      end.join
    end
  end
end
