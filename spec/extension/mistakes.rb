require_relative "fixtures/building"
require_relative "fixtures/mistakes"
require_relative "../outside"

# Functions of the API that are given what they don't take: they raise, or do something, and the process lives. CRuby trusts C code with this.

if RUBY_ENGINE == "rutile"
  SPEC_MISTAKES = File.join(EXTENSION_FOLDER, "mistakes.c")
  SPEC_MISTAKEN = Mistakes.functions
  File.write(SPEC_MISTAKES, Mistakes.source(SPEC_MISTAKEN))
  SPEC_MISTAKES_BUILT = build_extension("mistakes", SPEC_MISTAKES)
  SPEC_MISTAKES_PROGRAM = File.expand_path("fixtures/mistaken_calls.rb", __dir__)

  # Each line is a function that returned or raised for all that it was given.
  def spec_survivors(way) = run_ruby(SPEC_MISTAKES_PROGRAM, SPEC_MISTAKES_BUILT, way, *SPEC_MISTAKEN.map(&:in_short))

  spec "most functions of the headers are tried" do
    assert SPEC_MISTAKEN.size > 450, SPEC_MISTAKEN.size
  end

  %w[here fiber thread].each do |way|
    spec "values of wrong types end no process: #{way}" do
      text, status = spec_survivors(way)
      assert status == 0 && text.end_with?("#{SPEC_MISTAKEN.size} functions\n"), "#{status}: #{text.lines.last(15).join}"
    end
  end

  spec "a class stays of its own class" do
    test = "require ARGV[0]; [Class.new, Module.new].each { |it| Mistakes.rb_obj_setup([it, it, 1]) rescue puts($!.class) }; p Mistakes.rb_obj_setup([Object.new, String, 1])"
    assert_equal ["TypeError\nTypeError\nnil\n", 0], run_ruby("-e", test, SPEC_MISTAKES_BUILT)
  end
end
