# The listening sockets: made from addresses, or taken over from a service manager (`LISTEN_FDS`) or from the process before.
# An address of TLS names its files as Puma has it: `ssl://host:port?cert=FILE&key=FILE`.

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
        @secrets = {}
        @addresses = addresses.map { |address| address.start_with?("ssl://") ? without_secrets(address) : address }
        @inherited = inherited
        @sockets = @addresses.map { |address| open(address) }
        @inherited.each_value(&:close)
      end

      # Each socket, and where it has TLS the paths of its certificate and key.
      def each = @addresses.zip(@sockets) { |address, socket| yield socket, *@secrets[address] }

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
          address.start_with?("unix://") ? address : "#{@secrets[address] ? "https" : "http"}://#{socket.local_address.inspect_sockaddr}"
        end
      end

      private

      def inherited
        named = ENV.delete(VARIABLE).to_s.split.to_h { |pair| pair.rpartition("=").values_at(0, 2) }
        found = named.transform_values { |descriptor| Socket.for_fd(Integer(descriptor)) }
        count = ENV.delete("LISTEN_PID").to_i == Process.pid ? ENV.delete("LISTEN_FDS").to_i : 0
        count.times do |index|
          socket = Socket.for_fd(FIRST_INHERITED + index)
          address = address_of(socket)
          secure = address.sub(/\Atcp/, "ssl")
          found[@secrets.key?(secure) ? secure : address] = socket
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
        when %r{\A(?:tcp|ssl)://} then open_tcp(address)
        else raise ConfigurationError, "#{address} is not an address: tcp://host:port, ssl://host:port?cert=FILE&key=FILE or unix:///path"
        end
      end

      # The address without its query, whose files are looked at now, so that what is wrong with them is known before there are workers.
      def without_secrets(address)
        address, _, query = address.partition("?")
        given = URI.decode_www_form(query).to_h
        unknown = given.keys - %w[cert key]
        raise ConfigurationError, "#{address}: #{unknown.first} is not known to rutile serve" if unknown.any?
        files = %w[cert key].map { |name| given[name] or raise ConfigurationError, "#{address}: #{name}=FILE is missing" }
        files.map! { |path| File.expand_path(path) }
        problem = Primitive.server_tls_problem(files[0], files[1])
        raise ConfigurationError, "#{address}: #{problem}" if problem
        @secrets[address] = files
        address
      end

      def open_tcp(address)
        host, _, port = address.sub(%r{\A\w+://}, "").rpartition(":")
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
