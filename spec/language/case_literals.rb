require_relative "../harness"

# A `case` that begins with many literals finds its clause in a table: whoever asks may not notice.

def kind(subject)
  case subject
  when 0, 1, 2 then :small
  when :red, :green then :color
  when "one", "two" then :word
  when 3 then :three
  when "one", :red, 1 then :never
  when "ä", "\xff" then :odd
  else :other
  end
end

def until_other(subject)
  case subject
  when :a then 1
  when :b then 2
  when :c then 3
  when :d then 4
  when :e then 5
  when Symbol then :symbol
  when :f then :never
  when "a".."c" then :range
  when nil then :nil
  end
end

def seen(list, subject)
  case (list << :subject; subject)
  when 1 then 10
  when 2 then 20
  when 3 then 30
  when 4
  when 5 then 50
  when (list << :asked; 6) then 60
  end
end

spec "literals find their clause, and what equals them by === does" do
  assert_equal [:small, :small, :color, :word, :three, :other, :other, :other, :other], [0, 2, :green, "two", 3, 4, :blue, "three", nil].map { kind(_1) }
  assert_equal [:small, :small, :three, :other], [1.0, Rational(2), 3.0, 3.5].map { kind(_1) }
  assert_equal [:odd, :odd, :other, :word], ["ä", "\xff", "ä".encode("UTF-16LE"), "one".encode("US-ASCII")].map { kind(_1) }
  assert_equal [:other, :word, :other, :other], ["\xff".b, "two".b, true, [1]].map { kind(_1) }
  assert_equal [:word, :other], [Class.new(String).new("one"), Class.new(String).new("none")].map { kind(_1) }
end

spec "objects are asked by == where the literals ask them" do
  text = Object.new
  def text.to_str = "two"
  def text.==(other) = other == "two"
  number = Object.new
  def number.==(other) = other == 3
  assert_equal [:word, :three, :other], [kind(text), kind(number), kind(Object.new)]
end

spec "clauses behind the literals are asked in turn" do
  assert_equal [1, 5, :symbol, :symbol, :range, :nil, nil], [:a, :e, :f, :z, "b", nil, "d"].map { until_other(_1) }
  list = []
  assert_equal [10, nil, 50, 60, nil], [1, 4, 5, 6, 7].map { seen(list, _1) }
  assert_equal [:subject] * 4 + [:asked, :subject, :asked], list
end

spec "an operator that a program changes is asked" do
  program = <<~'RUBY'
    def kind(subject)
      case subject
      when 0, 1, 2 then :small
      when 3 then :three
      when "one", "two" then :word
      else :other
      end
    end
    before = [kind("three"), kind(7), kind("one")]
    class String; def ===(other) = other == "three"; end
    class Integer; def ===(other) = other == 7 && self == 3; end
    p before, [kind("three"), kind(7), kind("one"), kind(2)]
  RUBY
  printed = IO.popen([RbConfig.ruby, "-e", program], &:read)
  assert_equal "[:other, :other, :word]\n[:word, :three, :other, :other]\n", printed
end

spec "many clauses, in methods, blocks and loops" do
  source = (0...300).map { |index| "when #{index}, 's#{index}', :y#{index} then #{index}\n" }.join
  find = eval("proc { |x| case x\n#{source}else -1 end }")
  assert_equal (0...300).to_a * 3 + [-1, -1, -1], [*0...300, *(0...300).map { "s#{_1}" }, *(0...300).map { :"y#{_1}" }, 300, "s", :y].map(&find)
  count = 0
  10.times do |index|
    case index % 6
    when 0 then next
    when 1 then count += 1
    when 2 then redo if (count += 10) == 11
    when 3, 4 then count += 100
    when 5 then break
    end
  end
  assert_equal 221, count
  assert_equal [nil, :x], [case 1 when 2 then 1 when 3 then 1 when 4 then 1 when 5 then 1 when 6 then 1 end, case 5 when 1, 2, 3, 4, 5 then :x end]
end
