require_relative "../harness"
require_relative "../outside"

# A program may redefine the operators of built-in classes. The core library's methods ask the program's operator exactly where the reference's
# do: `redefined_operators.list` has for each operator the expressions within which the reference calls it.

ASKED_OF = {
  "Integer" => %w[+ - * / % ** == != < <= > >= <=> === [] << & -@], "Float" => %w[+ - * / % == < <= > >= <=> -@],
  "String" => %w[+ * % == != <=> === =~ [] << +@], "Symbol" => %w[== != <=> =~ []], "Array" => %w[+ - * == <=> [] []= << & |],
  "Hash" => %w[== [] []=], "NilClass" => %w[== != =~ & |], "Rational" => %w[+ - * / == <=> -@], "Range" => %w[== === %], "Module" => %w[=== < <=>]
}.freeze

TOUR = <<~'TEXT'.lines(chomp: true).freeze
  [1, 2] == [1, 3]
  [1, [2, "a"]] == [1, [3, "b"]]
  [1, 2].include?(3)
  [1, 2].index(3)
  [1, 2].rindex(3)
  [1, "a"].count("b")
  [1, 2].delete(3)
  [[1, 2]].assoc(3)
  [[1, 2]].rassoc(3)
  [1, 2].uniq
  [3, 1, 2].sort
  ["b", "a"].sort
  [3, 1, 2].max
  [3.5, 1.5].min
  ["b", "a"].minmax
  [[2], [1]].sort
  [1, 2] <=> [1, 3]
  [3, 1].sort_by { |x| x }
  [1, 2].sum
  [1, 2.5].sum
  [[1], [2]].sum([])
  [1, 2].inject(:+)
  [1, 2].cycle(1) { }
  [1, [2, [3]]].flatten
  [1, 2, 3].each_slice(2).to_a
  [1, 2].first(1)
  [1, 2].rotate(1)
  [1, 2].values_at(0, -1)
  [1, 2, 3].combination(2).to_a
  [1, 2].all?(3)
  [1, 2].any?(Integer)
  [1, 2].none?("a")
  [1, 2].one?(1..2)
  [1, "a"].grep(String)
  [1, "a"].grep_v(Integer)
  [1, 2].to_h { |x| [x, x] }
  [1, 2].bsearch { |x| x <=> 3 }
  [1, 2, 4].slice_when { |a, b| false }.to_a
  [1, 2].pack("C*")
  [1, 2].join("-")
  [1, "a", nil, :b].inspect
  (1..4).each_slice(2).map(&:size)
  (1..3).include?(2)
  (1..3) === 2
  (1..3).cover?(1..2)
  (1..3) == (1..4)
  (1..3).sum
  (1..3).max
  (1..3).to_a
  (1.0..2.0).include?(1.5)
  ("a".."c").to_a
  ("a".."c").cover?("b")
  (1..3).overlap?(2..4)
  { a: 1 } == { a: 2 }
  { a: 1 }.value?(2)
  { a: 1 }.key(2)
  { a: 1 }.rassoc(2)
  { a: 1 }.any? { false }
  { a: 1 }.sum { |_, x| x }
  { a: 1, b: 2 }.min_by { |_, x| x }
  { "a" => 1 }["a"]
  { 1 => 2 }.dig(1)
  { a: 1 }.merge({ a: 2 }) { |_, a, b| a }
  { a: 1 } <= { a: 1 }
  [{ a: 1 }].dig(0, :a)
  "a" < "b"
  "a".between?("b", "c")
  "a".clamp("b", "c")
  :a < :b
  1.clamp(2, 3)
  1.clamp(2..3)
  1.between?(2, 3)
  1 != 2
  1.eql?(2)
  "a" != "b"
  :a != :b
  nil != 1
  "a" !~ /b/
  :a !~ /b/
  nil !~ /b/
  "abc".sub("b", "c")
  "abc".gsub(/b/) { "c" }
  "abc".index("c")
  "abc".tr("a-b", "x")
  "abc".start_with?("a")
  "abc".casecmp("ABD")
  "a-b".split("-")
  "abc".each_char.to_a
  "a".upto("c").to_a
  "%d and %s" % [1, "a"]
  format("%05.2f", 1.5)
  "abc".center(10, "-")
  "abc".insert(1, "x")
  "abc".unpack("C*")
  5.remainder(3)
  5.5.remainder(2)
  5.divmod(3)
  5.fdiv(2)
  5.5.fdiv(2)
  5.ceildiv(2)
  5.pow(2, 3)
  5.digits
  -5.abs
  5.abs2
  2.5.abs2
  5.gcd(10)
  5.zero?
  5.positive?
  5.negative?
  5.step(10, 2) { }
  1.0.step(2.0, 0.5) { }
  5.upto(6) { }
  5.downto(4) { }
  5.round(-1)
  5.bit_length
  5.allbits?(1)
  5.coerce(2.5)
  Integer.sqrt(9)
  Integer("12")
  1r / 3 == 2r / 3
  (1r / 3).ceil(1)
  (1r / 3).divmod(1r / 2)
  (1r / 3).fdiv(2)
  Complex(1, 2) == Complex(1, 3)
  Complex(1, 2) * Complex(1, 3)
  Complex(1, 2).abs
  Complex(1, 0) <=> Complex(2, 0)
  Struct.new(:a).new(1) == Struct.new(:a).new(2)
  Struct.new(:a).new([1, 2]).dig(:a, 0)
  Data.define(:a).new(a: 1) == Data.define(:a).new(a: 2)
  Comparable.instance_method(:==).bind_call("a", "b")
  Kernel.instance_method(:===).bind_call(1, 2)
  Time.at(0) == Time.at(1)
  Time.at(0) + 1
  Time.at(0).strftime("%Y")
  Random.new(1).rand(1..6)
  Random.new(1).rand(2.5)
  RuntimeError.new("a") == RuntimeError.new("b")
  /(a)(?<b>b)?/.match("ab").to_a
  /a/ === "b"
  /a/.match?("b")
  "ab".match(/(?<x>a)/)[:x]
  [1, 2].each_entry.to_a
  [4, 5].each_with_index.to_a
  [1, 2, 3].each_cons(2).to_a
  [1, 2].zip([3, 4])
  [1, 2].partition { |x| true }
  [1, 2].group_by { |x| x }
  [1, 1, 2].tally
  [1, 2].chunk_while { |a, b| true }.to_a
  [1, 2].lazy.grep(Integer).first(1)
  [1, 2].each.with_index(1).to_a
  [1, 2].to_enum.next
  [1, 2].to_enum.size
  (begin; raise "x"; rescue ArgumentError, StandardError; 1; end)
  (case 1; when String then 1; when Integer then 2; end)
  Integer < Numeric
  Comparable.instance_methods.sort.first
  [nil, 1].compact
  [1, nil].include?(nil)
  ObjectSpace::WeakMap.new.key?("a")
  Marshal.load(Marshal.dump([1, "a", { b: 2.5 }]))
  "abc".encode("UTF-16LE").bytes
  [1, 2].shuffle(random: Random.new(1))
  Array.new(2) { |i| i }
  Array(1..3)
  String(12)
  1.0 <=> 2
  2.5.divmod(1)
  2.5.floor(1)
  10.5 % 3
