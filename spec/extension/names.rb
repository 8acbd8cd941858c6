require_relative "fixtures/building"

# What names are, and numbers, texts and facts of files as C code has them.

load_extension("names")

spec "an ID is of the kind that its name says" do
  {
    constant: %w[Foo É], local: %w[foo fooBar _a], instance: %w[@foo], class: %w[@@foo], global: %w[$foo $$ $1 $-w],
    assignment: %w[foo= Foo= @foo= @@foo= $foo= foo?= []=], none: %w[foo? F! @ @@ @1 $() 0= @= [foo] [foo]= ==],
  }.each { |kind, names| names.each { |name| assert_equal [name, kind], [name, Names.kind(name)] } }
end

spec "an ID gets its assignment once" do
  assert_equal %i[foo= foo= []= foo?=], [:foo, :foo=, :[], :foo?].map { |name| Names.assignment(name) }
end

spec "what is written without quotes is a name" do
  assert_equal [true, true, true, true, false, false], ["foo", "foo?", "@foo", "[]=", "foo bar", "@1"].map { |name| Names.name?(name) }
end

spec "what is no name can't be looked up" do
  assert_equal [:puts, nil], [Names.find("puts"), Names.find("no such #{Object.new.object_id}")]
  assert_raises(TypeError, "3 is not a symbol nor a string") { Names.find(3) }
end

def fresh_name(start = "fresh_") = "#{start}#{rand(2**64)}"

spec "asking by a name makes no Symbol of it" do
  object, mod = Object.new, Module.new
  questions = {
    "fresh_" => [
      ->(name) { object.send(name) }, ->(name) { object.public_send(name, 1) }, ->(name) { [1, 2].inject(name) }, ->(name) { Struct.new(:one).new[name] },
      ->(name) { mod.define_method(name, "") }, ->(name) { mod.const_set(name, 1) }, ->(name) { object.instance_variable_set(name, 1) },
      ->(name) { mod.class_variable_set(name, 1) }, ->(name) { Thread.current[name] }, ->(name) { Thread.current.key?(name) },
      ->(name) { object.respond_to?(name) }, ->(name) { mod.instance_method(name) }, ->(name) { mod.attr_reader("*#{name}") },
    ],
    "Fresh" => [->(name) { mod.const_get(name) }, ->(name) { Object.const_defined?(name) }, ->(name) { mod.send(:remove_const, name) }],
    "@fresh" => [->(name) { object.instance_variable_get(name) }, ->(name) { Names.variable(object, name) }],
    "@@fresh" => [->(name) { mod.class_variable_get(name) }, ->(name) { mod.class_variable_defined?(name) }],
  }
  questions.each do |start, list|
    list.each_with_index do |question, index|
      name = fresh_name(start)
      begin
        question.(name)
      rescue NameError, TypeError
      end
      assert_equal [start, index, false], [start, index, Names.used?(name)]
    end
  end
end

spec "a Symbol that a program made is found, and is used once something is called so" do
  name = fresh_name
  assert_equal nil, Names.find(name)
  symbol = name.to_sym
  assert_equal [symbol, false, false], [Names.find(name), Names.used?(name), Names.used?(symbol)]
  assert_raises(NoMethodError) { 42.send(symbol) }
  {}.merge(symbol => 1).then { |hash| assert_equal 1, ->(**rest) { rest[symbol] }.(**hash) }
  assert_equal false, Names.used?(name)
  Module.new.define_method(symbol) {}
  assert_equal true, Names.used?(name)
  [->(made) { Object.new.instance_variable_set("@#{made}", 1); "@#{made}" }, ->(made) { Struct.new(made); made }, ->(made) { Names.use(made); made }].each do |use|
    assert_equal true, Names.used?(use.(fresh_name.to_sym))
  end
end

spec "what a NameError names is the String that was asked by" do
  name = fresh_name
  error = assert_raises(NoMethodError) { Object.new.send(name, 1) }
  assert_equal [name, [1]], [error.name, error.args]
  assert_equal "Fresh#{name}", assert_raises(NameError) { Object.const_get("Fresh#{name}") }.name
  assert_equal :no_such_thing, assert_raises(NoMethodError) { Object.new.send(:no_such_thing) }.name
end

