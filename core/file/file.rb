# File: opening, and what is done to files by path.

class File
  def initialize(path = (no_path = true; nil), mode = nil, permissions = nil, *surplus, **options)
    primitive :file_initialize
    raise RuntimeError, "reinitializing File" if Primitive.io_descriptor(self)
    if no_path || !surplus.empty?
      Rutile.refuse_count(no_path ? 0 : 3 + surplus.size, "1..3")
    end
    descriptor = Primitive.is_a(path, String) ? nil : Rutile.try_convert(path, Integer, "Integer", :to_int)
    if descriptor
      super(descriptor, mode, **options)
    else
      path = Rutile.to_path(path)
      mode = Rutile::OpenMode.new(mode, permissions, options)
      mode.check_encodings
      descriptor = Rutile.open_descriptor(path, mode.flags, mode.permissions)
      # A file without a name has none to show.
      Primitive.io_set_path(self, path.dup.freeze) unless mode.flags & TMPFILE == TMPFILE
      __attach(descriptor, mode, mode.flags)
    end
  end
  private :initialize

  def path
    path = Primitive.io_path(self)
    path && path.dup
  end
  alias to_path path

  def lstat
    Primitive.io_check_open(self)
    __path ? Stat.__of(__path, false, "rb_file_lstat") : stat
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
    Primitive.io_check_open(self)
    Rutile.birth_time("", Primitive.io_descriptor(self), "rb_file_birthtime", __path)
  end

  def size
    Primitive.io_check_open(self)
    __drain if Primitive.io_mode(self) & WRITABLE_MODE != 0
    stat.size
  end

  def chmod(permissions)
    permissions = Rutile.to_unsigned_int(permissions)
    Primitive.io_check_open(self)
    Rutile.system_result(Primitive.file_change_mode_of(Primitive.io_descriptor(self), permissions), "rb_file_chmod", __path)
    0
  end

  def chown(user, group)
    user = nil.equal?(user) ? -1 : Rutile.to_int(user)
    group = nil.equal?(group) ? -1 : Rutile.to_int(group)
    Primitive.io_check_open(self)
    Rutile.system_result(Primitive.file_change_owner_of(Primitive.io_descriptor(self), user, group), "rb_file_chown", __path)
    0
  end

  def truncate(length)
    length = Rutile.to_index(length)
    Primitive.io_check_writable(self)
    __drain
    Rutile.system_result(Primitive.file_truncate_open(Primitive.io_descriptor(self), length), "rb_file_truncate", __path)
    0
  end

  def flock(operation)
    operation = Rutile.to_int(operation)
    Primitive.io_check_open(self)
    __drain if Primitive.io_mode(self) & WRITABLE_MODE != 0
    result = Rutile.blocking { Primitive.file_lock(Primitive.io_descriptor(self), operation) }
    return false if result == -Errno::EAGAIN::Errno && operation & LOCK_NB != 0
    Rutile.system_result(result, "rb_file_flock", __path)
    0
  end

  class << self
    def rename(from, to)
      from = Rutile.to_path(from)
      to = Rutile.to_path(to)
      Rutile.pair_result(Primitive.file_rename(from, to), "rb_file_s_rename", from, to)
    end

    def link(from, to)
      from = Rutile.to_path(from)
      to = Rutile.to_path(to)
      Rutile.pair_result(Primitive.file_link(from, to), "rb_file_s_link", from, to)
    end

    def symlink(target, path)
      target = Rutile.to_path(target)
      path = Rutile.to_path(path)
      Rutile.pair_result(Primitive.file_symbolic_link(target, path), "rb_file_s_symlink", target, path)
    end

    def readlink(path)
      path = Rutile.to_path(path)
      result = Primitive.file_read_link(path)
      Primitive.is_a(result, String) ? result : Rutile.system_result(result, "rb_readlink", path)
    end

    def delete(*paths)
      __each_path(paths) { |path| Primitive.file_unlink(path) }
    end
    alias unlink delete

    def truncate(path, length)
      path = Rutile.to_path(path)
      length = Rutile.to_index(length)
      Rutile.system_result(Primitive.file_truncate(path, length), "rb_file_s_truncate", path)
    end

    def mkfifo(path, permissions = 0o666)
      path = Rutile.to_path(path)
      permissions = Rutile.to_unsigned_int(permissions)
      Rutile.system_result(Primitive.file_make_fifo(path, permissions), "rb_file_s_mkfifo", path)
    end

    def chmod(permissions, *paths)
      permissions = Rutile.to_unsigned_int(permissions)
      __each_path(paths) { |path| Primitive.file_change_mode(path, permissions) }
    end

    def lchmod(permissions, *paths)
      permissions = Rutile.to_unsigned_int(permissions)
      __each_path(paths) do |path|
        symlink?(path) ? -Errno::EOPNOTSUPP::Errno : Primitive.file_change_mode(path, permissions)
      end
    end

    def chown(user, group, *paths)
      __change_owner(user, group, paths, true)
    end

    def lchown(user, group, *paths)
      __change_owner(user, group, paths, false)
    end

    def __change_owner(user, group, paths, follow)
      user = nil.equal?(user) ? -1 : Rutile.to_int(user)
      group = nil.equal?(group) ? -1 : Rutile.to_int(group)
      __each_path(paths) { |path| Primitive.file_change_owner(path, user, group, follow) }
    end

    def utime(accessed, modified, *paths)
      __set_times(accessed, modified, paths, true)
    end

    def lutime(accessed, modified, *paths)
      __set_times(accessed, modified, paths, false)
    end

    def __set_times(accessed, modified, paths, follow)
      now = nil.equal?(accessed) && nil.equal?(modified)
      accessed = Rutile.file_time(accessed, now)
      modified = Rutile.file_time(modified, now)
      __each_path(paths) { |path| Primitive.file_set_times(path, accessed[0], accessed[1], modified[0], modified[1], follow) }
    end

    # Does something to each path; how many there were.
    def __each_path(paths)
      paths = paths.map { |path| Rutile.to_path(path) }
      paths.each { |path| Rutile.system_result(yield(path), "apply2files", path) }
      paths.size
    end

    def umask(mask = (no_mask = true; nil))
      return Primitive.file_mask(nil) if no_mask
      Primitive.file_mask(Rutile.to_unsigned_int(mask) & 0o777)
    end
  end
