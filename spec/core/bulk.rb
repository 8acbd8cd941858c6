require_relative "../harness"

# What the core does to all elements or characters at once.

spec "Array#* and its special cases" do
  assert_equal [1, 2] * 3, [1, 2, 1, 2, 1, 2]
  assert_equal [[], [], [:a] * 70], [[1] * 0, [] * 9, Array.new(70, :a)]
  long = (0...100).to_a
  assert_equal long + long + long, long * 3
  assert_equal "1,2", [1, 2] * ","
  assert_raises(ArgumentError, /argument too big/) { [1, 2] * (1 << 61) }
end

spec "rotate! turns in place" do
  long = (0...100).to_a
  assert_equal long.rotate(7), long.dup.rotate!(7)
  assert_equal [[3, 1, 2], [2, 3, 1], [3, 1, 2], [], [1]], [[1, 2, 3].rotate!(-1), [1, 2, 3].rotate!, [1, 2, 3].rotate!(5), [].rotate!, [1].rotate!(3)]
  array = [1, 2, 3]
  assert array.rotate!.equal?(array)
  assert_raises(FrozenError) { [].freeze.rotate! }
  assert_raises(TypeError) { [1].rotate!("x") }
end

spec "rindex and assoc" do
  array = [1, "a", 2.0, nil, "a", 1]
  assert_equal [5, 4, 2, 3, nil, 5], [array.rindex(1), array.rindex("a"), array.rindex(2), array.rindex(nil), array.rindex(:b), array.rindex { |value| value == 1 }]
  odd = Object.new
  def odd.==(other) = other == 2.0
  assert_equal [0, nil], [[odd, 1].rindex(2.0), [odd, 1].rindex(7)]
  pairs = [[1, :one], [], ["two", 2], 3, [odd, :odd]]
  assert_equal [[1, :one], ["two", 2], nil, [odd, :odd]], [pairs.assoc(1), pairs.assoc("two"), pairs.assoc(:three), pairs.assoc(2.0)]
end

spec "delete, compact! and fill" do
  array = [1, "a", nil, "a", 2, nil]
  assert_equal ["a", [1, nil, 2, nil]], [array.delete("a"), array]
  assert_equal [nil, [1, nil, 2, nil]], [array.delete("b"), array]
  assert_equal [:none, [1, 2]], [array.delete(:b) { :none }, array.compact!]
  assert_equal [nil, [1, 2]], [array.compact!, array]
  last, first = +"x", +"x"
  assert [first, last].delete("x").equal?(last)
  assert_equal [[7, 7], [1, 7, 7], [1, 7, nil, 9, 9]], [[1, 2].fill(7), [1].fill(7, 1, 2), [1, 7].fill(9, 3, 2)]
  assert_equal [0, 0, 0, 0, "x"], [1, 2, 3, 4, "x"].fill(0, 0..3)
end

spec "push of many" do
  assert_equal (0...50).to_a, [0, 1].push(*2...50)
  array = (0...100).to_a
  assert_equal array + array, array.push(*array)
end

spec "each_line of a long text gives every line" do
  text = (0...3000).map { |index| "line #{index} ä\r\n" }.join + "the last"
  assert_equal text, text.each_line.to_a.join
  assert_equal [3001, "line 2999 ä", "the last"], [text.each_line.count, text.each_line(chomp: true).to_a[-2], text.each_line.to_a.last]
  assert_equal "line 0 ä\r\n", text.each_line { |line| break line }
  assert_equal text.lines, text.each_line.to_a
  seen = []
  copy = text.dup
  copy.each_line { |line| seen << line; copy.replace("changed") }
  assert_equal text.lines, seen
  assert_equal text, text.each_line { }
  broken = "\xff\n" * 5000
  assert_equal 5000, broken.each_line.count
end

