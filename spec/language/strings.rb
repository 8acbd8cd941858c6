# frozen_string_literal: false
require_relative "../harness"

# String literals, from quotes to heredocs.

spec "single quotes keep everything but \\\\ and \\'" do
  assert_equal 2, '\n'.size
  assert_equal 1, '\\'.size
  assert_equal "it's", 'it\'s'
  assert_equal '#' + '{x}', '#{x}'
end

spec "double quotes interpret escapes" do
  assert_equal [7, 8, 9, 10, 11, 12, 13, 27, 32, 0], "\a\b\t\n\v\f\r\e\s\0".bytes
end

spec "an unknown escape is the character itself" do
  assert_equal "qz", "\q\z"
end

spec "octal and hexadecimal escapes give bytes" do
  assert_equal [65, 65, 255], "\101\x41\xff".bytes
  assert_equal [10, 7, 0], "\12\7\0".bytes
end

spec "\\u gives a code point, in braces several" do
  assert_equal "é", "\u00e9"
  assert_equal "aé😀", "\u{61 e9 1F600}"
end

spec "control and meta escapes" do
  assert_equal [1, 1, 127, 225, 129], "\C-a\ca\c?\M-a\M-\C-a".bytes
end

spec "a backslash at the end of a line joins the lines" do
  assert_equal "ab", "a\
b"
end

spec "a newline within quotes is kept" do
  assert_equal "a\nb", "a
b"
end

spec "\#{} interpolates with to_s" do
  x = 5
  assert_equal "x is 5!", "x is #{x}!"
  assert_equal "", "#{nil}"
  assert_equal "[1, nil, \"a\"]", "#{[1, nil, "a"]}"
end

spec "an empty interpolation is empty" do
  assert_equal "ab", "a#{}b"
end

