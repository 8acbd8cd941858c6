# Marshal.load: one reader a load.
#
# A value that has been read is kept by number, so that links find it; it is given to
# the proc, and frozen where that is asked for, once it is whole.

class Rutile::MarshalReader
  # Types, each a character's byte.
  LINKED_SYMBOL = 0x3b
  HASH = 0x7b
  HASH_WITH_DEFAULT = 0x7d

  # Stands for an object that can't be made before its parts are read.
  PENDING = Object.new
  private_constant :PENDING

  def initialize(source, proc, freeze)
    @source = source
    @text = Primitive.is_a(source, String)
    @position = 0
    @proc = proc
    @freeze = freeze
    @symbols = []
    @objects = []
    @classes = {}
    @unfinished = {}.compare_by_identity
    # Where a native reads what it can: see `read`.
    @place = [0, PENDING] if @text && nil.equal?(proc) && !freeze
  end

  def load
    major = byte
    minor = byte
    if major != Marshal::MAJOR_VERSION || minor > Marshal::MINOR_VERSION
      raise TypeError, "incompatible marshal file format (can't be read)\n\tformat version 4.8 required; #{major}.#{minor} given"
    end
    if minor != Marshal::MINOR_VERSION && $VERBOSE
      warn("incompatible marshal file format (can be read)\n\tformat version 4.8 required; #{major}.#{minor} given")
    end
    read
  end

  # Whatever its class says of freezing.
  FREEZE = Kernel.instance_method(:freeze)
  private_constant :FREEZE

  # --- Bytes --------------------------------------------------------------------------------

  def byte
    if @text
      result = @source.getbyte(@position)
      @position += 1
    else
      result = @source.getbyte
      result = Rutile.to_int(result) unless nil.equal?(result)
    end
    return result if result
    raise EOFError, "end of file reached" unless @text
    too_short
  end

  def bytes(length)
    raise ArgumentError, "negative string size (or size too big)" if length < 0
    return String.new(encoding: Encoding::BINARY) if length == 0
    if @text
      result = @source.byteslice(@position, length)
      @position += length
      too_short if nil.equal?(result) || result.bytesize < length
      return result.force_encoding(Encoding::BINARY)
    end
    result = @source.read(length)
    too_short if nil.equal?(result) || result.bytesize < length
    String.new(result, encoding: Encoding::BINARY)
  end

  def too_short
    raise ArgumentError, "marshal data too short"
  end

  def long
    first = byte
    first -= 256 if first > 127
    return 0 if first == 0
    return first - 5 if first > 4
    return first + 5 if first < -4
    value = first < 0 ? -1 << (8 * -first) : 0
    first.abs.times { |index| value |= byte << (8 * index) }
    value
  end

  # How many elements follow.
  def count
    length = long
    raise ArgumentError, "negative length" if length < 0
    length
  end

  def counted_bytes
    bytes(long)
  end

  # --- Values -------------------------------------------------------------------------------

  # The next value. `variables` is where it notes that instance variables follow and nobody read them;
  # `partial` values are finished by the caller.
  def read(variables = nil, partial = false, extensions = nil)
    if @place && nil.equal?(variables) && nil.equal?(extensions)
      Primitive.array_set(@place, 0, @position)
      value = Primitive.marshal_load_part(@source, @symbols, @objects, @place)
      unless Primitive.identical(value, @place)
        @position = Primitive.array_at(@place, 0)
        return value
      end
    end
    read_type(byte, variables, partial, extensions)
  end

  def read_type(type, variables, partial, extensions)
    case type
    when 0x30 then given(nil, partial) # 0
    when 0x54 then given(true, partial) # T
    when 0x46 then given(false, partial) # F
    when 0x69 then given(long, partial) # i
    when 0x3a then given(read_symbol(type, variables), partial) # :
    when 0x3b then read_symbol(type, variables) # ;
    when 0x40 then read_link(partial) # @
    when 0x49 then read_with_variables(partial, extensions) # I
    when 0x6c then finish(enter(read_big), partial) # l
    when 0x66 then finish(enter(read_float), partial) # f
    when 0x22 then finish(enter(counted_bytes), partial) # "
    when 0x2f then read_regexp(variables, partial) # /
    when 0x5b then read_array(partial) # [
    when 0x7b, 0x7d then read_hash(type, partial) # { }
    when 0x53 then read_struct(partial) # S
    when 0x6f then read_object(partial, extensions) # o
    when 0x64 then read_data(partial, extensions) # d
    when 0x75 then read_by_load(variables, partial) # u
    when 0x55 then read_by_marshal_load(partial, extensions) # U
    when 0x43 then read_subclass(variables, partial, extensions) # C
    when 0x65 then read_extended(variables, partial, extensions) # e
    when 0x63 then finish(enter(class_named(counted_bytes)), partial) # c
    when 0x6d then finish(enter(module_named(counted_bytes)), partial) # m
    when 0x4d then finish(enter(Rutile.marshal_constant(counted_bytes)), partial) # M
    else raise ArgumentError, "dump format error(0x#{type.to_s(16)})"
    end
  end

  def enter(object)
    @objects << object
    object
  end

  # A whole value: frozen if asked for, and shown to the proc, whose answer takes its place.
  def finish(object, partial)
    return object if partial
    @unfinished.delete(object)
    if @freeze && !Primitive.is_a(object, Module)
      object = frozen(object)
    end
    return object unless @proc
    result = @proc.call(object)
    replace(object, result)
    result
  end

  def frozen(object)
    plain = Primitive.is_a(object, String) && Primitive.lookup_class(object).equal?(String)
    plain &&= Primitive.instance_variable_names(object).empty?
    return FREEZE.bind_call(object) unless plain
    result = -object
    replace(object, result)
    result
  end

  def replace(object, result)
    return if object.equal?(result)
    index = @objects.rindex { |known| known.equal?(object) }
    @objects[index] = result if index
  end

  # A value that is never linked to.
  def given(object, partial)
    return object if partial || !@proc
    @proc.call(object)
  end

  def read_link(partial)
    index = long
    raise ArgumentError, "dump format error (unlinked)" if index < 0 || index >= @objects.size
    object = @objects[index]
    raise ArgumentError, "dump format error (bad link)" if PENDING.equal?(object)
    return object if partial || !@proc || @unfinished.key?(object)
    @proc.call(object)
  end

  # --- Symbols and instance variables -------------------------------------------------------

  def symbol
    type = byte
    case type
    when 0x3a, 0x3b then read_symbol(type, nil)
    when 0x49
      raise ArgumentError, "dump format error for symbol(0x#{byte.to_s(16)})" unless byte == 58
      read_symbol(0x3a, [true])
    else raise ArgumentError, "dump format error for symbol(0x#{type.to_s(16)})"
    end
  end

  def read_symbol(type, variables)
    if type == LINKED_SYMBOL
      index = long
      raise ArgumentError, "bad symbol" if index < 0 || index >= @symbols.size
      known = @symbols[index]
      return Primitive.is_a(known, Symbol) ? known : known.to_sym
    end
    name = counted_bytes
    number = @symbols.size
    @symbols << name
    if variables && variables[0]
      variables[0] = false
      long.times { apply_encoding(name, symbol, read(nil, true)) }
    elsif name.ascii_only?
      name.force_encoding(Encoding::US_ASCII)
    end
    raise ArgumentError, "invalid byte sequence in #{name.encoding}: #{name.inspect}" unless name.valid_encoding?
    @symbols[number] = name.to_sym
  end

  def read_with_variables(partial, extensions)
    follow = [true]
    object = read(follow, true, extensions)
    read_variables(object) if follow[0]
    finish(object, partial)
  end

  def read_variables(object)
    @unfinished[object] = true unless Primitive.is_special(object)
    long.times do
      name = symbol
      value = read
      next if apply_mark(object, name, value)
      if Primitive.is_a(object, Module)
        raise TypeError, "can't override instance variable of #{Primitive.is_a(object, Class) ? "class" : "module"} '#{object}'"
      end
      Primitive.set_variable(object, name, value)
    end
  end

  # Whether this "variable" is a mark, of an encoding or of a Hash of keywords, which is then set.
  def apply_mark(object, name, value)
    return apply_encoding(object, name, value) unless name == :K
    raise ArgumentError, "ruby2_keywords flag is given but #{object} is not a Hash" unless Primitive.is_a(object, Hash)
    Primitive.marshal_set_keywords_hash(object)
    true
  end

  # Whether this "variable" is a text's encoding, which is then set.
  def apply_encoding(object, name, value)
    return false unless name == :E || name == :encoding
    if Primitive.has_layout(object, String)
      encoding = name == :E ? (value ? Encoding::UTF_8 : Encoding::US_ASCII) : encoding_named(value)
      object.force_encoding(encoding)
      return true
    end
    raise ArgumentError, "#{object} is not enc_capable" unless Primitive.is_a(object, Regexp)
    true
  end

  # An encoding that is not here leaves the bytes as they are.
  def encoding_named(name)
    Encoding.find(name)
  rescue ArgumentError
    Encoding::BINARY
  end

  # Letters that a backslash did nothing to when Regexps were written without their encoding.
  NO_ESCAPES = "EFHIJKLNOPQRSTUVXYghijklmopquy"
  private_constant :NO_ESCAPES

  # --- Core classes -------------------------------------------------------------------------

  def read_regexp(variables, partial)
    source = counted_bytes
    options = byte
    index = @objects.size
    @objects << PENDING
    encoded = false
    if variables && variables[0]
      variables[0] = false
      names = []
      long.times do
        name = symbol
        value = read
        next encoded = true if apply_encoding(source, name, value)
        names << [name, value]
      end
    end
    unless encoded
      source = source.gsub(/\\./mn) { |escape| NO_ESCAPES.include?(escape[1]) ? escape[1] : escape }
    end
    regexp = Regexp.new(source, options & 7 | (options & 32))
    names&.each { |name, value| Primitive.set_variable(regexp, name, value) }
    @objects[index] = regexp
    finish(regexp, partial)
  end

  def read_array(partial)
    length = count
    array = enter([])
    @unfinished[array] = true
    length.times { array << read }
    finish(array, partial)
  end

  def read_hash(type, partial)
    length = count
    hash = enter({})
    @unfinished[hash] = true
    fill_hash(hash, type, length)
    finish(hash, partial)
  end

  def fill_hash(hash, type, length)
    length.times do
      key = read
      hash[key] = read
    end
    hash.default = read if type == HASH_WITH_DEFAULT
  end

  def read_struct(partial)
    name = symbol
    structure = class_named(name.name)
    unless structure < Struct || structure < Data
      raise TypeError, "class #{structure} not a struct"
    end
    length = count
    members = structure.members
    raise TypeError, "struct #{structure} not compatible (struct size differs)" if members.size != length
    object = enter(structure.allocate)
    @unfinished[object] = true
    values = members.map do |member|
      slot = symbol
      raise TypeError, "struct #{structure} not compatible (:#{slot} for :#{member})" unless slot == member
      read
    end
    Primitive.struct_fill(object, members, values)
    object.freeze if structure < Data
    finish(object, partial)
  end

  # --- Classes ------------------------------------------------------------------------------

  def class_named(path)
    known = @classes[path]
    return known if known
    found = Rutile.marshal_constant(path)
    raise ArgumentError, "#{path} does not refer to class" unless Primitive.is_a(found, Class)
    @classes[path] = found
  end

  def module_named(path)
    found = Rutile.marshal_constant(path)
    raise ArgumentError, "#{path} does not refer to module" if Primitive.is_a(found, Class) || !Primitive.is_a(found, Module)
    found
  end

  def read_subclass(variables, partial, extensions)
    wanted = class_named(symbol.name)
    type = byte
    return read_identity_hash(type, partial) if wanted.equal?(Hash)
    object = read_type(type, variables, true, extensions)
    if Primitive.is_special(object) || !Primitive.has_layout(object, wanted)
      raise ArgumentError, "dump format error (user class)"
    end
    Primitive.become_instance(object, wanted)
    finish(object, partial)
  end

  # A Hash that says it is one compares by identity.
  def read_identity_hash(type, partial)
    raise ArgumentError, "dump format error (user class)" unless type == HASH || type == HASH_WITH_DEFAULT
    length = count
    hash = enter({}.compare_by_identity)
    @unfinished[hash] = true
    fill_hash(hash, type, length)
    finish(hash, partial)
  end

  def read_extended(variables, partial, extensions)
    mod = Rutile.marshal_constant(symbol.name)
    extensions ||= []
    if Primitive.is_a(mod, Class)
      object = read(variables, true)
      unless Primitive.class_of(object).equal?(mod)
        raise ArgumentError, "dump format error (user class)" unless Primitive.is_a(object, mod)
      end
      object.singleton_class.prepend(extensions.pop) until extensions.empty?
      return finish(object, partial)
    end
    extensions << mod
    object = read(variables, true, extensions)
    extensions.reverse_each { |extension| object.extend(extension) }
    extensions.clear
    finish(object, partial)
  end

  # --- Objects ------------------------------------------------------------------------------

  def read_object(partial, _extensions)
    wanted = class_named(symbol.name)
    return read_range(wanted, partial) if wanted <= Range
    return read_status(wanted, partial) if wanted <= Process::Status
    return read_old_number(wanted, partial) if wanted.equal?(Rational) || wanted.equal?(Complex)
    object = enter(wanted.allocate)
    raise ArgumentError, "dump format error" unless Primitive.is_plain_object(object)
    @unfinished[object] = true
    long.times do
      name = symbol
      value = read
      store_part(object, name, value)
    end
    finish(object, partial)
  end

  def store_part(object, name, value)
    if Primitive.is_a(object, Exception)
      return Primitive.set_variable(object, :@__message, value) if name == :mesg
      return loads_as_backtrace?(value) && object.set_backtrace(value) if name == :bt
      return Primitive.set_variable(object, :@__name, value) if name == :name && Primitive.is_a(object, NameError)
      if name == :cause
        raise ArgumentError, "circular causes" if Primitive.is_a(value, Exception) && Rutile.reaches_cause?(value, object)
        return Primitive.set_variable(object, :@__cause, value)
      end
      return if name == :bt_locations
    end
    apply_mark(object, name, value) || Primitive.set_variable(object, name, value)
  end

  # What else a dump may have there is no backtrace.
  def loads_as_backtrace?(value)
    Primitive.is_a(value, String) || Primitive.is_array(value) && value.all? { |line| Primitive.is_a(line, String) }
  end

  # A Range may be an end of its own; a class below Range is not asked.
  def read_range(wanted, partial)
    range = enter(wanted.allocate)
    @unfinished[range] = true
    parts = read_parts
    first, last, exclusive = parts.delete(:begin), parts.delete(:end), parts.delete(:excl)
    INITIALIZE_RANGE.bind_call(range, first, last, exclusive) unless nil.equal?(exclusive)
    parts.each { |name, value| Primitive.set_variable(range, name, value) }
    finish(range, partial)
  end

  INITIALIZE_RANGE = Range.instance_method(:initialize)
  private_constant :INITIALIZE_RANGE

  def read_status(wanted, partial)
    status = enter(wanted.allocate)
    parts = read_parts
    status.__set_up(parts.delete(:pid), parts.delete(:status), frozen: false)
    parts.each { |name, value| Primitive.set_variable(status, name, value) }
    finish(status, partial)
  end

  # Names and values of an object that isn't filled as it is read.
  def read_parts
    parts = {}
    long.times do
      name = symbol
      parts[name] = read
    end
    parts
  end

  def read_by_load(variables, partial)
    path = symbol.name
    # A class of the reference's own, which no constant names: the words of a NameError.
    wanted = path == "NameError::message" ? nil : class_named(path)
    raise TypeError, "class #{wanted} needs to have method '_load'" unless wanted.nil? || Rutile.says?(wanted, :_load)
    text = counted_bytes
    parts = {}
    if variables && variables[0]
      variables[0] = false
      read_load_variables(text, parts)
    end
    return finish_once(enter(text), partial) unless wanted
    if wanted <= Time && Primitive.is_core_method(wanted, :_load)
      object = wanted.__load_marshal(text, parts)
      copy_variables(text, object)
    else
      object = wanted.__send__(:_load, text)
    end
    enter(object)
    finish_once(object, partial)
  end

  # As `finish`, of what the proc is not shown again where a link leads to it.
  def finish_once(object, partial)
    result = finish(object, partial)
    @unfinished[result] = true if @proc && !Primitive.is_special(result)
    result
  end

  def read_load_variables(text, parts)
    long.times do
      name = symbol
      value = read
      next if apply_encoding(text, name, value)
      if name.start_with?("@")
        Primitive.set_variable(text, name, value)
      else
        parts[name] = value
      end
    end
  end

  def read_by_marshal_load(partial, extensions)
    wanted = class_named(symbol.name)
    return read_number(wanted, partial) if wanted.equal?(Rational) || wanted.equal?(Complex)
    object = wanted.allocate
    extensions&.reverse_each { |extension| object.extend(extension) }
    extensions&.clear
    unless Rutile.says?(object, :marshal_load)
      raise TypeError, "instance of #{wanted} needs to have method 'marshal_load'"
    end
    enter(object)
    @unfinished[object] = true
    data = read
    object.__send__(:marshal_load, data)
    copy_variables(data, object) unless Primitive.is_special(data)
    finish_once(object, partial)
  end

  # Whether an object is of a class that has no data of an extension here, but is loaded as if it had.
  def kept_as_data?(object)
    [Dir, Thread::Mutex, Thread::Queue, Thread::ConditionVariable, ThreadGroup, Fiber, Time, Random, Enumerator, Enumerator::Yielder,
      Enumerator::Generator, Enumerator::Chain, Enumerator::Product, ObjectSpace::WeakMap, ObjectSpace::WeakKeyMap, IO::Buffer].any? { |kept| Primitive.is_a(object, kept) }
  end

  # An object with an extension's data, which makes it of what its `_dump_data` gave.
  def read_data(partial, extensions)
    wanted = class_named(symbol.name)
    object = enter(wanted.allocate)
    raise ArgumentError, "dump format error" unless Primitive.wraps_data(object) || kept_as_data?(object)
    unless Rutile.says?(object, :_load_data)
      raise TypeError, "class #{wanted} needs to have instance method '_load_data'"
    end
    @unfinished[object] = true
    object.__send__(:_load_data, read)
    extensions&.reverse_each { |extension| object.extend(extension) }
    extensions&.clear
    finish(object, partial)
  end

  # The variables of what an object was made of become its own.
  def copy_variables(source, object)
    Primitive.instance_variable_names(source).each do |name|
      next if Primitive.has_variable(object, name)
      Primitive.check_frozen(object)
      Primitive.set_variable(object, name, Primitive.get_variable(source, name))
    end
  end
end
