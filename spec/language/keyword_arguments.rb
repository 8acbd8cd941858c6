require_relative "../harness"

def spec_required(a:, b:)
  [a, b]
end

def spec_optional(a: 1, b: a + 1)
  [a, b]
end

def spec_rest(a: 1, **rest)
  [a, rest]
end

def spec_mixed(x, y = 2, *list, a:, b: 4, **rest, &block)
  [x, y, list, a, b, rest, block ? block.call : nil]
end

def spec_no_keywords(*list)
  list
end

def spec_positional(h)
  h
end

spec "required keywords come in any order" do
  assert_equal [1, 2], spec_required(a: 1, b: 2)
  assert_equal [1, 2], spec_required(b: 2, a: 1)
end

spec "optional keywords have defaults, evaluated in order" do
  assert_equal [1, 2], spec_optional
  assert_equal [5, 6], spec_optional(a: 5)
  assert_equal [1, 5], spec_optional(b: 5)
end

spec "a missing required keyword raises" do
  assert_raises(ArgumentError, "missing keyword: :b") { spec_required(a: 1) }
  assert_raises(ArgumentError, "missing keywords: :a, :b") { spec_required }
end

spec "an unknown keyword raises" do
  assert_raises(ArgumentError, "unknown keyword: :c") { spec_optional(c: 1) }
  assert_raises(ArgumentError, "unknown keywords: :c, :d") { spec_optional(c: 1, d: 2) }
  assert_raises(ArgumentError, 'unknown keyword: "c"') { spec_optional("c" => 1) }
end

spec "a missing keyword is reported before an unknown one" do
  assert_raises(ArgumentError, "missing keyword: :b") { spec_required(a: 1, c: 3) }
end

spec "too few positional arguments mention the required keywords" do
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1+; required keyword: a)") { spec_mixed }
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0; required keywords: a, b)") { spec_required(1) }
end

spec "a keyword rest takes what is left" do
  assert_equal [1, {}], spec_rest
  assert_equal [5, { b: 2, "c" => 3 }], spec_rest(a: 5, b: 2, "c" => 3)
end

spec "all kinds together" do
  assert_equal [1, 2, [], 3, 4, {}, nil], spec_mixed(1, a: 3)
  assert_equal [1, 9, [8], 3, 5, { c: 6 }, :block], spec_mixed(1, 9, 8, a: 3, b: 5, c: 6) { :block }
end

spec "a hash is not keywords" do
  options = { a: 1, b: 2 }
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0; required keywords: a, b)") { spec_required(options) }
  assert_equal [1, 2], spec_required(**options)
end

spec "a double splat may be mixed with keywords, later ones win" do
  options = { a: 1, b: 2 }
  assert_equal [1, 9], spec_required(**options, b: 9)
  assert_equal [1, 2], spec_optional(a: 7, **options)
end

spec "keywords to a method that takes none become a last hash" do
  assert_equal [{ a: 1 }], spec_no_keywords(a: 1)
  assert_equal [1, { a: 1, "b" => 2 }], spec_no_keywords(1, a: 1, "b" => 2)
  assert_equal({ a: 1 }, spec_positional(a: 1))
end

spec "an empty double splat passes nothing" do
  empty = {}
  assert_equal [], spec_no_keywords(**empty)
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1)") { spec_positional(**empty) }
  assert_equal [], spec_no_keywords(**nil)
end

spec "an explicit hash stays the last positional argument" do
  assert_equal [{ a: 1 }], spec_no_keywords({ a: 1 })
  assert_equal [{}], spec_no_keywords({})
end

spec "keyword rest makes a new hash" do
  options = { b: 1 }
  def spec_same(**rest)
    rest
  end
  assert !spec_same(**options).equal?(options)
end

spec "a name alone passes the variable or method of that name" do
  a = 5
  b = 6
  assert_equal [5, 6], spec_required(a:, b:)
end

spec "keywords may have the names of Ruby's own words" do
  def spec_reserved(if:, class: 2)
    [binding.local_variable_get(:if), binding.local_variable_get(:class)]
  end
  assert_equal [1, 2], spec_reserved(if: 1)
end

spec "**nil declares that no keywords are taken" do
  def spec_refuse(a = nil, **nil)
    a
  end
  assert_equal 1, spec_refuse(1)
  assert_raises(ArgumentError, "no keywords accepted") { spec_refuse(a: 1) }
  assert_raises(ArgumentError, "no keywords accepted") { spec_refuse(1, b: 1) }
end

spec "a block takes keywords" do
  taker = proc { |a, b: 2, **rest| [a, b, rest] }
  assert_equal [1, 2, {}], taker.call(1)
  assert_equal [1, 3, { c: 4 }], taker.call(1, b: 3, c: 4)
  def spec_yielder
    yield 1, b: 5
  end
  assert_equal 5, spec_yielder { |a, b:| b }
end

