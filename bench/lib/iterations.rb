# Runs the job of a program of bench/libraries again and again:
#
#   iterations.rb PROGRAM SECONDS        for some seconds; prints what an iteration takes, in processor time, and allocates
#   iterations.rb PROGRAM --count N      N times, for an instrument that counts
#
# Prints the job's answer as well, which is the same each time and under each Ruby.
ROOT = File.expand_path("../..", __dir__)
LEAST = 4 # iterations

def job(&job) = $job = job

def now = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)

# The middle one of the later half: the earlier warms up.
def seconds(job, limit)
  times = []
  total = 0.0
  while total < limit || times.size < LEAST
    start = now
    job.call
    times << now - start
    total += times.last
  end
  later = times.drop(times.size / 2).sort
  later[later.size / 2]
end

def allocations(job)
  before = GC.stat(:total_allocated_objects)
  job.call
  GC.stat(:total_allocated_objects) - before
end

load File.expand_path(ARGV.fetch(0))
puts $job.call
if ARGV.fetch(1) == "--count"
  Integer(ARGV.fetch(2)).times { $job.call }
else
  puts "RESULT seconds #{seconds($job, Float(ARGV[1]))}", "RESULT objects #{allocations($job)}"
end
