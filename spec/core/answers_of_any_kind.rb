# What a program's `inspect`, `respond_to?` and `message` may be or give where text or two parameters are usual.
require "stringio"
require_relative "../harness"

module AnswersOfAnyKind
  class Five
    def inspect = 5
  end

  class OneParameter
    def respond_to?(_name) = false
  end

  class ThreeParameters
    def respond_to?(_name, _all, _more) = false
  end

  class NoMessage < RuntimeError
    def message = nil
  end

  class NoText < RuntimeError
    def to_s = nil
  end
end

spec "what `inspect` gives is made text by its own `to_s`" do
  five = AnswersOfAnyKind::Five.new
  assert_equal "[5]", [five].inspect
  assert_equal "{5 => 5}", { five => five }.inspect
  assert_equal "#<struct q=5>", Struct.new(:q).new(five).inspect
  output, $stdout = $stdout, StringIO.new
  begin
    p five
    printed = $stdout.string
  ensure
    $stdout = output
  end
  assert_equal "5\n", printed
  assert_equal "key not found: 5", assert_raises(KeyError) { {}.fetch(five) }.message
  holder = Object.new
  holder.instance_variable_set(:@a, five)
  assert_equal "#<Object: @a=5>", holder.inspect.sub(/0x\h+/, "")
end

spec "a `respond_to?` of one parameter is not told of private methods" do
  object = AnswersOfAnyKind::OneParameter.new
  assert_equal [object], [object].flatten
  assert_equal [object], Array(object)
  first, second = object
  assert_equal [object, nil], [first, second]
  assert_equal "#<AnswersOfAnyKind::OneParameter>", "#{object}".sub(/:0x\h+/, "")
  assert_equal object.class, Marshal.load(Marshal.dump(object)).class
end

spec "a `respond_to?` of three parameters can't be asked for private methods" do
  assert_raises(ArgumentError, "respond_to? must accept 1 or 2 arguments (requires 3)") { [AnswersOfAnyKind::ThreeParameters.new].flatten }
end

spec "an error whose message is no text is shown by its class" do
  error = AnswersOfAnyKind::NoMessage.new
  assert_equal "AnswersOfAnyKind::NoMessage", error.detailed_message
  assert_equal "\e[1;4mAnswersOfAnyKind::NoMessage\e[m", error.detailed_message(highlight: true)
  assert error.full_message(highlight: false).end_with?(": AnswersOfAnyKind::NoMessage\n")
  plain = RuntimeError.new("plain")
  text = Object.new
  def text.to_str = "made text"
  plain.define_singleton_method(:message) { text }
  assert_equal "made text (RuntimeError)", plain.detailed_message
  def text.to_str = 5
  assert_raises(TypeError, "can't convert Object to String (Object#to_str gives Integer)") { plain.detailed_message }
  assert_equal "", RuntimeError.new("").message
  assert_equal "unhandled exception", RuntimeError.new("").detailed_message
  own = RuntimeError.new("")
  def own.more = 1
  assert_equal "RuntimeError", own.detailed_message
end

spec "an error without a `message` is shown by its class" do
  without = Class.new(StandardError) { undef_method :message }
  error = without.new("a")
  assert_equal without.inspect, error.detailed_message
end

spec "`message` is what `to_s` gives" do
  error = AnswersOfAnyKind::NoText.new
  assert_equal nil, error.message
  assert_equal "AnswersOfAnyKind::NoText", error.detailed_message
  assert_equal "#<AnswersOfAnyKind::NoText: #<AnswersOfAnyKind::NoText>>", error.inspect.sub(/:0x\h+/, "")
end

module AnswersOfAnyKind
  class Convertible
    def initialize(text) = @text = text
    def to_str = @text
  end

  class Number
    def initialize(number) = @number = number
    def to_int = @number
  end
end

spec "`raise` takes what converts to a String for a message" do
  assert_raises(RuntimeError, "said") { raise AnswersOfAnyKind::Convertible.new("said") }
  assert_raises(RuntimeError, "said") { fail AnswersOfAnyKind::Convertible.new("said"), cause: nil }
  assert_raises(TypeError, "exception class/object expected") { raise AnswersOfAnyKind::Convertible.new(nil) }
  assert_raises(TypeError, "can't convert AnswersOfAnyKind::Convertible to String (AnswersOfAnyKind::Convertible#to_str gives Integer)") do
    raise AnswersOfAnyKind::Convertible.new(5)
  end
  assert_raises(TypeError, "exception class/object expected") { raise AnswersOfAnyKind::Convertible.new("said"), "more" }
  fiber = Fiber.new { Fiber.yield }
  fiber.resume
  assert_raises(RuntimeError, "said") { fiber.raise(AnswersOfAnyKind::Convertible.new("said")) }
end

spec "the message of an error is made a String as Kernel#String does" do
  assert_equal "said", StandardError.new(AnswersOfAnyKind::Convertible.new("said")).message
  assert_equal "said", NameError.new(AnswersOfAnyKind::Convertible.new("said")).message
  assert_equal ["sym", "[1]"], [StandardError.new(:sym).message, StandardError.new([1]).message]
  five = Object.new
  def five.to_s = 5
  assert_raises(TypeError, "can't convert Object to String (Object#to_s gives Integer)") { StandardError.new(five).message }
end

spec "Kernel#Float takes no `to_str`" do
  assert_raises(TypeError, "can't convert AnswersOfAnyKind::Convertible into Float") { Float(AnswersOfAnyKind::Convertible.new("1.5")) }
  assert_equal nil, Float(AnswersOfAnyKind::Convertible.new("1.5"), exception: false)
end

spec "a moment is made of the Integer that `to_int` gives, and of nothing else" do
  assert_equal 7, Time.at(AnswersOfAnyKind::Number.new(7)).to_i
  assert_raises(TypeError, "can't convert AnswersOfAnyKind::Number into an exact number") { Time.at(AnswersOfAnyKind::Number.new("7")) }
end
