# The listening sockets: made from addresses, or taken over from a service manager (`LISTEN_FDS`) or from the process before.

require "socket"
require "uri"

module Rutile
  module Server
    class Listeners
      # Connections that the system holds ready.
      BACKLOG = 1024
      # Where a service manager's descriptors begin.
      FIRST_INHERITED = 3
      # Tells a new process what it inherits: addresses and descriptors.
      VARIABLE = "RUTILE_LISTENERS"

      attr_reader :sockets, :addresses

      def initialize(addresses)
        @addresses = addresses
        @inherited = inherited
        @sockets = addresses.map { |address| open(address) }
        @inherited.each_value(&:close)
      end

      def close
        @sockets.each(&:close)
      end

      # Removes the files of sockets that have one.
      def remove_files
        @addresses.each { |address| File.unlink(path_of(address)) if address.start_with?("unix://") && File.socket?(path_of(address)) }
      end

      # What a program that takes over is given: `exec`'s options, and the variable that names them.
      def for_successor
        [{ VARIABLE => @addresses.zip(@sockets.map(&:fileno)).map { |pair| pair.join("=") }.join(" ") }, @sockets.to_h { |socket| [socket.fileno, socket.fileno] }]
      end

      # Where clients find it.
      def places
        @addresses.zip(@sockets).map do |address, socket|
          address.start_with?("unix://") ? address : "http://#{socket.local_address.inspect_sockaddr}"
        end
      end

      private

      def inherited
        named = ENV.delete(VARIABLE).to_s.split.to_h { |pair| pair.rpartition("=").values_at(0, 2) }
        found = named.transform_values { |descriptor| Socket.for_fd(Integer(descriptor)) }
        count = ENV.delete("LISTEN_PID").to_i == Process.pid ? ENV.delete("LISTEN_FDS").to_i : 0
        count.times do |index|
          socket = Socket.for_fd(FIRST_INHERITED + index)
          found[address_of(socket)] = socket
        end
        found
      end

      def address_of(socket)
        address = socket.local_address
        address.unix? ? "unix://#{address.unix_path}" : "tcp://#{address.inspect_sockaddr}"
      end

      def open(address)
        @inherited.delete(address) || open_new(address)
      rescue SystemCallError, SocketError => error
        raise ConfigurationError, "cannot listen on #{address}: #{error.message}"
      end

      def open_new(address)
        case address
        when %r{\Aunix://} then open_unix(path_of(address))
        when %r{\Atcp://} then open_tcp(address)
        when %r{\Assl://} then raise ConfigurationError, "#{address}: TLS is not served yet"
        else raise ConfigurationError, "#{address} is not an address: tcp://host:port or unix:///path"
        end
      end

      def open_tcp(address)
        host, _, port = address.delete_prefix("tcp://").rpartition(":")
        host = host.delete_prefix("[").delete_suffix("]")
        info = Addrinfo.getaddrinfo(host.empty? ? nil : host, Integer(port), nil, :STREAM, nil, Socket::AI_PASSIVE).first
        socket = Socket.new(info.afamily, Socket::SOCK_STREAM, 0)
        socket.setsockopt(:SOCKET, :REUSEADDR, true)
        socket.bind(info)
        socket.listen(BACKLOG)
        socket
      rescue ArgumentError
        raise ConfigurationError, "#{address} has no port"
      end

      def open_unix(path)
        File.unlink(path) if File.socket?(path) && !answers?(path)
        socket = Socket.new(:UNIX, :STREAM, 0)
        socket.bind(Addrinfo.unix(path))
        socket.listen(BACKLOG)
        socket
      end

      def answers?(path)
        UNIXSocket.open(path, &:close)
        true
      rescue SystemCallError
        false
      end

      def path_of(address) = address.delete_prefix("unix://")
    end
  end
end
