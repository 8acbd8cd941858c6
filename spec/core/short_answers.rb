require_relative "../harness"
require_relative "../outside"
require "bigdecimal"
require "date"
require "json"

# What is answered at once where all values are plain must say the same as what is asked of each value in turn.

spec "inspect of collections writes what each element says of itself" do
  loud = Class.new(String) { def inspect = "LOUD" }
  single = "x".dup
  def single.inspect = "single"
  assert_equal '[1, 2.5, nil, true, "a\n", :a, :"b c", [[]], {}]', [1, 2.5, nil, true, "a\n", :a, :"b c", [[]], {}].inspect
  assert_equal '{a: 1, "b c": 2, "d=": 3, "e" => :f, nil => {1 => [2]}}', { a: 1, "b c": 2, "d=": 3, "e" => :f, nil => { 1 => [2] } }.inspect
  assert_equal "[LOUD, single]", [loud.new("x"), single].inspect
  assert_equal "{LOUD => single}", { loud.new("x") => single }.inspect
end

spec "inspect of what holds itself ends" do
  array = [1]
  array << array << [array]
  table = { a: 1 }
  table[:self] = table
  assert_equal "[1, [...], [[...]]]", array.inspect
  assert_equal "{a: 1, self: {...}}", table.inspect
  twice = [2]
  assert_equal "[[2], [2]]", [twice, twice].inspect
  deep = 200.times.reduce([]) { |inner, _| [inner] }
  assert_equal "[" * 201 + "]" * 201, deep.inspect
end

spec "inspect of collections has the encoding of the first element's, until another needs more" do
  us_ascii, utf_8 = Encoding::US_ASCII, Encoding::UTF_8
  [[[1], us_ascii], [["a"], utf_8], [[:a], us_ascii], [[:"a b"], utf_8], [[[]], us_ascii], [[1, "é"], utf_8], [[nil, "e"], us_ascii]].each do |array, encoding|
    assert_equal encoding, array.inspect.encoding
  end
  assert_equal [us_ascii, us_ascii, utf_8, utf_8], [{ 1 => 2 }, { a: 1 }, { "a" => 1 }, { é: 1 }].map { |table| table.inspect.encoding }
  assert_equal [us_ascii, utf_8], [:a, :"a b"].map { |name| name.inspect.encoding }
end

spec "inspect of elements is asked again once a program has another" do
  script = <<~RUBY
    before = [[1, :a], { a: 1.5 }].inspect
    class Float; def inspect = "float"; end
    class Symbol; alias inspect to_s; end
    puts before, [[1, :a], { a: 1.5 }].inspect
  RUBY
  assert_equal "[[1, :a], {a: 1.5}]\n[[1, a], {a: float}]\n", run_code(script)[0]
end

spec "small Integers round to powers of ten, halves away from zero" do
  assert_equal [1300, -1300, 100, -100, 0, 0, 1200, -1300], [1250.round(-2), -1250.round(-2), 50.round(-2), -50.round(-2), 49.round(-2), -49.round(-2), 1250.floor(-2), -1250.floor(-2)]
  assert_equal [1300, -1200, 1200, -1200], [1250.ceil(-2), -1250.ceil(-2), 1250.truncate(-2), -1250.truncate(-2)]
  largest = 4_611_686_018_427_387_903
  assert_equal [5 * 10**18, 0, 0, 10**19], [largest.round(-18), largest.round(-19), largest.floor(-19), largest.ceil(-19)]
  assert_equal [5, 5, 1.3, 2.68], [5.round(2), 5.ceil, 1.25.round(1), 2.675.round(2)]
  assert_equal 1.2, 1.25.round(1, half: :even)
  assert_equal [0, 3, 4, 1_518_500_249], [0, 15, 16, 2**61].map { |number| Integer.sqrt(number) }
end

