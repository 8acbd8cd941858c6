require_relative "../harness"

spec "to_s makes a new String, name a shared frozen one" do
  assert !:a.to_s.equal?(:a.to_s)
  assert :a.name.equal?(:a.name)
  assert :a.name.frozen?
  assert_equal "a", :a.id2name
end

spec "size, length and empty?" do
  assert_equal [3, 3, 1, true], [:abc.size, :abc.length, :é.size, :"".empty?]
end

spec "case changes give symbols" do
  assert_equal [:ABC, :abc, :Abc, :aBC], [:abc.upcase, :ABC.downcase, :abc.capitalize, :Abc.swapcase]
end

spec "succ and ranges" do
  assert_equal [:b, :az, [:a, :b, :c]], [:a.succ, :ay.next, (:a..:c).to_a]
end

spec "comparison" do
  assert_equal [-1, 0, nil, 0, true, nil], [:a <=> :b, :a <=> :a, :a <=> 1, :a.casecmp(:A), :a.casecmp?(:A), :a.casecmp(1)]
end

spec "indexing like a String" do
  assert_equal ["b", "bc", nil, "c", "bc"], [:abc[1], :abc[1, 2], :abc[9], :abc[-1], :abc[/b./]]
end

spec "matching" do
  assert_equal [1, true, "b"], [:abc =~ /b/, :abc.match?(/c/), :abc.match(/b/)[0]]
end

spec "start_with? and end_with?" do
  assert_equal [true, true, false], [:abc.start_with?("a"), :abc.end_with?("bc"), :abc.start_with?("b")]
end

spec "encoding is US-ASCII when it can be" do
  assert_equal [Encoding::US_ASCII, Encoding::UTF_8], [:a.encoding, :é.encoding]
end

spec "to_proc calls with arguments" do
  assert_equal [6, [1, 2]], [[1, 2, 3].inject(&:+), [[1, 2]].map(&:itself)[0]]
  assert_equal "b", :[].to_proc.call("abc", 1)
end

spec "inspect" do
  assert_equal [":a", ':"a b"', ":+", ":[]", ":a=", ':"=b"', ":A", ':"9"', ":_a1", ':"a\"b"'], [:a, :"a b", :+, :[], :a=, :"=b", :A, :"9", :_a1, :'a"b'].map { |s| s.inspect }
end

spec "all_symbols holds what exists" do
  assert Symbol.all_symbols.include?(:to_s)
  assert_equal Symbol, Symbol.all_symbols.first.class
end

spec "the same text at run time is the same object" do
  assert "dyn#{1}".to_sym.equal?(:dyn1)
  assert_equal :dyn1.hash, "dyn1".intern.hash
end

spec "to_proc gives a lambda that calls the method of the name" do
  caller = :upcase.to_proc
  assert_equal ["A", true, -2, [[:req], [:rest]]], [caller.call("a"), caller.lambda?, caller.arity, caller.parameters]
  assert_equal [3, :"b c"], [:+.to_proc.call(1, 2), :to_sym.to_proc.("b c")]
  assert_raises(ArgumentError, "no receiver given") { caller.call }
  assert_raises(NoMethodError) { :nowhere.to_proc.call(1) }
end

spec "a Symbol's Proc is the same object as long as few others are asked for" do
  assert :upcase.to_proc.equal?(:upcase.to_proc)
  given = ->(&block) { block }
  assert given.(&:upcase).equal?(:upcase.to_proc)
end
