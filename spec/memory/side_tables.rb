require_relative "../harness"

# What stands beside objects and not in them (ids, variables of strings and arrays, finalizers, weak maps, identity hashes):
# random steps, with collections of every kind between them, leave it as a plain model says. The seeds are fixed.

class SideTables
  Kept = Struct.new(:object, :number, :id, :variables, :finalized)

  def initialize(seed)
    @random = Random.new(seed)
    @kept = []
    @made = 0
    @weak = ObjectSpace::WeakMap.new
    @facts = ObjectSpace::WeakKeyMap.new
    @identities = {}.compare_by_identity
    @gone = Hash.new(0)
  end

  attr_reader :gone

  def run(steps)
    steps.times { step }
    check_all
  end

  def step
    case @random.rand(100)
    when 0...40 then make
    when 40...55 then change(pick)
    when 55...65 then drop(@random.rand(@kept.size)) if @kept.size > 20
    when 65...75 then check(pick)
    when 75...80 then ask_id(pick)
    when 80...85 then pick&.then { |kept| @identities.delete(kept.object) || @identities[kept.object] = kept.number }
    when 85...88 then finalize(pick)
    when 88...92 then collect
    else 5.times { "garbage #{@made}".instance_variable_set(:@of, Object.new) }
    end
  end

  def pick = @kept.empty? ? nil : @kept[@random.rand(@kept.size)]

  def make
    number = @made += 1
    object = [-> { +"text #{number}" }, -> { [number] }, -> { { number => number } }, -> { Object.new }, -> { proc { number } }, -> { 2.0**(500 + number % 400) }][@random.rand(6)].call
    @kept << Kept.new(object, number, nil, {}, false)
    @weak[object] = "value #{number}".then { |value| @kept.last.variables[:value] = value }
    @facts[object] = number if object.is_a?(Array) || object.is_a?(String)
  end

  def change(kept)
    return unless kept && !kept.object.frozen?
    name = "@v#{@random.rand(6)}"
    if @random.rand(4) == 0 && kept.object.instance_variable_defined?(name)
      kept.object.remove_instance_variable(name)
      kept.variables.delete(name)
    else
      kept.object.instance_variable_set(name, kept.variables[name] = [kept.number, @random.rand(1000)])
    end
  end

  def drop(index)
    kept = @kept.delete_at(index)
    @identities.delete(kept.object)
  end

  def ask_id(kept)
    return unless kept
    kept.id ||= kept.object.object_id
    raise "another id" unless kept.id == kept.object.object_id
    raise "an id leads elsewhere" unless ObjectSpace._id2ref(kept.id).equal?(kept.object)
  end

  def finalize(kept)
    return unless kept && !kept.finalized && !kept.object.frozen?
    kept.finalized = true
    SideTables.watch(kept.object, kept.number, @gone)
  end

  def self.watch(object, number, gone) = ObjectSpace.define_finalizer(object, proc { gone[number] += 1 })

  def collect
    case @random.rand(6)
    when 0, 1 then GC.start(full_mark: false)
    when 2 then GC.start
    when 3 then GC.start(immediate_mark: false, immediate_sweep: false)
    when 4 then GC.compact
    else Process.warmup if @random.rand(10) == 0
    end
  end

  def check(kept)
    return unless kept
    object, number = kept.object, kept.number
    raise "variables of #{number}" unless object.instance_variables.to_h { |name| [name.to_s, object.instance_variable_get(name)] } == kept.variables.except(:value)
    raise "weak entry of #{number}" unless @weak[object].equal?(kept.variables[:value])
    raise "weak key of #{number}" if (object.is_a?(Array) || object.is_a?(String)) && !(@facts[object] == number && @facts.getkey(object).equal?(object))
    raise "finalized too early: #{number}" if @gone.key?(number)
    ask_id(kept) if kept.id
  end

  def check_all
    @kept.each { |kept| check(kept) }
    @identities.each { |object, number| raise "identity of #{number}" unless @kept.any? { |kept| kept.object.equal?(object) && kept.number == number } }
    raise "finalized twice" if @gone.any? { |_, times| times > 1 }
    raise "too few entries" if @weak.size < @kept.size
    ids = @kept.filter_map(&:id)
    raise "an id given twice" unless ids.uniq.size == ids.size
  end
end

[1, 2, 3].each do |seed|
  spec "random steps leave the side tables as they are to be (seed #{seed})" do
    SideTables.new(seed).run(ENV.key?("RUTILE_GC_STRESS") ? 1_500 : 3_000)
  end
end
