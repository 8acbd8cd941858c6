# Operators with a small Integer literal on their right.

require_relative "../harness"
require_relative "../outside"

def operate(x)
  [x < 3, x <= 3, x > 3, x >= 3, x == 3]
end

spec "comparisons with a literal answer for every kind of number" do
  assert_equal [[true, true, false, false, false], [false, true, false, true, true], [false, false, true, true, false]],
               [2, 3, 4].map { |x| operate(x) }
  assert_equal [false, true, false, true, true], operate(3.0)
  assert_equal [false, false, true, true, false], operate(3.5)
  assert_equal [false, true, false, true, true], operate(Rational(3))
  assert_equal [false, false, true, true, false], operate(2**70)
  assert_equal [false, false, false, false, false], operate(Float::NAN)
  assert_equal [true, true, false, false, false], operate(-Float::INFINITY)
end

spec "masks and shifts by a literal" do
  assert_equal [6, 3, 0], [14 & 6, 14 >> 2, 14 >> 80]
  assert_equal [56, -2, 250], [14 >> -2, -7 >> 2, -6 & 255]
  assert_equal [255, 2**67], [(2**70 + 255) & 1023, (2**70) >> 3]
  x = 29
  x &= 23
  x >>= 2
  assert_equal 5, x
end

spec "elements by a literal" do
  assert_equal [1, 3, nil, nil], [[1, 2, 3][0], [1, 2, 3][-1], [1, 2, 3][3], [][-1]]
  assert_equal ["s", "r", nil], ["str"[0], "str"[-1], "str"[3]]
  assert_equal [:one, nil, 2], [{ 1 => :one }[1], {}[1], Hash.new(2)[0]]
  assert_equal [1, 0], [5[0], 5[1]]
  "abc" =~ /b(.)/
  assert_equal "c", $~[1]
end

spec "equality with a literal asks the object on the left" do
  same = Object.new
  def same.==(other) = other
  assert_equal [1, false, false, false, true], [same == 1, nil == 1, :a == 1, "1" == 1, 1.0 == 1]
  assert_equal [false, true], [same != 1, nil != 1]
end

spec "a receiver without the operator says so" do
  assert_raises(NoMethodError, "undefined method '<' for nil") { nil < 3 }
  assert_raises(NoMethodError, "undefined method '[]' for nil") { nil[0] }
  assert_raises(NoMethodError, "undefined method '>>' for an instance of String") { "a" >> 1 }
  assert_raises(ArgumentError, "comparison of String with 3 failed") { "a" > 3 }
end

spec "a private operator is for self alone" do
  holder = Class.new do
    def ask = self < 3
    private def <(other) = [:less, other]
  end.new
  assert_equal [:less, 3], holder.ask
  assert_raises(NoMethodError) { holder < 3 }
end

spec "operators that a program defines anew are called" do
  output, status = run_code(<<~RUBY)
    class Integer
      def <(other) = "less \#{other}"
      def &(other) = "and \#{other}"
      def >>(other) = "shifted \#{other}"
      def ==(other) = "equal \#{other}"
    end
    class Array
      def [](index) = "at \#{index}"
    end
    puts 1 < 2, 1 & 2, 1 >> 2, 1 == 2, [1][0]
    puts "yes" if 5 < 2
  RUBY
  assert_equal "less 2\nand 2\nshifted 2\nequal 2\nat 0\nyes\n", output
  assert_equal 0, status
end
