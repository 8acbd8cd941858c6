# Requests of a server with a live heap of some 300 MB: each makes a few hundred short-lived objects and replaces some of
# the long-lived ones. Reported: how long a request takes beyond the usual, in microseconds (which is what a collection
# adds), at the 99th percentile, the 99.9th and at most. The second part writes into an old array of 400,000 elements
# between minor collections.
# run: pauses 1200000 40000
# quick: 5000 200
# measure: p99_us smaller
# measure: p999_us smaller
# measure: max_us smaller
# measure: old_array_max_us smaller
LIVE, REQUESTS = ARGV.map { |argument| Integer(argument) }

class Entry
  def initialize(number)
    @number = number
    @text = "entry #{number} with some text that goes beyond one cell"
    @list = [number, @text, nil]
  end
end

# Processor time, so that what else the machine does is not counted.
def now = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)

def request(live, number)
  parts = Array.new(40) { |index| { id: index, text: "part #{index} of #{number}", list: [index, number] } }
  live[(number * 7919) % live.size] = Entry.new(number)
  parts.sum { |part| part[:text].size }
end

def delays(count)
  times = Array.new(count, 0)
  count.times do |number|
    start = now
    yield number
    times[number] = now - start
  end
  times.sort!
  usual = times[count / 2]
  times.map { |time| (time - usual) / 1000.0 }
end

live = Array.new(LIVE) { |number| Entry.new(number) }
GC.start
(REQUESTS / 10).times { |number| request(live, number) }
taken = delays(REQUESTS) { |number| request(live, number) }
puts "RESULT p99_us #{taken[REQUESTS * 99 / 100].round(1)}"
puts "RESULT p999_us #{taken[REQUESTS * 999 / 1000].round(1)}"
puts "RESULT max_us #{taken.last.round(1)}"

old = Array.new([LIVE / 3, 1].max) { |number| number.to_s }
3.times { GC.start }
taken = delays(REQUESTS / 4) do |number|
  old[(number * 7919) % old.size] = number.to_s
  Array.new(40) { |index| "#{index} #{number}" }
end
puts "RESULT old_array_max_us #{taken.last.round(1)}"
puts live.size, old.size
