# File: paths as text.

class File
  SEPARATOR = "/".freeze
  Separator = SEPARATOR
  ALT_SEPARATOR = nil
  PATH_SEPARATOR = ":".freeze

  class << self
    def path(path)
      Rutile.to_path(path).dup
    end

    def basename(path, suffix = (no_suffix = true; nil))
      primitive :file_basename
      suffix = Rutile.to_str(suffix) unless no_suffix
      Primitive.path_base(Rutile.to_path(path), suffix)
    end

    def extname(path)
      primitive :file_extname
      Primitive.path_extension(Rutile.to_path(path))
    end

    def dirname(path, level = 1)
      primitive :file_dirname
      level = Rutile.to_index(level)
      raise ArgumentError, "negative level: #{level}" if level < 0
      path = Rutile.to_path(path)
      level == 0 ? path.dup : Primitive.path_folder(path, level)
    end

    def split(path)
      path = Rutile.to_path(path)
      [Primitive.path_folder(path, 1), Primitive.path_base(path, nil)]
    end

    def join(*parts)
      primitive :file_join
      return +"" if parts.empty?
      Rutile.join_path(Rutile.path_parts(parts, []))
    end

    def expand_path(path, base = nil)
      __expand(path, base, true)
    end

    def absolute_path(path, base = nil)
      __expand(path, base, false)
    end

    def absolute_path?(path)
      Rutile.to_path(path).start_with?("/")
    end

    def __expand(path, base, tilde)
      path = Rutile.to_path(path)
      external = Encoding.default_external
      if nil.equal?(base) && !external.ascii_compatible? && !path.start_with?("/", "~")
        raise Encoding::CompatibilityError, "incompatible character encodings: #{path.encoding} and #{external}"
      end
      Primitive.path_expand(path, nil.equal?(base) ? nil : Rutile.to_path(base), tilde)
    end

    def realpath(path, base = nil)
      path = Rutile.to_path(path)
      full = nil.equal?(base) ? path : join(Rutile.to_path(base), path)
      full = path if path.start_with?("/")
      result = Primitive.file_real_path(full)
      return result if Primitive.is_a(result, String)
      return __path_by_names(full) if result == -Errno::ENOTDIR::Errno
      Rutile.system_result(result, "rb_check_realpath_internal", full)
    end

    # The real path by its names alone: the system refuses `file/..`, since a file is no folder.
    def __path_by_names(path)
      names = path.split("/").reverse
      found = path.start_with?("/") ? "" : Primitive.dir_working
      links = 0
      while (name = names.pop)
        case name
        when "", "." then next
        when ".." then found = found[0, found.rindex("/") || 0]
        else
          place = "#{found}/#{name}"
          status = Primitive.file_status(place, false)
          Rutile.system_result(status, "realpath_rec", place) if Primitive.is_fixnum(status)
          target = symlink?(place) ? readlink(place) : nil
          found = place if nil.equal?(target)
          next if nil.equal?(target)
          Rutile.system_error(Errno::ELOOP::Errno, "realpath_rec", place) if (links += 1) > 40
          found = "" if target.start_with?("/")
          names.concat(target.split("/").reverse)
        end
      end
      found.empty? ? "/" : found
    end

    # As `realpath`, but the last name need not be there.
    def realdirpath(path, base = nil)
      path = Rutile.to_path(path)
      full = __expand(path, base, false)
      result = Primitive.file_real_path(full)
      return result if Primitive.is_a(result, String)
      if result == -Errno::ENOENT::Errno && !symlink?(full)
        folder = Primitive.file_real_path(dirname(full))
        return join(folder, basename(full)) if Primitive.is_a(folder, String)
        Rutile.system_result(folder, "realpath_rec", dirname(full))
      end
      return realdirpath(readlink(full), dirname(full)) if result == -Errno::ENOENT::Errno
      Rutile.system_result(result, "realpath_rec", full)
    end

    def fnmatch(pattern, path, flags = 0)
      pattern = Rutile.to_str(pattern)
      raise ArgumentError, "string contains null byte" if Primitive.string_has_null(pattern)
      Primitive.file_matches(pattern, Rutile.to_path(path), Rutile.to_int(flags))
    end
    alias fnmatch? fnmatch
  end
end

module Rutile
  # The strings of what `File.join` is given, nested arrays and all.
  def self.path_parts(objects, outer)
    raise ArgumentError, "recursive array" if outer.any? { |array| array.equal?(objects) }
    parts = []
    objects.each do |object|
      if Primitive.is_a(object, Array)
        inner = path_parts(object, outer + [objects])
        parts << (inner.empty? ? "" : join_path(inner))
      else
        parts << plain_path(object)
      end
    end
    parts
  end

  # As `to_path`, in the words of the methods that only look at text.
  def self.plain_path(object)
    object = to_str(path_or_itself(object))
    raise ArgumentError, "string contains null byte" if Primitive.string_has_null(object)
    object
  end

  def self.join_path(parts)
    result = +""
    parts.each_with_index do |part, index|
      if index == 0
        result << part
      elsif part.start_with?("/")
        result = result.sub(%r{/+\z}, "") << part
      elsif result.end_with?("/")
        result << part
      else
        result << "/" << part
      end
    end
    result
  end
end
