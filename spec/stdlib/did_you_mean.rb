require_relative "../harness"
require_relative "../outside"

# Guesses behind the messages of misspelt names, by the library of the same name, which is loaded when one is first asked for.

def spec_guess(&block)
  error = assert_raises(Exception, &block)
  error.detailed_message(highlight: false).lines.grep(/\ADid you mean/).map { |line| line.sub("Did you mean?", "").strip }
end

spec "guesses for methods, constants, keys and instance variables" do
  assert_equal ["first"], spec_guess { [].frist }
  assert_equal ["String"], spec_guess { Strng }.first(1)
  assert_equal [":alpha"], spec_guess { { alpha: 1 }.fetch(:alhpa) }
  assert_equal [], spec_guess { nil.nothing_like_this_anywhere }
end

spec "message itself has no guess, and the option takes it away" do
  error = assert_raises(NoMethodError) { [].frist }
  assert_equal "undefined method 'frist' for an instance of Array", error.message
  assert_equal false, error.detailed_message(did_you_mean: false).include?("Did you mean")
end

spec "a subclass's detailed_message is asked once" do
  kind = Class.new(KeyError) { def detailed_message(highlight: false, **options) = "<#{super}>" }
  shown = kind.new("gone", receiver: { alpha: 1 }, key: :alhpa).detailed_message
  assert shown.start_with?("<gone") && shown.count("<") == 1, shown
end

spec "an uncaught error tells its guesses, unless they are disabled" do
  assert run_ruby("-e", "begin; [].frist; rescue => e; puts e.full_message(highlight: false); end").first.include?("Did you mean?  first")
  assert_equal ["nil\nfalse\n", 0], run_ruby("--disable-did_you_mean", "-e", "p defined?(DidYouMean); begin; [].frist; rescue => e; p e.detailed_message.include?('Did'); end")
end

spec "what a program has loaded itself adds its part once, though another helper comes later" do
  code = "DidYouMean; first_name = 1; begin; firstname; rescue NameError => e; puts e.detailed_message(highlight: false).scan('Did you mean').size; end"
  assert_equal ["1\n", 0], run_code(code)
end

spec "without RubyGems nobody helps" do
  assert_equal ["[nil, nil]\n", 0], run_ruby("--disable=gems", "-e", "p [defined?(DidYouMean), defined?(ErrorHighlight)]")
end
