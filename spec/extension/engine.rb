require_relative "fixtures/building"

load_extension("engine")

spec "C code matches and searches in bytes" do
  assert_equal [3, [[2, 5], [3, 4], [-1, -1]]], Engine.match_here(/x(y)z|(a)/, "--xyz", 2)
  assert_equal nil, Engine.match_here(/x(y)z/, "--xyz", 1)
  assert_equal [0, [[5, 5]]], Engine.match_here(//, "--xyz", 5)
  assert_equal [4, [[4, 6], [5, 6]]], Engine.search_between(/a(b)/, "ababab", 3, 6)
  assert_equal nil, Engine.search_between(/a(b)/, "ababab", 3, 3)
  assert_equal [2, [[2, 2]]], Engine.search_between(/$/, "ab", 1, 2)
  assert_equal [[2, [[2, 4], [3, 4]]], nil], [0, 3].map { |to| Engine.search_between(/a(b)/, "ababab", 3, to) }
  assert_equal [3, [[4, 7]]], Engine.match_here(/\Ka.e|é\Ka.e/, "--éa-e"[2..] && "éé" + "a-e", 4)
end

spec "texts have any encoding" do
  assert_equal [2, [[2, 5]]], Engine.search_between(/./, "éあ", 2, 5)
  %w[EUC-JP Shift_JIS UTF-8 Windows-1252].each do |name|
    text = name == "Windows-1252" ? "éa" : "あa"
    text = text.encode(name)
    assert_equal [0, [[0, text.bytesize], [text.bytesize - 1, text.bytesize]]], Engine.search_between(/.(a)/, text, 0, text.bytesize)
  end
  assert_raises(Encoding::CompatibilityError) { Engine.match_here(/é/, "é".encode("Windows-1252"), 0) }
  assert_raises(ArgumentError) { Engine.match_here(/a/, "a\xff", 0) }
  assert_equal [true, true], [Engine.own_pattern?(/é/, "é"), Engine.own_pattern?(/a/, "a".encode("US-ASCII"))]
  assert_equal false, Engine.own_pattern?(/a/, "é".encode("Windows-1252")) if RUBY_ENGINE == "rutile"
end

spec "what goes wrong in a match is raised" do
  assert_raises(RegexpError) { Engine.failing(/a/, false) }
  assert_raises(ArgumentError, "left") { Engine.failing(/a/, true) }
  assert_raises(TypeError) { Engine.match_here("a", "a", 0) } if RUBY_ENGINE == "rutile"
  slow = Regexp.new("^(a|a|b?)*\\1$", timeout: 0.05)
  assert_raises(Regexp::TimeoutError, "regexp match timeout") { Engine.match_here(slow, "a" * 60 + "c", 0) }
end

spec "other threads have their turn during a match" do
  count = 0
  beside = Thread.new { loop { count += 1; sleep 0.001 } }
  slow = Regexp.new("^(a|a|b?)*\\1$", timeout: 0.3)
  assert_raises(Regexp::TimeoutError) { Engine.match_here(slow, "a" * 60 + "c", 0) }
  beside.kill.join
  assert count > 2, count if RUBY_ENGINE == "rutile"
end

spec "names and their groups" do
  regexp = /(?<a>x)|(?<b>y)(?<a>z)|(?<c>w)|(?<d>v)/
  assert_equal [["a", 1, 3], ["b", 2], ["c", 4], 1, 4], Engine.names(regexp)
  assert_equal [0, 0], Engine.names(/(x)/)
  assert_equal [[1, 1, 3], [3, 1, 3]], ["x", "yz"].map { |text| Engine.group(regexp.match(text), "a") }
  assert_equal [-217], Engine.group(/(?<a>x)/.match("x"), "b")
end

spec "registers of matches" do
  one, other = /b(c)?/.match("ab"), /é(.)/.match("éx")
  assert_equal [[[1, 2], [-1, -1]], [[0, 3], [2, 3]]], Engine.registers(one, other)
  20.times { Engine.registers(one, other) }
end

spec "regions and facts" do
  assert_equal [[[1, 2], [2, 3], [3, 4]], [[-1, -1]] * 3, [[5, 6]]], Engine.regions
  assert_equal [5, "mismatch"], Engine.facts(/a/mi)
end
