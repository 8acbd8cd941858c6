# Keywords passed by `**`: who keeps them has a Hash of its own.

require_relative "../harness"

def named(*rest, **keywords) = [rest, keywords]
def anonymous(**) = named(**)
def forwarded(...) = named(...)
def taken(one: 1) = one
def last(hash) = hash

spec "a method that names the rest of its keywords has a Hash of its own" do
  given = { a: 1 }
  _, kept = named(**given)
  kept[:b] = 2
  assert_equal({ a: 1 }, given)
  [-> { anonymous(**given) }, -> { forwarded(**given) }].each do |call|
    _, kept = call.call
    kept[:b] = 2
    assert_equal({ a: 1 }, given)
  end
  last(**given)[:c] = 3
  assert_equal({ a: 1 }, given)
end

spec "a Hash that is splatted alone keeps its class, default and instance variables" do
  options = Class.new(Hash) { def [](key) = super(key.to_s) }
  given = options.new { |_, key| "no #{key}" }
  given["a"] = 1
  given.instance_variable_set(:@note, 2)
  [-> { named(**given)[1] }, -> { anonymous(**given)[1] }, -> { forwarded(**given)[1] }, -> { last(**given) }].each do |call|
    kept = call.call
    assert_equal [options, 1, "no z", 2], [kept.class, kept[:a], kept[:z], kept.instance_variable_get(:@note)]
    assert_equal false, kept.equal?(given)
  end
  assert_equal [Hash, nil], named(b: 2, **given)[1].then { |kept| [kept.class, kept[:z]] }
  identities = { a: 1 }.compare_by_identity
  assert_equal true, named(**identities)[1].compare_by_identity?
end

spec "nil, an empty Hash and what converts to a Hash are passed" do
  converted = Object.new
  def converted.to_hash = { one: 5 }
  assert_equal [[], {}], named(**nil)
  assert_equal [[], {}], forwarded(**{})
  assert_equal [1, 5], [taken(**nil), taken(**converted)]
  assert_equal [[1], { one: 5 }], forwarded(1, **converted)
  assert_raises(TypeError, "no implicit conversion of Integer into Hash") { named(**5) }
end

spec "a block argument that changes arguments and keywords comes too late" do
  list, given = [1], { a: 1 }
  result = named(*list, **given, &(list << 2; given[:b] = 2; nil))
  assert_equal [[1], { a: 1 }], result
end

spec "a value among the keywords that changes the list of arguments comes too late" do
  list = [1]
  assert_equal [[1], { a: [1, 2] }], named(*list, a: list << 2)
end

spec "super without arguments passes what rest parameters hold now" do
  parent = Class.new { def call(*rest, **keywords) = [rest, keywords] }
  child = Class.new(parent) do
    def call(*rest, **keywords)
      rest << :more
      keywords[:more] = true
      result = super
      result[0] << :late
      result[1][:late] = true
      [result, rest, keywords]
    end
  end
  assert_equal [[[1, :more, :late], { a: 2, more: true, late: true }], [1, :more], { a: 2, more: true }], child.new.call(1, a: 2)
  replaced = Class.new(parent) do
    def call(*rest, **keywords)
      rest = 1..3
      keywords = nil
      super
    end
  end
  assert_equal [[1, 2, 3], {}], replaced.new.call(5, b: 6)
end

spec "anonymous parameters are passed on with more before them" do
  def more(*, **) = named(0, *, z: 0, **)
  assert_equal [[0, 1], { z: 0, a: 2 }], more(1, a: 2)
  assert_equal [[0], { z: 0 }], more
  assert_equal [[0], { z: 5 }], more(z: 5)
end

spec "a call that says its keywords takes none from a flagged Hash at the end of its list, even where it says that there are none" do
  flagged = Hash.ruby2_keywords_hash({ a: 1 })
  none = {}
  nothing = nil
  taken = ->(*list, **keywords) { [list, keywords] }
  assert_equal [[], { a: 1 }], taken.call(*[flagged])
  assert_equal [[{ a: 1 }], {}], taken.call(*[flagged], **nil)
  assert_equal [[{ a: 1 }], {}], taken.call(*[flagged], **none)
  assert_equal [[{ a: 1 }], {}], taken.call(*[flagged], **nothing)
  assert_equal [[{ a: 1 }], { b: 2 }], taken.call(*[flagged], b: 2)
  assert_equal [{}], Array[*[Hash.ruby2_keywords_hash({})], **nil]
end

spec "named keywords behind a splatted list" do
  def several(first = 0, *rest, named: nil, **more) = [first, rest, named, more]
  def demanding(first, second = 2, named:) = [first, second, named]
  list = [1, 2, 3]
  assert_equal [[1, [2, 3], 5, {}], [0, [], 1, { other: 2 }], [9, [1, 2, 3], nil, { other: 3 }]],
    [several(*list, named: 5), several(*[], named: 1, other: 2), several(9, *list, other: 3)]
  assert_equal [[1, 2, 4], [1, 7, 4]], [demanding(*[1], named: 4), demanding(*[1, 7], named: 4)]
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1..2; required keyword: named)") { demanding(*[], named: 1) }
  assert_raises(ArgumentError, "unknown keyword: :nmed") { demanding(1, *[], named: 1, nmed: 2) }
  assert_raises(ArgumentError, "missing keyword: :named") { demanding(*[1]) }
  positional = ->(*all) { all }
  assert_equal [[1, 2, 3, { a: 1, b: 2 }], [{ a: 1 }]], [positional.(*list, a: 1, b: 2), positional.(*[], a: 1)]
  assert_equal [1, 2, 3, 4], proc { |first, second, named: 3, **more| [first, second, named, more[:z]] }.call(*[1, 2], z: 4)
  long = (1..500).to_a
  assert_equal [1, 499, 4], several(*long, named: 4).then { |first, rest, named, _| [first, rest.size, named] }
  many = several(*list, a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10, k: 11, l: 12, m: 13, n: 14, o: 15, p: 16, q: 17, named: 18)
  assert_equal [18, [*1..17]], [many[2], many[3].values]
  assert_equal [:gone, [1, 2, 3], { a: 1 }], Class.new { def method_missing(name, *list, **words) = [name, list, words] }.new.gone(*list, a: 1)
end

spec "a number of arguments that is wrong names the keywords that are wanted, also where they were passed" do
  def demanding(first, second = 2, named:, other:) = nil
  wanted = "expected 1..2; required keywords: named, other)"
  assert_raises(ArgumentError, "wrong number of arguments (given 0, #{wanted}") { demanding(named: 1, other: 2) }
  assert_raises(ArgumentError, "wrong number of arguments (given 3, #{wanted}") { demanding(1, 2, 3, named: 1, other: 2) }
end
