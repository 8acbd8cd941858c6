require_relative "../harness"

# What a Ractor other than the main one may not see: constants and variables of classes that hold what can change.

Warning[:experimental] = false
Thread.report_on_exception = false

module Kept
  TEXT = "text".dup
  WORDS = %w[a b].each(&:freeze).freeze
  @number = 1
  @text = "text".dup
  class << self
    attr_reader :number, :text
    def number_itself = @number
    def text_itself = @text
    def number=(value)
      @number = value
    end
  end
end

# What a Ractor fails with, or gives.
def outcome
  yield.take
rescue Ractor::RemoteError => error
  [error.cause.class, error.cause.message]
end

spec "a constant that can change is the main Ractor's" do
  refused = "can not access non-shareable objects in constant Kept::TEXT by non-main Ractor."
  assert_equal [Ractor::IsolationError, refused], outcome { Ractor.new { Kept::TEXT } }
  assert_equal %w[a b], outcome { Ractor.new { Kept::WORDS } }
  assert_equal [2, 2], outcome { Ractor.new { 2.times.map { Kept::WORDS.size } } }
  assert_equal "text", Kept::TEXT
end

spec "a constant that was seen before is refused too, and one that is set again is looked at again" do
  module Seen; VALUE = "mine".dup; def self.value = VALUE; end
  assert_equal "mine", Seen.value
  assert_equal Ractor::IsolationError, outcome { Ractor.new { Seen.value } }.first
  Seen.send(:remove_const, :VALUE)
  Seen.const_set(:VALUE, "ours".freeze)
  assert_equal "ours", outcome { Ractor.new { Seen.value } }
  Seen.send(:remove_const, :VALUE)
  Seen.const_set(:VALUE, ["mine again"])
  assert_equal Ractor::IsolationError, outcome { Ractor.new { Seen.value } }.first
  assert_equal ["mine again"], Seen.value
end

spec "a Ractor sets a constant to what can't change" do
  refused = "can not set constants with non-shareable objects by non-main Ractors"
  assert_equal [Ractor::IsolationError, refused], outcome { Ractor.new { Kept::NEW = "text".dup } }
  assert_equal :text, outcome { Ractor.new { Kept::SYMBOL = :text } }
  assert_equal "frozen", outcome { Ractor.new { Kept::FROZEN = "frozen".freeze } }
  assert_equal [:text, "frozen"], [Kept::SYMBOL, Kept::FROZEN]
end

spec "an instance variable of a class is seen where it can't change, and changed by nobody else" do
  refused = "can not get unshareable values from instance variables of classes/modules from non-main Ractors"
  assert_equal 1, outcome { Ractor.new { Kept.number_itself } }
  assert_equal [Ractor::IsolationError, refused], outcome { Ractor.new { Kept.text_itself } }
  refused = "can not set instance variables of classes/modules by non-main Ractors"
  assert_equal [Ractor::IsolationError, refused], outcome { Ractor.new { Kept.number = 2 } }
end

spec "a Ractor sees no object that can change but its own" do
  assert_equal 0, outcome { Ractor.new { ObjectSpace.each_object.count { |object| !Ractor.shareable?(object) } } }
  id = Kept::TEXT.object_id
  assert_equal RangeError, outcome { Ractor.new(id) { |number| ObjectSpace._id2ref(number) } }.first
end

spec "a handler that a Ractor sets for a signal uses nothing of what is around it" do
  refused = "can not isolate a Proc because it accesses outer variables (text)."
  assert_equal [ArgumentError, refused], outcome { Ractor.new { text = "text"; trap(:USR2) { text } } }
end

def evaluated(source)
  eval("# shareable_constant_value: #{source}")
rescue Ractor::IsolationError => error
  error.message
end

spec "# shareable_constant_value: literal freezes literals, and refuses what else could change" do
  assert_equal true, Ractor.shareable?(evaluated(%(literal\nShared1 = ["a", { k: ["b"] }, "x\#{1}y", [], nil])))
  assert_equal true, Ractor.shareable?(evaluated(%(literal\nShared2 = ["a", "b".upcase.freeze, [1, "c"]])))
  assert_equal "cannot assign unshareable object to Shared3", evaluated(%(literal\nShared3 = ["a", "b".upcase]))
  assert_equal "cannot assign unshareable object to Kept::Shared4", evaluated(%(literal\nKept::Shared4 = "b".upcase))
  assert_equal true, Ractor.shareable?(evaluated(%(literal\nShared5 ||= ["q"])))
end

spec "# shareable_constant_value: experimental_everything and experimental_copy" do
  assert_equal [true, true], evaluated(%(experimental_everything\nlist = ["a".dup]; Shared6 = list; [list, Shared6].map { Ractor.shareable?(_1) }))
  assert_equal [false, true], evaluated(%(experimental_copy\nlist = ["a".dup]; Shared7 = list; [list, Shared7].map { Ractor.shareable?(_1) }))
  assert_equal false, evaluated(%(none\nShared8 = ["a"].dup)).frozen?
end

spec "variables of a Ractor belong to the main one" do
  ractor = Ractor.new {}
  ractor.instance_variable_set(:@noted, "text")
  message = "can not access instance variables of shareable objects from non-main Ractors"
  reading = Ractor.new(ractor) { |other| begin; other.instance_variable_get(:@noted); rescue Ractor::IsolationError => error; error.message; end }
  setting = Ractor.new { begin; Ractor.current.instance_eval { @noted = 1 }; rescue Ractor::IsolationError => error; error.message; end }
  assert_equal [message, message], [reading.take, setting.take]
  assert_equal "text", ractor.instance_variable_get(:@noted)
end

spec "an error about a name is not sent to a Ractor" do
  error = begin
    nothing_of_this_name
  rescue NameError => failure
    failure
  end
  assert_raises(Exception) { Ractor.new { Ractor.receive } << error }
end
