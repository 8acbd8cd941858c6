# Marshal: objects as bytes, and back, in the reference's format 4.8.
#
#   version  value
#   value    0 nil  T true  F false  i Integer  l big Integer  f Float  : symbol  ; symbol seen before
#            " String  / Regexp  [ Array  { Hash  } Hash with a default  c Class  m Module
#            S Struct  o object  u by `_dump`  U by `marshal_dump`  @ value seen before
#   before   I what has instance variables or an encoding  e an extending module  C a subclass of a core class
#   a value
#
# Common values, that is numbers, texts, lists and plain objects, are written and read natively (marshal_dump.rs, marshal_load.rs);
# MarshalWriter and MarshalReader (in files of their own) do all the rest.

module Marshal
  MAJOR_VERSION = 4
  MINOR_VERSION = 8

  def dump(object, destination = nil, limit = nil)
    if nil.equal?(limit) && Primitive.is_a(destination, Integer)
      limit = destination
      destination = nil
    elsif !nil.equal?(destination) && !destination.respond_to?(:write)
      raise TypeError, "instance of IO needed"
    end
    limit = nil.equal?(limit) ? -1 : Rutile.to_int(limit)
    bytes = limit < 0 ? Primitive.marshal_dump_plain(object) : nil
    bytes ||= Rutile::MarshalWriter.new.dump(object, limit)
    return bytes if nil.equal?(destination)
    destination.binmode if destination.respond_to?(:binmode)
    destination.write(bytes)
    destination
  end

  module_function :dump

  def self.load(source, proc = nil, freeze: false)
    source = Rutile.marshal_source(source)
    if nil.equal?(proc) && !freeze && value = Primitive.marshal_load_plain(source)
      return value[0]
    end
    Rutile::MarshalReader.new(source, proc, freeze).load
  end

  class << self
    alias restore load
  end
end

module Rutile
  # A String of bytes, or something to read them from.
  def self.marshal_source(source)
    text = try_convert(source, String, "String", :to_str)
    return text if text
    if source.respond_to?(:getbyte) && source.respond_to?(:read)
      source.binmode if source.respond_to?(:binmode)
      return source
    end
    raise TypeError, "instance of IO needed"
  end

  # The class or module that a path names.
  def self.marshal_constant(path)
    path.split("::").inject(Object) do |scope, name|
      unless scope.const_defined?(name, scope.equal?(Object))
        raise ArgumentError, "undefined class/module #{path[0, path.index(name) + name.size]}" unless marshal_autoloads?(scope, name)
      end
      found = scope.const_get(name)
      raise TypeError, "#{path} does not refer to class/module" unless Primitive.is_a(found, Module)
      found
    end
  rescue NameError
    raise ArgumentError, "undefined class/module #{path}"
  end

  def self.marshal_autoloads?(scope, name)
    scope.const_missing(name.to_sym)
    true
  rescue NameError
    false
  end
end

class Encoding
  def _dump(_limit = nil)
    name
  end
  private :_dump

  def self._load(name)
    find(name)
  end
end
