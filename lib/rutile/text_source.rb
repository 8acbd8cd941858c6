# A String that is read from a position on: what StringIO reads, and what GzipReader has unpacked. Natives take bytes,
# characters and lines off it (text_source.rs); what they decline is here.

class Rutile::TextSource
  # Natives know these by their order, and the encoding by its number: nil while the string decides it.
  def initialize(string)
    @string = string
    @position = 0
    @lineno = 0
    @encoding = nil
  end

  attr_accessor :string, :position, :lineno

  def encoding
    @encoding && Rutile::ENCODINGS[@encoding]
  end

  def encoding=(encoding)
    @encoding = encoding && encoding.__number
  end

  # The encoding of what is read; nil where there is no string to say it.
  def text_encoding
    encoding || @string&.encoding
  end

  # How many bytes are to be read yet.
  def left
    left = (nil.equal?(@string) ? 0 : @string.bytesize) - @position
    left < 0 ? 0 : left
  end

  # A line that natives don't cut: empty, a paragraph, or of an encoding with newlines of its own.
  def special_line(separator, limit, chomp, ended)
    return nil if nil.equal?(@string)
    return String.new(encoding: text_encoding) if limit == 0
    return paragraph(limit, chomp) if separator && separator.empty?
    Primitive.source_encoded_line(self, separator && separator.encode(text_encoding), limit, chomp, ended)
  end

  private

  # Lines up to empty ones, with all of those; carriage returns go with newlines.
  def paragraph(limit, chomp)
    return nil unless Primitive.source_skip_newlines(self)
    start = @position
    finish, cut = paragraph_end(start)
    limit = finish - start unless limit && limit < finish - start
    line = Primitive.source_encoded_line(self, nil, limit, false, true)
    chomp && cut && cut <= @position ? line.byteslice(0, cut - start) : line
  end

  # Where a paragraph ends, with the empty lines behind it and without them.
  def paragraph_end(start)
    position = start
    while (newline = Primitive.bytes_index(@string, "\n", position))
      position = newline + 1
      finish = empty_lines_end(position)
      next if finish == position
      newline -= 1 if newline > start && @string.getbyte(newline - 1) == 13
      return [finish, newline]
    end
    [@string.bytesize, nil]
  end

  def empty_lines_end(position)
    while (byte = @string.getbyte(position))
      if byte == 10
        position += 1
      elsif byte == 13 && @string.getbyte(position + 1) == 10
        position += 2
      else
        break
      end
    end
    position
  end
end

module Rutile
  # The cases that natives decline: there is no source where a stream is not open for reading, and nothing in one without a string.
  def self.source_byte(source)
    raise IOError, "not opened for reading" unless source
  end

  def self.source_character(source, _ended)
    source_byte(source)
  end

  def self.source_take(source, _length)
    source_byte(source)
  end

  def self.source_line(source, separator, limit, chomp, ended)
    source ? source.special_line(separator, limit, chomp, ended) : source_byte(source)
  end
end
