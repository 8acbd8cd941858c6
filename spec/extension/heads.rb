require_relative "fixtures/building"

load_extension("heads")

spec "an object with data keeps the flags that its extension writes into its head" do
  gates = 50.times.map { Heads::Gate.new }
  assert_equal [[false, false, false, false, true, false, Heads::Gate]], gates.map(&:state).uniq
  gates.each_with_index { |gate, index| gate.open if index.even? }
  gates.each_with_index { |gate, index| gate.shut if index % 3 == 0 }
  100.times { Heads::Gate.new.open }
  GC.start
  GC.compact if GC.respond_to?(:compact)
  opened, shut = [true, false, true, false, true, false, Heads::Gate], [false, true, false, true, true, false, Heads::Gate]
  expected = gates.each_index.map { |index| index % 3 == 0 ? shut : index.even? ? opened : [false, false, false, false, true, false, Heads::Gate] }
  assert_equal expected, gates.map(&:state)
  assert_equal [opened, shut], [gates[2].dup.state, gates[0].clone.state]
  assert_equal [true, false, true, false, true, true], gates[2].freeze.state.first(6)
end

spec "the heads of two objects may be looked at together" do
  assert_equal [String, Array], Heads.both(+"", [])
  assert_equal [Heads::Gate, Hash], Heads.both(Heads::Gate.new, {})
end

spec "functions for streams call write alone" do
  stream = Class.new do
    include Heads::Stream
    attr_reader :written
    def write(*texts) = (@written ||= []).concat(texts)
  end.new
  stream.print("a", 1)
  stream.puts("b", ["c\n", []], nil)
  stream.puts
  stream.printf("%03d", 7)
  assert_equal stream, stream << :d
  assert_equal "a1b\nc\n\n\n007d", stream.written.join
end

spec "an enumerator passes on the keywords that its method was given" do
  stream = Object.new.extend(Heads::Stream)
  assert_equal [[1, { chomp: true }]], stream.each_given(1, chomp: true).to_a
  assert_equal [[1, nil]], stream.each_given(1).to_a
end

spec "encodings are compared, and lengths of characters told, as CRuby has it" do
  assert_equal Encoding::UTF_8, Heads.check_encoding(Encoding::UTF_8, "é")
  assert_raises(Encoding::CompatibilityError, "incompatible character encodings: Windows-31J and UTF-8") { Heads.check_encoding(Encoding::Windows_31J, "é") }
  lengths = %w[UTF-8 ISO-8859-1 UTF-16LE UTF-32BE EUC-JP].map { |name| [0x41, 0x3042, 0xd800, 0x1ffffff].map { |code| Heads.code_length(code, name) } }
  assert_equal [[1, 3, 3, -401], [1, 1, 1, 1], [2, 2, 2, 4], [4, 4, 4, 4], [1, -400, -400, -401]], lengths
  assert_equal ["ba\n", "éa\n"], [Heads.append_ascii("b".encode("UTF-16LE")).encode("UTF-8"), Heads.append_ascii(+"é")]
end
