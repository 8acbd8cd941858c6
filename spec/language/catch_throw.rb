require_relative "../harness"

spec "catch gives the value of its block" do
  assert_equal 5, catch(:tag) { 5 }
end

spec "throw leaves the block with a value, nil without" do
  assert_equal 5, catch(:tag) { throw :tag, 5; 6 }
  assert_equal nil, catch(:tag) { throw :tag; 6 }
end

spec "throw crosses methods and blocks" do
  def spec_thrower
    [1, 2].each { |x| throw :found, x }
  end
  assert_equal 1, catch(:found) { spec_thrower; :not_reached }
end

spec "catches nest, throw finds its own tag" do
  value = catch(:outer) do
    catch(:inner) do
      throw :outer, :through
    end
    :not_reached
  end
  assert_equal :through, value
end

spec "the innermost catch of a tag takes it" do
  value = catch(:same) do
    inner = catch(:same) { throw :same, 1 }
    [:outer, inner]
  end
  assert_equal [:outer, 1], value
end

spec "catch without a tag makes one and gives it to the block" do
  assert_equal 7, catch { |tag| throw tag, 7 }
  assert_equal :mine, catch(:mine) { |tag| tag }
end

spec "a tag is matched by identity" do
  tag = "text".dup
  assert_equal 1, catch(tag) { throw tag, 1 }
  assert_raises(UncaughtThrowError) { catch("text".dup) { throw "text".dup } }
end

spec "throw without its catch raises UncaughtThrowError where it stands" do
  error = assert_raises(UncaughtThrowError, "uncaught throw :nowhere") { throw :nowhere, 9 }
  assert_equal :nowhere, error.tag
  assert_equal 9, error.value
end

spec "a catch that has ended catches no more" do
  catch(:done) { }
  assert_raises(UncaughtThrowError, "uncaught throw :done") { throw :done }
end

spec "an uncaught throw can be rescued inside an unrelated catch" do
  value = catch(:a) do
    begin
      throw :b
    rescue UncaughtThrowError
      :rescued
    end
  end
  assert_equal :rescued, value
end

spec "throw is not an exception to rescue" do
  seen = []
  value = catch(:tag) do
    begin
      throw :tag, :thrown
    rescue Exception
      seen << :rescued
    else
      seen << :else
    end
  end
  assert_equal :thrown, value
  assert_equal [], seen
end

spec "throw through a thread or a fiber is uncaught" do
  fiber = Fiber.new do
    begin
      throw :across
    rescue UncaughtThrowError
      :uncaught
    end
  end
  assert_equal :uncaught, catch(:across) { fiber.resume }
end

spec "catch wants a block" do
  assert_raises(LocalJumpError, "no block given") { catch(:tag) }
end

spec "catch takes at most one argument, throw one or two" do
  assert_raises(ArgumentError, "wrong number of arguments (given 2, expected 0..1)") { catch(1, 2) { } }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1..2)") { throw }
end

spec "break in a catch block ends the catch" do
  assert_equal 3, catch(:tag) { break 3 }
end

spec "a thousand nested catches" do
  def spec_nest(n)
    return throw(:deep, n) if n == 1000
    catch(n) { spec_nest(n + 1) }
  end
  assert_equal 1000, catch(:deep) { spec_nest(0) }
end
