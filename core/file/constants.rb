# File::Constants: the numbers that opening, locking and matching files take.

module File::Constants
  RDONLY = 0
  WRONLY = 1
  RDWR = 2
  CREAT = 64
  EXCL = 128
  NOCTTY = 256
  TRUNC = 512
  APPEND = 1024
  NONBLOCK = 2048
  DSYNC = 4096
  DIRECT, NOFOLLOW, TMPFILE = Primitive.file_open_flags
  NOATIME = 262144
  SYNC = 1052672
  RSYNC = 1052672
  BINARY = 0
  SHARE_DELETE = 0

  LOCK_SH = 1
  LOCK_EX = 2
  LOCK_NB = 4
  LOCK_UN = 8

  FNM_NOESCAPE = 1
  FNM_PATHNAME = 2
  FNM_DOTMATCH = 4
  FNM_CASEFOLD = 8
  FNM_EXTGLOB = 16
  FNM_SYSCASE = 0
  FNM_SHORTNAME = 0

  NULL = "/dev/null".freeze
end

class IO
  include File::Constants
end