spec "slice, except and invert keep how keys are compared, and no default" do
  table = Hash.new(5).merge!(a: 1, "b" => 2, nil => 3)
  assert_equal [{ a: 1, "b" => 2 }, { "b" => 2 }, {}], [table.slice(:a, "b", :none), table.except(:a, nil), table.slice]
  assert_equal [nil, nil, { 1 => :a, 2 => "b", 3 => nil }], [table.slice(:a).default, table.except(:a).default, table.invert]
  key = "key"
  identical = {}.compare_by_identity
  identical[key] = 1
  identical["key".dup] = 2
  assert_equal [1, true, 1, true], [identical.slice(key).size, identical.slice(key).compare_by_identity?, identical.except(key).size, identical.except(key).compare_by_identity?]
  odd = Class.new { def hash = 1; def eql?(other) = true }
  assert_equal [1, 0], [{ odd.new => 1 }.slice(odd.new).size, { odd.new => 1 }.except(odd.new).size]
end

spec "a copy of a Hash is one of its own, whatever was deleted from the first" do
  [4, 9, 40, 500].each do |size|
    table = (0...size).to_h { |number| ["key #{number}", number] }
    copy = table.dup
    copy["more"] = 1
    table.delete("key 1")
    again = table.dup
    again.delete("key 2")
    assert_equal [size - 1, size + 1, size - 2], [table.size, copy.size, again.size]
    assert_equal [nil, 1, 2, nil, size - 1], [table["key 1"], copy["key 1"], table["key 2"], again["key 2"], again["key #{size - 1}"]]
    assert_equal table, {}.replace(table)
  end
end

spec "tally counts by eql? and keeps the first of equal elements itself" do
  word = +"word"
  counts = [word, "word", 1, 1.0, nil].tally
  assert_equal({ "word" => 2, 1 => 1, 1.0 => 1, nil => 1 }, counts)
  assert_equal({ [2] => 2, "a" => 1 }, [[2], [2], "a"].tally)
  assert counts.keys[0].equal?(word)
  doubled = Class.new(Array) { def each = 2.times { yield 9 } }
  assert_equal({ 9 => 2 }, doubled.new([1]).tally)
end

spec "products, extremes and totals" do
  assert_equal [[1, 3], [1, 4], [2, 3], [2, 4]], [1, 2].product([3, 4])
  assert_equal [[], [[1], [2]], [[1, 2, 3]]], [[1].product([]), [1, 2].product, [1].product([2], [3])]
  assert_equal [[1, 3], [1.5, 2], ["a", "b"], [nil, nil]], [[3, 1, 2], [2, 1.5], %w[b a], []].map(&:minmax)
  assert_equal [6, nil, 3.5, 2**62, "ab", 8], [[1, 2, 3].inject(:+), [].inject(:+), [1, 2.5].inject(:+), [2**62 - 1, 1].inject(:+), %w[a b].inject(:+), [1, 2].inject(5, :+)]
  assert_equal [0.1 + 0.1 + 0.1, "-0.0"], [[0.1, 0.1, 0.1].inject(:+), [-0.0, -0.0].inject(:+).to_s]
  assert_equal [1, [1], 2, [2]], [1, 2].flat_map { |number| [number, [number]] }
  assert_equal [[1], 2, [3], 4], [[[1], 2], [[3], 4]].flat_map { |first, second| [first, second] }
end

spec "sums, sizes and ends of Ranges of Integers" do
  assert_equal [55, 45, 0, 60], [(1..10).sum, (1...10).sum, (5..1).sum, (1..10).sum(5)]
  assert_equal [10, 9, 0, 1, 5], [(1..10).count, (1...10).count, (5..1).count, (1..10).count(3), (1..10).count(&:even?)]
  assert_equal [1, nil, 10, 9, nil], [(1..10).min, (1...1).min, (1..10).max, (1...10).max, (1...1).max]
  ranges = [1..5, 5..9, 1...5, 6..1, 3..3, 3...3]
  overlapping = ranges.product(ranges).map { |one, other| one.overlap?(other) ? 1 : 0 }
  assert_equal [1, 1, 1, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0], overlapping
end

