# Dir: an open folder.

class Dir
  include Enumerable

  def initialize(path, encoding: nil)
    path = Rutile.to_path(path)
    @__encoding = nil.equal?(encoding) ? nil : Rutile::StreamEncodings.of(encoding)
    Rutile.system_result(Rutile.with_descriptor { Primitive.dir_open(self, path) }, "dir_initialize", path)
    @__path = path.dup.freeze
    self
  end
  private :initialize

  def __open_descriptor(descriptor)
    Rutile.system_result(Primitive.dir_open_descriptor(self, descriptor), nil, "fdopendir")
    self
  end

  def __check_open
    raise FrozenError, "can't modify frozen #{Primitive.class_of(self)}: #{inspect}" if Primitive.is_frozen(self)
    raise IOError, "closed directory" unless Primitive.dir_is_open(self)
  end

  def path
    @__path && @__path.dup
  end
  alias to_path path

  def fileno
    __check_open
    Primitive.dir_descriptor(self)
  end

  def inspect
    @__path ? "#<#{Primitive.class_of(self)}:#{@__path}>" : Primitive.any_to_s(self)
  end

  def read
    __check_open
    name = Primitive.dir_next(self)
    name.force_encoding(@__encoding) if @__encoding && name
    Rutile.internal_text(name)
  end

  def each
    return to_enum(:each) unless block_given?
    while (name = read)
      yield name
    end
    self
  end

  def each_child
    return to_enum(:each_child) unless block_given?
    each { |name| yield name unless name == "." || name == ".." }
    self
  end

  def children
    names = []
    each_child { |name| names << name }
    names
  end

  def tell
    __check_open
    Primitive.dir_position(self)
  end
  alias pos tell

  def seek(position)
    position = Rutile.to_int(position)
    __check_open
    Primitive.dir_seek(self, position)
    self
  end

  def pos=(position)
    seek(position)
    position
  end

  def rewind
    __check_open
    Primitive.dir_rewind(self)
    self
  end

  def chdir(&block)
    __check_open
    Dir.fchdir(fileno, &block)
  end

  def close
    Rutile.system_result(Primitive.dir_close(self), nil, "closedir")
    nil
  end
end
