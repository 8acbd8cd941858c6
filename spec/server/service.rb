# rutile-only
require_relative "fixtures/running"

# What a service manager hands a server and hears of it.

READY = 'run ->(env) { [200, {}, [Process.ppid.to_s]] }'

spec "the watchdog is answered as long as the parent's loop runs, and a restart is told of" do
  with_service_manager do |socket|
    with_environment("WATCHDOG_USEC" => "2000000") do
      serve(READY, "-w", "1") do |server|
        assert_equal "READY=1\nMAINPID=#{server.pid}", socket.recv(200)
        3.times { assert_equal "WATCHDOG=1", socket.recv(200) }
        server.signal(:USR2)
        told = socket.recv(200)
        told = socket.recv(200) while told == "WATCHDOG=1"
        assert told.match?(/\ARELOADING=1\nMONOTONIC_USEC=\d+\z/), told
        told = socket.recv(200) until told.start_with?("READY")
        assert_equal "READY=1\nMAINPID=#{server.pid}", told
        server.signal(:STOP)
        sleep 0.5
        silent = begin
          loop { socket.recv_nonblock(200) }
        rescue IO::WaitReadable
          IO.select([socket], nil, nil, 2).nil?
        end
        server.signal(:CONT)
        assert silent, "a parent that is stopped answers the watchdog"
      end
    end
  end
end

spec "sockets that a manager hands over are taken for the addresses that are bound to them" do
  scratch_folder do |folder|
    path = File.join(folder, "given.sock")
    UNIXServer.open(path) do |unix|
      TCPServer.open("127.0.0.1", 0) do |tcp|
        port = tcp.addr[1]
        File.write(File.join(folder, "config.ru"), READY)
        log = File.join(folder, "log")
        words = [*ruby_command, "serve", "-C", "-", "-b", "unix://#{path}", "-b", "tcp://127.0.0.1:#{port}", "-w", "1"]
        pid = Process.spawn("sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=2 exec "$@"', "sh", *words, 3 => unix, 4 => tcp, chdir: folder, out: log, err: log)
        begin
          wait_until(30) { File.read(log).include?("is ready") || Process.wait(pid, Process::WNOHANG) }
          answers = [UNIXSocket.new(path), TCPSocket.new("127.0.0.1", port)].map do |socket|
            socket.write("GET / HTTP/1.0\r\n\r\n")
            socket.read.split("\r\n\r\n").last
          end
          assert_equal [pid.to_s] * 2, answers
        ensure
          Process.kill(:TERM, pid)
          Process.wait(pid)
        end
      end
    end
  end
end
