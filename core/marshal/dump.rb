# Marshal.dump: one writer a dump.

class Rutile::MarshalWriter
  # A class may have a `name` of its own.
  NAME = Module.instance_method(:name)
  private_constant :NAME
  SMALL = (-2**30..2**30 - 1).freeze
  # Classes of objects that are more than their variables.
  UNDUMPABLE = %w[
    Enumerator Enumerator::Lazy Enumerator::Yielder Enumerator::Generator Thread Thread::Mutex Thread::Queue Thread::SizedQueue
    Thread::ConditionVariable Monitor ThreadGroup ObjectSpace::WeakMap ObjectSpace::WeakKeyMap Dir File::Stat Binding Fiber StringIO
  ].freeze

  # `answers` has what hooks were asked before, by the object.
  def initialize(answers = nil)
    @answers = answers
    @out = String.new("\x04\x08", encoding: Encoding::BINARY)
    @symbols = {}
    @objects = {}.compare_by_identity
    @dumping = {}.compare_by_identity
    @encoding_names = {}
  end

  def dump(object, limit)
    write(object, limit)
    @out
  end

  # --- Values -------------------------------------------------------------------------------

  def write(object, limit)
    raise ArgumentError, "exceed depth limit" if limit == 0
    case object
    when nil then @out << "0"
    when true then @out << "T"
    when false then @out << "F"
    when Symbol then write_symbol(object)
    when Integer then write_integer(object)
    else write_object(object, limit)
    end
  end

  def write_integer(integer)
    if SMALL.cover?(integer)
      @out << "i"
      write_long(integer)
    elsif !write_link(integer)
      remember(integer)
      write_big(integer)
    end
  end

  def write_object(object, limit)
    return if write_link(object)
    limit -= 1 if limit > 0
    if Primitive.is_a(object, Float)
      remember(object)
      @out << "f"
      write_bytes(float_text(object))
    elsif Rutile.says?(object, :marshal_dump)
      write_by_marshal_dump(object, limit)
    elsif Rutile.says?(object, :_dump)
      write_by_dump(object, limit)
    else
      remember(object)
      write_plain(object, limit)
    end
  end

  # The class that an object was made of counts, not its ancestors: a copy of String has Strings as instances.
  def write_plain(object, limit)
    if Primitive.has_layout(object, String)
      write_with_variables(object, limit) { write_string(object) }
    elsif Primitive.has_layout(object, Array)
      write_with_variables(object, limit) { write_array(object, limit) }
    elsif Primitive.has_layout(object, Hash)
      write_with_variables(object, limit) { write_hash(object, limit) }
    else
      write_other(object, limit)
    end
  end

  def write_other(object, limit)
    case object
    when Class then write_class_reference(object)
    when Module then write_path("m", object, "module")
    when Regexp then write_with_variables(object, limit) { write_regexp(object) }
    when Struct, Data then write_with_variables(object, limit) { write_struct(object, limit) }
    when Range then write_record(object, range_parts(object), limit)
    when Exception then write_record(object, exception_parts(object), limit)
    when Process::Status then write_record(object, { status: object.to_i, pid: object.pid }, limit)
    when Rational then write_pair(object, object.numerator, object.denominator, limit)
    when Complex then write_pair(object, object.real, object.imaginary, limit)
    else
      return write_with_variables(object, limit) { write_data(object, limit) } if has_data?(object)
      check_dumpable(object)
      write_record(object, {}, limit)
    end
  end

  # --- Numbers ------------------------------------------------------------------------------

  # An Integer of up to 32 bits: its length, then its bytes; very small ones in one byte.
  def write_long(number)
    if number == 0 then @out << 0
    elsif number.between?(1, 122) then @out << number + 5
    elsif number.between?(-123, -1) then @out << (number - 5 & 0xff)
    else
      bytes = []
      rest = number
      until rest == 0 || rest == -1 || bytes.size == 4
        bytes << (rest & 0xff)
        rest >>= 8
      end
      @out << (number < 0 ? 256 - bytes.size : bytes.size)
      bytes.each { |byte| @out << byte }
    end
  end

  def write_big(integer)
    digits = integer.abs.to_s(16)
    digits = digits.rjust((digits.size + 3) / 4 * 4, "0")
    @out << "l" << (integer < 0 ? "-" : "+")
    write_long(digits.size / 4)
    @out << [digits].pack("H*").reverse
  end

  # The shortest digits that give the Float back, in C's `%g` style.
  def float_text(float)
    return "nan" if float.nan?
    return float > 0 ? "inf" : "-inf" if float.infinite?
    return 1.0 / float < 0 ? "-0" : "0" if float == 0
    mantissa, exponent = float.abs.to_s.split("e")
    whole, fraction = mantissa.split(".")
    digits = (whole + fraction).sub(/\A0+/, "").sub(/0+\z/, "")
    leading = whole == "0" ? -fraction[/\A0*/].size : whole.size
    (float < 0 ? "-" : "") + placed_digits(digits, leading + exponent.to_i)
  end

  # `digits` with the point behind the first `point` of them.
  def placed_digits(digits, point)
    size = digits.size
    if point < -3 || point > size
      digits = "#{digits[0]}.#{digits[1..]}" if size > 1
      "#{digits}e#{point - 1}"
    elsif point > 0
      point == size ? digits : "#{digits[0, point]}.#{digits[point..]}"
    else
      "0.#{"0" * -point}#{digits}"
    end
  end

  # --- Bytes, symbols, links ----------------------------------------------------------------

  def write_bytes(text)
    write_long(text.bytesize)
    @out << text.b
  end

  def write_symbol(symbol)
    known = @symbols[symbol]
    if known
      @out << ";"
      write_long(known)
      return
    end
    name = symbol.name
    encoded = !name.ascii_only? && !Encoding::BINARY.equal?(name.encoding)
    @out << "I" if encoded
    @out << ":"
    write_bytes(name)
    @symbols[symbol] = @symbols.size
    return unless encoded
    write_long(1)
    write_encoding(name.encoding)
  end

  def remember(object)
    @objects[object] = @objects.size
  end

  def write_link(object)
    known = @objects[object]
    return false unless known
    @out << "@"
    write_long(known)
    true
  end

  # --- Classes ------------------------------------------------------------------------------

  def path_of(mod, kind = Primitive.is_a(mod, Class) ? "class" : "module")
    path = NAME.bind_call(mod)
    raise TypeError, "can't dump anonymous #{kind} #{Primitive.module_inspect(mod)}" unless path && !path.start_with?("#<")
    found = begin
      Rutile.marshal_constant(path)
    rescue ArgumentError
      nil
    end
    raise TypeError, "#{path} can't be referred to" unless mod.equal?(found)
    path
  end

  def write_class_reference(object)
    raise TypeError, "singleton class can't be dumped" if object.singleton_class?
    write_path("c", object, "class")
  end

  def write_path(type, object, kind)
    path = path_of(object, kind)
    @out << type
    write_bytes(path)
  end

  # The name of an object's class; before it, where it is `checked`, the modules that extend the object.
  def write_class(type, object, checked)
    write_extensions(object) if checked
    @out << type
    write_symbol(path_of(Primitive.class_of(object)).to_sym)
  end

  # As `write_class`, for an instance of a core class: named only if it's a subclass.
  def write_subclass(object, base)
    write_extensions(object)
    class_of_object = Primitive.class_of(object)
    return if class_of_object.equal?(base)
    @out << "C"
    write_symbol(path_of(class_of_object).to_sym)
  end

  def write_extensions(object)
    singleton = Primitive.lookup_class(object)
    return unless Primitive.is_singleton_class(singleton)
    additions = [singleton.instance_methods(false), singleton.private_instance_methods(false), Primitive.instance_variable_names(singleton)]
    raise TypeError, "singleton can't be dumped" unless additions.all?(&:empty?)
    ancestors = singleton.ancestors
    own = ancestors.index { |mod| mod.equal?(singleton) }
    ancestors.first(own).each { |mod| write_extension(mod) }
    write_extension(Primitive.class_of(object)) if own > 0
    ancestors.drop(own + 1).each do |mod|
      break if Primitive.is_a(mod, Class) || Primitive.class_of(object).include?(mod)
      write_extension(mod)
    end
  end

  # Modules that were prepended stand before the class of the object, those that extend it behind.
  def write_extension(mod)
    @out << "e"
    write_symbol(path_of(mod, "class").to_sym)
  end

  # --- Instance variables -------------------------------------------------------------------

  # A value that is followed by its encoding and instance variables, if it has any.
  def write_with_variables(object, limit)
    names = Primitive.instance_variable_names(object)
    encoding = encoding_of(object)
    flagged = Primitive.is_a(object, Hash) && Primitive.marshal_is_keywords_hash(object)
    count = names.size + (encoding ? 1 : 0) + (flagged ? 1 : 0)
    @out << "I" if count > 0
    yield
    return if count == 0
    write_long(count)
    write_encoding(encoding) if encoding
    if flagged
      write_symbol(:K)
      @out << "T"
    end
    write_variables(object, names, limit)
  end

  # Dumping a value may not change how many there are.
  def write_variables(object, names, limit)
    names.each do |name|
      write_symbol(name)
      write(Primitive.get_variable(object, name), limit)
    end
    Rutile.marshal_check_variables(object, names.size) unless names.empty?
  end

  def encoding_of(object)
    return nil unless Primitive.has_layout(object, String) || Primitive.is_a(object, Regexp)
    encoding = object.encoding
    Encoding::BINARY.equal?(encoding) ? nil : encoding
  end

  def write_encoding(encoding)
    case encoding
    when Encoding::UTF_8
      write_symbol(:E)
      @out << "T"
    when Encoding::US_ASCII
      write_symbol(:E)
      @out << "F"
    else
      write_symbol(:encoding)
      name = @encoding_names[encoding] ||= encoding.name.b
      return if write_link(name)
      remember(name)
      @out << '"'
      write_bytes(name)
    end
  end

  # --- Core classes -------------------------------------------------------------------------

  def write_string(string)
    write_subclass(string, String)
    @out << '"'
    write_bytes(string)
  end

  def write_regexp(regexp)
    write_subclass(regexp, Regexp)
    @out << "/"
    write_bytes(regexp.source)
    @out << (regexp.options & 0xff)
  end

  def write_array(array, limit)
    write_subclass(array, Array)
    @out << "["
    write_long(array.size)
    index = 0
    size = array.size
    while index < size
      write(array[index], limit)
      raise RuntimeError, "array modified during dump" if array.size != size
      index += 1
    end
  end

  def write_hash(hash, limit)
    raise TypeError, "can't dump hash with default proc" if hash.default_proc
    write_subclass(hash, Hash)
    if hash.compare_by_identity?
      @out << "C"
      write_symbol(:Hash)
    end
    default = hash.default
    @out << (nil.equal?(default) ? "{" : "}")
    write_long(hash.size)
    hash.each_pair do |key, value|
      write(key, limit)
      write(value, limit)
    end
    write(default, limit) unless nil.equal?(default)
  end

  def write_struct(object, limit)
    write_class("S", object, true)
    members = object.members
    write_long(members.size)
    members.each do |member|
      write_symbol(member)
      write(Primitive.struct_get(object, member), limit)
    end
  end

  # --- Objects ------------------------------------------------------------------------------

  # An object as its variables; `hidden` are parts of it that are no variables here.
  def write_record(object, hidden, limit)
    names = Primitive.instance_variable_names(object)
    write_class("o", object, true)
    write_long(hidden.size + names.size)
    hidden.each do |name, value|
      write_symbol(name)
      write(value, limit)
    end
    write_variables(object, names, limit)
  end

  def range_parts(range)
    { excl: Primitive.get_variable(range, :@__exclusive), begin: range.__begin, end: range.__end }
  end

  def exception_parts(exception)
    parts = { mesg: Primitive.get_variable(exception, :@__message), bt: exception.backtrace }
    cause = exception.cause
    parts[:cause] = cause if cause
    parts[:name] = exception.name if Primitive.is_a(exception, NameError)
    parts
  end

  def write_pair(object, first, second, limit)
    write_class("U", object, false)
    pair = [first, second]
    remember(pair)
    write_array(pair, limit)
  end

  def asked?(object)
    @answers && @answers.key?(object)
  end

  def write_by_marshal_dump(object, limit)
    remember(object)
    value = asked?(object) ? @answers[object] : Rutile.marshal_dumped(object)
    write_class("U", object, false)
    write(value, limit)
  end

  def write_by_dump(object, limit)
    raise RuntimeError, "can't dump recursive object using _dump()" if @dumping[object]
    @dumping[object] = true
    value, parts = asked?(object) ? @answers[object] : Rutile.marshal_text(object, limit)
    hidden = parts || {}
    owner = parts ? object : value
    names = Primitive.instance_variable_names(owner)
    encoding = encoding_of(value)
    count = hidden.size + names.size + (encoding ? 1 : 0)
    @out << "I" if count > 0
    write_class("u", object, false)
    write_bytes(value)
    if count > 0
      write_long(count)
      write_encoding(encoding) if encoding
      write_variables(owner, names, limit)
      hidden.each do |name, part|
        write_symbol(name)
        write(part, limit)
      end
    end
    @dumping.delete(object)
    remember(object)
  end

  # Whether an extension says what an object of its own is made of.
  def has_data?(object)
    Primitive.wraps_data(object) && Rutile.says?(object, :_dump_data)
  end

  def write_data(object, limit)
    value = object.__send__(:_dump_data)
    write_class("d", object, true)
    write(value, limit)
  end

  def check_dumpable(object)
    raise TypeError, "can't dump #{Primitive.class_of(object)}" if Primitive.is_a(object, IO)
    raise TypeError, "no _dump_data is defined for class ARGF.class" if ARGF.equal?(object)
    raise TypeError, "can't dump MatchData" if Primitive.is_a(object, MatchData)
    kind = Primitive.class_of(object)
    return if Primitive.is_plain_object(object) && kind.ancestors.none? { |mod| UNDUMPABLE.include?(mod.name) }
    raise TypeError, "no _dump_data is defined for class #{kind}"
  end
end
