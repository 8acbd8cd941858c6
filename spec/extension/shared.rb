require_relative "fixtures/building"

load_extension("shared")
Warning[:experimental] = false

spec "Ractors share an object with data once it is frozen, if its type says so" do
  shared, kept = Boxes::Shared.new.put(+"a"), Boxes::Kept.new
  assert_equal [false, false], [shared, kept].map { |object| Ractor.shareable?(object) }
  assert_equal [true, true, true], [Ractor.make_shareable(shared).equal?(shared), shared.frozen?, shared.content.frozen?]
  assert_equal [true, false], [Ractor.shareable?(shared), Ractor.shareable?(kept.freeze)]
  assert_raises(Ractor::Error, /\Acan not make shareable object for #<Boxes::Kept/) { Ractor.make_shareable(Boxes::Kept.new) }
  assert_raises(Ractor::Error, /Boxes::Kept/) { Ractor.make_shareable([Boxes::Shared.new.put(Boxes::Kept.new)]) }
  assert_equal false, Ractor.shareable?(Boxes::Shared.new.put(+"a").freeze)
end

spec "a Ractor gets a copy of an object with data that refers to what may be shared" do
  copied = Boxes::Kept.new.put(:name)
  assert_equal [:name, false], Ractor.new(copied) { |object| [object.content, object.frozen?] }.take
  [Boxes::Kept, Boxes::Shared].each do |type|
    assert_raises(Ractor::Error, "can not copy #{type} object.") { Ractor.new(type.new.put(+"a")) { |object| object } }
    assert_raises(Ractor::Error, "can not move #{type} object.") { Ractor.new { Ractor.receive }.send(type.new.put(:a), move: true) }
  end
end
