# `rutile serve` under load, by clients of plain sockets in the same Ruby.
require "socket"
require "tmpdir"
require "rbconfig"

Dir.mktmpdir do |folder|
  address = "#{folder}/socket"
  File.write("#{folder}/config.ru", <<~'RUBY')
    run ->(environment) do
      body = environment["REQUEST_METHOD"] == "POST" ? environment["rack.input"].read : "hello, world\n"
      [200, { "content-type" => "text/plain", "content-length" => body.bytesize.to_s }, [body]]
    end
  RUBY
  server = spawn(RbConfig.ruby, "serve", "-w", "1", "-e", "production", "-b", "unix://#{address}", "#{folder}/config.ru", out: File::NULL, err: File::NULL)
  begin
    100.times { File.socket?(address) ? break : sleep(0.1) }
    hello = "GET / HTTP/1.1\r\nHost: example.com\r\nUser-Agent: client\r\nAccept: text/html,*/*;q=0.8\r\nCookie: a=b; c=d\r\n\r\n"
    echo = "POST /echo HTTP/1.1\r\nHost: example.com\r\nContent-Type: text/plain\r\nContent-Length: 4096\r\n\r\n#{"x" * 4096}"
    clients = Array.new(32) do |number|
      Thread.new do
        socket = UNIXSocket.new(address)
        6000.times do
          socket.write(number % 8 == 0 ? echo : hello)
          length = nil
          while (line = socket.gets("\r\n") or raise "the server hung up") != "\r\n"
            length = Integer(line.split(":", 2).last) if line.match?(/\Acontent-length:/i)
          end
          socket.read(length) if length
        end
        socket.close
      end
    end
    clients.each(&:join)
  ensure
    Process.kill(:TERM, server)
    Process.wait(server)
  end
end
