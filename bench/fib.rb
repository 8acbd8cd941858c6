# Method calls and small-integer arithmetic: the plainest recursion.
# quick: 15
def fib(number)
  return number if number < 2
  fib(number - 1) + fib(number - 2)
end

puts fib((ARGV[0] || 34).to_i)
