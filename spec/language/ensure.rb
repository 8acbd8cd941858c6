require_relative "../harness"

# ensure runs however its body is left: by its end, an exception, return, break, next, redo, retry, throw, or the end of a fiber or process.

spec "ensure runs after the body, and does not change its value" do
  seen = []
  value = begin
    seen << :body
    :value
  ensure
    seen << :ensure
    :ignored
  end
  assert_equal [:body, :ensure], seen
  assert_equal :value, value
end

spec "ensure runs when an exception passes, and lets it pass" do
  seen = []
  assert_raises(RuntimeError, "x") do
    begin
      raise "x"
    ensure
      seen << :ensure
    end
  end
  assert_equal [:ensure], seen
end

spec "order with rescue and else" do
  run = ->(fail) {
    seen = []
    begin
      seen << :body
      raise "x" if fail
    rescue
      seen << :rescue
    else
      seen << :else
    ensure
      seen << :ensure
    end
    seen
  }
  assert_equal [:body, :else, :ensure], run.(false)
  assert_equal [:body, :rescue, :ensure], run.(true)
end

spec "an exception in else is not rescued by the same begin, but ensured" do
  seen = []
  assert_raises(RuntimeError, "from else") do
    begin
      1
    rescue
      seen << :rescue
    else
      raise "from else"
    ensure
      seen << :ensure
    end
  end
  assert_equal [:ensure], seen
end

spec "an exception in rescue is ensured" do
  seen = []
  assert_raises(RuntimeError, "second") do
    begin
      raise "first"
    rescue
      raise "second"
    ensure
      seen << :ensure
    end
  end
  assert_equal [:ensure], seen
end

spec "return runs ensure and keeps its value" do
  $spec_seen = []
  def spec_return
    return :returned
  ensure
    $spec_seen << :ensure
  end
  assert_equal :returned, spec_return
  assert_equal [:ensure], $spec_seen
end

spec "the returned value is evaluated before ensure runs" do
  def spec_return_before
    x = 1
    begin
      return x
    ensure
      x = 2
    end
  end
  assert_equal 1, spec_return_before
end

spec "return inside ensure replaces the value, and swallows an exception" do
  def spec_return_in_ensure
    return 1
  ensure
    return 2
  end

  def spec_swallow
    raise "lost"
  ensure
    return :swallowed
  end
  assert_equal 2, spec_return_in_ensure
  assert_equal :swallowed, spec_swallow
end

spec "several ensures run from the inside out" do
  seen = []
  run = -> {
    begin
      begin
        begin
          return
        ensure
          seen << 1
        end
      ensure
        seen << 2
      end
    ensure
      seen << 3
    end
  }
  run.call
  assert_equal [1, 2, 3], seen
end

spec "break out of a while runs ensure" do
  seen = []
  value = while true
    begin
      break :broken
    ensure
      seen << :ensure
    end
  end
  assert_equal :broken, value
  assert_equal [:ensure], seen
end

spec "next in a while runs ensure at each turn" do
  seen = []
  i = 0
  while i < 3
    i += 1
    begin
      next
    ensure
      seen << i
    end
  end
  assert_equal [1, 2, 3], seen
end

spec "redo in a while runs ensure" do
  seen = []
  tries = 0
  i = 0
  while i < 1
    i += 1
    begin
      tries += 1
      redo if tries < 3
    ensure
      seen << tries
    end
  end
  assert_equal [1, 2, 3], seen
end

spec "break out of a block runs the ensures on the way, on both sides" do
  seen = []
  def spec_yield_ensured(seen)
    yield
  ensure
    seen << :in_method
  end
  value = spec_yield_ensured(seen) do
    begin
      break :broken
    ensure
      seen << :in_block
    end
  end
  assert_equal :broken, value
  assert_equal [:in_block, :in_method], seen
end

spec "next in a block runs ensure" do
  seen = []
  values = [1, 2].map do |x|
    begin
      next x * 10
    ensure
      seen << x
    end
  end
  assert_equal [10, 20], values
  assert_equal [1, 2], seen
end

spec "return through blocks and methods runs every ensure" do
  $spec_seen = []
  def spec_each_ensured
    yield
  ensure
    $spec_seen << :middle
  end

  def spec_return_through
    spec_each_ensured do
      begin
        return :through
      ensure
        $spec_seen << :inner
      end
    end
  ensure
    $spec_seen << :outer
  end
  assert_equal :through, spec_return_through
  assert_equal [:inner, :middle, :outer], $spec_seen
end

spec "return through iterators of the core runs ensure" do
  $spec_seen = []
  def spec_return_from_core
    [3, 1, 2].sort_by { |x| begin; return x; ensure; $spec_seen << x; end }
  end
  assert_equal 3, spec_return_from_core
  assert_equal [3], $spec_seen
end

spec "throw runs ensure" do
  seen = []
  value = catch(:tag) do
    begin
      throw :tag, :thrown
    ensure
      seen << :ensure
    end
  end
  assert_equal :thrown, value
  assert_equal [:ensure], seen
