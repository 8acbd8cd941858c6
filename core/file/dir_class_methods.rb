# Dir: what the class does: the working folder, making, listing, globbing.

class Dir
  # The threads and places of the blocks of `chdir` that are running, outermost first.
  @__changes = []

  class << self
    def open(path, encoding: nil)
      dir = new(path, encoding: encoding)
      return dir unless block_given?
      begin
        yield dir
      ensure
        dir.close
      end
    end

    def for_fd(descriptor)
      allocate.__open_descriptor(Rutile.to_int(descriptor))
    end

    # --- The working folder ---

    def pwd
      path = Primitive.dir_working
      Primitive.is_a(path, String) ? path : Rutile.system_result(path, nil, "getcwd")
    end
    alias getwd pwd

    def chdir(path = (no_path = true; nil), &block)
      if no_path
        path = Primitive.env_get("HOME") || Primitive.env_get("LOGDIR")
        raise ArgumentError, "HOME/LOGDIR not set" unless path
      end
      path = Rutile.to_path(path)
      __change(block, path) { Rutile.system_result(Primitive.dir_change(path), "chdir_path", path) }
    end

    def fchdir(descriptor, &block)
      descriptor = Rutile.to_int(descriptor)
      __change(block, nil) { Rutile.system_result(Primitive.dir_change_to_descriptor(descriptor), nil, "fchdir") }
    end

    # Changes the working folder, for the time of a block where there is one.
    def __change(block, path)
      Rutile.settle_program_file
      __check_conflict(block) unless @__changes.empty?
      return yield unless block
      before = pwd
      yield
      @__changes.push([Primitive.current_thread, Primitive.caller_position(0)])
      begin
        path ? block.call(path) : block.call
      ensure
        @__changes.pop
        Rutile.system_result(Primitive.dir_change(before), "chdir_path", before)
      end
    end

    # One block has the working folder, and its thread; who changes it there without a block is warned.
    def __check_conflict(block)
      thread, position = @__changes.last
      text = "conflicting chdir during another chdir block"
      raise RuntimeError, text unless thread.equal?(Primitive.current_thread)
      Rutile.warn_at(Primitive.caller_position(0), "#{text}\n#{position}: note: previous chdir was here") unless block
    end

    def chroot(path)
      path = Rutile.to_path(path)
      Rutile.system_result(Primitive.dir_change_root(path), "dir_s_chroot", path)
    end

    def home(user = nil)
      return __home_of(Rutile.to_str(user)) unless nil.equal?(user) || user == ""
      path = Primitive.env_get("HOME")
      return path.dup if path
      Primitive.dir_home(nil) || raise(ArgumentError, "couldn't find HOME environment -- expanding '~'")
    end

    def __home_of(user)
      Primitive.dir_home(user) || raise(ArgumentError, "user #{user} doesn't exist")
    end

    # --- Making and asking ---

    def mkdir(path, permissions = 0o777)
      path = Rutile.to_path(path)
      permissions = Rutile.to_unsigned_int(permissions)
      Rutile.system_result(Primitive.dir_make(path, permissions), "dir_s_mkdir", path)
    end

    def rmdir(path)
      path = Rutile.to_path(path)
      Rutile.system_result(Primitive.dir_remove(path), "dir_s_rmdir", path)
    end
    alias delete rmdir
    alias unlink rmdir

    # Not by `File.directory?`, which a program may have replaced, as a test does that lets `File` receive it.
    def exist?(path)
      primitive :file_is_directory
      (status = File.__status_or_nil(path)) ? status.directory? : false
    end

    def empty?(path)
      path = Rutile.to_path(path)
      dir = allocate
      result = Rutile.with_descriptor { Primitive.dir_open(dir, path) }
      return false if result == -Errno::ENOTDIR::Errno
      Rutile.system_result(result, "rb_dir_s_empty_p", path)
      while (name = Primitive.dir_next(dir))
        return false unless name == "." || name == ".."
      end
      true
    ensure
      dir&.close
    end

    # --- Listing ---

    def entries(path, encoding: nil)
      open(path, encoding: encoding) { |dir| dir.to_a }
    end

    def children(path, encoding: nil)
      open(path, encoding: encoding) { |dir| dir.children }
    end

    # Without a block nothing is asked of the arguments yet.

    def foreach(*arguments, **options)
      return to_enum(:foreach, *arguments, **options) unless block_given?
      open(*arguments, **options) { |dir| dir.each { |name| yield name } }
      nil
    end

    def each_child(*arguments, **options)
      return to_enum(:each_child, *arguments, **options) unless block_given?
      open(*arguments, **options) { |dir| dir.each_child { |name| yield name } }
      nil
    end

    def [](*patterns, base: nil, sort: true)
      patterns = patterns.flatten if patterns.any? { |pattern| Primitive.is_array(pattern) }
      __glob(patterns, 0, base, sort)
    end

    def glob(pattern, flags = (no_flags = true; 0), base: nil, sort: true, **options, &block)
      unless options.empty?
        flags = __flags_option(options, flags, no_flags)
      end
      patterns = Rutile.try_array(pattern) || [pattern]
      paths = __glob(patterns, Rutile.to_int(flags), base, sort)
      return paths unless block
      paths.each(&block)
      nil
    end

    def __flags_option(options, flags, no_flags)
      unknown = options.keys - [:flags]
      unless unknown.empty?
        raise ArgumentError, "unknown keyword#{"s" if unknown.size > 1}: #{unknown.map(&:inspect).join(", ")}"
      end
      no_flags ? options[:flags] : flags
    end

    def __glob(patterns, flags, base, sort)
      unless true.equal?(sort) || false.equal?(sort)
        raise ArgumentError, "expected true or false as sort: #{sort.inspect}"
      end
      base = __base_path(base)
      return [] if nil.equal?(base)
      found = nil
      patterns.each do |pattern|
        pattern = Rutile.glob_pattern(pattern)
        paths = nil
        Rutile.with_descriptor do
          paths = Primitive.dir_glob(pattern, base, flags, sort)
          Primitive.is_fixnum(paths[0]) ? -paths[0] : 0
        end
        Rutile.system_error(*paths) if Primitive.is_fixnum(paths[0])
        found ? found.concat(paths) : found = paths
      end
      found ||= []
      nil.equal?(Encoding.default_internal) ? found : found.map! { |path| Rutile.internal_text(path) }
    end

    # The folder that paths are relative to, "" for the working one.
    def __base_path(base)
      return "" if nil.equal?(base)
      return base.path if Primitive.is_a(base, Dir)
      Rutile.to_path(base)
    end
  end
end

module Rutile
  def self.glob_pattern(pattern)
    pattern = to_str(path_or_itself(pattern))
    unless pattern.encoding.ascii_compatible?
      raise Encoding::CompatibilityError, "incompatible character encodings: #{pattern.encoding.name} and US-ASCII"
    end
    raise ArgumentError, "nul-separated glob pattern is deprecated" if Primitive.string_has_null(pattern)
    pattern
  end
end
