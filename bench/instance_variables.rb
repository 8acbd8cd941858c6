# Instance variables: read and written in one shape, in several shapes at one place, and through accessors.
# quick: 100
class Account
  attr_accessor :balance
  attr_reader :moves

  def initialize(owner)
    @owner = owner
    @balance = 0
    @moves = 0
  end

  def move(amount)
    @balance += amount
    @moves += 1
    @largest = amount if @largest.nil? || amount > @largest
    @balance
  end
end

class Savings < Account
  def initialize(owner)
    @rate = 2
    super
  end

  def move(amount) = super(amount * @rate)
end

accounts = [Account.new("Ada"), Savings.new("Alan"), Account.new("Grace")]
(ARGV[0] || 1_500_000).to_i.times do |round|
  account = accounts[round % 3]
  account.move(round & 15)
  account.balance = account.balance - 1
end
puts accounts.map { |account| "#{account.balance} in #{account.moves}" }
