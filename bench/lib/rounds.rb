# What a round of a piece of code takes.
module Rounds
  SHORTEST = 0.01 # seconds that a run takes at least
  RUNS = 3

  module_function

  # Code that runs a text so many times. The names of its own variables are not those of a text.
  def of(text) = "proc { |count__| round__ = 0\nwhile round__ < count__\n#{text}\nround__ += 1\nend }"

  # The least of some runs, each of enough rounds to be measured: what a machine does besides only adds to a run.
  def nanoseconds(code)
    count = 1
    count *= 4 while seconds(code, count) < SHORTEST
    (Array.new(RUNS) { seconds(code, count) }.min / count * 1e9).round(1)
  end

  def seconds(code, count)
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    code.call(count)
    Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
  end
end
