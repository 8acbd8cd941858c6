# Marshal: objects as bytes, and back, in the reference's format 4.8.
#
#   version  value
#   value    0 nil  T true  F false  i Integer  l big Integer  f Float  : symbol  ; symbol seen before
#            " String  / Regexp  [ Array  { Hash  } Hash with a default  c Class  m Module
#            S Struct  o object  u by `_dump`  U by `marshal_dump`  @ value seen before
#   before   I what has instance variables or an encoding  e an extending module  C a subclass of a core class
#   a value
#
# Common values, that is numbers, texts, lists and plain objects, are written and read natively (marshal/dump.rs, marshal/load.rs), and so
# is what hooks answer; MarshalWriter and MarshalReader (in files of their own) do all the rest.

module Marshal
  MAJOR_VERSION = 4
  MINOR_VERSION = 8

  def dump(object, destination = (alone = true; nil), limit = (no_limit = true; nil))
    if no_limit && Primitive.is_fixnum(destination)
      limit = destination
      destination = nil
      alone = true
    end
    limit = nil.equal?(limit) ? -1 : Rutile.to_small_int(limit)
    raise TypeError, "instance of IO needed" unless alone || !nil.equal?(destination) && destination.respond_to?(:write)
    bytes = limit < 0 ? Rutile.marshal_dump(object) : Rutile::MarshalWriter.new.dump(object, limit)
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
    Primitive.alias_method(self, :restore, :load)
  end
end

module Rutile
  # A whole dump. Natives write it, but ask no hooks (`marshal_dump`, `_dump`): they say whose are to be asked first.
  def self.marshal_dump(object)
    found = Primitive.marshal_dump_plain(object, nil)
    return found if Primitive.is_a(found, String)
    answers = nil
    while Primitive.is_a(found, Array)
      answers ||= {}.compare_by_identity
      marshal_ask(found, answers)
      found = Primitive.marshal_dump_plain(object, answers)
    end
    found || Rutile::MarshalWriter.new(answers).dump(object, -1)
  end

  # Asks the hooks of objects, and of what is in an answer before the next, as a writer would come to them. What they
  # stand in may not change by that.
  def self.marshal_ask(found, answers)
    objects, watched = found
    objects.each do |object|
      next if answers.key?(object)
      if Rutile.says?(object, :marshal_dump)
        value = answers[object] = marshal_dumped(object)
        within = Primitive.marshal_dump_plain(value, answers)
        marshal_ask(within, answers) if Primitive.is_a(within, Array)
      else
        answers[object] = marshal_text(object, -1)
      end
    end
    watched.each_slice(2) { |object, size| marshal_check_size(object, size) }
  end

  # Raises where an object has no longer that many elements or variables.
  def self.marshal_check_size(object, size)
    return marshal_check_variables(object, size) unless Primitive.has_layout(object, Array)
    raise RuntimeError, "array modified during dump" if object.size != size
  end

  def self.marshal_check_variables(object, size)
    difference = Primitive.instance_variable_names(object).size <=> size
    return if difference == 0
    kind = Primitive.class_of(object)
    raise RuntimeError, "instance variable #{difference > 0 ? "added to" : "removed from"} #{kind} instance"
  end

  def self.marshal_dumped(object)
    value = object.__send__(:marshal_dump)
    kind = Primitive.class_of(value)
    raise RuntimeError, "#{kind}#marshal_dump returned same class instance" if kind.equal?(Primitive.class_of(object))
    value
  end

  # The answer of `_dump`, and what is written as its variables: a Time's own go with its String.
  def self.marshal_text(object, limit)
    text = object.__send__(:_dump, limit)
    raise TypeError, "_dump() must return string" unless Primitive.is_a(text, String)
    [text, Primitive.is_a(object, Time) ? object.__marshal_parts : nil]
  end

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
    raise ArgumentError, "can't retrieve anonymous class #{path}" if path.empty? || path.start_with?("#")
    path.split("::", -1).inject(Object) do |scope, name|
      unless scope.const_defined?(name, scope.equal?(Object))
        raise ArgumentError, "undefined class/module #{path[0, path.index(name) + name.size]}" unless marshal_autoloads?(scope, name)
      end
      found = scope.__const_get(name)
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

  def self._load(name)
    find(name)
  end
end
