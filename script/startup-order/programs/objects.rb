# Classes, modules, blocks, exceptions and what asks about them, as a program of some size uses them.
module Named
  def self.included(base) = base.extend(Builder)
  module Builder
    def field(name, default: nil)
      (@fields ||= []) << name
      define_method(name) { instance_variable_defined?("@#{name}") ? instance_variable_get("@#{name}") : default }
      define_method("#{name}=") { |value| instance_variable_set("@#{name}", value) }
    end
    def fields = @fields.dup
    def inherited(child)
      super
      child.instance_variable_set(:@fields, @fields.dup)
    end
  end
  def to_h = self.class.fields.to_h { |name| [name, public_send(name)] }
end

class Shape
  include Named
  include Comparable
  UNIT = 1.0
  @@count = 0
  field :name, default: "none"
  field :size
  attr_accessor :left, :right
  attr_writer :note
  class << self
    attr_reader :made
    def make(...) = new(...).tap { |shape| (@made ||= []) << shape }
  end
  def initialize(name = nil, size: UNIT, **rest, &block)
    @@count += 1
    self.name = name if name
    self.size = size
    rest.each { |key, value| send("#{key}=", value) }
    instance_eval(&block) if block
    yield_self { |it| it.freeze_note }
  end
  def freeze_note = @note&.freeze
  def area = raise(NotImplementedError, "#{self.class} must say")
  def <=>(other) = area <=> other.area
  def ==(other) = other.is_a?(Shape) && to_h == other.to_h
  alias eql? ==
  def hash = to_h.hash
  def to_s = "#{name}(#{size})"
  def inspect = "#<#{self.class.name} #{self}>"
  def coerce(other) = [other, area]
  protected def inner = @left
  private
  def secret = 1
end

class Square < Shape
  def area = size**2
  def [](index) = [name, size][index]
  def +(other) = Square.new(size: size + other.size)
  def -@ = Square.new(size: -size)
  def to_str = name
  def each = block_given? ? (yield size) : enum_for(__method__)
  def call(value) = value * size
  def method_missing(name, *arguments, &block)
    return size * Integer($1) if name.to_s =~ /\Atimes_(\d+)\z/
    super
  end
  def respond_to_missing?(name, include_private = false) = name.start_with?("times_") || super
end

class Disc < Shape
  prepend(Module.new { def area = super.round(2) })
  def area = 3.14159 * size * size
  undef_method :note=
end

shapes = [Square.make("a", size: 2), Disc.make("b", size: 1, left: :x), Square.new { self.name = "c" }, Square.new(size: 5, note: "n")]
puts shapes.sort.map(&:to_s), shapes.max.inspect, shapes.uniq.size, shapes.first.times_3, shapes.first + shapes.last, (-shapes[2]).size, shapes[0][1], "x" + shapes[0], shapes[0].(4), shapes[0].each.next, Shape.class_variable_get(:@@count), shapes.first.clamp(shapes[1], shapes[1])
puts Square.ancestors.first(3).inspect, Square.instance_methods(false).sort.first(2).inspect, Square.instance_method(:area).owner, Square.method_defined?(:area), shapes[0].method(:area).unbind.bind(shapes[2]).call, Shape.const_get(:UNIT), Object.const_defined?(:Disc), shapes[0].singleton_methods.inspect, Disc.superclass, shapes[0].instance_variables.inspect, Square.name, Module.new.name.inspect, shapes[0].frozen?, shapes[0].dup == shapes[0], shapes[0].clone.equal?(shapes[0]), Square.instance_method(:call).parameters.inspect, shapes[0].public_methods(false).size, Square <= Shape, Shape === shapes[0], shapes[0].kind_of?(Comparable), shapes[0].instance_of?(Shape)
def shapes.total = sum(&:area)
shapes.singleton_class.send(:define_method, :twice) { total * 2 }
puts shapes.total, shapes.twice, shapes.respond_to?(:twice), shapes.public_send(:total), shapes.__send__(:size)
errors = []
[-> { shapes[0].secret }, -> { shapes[0].inner }, -> { Shape.new.area }, -> { nil.upcase }, -> { Integer("x") }, -> { [].fetch(3) }, -> { {}.fetch(:k) }, -> { raise "plain" }, -> { "a" + 1 }, -> { Square.new(1, 2) }, -> { Missing }, -> { "x".freeze << "y" }, -> { throw :nothing }, -> { Float("q") }, -> { File.open("/no/such") }, -> { eval("1 +") }, -> { undefined_name }, -> { Comparable.new }, -> { [3, "a"].sort }, -> { loop { raise StopIteration, "end" }; raise KeyError.new("key", receiver: {}, key: 1) }].each_with_index do |attempt, index|
  attempt.call
