# Libraries whose native half is still to be written: requiring one says so, unless it was built from a gem.

module Rutile
  @missing_libraries = []

  def self.missing_library(name)
    built = built_extension(name)
    return require(built) if built
    @missing_libraries |= [name]
    error = LoadError.new("cannot load such file -- #{name} (its native half is not part of Rutile yet)")
    error.__path = name
    raise error
  end

  # Whether a library could not be loaded for that reason.
  def self.missing_library?(name)
    @missing_libraries.include?(name)
  end

  # The native half that a gem brings along, where it was built: the first in the load path.
  def self.built_extension(name)
    file = "#{name.delete_suffix(".so")}.so"
    $LOAD_PATH.map { |folder| File.join(folder, file) }.find { |path| File.file?(path) }
  end
  private_class_method :built_extension
end
