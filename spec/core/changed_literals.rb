require_relative "../harness"

# A literal that is not frozen by a comment can be changed, and who has asked for warnings of what will go is told.

def told
  heard = []
  original = Warning.method(:warn)
  Warning.define_singleton_method(:warn) { |message, category: nil| heard << [message[/\A.*\d: warning: literal string will be frozen/] && true, category] }
  before = Warning[:deprecated]
  Warning[:deprecated] = true
  yield
  [1].each { nil }
  heard
ensure
  Warning[:deprecated] = before
  Warning.define_singleton_method(:warn, original)
end

CHANGES = {
  :<< => ["x"], :concat => ["x"], :[]= => [0, "x"], :upcase! => [], :gsub! => [/b/, "c"], :clear => [], :replace => ["q"], :setbyte => [0, 65],
  :force_encoding => ["BINARY"], :encode! => ["UTF-16LE"], :slice! => [0], :append_as_bytes => ["x"]
}.freeze

CHANGES.each do |name, arguments|
  spec "a literal changed by #{name} is warned of, once" do
    literal = eval('"aab"')
    heard = told { 2.times { literal.public_send(name, *arguments) } }
    assert_equal [[true, :deprecated]], heard
  end
end

spec "no other String is warned of" do
  heard = told do
    text = "a"
    text += "b"
    text << "c"
    made = "#{text}d"
    made << "e"
    "a".dup << "b"
    +"a" << "b"
    String.new("a") << "b"
    "abc".upcase << "d"
  end
  assert_equal [], heard
end

spec "nothing is told unless it is asked for" do
  verbose, $VERBOSE = $VERBOSE, nil
  assert_equal [], told { eval('"a"') << "b" }
ensure
  $VERBOSE = verbose
end