spec "Structs and Data by keywords" do
  by_name = Struct.new(:a, :b, keyword_init: true)
  either = Struct.new(:a, :b)
  by_place = Struct.new(:a, :b, keyword_init: false)
  assert_equal [[1, nil], [1, 2], [{ a: 1 }, nil]], [by_name.new(a: 1).to_a, either.new(b: 2, a: 1).to_a, by_place.new(a: 1).to_a]
  assert_raises(ArgumentError, "unknown keywords: c") { by_name.new(a: 1, c: 2) }
  place = Data.define(:a, :b)
  assert_equal [[1, 2], true], [place.new(b: 2, a: 1).to_h.values, place.new(a: 1, b: 2).frozen?]
  assert_raises(ArgumentError, "missing keyword: :b") { place.new(a: 1) }
  assert_raises(ArgumentError, "unknown keyword: :c") { place.new(a: 1, b: 2, c: 3) }
  doubled = Data.define(:a) { def initialize(a:) = super(a: a * 2) }
  assert_equal 4, doubled.new(a: 2).a
end

spec "an include that adds nothing changes nothing, one that adds an operator counts" do
  named = Module.new { def name = "one" }
  object = Object.new.extend(named)
  assert_equal "one", object.extend(named).name
  more = Module.new { def name = "more, #{super}" }
  named.include(Module.new { def other = 2 })
  assert_equal [2, "more, one"], [object.extend(named).other, object.extend(more).name]
  assert_equal "true\nfalse\n", run_code("puts 1 == 1; Integer.prepend(Module.new { def ==(_) = false }); puts 1 == 1")[0]
end

