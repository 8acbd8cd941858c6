# An Array within what is joined or printed gives its elements, whatever its class says of text, of conversions or of `each`.
require "stringio"
require_relative "../harness"

module ArraySubclassParts
  class Talkative < Array
    def to_str = "text"
    def to_s = "text"
    def to_ary = [:converted]
    def each = yield(:other)
    def join(*) = "joined"
    def size = 0
    def empty? = true
  end

  class Both
    def to_str = "text"
    def to_ary = ["element"]
  end
end

spec "an Array within an Array is joined by its elements" do
  inner = ArraySubclassParts::Talkative[1, 2]
  assert_equal "1-2", [inner].join("-")
  assert_equal "123", [inner, 3].join
  assert_equal "1+2", [[inner]].join("+")
  assert_equal "text", [ArraySubclassParts::Both.new].join
  itself = ArraySubclassParts::Talkative[1]
  itself << itself
  assert_raises(ArgumentError, "recursive array join") { [itself].join }
end

spec "an Array is printed by its elements" do
  inner = ArraySubclassParts::Talkative[1, 2]
  output = StringIO.new
  output.puts(inner, [[inner], 3])
  assert_equal "1\n2\n1\n2\n3\n", output.string
  reader, writer = IO.pipe
  writer.puts(inner, ArraySubclassParts::Both.new)
  writer.close
  assert_equal "1\n2\nelement\n", reader.read
end
