require_relative "../harness"

# What a method looks at first where several of its arguments are wrong, or its receiver is frozen as well.
module OrderOfChecks
  TEXT = "abc".freeze
  LIST = [1, 2].freeze
  PAIRS = { a: 1 }.freeze
  FROZEN_TEXT = "can't modify frozen String: \"abc\""
  FROZEN_LIST = "can't modify frozen Array: [1, 2]"
  FROZEN_PAIRS = "can't modify frozen Hash: {a: 1}"

  # The class and the message of what the block raises.
  def self.raised
    yield
  rescue Exception => error
    [error.class, error.message]
  end

  def self.count(given, expected) = "wrong number of arguments (given #{given}, expected #{expected})"
end

spec "mappings of letters in place look at their options before the string" do
  %i[upcase! downcase! swapcase! capitalize!].each do |name|
    assert_raises(ArgumentError, "invalid option") { OrderOfChecks::TEXT.send(name, 1) }
    assert_raises(ArgumentError, "too many options") { OrderOfChecks::TEXT.send(name, 1, 2, 3) }
    assert_raises(FrozenError, OrderOfChecks::FROZEN_TEXT) { OrderOfChecks::TEXT.send(name, :ascii) }
    assert_raises(FrozenError, OrderOfChecks::FROZEN_TEXT) { OrderOfChecks::TEXT.send(name) }
  end
  assert_equal ["ABC", nil, "Abc"], ["abc".dup.upcase!(:ascii), "ABC".dup.upcase!, "aBC".dup.capitalize!]
end

spec "sets of characters are converted before the string is asked whether it may change" do
  text = OrderOfChecks::TEXT
  assert_raises(TypeError, "no implicit conversion of Integer into String") { text.delete!(1) }
  assert_raises(TypeError, "no implicit conversion of nil into String") { text.squeeze!("a", nil) }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { text.tr!(1, 2) }
  assert_raises(TypeError, "no implicit conversion of nil into String") { text.tr_s!("x", nil) }
  assert_raises(ArgumentError, OrderOfChecks.count(0, "1+")) { text.delete! }
  assert_raises(ArgumentError, /invalid range "z-a"/) { text.delete!("z-a") }
  assert_raises(ArgumentError, /invalid range "z-a"/) { text.squeeze!("z-a") }
  [-> { text.delete!("z") }, -> { text.squeeze! }, -> { text.tr!("z", "y") }, -> { text.tr!("z", "") }, -> { text.tr_s!("z", "y") }].each do |call|
    assert_raises(FrozenError, OrderOfChecks::FROZEN_TEXT, &call)
  end
end

spec "an empty string has nothing to delete or translate, frozen or not" do
  assert_equal [nil, nil, nil], ["".freeze.delete!, "".freeze.delete!(1), "".freeze.tr!("a", "b")]
  assert_raises(TypeError) { "".freeze.tr!("a", 1) }
  assert_raises(FrozenError) { "".freeze.squeeze! }
end

spec "sub and sub! count their arguments, with a block one less, and look at them before the string" do
  text = OrderOfChecks::TEXT
  [text, text.dup].each do |string|
    %i[sub sub!].each do |name|
      assert_raises(ArgumentError, OrderOfChecks.count(0, "2")) { string.send(name) }
      assert_raises(ArgumentError, OrderOfChecks.count(0, "1..2")) { string.send(name) {} }
      assert_raises(ArgumentError, OrderOfChecks.count(1, "2")) { string.send(name, 1) }
      assert_raises(ArgumentError, OrderOfChecks.count(3, "2")) { string.send(name, 1, 2, 3) }
      assert_raises(ArgumentError, OrderOfChecks.count(3, "1..2")) { string.send(name, 1, 2, 3) {} }
      assert_raises(TypeError, "no implicit conversion of Integer into String") { string.send(name, 1, 2) }
      assert_raises(TypeError, "wrong argument type Integer (expected Regexp)") { string.send(name, 1, "2") }
      assert_raises(TypeError, "wrong argument type Integer (expected Regexp)") { string.send(name, 1) {} }
    end
  end
  assert_raises(FrozenError, OrderOfChecks::FROZEN_TEXT) { text.sub!(/z/, "y") }
  assert_raises(FrozenError, OrderOfChecks::FROZEN_TEXT) { text.sub!(/z/) {} }
  assert_equal ["axc", "aBc", nil], ["abc".dup.sub!("b", "x"), "abc".dup.sub!(/b/) { |found| found.upcase }, "abc".dup.sub!("z", "")]
end

