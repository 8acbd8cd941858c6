# Threads made and joined, one after the other.
# run: thread_create_join 100000
# quick: 100
sum = 0
Integer(ARGV[0]).times { |number| Thread.new { sum += number }.join }
puts sum
