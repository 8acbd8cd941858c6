require "tmpdir"
require_relative "../harness"

# The literals that are neither text nor collection: numbers, the three singletons, and the special names.

spec "nil, true and false are single objects of their own classes" do
  assert_equal NilClass, nil.class
  assert_equal TrueClass, true.class
  assert_equal FalseClass, false.class
end

spec "only nil and false are falsy" do
  truth = [0, "", [], :a, 0.0, nil, false].map { |value| value ? true : false }
  assert_equal [true, true, true, true, true, false, false], truth
end

spec "a decimal integer is an Integer" do
  assert_equal Integer, 42.class
  assert_equal "42", 42.to_s
end

spec "underscores separate digits" do
  assert_equal 1000000, 1_000_000
  assert_equal 255, 0xf_f
end

spec "0d marks decimal" do
  assert_equal 170, 0d170
  assert_equal 170, 0D170
end

spec "0x marks hexadecimal" do
  assert_equal 170, 0xaa
  assert_equal 170, 0XAA
end

spec "0b marks binary" do
  assert_equal 170, 0b10101010
  assert_equal 170, 0B1010_1010
end

spec "a leading 0, or 0o, marks octal" do
  assert_equal 170, 0252
  assert_equal 170, 0o252
  assert_equal 170, 0O252
end

spec "an integer literal beyond 64 bits keeps every digit" do
  assert_equal "123456789012345678901234567890", 123456789012345678901234567890.to_s
  assert_equal "18446744073709551616", 0x1_0000_0000_0000_0000.to_s
end

spec "the integers around the machine word are exact" do
  assert_equal "4611686018427387903", 4611686018427387903.to_s
  assert_equal "4611686018427387904", 4611686018427387904.to_s
  assert_equal "9223372036854775807", 9223372036854775807.to_s
  assert_equal "9223372036854775808", 9223372036854775808.to_s
  assert_equal "-9223372036854775808", -9223372036854775808.to_s
end

spec "a minus sign directly before a number belongs to the literal" do
  assert_equal 2, -2.abs
  assert_equal(-4, -2 ** 2)
  assert_equal(-0.25, -2 ** -2 * 1.0)
end

spec "a point with digits on both sides makes a Float" do
  assert_equal Float, 1.5.class
  assert_equal "1.5", 1.5.to_s
end

spec "an exponent makes a Float" do
  assert_equal 1000.0, 1e3
  assert_equal 0.001, 1e-3
  assert_equal 1500.0, 1.5E+3
  assert_equal Float, 1e3.class
end

spec "a Float literal may have underscores" do
  assert_equal 1234.5678, 1_234.567_8
end

spec "a Float literal out of range is infinity, silently when evaluated" do
  verbose, $VERBOSE = $VERBOSE, nil
  value = eval("1e400")
  $VERBOSE = verbose
  assert_equal Float::INFINITY, value
end

spec "an r suffix makes a Rational" do
  assert_equal Rational(3, 1), 3r
  assert_equal Rational(3, 2), 1.5r
  assert_equal "(3/2)", 1.5r.inspect
  assert_equal Rational(1, 3), 1/3r
end

spec "an i suffix makes an imaginary Complex" do
  assert_equal Complex(0, 2), 2i
  assert_equal Complex(0, 2.5), 2.5i
  assert_equal Complex(0, Rational(3, 2)), 1.5ri
  assert_equal Complex(3, 4), 3+4i
end

spec "a ? before one character is a String of it" do
  assert_equal "a", ?a
  assert_equal " ", ?\s
  assert_equal "\n", ?\n
  assert_equal "\t", ?\t
  assert_equal "é", ?é
  assert_equal "A", ?\u0041
  assert_equal "\x01", ?\C-a
end

spec "__LINE__ is the current line" do
  first = __LINE__
  second = __LINE__
  assert_equal first + 1, second
end

spec "__FILE__ is the name of the source file" do
  assert_equal "literals.rb", File.basename(__FILE__)
end

spec "__dir__ is the absolute folder of the source file" do
  assert_equal File.dirname(File.realpath(__FILE__)), __dir__
end

spec "the folder of a program called by a relative path stays what it was when the working folder changes" do
  folder = File.realpath(Dir.mktmpdir)
  File.write("#{folder}/program.rb", "p __dir__; Dir.chdir('/'); p __dir__, caller_locations(0)[0].absolute_path; require_relative 'beside'\n")
  File.write("#{folder}/beside.rb", "p __dir__, eval('__dir__'), eval('__dir__', nil, '/no/where.rb')")
  printed = IO.popen([RbConfig.ruby, "program.rb", chdir: folder], &:read)
  assert_equal [folder, folder, "#{folder}/program.rb", folder, nil, "/no"].map { |path| "#{path.inspect}\n" }.join, printed
  assert_equal %("."\n), IO.popen([RbConfig.ruby, "-e", "p __dir__", chdir: folder], &:read)
ensure
  FileUtils.rm_rf(folder)
end

spec "__ENCODING__ is the encoding of the source" do
  assert_equal Encoding::UTF_8, __ENCODING__
end

spec "self at the top is main" do
  assert_equal "main", self.to_s
  assert_equal "main", self.inspect
  assert_equal Object, self.class
end

spec "parentheses around nothing give nil" do
  value = ()
  assert_equal nil, value
end

spec "parentheses hold statements, and give the last one" do
  value = (1; 2; 3)
  assert_equal 3, value
end

spec "begin and end hold statements, and give the last one" do
  value = begin
    1
    2
  end
  assert_equal 2, value
  assert_equal nil, (begin; end)
end

spec "a Range literal of numbers is one frozen object" do
  made = []
  2.times { made << (1..3) }
  assert made[0].equal?(made[1])
  assert made[0].frozen?
end

spec "small integers, floats, symbols, nil, true and false are frozen" do
  assert 1.frozen?
  assert 1.5.frozen?
  assert :a.frozen?
  assert nil.frozen?
  assert true.frozen?
  assert (2 ** 100).frozen?
  assert 3r.frozen?
  assert 3i.frozen?
end

spec "a newline ends a statement unless an operator is pending" do
  value = 1 +
    2
  assert_equal 3, value
end

spec "a backslash at the end of a line continues the statement" do
  value = 1 \
    + 2
  assert_equal 3, value
end

spec "a leading point continues the expression of the line before" do
  value = "abc"
    .upcase
    .reverse
  assert_equal "CBA", value
end

spec "a comment may stand between a call and its leading point" do
  value = "abc"
    # a remark
    .upcase
  assert_equal "ABC", value
end

spec "=begin and =end at the start of a line enclose a comment" do
  value = 1
=begin
  value = 2
=end
  assert_equal 1, value
end
