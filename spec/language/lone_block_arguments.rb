# A lone argument that a block takes apart: asked for its elements in whatever way the block is called.

require_relative "../harness"

class WithElements
  def to_ary = [1, 2]
end

class WithoutElements
  def to_ary = nil
end

class WithMissingElements
  def method_missing(name, ...) = name == :to_ary ? [3, 4] : super
  def respond_to_missing?(name, _private) = name == :to_ary
end

class Denying
  def respond_to?(*) = false
  def to_ary = [5, 6]
end

# What a block of two parameters is given, by every way of calling it.
def ways_of_calling(object)
  block = proc { |first, second| [first, second] }
  list = [object]
  [
    block.call(object), block.send(:call, object), block.__send__(:call, object), block.public_send(:call, object),
    block.public_send(:call, *list), block.send(*[:call, object]), block.method(:call).call(object),
    block.method(:call).unbind.bind_call(block, object), 5.instance_exec(object, &block), String.class_exec(object, &block),
    list.map(&block)[0], block.yield(object), block === object, catch(object, &block), object.then(&block)
  ]
end

spec "an argument that converts to an Array is taken apart however the block is called" do
  assert_equal [[1, 2]], ways_of_calling(WithElements.new).uniq
end

spec "one whose conversion gives nil stays as it is" do
  object = WithoutElements.new
  assert_equal [[object, nil]], ways_of_calling(object).uniq
end

spec "one that answers to_ary by method_missing is taken apart" do
  assert_equal [[3, 4]], ways_of_calling(WithMissingElements.new).uniq
end

spec "one that says it does not respond is not asked" do
  object = Denying.new
  assert_equal [[object, nil]], ways_of_calling(object).uniq
end

spec "a splat that is passed on gives its only element to be taken apart" do
  def passed_on(*list) = yield(*list)
  object = WithoutElements.new
  assert_equal [object, nil], passed_on(object) { |first, second| [first, second] }
  assert_equal [1, 2], passed_on(WithElements.new) { |first, second| [first, second] }
end

spec "break and next leave a block whose argument was taken apart" do
  def given(object) = [yield(object), :behind]
  assert_equal 3, given(WithElements.new) { |first, second| break first + second }
  assert_equal [2, :behind], given(WithElements.new) { |first, second| next second }
  assert_equal 7, WithElements.new.instance_eval { |only, _other| only + 6 }
end
