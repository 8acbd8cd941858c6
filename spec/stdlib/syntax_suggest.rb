# Where an `end` is missing: the gem syntax_suggest reads the file of a SyntaxError when its message is first asked for.

require_relative "../harness"
require_relative "../outside"
require "tmpdir"

# It gives up after a second, which is little where every allocation collects.
ENV["SYNTAX_SUGGEST_TIMEOUT"] = "100"

UNCLOSED = "class Unclosed\n  def told\n    [1].each do |item|\n      puts item\n  end\nend\n"
HINT = "Unmatched keyword, missing `end' ?"

def with_unclosed_file
  Dir.mktmpdir { |folder| yield File.join(folder, "unclosed.rb").tap { |path| File.write(path, UNCLOSED) } }
end

spec "an error in a file that is loaded says which keyword has no end" do
  with_unclosed_file do |path|
    error = assert_raises(SyntaxError) { load path }
    told = error.detailed_message(highlight: false)
    assert told.start_with?("--> #{path}\n\n#{HINT}\n"), told
    assert told.include?("> 3      [1].each do |item|\n"), told
    assert error.full_message(highlight: false).include?(HINT)
    assert !error.message.include?(HINT)
    assert !error.detailed_message(syntax_suggest: false).include?(HINT)
  end
end

spec "so does the program itself, unless that is disabled" do
  with_unclosed_file do |path|
    told = IO.popen([ruby_command, path, err: %i[child out]], &:read)
    assert told.include?("--> #{path}") && told.include?(HINT), told
    told = IO.popen([ruby_command, "--disable=syntax_suggest", path, err: %i[child out]], &:read)
    assert !told.include?("-->") && told.include?("SyntaxError"), told
  end
end

spec "text that is in no file gets no hint" do
  error = assert_raises(SyntaxError) { eval(UNCLOSED) }
  assert !error.detailed_message(highlight: false).include?("-->")
end
