# A state machine with guards, callbacks and methods of its states.
require "state_machines"

class Order
  attr_reader :log

  state_machine :state, initial: :open do
    before_transition { |order, transition| order.log << "#{transition.event}: #{transition.from} to #{transition.to}" }
    after_transition(on: :ship) { |order| order.log << "shipped #{order.items}" }
    around_transition(on: :pay) do |order, _transition, run|
      order.log << "paying"
      run.call
      order.log << "paid"
    end
    event(:add) { transition open: same, unless: ->(order) { order.items >= 3 } }
    event(:pay) { transition open: :paid, if: :any? }
    event(:ship) { transition paid: :shipped }
    event(:cancel) { transition all - [:shipped] => :cancelled }
    state(:open) { def total = "#{items} so far" }
    state(:paid, :shipped) { def total = items.to_s }
  end

  def initialize
    @log = []
    super
  end

  def items = log.count { |line| line.start_with?("add") }
  def any? = items.positive?
end

order = Order.new
p order.state, order.state_name, order.can_pay?, order.pay, order.state_events, order.total
4.times { p order.add }
p order.total, order.pay, order.total, order.state_transitions.map(&:event), order.ship, order.cancel
begin
  order.ship!
rescue StateMachines::InvalidTransition => error
  puts "#{error.class}: #{error.message}"
end
cancelled = Order.new.tap(&:cancel)
begin
  cancelled.total
rescue NoMethodError, StateMachines::InvalidContext => error
  puts "#{error.class}: #{error.message}"
end
puts order.log
p Order.state_machine.states.map(&:name), Order.with_state(:open) rescue puts "no #{$!.name}"