TEXT

# What the operator is redefined to notes that it was asked, and does what it did.
def redefine(holder, operator)
  holder.class_eval do
    original = instance_method(operator)
    define_method(operator) do |*values|
      $asked = true if $touring
      original.bind_call(self, *values)
    end
  end
end

# The numbers of the expressions within which an operator is asked, as a line.
def tour_with_redefined(holder, operator)
  reader, writer = IO.pipe
  child = fork do
    $VERBOSE = nil
    steps = TOUR.map { |text| eval("-> { #{text} }") }
    redefine(Object.const_get(holder), operator)
    asked = steps.map do |step|
      $asked = false
      $touring = true
      step.call
      $touring = false
      $asked
    rescue StandardError
      $touring = false
      "failed"
    end
    writer.write(asked.each_index.select { |index| asked[index] }.map { |index| asked[index] == "failed" ? "#{index}!" : index.to_s }.join(" "))
    writer.close
    exit!(true)
  end
  writer.close
  text = reader.read
  Process.wait(child)
  "#{holder}##{operator}: #{$?.success? ? text : "ended by #{$?.to_s[/signal \w+|exit \d+/]}"}"
end

spec "the core asks a redefined operator where the reference does, and nowhere else" do
  lines = ASKED_OF.flat_map { |holder, operators| operators.map { |operator| tour_with_redefined(holder, operator) } }
  list = File.join(__dir__, "redefined_operators.list")
  File.write(list, lines.join("\n") + "\n") if ENV["RECORD_REDEFINED_OPERATORS"]
  told = File.readlines(list, chomp: true)
  told.zip(lines) { |expected, seen| assert_equal expected, seen }
  assert_equal told.size, lines.size
end