spec "characters from the end, and counted" do
  text = "aäb€" * 50
  assert_equal ["€", "b", "a", nil, "€aäb€"], [text[-1], text[-2], text[-200], text[-201], text[-5, 9]]
  assert_equal ["b€", "", nil], [text[-2..], text[-1, 0], text[-201, 1]]
  assert_equal [50, 50, 100, 200, 0], [text.count("a"), text.count("ä"), text.count("a-b"), text.count("^x"), text.count("x")]
  assert_equal [1, 1], ["a-b^".count("-"), "a-b^".count("^")]
  assert_raises(ArgumentError, /invalid byte sequence/) { "\xffaa".count("a") }
  half = "\xc3".b
  assert_equal [false, true, true], [("\xc3" * 2).valid_encoding?, ("ä" * 2).valid_encoding?, (half * 2).valid_encoding?]
  assert_equal [true, true, false, true], [("ä" * 0).ascii_only?, ("ä" * 0 + "b").ascii_only?, ("ä" * 1).ascii_only?, ("b" * 2).ascii_only?]
  assert_equal true, ("\xb6\xc3" * 2)[1..].force_encoding("BINARY").valid_encoding?
end

spec "patterns that end with the text" do
  text = "ab c\n" * 1000
  assert_equal [4996, 4996, 4996, nil, 5000], [text =~ /b c\Z/, text =~ /b? c\n\z/, text =~ /b c$\n\z/, text =~ /b\z/, text =~ /\z/]
  umlauts = "äöü" * 500
  assert_equal [1499, 1498, 0, 1497], [umlauts =~ /.\z/, umlauts =~ /öü\z/, umlauts =~ /(?:äöü)+\z/, umlauts =~ /Ä..\z/i]
  assert_equal [1, nil], ["ab" =~ /(?<=a)b\z/, "xab" =~ /\Aab\z/]
  assert_equal [4, 1499], [("ßß" * 500 + "xß") =~ /xss\z/i, umlauts =~ /(ö|ü)\z/].then { |a, b| [a - 996, b] }
  assert_equal "c\n", text[/c\n\z/]
  assert_equal "ab c\n" * 999 + "ab !", text.sub(/c\n\z/, "!")
end

spec "Arrays are keys by what they hold" do
  hash = { [1, 2] => :a, ["x", :y] => :b, [] => :c, [[1], [nil, 2.0]] => :d }
  assert_equal %i[a b c d], [hash[[1, 2]], hash[["x", :y]], hash[[]], hash[[[1], [nil, 2.0]]]]
  assert_equal [nil, nil, nil], [hash[[2, 1]], hash[[1.0, 2]], hash[[[1], [nil, 2]]]]
  key = [1, 2]
  key << 3
  assert_equal nil, hash[key]
  own = Class.new(Array) { def hash = 7; def eql?(_other) = true }
  assert_equal [nil, 1], [hash[own.new([1, 2])], { own.new([1]) => 1 }[own.new([9])]]
  assert_equal :a, hash[Class.new(Array).new([1, 2])]
  element = Class.new { def hash = 5; def eql?(_other) = true }
  assert_equal 1, { [element.new] => 1 }[[element.new]]
  text = Class.new(String) { def hash = 5; def eql?(_other) = true }
  assert_equal [nil, nil], [{ [text.new("a")] => 1 }[[text.new("b")]], { ["a"] => 1 }[[text.new("b")]]]
  assert_equal [[1, 2].hash, true], [[1, 2].hash, [1, [2, "a"]].hash == [1, [2, +"a"]].hash]
  itself = [1]
  itself << itself
  assert_equal :self, { itself => :self }[itself]
  deep = 150.times.inject([]) { |inner, _| [inner] }
  assert_equal :deep, { deep => :deep }[150.times.inject([]) { |inner, _| [inner] }]
  counts = Hash.new(0)
  1000.times { |index| counts[[index % 10, (index % 7).to_s]] += 1 }
  assert_equal [70, 1000], [counts.size, counts.values.sum]
  assert_equal [[[1, 2], [3]], [[1, 2]]], [[[1, 2], [3], [1, 2]].uniq, [[1, 2], [4]] & [[1, 2], [5]]]
end

