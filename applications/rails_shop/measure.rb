# What the application of this folder costs: ruby measure.rb [REQUESTS]
# Prints the processor time and the memory of its boot, and the memory of eight workers that were forked from it when it was warm, each after so many requests.
require "tmpdir"

WORKERS = 8
REQUESTS = Integer(ARGV.fetch(0, 1000))

def memory(process) = File.read("/proc/#{process}/smaps_rollup").scan(/^(\w+):\s+(\d+) kB/).to_h { |name, size| [name, size.to_i] }

def tell(name, value) = puts("#{name.ljust(32)} #{value}")

def serve(count)
  browser = Rack::MockRequest.new(Rails.application)
  count.times do |number|
    path = ["/", "/posts/7", "/posts/8.json"][number % 3]
    answer = browser.get(path)
    abort "#{path}: #{answer.status}\n#{answer.errors}" unless answer.status == 200
  end
end

# A worker, and the ends by which it tells that it has served and is told to end.
def worker
  served, tells = IO.pipe
  ends, told = IO.pipe
  process = fork do
    told.close
    serve(REQUESTS)
    GC.start
    tells.close
    ends.read
    exit!
  end
  tells.close
  ends.close
  [process, served, told]
end

Dir.mktmpdir do |folder|
  ENV["SHOP_DATABASE"] = "#{folder}/shop.sqlite3"
  require_relative "application"
  require_relative "tables"
  tell "boot, seconds of processor", Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID).round(2)
  tell "boot, RSS in kB", memory("self")["Rss"]
  fill
  serve(90)
  ActiveRecord::Base.connection_handler.clear_all_connections!
  Process.warmup
  workers = Array.new(WORKERS) { worker }
  workers.each { |_, served,| served.read }
  sizes = workers.map { |process,| memory(process) }
  tell "#{WORKERS} workers, PSS in kB", sizes.sum { |size| size["Pss"] }
  tell "the same with their parent", sizes.sum { |size| size["Pss"] } + memory("self")["Pss"]
  tell "private to a worker, kB", sizes.sum { |size| size["Private_Dirty"] + size["Private_Clean"] } / WORKERS
  workers.each { |_, _, told| told.close }
  Process.waitall
end
