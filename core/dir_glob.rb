# Dir.glob: the files whose paths match a pattern.
#
# A pattern is taken apart at its slashes; each part narrows down a folder. Parts
# without magic are looked up, others matched against what the folder holds.

class Dir
  class << self
    def glob(patterns, flags = 0, base: nil, sort: true, &block)
      unless true.equal?(sort) || false.equal?(sort)
        raise ArgumentError, "expected true or false as sort: #{sort.inspect}"
      end
      flags = Rutile.to_int(flags)
      base = nil.equal?(base) || base == "" ? nil : Rutile.to_path(base)
      patterns = Primitive.is_a(patterns, Array) ? patterns : [patterns]
      found = patterns.flat_map do |pattern|
        pattern = Rutile.glob_pattern(pattern)
        Rutile.expand_braces(pattern, flags & File::FNM_NOESCAPE == 0).flat_map do |one|
          Rutile::Glob.new(one, flags, base, sort).paths
        end
      end
      return found unless block
      found.each(&block)
      nil
    end

    def [](*patterns, base: nil, sort: true)
      glob(patterns.flatten, base: base, sort: sort)
    end
  end
end

module Rutile
  def self.glob_pattern(pattern)
    pattern = pattern.to_path if !Primitive.is_a(pattern, String) && pattern.respond_to?(:to_path)
    pattern = to_str(pattern)
    raise ArgumentError, "nul-separated glob pattern is deprecated" if pattern.include?("\0")
    pattern
  end

  # One pattern without braces, being matched.
  class Glob
    attr_reader :paths

    def initialize(pattern, flags, base, sort)
      @flags = flags
      @base = base
      @sort = sort
      @paths = []
      return if pattern.empty?
      absolute = pattern.start_with?("/")
      parts = pattern.split("/").reject(&:empty?)
      @folders_only = pattern.end_with?("/")
      if parts.empty?
        @paths << "/" if absolute
      else
        walk(absolute ? "/" : "", parts, 0)
      end
    end

    private

    # Where a path found so far is on the system.
    def place(path)
      return path.empty? ? "." : path if nil.equal?(@base) || path.start_with?("/")
      path.empty? ? @base : "#{@base}/#{path}"
    end

    def walk(prefix, parts, at)
      part = parts[at]
      last = at == parts.size - 1
      if part == "**" && !last
        deep(prefix, parts, at)
      elsif magic?(part)
        each_match(prefix, part) { |name| step("#{prefix}#{name}", parts, at, last) }
      else
        step("#{prefix}#{unescaped(part)}", parts, at, last)
      end
    end

    def step(path, parts, at, last)
      if last
        wanted = @folders_only ? File.directory?(place(path)) : there?(path)
        @paths << (@folders_only ? "#{path}/" : path) if wanted
      elsif File.directory?(place(path))
        walk("#{path}/", parts, at + 1)
      end
    end

    def there?(path)
      !nil.equal?(Primitive.file_mode(place(path), false))
    end

    # `**/`: this folder and every one below it, links not followed.
    def deep(prefix, parts, at)
      at += 1 while parts[at + 1] == "**" && at + 1 < parts.size - 1
      walk(prefix, parts, at + 1)
      names(prefix).each do |name|
        next if name == "." || name == ".."
        next if name.start_with?(".") && @flags & File::FNM_DOTMATCH == 0
        path = "#{prefix}#{name}"
        mode = Primitive.file_mode(place(path), false)
        deep("#{path}/", parts, at) if mode && mode & 0o170000 == 0o40000
      end
    end

    def each_match(prefix, part)
      names(prefix).each do |name|
        next if name == ".." || (name == "." && !(@flags & File::FNM_DOTMATCH != 0 && prefix.empty? && part.start_with?("*")))
        next if name == "." && part != "*"
        yield name if Primitive.path_matches(part, name, @flags)
      end
    end

    def names(prefix)
      folder = prefix == "/" ? "/" : prefix.delete_suffix("/")
      names = Primitive.folder_entries(place(folder), false) || []
      @sort ? names.sort : names
    end

    def magic?(part)
      part.match?(/[*?\[]/) || (@flags & File::FNM_CASEFOLD != 0 && part.match?(/[[:alpha:]]/))
    end

    def unescaped(part)
      @flags & File::FNM_NOESCAPE == 0 ? part.gsub(/\\(.)/, "\\1") : part
    end
  end
end
