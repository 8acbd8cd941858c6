# File: streams on files, and what the system does to files by name.
#
# Paths as text are in file_names, questions about files in file_stat.

class File < IO
  SEPARATOR = "/".freeze
  Separator = SEPARATOR
  ALT_SEPARATOR = nil
  PATH_SEPARATOR = ":".freeze

  module Constants
    RDONLY = 0
    WRONLY = 1
    RDWR = 2
    CREAT = 0o100
    EXCL = 0o200
    NOCTTY = 0o400
    TRUNC = 0o1000
    APPEND = 0o2000
    NONBLOCK = 0o4000
    DSYNC = 0o10000
    DIRECT = 0o40000
    DIRECTORY = 0o200000
    NOFOLLOW = 0o400000
    NOATIME = 0o1000000
    SYNC = 0o4010000
    RSYNC = 0o4010000
    TMPFILE = 0o20200000
    BINARY = 0
    SHARE_DELETE = 0
    LOCK_SH = 1
    LOCK_EX = 2
    LOCK_NB = 4
    LOCK_UN = 8
    NULL = "/dev/null".freeze
    FNM_NOESCAPE = 1
    FNM_PATHNAME = 2
    FNM_DOTMATCH = 4
    FNM_CASEFOLD = 8
    FNM_EXTGLOB = 16
    FNM_SYSCASE = 0
    FNM_SHORTNAME = 0
  end

  def self.open(*arguments, **options)
    file = new(*arguments, **options)
    return file unless block_given?
    begin
      yield file
    ensure
      file.close unless file.closed?
    end
  end

  def initialize(path, mode = nil, permissions = nil, **options)
    if Primitive.is_a(path, Integer)
      super(path, mode, **options)
      return
    end
    path = Rutile.to_path(path)
    if !nil.equal?(mode) && options.key?(:mode)
      raise ArgumentError, "mode specified twice"
    end
    if !nil.equal?(permissions) && options.key?(:perm)
      raise ArgumentError, "perm specified twice"
    end
    mode = Rutile.to_str(mode) unless nil.equal?(mode) || Primitive.is_a(mode, Integer)
    permissions = options[:perm] if nil.equal?(permissions)
    permissions = nil.equal?(permissions) ? 0o666 : Rutile.to_int(permissions)
    mode = Rutile::OpenMode.new(mode, options)
    __set_up(Primitive.stream_open(path, mode.flags, permissions), mode)
    @__path = path.dup.freeze
    seek(0, 2) if mode.append?
  end
  private :initialize

  def path
    raise IOError, "File is unnamed (TMPFILE?)" unless @__path
    @__path.dup
  end
  alias to_path path

  def size
    __open
    Primitive.stream_flush(@__stream) if @__mode.writable?
    Primitive.stream_fields(@__stream)[7]
  end

  def truncate(length)
    __writable
    Primitive.stream_truncate(@__stream, Rutile.to_int(length))
  end

  def flock(operation)
    __open
    Primitive.stream_lock(@__stream, Rutile.to_int(operation))
  end

  def lstat
    File.lstat(path)
  end

  def chmod(mode)
    File.chmod(mode, "/proc/self/fd/#{fileno}")
    0
  end

  def chown(owner, group)
    File.chown(owner, group, "/proc/self/fd/#{fileno}")
    0
  end

  def atime
    stat.atime
  end

  def mtime
    stat.mtime
  end

  def ctime
    stat.ctime
  end

  def birthtime
    stat.birthtime
  end

  class << self
    def unlink(*paths)
      paths.each { |path| Primitive.file_unlink(Rutile.to_path(path)) }
      paths.size
    end
    alias delete unlink

    def rename(from, to)
      Primitive.file_rename(Rutile.to_path(from), Rutile.to_path(to))
      0
    end

    def link(from, to)
      Primitive.file_link(Rutile.to_path(from), Rutile.to_path(to))
      0
    end

    def symlink(from, to)
      Primitive.file_symlink(Rutile.to_path(from), Rutile.to_path(to))
      0
    end

    def readlink(path)
      Primitive.file_read_link(Rutile.to_path(path))
    end

    def chmod(mode, *paths)
      mode = Rutile.to_int(mode)
      paths.each { |path| Primitive.file_chmod(Rutile.to_path(path), mode) }
      paths.size
    end

    def lchmod(mode, *paths)
      raise NotImplementedError, "lchmod() function is unimplemented on this machine"
    end

    def chown(owner, group, *paths)
      owner, group = [owner, group].map { |id| nil.equal?(id) ? -1 : Rutile.to_int(id) }
      paths.each { |path| Primitive.file_chown(Rutile.to_path(path), owner, group, true) }
      paths.size
    end

    def lchown(owner, group, *paths)
      owner, group = [owner, group].map { |id| nil.equal?(id) ? -1 : Rutile.to_int(id) }
      paths.each { |path| Primitive.file_chown(Rutile.to_path(path), owner, group, false) }
      paths.size
    end

    def utime(access, change, *paths)
      Rutile.set_times(access, change, paths, true)
    end

    def lutime(access, change, *paths)
      Rutile.set_times(access, change, paths, false)
    end

    def truncate(path, length)
      Primitive.file_truncate(Rutile.to_path(path), Rutile.to_int(length))
      0
    end

    def mkfifo(path, mode = 0o666)
      Primitive.file_make_fifo(Rutile.to_path(path), Rutile.to_int(mode))
      0
    end

    def umask(mask = (ask = true; nil))
      Primitive.file_umask(ask ? nil : Rutile.to_int(mask))
    end
  end
end

class IO
  include File::Constants
end

module Rutile
  def self.set_times(access, change, paths, follow)
    times = [access, change].map do |time|
      time = Time.now if nil.equal?(time)
      time = Time.at(time) unless Primitive.is_a(time, Time)
      [time.to_i, time.nsec]
    end
    paths.each do |path|
      Primitive.file_set_times(to_path(path), times[0][0], times[0][1], times[1][0], times[1][1], follow)
    end
    paths.size
  end
end
