# Pathname's half that asks the file system: each method hands the path to File, Dir,
# IO or FileTest. The other half, which takes paths apart, is the library's own.

class Pathname
  def initialize(path)
    path = path.to_path if path.respond_to?(:to_path)
    raise TypeError, "no implicit conversion of #{Rutile.describe(path)} into String" unless String === path || path.respond_to?(:to_str)
    path = Rutile.to_str(path)
    raise ArgumentError, "pathname contains null byte" if path.include?("\0")
    @path = path.dup
    self
  end

  def freeze
    super
    @path.freeze
    self
  end

  # --- Comparing and text -------------------------------------------------------------------

  def ==(other)
    Pathname === other && @path == Primitive.get_variable(other, :@path)
  end
  alias === ==
  alias eql? ==

  # Slashes sort before everything else.
  def <=>(other)
    return nil unless Pathname === other
    Primitive.path_order(@path, Primitive.get_variable(other, :@path))
  end

  def hash
    @path.hash
  end

  def to_s
    @path.dup
  end
  alias to_path to_s

  def inspect
    "#<#{self.class}:#{@path}>"
  end

  def sub(*arguments, &block)
    replaced = if block
      @path.sub(*arguments, &block)
    else
      @path.sub(*arguments)
    end
    self.class.new(replaced)
  end

  def sub_ext(extension)
    extension = Rutile.to_str(extension)
    self.class.new(@path.delete_suffix(File.extname(@path)) + extension)
  end

  # --- The path as File sees it -------------------------------------------------------------

  def realpath(*base) = self.class.new(File.realpath(@path, *base))
  def realdirpath(*base) = self.class.new(File.realdirpath(@path, *base))
  def basename(*suffix) = self.class.new(File.basename(@path, *suffix))
  def dirname = self.class.new(File.dirname(@path))
  def extname = File.extname(@path)
  def expand_path(*base) = self.class.new(File.expand_path(@path, *base))
  def readlink = self.class.new(File.readlink(@path))
  def split
    given = File.split(@path)
    parts = Array.try_convert(given) or raise TypeError, "wrong argument type #{Rutile.describe(given)} (expected Array)"
    parts.map { |part| self.class.new(part) }
  end

  def fnmatch(pattern, *flags) = File.fnmatch(pattern, @path, *flags)
  def fnmatch?(pattern, *flags) = File.fnmatch?(pattern, @path, *flags)

  # --- Contents -----------------------------------------------------------------------------

  def each_line(...) = File.foreach(@path, ...)
  def read(...) = File.read(@path, ...)
  def binread(...) = File.binread(@path, ...)
  def readlines(...) = File.readlines(@path, ...)
  def write(...) = File.write(@path, ...)
  def binwrite(...) = File.binwrite(@path, ...)
  def sysopen(...) = IO.sysopen(@path, ...)
  def open(...) = File.open(@path, ...)

  # --- What is known of the file ------------------------------------------------------------

  def atime = File.atime(@path)
  def birthtime = File.birthtime(@path)
  def ctime = File.ctime(@path)
  def mtime = File.mtime(@path)
  def ftype = File.ftype(@path)
  def stat = File.stat(@path)
  def lstat = File.lstat(@path)
  def size = File.size(@path)

  def blockdev? = FileTest.blockdev?(@path)
  def chardev? = FileTest.chardev?(@path)
  def executable? = FileTest.executable?(@path)
  def executable_real? = FileTest.executable_real?(@path)
  def exist? = FileTest.exist?(@path)
  def grpowned? = FileTest.grpowned?(@path)
  def directory? = FileTest.directory?(@path)
  def file? = FileTest.file?(@path)
  def pipe? = FileTest.pipe?(@path)
  def socket? = FileTest.socket?(@path)
  def owned? = FileTest.owned?(@path)
  def readable? = FileTest.readable?(@path)
  def world_readable? = File.world_readable?(@path)
  def readable_real? = FileTest.readable_real?(@path)
  def setuid? = FileTest.setuid?(@path)
  def setgid? = FileTest.setgid?(@path)
  def size? = FileTest.size?(@path)
  def sticky? = FileTest.sticky?(@path)
  def symlink? = FileTest.symlink?(@path)
  def writable? = FileTest.writable?(@path)
  def world_writable? = File.world_writable?(@path)
  def writable_real? = FileTest.writable_real?(@path)
  def zero? = FileTest.zero?(@path)

  def empty?
    FileTest.directory?(@path) ? Dir.empty?(@path) : FileTest.empty?(@path)
  end

  # --- Changing the file --------------------------------------------------------------------

  def chmod(mode) = File.chmod(mode, @path)
  def lchmod(mode) = File.lchmod(mode, @path)
  def chown(owner, group) = File.chown(owner, group, @path)
  def lchown(owner, group) = File.lchown(owner, group, @path)
  def make_link(old) = File.link(old, @path)
  def make_symlink(old) = File.symlink(old, @path)
  def rename(to) = File.rename(@path, to)
  def truncate(length) = File.truncate(@path, length)
  def utime(atime, mtime) = File.utime(atime, mtime, @path)
  def lutime(atime, mtime) = File.lutime(atime, mtime, @path)

  def unlink
    Dir.exist?(@path) && !File.symlink?(@path) ? Dir.unlink(@path) : File.unlink(@path)
  end
  alias delete unlink

  # --- Folders ------------------------------------------------------------------------------

  def mkdir(...) = Dir.mkdir(@path, ...)
  def rmdir = Dir.rmdir(@path)
  def opendir(&block) = Dir.open(@path, &block)
  def entries = Dir.entries(@path).map { |name| self.class.new(name) }

  def each_entry
    return to_enum(:each_entry) unless block_given?
    Dir.foreach(@path) { |name| yield self.class.new(name) }
  end

  def self.getwd = new(Dir.getwd)
  class << self
    alias pwd getwd
  end

  def self.glob(*arguments, **options)
    found = Dir.glob(*arguments, **options).map { |path| new(path) }
    return found unless block_given?
    found.each { |path| yield path }
    nil
  end

  def glob(pattern, flags = 0)
    found = Dir.glob(pattern, flags, base: @path).map { |name| self + name }
    return found unless block_given?
    found.each { |path| yield path }
    nil
  end

  undef =~ if method_defined?(:=~)
end

module Kernel
  def Pathname(path)
    Pathname === path ? path : Pathname.new(path)
  end
  module_function :Pathname
end