rescue NotImplementedError, NameError => error
  errors << "#{index} #{error.class}: #{error.message.lines.first}"
rescue StandardError, ScriptError, UncaughtThrowError => error
  errors << "#{index} #{error.class} #{error.message} #{error.backtrace&.first} #{error.backtrace_locations&.first&.lineno} #{error.full_message(highlight: false).size}"
else
  errors << "none"
ensure
  index += 1
end
puts errors
class Failed < StandardError
  def initialize(message = "it failed", code: 3) = (@code = code; super(message))
  attr_reader :code
end
tries = 0
begin
  tries += 1
  begin
    raise Failed.new(code: tries)
  rescue => inner
    raise ArgumentError, "outer" if tries == 1
    raise
  end
rescue ArgumentError => error
  error.cause.code
  retry
rescue Failed => error
  puts error.detailed_message, error.exception("again").message, error.code
end
counter = 0
add = ->(n = 1, *more, by: 1) { counter += n * by + more.sum }
add.(2).then { add[3, 4, by: 2] }
(add >> ->(n) { n + 1 } << ->(n) { n * 2 }).call(1)
add.curry.arity + add.parameters.size + proc { |a, (b, c), *d| [a, b, c, d] }.call([1, [2, 3], 4]).size
def each_pair_of(list) = list.each_cons(2) { |a, b| yield a, b }
found = catch(:found) { each_pair_of([1, 2, 5]) { |a, b| throw :found, [a, b] if b - a > 1 } }
def early(list) = list.each { |n| return n if n > 1 } && nil
puts found.inspect, early([1, 2]).inspect, [1, 2, 3].each_with_index.find { |n, i| break n if i == 1 }, [3].each { |n| next n }.inspect, binding.local_variables.size, binding.local_variable_get(:counter), binding.eval("counter + 1"), caller.size, __method__.inspect, ObjectSpace.each_object(Class).first.class, Shape.instance_methods.size, method(:puts).arity, method(:early).to_proc.call([5])
case [1, { kind: :circle, at: [2, 3] }, "rest"]
in [Integer => number, { kind: :circle | :disc => kind, at: [x, *] }, String] if x > 1 then puts number, kind
in [] | nil then nil
end
{ a: 1, b: [2, 3] } => { a:, b: [*, last] }
puts a, last, ({ x: 1 } in { x: String }), (5 in 1..9)
module Loud
  refine(String) { def loud = upcase + "!" }
end
using Loud
puts "a".loud, Class.new(Shape) { def area = 9 }.new.area, Object.new.extend(Named::Builder).respond_to?(:field), ObjectSpace.count_objects.size, GC.count, GC.stat.size, defined?(foo).inspect, defined?(String), defined?(@x).inspect, [*1..3, *[4]].sum, (true && !false and not nil), (1 if false).inspect
Shape.class_eval { remove_method :to_s }
Shape.send(:remove_const, :UNIT)
Square.class_exec(2) { |n| define_method(:more) { n } }
shapes[0].instance_variable_set(:@extra, 1)
shapes[0].remove_instance_variable(:@extra)
shapes.freeze.map(&:object_id).uniq.size
Shape.private_constant(:Made) rescue Shape.freeze
object = Object.new
ObjectSpace.define_finalizer(object, proc { })
ObjectSpace.undefine_finalizer(object)
at_exit { puts "ended" }
trap("USR2") { }
$stdout.sync = true
warn "warned" if $VERBOSE
20_000.times.map { |n| [n, n.to_s, { n => n }] }.last
GC.start(full_mark: true, immediate_sweep: true)
GC.compact if GC.respond_to?(:compact)
