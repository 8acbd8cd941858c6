require_relative "../harness"

# What messages call a module that says its name itself.

NAMED = Class.new do
  def self.name = "Name"
  def self.to_s = "Text"
  def self.inspect = raise("not asked")
  private def hidden = nil
end

def message_of
  yield
  nil
rescue NameError, TypeError, FrozenError => error
  error.message
end

spec "errors of names call a module by its own name" do
  assert_equal "undefined method 'zork' for an instance of Name", message_of { NAMED.new.zork }
  assert_equal "undefined method 'zork' for class Name", message_of { NAMED.zork }
  assert_equal "private method 'hidden' called for an instance of Name", message_of { NAMED.new.hidden }
  assert_equal "undefined method 'zork' for class 'Name'", message_of { NAMED.instance_method(:zork) }
  assert_equal "undefined method 'zork' for class 'Name'", message_of { NAMED.send(:alias_method, :other, :zork) }
  assert_equal "method 'zork' not defined in Name", message_of { NAMED.send(:remove_method, :zork) }
  assert_equal "uninitialized constant Name::Zork", message_of { NAMED::Zork }
  assert_equal "constant Name::Zork not defined", message_of { NAMED.send(:remove_const, :Zork) }
  assert_equal "uninitialized class variable @@zork in Name", message_of { NAMED.class_variable_get(:@@zork) }
end

spec "errors of names inspect a module whose name is nil" do
  nameless = Class.new { def self.inspect = "Shown" }
  assert_equal "undefined method 'zork' for an instance of Shown", message_of { nameless.new.zork }
  failing = Class.new { def self.name = raise("no name"); def self.inspect = "Shown" }
  assert_equal "undefined method 'zork' for an instance of Shown", message_of { failing.new.zork }
end

spec "the name is asked for when the message is, once" do
  asked = 0
  counting = Class.new { define_singleton_method(:name) { asked += 1; "Counted" } }
  error = begin; counting.new.zork; rescue NoMethodError => failure; failure; end
  assert_equal 0, asked
  assert_equal ["undefined method 'zork' for an instance of Counted"] * 2, [error.message, error.message]
end

spec "errors of kinds call a class by its to_s" do
  assert_equal "no implicit conversion of Text into String", message_of { "a" + NAMED.new }
  assert_equal "can't modify frozen Text: 1", message_of {
    shown = Class.new(NAMED) { def inspect = "1" }.new.freeze
    shown.instance_variable_set(:@a, 1)
  }
end

spec "the message of a frozen error that is frozen itself" do
  error = begin; "a".freeze << "b"; rescue FrozenError => failure; failure; end
  error.freeze
  assert_equal 'can\'t modify frozen String: "a"', error.message
end

module AsciiNamed
  class Inner; end
  class É; end
end

spec "a name is in ASCII where it can be" do
  names = [AsciiNamed, AsciiNamed::Inner, AsciiNamed::É, String]
  assert_equal %w[US-ASCII US-ASCII UTF-8 US-ASCII], names.map { |mod| mod.name.encoding.name }
  assert_equal %w[US-ASCII US-ASCII UTF-8 US-ASCII], names.map { |mod| mod.to_s.encoding.name }
  assert_equal "AsciiNamed::É", AsciiNamed::É.inspect
end
