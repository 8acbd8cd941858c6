# File: paths as text.

class File
  class << self
    def basename(path, ending = nil)
      path = Rutile.to_path(path)
      Primitive.path_base_name(path, nil.equal?(ending) ? "" : Rutile.to_str(ending))
    end

    def dirname(path, level = 1)
      level = Rutile.to_int(level)
      raise ArgumentError, "negative level: #{level}" if level < 0
      Primitive.path_folder(Rutile.to_path(path), level)
    end

    def extname(path)
      Primitive.path_extension(Rutile.to_path(path))
    end

    def split(path)
      [dirname(path), basename(path)]
    end

    def join(*parts)
      Rutile.join_paths(parts, [])
    end

    def expand_path(path, folder = nil)
      folder = Rutile.to_path(folder) unless nil.equal?(folder)
      Primitive.path_expand(Rutile.to_path(path), folder || "", true)
    end

    def absolute_path(path, folder = nil)
      folder = Rutile.to_path(folder) unless nil.equal?(folder)
      Primitive.path_expand(Rutile.to_path(path), folder || "", false)
    end

    def absolute_path?(path)
      Rutile.to_path(path).start_with?("/")
    end

    def realpath(path, folder = nil)
      Primitive.file_real_path(Rutile.in_folder(path, folder), true)
    end

    def realdirpath(path, folder = nil)
      Primitive.file_real_path(Rutile.in_folder(path, folder), false)
    end

    def path(object)
      Rutile.to_path(object).dup
    end

    def fnmatch(pattern, path, flags = 0)
      pattern = Rutile.to_str(pattern)
      path = Rutile.to_path(path)
      flags = Rutile.to_int(flags)
      patterns = flags & 16 != 0 ? Rutile.expand_braces(pattern, flags & 1 == 0) : [pattern]
      patterns.any? { |one| Primitive.path_matches(one, path, flags) }
    end
    alias fnmatch? fnmatch
  end
end

module Rutile
  def self.in_folder(path, folder)
    path = to_path(path)
    return path if nil.equal?(folder) || path.start_with?("/")
    "#{to_path(folder)}/#{path}"
  end

  # Parts with one slash between them; those a part begins or ends with are kept as one.
  def self.join_paths(parts, active)
    result = nil
    parts.each do |part|
      if Primitive.is_a(part, Array)
        raise ArgumentError, "recursive array" if active.any? { |outer| outer.equal?(part) }
        part = join_paths(part, active + [part])
      else
        part = to_path(part)
      end
      if nil.equal?(result)
        result = part.dup
      elsif result.end_with?("/")
        result = part.start_with?("/") ? result.sub(%r{/+\z}, "") << part : result << part
      elsif part.start_with?("/")
        result << part
      else
        result << "/" << part
      end
    end
    result || +""
  end

  # `a{b,c}d` as `abd` and `acd`, inner braces too.
  def self.expand_braces(pattern, escapes = true)
    opening = nil
    depth = 0
    commas = []
    index = 0
    bytes = pattern.chars
    while index < bytes.size
      case bytes[index]
      when "\\" then index += 1 if escapes
      when "{"
        opening = index if depth == 0
        depth += 1
      when ","
        commas << index if depth == 1
      when "}"
        depth -= 1 if depth > 0
        return expanded_at(bytes, opening, commas, index, escapes) if depth == 0 && opening
      end
      index += 1
    end
    [pattern]
  end

  def self.expanded_at(characters, opening, commas, closing, escapes)
    head = characters[0...opening].join
    tail = characters[closing + 1..].join
    bounds = [opening, *commas, closing]
    bounds.each_cons(2).flat_map do |from, to|
      expand_braces("#{head}#{characters[from + 1...to].join}#{tail}", escapes)
    end
  end
end
