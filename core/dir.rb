# Dir: folders. `Dir.glob` is in dir_glob.

class Dir
  include Enumerable

  def initialize(path, encoding: nil)
    @__path = Rutile.to_path(path)
    @__entries = Primitive.folder_entries(@__path, true)
    @__at = 0
    @__open = true
  end
  private :initialize

  def path
    @__path
  end
  alias to_path path

  def __check
    raise IOError, "uninitialized Dir" if nil.equal?(@__open)
    raise IOError, "closed directory" unless @__open
  end

  def read
    __check
    entry = @__entries[@__at]
    @__at += 1 if entry
    entry
  end

  def each
    return to_enum(:each) unless block_given?
    __check
    while (entry = read)
      yield entry
    end
    self
  end

  def children
    __check
    rest = @__entries[@__at..]
    @__at = @__entries.size
    rest.reject { |entry| entry == "." || entry == ".." }
  end

  def each_child
    return to_enum(:each_child) unless block_given?
    children.each { |entry| yield entry }
    self
  end

  def pos
    __check
    @__at
  end
  alias tell pos

  def pos=(position)
    seek(position)
    position
  end

  def seek(position)
    __check
    position = Rutile.to_int(position)
    @__at = position if position >= 0 && position <= @__entries.size
    self
  end

  def rewind
    __check
    @__entries = Primitive.folder_entries(@__path, true)
    @__at = 0
    self
  end

  def close
    @__open = false
    nil
  end

  def chdir(&block)
    Dir.chdir(@__path, &block)
  end

  def inspect
    "#<#{self.class}:#{@__path}>"
  end

  class << self
    def open(path, **options)
      folder = new(path, **options)
      return folder unless block_given?
      begin
        yield folder
      ensure
        folder.close
      end
    end

    def pwd
      Primitive.folder_current
    end
    alias getwd pwd

    def chdir(path = nil)
      if nil.equal?(path)
        path = ENV["HOME"] || ENV["LOGDIR"]
        raise ArgumentError, "HOME/LOGDIR not set" unless path
      end
      path = Rutile.to_path(path)
      unless block_given?
        warn("conflicting chdir during another chdir block", uplevel: 0) if @changed && !@changed.empty?
        Primitive.folder_change(path)
        return 0
      end
      before = pwd
      Primitive.folder_change(path)
      (@changed ||= []).push(path)
      begin
        yield path
      ensure
        @changed.pop
        Primitive.folder_change(before)
      end
    end

    def mkdir(path, permissions = 0o777)
      Primitive.folder_make(Rutile.to_path(path), Rutile.to_int(permissions))
      0
    end

    def rmdir(path)
      Primitive.folder_remove(Rutile.to_path(path))
      0
    end
    alias unlink rmdir
    alias delete rmdir

    def exist?(path)
      File.directory?(path)
    end

    def empty?(path)
      entries = File.directory?(path) && Primitive.folder_entries(Rutile.to_path(path), false)
      entries ? entries.size == 2 : false
    end

    def entries(path, encoding: nil)
      Primitive.folder_entries(Rutile.to_path(path), true)
    end

    def children(path, encoding: nil)
      entries(path).reject { |entry| entry == "." || entry == ".." }
    end

    def each_child(path, encoding: nil)
      return to_enum(:each_child, path) unless block_given?
      children(path).each { |entry| yield entry }
      nil
    end

    def foreach(path, encoding: nil)
      return to_enum(:foreach, path) unless block_given?
      entries(path).each { |entry| yield entry }
      nil
    end

    def home(user = nil)
      return File.expand_path("~#{Rutile.to_str(user)}") unless nil.equal?(user) || user == ""
      File.expand_path("~")
    end

    def chroot(path)
      raise NotImplementedError, "chroot() function is unimplemented on this machine"
    end
  end
end
