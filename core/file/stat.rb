# File::Stat: what the system knows of a file.

class File::Stat
  include Comparable

  # The type of a file in its mode.
  TYPE_MASK = 0o170000
  TYPES = {
    0o100000 => "file", 0o040000 => "directory", 0o020000 => "characterSpecial", 0o060000 => "blockSpecial",
    0o010000 => "fifo", 0o120000 => "link", 0o140000 => "socket",
  }.freeze
  private_constant :TYPE_MASK, :TYPES

  def initialize(path)
    path = Rutile.to_path(path)
    @__fields = Rutile.file_fields(Primitive.file_status(path, true), "rb_stat_init", path)
    nil
  end

  def initialize_copy(other)
    @__fields = other.__fields
    self
  end
  private :initialize, :initialize_copy

  def self.__of(path, follow, function)
    allocate.__set_up(Rutile.file_fields(Primitive.file_status(path, follow), function, path))
  end

  def self.__of_descriptor(descriptor, path)
    allocate.__set_up(Rutile.file_fields(Primitive.file_status_of(descriptor), "rb_io_stat", path))
  end

  def __set_up(fields)
    @__fields = fields
    self
  end

  def __fields
    @__fields || raise(TypeError, "uninitialized File::Stat")
  end

  def dev = __fields[0]
  def ino = __fields[1]
  def mode = __fields[2]
  def nlink = __fields[3]
  def uid = __fields[4]
  def gid = __fields[5]
  def rdev = __fields[6]
  def size = __fields[7]
  def blksize = __fields[8]
  def blocks = __fields[9]
  def dev_major = Primitive.file_device_parts(dev)[0]
  def dev_minor = Primitive.file_device_parts(dev)[1]
  def rdev_major = Primitive.file_device_parts(rdev)[0]
  def rdev_minor = Primitive.file_device_parts(rdev)[1]
  def atime = Time.__at(__fields[10], __fields[11], :nsec)
  def mtime = Time.__at(__fields[12], __fields[13], :nsec)
  def ctime = Time.__at(__fields[14], __fields[15], :nsec)

  # Linux tells the time of birth by another call than that which fills a File::Stat: `File.birthtime` asks it.
  def birthtime
    raise NotImplementedError, "birthtime() function is unimplemented on this machine"
  end

  def <=>(other)
    Primitive.is_a(other, File::Stat) ? mtime <=> other.mtime : nil
  end

  def ftype
    TYPES[mode & TYPE_MASK] || "unknown"
  end

  def file? = mode & TYPE_MASK == 0o100000
  def directory? = mode & TYPE_MASK == 0o040000
  def chardev? = mode & TYPE_MASK == 0o020000
  def blockdev? = mode & TYPE_MASK == 0o060000
  def pipe? = mode & TYPE_MASK == 0o010000
  def symlink? = mode & TYPE_MASK == 0o120000
  def socket? = mode & TYPE_MASK == 0o140000
  def setuid? = mode & 0o4000 != 0
  def setgid? = mode & 0o2000 != 0
  def sticky? = mode & 0o1000 != 0
  def zero? = size == 0
  def size? = size == 0 ? nil : size
  def owned? = uid == Primitive.file_identities[0]
  def grpowned? = Primitive.file_identities.drop(4).push(Primitive.file_identities[1]).include?(gid)
  def readable? = __allows?(4, 0)
  def readable_real? = __allows?(4, 2)
  def writable? = __allows?(2, 0)
  def writable_real? = __allows?(2, 2)
  def executable? = __allows?(1, 0)
  def executable_real? = __allows?(1, 2)
  def world_readable? = mode & 4 != 0 ? mode & 0o777 : nil
  def world_writable? = mode & 2 != 0 ? mode & 0o777 : nil

  # Whether the process may, by its effective (`at` 0) or real (`at` 2) user.
  def __allows?(permission, at)
    identities = Primitive.file_identities
    if identities[at] == 0
      return permission != 1 || directory? || mode & 0o111 != 0
    end
    return mode & (permission << 6) != 0 if uid == identities[at]
    return mode & (permission << 3) != 0 if gid == identities[at + 1] || identities.drop(4).include?(gid)
    mode & permission != 0
  end

  def inspect
    fields = @__fields
    return "#<#{Primitive.class_of(self)}: uninitialized>" unless fields
    "#<#{Primitive.class_of(self)} dev=0x#{dev.to_s(16)}, ino=#{ino}, mode=0#{mode.to_s(8)}, nlink=#{nlink}, uid=#{uid}, gid=#{gid}, " \
      "rdev=0x#{rdev.to_s(16)}, size=#{size}, blksize=#{blksize}, blocks=#{blocks}, " \
      "atime=#{atime.inspect}, mtime=#{mtime.inspect}, ctime=#{ctime.inspect}>"
  end
end

module Rutile
  def self.file_fields(answer, function, path)
    return answer if Primitive.is_a(answer, Array)
    system_result(answer, function, path)
  end
end
