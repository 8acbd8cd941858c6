# Zlib's constants, and its codes as exceptions.

module Zlib
  VERSION = "3.2.3"
  ZLIB_VERSION = Primitive.zlib_version

  BINARY = 0
  ASCII = 1
  TEXT = 1
  UNKNOWN = 2

  NO_COMPRESSION = 0
  BEST_SPEED = 1
  BEST_COMPRESSION = 9
  DEFAULT_COMPRESSION = -1

  DEFAULT_STRATEGY = 0
  FILTERED = 1
  HUFFMAN_ONLY = 2
  RLE = 3
  FIXED = 4

  MAX_WBITS = 15
  DEF_MEM_LEVEL = 8
  MAX_MEM_LEVEL = 9

  NO_FLUSH = 0
  SYNC_FLUSH = 2
  FULL_FLUSH = 3
  FINISH = 4

  OS_MSDOS = 0
  OS_AMIGA = 1
  OS_VMS = 2
  OS_UNIX = 3
  OS_CODE = OS_UNIX
  OS_VMCMS = 4
  OS_ATARI = 5
  OS_OS2 = 6
  OS_MACOS = 7
  OS_ZSYSTEM = 8
  OS_CPM = 9
  OS_TOPS20 = 10
  OS_WIN32 = 11
  OS_QDOS = 12
  OS_RISCOS = 13
  OS_UNKNOWN = 255

  class Error < StandardError; end
  class StreamEnd < Error; end
  class NeedDict < Error; end
  class DataError < Error; end
  class StreamError < Error; end
  class MemError < Error; end
  class BufError < Error; end
  class VersionError < Error; end
  class InProgressError < Error; end

  ERRORS = {
    1 => StreamEnd, 2 => NeedDict, -2 => StreamError, -3 => DataError, -4 => MemError, -5 => BufError, -6 => VersionError
  }.freeze
  private_constant :ERRORS

  # The exception for a code that a stream answered; `stream` may be nil.
  def self.__error(code, stream)
    ERRORS.fetch(code, Error).new(Primitive.zlib_message(stream, code))
  end
end