spec "gsub!, chomp!, encode! and force_encoding ask the string before all else" do
  text = OrderOfChecks::TEXT
  [
    -> { text.gsub! }, -> { text.gsub!(1, 2, 3) }, -> { text.gsub!(1) }, -> { text.chomp!(1, 2) }, -> { text.chomp!(1) },
    -> { text.encode!(1, 2, 3) }, -> { text.force_encoding(nil) }, -> { text.force_encoding("none such") }
  ].each { |call| assert_raises(FrozenError, OrderOfChecks::FROZEN_TEXT, &call) }
  assert_raises(ArgumentError, OrderOfChecks.count(0, "1..2")) { text.dup.gsub! }
  assert_raises(ArgumentError, OrderOfChecks.count(3, "1..2")) { text.dup.gsub!(1, 2, 3) }
  assert_raises(ArgumentError, OrderOfChecks.count(2, "0..1")) { text.dup.chomp!(1, 2) }
  assert_raises(ArgumentError, OrderOfChecks.count(3, "0..2")) { text.dup.encode!(1, 2, 3) }
  assert_equal nil, "".dup.chomp!(1)
end

spec "append_as_bytes looks at all parts before the string" do
  assert_raises(TypeError, "wrong argument type NilClass (expected String or Integer)") { OrderOfChecks::TEXT.append_as_bytes(1, nil) }
  assert_raises(FrozenError, OrderOfChecks::FROZEN_TEXT) { OrderOfChecks::TEXT.append_as_bytes }
  text = "a".dup
  assert_raises(TypeError) { text.append_as_bytes("b", nil) }
  assert_equal "a", text
end

spec "bytesplice looks at places and characters before the string" do
  text = OrderOfChecks::TEXT
  assert_raises(ArgumentError, OrderOfChecks.count(4, "2, 3, or 5")) { text.bytesplice(1, 2, 3, 4) }
  assert_raises(TypeError, "wrong argument type Integer (expected Range)") { text.bytesplice(1, 2) }
  assert_raises(TypeError, "wrong argument type Integer (expected Range)") { text.bytesplice(0..1, "x", 1) }
  assert_raises(TypeError, "no implicit conversion of Range into Integer") { text.bytesplice(0..1, "x", 1, 2, 3) }
  assert_raises(RangeError, "5..6 out of range") { text.bytesplice(5..6, 1) }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { text.bytesplice(0, -1, 2) }
  assert_raises(IndexError, "negative length -1") { text.bytesplice(0, -1, "x") }
  assert_raises(IndexError, "index 5 out of string") { text.bytesplice(5, 1, "x") }
  assert_raises(IndexError, "index 4 out of string") { text.bytesplice(0, 1, "xyz", 4, 1) }
  assert_raises(IndexError, "offset 1 does not land on character boundary") { text.bytesplice(0, 1, "\u00e9", 1, 1) }
  assert_raises(FrozenError, OrderOfChecks::FROZEN_TEXT) { text.bytesplice(0, 1, "x") }
  assert_equal ["ayzdef", "abcyz"], ["abcdef".dup.bytesplice(1, 2, "xyz", 1, 2), "abcdef".dup.bytesplice(-3, 9, "xyz", -2, 9)]
end

spec "String#[]= looks at the place, then at the value, then at the string" do
  text = OrderOfChecks::TEXT
  assert_raises(TypeError, "no implicit conversion of Integer into String") { text[0] = 1 }
  assert_raises(TypeError, "no implicit conversion from nil to integer") { text[nil] = 1 }
  assert_raises(IndexError, "string not matched") { text["z"] = 1 }
  assert_raises(IndexError, "regexp not matched") { text[/z/] = 1 }
  assert_raises(IndexError, "index 9 out of string") { text[9] = "x" }
  assert_raises(IndexError, "negative length -1") { text[0, -1] = 1 }
  assert_raises(RangeError, "9..10 out of range") { text[9..10] = 1 }
  assert_raises(FrozenError, OrderOfChecks::FROZEN_TEXT) { text[0] = "x" }
  assert_raises(FrozenError, OrderOfChecks::FROZEN_TEXT) { text[0..1] = "x" }
end

spec "slice!, pop and shift of an Array ask it whether it may change before they count their arguments" do
  list = OrderOfChecks::LIST
  [-> { list.slice! }, -> { list.slice!(1, 2, 3) }, -> { list.pop(1, 2) }, -> { list.shift(1, 2) }].each do |call|
    assert_raises(FrozenError, OrderOfChecks::FROZEN_LIST, &call)
  end
  assert_raises(ArgumentError, OrderOfChecks.count(0, "1..2")) { [1].slice! }
  assert_raises(ArgumentError, OrderOfChecks.count(3, "1..2")) { [1].slice!(1, 2, 3) }
  assert_raises(ArgumentError, OrderOfChecks.count(2, "0..1")) { [1].pop(1, 2) }
  assert_raises(ArgumentError, OrderOfChecks.count(2, "0..1")) { [1].shift(1, 2) }
end

