# File::Stat, FileTest, and the questions that File answers about files.

class File
  class Stat
    include Comparable

    NAMES = %i[dev ino mode nlink uid gid rdev size blksize blocks].freeze
    private_constant :NAMES

    def self.__of_fields(fields)
      allocate.__set_fields(fields)
    end

    def initialize(path)
      @__fields = Primitive.file_fields(Rutile.to_path(path), true, true)
    end

    def __set_fields(fields)
      @__fields = fields
      self
    end

    NAMES.each_with_index do |name, index|
      define_method(name) { @__fields[index] }
    end

    def atime = Time.at(@__fields[10], @__fields[11], :nsec)
    def mtime = Time.at(@__fields[12], @__fields[13], :nsec)
    def ctime = Time.at(@__fields[14], @__fields[15], :nsec)
    def birthtime = Time.at(@__fields[16], @__fields[17], :nsec)

    def dev_major = (dev >> 8) & 0xfff
    def dev_minor = (dev & 0xff) | ((dev >> 12) & 0xfff00)
    def rdev_major = (rdev >> 8) & 0xfff
    def rdev_minor = (rdev & 0xff) | ((rdev >> 12) & 0xfff00)

    def __kind = mode & 0o170000
    def file? = __kind == 0o100000
    def directory? = __kind == 0o40000
    def symlink? = __kind == 0o120000
    def pipe? = __kind == 0o10000
    def socket? = __kind == 0o140000
    def blockdev? = __kind == 0o60000
    def chardev? = __kind == 0o20000
    def setuid? = mode & 0o4000 != 0
    def setgid? = mode & 0o2000 != 0
    def sticky? = mode & 0o1000 != 0
    def zero? = size == 0

    def size?
      size == 0 ? nil : size
    end

    def owned?
      uid == Process.euid
    end

    def grpowned?
      gid == Process.egid
    end

    # Whether a permission bit (4, 2, 1) is granted to a user of a group.
    def __granted(bit, user, group)
      return bit != 1 || mode & 0o111 != 0 if user == 0
      return mode & (bit << 6) != 0 if uid == user
      return mode & (bit << 3) != 0 if gid == group
      mode & bit != 0
    end

    def readable? = __granted(4, Process.euid, Process.egid)
    def writable? = __granted(2, Process.euid, Process.egid)
    def executable? = __granted(1, Process.euid, Process.egid)
    def readable_real? = __granted(4, Process.uid, Process.gid)
    def writable_real? = __granted(2, Process.uid, Process.gid)
    def executable_real? = __granted(1, Process.uid, Process.gid)

    def world_readable?
      mode & 4 != 0 ? mode & 0o777 : nil
    end

    def world_writable?
      mode & 2 != 0 ? mode & 0o777 : nil
    end

    def ftype
      Rutile.file_type(mode)
    end

    def <=>(other)
      Primitive.is_a(other, File::Stat) ? mtime <=> other.mtime : nil
    end

    def inspect
      parts = ["dev=0x#{dev.to_s(16)}", "ino=#{ino}", "mode=0#{mode.to_s(8)}", "nlink=#{nlink}", "uid=#{uid}", "gid=#{gid}",
               "rdev=0x#{rdev.to_s(16)}", "size=#{size}", "blksize=#{blksize}", "blocks=#{blocks}", "atime=#{atime.inspect}",
               "mtime=#{mtime.inspect}", "ctime=#{ctime.inspect}", "birthtime=#{birthtime.inspect}"]
      "#<File::Stat #{parts.join(", ")}>"
    end
  end
end

