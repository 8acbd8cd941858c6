require_relative "../harness"

# Core methods refuse arguments beyond those that they take, also where a primitive would not look at them.

SPEC_SAMPLES = {
  "string".dup => [:bytes, :chars, :codepoints, :hash, :object_id],
  :symbol => [:to_s, :id2name],
  Class.new => [:allocate, :superclass, :__id__],
  1.5 => [:hash],
  Thread => [:current],
}

spec "methods without parameters take no argument" do
  SPEC_SAMPLES.each do |object, names|
    names.each do |name|
      assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { object.__send__(name, 1) }
      assert_raises(ArgumentError, "wrong number of arguments (given 2, expected 0)") { object.public_send(name, *[1, 2]) }
    end
  end
end

spec "operators take one" do
  [1, 1.5, 3r].product([:+, :-, :*, :/, :<=>, :==]).each do |number, name|
    assert_raises(ArgumentError, "wrong number of arguments (given 2, expected 1)") { number.__send__(name, 1, 2) }
  end
  assert_raises(ArgumentError, "wrong number of arguments (given 2, expected 1)") { 1.+(2, 3) }
  assert_raises(ArgumentError, "wrong number of arguments (given 3, expected 2)") { Math.atan2(1, 2, 3) }
end

spec "a site that was called with the right number before notices, too" do
  counts = [[], [1]].map do |arguments|
    "abc".chars(*arguments).size
  rescue ArgumentError => error
    error.message
  end
  assert_equal [3, "wrong number of arguments (given 1, expected 0)"], counts
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { lambda(1) { } }
end