end

module Rutile
  # As `system_result`, of a call that is about two paths.
  def self.pair_result(result, function, from, to)
    return result if result >= 0
    return system_result(result, "syserr_fail2_in", to) if result == -Errno::EEXIST::Errno
    system_result(result, function, "(#{from}, #{to})")
  end

  # Seconds and nanoseconds of a time to be set; the present, which only both may be, has none.
  def self.file_time(object, now)
    return [nil, 0] if now
    raise TypeError, "can't convert NilClass into time" if nil.equal?(object)
    return [object.to_i, object.nsec] if Primitive.is_a(object, Time)
    return [object, 0] if Primitive.is_a(object, Integer)
    unless Primitive.is_a(object, Numeric)
      raise TypeError, "can't convert #{Primitive.class_of(object)} into time" if Primitive.is_a(object, String) || !object.respond_to?(:divmod)
    end
    seconds, fraction = object.divmod(1)
    [seconds.to_i, (fraction * 1_000_000_000).to_i]
  end

  def self.birth_time(path, descriptor, function, detail)
    result = Primitive.file_birth(path, descriptor)
    return Time.__at(result[0], result[1], :nsec) if Primitive.is_a(result, Array)
    raise NotImplementedError, "birthtime() function is unimplemented on this filesystem" if result == -Errno::ENOSYS::Errno
    system_result(result, function, detail)
  end
end
