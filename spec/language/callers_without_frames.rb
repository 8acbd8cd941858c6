# Methods that go on with a call in their place are lines of a backtrace: public_send, Method#call and its kin, bind_call, instance_exec and its kin.

require_relative "../harness"

class CallersWithoutFrames
  def labels = caller_locations(1, 2).map(&:label)
  def refuse(_one) = raise("refused")
  define_method(:made) { caller_locations(1, 2).map(&:label) }
  attr_accessor :attribute

  def method_missing(name, ...) = name == :missed ? raise("missed") : super
  def respond_to_missing?(name, _all) = name == :missed
end

object = CallersWithoutFrames.new
labels = lambda do |&block|
  block.call
  nil
rescue StandardError => error
  error.backtrace_locations.map(&:label).take_while { |label| !label.include?("block") }
end

spec "public_send, Method#call and bind_call stand between a method and its caller" do
  method = object.method(:labels)
  assert_equal "Kernel#public_send", object.public_send(:labels)[0]
  assert_equal "Method#call", method.call[0]
  assert_equal "Method#call", method.()[0]
  assert_equal "Method#[]", method[][0]
  assert_equal "Method#===", method.===[0]
  assert_equal "UnboundMethod#bind_call", method.unbind.bind_call(object)[0]
  assert_equal "Kernel#public_send", object.public_send(:made)[0]
  assert_equal ["Kernel#public_send", "Method#call"], object.method(:public_send).call(:labels)
end

spec "their lines are where they were called" do
  line = __LINE__ + 1
  locations = object.public_send(:instance_eval) { caller_locations(0, 3) }
  assert_equal [line, line], locations.take(2).map(&:lineno)
  assert_equal ["BasicObject#instance_eval"], locations.map(&:label)[1, 1]
end

spec "what send and a block made of a method call stands in no such frame" do
  assert !object.send(:labels)[0].include?("send")
  assert !object.__send__(:labels)[0].include?("send")
  assert_equal ["Array#map"], [object].map(&:labels)[0].take(1)
  assert_equal ["CallersWithoutFrames#refuse", "Array#each"], labels.() { [1].each(&object.method(:refuse)) }
end

spec "refused arguments, natives and missing methods show who called them" do
  name = "CallersWithoutFrames"
  assert_equal ["refuse", "Kernel#public_send"], labels.() { object.public_send(:refuse) }
  assert_equal ["refuse", "Method#call"], labels.() { object.method(:refuse).call }
  assert_equal ["#{name}#method_missing", "Kernel#public_send"], labels.() { object.public_send(:missed) }
  assert_equal ["Integer#+", "Kernel#public_send"], labels.() { 1.public_send(:+, nil) }
  assert_equal ["Integer#+", "Method#call"], labels.() { 1.method(:+).call(nil) }
  assert_equal ["Kernel#public_send"], labels.() { Object.new.public_send(:nowhere) }
  assert_equal ["Kernel#public_send"], labels.() { Object.new.public_send(:puts) }
  assert_equal ["Kernel#public_send"], labels.() { object.public_send }
  assert_equal ["BasicObject#initialize", "Class#new", "Kernel#public_send"], labels.() { Object.public_send(:new, 1) }
end

spec "instance_exec and its kin show also where the block is made of a Symbol or a Method" do
  assert_equal ["BasicObject#instance_exec"], labels.() { object.instance_exec(&:refuse) }.take(1)
  assert_equal ["CallersWithoutFrames#refuse", "BasicObject#instance_exec"], labels.() { object.instance_exec(1, &object.method(:refuse)) }
  assert_equal ["BasicObject#instance_eval"], object.instance_eval(&:labels).take(1)
  assert_equal ["Module#class_exec"], CallersWithoutFrames.class_exec(object, &:labels).take(1)
  assert_equal ["Module#module_exec"], CallersWithoutFrames.module_exec(object, &:labels).take(1)
end

spec "what the core library calls by itself adds no line" do
  assert_equal ["Array#map"], [object].map(&:labels)[0].take(1)
  assert_equal ["Integer#+", "Array#sum"], labels.() { [nil].sum }.take(2)
  error = labels.() { [Object.new, 1].inject(:nowhere) }
  assert error.none? { |label| label.include?("send") }, error.inspect
end
