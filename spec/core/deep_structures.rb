# Structures nested deeper than any stack should mind: what can be done with them takes time in proportion, or raises.
require_relative "../harness"

def spec_nested(depth)
  outer = []
  depth.times { outer = [outer] }
  outer
end

spec "what walks nested arrays gives an answer or SystemStackError" do
  depth = stress_sized(3_000)
  array = spec_nested(depth)
  walks = [:inspect.to_proc, :hash.to_proc, :flatten.to_proc, Marshal.method(:dump), ->(nested) { nested == spec_nested(depth) },
           ->(nested) { nested <=> spec_nested(depth) }, ->(nested) { [nested, nested].uniq.size }, ->(nested) { [nested].join }]
  walks.each do |walk|
    result = begin
      walk.call(array)
      :answer
    rescue SystemStackError, ArgumentError
      :refused
    end
    assert %i[answer refused].include?(result)
  end
end

spec "coercion that never comes to an end is stopped" do
  endless = Object.new
  def endless.coerce(other) = [other, self]
  without_stress_collections do
    assert_raises(SystemStackError, "stack level too deep") { 1 + endless }
    assert_raises(SystemStackError, "stack level too deep") { 1 <=> endless }
  end
end
