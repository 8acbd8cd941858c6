# Libraries whose native half is still to be written: requiring one says so.

module Rutile
  def self.missing_library(name)
    error = LoadError.new("cannot load such file -- #{name} (its native half is not part of Rutile yet)")
    error.__path = name
    raise error
  end
end
