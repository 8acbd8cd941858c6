# PTY: pairs of a terminal that is no machine and the program's end of it. Linux makes them by opening a file; what a
# program writes at one end is typed at the other.

require "fcntl"

module PTY
  # Requests of ioctl: the number of the pair, its lock, and a session's terminal.
  NUMBER = 0x80045430
  LOCK = 0x40045431
  TAKE = 0x540e
  private_constant :NUMBER, :LOCK, :TAKE

  # A program has ended or stopped.
  class ChildExited < RuntimeError
    attr_reader :status

    def initialize(message = nil, status = nil)
      super(message)
      @status = status
    end
  end

  class << self
    # The master's end and the slave's, both for reading and writing.
    def open
      master, path = allocate_pair
      pair = [IO.for_fd(master, "r+", path: "masterpty:#{path}"), File.open(path, File::RDWR | File::NOCTTY)]
      pair.each { |stream| stream.sync = true }
      return pair unless block_given?
      begin
        yield pair
      ensure
        pair.each { |stream| stream.close unless stream.closed? }
      end
    end

    # A program whose terminal is the slave's end: what it writes, what it reads, and its number.
    def spawn(*command)
      master, path = allocate_pair
      process = start(path, command.empty? ? [ENV["SHELL"] || "/bin/sh"] : command)
      reader = File.for_fd(master, "r", path: path)
      writer = File.for_fd(reader.fcntl(Fcntl::F_DUPFD_CLOEXEC, 3), "w", path: path)
      writer.sync = true
      ends = [reader, writer, process]
      return ends unless block_given?
      begin
        yield ends
        nil
      ensure
        Process.detach(process)
      end
    end
    alias getpty spawn

    # How a program ended, or nil while it runs.
    def check(process, raising = false)
      found = begin
        Process.wait2(process, Process::WNOHANG | Process::WUNTRACED)
      rescue Errno::ECHILD
        nil
      end
      return nil unless found
      status = found[1]
      return status unless raising
      raise ChildExited.new("pty - #{status.stopped? ? "stopped" : "exited"}: #{process}", status)
    end

    private

    # The descriptor of the master's end and the path of the slave's.
    def allocate_pair
      master = File.open("/dev/ptmx", File::RDWR | File::NOCTTY)
      master.ioctl(LOCK, [0].pack("i"))
      master.ioctl(NUMBER, number = [0].pack("i"))
      master.autoclose = false
      [master.fileno, "/dev/pts/#{number.unpack1("i")}"]
    end

    # The copy becomes the program in a session of its own, or tells through a pipe why it can't.
    def start(path, command)
      reader, writer = IO.pipe
      process = fork { become(path, command, writer) }
      writer.close
      failure = reader.read
      return process if failure.empty?
      Process.wait(process)
      raise SystemCallError.new("fork failed", failure.to_i)
    ensure
      reader&.close
      writer&.close
    end

    def become(path, command, writer)
      Process.setsid
      terminal = File.open(path, File::RDWR)
      terminal.ioctl(TAKE, 0)
      [STDIN, STDOUT, STDERR].each { |stream| stream.reopen(terminal) }
      exec(*command)
    rescue SystemCallError => error
      writer.write(error.errno.to_s)
    ensure
      exit!(1)
    end
  end
end