spec "interpolation nests" do
  assert_equal "a(b(c))", "a(#{"b(#{"c"})"})"
end

spec "interpolation holds statements" do
  assert_equal "3", "#{a = 1; a + 2}"
end

spec "a # before @, @@ or $ interpolates the variable" do
  @speck = 1
  $speck = 2
  assert_equal "1 2", "#@speck #$speck"
end

spec "a # before anything else is itself" do
  assert_equal "\#a", "#a"
  assert_equal "\# {", "# {"
end

class SpecNamed
  def to_s
    "named"
  end
end

spec "interpolation calls to_s of the object" do
  assert_equal "<named>", "<#{SpecNamed.new}>"
end

class SpecBadlyNamed
  def to_s
    42
  end
end

spec "when to_s does not give a String the default form is used" do
  text = "#{SpecBadlyNamed.new}"
  assert text.start_with?("#<SpecBadlyNamed")
  assert text.end_with?(">")
end

spec "interpolating a String gives its text, in a new String" do
  a = "abc"
  b = "#{a}"
  assert_equal a, b
  assert !a.equal?(b)
end

spec "each evaluation of a literal makes a new String" do
  made = []
  2.times { made << "a" }
  assert !made[0].equal?(made[1])
end

spec "adjacent literals join" do
  assert_equal "abc", "a" "b" 'c'
  x = 1
  assert_equal "a1b", "a#{x}" "b"
end

spec "%q is single quotes, %Q and % are double quotes" do
  x = 1
  assert_equal '#' + '{x}', %q(#{x})
  assert_equal "1", %Q(#{x})
  assert_equal "1", %(#{x})
  assert_equal "a", %[a]
  assert_equal "a", %{a}
  assert_equal "a", %<a>
  assert_equal "a", %|a|
  assert_equal "a", %!a!
end

spec "bracket delimiters nest" do
  assert_equal "a(b)c", %q(a(b)c)
  assert_equal "a{b}c", %Q{a{b}c}
end

spec "a heredoc holds the lines up to its name" do
  text = <<EOS
one
  two
EOS
  assert_equal "one\n  two\n", text
end

spec "a dash allows an indented end" do
  text = <<-EOS
    one
    EOS
  assert_equal "    one\n", text
end

spec "a squiggle removes the common indent" do
  text = <<~EOS
    one
      two

    three
  EOS
  assert_equal "one\n  two\n\nthree\n", text
end

spec "a squiggly heredoc counts indent before interpolation" do
  x = "   deep"
  text = <<~EOS
    #{x}
      two
  EOS
  assert_equal "   deep\n  two\n", text
end

spec "an escaped space is not indent" do
  text = <<~EOS
    \  one
    two
  EOS
  assert_equal "  one\ntwo\n", text
end

spec "a heredoc interpolates, unless its name is in single quotes" do
  x = 1
  plain = <<~EOS
    #{x}\t.
  EOS
  raw = <<~'EOS'
    #{x}\t.
  EOS
  assert_equal "1\t.\n", plain
  assert_equal '#' + '{x}\t.' + "\n", raw
end

spec "the rest of the line after a heredoc's name is code" do
  text = <<~EOS.upcase + "!"
    one
  EOS
  assert_equal "ONE\n!", text
end

def join_two(a, b)
  a + "/" + b
end

spec "two heredocs may open on one line" do
  text = join_two(<<~ONE, <<~TWO)
    first
  ONE
    second
  TWO
  assert_equal "first\n/second\n", text
end

spec "an empty heredoc is an empty String" do
  text = <<~EOS
  EOS
  assert_equal "", text
end

spec "a heredoc may stand inside an interpolation" do
  text = "a#{<<~EOS}b"
    in
  EOS
  assert_equal "ain\nb", text
end

spec "a heredoc's backslash at line end joins lines" do
  text = <<~EOS
    a \
    b
  EOS
  assert_equal "a b\n", text
end

spec "a literal's encoding is that of the source" do
  assert_equal Encoding::UTF_8, "a".encoding
  assert_equal Encoding::UTF_8, "é".encoding
end

spec "a byte escape beyond ASCII keeps UTF-8, perhaps broken" do
  text = "\xff"
  assert_equal Encoding::UTF_8, text.encoding
  assert !text.valid_encoding?
end

spec "a backquote literal runs a command through Kernel#`" do
  receiver = Object.new
  def receiver.`(text)
    "ran " + text
  end
  def receiver.go
    `list #{1 + 1}` + %x(more)
  end
  assert_equal "ran list 2ran more", receiver.go
end

spec "a plain literal may be changed" do
  a = "abc"
  a << "d"
  assert_equal "abcd", a
end

spec "with the magic comment a plain literal is frozen and shared, an interpolated one is not" do
  code = "# frozen_string_literal: true\nx = 1\n[2.times.map { 'abc' }, \"a\#{x}\"]"
  literals, interpolated = eval(code)
  assert literals[0].frozen?
  assert literals[0].equal?(literals[1])
  assert !interpolated.frozen?
end

spec "changing a frozen literal raises FrozenError" do
  text = "abc".freeze
  assert_raises(FrozenError, 'can\'t modify frozen String: "abc"') { text << "d" }
end

spec "the same frozen literal is one object" do
  assert "same".freeze.equal?("same".freeze)
  assert (-"same").equal?(-"same")
end

spec "an interpolated string of ASCII has the encoding of its first part that is not US-ASCII" do
  number, text, bytes = 1, "items", "b".b
  assert_equal [Encoding::UTF_8, Encoding::US_ASCII], ["#{number} #{text}".encoding, "#{number}#{number}".encoding]
  assert_equal [Encoding::BINARY, Encoding::UTF_8], ["#{number}#{bytes}#{text}".encoding, "#{text}#{number}#{bytes}".encoding]
end

spec "a string that is one value alone has at least the file's encoding" do
  number, nothing, bytes = 1, nil, "b".b
  assert_equal [Encoding::UTF_8] * 3, ["#{number}".encoding, "#{nothing}".encoding, "#{}".encoding]
  assert_equal [Encoding::UTF_8, "1"], ["#{bytes}".encoding, "#{number}"]
end

spec "what is interpolated need not be a String: its text is what to_s says, in the encoding of the whole" do
  number, name, nothing = -12, :"é", nil
  assert_equal "-12, é, ", "#{number}, #{name}, #{nothing}"
  assert_equal "#{2**64} and #{1.5} and #{true}", [2**64, 1.5, true].join(" and ")
  assert_equal [Encoding::UTF_8, Encoding::UTF_8, Encoding::UTF_8], ["#{number}", "#{:a}", "#{nothing}"].map(&:encoding)
  assert_equal :"-12é", :"#{number}#{name}"
  assert_equal(/-12a/, /#{number}#{:a}/)
  assert_raises(Encoding::CompatibilityError, /UTF-8 and ISO-8859-1/) { "#{name}#{"é".encode("ISO-8859-1")}" }
end
