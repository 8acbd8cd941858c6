# Readiness under plain code: a thread for each of many connections answers what it is sent, by `gets` and `write`.
# run: io_threads 200 100
# run: io_threads_many 5000 4
# quick: 10 3
require "socket"

connections = Integer(ARGV[0])
rounds = Integer(ARGV[1])
ends = Array.new(connections) { UNIXSocket.pair }
threads = ends.map do |_, server|
  Thread.new do
    while (line = server.gets)
      server.write(line.upcase)
    end
  end
end
size = 0
rounds.times do |round|
  ends.each { |client, _| client.write("round #{round}\n") }
  ends.each { |client, _| size += client.gets.bytesize }
end
ends.each { |client, _| client.close }
threads.each(&:join)
puts size
