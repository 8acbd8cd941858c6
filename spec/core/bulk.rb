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