spec "delete_at, rotate! and fill convert their arguments before they ask the Array" do
  list = OrderOfChecks::LIST
  assert_raises(TypeError, "no implicit conversion of String into Integer") { list.delete_at("x") }
  assert_raises(TypeError, "no implicit conversion from nil to integer") { list.rotate!(nil) }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { list.fill(0, "x") }
  assert_raises(RangeError, "-5..2 out of range") { list.fill(0, -5..2) }
  assert_raises(TypeError, "no implicit conversion of Range into Integer") { [1].fill(0, 0..1, nil) }
  [-> { list.delete_at(1) }, -> { list.rotate! }, -> { list.fill(0) }].each { |call| assert_raises(FrozenError, OrderOfChecks::FROZEN_LIST, &call) }
  assert_equal [nil, nil], [list.delete_at(5), list.delete_at(-5)]
end

spec "transform_keys! converts its names before it asks the Hash" do
  assert_raises(TypeError, "no implicit conversion of Integer into Hash") { OrderOfChecks::PAIRS.transform_keys!(1) }
  assert_raises(FrozenError, OrderOfChecks::FROZEN_PAIRS) { OrderOfChecks::PAIRS.transform_keys!({}) }
end

spec "digits and chr look at the number before they count their arguments" do
  assert_raises(Math::DomainError, "out of domain") { -1.digits(1, 2) }
  assert_raises(ArgumentError, OrderOfChecks.count(2, "0..1")) { 1.digits(1, 2) }
  assert_raises(RangeError, "bignum out of char range") { (2**70).chr(1, 2) }
  assert_raises(RangeError, "-1 out of char range") { -1.chr(1, 2) }
  assert_raises(ArgumentError, OrderOfChecks.count(2, "0..1")) { 65.chr(1, 2) }
end

spec "Integer() converts the base before it looks at the value" do
  assert_raises(TypeError, "no implicit conversion from nil to integer") { Integer("x", nil) }
  assert_raises(TypeError, "no implicit conversion from nil to integer") { Integer(nil, nil, exception: false) }
  assert_raises(ArgumentError, "base specified for non string value") { Integer(3, 10) }
  assert_equal [3, 31, nil, nil], [Integer(3, 0), Integer("0x1f", 0), Integer(3, 10, exception: false), Integer("z", 0, exception: false)]
end

spec "the sum of a Range of Integers is added to what is none as an Integer coerces it" do
  assert_equal [13.0, 11.0, 11.5, 20], [(1..4).sum(3r), (1..4).sum("1"), (1..4).sum(1.5), (1..4).sum(10)]
  assert_equal nil, (4..1).sum(nil)
  assert_raises(TypeError, "can't convert nil into Float") { (1..4).sum(nil) }
  assert_raises(ArgumentError, "invalid value for Float(): \"x\"") { (1..4).sum("x") }
end

spec "Range#% takes a block as step does" do
  seen = []
  (1..5).%(2) { |number| seen << number }
  assert_equal [1, 3, 5], seen
  assert_raises(TypeError, "nil can't be coerced into Integer") { (1..5).%(nil) {} }
end

spec "visibility: each name is looked up before the next one is looked at" do
  type = Class.new do
    def self.made = 1
    def plain = 1
  end
  assert_raises(NameError, /undefined method 'none' for class/) { type.private_class_method(:made, "none", 1) }
  assert_raises(NoMethodError) { type.made }
  assert_raises(TypeError, "1 is not a symbol nor a string") { type.public_class_method(:made, 1) }
  assert_equal 1, type.made
  assert_raises(NameError, /undefined method 'none' for class/) { type.send(:private, :plain, :none, 1) }
  assert_raises(NoMethodError) { type.new.plain }
end

spec "without a block permutation, each_line, Dir.foreach and Dir.each_child count no arguments" do
  assert_equal "#<Enumerator: [1]:permutation(1, 2)>", [1].permutation(1, 2).inspect
  assert_equal "#<Enumerator: [1]:permutation(nil)>", [1].permutation(nil).inspect
  assert_equal "#<Enumerator: \"a\":each_line(1, 2)>", "a".each_line(1, 2).inspect
  assert_equal ["#<Enumerator: Dir:foreach>", "#<Enumerator: Dir:each_child(1, 2)>"], [Dir.foreach.inspect, Dir.each_child(1, 2).inspect]
  assert_raises(ArgumentError, OrderOfChecks.count(2, "0..1")) { [1].permutation(1, 2).to_a }
  assert_raises(TypeError, "no implicit conversion from nil to integer") { [1].permutation(nil).size }
  assert_raises(ArgumentError, OrderOfChecks.count(2, "0..1")) { "a".each_line(1, 2) {} }
  assert_raises(ArgumentError, OrderOfChecks.count(0, "1")) { Dir.foreach {} }
end

