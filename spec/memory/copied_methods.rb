# What a native copies one by one stays what it was, wherever a collection in between moves it.

require_relative "../harness"

METHOD_COUNT = stress_sized(2000)

spec "a copied class or module has every method" do
  [Class, Module].each do |kind|
    original = kind.new { METHOD_COUNT.times { |number| define_method(:"number_#{number}") { number } } }
    8.times do
      copy = original.dup
      object = kind == Class ? copy.new : Object.new.extend(copy)
      assert_equal [], METHOD_COUNT.times.reject { |number| object.__send__(:"number_#{number}") == number }
    end
  end
end

spec "modules named through the one they are in have names of their own" do
  outer = Module.new { METHOD_COUNT.times { |number| const_set(:"Inner#{number}", Module.new) } }
  Object.const_set(:CopiedOuter, outer)
  assert_equal [], METHOD_COUNT.times.reject { |number| outer.const_get(:"Inner#{number}").name == "CopiedOuter::Inner#{number}" }
end

spec "all threads are listed, and all streams that are ready" do
  threads = Array.new(stress_sized(200)) { Thread.new { Thread.stop } }
  Thread.pass until threads.all?(&:stop?)
  30.times { assert_equal [], threads - Thread.list }
  threads.each(&:run).each(&:join)
  pipes = Array.new(stress_sized(200)) { IO.pipe }
  pipes.each { |_, writer| writer.write "x" }
  readers, writers = pipes.transpose
  30.times { assert IO.select(readers, writers, [], 0) == [readers, writers, []] }
end
