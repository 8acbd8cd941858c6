require "socket"

# A server that runs while a block does, for the benchmarks that compare `rutile serve` with others.
module Served
  # Of this process's Ruby, and often another than the server's.
  OWN_LIBRARIES = %w[RUBYLIB RUBYOPT GEM_PATH GEM_HOME].to_h { |name| [name, nil] }.freeze
  SECONDS = 120
  # Seconds that an answer may take, and an end.
  ANSWER_SECONDS = 10
  END_SECONDS = 60

  module_function

  def free_port = TCPServer.open("127.0.0.1", 0) { |server| server.addr[1] }

  # Gives the block the server's process once it answers and has as many children as it should.
  def run(command, port, log, workers: 0, variables: {})
    process = Process.spawn(OWN_LIBRARIES.merge(variables), *command, out: log, err: log)
    deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + SECONDS
    until answers?(port) && children_of(process).size >= workers
      ended = Process.wait(process, Process::WNOHANG)
      late = Process.clock_gettime(Process::CLOCK_MONOTONIC) > deadline
      abort "#{command.first} does not serve: #{File.read(log)}" if ended || late
      sleep 0.1
    end
    yield process
  ensure
    stop(process) if process && !ended
  end

  def stop(process)
    Process.kill(:TERM, process)
    (END_SECONDS * 10).times { Process.wait(process, Process::WNOHANG) ? return : sleep(0.1) }
    warn "#{process} did not end: it is killed"
    Process.kill(:KILL, process)
    Process.wait(process)
  end

  def answers?(port)
    TCPSocket.open("127.0.0.1", port) do |socket|
      socket.timeout = ANSWER_SECONDS
      socket.write("GET / HTTP/1.0\r\n\r\n")
      socket.read.start_with?("HTTP/1.")
    end
  rescue SystemCallError, IO::TimeoutError
    false
  end

  def descendants_of(process) = children_of(process).flat_map { |child| [child, *descendants_of(child)] }

  def children_of(process)
    Dir["/proc/[0-9]*/stat"].filter_map do |file|
      stat = File.read(file)
      Integer(stat[/\A\d+/]) if stat[/\) \S (\d+)/, 1] == process.to_s
    rescue Errno::ENOENT, Errno::ESRCH
      nil # it has ended meanwhile
    end
  end
end

# What the kernel says of a process, in MB.
ProcessMemory = Struct.new(:resident, :proportional, :own) do
  def self.of(process)
    found = File.readlines("/proc/#{process}/smaps_rollup").filter_map { |line| line.match(/\A(\w+):\s+(\d+) kB/)&.captures }.to_h
    rss, pss, clean, dirty = found.values_at("Rss", "Pss", "Private_Clean", "Private_Dirty").map { |text| Integer(text) / 1024.0 }
    new(rss, pss, clean + dirty)
  rescue Errno::ENOENT, Errno::ESRCH
    nil # it has ended meanwhile
  end
end
