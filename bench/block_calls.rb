# Blocks: yielded to, passed on, kept as procs, made from symbols, and under the iterators of the core.
# quick: 100
def twice
  yield(1) + yield(2)
end

def pass_on(&block)
  twice(&block)
end

rounds = (ARGV[0] || 150_000).to_i
add = ->(left, right) { left + right }
list = [3, 1, 4, 1, 5, 9, 2, 6]
sum = 0
rounds.times do |round|
  sum += twice { |number| number + round }
  sum += pass_on { |number| number }
  sum += add.call(round, 1)
  sum += list.map { |number| number + 1 }.sum
  sum += list.inject { |left, right| left > right ? left : right }
  sum += list.map(&:succ).size
  list.each_with_index { |number, index| sum += number * index }
end
puts sum
