# `rutile status ADDRESS`: a table of the workers, told anew each second on a terminal.

require "json"
require "socket"
require "rutile/server/configuration"

module Rutile
  module Server
    module StatusTable
      USAGE = "Usage: rutile status [ADDRESS]\n  ADDRESS  of the control port: tcp://HOST:PORT or unix:///PATH; where it is not given, that of a server that was started in this folder"

      class << self
        def run(arguments)
          return puts(USAGE) if %w[-h --help].include?(arguments.first)
          address = arguments.first || Configuration.control_address
          loop do
            text = table(fetch(address))
            return puts(text) unless $stdout.tty?
            $stdout.write("\e[H\e[2J#{text}\n")
            sleep 1
          end
        rescue SystemCallError, SocketError, JSON::ParserError => error
          $stderr.puts("rutile status: #{address}: #{error.message}")
          exit!(1)
        rescue Interrupt
          exit!(0)
        end

        private

        def fetch(address)
          socket = connect(address)
          socket.write("GET /status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
          JSON.parse(socket.read.split("\r\n\r\n", 2).last, symbolize_names: true)
        ensure
          socket&.close
        end

        def connect(address)
          return UNIXSocket.new(address.delete_prefix("unix://")) if address.start_with?("unix://")
          host, _, port = address.delete_prefix("tcp://").rpartition(":")
          TCPSocket.new(host, port)
        end

        def table(status)
          head = "rutile #{status[:version]}, process #{status[:pid]}, generation #{status[:generation]}#{", not ready" unless status[:ready]}"
          rows = status[:workers].map { |worker| row(worker) }
          columns = %w[worker pid generation MB own\ MB shared busy connections waiting served]
          widths = [columns, *rows].transpose.map { |column| column.map(&:size).max }
          lines = [columns, *rows].map { |cells| cells.zip(widths).map { |cell, width| cell.rjust(width) }.join("  ") }
          [head, "", *lines].join("\n")
        end

        def row(worker)
          memory = worker[:memory]
          megabytes = ->(kilobytes) { (kilobytes / 1024.0).round(1).to_s }
          [
            worker[:index], worker[:pid], worker[:generation], memory ? megabytes[memory[:pss]] : "-", memory ? megabytes[memory[:uss]] : "-",
            memory ? "#{(memory[:shared] * 100).round(1)}%" : "-", worker[:busy] || "-", worker[:connections] || "-", worker[:backlog] || "-", worker[:responses]&.sum || "-",
          ].map(&:to_s)
        end
      end
    end
  end
end