# What can be asked about a file by its name, or about an open one.
module FileTest
  def exist?(path)
    path.respond_to?(:to_io) ? true : !nil.equal?(Primitive.file_mode(Rutile.to_path(path), true))
  end

  def file?(path) = Rutile.file_kind(path) == 0o100000
  def directory?(path) = Rutile.file_kind(path) == 0o40000
  def pipe?(path) = Rutile.file_kind(path) == 0o10000
  def socket?(path) = Rutile.file_kind(path) == 0o140000
  def blockdev?(path) = Rutile.file_kind(path) == 0o60000
  def chardev?(path) = Rutile.file_kind(path) == 0o20000

  def symlink?(path)
    mode = Primitive.file_mode(Rutile.to_path(path), false)
    mode ? mode & 0o170000 == 0o120000 : false
  end

  def readable?(path) = Primitive.file_access(Rutile.to_path(path), 4, true)
  def writable?(path) = Primitive.file_access(Rutile.to_path(path), 2, true)
  def executable?(path) = Primitive.file_access(Rutile.to_path(path), 1, true)
  def readable_real?(path) = Primitive.file_access(Rutile.to_path(path), 4, false)
  def writable_real?(path) = Primitive.file_access(Rutile.to_path(path), 2, false)
  def executable_real?(path) = Primitive.file_access(Rutile.to_path(path), 1, false)

  def world_readable?(path)
    stat = Rutile.stat_or_nil(path)
    stat && stat.world_readable?
  end

  def world_writable?(path)
    stat = Rutile.stat_or_nil(path)
    stat && stat.world_writable?
  end

  def size(path)
    path.respond_to?(:to_io) ? path.to_io.size : File::Stat.new(path).size
  end

  def size?(path)
    stat = Rutile.stat_or_nil(path)
    stat && stat.size?
  end

  def zero?(path)
    stat = Rutile.stat_or_nil(path)
    stat ? stat.zero? : false
  end
  alias empty? zero?

  def owned?(path)
    stat = Rutile.stat_or_nil(path)
    stat ? stat.owned? : false
  end

  def grpowned?(path)
    stat = Rutile.stat_or_nil(path)
    stat ? stat.grpowned? : false
  end

  def setuid?(path)
    stat = Rutile.stat_or_nil(path)
    stat ? stat.setuid? : false
  end

  def setgid?(path)
    stat = Rutile.stat_or_nil(path)
    stat ? stat.setgid? : false
  end

  def sticky?(path)
    stat = Rutile.stat_or_nil(path)
    stat ? stat.sticky? : false
  end

  def identical?(first, second)
    one = Rutile.stat_or_nil(first)
    other = Rutile.stat_or_nil(second)
    one && other ? one.dev == other.dev && one.ino == other.ino : false
  end
  extend self
end

class File
  extend FileTest

  class << self
    def stat(path)
      File::Stat.new(path)
    end

    def lstat(path)
      File::Stat.__of_fields(Primitive.file_fields(Rutile.to_path(path), false, true))
    end

    def ftype(path)
      Rutile.file_type(Primitive.file_fields(Rutile.to_path(path), false, true)[2])
    end

    def atime(path) = stat(path).atime
    def mtime(path) = stat(path).mtime
    def ctime(path) = stat(path).ctime
    def birthtime(path) = stat(path).birthtime
  end
end

module Rutile
  FILE_TYPES = { 0o100000 => "file", 0o40000 => "directory", 0o120000 => "link", 0o10000 => "fifo", 0o140000 => "socket",
                 0o60000 => "blockSpecial", 0o20000 => "characterSpecial" }.freeze
  private_constant :FILE_TYPES

  def self.file_type(mode)
    FILE_TYPES[mode & 0o170000] || "unknown"
  end

  # The kind bits of what a path or an open file is; 0 where there is nothing.
  def self.file_kind(path)
    return path.to_io.stat.__kind if Primitive.is_a(path, IO)
    mode = Primitive.file_mode(to_path(path), true)
    mode ? mode & 0o170000 : 0
  end

  def self.stat_or_nil(path)
    return path.stat if Primitive.is_a(path, IO)
    fields = Primitive.file_fields(to_path(path), true, false)
    fields && File::Stat.__of_fields(fields)
  end

  # Kernel#test
  def self.test_file(command, first, second)
    case command
    when "e" then File.exist?(first)
    when "f" then File.file?(first)
    when "d" then File.directory?(first)
    when "r" then File.readable?(first)
    when "R" then File.readable_real?(first)
    when "w" then File.writable?(first)
    when "W" then File.writable_real?(first)
    when "x" then File.executable?(first)
    when "X" then File.executable_real?(first)
    when "s" then File.size?(first)
    when "z" then File.zero?(first)
    when "l" then File.symlink?(first)
    when "p" then File.pipe?(first)
    when "S" then File.socket?(first)
    when "b" then File.blockdev?(first)
    when "c" then File.chardev?(first)
    when "u" then File.setuid?(first)
    when "g" then File.setgid?(first)
    when "k" then File.sticky?(first)
    when "o", "O" then File.owned?(first)
    when "G" then File.grpowned?(first)
    when "M" then File.mtime(first)
    when "A" then File.atime(first)
    when "C" then File.ctime(first)
    when "-" then File.identical?(first, second)
    when "=" then File.mtime(first) == File.mtime(second)
    when "<" then File.mtime(first) < File.mtime(second)
    when ">" then File.mtime(first) > File.mtime(second)
    else raise ArgumentError, "unknown command '#{command}'"
    end
  end
end
