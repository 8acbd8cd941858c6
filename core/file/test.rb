# File: questions about files by path; FileTest asks the same ones.

class File
  # Bits that `access` takes.
  READ_ACCESS = 4
  WRITE_ACCESS = 2
  EXECUTE_ACCESS = 1
  private_constant :READ_ACCESS, :WRITE_ACCESS, :EXECUTE_ACCESS

  class << self
    def stat(path)
      Stat.__of(Rutile.to_path(path), true, "rb_file_s_stat")
    end

    def lstat(path)
      Stat.__of(Rutile.to_path(path), false, "rb_file_s_lstat")
    end

    def ftype(path)
      Stat.__of(Rutile.to_path(path), false, "rb_file_s_ftype").ftype
    end

    def atime(path)
      __status(path, "rb_file_s_atime").atime
    end

    def mtime(path)
      primitive :file_changed_at
      __status(path, "rb_file_s_mtime").mtime
    end

    def ctime(path)
      __status(path, "rb_file_s_ctime").ctime
    end

    def birthtime(path)
      path = Rutile.test_path(path)
      Rutile.birth_time(path, -1, "rb_file_s_birthtime", path)
    end

    def size(path)
      __status(path, "rb_file_s_size").size
    end

    # The status of a path or an open file; an error where there is none.
    def __status(object, function)
      io = Rutile.stream_of(object)
      return io.stat if io
      Stat.__of(Rutile.to_path(object), true, function)
    end

    # The same, or nil.
    def __status_or_nil(object)
      io = Rutile.stream_of(object)
      return io.stat if io
      path = Rutile.to_path(object)
      fields = Primitive.file_status(path, true)
      Primitive.is_a(fields, Array) ? Stat.allocate.__set_up(fields) : nil
    end

    def exist?(path)
      primitive :file_exists
      nil.equal?(__status_or_nil(path)) ? false : true
    end

    def file?(path)
      primitive :file_is_regular
      (status = __status_or_nil(path)) ? status.file? : false
    end

    def directory?(path)
      primitive :file_is_directory
      (status = __status_or_nil(path)) ? status.directory? : false
    end

    def symlink?(path)
      mode = Primitive.file_mode(Rutile.to_path(path), false)
      mode >= 0 && mode & 0o170000 == 0o120000
    end

    def size?(path)
      (status = __status_or_nil(path)) ? status.size? : nil
    end

    def identical?(first, second)
      first = __status_or_nil(first)
      second = __status_or_nil(second)
      return false unless first && second
      first.dev == second.dev && first.ino == second.ino
    end

    def world_readable?(path)
      (status = __status_or_nil(path)) ? status.world_readable? : nil
    end

    def world_writable?(path)
      (status = __status_or_nil(path)) ? status.world_writable? : nil
    end

    def __accessible?(path, wanted, effective)
      Primitive.file_access(Rutile.to_path(path), wanted, effective) == 0
    end

    def readable?(path)
      __accessible?(path, READ_ACCESS, true)
    end

    def writable?(path)
      __accessible?(path, WRITE_ACCESS, true)
    end

    def executable?(path)
      __accessible?(path, EXECUTE_ACCESS, true)
    end

    def readable_real?(path)
      __accessible?(path, READ_ACCESS, false)
    end

    def writable_real?(path)
      __accessible?(path, WRITE_ACCESS, false)
    end

    def executable_real?(path)
      __accessible?(path, EXECUTE_ACCESS, false)
    end

    [:pipe?, :socket?, :blockdev?, :chardev?, :zero?, :setuid?, :setgid?, :sticky?, :owned?, :grpowned?].each do |name|
      define_method(name) { |path| (status = __status_or_nil(path)) ? status.__send__(name) : false }
    end
    alias empty? zero?
  end
end

module FileTest
  [:blockdev?, :chardev?, :directory?, :empty?, :executable?, :executable_real?, :exist?, :file?, :grpowned?, :identical?, :owned?,
   :pipe?, :readable?, :readable_real?, :setgid?, :setuid?, :size, :size?, :socket?, :sticky?, :symlink?, :world_readable?,
   :world_writable?, :writable?, :writable_real?, :zero?].each do |name|
    # As they are by now: not what a program puts in their place.
    asked = File.method(name)
    if name == :identical?
      define_method(name) { |path, other| asked.call(path, other) }
    else
      define_method(name) { |path| asked.call(path) }
    end
    module_function name
  end
end

module Rutile
  # The open IO that a question is about, or nil where it is a path.
  def self.stream_of(object)
    return nil if Primitive.is_a(object, String)
    return object if Primitive.is_a(object, IO)
    try_convert(object, IO, "IO", :to_io)
  end

  def self.test_path(object)
    io = stream_of(object)
    io ? io.path : to_path(object)
  end
end