spec "File.foreach and File.readlines count their arguments first, binread opens the file first" do
  assert_raises(ArgumentError, OrderOfChecks.count(0, "1..3")) { File.foreach }
  assert_raises(ArgumentError, OrderOfChecks.count(4, "1..3")) { File.foreach(1, 2, 3, 4) }
  assert_raises(ArgumentError, OrderOfChecks.count(4, "1..3")) { File.readlines(1, 2, 3, 4) }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { File.binread(1, "z") }
  assert_raises(Errno::ENOENT) { File.binread("/none such", "z") }
  assert_raises(Errno::ENOENT) { File.read("/none such", "z") }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { File.binread(__FILE__, "z") }
  assert_equal "req", File.binread(__FILE__, 3)
end

spec "a lazy enumerator has to_enum of names alone, and takes any offset until it counts on" do
  lazy = [1, 2].lazy
  assert_raises(TypeError, "1 is not a symbol nor a string") { lazy.to_enum(1) }
  assert_equal [[1, 1.5], [2, 2]], lazy.with_index(1.5).to_a
  seen = []
  assert_raises(TypeError, "no implicit conversion of String into Integer") { lazy.with_index("x") { |*pair| seen << pair }.first(1) }
  assert_equal [[1, "x"]], seen
end

spec "a chain is gone through with an index or an object only by an enumerator of it" do
  chain = [1].each + [2]
  message = "wrong argument type chain (expected enumerator)"
  assert_raises(TypeError, message) { chain.with_index {} }
  assert_raises(TypeError, message) { chain.each_with_index {} }
  assert_raises(TypeError, message) { chain.with_object([]) {} }
  assert_raises(TypeError, message) { chain.each_with_object([]) {} }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { chain.with_index("x") {} }
  assert_equal [[[1, 0], [2, 1]], [[1, 3], [2, 4]], nil], [chain.each_with_index.to_a, chain.with_index(3).to_a, chain.with_index.size]
  assert_equal [[1, :a], [2, :a]], chain.with_object(:a).to_a
end

spec "an arithmetic sequence is not copied" do
  assert_raises(TypeError, "allocator undefined for Enumerator::ArithmeticSequence") { 1.step(3).dup }
  assert_raises(TypeError, "allocator undefined for Enumerator::ArithmeticSequence") { ((1..3) % 2).clone }
end

spec "a thread looks at what interrupt is asked for only where one is pending, and at names of variables always" do
  assert_equal [false, false], [Thread.current.pending_interrupt?(1, 2), Thread.pending_interrupt?(1, 2)]
  thread = Thread.new { OrderOfChecks.raised { Thread.current.thread_variable?(1) } }
  assert_equal [TypeError, "1 is not a symbol nor a string"], thread.value
end

spec "Marshal.dump takes a nil neither for where to write nor for how deep" do
  assert_raises(TypeError, "instance of IO needed") { Marshal.dump(1, nil) }
  assert_raises(TypeError, "instance of IO needed") { Marshal.dump(1, nil, 3) }
  assert_raises(TypeError, "instance of IO needed") { Marshal.dump(1, 5, 5) }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { Marshal.dump(1, nil, "x") }
  assert_equal [Marshal.dump([1]), "UTF-8"], [Marshal.dump([1], 3), Encoding::UTF_8._dump]
end

spec "eval takes no nil for a file, and looks at it before the binding" do
  assert_raises(TypeError, "no implicit conversion of nil into String") { eval("1", nil, nil) }
  assert_raises(TypeError, "no implicit conversion of nil into String") { eval("1", 3, nil) }
  assert_raises(TypeError, "no implicit conversion of nil into String") { binding.eval("none_such", nil) }
  assert_raises(TypeError, "wrong argument type Integer (expected binding)") { eval("1", 3) }
  assert_equal 1, instance_eval("1", nil)
end

spec "IO.popen looks at the command before the mode, and counts options as an argument" do
  assert_raises(TypeError, "no implicit conversion of Integer into String") { IO.popen(1, "z") }
  assert_raises(ArgumentError, OrderOfChecks.count(0, "1..2")) { IO.popen }
  assert_raises(ArgumentError, OrderOfChecks.count(4, "2..3")) { IO.popen("a", "b", "c", err: :out) }
end

spec "a match's part takes a nil for no length, getsid a nil for this process" do
  match = /(?<name>b)/.match("abc")
  assert_equal ["b", "b", ["b", "b"]], [match["name", nil], match[0, nil], match[0..1, nil]]
  assert_raises(IndexError, "undefined group name reference: none") { match["none", nil] }
  assert_equal Process.getsid, Process.getsid(nil)
end

spec "match and match? convert the place before the text" do
  assert_raises(TypeError, "no implicit conversion of String into Integer") { /a/.match(1, "z") }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { /a/.match?(1, "z") }
end
