class Account
  attr_reader :balance
  @@count = 0
  LIMIT = 10

  def initialize(balance) = @balance = balance
  def positional(one, two, three = 3) = one
  def keywords(one:, two: 2) = one
  def rest(*values) = values
  def options(**values) = values
  def everything(one, two = 2, *rest, three, key:, other: 1, **options, &block) = one
  def forward(...) = everything(...)
  def pass_rest(*) = rest(*)
  def pass_options(**) = options(**)
  def pass_block(&) = each_twice(&)
  def each_twice = (yield 1; yield 2)
  def stored(&block) = block
  def count = @@count += 1
  def limit = LIMIT
  def lazy = @lazy ||= 1
  def early(value) = (return 1 if value; 2)
  def nested = [1, 2].each { |outer| [3].each { |inner| @balance += outer + inner } }
  def deep(number) = number.zero? ? 0 : deep(number - 1)
  define_method(:defined) { |value| value + @balance }
  def many = (a = b = c = d = e = f = g = h = i = j = k = l = 1; a + l)
  def unset = (if false then v1 = v2 = v3 = v4 = v5 = v6 = v7 = v8 = v9 = v10 = v11 = v12 = v13 = v14 = v15 = v16 = v17 = v18 = v19 = v20 = v21 = v22 = v23 = v24 = v25 = v26 = v27 = v28 = v29 = v30 = v31 = v32 = v33 = v34 = v35 = v36 = v37 = v38 = v39 = v40 = v41 = v42 = v43 = v44 = v45 = v46 = v47 = v48 = v49 = v50 = 1 end; v1)
  protected def guarded = 1
  private def hidden = 1
  def call_hidden = hidden + self.guarded
end
class Savings < Account
  def initialize(balance, rate = 2) = (super(balance); @rate = rate)
  def positional(one, two, three = 3) = super
  def keywords(one:, two: 2) = super(one: one, two: two)
  def rest(*values) = super
  def nothing = respond_to?(:none)
end
account = Account.new(5)
savings = Savings.new(6)
all = [account, savings, Account.new(1), Savings.new(2)]
list = [1, 2, 3]
many = (1..200).to_a
values = { one: 1, two: 2 }
$counter = 0
__END__
account.balance
account.positional(1, 2)
account.positional(1, 2, 4)
account.keywords(one: 1)
account.keywords(one: 1, two: 4)
account.keywords(**values)
account.rest(1, 2, 3)
account.rest(*list)
account.rest(*list, 4)
account.rest(*many)
account.options(a: 1, b: 2)
account.options(**values)
account.options(**values, c: 3)
account.everything(1, 2, 3, key: 4) { }
account.everything(*list, key: 4, **values)
account.forward(1, 2, 3, key: 4)
account.pass_rest(1, 2)
account.pass_options(a: 1)
account.pass_block { |value| value }
account.each_twice { |value| value }
account.stored { 1 }.call
account.count
account.limit
account.lazy
account.early(true)
account.nested
account.deep(20)
account.defined(1)
account.many
account.unset
account.call_hidden
savings.positional(1, 2)
savings.keywords(one: 1)
savings.rest(1, 2)
savings.nothing
all.each { |each| each.balance }
all.each { |each| each.positional(1, 2) }
all.map(&:balance)
all.sum(&:balance)
Savings.new(1)
list.each { |number| account.balance }
list.map(&account.method(:defined))
list.each_with_index { |number, index| number + index }
list.inject(0) { |total, number| total + number }
a, b = b, a
a = [1, 2]; b, c = a
a ||= 1; a &&= 2
$counter += 1
number = 0; while number < 50; number += 1; end
number = 0; until number == 50; number += 1; next if number.odd?; end
number = 0; 50.times { number += 1 }
number = 0; number += 1 while number < 50
for each in list do each end
list.each do |number| next if number == 2 end
"#{account.balance} of #{account.limit}"
account.balance > 3 && account.limit < 20 ? 1 : 2
account.balance.zero? || account.nil? || 1
begin; account.none; rescue NoMethodError; end
account.respond_to?(:hidden)
account.send(:hidden)
account.public_send(:positional, 1, 2)
account.__send__(:balance)
account.frozen?
account.instance_variable_get(:@balance)
account&.balance
[account.balance, account.limit].max
[account.balance, account.limit].min
{ a: account.balance, "b" => 1 }
[account.balance, [1, 2], { a: 1 }]
-> { account.balance }.call
->(value) { value + 1 }.call(1)
->(value, key: 1) { value + key }.(1, key: 2)
proc { |value| value }.yield(1)
