require_relative "../harness"
require_relative "../outside"

# A program that puts a method in the place of one of the core changes what its own calls find, not what other methods of the core do.

# What a program prints of each call, after a definition.
def answers_after(definition, *calls)
  text, = run_ruby("-W0", "-e", "#{definition}\n#{calls.map { |call| "p((#{call}))" }.join("\n")}")
  text.lines(chomp: true)
end

spec "a method in the place of a core method is found by the program's calls, by name and by &:name too" do
  answers = answers_after("class Array; def empty? = :mine; end", "[].empty?", "[].public_send(:empty?)", "[[]].map(&:empty?)", "[].method(:empty?).call")
  assert_equal %w[:mine :mine [:mine] :mine], answers
end

spec "it is not what other methods of the core call" do
  names = "%i[empty? length map first last push pop concat frozen?]"
  answers = answers_after("class Array; #{names}.each { |name| define_method(name) { |*| raise name.inspect } }; end",
    "[[1, [2]], 3].flatten", "[1, 2].zip([3, 4])", "[[1]].dig(0, 0)", "[3, 1].sort_by { -_1 }", "[1, 2].sum", "[1, 1].uniq")
  assert_equal ["[1, 2, 3]", "[[1, 3], [2, 4]]", "1", "[3, 1]", "3", "[1]"], answers
end

spec "nor is an each of Arrays called but by what Enumerable gives to them" do
  answers = answers_after("class Array; def each = raise('mine'); end", "[1, 2]", "[1].concat([2], [3])", "[1, 2].all?(1)", "begin [1].each_with_index { }; rescue => error; error.message; end")
  assert_equal ["[1, 2]", "[1, 2, 3]", "false", '"mine"'], answers
end

spec "nor where a module brings it" do
  answers = answers_after("module Mine; def empty? = raise('mine'); def to_s = 'mine'; end; Array.prepend(Mine); String.prepend(Mine)",
    "[[1], []].flatten", "'a'.ljust(2)", "begin [].empty?; rescue => error; error.message; end")
  assert_equal ["[1]", '"a "', '"mine"'], answers
end

spec "nor where every object has it" do
  answers = answers_after("class Object; def instance_of?(_) = raise('mine'); def is_a?(_) = raise('mine'); end",
    "[1, 2].join('-')", "(1..3).step(2).to_a", "{ a: 1 }.merge({ b: 2 }).size", "Comparable.instance_method(:clamp).name")
  assert_equal ['"1-2"', "[1, 3]", "2", ":clamp"], answers
end

spec "nor do they miss it where there is none any more" do
  answers = answers_after("class Array; undef_method :push; remove_method :pop; end",
    "[[1, [2]], 3].flatten", "[3, 1].sort_by { -_1 }", "begin [].push(1); rescue NoMethodError => error; error.name; end", "[].respond_to?(:pop)")
  assert_equal ["[1, 2, 3]", "[3, 1]", ":push", "false"], answers
end

spec "nor do those call it that were called before" do
  answers = answers_after("3.times { [[1], [2]].flatten(1) }; class Array; def empty? = raise('mine'); end", "[[1], [2]].flatten(1)")
  assert_equal ["[1, 2]"], answers
end

spec "what the core calls by name is the program's" do
  assert_equal ["[[:mine]]", ":mine"], answers_after("class Array; def each = yield(:mine); end", "[1, 2].each_slice(2).to_a", "[1, 2].inject { }")
  assert_equal ['"mine"', ":ABC", '"b"'], answers_after("class Symbol; def to_s = 'mine'; end", "[:a].join", ":abc.upcase", ":abc[1]")
  assert_equal ['"mine (RuntimeError)"'], answers_after("class Exception; def message = 'mine'; end", "RuntimeError.new('its own').detailed_message")
end

spec "a subclass's methods go on to the program's by super" do
  answers = answers_after("class Array; def empty? = :all; end; class Own < Array; def empty? = [super, :own]; end", "Own.new.empty?", "Own[[1]].flatten")
  assert_equal ["[:all, :own]", "[1]"], answers
end
