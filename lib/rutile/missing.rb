# Libraries whose native half is still to be written: requiring one says so.

module Rutile
  @missing_libraries = []

  def self.missing_library(name)
    @missing_libraries |= [name]
    error = LoadError.new("cannot load such file -- #{name} (its native half is not part of Rutile yet)")
    error.__path = name
    raise error
  end

  # Whether a library could not be loaded for that reason.
  def self.missing_library?(name)
    @missing_libraries.include?(name)
  end
end
