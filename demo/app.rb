# The demonstration: a small web application as production runs it. A parent loads two hundred resources (a model,
# a controller, a template, four routes each), warms up and forks four workers that serve requests from memory;
# one process more keeps a hundred thousand fibers alive, as a server with as many open connections would.
# What it all costs is printed as lines `label TAB value TAB unit`, for demo/run to set beside another Ruby's.
require_relative "application"
require_relative "memory_map"

RESOURCES = 200
WORKERS = Integer(ENV.fetch("DEMO_WORKERS", "4"))
REQUESTS = Integer(ENV.fetch("DEMO_REQUESTS", "20000"))
FIBERS = Integer(ENV.fetch("DEMO_FIBERS", "100000"))

def report(label, value, unit)
  puts "#{label}\t#{value}\t#{unit}"
  $stdout.flush
end

# Where processes wait for each other: a pipe that ends for its readers once every process has let go of writing.
class Barrier
  def initialize
    @reader, @writer = IO.pipe
  end

  def wait
    @writer.close
    @reader.read
  end

  # The parent takes no part in it.
  def leave
    @writer.close
    @reader.close
  end
end

# Forks; the block's hash of whole numbers comes back to the parent as `answer`.
class Worker
  def initialize
    @reader, writer = IO.pipe
    @process = fork do
      @reader.close
      yield.each { |name, number| writer.write("#{name}=#{number}\n") }
      writer.close
      exit!(0)
    end
    writer.close
  end

  def answer
    text = @reader.read
    Process.wait(@process)
    raise "a worker died: #{$?}" unless $?.success?
    text.split("\n").to_h { |line| line.split("=") }.transform_values { |number| Integer(number) }
  end
end

# Answers requests, then collects; gives requests a second.
def serve(application, worker)
  started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  bytes = 0
  REQUESTS.times do |number|
    status, _headers, body = application.call(request(application, worker, number))
    raise "request #{number} was answered with #{status}" unless status == 200
    bytes += body.sum(&:bytesize)
  end
  taken = Process.clock_gettime(Process::CLOCK_MONOTONIC) - started
  GC.start
  raise "empty pages" unless bytes > REQUESTS * 100
  (REQUESTS / taken).round
end

def request(application, worker, number)
  resource = application.names[(number * 7 + worker) % application.names.size]
  path = number.even? ? "/#{resource}" : "/#{resource}/#{number % 10}"
  { "REQUEST_METHOD" => "GET", "PATH_INFO" => path, "QUERY_STRING" => "page=#{number % 5}" }
end

# Keeps fibers alive until there are enough or the Ruby has no more; then runs every one to its end.
def keep_fibers(count)
  fibers = []
  before = MemoryMap.new.resident
  begin
    while fibers.size < count
      fiber = Fiber.new do |number|
        answer = Fiber.yield(number)
        answer + number
      end
      fiber.resume(fibers.size)
      fibers << fiber
    end
  rescue FiberError, NoMemoryError
    nil # how many there are is the result
  end
  grown = MemoryMap.new.resident - before
  alive = fibers.size
  sum = fibers.sum { |fiber| fiber.resume(1) }
  raise "a fiber lost its number" unless sum == alive * (alive - 1) / 2 + alive
  { alive: alive, bytes: alive == 0 ? 0 : grown * 1024 / alive }
end

loaded = Process.clock_gettime(Process::CLOCK_MONOTONIC)
application = Application.new(RESOURCES)
report("load #{RESOURCES} resources", ((Process.clock_gettime(Process::CLOCK_MONOTONIC) - loaded) * 1000).round, "ms")
application.names.each { |name| application.call({ "REQUEST_METHOD" => "GET", "PATH_INFO" => "/#{name}", "QUERY_STRING" => "" }) }
Process.warmup
report("parent RSS", MemoryMap.new.resident, "kB")

# What workers share is known only while all of them are alive and have done their work.
served_by_all = Barrier.new
measured_by_all = Barrier.new
workers = Array.new(WORKERS) do |number|
  Worker.new do
    served = serve(application, number)
    served_by_all.wait
    memory = MemoryMap.new
    measured_by_all.wait
    { rate: served, rss: memory.resident, pss: memory.proportional, private: memory.private }
  end
end
[served_by_all, measured_by_all].each(&:leave)
workers.map(&:answer).each_with_index do |found, index|
  report("worker #{index + 1} RSS", found["rss"], "kB")
  report("worker #{index + 1} PSS", found["pss"], "kB")
  report("worker #{index + 1} private", found["private"], "kB")
  report("worker #{index + 1} requests", found["rate"], "/s")
end

kept = Worker.new { keep_fibers(FIBERS) }.answer
report("fibers alive of #{FIBERS}", kept["alive"], "")
report("memory a fiber", kept["bytes"], "B")