spec "times and zones in the usual form" do
  read = lambda { |text| Time.new(text).then { |time| [time.to_s, time.subsec] } }
  assert_equal ["2024-01-02 03:04:05 +0900", 0.5r], read["2024-01-02 03:04:05.5 +09:00"]
  assert_equal ["2024-01-02 03:04:05 UTC", 0], read["2024-01-02T03:04:05Z"]
  assert_equal ["2024-01-02 03:04:05 -0330", 0], read["2024-01-02 03:04:05-0330"]
  assert_raises(ArgumentError, "mon out of range") { Time.new("2024-13-02 03:04:05") }
  assert_raises(ArgumentError, "two digits min is expected after ':': :4:05") { Time.new("2024-01-02 03:4:05") }
  assert_raises(ArgumentError, /can't parse/) { Time.new("2024-01-02 03:04:05 ") }
  assert_equal [32_400, -12_600, 0, 0], %w[+09 -03:30 -0000 UTC].map { |zone| Time.at(0, in: zone).utc_offset }
  assert_equal [true, true, true, false], %w[-00:00 -0000 -00 +00].map { |zone| Time.at(0, in: zone).utc? }
  assert_raises(ArgumentError, /utc_offset out of range/) { Time.at(0, in: "+24:00") }
end

spec "Time.at takes Floats without loss" do
  [0.0, 1.5, 1.1, 1_700_000_000.123456, 0.1, 1e-20, -1.5, 1e15 + 0.5, 1e18].each do |float|
    assert_equal float.to_r, Time.at(float).to_r
  end
  assert_equal [1, 500_000_000], [Time.at(1.5).to_i, Time.at(1.5).nsec]
end

spec "BigDecimals of few digits" do
  texts = %w[1.23 -1.23 0 -0 100 000.100 +1.5 123456789012345678 1234567890123456789]
  assert_equal %w[0.123e1 -0.123e1 0.0 -0.0 0.1e3 0.1e0 0.15e1 0.123456789012345678e18 0.1234567890123456789e19], texts.map { |text| BigDecimal(text).to_s }
  assert_raises(ArgumentError, 'invalid value for BigDecimal(): "1."') { BigDecimal("1.") }
  assert_equal [BigDecimal("1.5"), Encoding::US_ASCII, true], [BigDecimal("1.50"), BigDecimal("1.5").to_s.encoding, BigDecimal("1.5").frozen?]
end

spec "letters beyond ASCII change case and compare" do
  assert_equal ["STRASSE ÏÑ", "àé i̇", "Ǆ", "É ab"], ["Straße ïñ".upcase, "ÀÉ İ".downcase, "ǆ".upcase, "é AB".capitalize]
  assert_equal [1, -1, 0, nil], ["äö".casecmp("ÄÖ"), "e".casecmp("é"), "aBé".casecmp("Abé"), "é".casecmp("\xe9".b)]
end

spec "to_json of core values, alone and around others" do
  named = Class.new { def to_json(*) = '"named"' }
  assert_equal ['{"a":[1,null,"x"]}', '["named"]', '"é\""', '{"1":"b"}'], [{ a: [1, nil, "x"] }.to_json, [named.new].to_json, "é\"".to_json, { 1 => :b }.to_json]
  assert_raises(JSON::GeneratorError) { [Float::NAN].to_json }
end

spec "dates are read by formats of common directives" do
  read = lambda { |text, format| Date._strptime(text, format) }
  assert_equal({ year: 2024, mon: 5, mday: 6 }, read["2024-05-06", "%Y-%m-%d"])
  assert_equal({ hour: 7, min: 8, sec: 9, sec_fraction: 1/4r, zone: "+09:00", offset: 32_400 }, read["07:08:09.25+09:00", "%T.%N%z"])
  assert_equal({ mon: 9, mday: 5, year: 1999, leftover: " x" }, read["sep 5, 99 x", "%B %d, %y"])
  assert_equal [{ hour: 12 }, { hour: 0 }, { hour: 13, leftover: "X" }], [read["12PM", "%I%p"], read["12am", "%I%p"], read["1pmX", "%I%p"]]
  assert_equal({ year: 1234, mon: 5 }, read["12345", "%Y%m"])
  assert_equal [nil, nil, nil], [read["2024-13-01", "%F"], read["x", "%d"], read["24:61", "%R"]]
  assert_equal({ wday: 1, zone: "EST", offset: -18_000 }, read["Monday EST", "%a %Z"])
end

spec "compact and values_at of Hashes keep to defaults and classes" do
  table = Hash.new(5).merge!(a: nil, "b" => 2, c: nil)
  assert_equal [{ "b" => 2 }, 3, {}], [table.compact, table.size, { a: nil }.compact]
  assert_equal [5, 5], [table.compact.default, table.compact[:none]]
  assert_equal [nil, 2, 5], table.values_at(:a, "b", :none)
  assert_equal [[], [:made]], [table.values_at, Hash.new { |_, key| key }.values_at(:made)]
  own = Class.new(Hash) { def default(key) = "own #{key}" }
  assert_equal [1, "own b"], own.new.merge!(a: 1).values_at(:a, :b)
end

spec "product keeps what it combines, however the heap moves meanwhile" do
  pools = Array.new(3) { |pool| Array.new(6) { |index| "pool #{pool}, element #{index}" } }
  tuples = pools[0].product(pools[1], pools[2])
  assert_equal 216, tuples.size
  assert_equal ["pool 0, element 0", "pool 1, element 0", "pool 2, element 1"], tuples[1]
  assert_equal pools.map(&:last), tuples.last
end

spec "what random calls found: numbers" do
  [[Float::INFINITY, "Infinity"], [-Float::INFINITY, "-Infinity"]].each do |dividend, message|
    [3, -3.0, 3r, 2**70].each { |divisor| assert_raises(FloatDomainError, message) { dividend.divmod(divisor) } }
  end
  assert_raises(FloatDomainError, "NaN") { Float::INFINITY.divmod(Float::INFINITY) }
  assert_equal [5e-324, -5e-324, 0.17], [5e-324 % -0.17, -5e-324 % 0.17, 5e-324.remainder(-0.17)]
  assert_equal "((5/2)+15i)", (5 * Complex(Rational(1, 2), 3)).inspect
  assert_raises(ArgumentError, 'invalid value for convert(): "1\u0000"') { Rational("1\0") }
  assert_equal [1.0, 2.5], 1.0.step(Float::NAN, 1.5).first(2)
  assert_equal [[true, true], []], [Float::NAN.step(1.5, 1.5).first(2).map(&:nan?), 1.step(Float::NAN, 2).to_a]
end

spec "what random calls found: texts, lists and the words of errors" do
  assert_equal ["\u0001\xFF\xFE", "\u0001\x80", "b\xFF"], ["\xFF\xFE", "\x80", "a\xFF"].map(&:succ)
  assert_equal [["\xFF\xFE"], ["\xFF"]], ["\xFF\xFE".split(/l/, 1), "\xFF".split(nil, 1)]
  assert_raises(ArgumentError, "@ outside of string") { "".unpack("q0@") }
  assert_equal ["a"], "abc".unpack("@a")
  assert_raises(IndexError, "index -15 too small for array; minimum: 0") { [][-15] = 3 }
  assert_raises(TypeError, "wrong argument type nil (expected Range)") { 5.clamp(nil) }
  assert_raises(TypeError, "wrong argument type nil (expected Module)") { Object.new.extend(nil) }
  assert_equal "#<Enumerator: [1]:each(nil, nil)>", [1].to_enum(:each, nil, nil).inspect
  assert_raises(TypeError, "class or module required") { ObjectSpace.each_object(nil) {} }
  assert_raises(RangeError, "float Inf out of range of integer") { format("%*d", Float::INFINITY, 1) }
  assert_raises(RangeError, "float 1e+23 out of range of integer") { format("%.*d", 1e23, 1) }
end

spec "what calls of all methods found: arguments are looked at in the reference's order, and only when they are wanted" do
  assert_raises(TypeError, "no implicit conversion from nil to integer") { [1, 2].combination(nil) }
  assert_raises(TypeError, "no implicit conversion from nil to integer") { (1..5).min(nil) }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { "a".sub(1, 2) }
  assert_raises(ArgumentError, "too many options") { "a".upcase(1, 2) }
  assert_raises(ArgumentError, "invalid second option") { "a".upcase(:turkic, :foo) }
  assert_raises(ArgumentError, "unknown unpack directive 'o' in 'lo'") { "a".unpack1("lo") }
  assert_equal 1_684_234_849, "abcdef".unpack1("lo")
  assert_raises(RangeError, "bignum too big to convert into 'long'") { 1.step(10, 3).first(2**70) }
end

spec "what calls of all methods found: answers" do
  text = +"hello"
  assert_equal ["L", "heLlo"], [text.send(:[]=, "l", "L"), text]
  assert_equal ['#<Enumerator: "a":each_line>', '#<Enumerator: "a":each_line(chomp: true)>'], ["a".each_line.inspect, "a".each_line(chomp: true).inspect]
  assert_equal [], Encoding::Converter.new("UTF-8", "EUC-JP").instance_variables
  assert 1.step(10, 3).to_s.start_with?("#<Enumerator::ArithmeticSequence:0x")
  kind = Class.new
  assert_equal [kind, kind], [kind.private_class_method(:new), kind.public_class_method(:new)]
  assert_equal [Time.at(0).utc, Time.at(1).utc], [Time.at(0.25).utc.floor(nil), Time.at(0.25).utc.ceil(nil)]
end

spec "what calls of all methods found: names and texts that are none" do
  assert_raises(TypeError, "nil is not a symbol nor a string") { [1].to_enum(nil) }
  assert_equal [[1]], [1].enum_for("each_slice", 2).to_a
  assert_raises(TypeError, "no implicit conversion of nil into String") { File.basename("a", nil) }
end

spec "what the library keeps in modules is not shown, and what is no class variable or thread is refused in the reference's words" do
  assert_equal [], [GC, Warning, Errno].flat_map(&:instance_variables)
  assert_raises(NameError, "wrong class variable name x") { Class.new.remove_class_variable(:x) }
  assert_raises(TypeError, "wrong argument type nil (expected VM/thread)") { ThreadGroup.new.add(nil) }
end

spec "what random calls found: radices, widths, parts by bytes and depths" do
  assert_equal [0, 0, 0], [" ".to_i(37), "-".to_i(1), "\n+".to_i(99)]
  assert_raises(ArgumentError, "invalid radix 37") { "".to_i(37) }
  assert_raises(ArgumentError, "invalid radix 37") { "- ".to_i(37) }
  assert_raises(ArgumentError, 'invalid value for Integer(): "-"') { Integer("-", 99) }
  assert_raises(TypeError, "no implicit conversion of String into Integer") { "a".rjust("x", nil) }
  assert_raises(TypeError, "wrong argument type Rational (expected Range)") { "abc".dup.bytesplice(1r, 4, "x") }
  assert_raises(RangeError, "integer 1099511627776 too big to convert to 'int'") { {}.flatten(2**40) }
  assert_raises(RangeError, "integer -1099511627776 too small to convert to 'int'") { [].flatten(-2**40) }
end

spec "what random calls found: floats, pairs of encodings and printable text" do
  assert_equal [[-2573485501354570, -3.0], Float::INFINITY], [9007199254740993.0.divmod(-3.5), 1.5r.fdiv(-0.0)]
  assert_raises(TypeError, "no implicit conversion to float from string") { 1.0.step("42", 1.5).first(2) }
  assert_raises(TypeError, "no implicit conversion to float from true") { 1.0.step(true, 1.5).first(2) }
  assert_raises(ArgumentError, "input string invalid") { "a".casecmp?("\xff") }
  assert_equal false, "\xff".dup.force_encoding("US-ASCII").casecmp?("a")
  assert_equal ["lin=\n\ne\none=\n\n\n", "abc\nabcd=\n\n"], [["lin\ne\none\n\n"].pack("M2"), ["abc\nabcd\n"].pack("M3")]
  { "a\u{1f600}" => "UTF-8 and BINARY (ASCII-8BIT)", "\u{1f600}a" => "BINARY (ASCII-8BIT) and UTF-8" }.each do |text, pair|
    assert_raises(Encoding::CompatibilityError, "incompatible character encodings: #{pair}") { text.b.gsub("a", "\u0130") }
    assert_raises(Encoding::CompatibilityError, "incompatible character encodings: #{pair}") { text.b.gsub(/a/n, "\u0130") }
    assert_raises(Encoding::CompatibilityError, "incompatible character encodings: BINARY (ASCII-8BIT) and UTF-8") { text.b.sub(/a/n, "\u0130") }
  end
end

spec "an Array that is written where its extreme is asked for compares each element with the best, another one the best with each" do
  number, text = 5, "a"
  assert_raises(ArgumentError, "comparison of String with 5 failed") { [number, text].max }
  assert_raises(ArgumentError, "comparison of NilClass with 5 failed") { [number, nil].min }
  list = [number, text]
  assert_raises(ArgumentError, "comparison of Integer with String failed") { list.max }
  assert_raises(ArgumentError, "comparison of Integer with String failed") { [number, text].send(:max) }
end

spec "what random calls found: sequences between the same infinities, totals of nothing, more elements than there is room for" do
  assert_equal [[-Float::INFINITY] * 3, [Float::INFINITY] * 2], [(-Float::INFINITY).step(-Float::INFINITY, 1.5).first(3), Float::INFINITY.step(Float::INFINITY, 1).first(2)]
  assert_equal [true, false, false], [1 / [].sum(-0.0) < 0, 1 / {}.sum(-0.0) < 0, 1 / [0.0].sum(-0.0) < 0]
  assert_raises(NoMemoryError, "failed to allocate memory") { [1, 2].cycle.first(2**40) }
  assert_raises(ArgumentError, "array size too big") { { 1 => 2 }.first(2**60) }
  found = "abc".match(/b/)
  [-> { "abc"[/b/, 2**40] }, -> { found[2**40] }, -> { found.begin(2**40) }].each { |work| assert_raises(RangeError, "integer 1099511627776 too big to convert to 'int'", &work) }
  assert_raises(RangeError, "can't convert 0+1i into Integer") { "abc"["a", 1i] }
end