spec "what a program's method_missing or const_missing is told is a Symbol that it has" do
  seen = Class.new do
    define_method(:method_missing) { |missing, *| missing }
    define_singleton_method(:const_missing) { |missing| missing }
  end
  [fresh_name, "Fresh#{fresh_name}"].zip([seen.new.method(:send), seen.method(:const_get)]) do |name, ask|
    symbol = ask.(name)
    assert_equal [Symbol, symbol], [symbol.class, Names.find(name)]
  end
end

BIG_END = 0x01 | 0x10
LITTLE_END = 0x02 | 0x20
COMPLEMENT = 0x80
NEGATIVE = 0x200

spec "an Integer is packed into words, of which not all bits need be used" do
  assert_equal [1, "\x01\x00\x00\x00\x01\x01".b], Names.pack(0b100011, 6, 1, 7, BIG_END)
  assert_equal [1, "\x00\x12\x00\x34\x00\x56\x00\x78".b], Names.pack(0x12345678, 4, 2, 8, BIG_END)
  assert_equal [1, "\x78\x56\x34\x12".b], Names.pack(0x12345678, 2, 2, 0, LITTLE_END)
  assert_equal [[-2, "\x01".b], [-1, "\x00".b]], [Names.pack(-0x11, 1, 1, 4, BIG_END), Names.pack(-0x10, 1, 1, 4, BIG_END | COMPLEMENT)]
  assert_equal [[-1, ""], [-2, ""], [2, ""]], [-1, -2, 1].map { |number| Names.pack(number, 0, 1, 0, BIG_END | COMPLEMENT) }
end

spec "an Integer is made of such words" do
  assert_equal 0x12345678, Names.unpack("\x01\x02\x03\x04\x05\x06\x07\x08", 8, 1, 4, BIG_END)
  assert_equal [-1, -256, -1], [Names.unpack("\x01", 1, 1, 0, BIG_END | NEGATIVE), Names.unpack("\x00", 1, 1, 0, BIG_END | COMPLEMENT | NEGATIVE), Names.unpack("\xFF", 1, 1, 0, BIG_END | COMPLEMENT)]
  numbers = [0, 1, -1, 2**64, -2**64, 3**100, -3**100]
  numbers.each { |number| assert_equal number, Names.unpack(Names.pack(number, 9, 4, 5, LITTLE_END | COMPLEMENT)[1], 9, 4, 5, LITTLE_END | COMPLEMENT) }
end

spec "words that can't be are refused" do
  [[2, 1, 0, 0x10], [1, 1, 0, 0x01], [1, 0, 0, BIG_END], [1, 1, 8, BIG_END]].each do |count, size, nails, flags|
    assert_raises(ArgumentError) { Names.pack(0, count, size, nails, flags) }
    assert_raises(ArgumentError) { Names.unpack("x", count, size, nails, flags) }
  end
end

spec "a raw Rational has the parts that it is given" do
  assert_equal [42, 84], [Names.ratio(42, 84).numerator, Names.ratio(42, 84).denominator]
  assert_equal [-1, 2], [Names.ratio(1, -2).numerator, Names.ratio(1, -2).denominator]
  assert_raises(TypeError) { Names.ratio("1", 2) }
end

spec "a File::Stat is made of what the system said" do
  assert_equal [File.stat(__FILE__).ino, true, File.size(__FILE__)], [Names.status(__FILE__).ino, Names.status(__FILE__).file?, Names.status(__FILE__).size]
end

spec "a Data may be made of another" do
  outer = Data.define
  made = Names.data(outer)
  assert_equal [outer, %i[first second], 2], [made.superclass, made.members, made.new(1, 2).second]
  assert !made.respond_to?(:define)
end

spec "a text is cut in its own encoding" do
  text = ("あ" * 20).encode("UTF-16BE")
  assert_equal ("あ" * 12 + "...").encode("UTF-16BE"), Names.ellipsize(text, 15)
  assert_equal ["..", "ab"], [Names.ellipsize("abc", 2), Names.ellipsize("ab", 2)]
end

spec "a text is converted from the encoding that is named" do
  wide = "aaa".encode("UTF-16LE").force_encoding("UTF-8")
  assert_equal "aaa", Names.convert(wide, "UTF-16LE", "UTF-8")
  plain = "aaa".encode("US-ASCII")
  assert Names.convert(plain, "UTF-8", "US-ASCII").equal?(plain)
  assert_equal [Encoding::UTF_8, Encoding::BINARY], [Names.convert(plain, nil, "UTF-8").encoding, Names.convert("é", nil, "BINARY").encoding]
  assert_equal "\xFF".b, Names.convert("\xFF", "UTF-8", "UTF-16LE").b