spec "a block with required keywords raises without them" do
  assert_raises(ArgumentError, "missing keyword: :b") { proc { |b:| b }.call }
  assert_raises(ArgumentError, "unknown keyword: :c") { proc { |b: 1| b }.call(c: 1) }
end

spec "a hash yielded to a block with keywords stays a hash" do
  assert_equal [{ b: 1 }, 2], proc { |a, b: 2| [a, b] }.call({ b: 1 })
end

spec "a lambda checks its keywords" do
  strict = ->(a:, b: 2) { [a, b] }
  assert_equal [1, 2], strict.call(a: 1)
  assert_raises(ArgumentError, "missing keyword: :a") { strict.call }
  assert_raises(ArgumentError, "unknown keyword: :c") { strict.call(a: 1, c: 1) }
end

spec "a default may refer to positional parameters, and keywords to each other" do
  def spec_chain(x, a: x * 2, b: a * 2)
    [x, a, b]
  end
  assert_equal [1, 2, 4], spec_chain(1)
  assert_equal [1, 5, 10], spec_chain(1, a: 5)
end

spec "keyword values are evaluated in the order of the call" do
  seen = []
  spec_required(b: (seen << :b), a: (seen << :a))
  assert_equal [:b, :a], seen
end

spec "keywords pass through send, method objects, new and define_method" do
  assert_equal [1, 2], send(:spec_required, a: 1, b: 2)
  assert_equal [1, 2], method(:spec_required).call(a: 1, b: 2)
  made = Class.new do
    attr_reader :a
    def initialize(a:)
      @a = a
    end
    define_method(:twice) { |by: 2| @a * by }
  end
  assert_equal 5, made.new(a: 5).a
  assert_equal 15, made.new(a: 5).twice(by: 3)
  assert_raises(ArgumentError, "missing keyword: :a") { made.new }
end

spec "keywords reach method_missing" do
  thing = Object.new
  def thing.method_missing(name, *list, **keys)
    [name, list, keys]
  end
  assert_equal [:anything, [1], { a: 2 }], thing.anything(1, a: 2)
end

spec "a rest array passes a flagged hash on as keywords only with ruby2_keywords" do
  carrier = Class.new do
    def target(*list, **keys)
      [list, keys]
    end

    def plain(*list)
      target(*list)
    end

    def flagged(*list)
      target(*list)
    end
    ruby2_keywords :flagged
  end.new
  assert_equal [[1, { a: 2 }], {}], carrier.plain(1, a: 2)
  assert_equal [[1], { a: 2 }], carrier.flagged(1, a: 2)
end

spec "a keyword may be passed twice, the last wins" do
  verbose, $VERBOSE = $VERBOSE, nil
  value = eval("spec_optional(a: 1, a: 2)")
  $VERBOSE = verbose
  assert_equal [2, 3], value
end

spec "many keywords" do
  def spec_lots(a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10)
    [a, b, c, d, e, f, g, h, i, j]
  end
  assert_equal [1, 2, 3, 4, 0, 6, 7, 8, 9, 0], spec_lots(j: 0, e: 0)
end

spec "an optional positional parameter is not filled by keywords" do
  def spec_between(a, b = :b, c: :c)
    [a, b, c]
  end
  assert_equal [1, :b, 2], spec_between(1, c: 2)
  assert_equal [1, { c: 2 }, :c], spec_between(1, { c: 2 })
end

spec "a setter or index method takes no keywords" do
  assert_raises(SyntaxError) { eval("x = []; x[0, a: 1] = 2") }
end

spec "keywords to a core method that takes none are a last Hash" do
  table = { name: "x", size: 3 }
  assert_equal [{ name: "x", size: 4 }, { name: "x", size: 3, z: 1 }, table], [table.merge(size: 4), table.merge(**{ z: 1 }), table.merge(**{})]
  assert_equal [[{ a: 1 }], true, true, 5], [[].push(a: 1), [{ a: 1 }].include?(a: 1), { a: 1 }.eql?(a: 1), table.fetch({ a: 1 }, 5)]
  table.update(a: 1, **{ b: 2 })
  assert_equal({ name: "x", size: 3, a: 1, b: 2 }, table)
  own = Class.new(Hash)[q: 1]
  assert_equal [Hash, [own.class, { q: 1 }]], [{}.merge(**own).class, [].push(**own).then { |list| [list[0].class, list[0]] }]
end

spec "keywords to a core method that takes neither them nor one argument more are refused" do
  assert_raises(TypeError, "no implicit conversion of Hash into Integer") { [].first(a: 1) }
  assert_raises(TypeError, "no implicit conversion of Hash into String") { "abc".index(a: 1) }
  assert_raises(TypeError, "Hash can't be coerced into Integer") { 5.+(a: 1) }
  assert_raises(ArgumentError, "wrong number of arguments (given 1, expected 0)") { [].size(a: 1) }
end
