# Zlib: compressed data, as streams and as files of gzip.
#
# The natives are in crates/stdlib/src/zlib/mod.rs; what a gzip file has around its data is read and
# written here.

require "rutile/zlib/errors"
require "rutile/zlib/stream"
require "rutile/zlib/deflate"
require "rutile/zlib/inflate"
require "rutile/zlib/gzip_file"
require "rutile/zlib/gzip_writer"
require "rutile/zlib/gzip_input"
require "rutile/zlib/gzip_reader"

module Zlib
  module_function

  def zlib_version
    ZLIB_VERSION.dup
  end

  def self.deflate(text, level = DEFAULT_COMPRESSION, &block)
    Deflate.deflate(text, level, &block)
  end

  def self.inflate(text)
    Inflate.inflate(text)
  end

  def self.gzip(text, level: nil, strategy: nil)
    text = Rutile.to_str(text)
    output = "".b
    deflate = Deflate.new(level, -MAX_WBITS, DEF_MEM_LEVEL, strategy)
    output << Rutile::GzipHeader.new(level: level).bytes << deflate.deflate(text, FINISH)
    output << [Zlib.crc32(text), text.bytesize & 0xffffffff].pack("VV")
  ensure
    deflate&.close
  end

  def self.gunzip(text)
    input = Rutile::GzipInput.new(nil)
    input.feed(Rutile.to_str(text).b)
    output = "".b
    while (piece = input.more)
      output << piece
    end
    input.check_footer
    output
  ensure
    input&.close
  end

  # --- Checksums ---

  def crc32(text = nil, start = 0)
    Zlib.__checksum(text, start, 0) { |bytes, from| Primitive.zlib_crc32(from, bytes) }
  end

  def adler32(text = nil, start = 1)
    Zlib.__checksum(text, start, 1) { |bytes, from| Primitive.zlib_adler32(from, bytes) }
  end

  def crc32_combine(first, second, length)
    Primitive.zlib_crc32_combine(Rutile.to_int(first), Rutile.to_int(second), Rutile.to_int(length))
  end

  def adler32_combine(first, second, length)
    Primitive.zlib_adler32_combine(Rutile.to_int(first), Rutile.to_int(second), Rutile.to_int(length))
  end

  # The part of each byte in a CRC.
  def crc_table
    (0..255).map do |byte|
      8.times { byte = byte & 1 == 1 ? 0xedb88320 ^ (byte >> 1) : byte >> 1 }
      byte
    end
  end

  # Of a text, or of all that an IO gives.
  def self.__checksum(text, start, empty)
    start = Rutile.to_int(start)
    raise RangeError, "bignum too big to convert into 'unsigned long'" unless start.between?(-(1 << 63), (1 << 64) - 1)
    start &= 0xffffffff
    return empty if nil.equal?(text)
    return yield(Rutile.to_str(text), start) unless Primitive.is_a(text, IO)
    while (piece = text.read(8192))
      start = yield(piece, start)
    end
    start
  end
end
