# Sources that are no programs: what is raised, and that nothing else happens.
require "tmpdir"
require_relative "../harness"
require_relative "../outside"

def spec_syntax_error(source)
  eval(source, binding, "a.rb", 1)
  "nothing"
rescue SyntaxError => error
  error.message
end

spec "a regexp literal that is none is an error of the source, where it stands" do
  assert_equal "a.rb:2: premature end of char-class: /[/", spec_syntax_error("x = 1\ny = /[/")
  assert_equal "a.rb:1: empty range in char class: /[b-a]/", spec_syntax_error("x = [/[b-a]/]")
  assert_equal "a.rb:2: undefined name <x> reference: /\\k<x>/", spec_syntax_error("def spec_never\n  'a' =~ /\\k<x>/\nend")
end

spec "parameters by the ten thousand are refused or accepted, not counted wrongly" do
  list = (0...70_000).map { |number| "a#{number}" }.join(",")
  assert ["nothing", "too many"].any? { |start| spec_syntax_error("def spec_many(#{list}); end").include?(start) }
end

spec "sources nested ten thousand deep are taken or refused" do
  [["[", "]"], ["{ a: ", "}"], ["->{", "}"], ["if 1;", ";end"], ["!", ""], ["def a;", ";end"]].each do |open, close|
    text = "#{open * stress_sized(2_000)}1#{close * stress_sized(2_000)}"
    result = begin
      eval(text)
      :taken
    rescue SyntaxError, SystemStackError
      :refused
    end
    assert %i[taken refused].include?(result)
  end
end

spec "evaluated code lives until it runs, however the stack grows under it" do
  nested = ->(depth) { depth == 0 ? 0 : eval("nested.call(depth - 1) + 1") }
  assert_equal 60, nested.call(60)
end

spec "a SyntaxError knows the path of the text" do
  assert_equal "q.rb", assert_raises(SyntaxError) { eval("1+", nil, "q.rb", 3) }.path
  assert_equal true, assert_raises(SyntaxError) { instance_eval("1+") }.path.start_with?("(eval at ")
  path = "#{Dir.tmpdir}/bad_#{Process.pid}.rb"
  File.write(path, "1+")
  assert_equal path, assert_raises(SyntaxError) { load(path) }.path
  assert_equal nil, SyntaxError.new("x").path
ensure
  File.delete(path)
end