spec "an Array's hash that a program changes is asked for keys" do
  printed = IO.popen([RbConfig.ruby, "-e", <<~'RUBY'], &:read)
    class Array; alias own hash; def hash = size; end
    hash = { [1, 2] => 1 }
    class Array; def eql?(other) = size == other.size; end
    p hash[[3, 4]], hash[[1]], [9].hash
  RUBY
  assert_equal "1\nnil\n1\n", printed
end

spec "structs, times and rationals hash by their class and parts" do
  pair, other = Struct.new(:a, :b), Struct.new(:a, :b)
  assert_equal [true, false, false], [pair.new(1, "x").hash == pair.new(1, +"x").hash, pair.new(1, 2).hash == other.new(1, 2).hash, pair.new(1, 2).hash == pair.new(2, 1).hash]
  assert_equal 1, { pair.new([1], nil) => 1 }[pair.new([1], nil)]
  assert_equal 1, { pair.new(Object, 2) => 1 }[pair.new(Object, 2)]
  point = Data.define(:x, :y)
  assert_equal [1, nil], [{ point.new(1, 2) => 1 }[point.new(x: 1, y: 2)], { point.new(1, 2) => 1 }[point.new(1, 3)]]
  assert_equal [1, 2, 3], [{ Time.at(5, 3) => 1 }[Time.at(5, 3)], { 1/3r => 2 }[2/6r], { 1+2i => 3 }[1+2i]]
  recursive = pair.new(1)
  recursive.b = recursive
  assert_equal :found, { recursive => :found }[recursive]
end

spec "encodings are put on texts that others share, and texts put between others" do
  text = "äb c" * 100
  copy = text.dup.force_encoding("BINARY")
  assert_equal [500, 400, true, Encoding::UTF_8], [copy.size, text.size, text.valid_encoding?, text.encoding]
  assert_equal [400, true], [copy.force_encoding("UTF-8").size, copy == text]
  assert_raises(FrozenError) { "ä".freeze.force_encoding("BINARY") }
  assert_equal ["äöb", "äbö", "äöb", "öäb"], [[-2, "ö"], [-1, "ö"], [1, "ö"], [-3, "ö"]].map { |index, part| (+"äb").insert(index, part) }
  assert_equal [true, false], [text.insert(3, "€").valid_encoding?, (+"ä").insert(0, "\xff").valid_encoding?]
  assert_raises(IndexError, /index -3 out of string/) { (+"äb").insert(-4, "x") }
  assert_raises(IndexError, /index 3 out of string/) { (+"äb").insert(3, "x") }
end

spec "objects and structs of very many variables" do
  object = Object.new
  2500.times { |index| object.instance_variable_set(:"@v#{index}", index) }
  assert((0...2500).step(7).all? { |index| object.instance_variable_get(:"@v#{index}") == index })
  assert_equal [nil, false, 2500], [object.instance_variable_get(:@v2500), object.instance_variable_defined?(:@none), object.instance_variables.size]
  assert_equal 1300, object.remove_instance_variable(:@v1300)
  assert_equal [nil, 1301, 1299, 2499], [1300, 1301, 1299, 2499].map { |index| object.instance_variable_get(:"@v#{index}") }
  wide = Struct.new(*(0...300).map { |index| :"m#{index}" })
  row = wide.new(*0...300)
  assert_equal [(0...300).to_a, 299, 64, 128], [row.to_a, row[-1], row.m64, row["m128"]]
  row.m200 = :changed
  assert_equal [:changed, 199, 201], row.values_at(200, 199, 201)
end

spec "the extreme of Strings is found by all their bytes" do
  texts = %W[abc abcdefgh abcdefghi abcdefg abc\0 ab \u3042 abcdefgh\0] + [""]
  assert_equal ["\u3042", ""], [texts.max, texts.min]
  assert_equal ["abcdefghi", "ab"], [(texts - ["\u3042"]).max, (texts - [""]).min]
  assert_equal ["a\0", "a"], [["a", "a\0"].max, ["a\0", "a"].min]
  assert_equal texts.sort, [texts.min(9), texts.max(9).reverse].uniq.fetch(0)
end
