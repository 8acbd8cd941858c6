# The native half of Fiddle: libraries, memory, functions and closures. A foreign function runs on a machine stack from
# the pool (`Rutile::MachineStacks`); where it calls a closure, that stack waits while the block runs as any other does.
#
# Objects move, and a program never has their addresses: what `dlwrap` gives stands for an object and leads back to it by `dlunwrap`,
# but no function takes it for one. `MemoryView`, for the reference's own virtual machine, is not here.

module Fiddle
  class Error < StandardError; end
  class DLError < Error; end
  class ClearedReferenceError < Error; end

  WINDOWS = false

  module Types
    VOID = 0
    VOIDP = 1
    CHAR = 2
    SHORT = 3
    INT = 4
    LONG = 5
    LONG_LONG = 6
    FLOAT = 7
    DOUBLE = 8
    VARIADIC = 9
    CONST_STRING = 10
    BOOL = 11
    UCHAR = -CHAR
    USHORT = -SHORT
    UINT = -INT
    ULONG = -LONG
    ULONG_LONG = -LONG_LONG
    INT8_T = CHAR
    INT16_T = SHORT
    INT32_T = INT
    INT64_T = LONG
    UINT8_T = UCHAR
    UINT16_T = USHORT
    UINT32_T = UINT
    UINT64_T = ULONG
    SIZE_T = ULONG
    SSIZE_T = LONG
    PTRDIFF_T = LONG
    INTPTR_T = LONG
    UINTPTR_T = ULONG
  end

  {
    1 => %i[CHAR UCHAR BOOL INT8_T UINT8_T], 2 => %i[SHORT USHORT INT16_T UINT16_T], 4 => %i[INT UINT FLOAT INT32_T UINT32_T],
    8 => %i[
      LONG ULONG LONG_LONG ULONG_LONG DOUBLE VOIDP CONST_STRING INT64_T UINT64_T SIZE_T SSIZE_T PTRDIFF_T INTPTR_T UINTPTR_T
    ]
  }.each do |bytes, names|
    names.each do |name|
      const_set(:"SIZEOF_#{name}", bytes)
      const_set(:"ALIGN_#{name}", bytes) unless name.start_with?("U") && name != :UINTPTR_T || name == :CONST_STRING # as the reference has them
    end
  end

  BUILD_RUBY_PLATFORM = RUBY_PLATFORM

  def self.malloc(size)
    address = Primitive.foreign_allocate(Integer(size))
    raise NoMemoryError, "failed to allocate memory" if address == 0 && size != 0
    address
  end

  def self.realloc(address, size)
    moved = Primitive.foreign_reallocate(Integer(address), Integer(size))
    raise NoMemoryError, "failed to allocate memory" if moved == 0 && size != 0
    moved
  end

  def self.free(address)
    Primitive.foreign_free(Integer(address))
  end

  Qfalse = 0
  Qnil = 4
  Qtrue = 20
  Qundef = 36
  WORDS = { false => Qfalse, nil => Qnil, true => Qtrue }.freeze
  SMALL = -(1 << 62)..(1 << 62) - 1
  private_constant :WORDS, :SMALL

  # Objects by the numbers that stand for them, as long as they live.
  @wrapped = ObjectSpace::WeakMap.new

  # The number that stands for an object: for what CRuby has in a word that word, for others one made of their identity.
  def self.dlwrap(object)
    return object << 1 | 1 if Integer === object && SMALL.cover?(object)
    return WORDS[object] if true.equal?(object) || false.equal?(object) || nil.equal?(object)
    number = Primitive.object_id(object) << 3
    @wrapped[number] = object
    number
  end

  # The object that a number stands for.
  def self.dlunwrap(number)
    number = Rutile.to_int(number)
    return number >> 1 if number.odd?
    return WORDS.key(number) if WORDS.value?(number)
    raise ArgumentError, "no object is wrapped as #{number}" unless @wrapped.key?(number)
    @wrapped[number]
  end

  # An object that is kept until it is let go.
  class Pinned
    def initialize(object)
      @__object = object
      @__held = true
    end

    def ref
      raise ClearedReferenceError, "`ref` called on a cleared object" if cleared?
      @__object
    end

    def clear
      @__object = nil
      @__held = false
      self
    end

    def cleared? = !@__held
  end

  # A loaded library.
  class Handle
    RTLD_LAZY = 1
    RTLD_NOW = 2
    RTLD_GLOBAL = 256

    def self.sym(name)
      DEFAULT.sym(name)
    end

    def self.[](name)
      DEFAULT.sym(name)
    end

    def self.sym_defined?(name)
      DEFAULT.sym_defined?(name)
    end

    def initialize(library = nil, flags = RTLD_LAZY | RTLD_GLOBAL)
      name = library && (library.respond_to?(:to_path) ? library.to_path : String.try_convert(library))
      raise TypeError, "no implicit conversion of #{library.class} into String" if library && !name
      opened = Primitive.foreign_open(name, Integer(flags))
      raise DLError, opened if String === opened
      @address = opened
      @open = true
      @close_enabled = false
      return unless block_given?
      begin
        yield self
      ensure
        close
      end
    end

    # The default search, and the libraries after the one that asks.
    def self.at(address)
      handle = allocate
      handle.instance_exec { @address, @open, @close_enabled = address, true, false }
      handle
    end
    private_class_method :at
    DEFAULT = at(0)
    NEXT = at(-1)

    def to_i = @address
    def to_ptr = Pointer.new(@address)
    def close_enabled? = @close_enabled

    def enable_close
      @close_enabled = true
      nil
    end

    def disable_close
      @close_enabled = false
      nil
    end

    def close
      raise DLError, "dlclose() called too many times" unless @open
      @open = false
      Primitive.foreign_close(@address) ? 0 : -1
    end

    def sym(name)
      address = find(name)
      raise DLError, "unknown symbol \"#{name}\"" unless address
      address
    end
    alias [] sym

    def sym_defined?(name)
      find(name) ? true : nil
    end

    def file_name
      raise DLError, "closed handle" unless @open
      Primitive.foreign_file_name(@address)
    end

    private def find(name)
      raise TypeError, "invalid function name" unless String === name || Symbol === name
      raise DLError, "closed handle" unless @open
      Primitive.foreign_symbol(@address, name.to_s)
    end
  end

  RUBY_FREE = Handle["free"]

  # An address, with how many bytes are known to stand there and what is to free them.
  class Pointer
    attr_accessor :size

    def self.malloc(size, free = nil)
      pointer = allocate
      pointer.__send__(:point_to, Fiddle.malloc(size), size, free)
      return pointer unless block_given?
      raise ArgumentError, "a free function must be supplied to Fiddle::Pointer.malloc when it is called with a block" unless free
      begin
        yield pointer
      ensure
        pointer.call_free
      end
    end

    # A pointer to what a value stands for. Strings may be moved: theirs is a copy, freed with the pointer.
    def self.to_ptr(value)
      case value
      when nil then NULL
      when Pointer then value
      when String then copy_of(value)
      when Integer then new(value)
      when IO then raise NotImplementedError, "Fiddle::Pointer.to_ptr of an IO is unimplemented on this machine"
      else
        return new(Integer(value)) unless value.respond_to?(:to_ptr)
        pointer = value.to_ptr
        raise DLError, "to_ptr should return a Fiddle::Pointer object" unless Pointer === pointer
        pointer
      end
    end

    def self.[](value) = to_ptr(value)

    def self.copy_of(string)
      pointer = new(Fiddle.malloc(string.bytesize + 1), string.bytesize, RUBY_FREE)
      Primitive.foreign_write(pointer.to_i, string.b << 0)
      pointer
    end
    private_class_method :copy_of

    def self.read(address, length)
      Primitive.foreign_read(checked(address), length)
    end

    def self.write(address, string)
      Primitive.foreign_write(checked(address), string)
      string
    end

    def self.checked(address)
      address = Integer(address)
      raise DLError, "NULL pointer dereference" if address == 0
      address
    end
    private_class_method :checked

    # The function that frees the memory of a pointer that nobody has any more; once, whoever comes first.
    class Release
      attr_accessor :function
      attr_reader :done

      def initialize(address, function)
        @address = address
        @function = function
        @done = false
      end

      def call(*)
        return if @done || !@function || @address == 0
        @done = true
        return Fiddle.free(@address) if @function == RUBY_FREE
        Function.new(@function, [Types::VOIDP], Types::VOID).call(@address)
      end
    end
    private_constant :Release

    def initialize(address, size = 0, free = nil)
      address = address.to_ptr.to_i if !(Integer === address) && address.respond_to?(:to_ptr)
      point_to(Integer(address), size, free)
    end

    def free=(function)
      function = function.to_i if function && !(Integer === function)
      function = nil if function == 0
      if @release
        @release.function = function
      elsif function
        @release = Release.new(@address, function)
        ObjectSpace.define_finalizer(self, @release)
      end
    end

    def free
      function = @release&.function
      function && Function.new(function, [Types::VOIDP], Types::VOID)
    end

    def call_free
      @release&.call
      nil
    end

    def freed? = @release ? @release.done : false
    def to_i = @address
    alias to_int to_i
    def null? = @address == 0

    def to_value
      Fiddle.dlunwrap(@address)
    end

    def ptr
      Pointer.new(self[0, Fiddle::SIZEOF_VOIDP].unpack1("J"))
    end
    alias +@ ptr

    def ref
      holder = Pointer.malloc(Fiddle::SIZEOF_VOIDP, RUBY_FREE)
      holder[0, Fiddle::SIZEOF_VOIDP] = [@address].pack("J")
      holder
    end
    alias -@ ref

    def +(bytes) = Pointer.new(@address + bytes, @size - bytes)
    def -(bytes) = Pointer.new(@address - bytes, @size + bytes)

    def <=>(other)
      Pointer === other ? @address <=> other.to_i : nil
    end

    def ==(other)
      Pointer === other && @address == other.to_i
    end
    alias eql? ==

    def hash = @address.hash

    # The text up to a zero byte, or so many bytes whatever they are.
    def to_s(length = nil)
      check
      Primitive.foreign_read(@address, length || Primitive.foreign_length(@address))
    end

    def to_str(length = @size)
      check
      Primitive.foreign_read(@address, length)
    end

    def [](offset, length = nil)
      check
      return Primitive.foreign_read(@address + offset, length) if length
      Primitive.foreign_read(@address + offset, 1).unpack1("c")
    end

    def []=(offset, length_or_value, value = nil)
      check
      return Primitive.foreign_write(@address + offset, [length_or_value].pack("c")) unless value
      bytes = String === value ? value.byteslice(0, length_or_value) : Primitive.foreign_read(Integer(value), length_or_value)
      Primitive.foreign_write(@address + offset, bytes)
    end

    def inspect
      release = @release&.function || 0
      format("#<%s:0x%x ptr=0x%x size=%d free=0x%x>", self.class, object_id, @address, @size, release)
    end

    private def point_to(address, size, free)
      @address = address
      @size = size
      @release = nil
      self.free = free if free
    end

    private def check
      raise DLError, "NULL pointer dereference" if @address == 0
    end

    NULL = new(0)
  end

  NULL = Pointer::NULL

  # How values pass between Ruby and the words of a foreign function.
  module Passing
    module_function

    NAMES = Types.constants.to_h { |name| [name.to_s.downcase, Types.const_get(name)] }.freeze

    # The number of a type given by number or name.
    def number(type)
      if Symbol === type
        return NAMES.fetch(type.to_s.downcase) { raise RuntimeError, "unknown type: #{type.inspect}" }
      end
      type = Rutile.to_int(type)
      raise RuntimeError, "unsigned void" if type == -Types::VOID && type < 0
      raise RuntimeError, "unknown type: #{type}" unless (-6..-2).cover?(type) || (0..11).cover?(type)
      type
    end

    # As the machine takes it. What has to live until the call is over is kept in `held`.
    def to_foreign(value, type, held)
      case type
      when Types::VOIDP
        return value if Integer === value
        pointer = Pointer[value]
        held << [value, pointer] if String === value
        pointer.to_i
      when Types::CONST_STRING
        return 0 if value.nil?
        pointer = Pointer[String === value ? value : value.to_str]
        held << [nil, pointer]
        pointer.to_i
      when Types::FLOAT, Types::DOUBLE then Passing.to_float(value)
      when Types::BOOL then value ? 1 : 0
      when Types::VOID then nil
      else
        return value ? 1 : 0 if true == value || false == value
        Rutile.to_int(value)
      end
    end

    def to_float(value)
      return Rutile.to_f(value) unless value.nil? || String === value
      raise TypeError, "no implicit conversion to float from #{value.nil? ? "nil" : "string"}"
    end

    def from_foreign(value, type)
      case type
      when Types::VOIDP then Pointer.new(value)
      when Types::CONST_STRING then value == 0 ? nil : Pointer.new(value).to_s
      when Types::BOOL then value != 0
      else value
      end
    end

    # Strings that were lent to a function are what it made of them.
    def give_back(held)
      held.each do |string, pointer|
        next if string.nil? || string.frozen?
        bytes = pointer[0, string.bytesize]
        string.replace(bytes.force_encoding(string.encoding)) unless bytes == string.b
      end
    end
  end
  private_constant :Passing

  # A foreign function.
  class Function
    DEFAULT = 2

    def initialize(pointer, arguments, result, abi = DEFAULT, name: nil, need_gvl: false)
      raise TypeError, "need_gvl must be true or false" unless [true, false, nil].include?(need_gvl)
      raise TypeError, "wrong argument type #{arguments.class} (expected Array)" unless Array === arguments
      @ptr = pointer
      @address = Integer === pointer ? pointer : Integer(pointer.to_i)
      @types = arguments.map { |type| Passing.number(type) }
      @variadic = @types.last == Types::VARIADIC
      @types.pop if @variadic
      @result = Passing.number(result)
      @abi = abi
      @name = name
      @need_gvl = need_gvl
      raise ArgumentError, "arguments of a function can't be void" if @types.include?(Types::VOID)
      @signature = @variadic ? nil : signature_for(@types, nil)
      self
    end

    def call(*arguments)
      types, signature = @variadic ? variadic(arguments) : [@types, @signature]
      unless arguments.size == types.size
        raise ArgumentError, "wrong number of arguments (given #{arguments.size}, expected #{types.size})"
      end
      held = []
      words = arguments.each_with_index.map { |value, index| Passing.to_foreign(value, types[index], held) }
      value = run(signature, words)
      Fiddle.last_error = Primitive.foreign_error_number(signature)
      Passing.give_back(held)
      Passing.from_foreign(value, @result)
    end

    # The call, and between its parts the blocks of the closures that it calls. Where a block does not come to its end
    # the call ends where it is, as a jump would end it.
    private def run(signature, words)
      step = Primitive.foreign_begin(signature, @address, words)
      while (number, *arguments = Primitive.foreign_request(step))
        answered = false
        begin
          answer = Closure.answer(number, arguments)
          answered = true
        ensure
          Primitive.foreign_abandon(step) unless answered
        end
        step = Primitive.foreign_answer(step, answer)
      end
      step
    end

    # A variadic function's further arguments stand each behind its type.
    private def variadic(arguments)
      fixed = @types.size
      if arguments.size < fixed
        raise ArgumentError, "wrong number of arguments (given #{arguments.size}, expected #{fixed}+)"
      end
      further = arguments.slice!(fixed..)
      raise ArgumentError, "variadic arguments must be type and value pairs: #{further.inspect}" if further.size.odd?
      types = @types.dup
      further.each_slice(2) do |type, value|
        types << Passing.number(type)
        arguments << value
      end
      [types, signature_for(types, fixed)]
    end

    private def signature_for(types, fixed)
      signature = Primitive.foreign_signature(types, fixed, @result)
      signature or raise RuntimeError, "error creating CIF"
    end
  end

  # Code that foreign functions can call, which runs `call`.
  class Closure
    # By number: a closure that nobody holds any more can't be called.
    @all = ObjectSpace::WeakMap.new
    @count = 0
    # The memory that an answer points to has to stay until the closure gives another one: by its code, which has no methods of a program's.
    @answers = ObjectSpace::WeakKeyMap.new

    class << self
      def enter(closure)
        @count += 1
        @all[@count] = closure
        @count
      end

      def keep_answer(code, pointer) = @answers[code] = pointer

      # The signature of a closure in values, as the machine takes it.
      def answer(number, values)
        closure = @all[number]
        raise Error, "a closure that was collected has been called" unless closure
        closure.__send__(:answer, values)
      end
    end

    def initialize(result, arguments, abi = Function::DEFAULT)
      raise TypeError, "wrong argument type #{arguments.class} (expected Array)" unless Array === arguments
      @ctype = Passing.number(result)
      @args = arguments.map { |type| Passing.number(type) }
      signature = Primitive.foreign_signature(@args, nil, @ctype)
      code = signature && Primitive.foreign_closure(signature, Closure.enter(self))
      raise RuntimeError, "error prepping closure" unless code
      @__code = code
    end

    # A closure that Ractors share is frozen, and may be freed all the same: the code knows whether it is there.
    def to_i
      raise ArgumentError, "already freed: #{inspect}" if freed?
      Primitive.foreign_address(@__code)
    end

    def freed? = Primitive.foreign_address(@__code) == 0

    def free = Primitive.foreign_release(@__code)

    private def answer(values)
      value = call(*values.each_with_index.map { |value, index| Passing.from_foreign(value, @args[index]) })
      case @ctype
      when Types::VOID then nil
      when Types::BOOL then value ? 1 : 0
      when Types::FLOAT, Types::DOUBLE then Passing.to_float(value)
      when Types::VOIDP then value.nil? ? 0 : Pointer[value].to_i
      when Types::CONST_STRING
        value.nil? ? 0 : Closure.keep_answer(@__code, Pointer[value.to_str]).to_i
      else Rutile.to_int(value)
      end
    end
  end
end
