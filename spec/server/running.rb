require_relative "../harness"
require_relative "../outside"
require "socket"

# A server that runs while a block does: `rutile serve` in a process of its own, on a port that the system chose.

class RunningServer
  attr_reader :pid, :folder

  def initialize(folder, application, *arguments, settings: "")
    @folder = folder
    File.write(File.join(folder, "config.ru"), application)
    File.write(File.join(folder, "settings.rb"), settings)
    @socket = File.join(folder, "server.sock")
    @log = File.join(folder, "log")
    words = [*ruby_command, "serve", "-b", "unix://#{@socket}", "-C", "settings.rb", "-e", "production", *arguments]
    @pid = Process.spawn(*words, chdir: folder, out: @log, err: [:child, :out])
    wait_until { File.socket?(@socket) && (arguments.include?("-w") ? log.include?("is ready") : answers?) || ended? }
  end

  def answers?
    UNIXSocket.open(@socket) { |socket| socket.write("GET / HTTP/1.0\r\n\r\n"); !socket.read.empty? }
  rescue SystemCallError
    false
  end

  def ended? = !@pid || Process.wait(@pid, Process::WNOHANG) && (@pid = nil; true)

  def log = File.read(@log)

  def connect(&block) = UNIXSocket.open(@socket, &block)

  # All that comes back until the server closes the connection.
  def exchange(text)
    connect do |socket|
      socket.write(text)
      socket.close_write
      socket.read
    end
  end

  # Status and body of a request.
  def get(path, fields = "")
    head, _, body = exchange("GET #{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n#{fields}\r\n").partition("\r\n\r\n")
    [head[/\AHTTP\/1.1 (\d+)/, 1].to_i, body]
  end

  def signal(name) = Process.kill(name, @pid)

  def stop
    return unless @pid
    signal(:TERM)
    wait_until { ended? }
  ensure
    Process.kill(:KILL, @pid) if @pid
  end
end

def wait_until(seconds = 60)
  deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds
  until yield
    raise SpecFailure, "waited for #{seconds} seconds" if Process.clock_gettime(Process::CLOCK_MONOTONIC) > deadline
    sleep 0.02
  end
end

def serve(application, *arguments, settings: "")
  scratch_folder do |folder|
    server = RunningServer.new(folder, application, *arguments, settings: settings)
    begin
      yield server
    ensure
      server.stop
    end
  end
end