end

spec "retry runs no ensure until the body is left for good" do
  seen = []
  tries = 0
  begin
    tries += 1
    raise "again" if tries < 3
    seen << :done
  rescue
    seen << :rescue
    retry
  ensure
    seen << :ensure
  end
  assert_equal [:rescue, :rescue, :done, :ensure], seen
end

spec "an exception in ensure replaces the one passing, which becomes its cause" do
  error = assert_raises(RuntimeError, "second") do
    begin
      raise "first"
    ensure
      raise "second"
    end
  end
  assert_equal "first", error.cause.message
end

spec "an exception in ensure abandons a return" do
  def spec_return_then_raise
    return 1
  ensure
    raise "instead"
  end
  assert_raises(RuntimeError, "instead") { spec_return_then_raise }
end

spec "break in ensure swallows an exception" do
  value = while true
    begin
      raise "lost"
    ensure
      break :kept
    end
  end
  assert_equal :kept, value
end

spec "next in ensure swallows an exception" do
  values = [1].map do |x|
    begin
      raise "lost"
    ensure
      next x
    end
  end
  assert_equal [1], values
end

spec "throw in ensure replaces an exception" do
  value = catch(:tag) do
    begin
      raise "lost"
    ensure
      throw :tag, :thrown
    end
  end
  assert_equal :thrown, value
end

spec "a begin inside an ensure" do
  seen = []
  begin
    seen << 1
  ensure
    begin
      raise "inner"
    rescue
      seen << 2
    ensure
      seen << 3
    end
  end
  assert_equal [1, 2, 3], seen
end

spec "$! in ensure is the exception passing" do
  seen = nil
  begin
    begin
      raise "passing"
    ensure
      seen = $!.message
    end
  rescue
  end
  assert_equal "passing", seen
  begin
    1
  ensure
    seen = $!
  end
  assert_equal nil, seen
end

spec "a method, a block and a class body may have ensure without begin" do
  $spec_seen = []
  class SpecEnsured
    1
  ensure
    $spec_seen << :class
  end

  def spec_ensured
    1
  ensure
    $spec_seen << :method
  end
  spec_ensured
  [1].each do
    1
  ensure
    $spec_seen << :block
  end
  assert_equal [:class, :method, :block], $spec_seen
end

spec "ensure in a lambda runs at return" do
  seen = []
  value = lambda do
    begin
      return 1
    ensure
      seen << :ensure
    end
  end.call
  assert_equal 1, value
  assert_equal [:ensure], seen
end

spec "ensure inside a loop of many turns keeps no trace" do
  count = 0
  10_000.times do
    begin
      next
    ensure
      count += 1
    end
  end
  assert_equal 10_000, count
end

spec "ensure runs in a method called in an ensure that passes an exception" do
  seen = []
  cleaner = -> {
    begin
      seen << :start
    ensure
      seen << :finish
    end
  }
  assert_raises(RuntimeError, "x") do
    begin
      raise "x"
    ensure
      cleaner.call
    end
  end
  assert_equal [:start, :finish], seen
end

spec "an explicit return of several values through ensure" do
  def spec_return_many
    return 1, *[2, 3]
  ensure
    [9].each { |x| x }
  end
  assert_equal [1, 2, 3], spec_return_many
end

spec "nested returns: an inner call's return does not disturb the outer one pending" do
  def spec_inner_return
    return :inner
  ensure
    1
  end

  def spec_outer_return
    return :outer
  ensure
    spec_inner_return
  end
  assert_equal :outer, spec_outer_return
end

spec "ensure of a stack overflow runs" do
  $spec_seen = 0
  def spec_overflow
    spec_overflow
  ensure
    $spec_seen += 1
  end
  assert_raises(SystemStackError) { spec_overflow }
  assert $spec_seen > 100
end

spec "exit runs ensure" do
  seen = []
  error = assert_raises(SystemExit) do
    begin
      exit(3)
    ensure
      seen << :ensure
    end
  end
  assert_equal 3, error.status
  assert_equal [:ensure], seen
end

spec "an exit that leaves a rescue or an ensure gives $! back what it was" do
  def spec_leave_by_block
    raise "lost"
  rescue
    [1].each { return 1 }
  end
  def spec_leave_by_yield
    raise "lost"
  rescue
    yield
  end
  def spec_discard
    yield
  ensure
    return 2
  end
  spec_leave_by_block
  assert_equal nil, $!
  spec_leave_by_yield { break }
  assert_equal nil, $!
  catch(:out) { spec_leave_by_yield { throw :out } }
  assert_equal nil, $!
  spec_discard { raise "lost" }
  assert_equal nil, $!
  begin
    raise "outer"
  rescue
    catch(:out) do
      raise "inner"
    rescue
      throw :out
    end
    assert_equal "outer", $!.message
    [1].each { |_| break }
    assert_equal "outer", $!.message
  end
  assert_equal nil, $!
end