end

spec "bytes that are no character have a code all the same" do
  assert_equal [0xE9, 0, 0xC3, 0x80, 97], ["é", "", "\xC3", "\x80", "a"].map { |text| Names.code(text) }
end

spec "an encoding is set of what may have one" do
  assert_equal Encoding::UTF_8, Names.associate("a".b).encoding
  assert_raises(FrozenError) { Names.associate(:a) }
  assert_raises(ArgumentError, "cannot set encoding on non-encoding capable object") { Names.associate(Object.new) }
end

spec "numbers are read strictly where their base is not said" do
  assert_equal [12, 1234, 10], [Names.number("12a", 10), Names.number("1234", 0), Names.number("1010", 2)]
  assert_raises(ArgumentError) { Names.number("1234a", 0) }
end

spec "what has to_f is a float of C's, a String is not" do
  object = Object.new
  def object.to_f = 2.5
  assert_equal [2.5, 0.5, 3.0], [object, 1r / 2, 3].map { |value| Names.float(value) }
  assert_raises(TypeError, "can't convert Object into Float") { Names.float(Object.new) }
  assert_raises(TypeError, "no implicit conversion to float from string") { Names.float("1") }
end

spec "a hash that is too large for a small Integer becomes one" do
  object = Object.new
  def object.hash = 2**64 + 4
  assert_equal [4, 12], [Names.hash_of(object), (object.define_singleton_method(:hash) { 12 }; Names.hash_of(object))]
end

spec "characters are as long as their code wants, beyond Unicode too" do
  codes = [1, 0x80, 0x800, 0x10000, 0x200000, 0x4000000]
  assert_equal ["\x01".b, "\xC2\x80".b, "\xE0\xA0\x80".b, "\xF0\x90\x80\x80".b, "\xF8\x88\x80\x80\x80".b, "\xFC\x84\x80\x80\x80\x80".b], codes.map { |code| Names.character(code).b }
  assert_raises(RangeError, "pack(U): value out of range") { Names.character(2**31) }
end

spec "what misses bytes is told from what is no character" do
  assert_equal [2, -2, -3, -1, -2], ["éa", "\xC3", "\xE3", "\x80", ""].map { |text| Names.length(text) }
  assert_equal [0, 6, 1, 88], [Names.head("é", 1), Names.head("éééé", 7), Names.head("a", 1), Names.head("a".b, 88)]
end

spec "a module does not find Object's constants in itself" do
  mod = Module.new
  def mod.const_missing(name) = [:missing, name]
  mod.const_set(:Own, 1)
  assert_equal [[:missing, :Integer], 1], [Names.constant_from(mod, :Integer), Names.constant_from(mod, :Own)]
end

spec "the class of fatal errors has no name that a program can write" do
  assert_equal ["fatal", Exception, false], [Names.fatal.name, Names.fatal.superclass, Object.const_defined?(:Fatal)]
end

spec "what is known of a text stays known when text is appended" do
  assert_equal [0, 0], [Names.joined(+"é", "é"), Names.joined("a\xBE".b, "b".b)]
end

spec "a pattern made of bytes is binary, or US-ASCII if they all are" do
  assert_equal [Encoding::US_ASCII, Encoding::BINARY], [Names.pattern("a"), Names.pattern("\u00e9")].map(&:encoding)
end

spec "a text that C code formats is bytes, until a value's gives it its encoding" do
  texts = ["x", 1, "é", :é, "é".encode("EUC-JP"), "\xff".b].map { |value| Names.formatted(value) }
  assert_equal [Encoding::BINARY, Encoding::BINARY, Encoding::UTF_8, Encoding::UTF_8, Encoding::EUC_JP, Encoding::BINARY], texts.map(&:encoding)
  assert_equal ["<x>".b, "<1>".b, "<é>", "<é>", "<é>".encode("EUC-JP"), "<\xff>".b], texts
  assert_equal ["ab".b, "aé", "éé".b], [%w[a b], %w[a é], %w[é é]].map { |text, value| Names.formatted_behind(text, value) }
  assert_raises(ArgumentError, "string contains null byte") { Names.formatted("a\0b") }
end
