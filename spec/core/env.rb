# ENV: the environment as an object like a Hash of strings.

require_relative "../harness"

def with_variables(variables)
  kept = ENV.to_h
  ENV.replace(variables)
  yield
ensure
  ENV.replace(kept)
end

spec "reading and setting" do
  with_variables({}) do
    assert_equal nil, ENV["a"]
    assert_equal "1", ENV["a"] = "1"
    assert_equal "1", ENV["a"]
    assert ENV["a"].frozen?
    assert_equal "1", ENV.store("b", "1")
    ENV["b"] = nil
    assert_equal ["a"], ENV.keys
    assert_equal "1", ENV.fetch("a")
    assert_equal "none!", ENV.fetch("none") { |name| "#{name}!" }
    assert_equal 2, ENV.fetch("none", 2)
  end
end

spec "wrong names and values" do
  assert_raises(TypeError, "no implicit conversion of Integer into String") { ENV[1] }
  assert_raises(TypeError, "no implicit conversion of Integer into String") { ENV["a"] = 1 }
  assert_raises(ArgumentError, "bad environment variable name: contains null byte") { ENV["a\0"] }
  assert_raises(ArgumentError, "bad environment variable value: contains null byte") { ENV["a"] = "\0" }
  assert_raises(Errno::EINVAL, "Invalid argument - setenv(a=)") { ENV["a="] = "b" }
  assert_raises(Errno::EINVAL, "Invalid argument - setenv()") { ENV[""] = "b" }
  error = assert_raises(KeyError, 'key not found: "no such"') { ENV.fetch("no such") }
  assert_equal [ENV, "no such"], [error.receiver, error.key]
end

spec "asking and listing" do
  with_variables("a" => "1", "b" => "2") do
    assert_equal [true, false], [ENV.key?("a"), ENV.include?("c")]
    assert_equal [true, false, nil], [ENV.value?("2"), ENV.has_value?("3"), ENV.value?(1)]
    assert_equal ["a", nil], [ENV.key("1"), ENV.key("3")]
    assert_equal [["a", "1"], nil, ["b", "2"], nil], [ENV.assoc("a"), ENV.assoc("c"), ENV.rassoc("2"), ENV.rassoc("3")]
    assert_equal [["a", "b"], ["1", "2"]], [ENV.keys.sort, ENV.values.sort]
    assert_equal ["1", nil], ENV.values_at("a", "c")
    assert_equal [2, 2, false], [ENV.size, ENV.length, ENV.empty?]
    assert_equal({ "a" => "1", "b" => "2" }, ENV.to_h)
    assert_equal({ "1" => :a, "2" => :b }, ENV.to_h { |name, value| [value, name.to_sym] })
    assert_equal [["a", "1"], ["b", "2"]], ENV.to_a.sort
    assert_equal "ENV", ENV.to_s
    assert_equal ENV.to_h.inspect, ENV.inspect
    assert_equal({ "a" => "1" }, ENV.slice("a", "c"))
    assert_equal({ "b" => "2" }, ENV.except("a"))
    assert_equal({ "1" => "a", "2" => "b" }, ENV.invert)
    assert_equal({ "a" => "1" }, ENV.select { |name, _| name == "a" })
    assert_equal({ "a" => "1" }, ENV.filter { |_, value| value == "1" })
    assert_equal({ "b" => "2" }, ENV.reject { |name, _| name == "a" })
    assert_equal ["a1", "b2"], ENV.map { |name, value| name + value }.sort
    assert_equal [["a", "1"]], ENV.find_all { |name, _| name == "a" }
  end
end

spec "going through" do
  with_variables("a" => "1", "b" => "2") do
    pairs = []
    assert_equal ENV, ENV.each { |name, value| pairs << name + value }
    assert_equal ENV, ENV.each_pair { |name, value| pairs << name + value }
    assert_equal ["a1", "a1", "b2", "b2"], pairs.sort
    names = []
    ENV.each_key { |name| names << name }
    ENV.each_value { |value| names << value }
    assert_equal ["1", "2", "a", "b"], names.sort
    assert_equal 2, ENV.each_pair.size
    assert_equal 2, ENV.each.to_a.size
  end
end

spec "changing many" do
  with_variables("a" => "1", "b" => "2") do
    assert_equal "1", ENV.delete("a")
    assert_equal nil, ENV.delete("a")
    assert_equal "a?", ENV.delete("a") { |name| "#{name}?" }
    assert_equal ENV, ENV.update("c" => "3", "b" => "4")
    assert_equal({ "b" => "4", "c" => "3" }, ENV.to_h)
    ENV.merge!("b" => "5") { |name, old, new| name + old + new }
    assert_equal "b45", ENV["b"]
    assert_equal ENV, ENV.replace("x" => "1", "y" => "2")
    assert_equal({ "x" => "1", "y" => "2" }, ENV.to_h)
    assert_equal ENV, ENV.delete_if { |name, _| name == "x" }
    assert_equal nil, ENV.reject! { false }
    assert_equal nil, ENV.select! { true }
    assert_equal ENV, ENV.keep_if { true }
    assert_equal ENV, ENV.filter! { false }
    assert_equal [true, nil], [ENV.empty?, ENV.shift]
    ENV["z"] = "9"
    assert_equal ["z", "9"], ENV.shift
    ENV["z"] = "9"
    assert_equal ENV, ENV.clear
    assert_equal({}, ENV.to_h)
    assert_equal nil, ENV.rehash
    assert_raises(TypeError, "no implicit conversion of Integer into Hash") { ENV.replace(1) }
  end
end

spec "there is but one" do
  assert_raises(TypeError, "Cannot dup ENV, use ENV.to_h to get a copy of ENV as a hash") { ENV.dup }
  assert_raises(TypeError, "Cannot clone ENV, use ENV.to_h to get a copy of ENV as a hash") { ENV.clone }
  assert_raises(TypeError, "cannot freeze ENV") { ENV.freeze }
end

def with_internal_encoding(encoding)
  before, level = Encoding.default_internal, $VERBOSE
  $VERBOSE = nil
  Encoding.default_internal = encoding
  yield
ensure
  Encoding.default_internal = before
  $VERBOSE = level
end

spec "names and values are in the internal encoding, if there is one that can say them" do
  ENV["SPEC_é"], ENV["SPEC_PLAIN"], ENV["SPEC_BROKEN"] = "hé", "plain", "日"
  with_internal_encoding("ISO-8859-1") do
    read = ENV["SPEC_\u{e9}"]
    latin, utf8 = Encoding::ISO_8859_1, Encoding::UTF_8
    assert_equal ["h\xe9".dup.force_encoding(latin), latin, true], [read, read.encoding, read.frozen?]
    assert_equal [latin, utf8], [ENV.fetch("SPEC_PLAIN").encoding, ENV["SPEC_BROKEN"].encoding]
    name = ENV.keys.find { |key| key.b == "SPEC_\xe9".b }
    assert_equal latin, name.encoding
    assert_equal latin, ENV.to_h[name].encoding
    assert_equal latin, ENV.delete("SPEC_PLAIN").encoding
  end
ensure
  %w[SPEC_é SPEC_PLAIN SPEC_BROKEN].each { |key| ENV.delete(key) }
end
