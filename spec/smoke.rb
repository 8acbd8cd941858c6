require_relative "harness"

# One rule for each part of the machine, from the reader to the collector: what fails first when
# something large is broken. The folders beside this file hold the rest.

spec "arithmetic" do
  assert_equal 7, 1 + 2 * 3
  assert_equal 3, 7 / 2
  assert_equal 1267650600228229401496703205376, 2**100
  assert_equal 0.75, 3 / 4.0
end

spec "strings and interpolation" do
  name = "Rutile"
  assert_equal "Rutile has 6 letters", "#{name} has #{name.size} letters"
  assert_equal "elituR", name.reverse
end

spec "methods, blocks and what they close over" do
  total = 0
  [1, 2, 3].each { |number| total += number }
  assert_equal 6, total
  assert_equal [2, 4, 6], [1, 2, 3].map { |number| number * 2 }
end

spec "classes, modules and super" do
  polite = Module.new do
    def greet = "dear #{super}"
  end
  person = Class.new do
    def greet = "reader"
  end
  guest = Class.new(person) { include polite }
  assert_equal "reader", guest.new.class.superclass.new.greet
  assert_equal "dear reader", guest.new.greet
end

spec "hashes keep their order" do
  ages = { "Ada" => 36, "Alan" => 41 }
  ages["Grace"] = 85
  assert_equal ["Ada", "Alan", "Grace"], ages.keys
  assert_equal 41, ages.fetch("Alan")
end

spec "exceptions unwind through ensure" do
  steps = []
  begin
    begin
      steps << :body
      raise ArgumentError, "no"
    ensure
      steps << :ensure
    end
  rescue ArgumentError => error
    steps << error.message
  end
  assert_equal [:body, :ensure, "no"], steps
end

spec "pattern matching" do
  found = case { name: "Ada", languages: ["French", "English"] }
          in { name: String => name, languages: [*, "English", *] } then name
          end
  assert_equal "Ada", found
end

spec "regular expressions" do
  match = /(?<year>\d+)-(?<month>\d+)/.match("in 2025-11")
  assert_equal "2025", match[:year]
  assert_equal "11", match["month"]
end

spec "fibers hand values both ways" do
  fiber = Fiber.new do |first|
    second = Fiber.yield(first + 1)
    second * 2
  end
  assert_equal 2, fiber.resume(1)
  assert_equal 20, fiber.resume(10)
  assert_equal false, fiber.alive?
end

spec "threads and a queue" do
  queue = Queue.new
  thread = Thread.new { 3.times { |number| queue << number } }
  thread.join
  assert_equal [0, 1, 2], [queue.pop, queue.pop, queue.pop]
end

spec "deep recursion is an exception" do
  def recurse_without_end(depth)
    recurse_without_end(depth + 1) + 1
  end
  assert_raises(SystemStackError, "stack level too deep") { recurse_without_end(0) }
end

spec "a collection keeps what is reachable" do
  kept = (1..1000).map { |number| "text #{number}" }
  GC.start
  assert_equal "text 1", kept[0]
  assert_equal "text 1000", kept[999]
end

spec "a forked child answers through a pipe" do
  reader, writer = IO.pipe
  child = fork do
    reader.close
    writer.write("from the child")
    writer.close
    exit!(0)
  end
  writer.close
  assert_equal "from the child", reader.read
  Process.wait(child)
  assert_equal 0, $?.exitstatus
end
