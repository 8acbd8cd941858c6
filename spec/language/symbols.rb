require_relative "../harness"

spec "a symbol literal names one object" do
  assert_equal Symbol, :a.class
  assert :a.equal?(:a)
  assert_equal :a.object_id, :a.object_id
end

spec "a symbol may end in ?, ! or =" do
  assert_equal "a?", :a?.to_s
  assert_equal "a!", :a!.to_s
  assert_equal "a=", :a=.to_s
end

spec "variables and constants have symbols" do
  assert_equal ["@a", "@@a", "$a", "A", "$1"], [:@a, :@@a, :$a, :A, :$1].map { |s| s.to_s }
end

spec "every operator that is a method has a symbol" do
  names = [:+, :-, :*, :/, :%, :**, :==, :!=, :<, :<=, :>, :>=, :<=>, :===, :=~, :!~, :!, :~, :+@, :-@, :[], :[]=, :<<, :>>, :&, :|, :^, :`]
  assert_equal "+ - * / % ** == != < <= > >= <=> === =~ !~ ! ~ +@ -@ [] []= << >> & | ^ `", names.join(" ")
end

spec "keywords are symbols too" do
  assert_equal "if", :if.to_s
  assert_equal "class", :class.to_s
  assert_equal "nil", :nil.to_s
end

spec "a quoted symbol holds any text" do
  assert_equal "a b", :"a b".to_s
  assert_equal "a b", :'a b'.to_s
  assert_equal "", :"".to_s
end

spec "a double-quoted symbol interpolates" do
  x = 1
  assert_equal :a1, :"a#{x}"
  assert_equal 'a#' + '{x}', :'a#{x}'.to_s
end

spec "%s makes a symbol" do
  assert_equal :"a b", %s(a b)
end

spec "%i makes an array of symbols, %I interpolates" do
  x = 1
  assert_equal [:a, :b], %i(a b)
  assert_equal [:a1, :b], %I(a#{x} b)
end

spec "inspect quotes a symbol that could not be written plainly" do
  assert_equal ":a", :a.inspect
  assert_equal ':"a b"', :"a b".inspect
  assert_equal ':""', :"".inspect
  assert_equal ':"1a"', :"1a".inspect
  assert_equal ":a?", :a?.inspect
  assert_equal ":[]=", :[]=.inspect
  assert_equal ":!", :!.inspect
  assert_equal ":@a", :@a.inspect
  assert_equal ':"@"', :"@".inspect
  assert_equal ':"a-b"', :"a-b".inspect
  assert_equal ":é", :é.inspect
  assert_equal ':"a\nb"', :"a\nb".inspect
  assert_equal ":$1", :$1.inspect
  assert_equal ':"foo?="', :"foo?=".inspect
end

spec "a symbol equals itself only" do
  assert_equal false, :a == "a"
  assert_equal true, :a == "a".to_sym
  assert_equal true, "a b".to_sym.equal?(:"a b")
end

spec "symbols compare as their text" do
  assert_equal(-1, :a <=> :b)
  assert_equal 0, :a <=> :a
  assert_equal nil, :a <=> "a"
end

spec "to_proc calls the method of that name" do
  assert_equal ["1", "2"], [1, 2].map(&:to_s)
  assert_equal 3, :+.to_proc.call(1, 2)
end

spec "a symbol's proc is a lambda of arity -2" do
  made = :upcase.to_proc
  assert made.lambda?
  assert_equal(-2, made.arity)
  assert_equal [[:req], [:rest]], made.parameters
end

spec "a symbol's proc without a receiver raises ArgumentError" do
  assert_raises(ArgumentError, "no receiver given") { :upcase.to_proc.call }
end

spec "symbols cannot be created by new" do
  assert_raises(NoMethodError, "undefined method 'new' for class Symbol") { Symbol.new }
end

spec "a symbol has no singleton class" do
  assert_raises(TypeError, "can't define singleton") { :a.singleton_class }
  name = :a
  assert_raises(TypeError, "can't define singleton") { def name.b; end }
end

spec "dup and clone give the symbol itself" do
  assert :a.dup.equal?(:a)
  assert :a.clone.equal?(:a)
end

spec "a symbol is a hash key by identity of its text" do
  table = { a: 1, "b c": 2 }
  assert_equal 1, table[:a]
  assert_equal 2, table[:"b c"]
  assert_equal nil, table["a"]
end
