require_relative "../harness"

class SpecGhost
  def method_missing(name, *list, **keys, &block)
    return super unless name.start_with?("ghost")
    [name, list, keys, block ? block.call : nil]
  end

  def respond_to_missing?(name, include_private = false)
    name.start_with?("ghost") || super
  end

  def real
    :real
  end

  private

  def secret
    :secret
  end
end

spec "an unknown method goes to method_missing with its arguments" do
  assert_equal [:ghost_a, [1, 2], { k: 3 }, :block], SpecGhost.new.ghost_a(1, 2, k: 3) { :block }
end

spec "a known method does not" do
  assert_equal :real, SpecGhost.new.real
end

spec "super in method_missing raises NoMethodError with the original name" do
  error = assert_raises(NoMethodError, "undefined method 'other' for an instance of SpecGhost") { SpecGhost.new.other(1) }
  assert_equal [:other, [1]], [error.name, error.args]
end

spec "a private method called from outside goes to method_missing" do
  assert_raises(NoMethodError, "private method 'secret' called for an instance of SpecGhost") { SpecGhost.new.secret }
end

spec "respond_to_missing? answers for respond_to?" do
  assert_equal [true, false], [SpecGhost.new.respond_to?(:ghost_x), SpecGhost.new.respond_to?(:other)]
end

spec "respond_to_missing? lets method make a method object" do
  method = SpecGhost.new.method(:ghost_m)
  assert_equal [:ghost_m, [5], {}, nil], method.call(5)
  assert_equal(-1, method.arity)
  assert_raises(NameError) { SpecGhost.new.method(:other) }
end

spec "setters, operators and indices may be missing too" do
  log = []
  thing = Class.new { define_method(:method_missing) { |name, *list| log << [name, list]; nil } }.new
  thing.value = 1
  thing[2] = 3
  thing[4]
  thing + 5
  thing << 6
  -thing
  thing.()
  assert_equal [[:value=, [1]], [:[]=, [2, 3]], [:[], [4]], [:+, [5]], [:<<, [6]], [:-@, []], [:call, []]], log
end

spec "a bare name in a method is a vcall to method_missing" do
  made = Class.new do
    def go
      undefined_bare_name
    end

    def method_missing(name)
      [:missing, name]
    end
  end
  assert_equal [:missing, :undefined_bare_name], made.new.go
end

spec "super without a superclass method reaches method_missing" do
  made = Class.new do
    def method_missing(name, *list)
      [:missing, name, list]
    end

    def lonely(x)
      super
    end
  end
  assert_equal [:missing, :lonely, [1]], made.new.lonely(1)
end

spec "a class may have method_missing for its own methods" do
  made = Class.new do
    def self.method_missing(name, *list)
      [:class, name, list]
    end

    def self.respond_to_missing?(name, all)
      true
    end
  end
  assert_equal [:class, :anything, [1]], made.anything(1)
end

spec "method_missing is private" do
  assert_raises(NoMethodError, "private method 'method_missing' called for an instance of Object") { Object.new.method_missing(:x) }
end

spec "a method defined by method_missing is found the next time" do
  made = Class.new do
    attr_reader :misses
    def method_missing(name)
      @misses = @misses.to_i + 1
      self.class.define_method(name) { :defined }
      send(name)
    end
  end
  thing = made.new
  assert_equal [:defined, :defined, 1], [thing.later, thing.later, thing.misses]
end

spec "method_missing in a BasicObject makes a proxy" do
  proxy = Class.new(BasicObject) do
    def initialize(target)
      @target = target
    end

    def method_missing(name, *list, &block)
      @target.__send__(name, *list, &block)
    end

    def respond_to_missing?(*)
      true
    end
  end
  wrapped = proxy.new([3, 1, 2])
  assert_equal [1, 2, 3], wrapped.sort
  assert_equal [6, 2, 4], wrapped.map { |x| x * 2 }
  assert_equal "[3, 1, 2]", wrapped.inspect
end

spec "implicit conversion asks respond_to_missing?" do
  made = Class.new do
    def respond_to_missing?(name, all)
      name == :to_str
    end

    def method_missing(name, *)
      name == :to_str ? "converted" : super
    end
  end
  assert_equal "a converted", "a " + made.new
end

spec "send, public_send and __send__ reach method_missing" do
  ghost = SpecGhost.new
  assert_equal [:ghost_a, :ghost_b, :ghost_c], [ghost.send(:ghost_a)[0], ghost.public_send(:ghost_b)[0], ghost.__send__(:ghost_c)[0]]
end

spec "an endless method_missing ends in SystemStackError" do
  made = Class.new do
    def method_missing(name)
      another_missing_name
    end
  end
  assert_raises(SystemStackError) { made.new.start }
end

spec "a conversion that only method_missing would answer is none where that has none" do
  forwarding = Class.new do
    def initialize(object) = @object = object
    def method_missing(...) = @object.__send__(...)
  end
  claiming = Class.new(forwarding) { def respond_to_missing?(*) = true }
  plain = forwarding.new(nil)
  first, second = plain
  assert_equal [[1, plain], [plain], [plain, nil]], [[1, plain].flatten, Array(plain).then { |array| array.empty? ? [plain] : array }, [first, second]]
  assert_raises(TypeError) { "a" + plain }
  assert_raises(NoMethodError) { [claiming.new(nil)].flatten }
  boasting = Class.new { def respond_to_missing?(*) = true }.new
  assert_equal [boasting], [boasting].flatten
end

spec "method_missing is told a name, which is a Symbol" do
  kind = Class.new { def miss(*names) = method_missing(*names) }
  assert_raises(ArgumentError, "no method name given") { kind.new.miss }
  assert_raises(ArgumentError, "method name must be a Symbol but String is given") { kind.new.miss("x") }
end
