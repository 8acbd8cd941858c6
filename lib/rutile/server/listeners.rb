# The listening sockets: made from addresses, or taken over from a service manager (`LISTEN_FDS`) or from the process before.
#
#   tcp://host:port?backlog=1024    ssl://host:port?cert=FILE&key=FILE    unix:///path?backlog=1024&umask=0117&mode=0660
#
# The part behind the question mark is that of Puma's addresses.

require "socket"
require "uri"

module Rutile
  module Server
    class Listeners
      # Connections that the system holds ready, where an address does not say it.
      BACKLOG = 1024
      # The options of a socket that an address of each kind may have.
      WORDS = { "tcp" => %w[backlog], "ssl" => %w[backlog cert key], "unix" => %w[backlog umask mode] }.freeze
      # Where a service manager's descriptors begin.
      FIRST_INHERITED = 3
      # Tells a new process what it inherits: addresses and descriptors.
      VARIABLE = "RUTILE_LISTENERS"

      attr_reader :sockets, :addresses

      def initialize(addresses)
        @secrets = {}
        @given = {}
        @addresses = addresses.map { |address| without_query(address) }
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

      # The arguments for a program that takes over: `exec`'s options, and the variable that names them.
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
        address.start_with?("unix://") ? open_unix(address) : open_tcp(address)
      end

      # The address alone. What stands behind it is looked at now, so that what is wrong with it is known before there are workers.
      def without_query(whole)
        address, _, query = whole.partition("?")
        words = WORDS[address[%r{\A(\w+)://}, 1]] or
          raise ConfigurationError, "#{address} is not an address: tcp://host:port, ssl://host:port?cert=FILE&key=FILE or unix:///path"
        given = URI.decode_www_form(query).to_h
        unknown = given.keys - words
        raise ConfigurationError, "#{address}: #{unknown.first} is not known to rutile serve" if unknown.any?
        @secrets[address] = secrets(address, given) if address.start_with?("ssl://")
        @given[address] = {
          backlog: number(address, given, "backlog", 10) || BACKLOG, umask: number(address, given, "umask", 8), mode: number(address, given, "mode", 8),
        }
        address
      end

      def number(address, given, word, base)
        text = given[word] or return
        Integer(text, base, exception: false) or raise ConfigurationError, "#{address}: #{word} is not a number: #{text}"
      end

      # The files of a certificate and its key.
      def secrets(address, given)
        files = %w[cert key].map { |name| given[name] or raise ConfigurationError, "#{address}: #{name}=FILE is missing" }
        files.map! { |path| File.expand_path(path) }
        problem = Primitive.server_tls_problem(files[0], files[1])
        raise ConfigurationError, "#{address}: #{problem}" if problem
        files
      end

      def open_tcp(address)
        host, _, port = address.sub(%r{\A\w+://}, "").rpartition(":")
        host = host.delete_prefix("[").delete_suffix("]")
        info = Addrinfo.getaddrinfo(host.empty? ? nil : host, Integer(port), nil, :STREAM, nil, Socket::AI_PASSIVE).first
        socket = Socket.new(info.afamily, Socket::SOCK_STREAM, 0)
        socket.setsockopt(:SOCKET, :REUSEADDR, true)
        socket.bind(info)
        socket.listen(@given[address][:backlog])
        socket
      rescue ArgumentError
        raise ConfigurationError, "#{address} has no port"
      end

      # A socket's file has the permissions that the process's mask leaves it, or those that its address asks for.
      def open_unix(address)
        path, given = path_of(address), @given[address]
        File.unlink(path) if File.socket?(path) && !answers?(path)
        socket = Socket.new(:UNIX, :STREAM, 0)
        with_umask(given[:umask]) { socket.bind(Addrinfo.unix(path)) }
        File.chmod(given[:mode], path) if given[:mode]
        socket.listen(given[:backlog])
        socket
      end

      def with_umask(mask)
        before = mask && File.umask(mask)
        yield
      ensure
        File.umask(before) if before
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
