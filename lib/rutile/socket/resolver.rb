# Looking up hosts and services, with the errors that Ruby programs expect.
#
# The system's resolver waits for its answers; `Rutile.blocking` lets other threads run meanwhile.

module Rutile
  module Resolver
    HOST_MAX = 1024
    SERVICE_MAX = 32
    # The resolver's codes stand below this number, past the system's errors (see names.rs).
    CODES = 1000

    class << self
      # Entries of `[address, family, type, protocol, canonical name]`.
      def addresses(host, service, family, type, protocol, flags, function = "getaddrinfo")
        host, host_flags = host_text(host)
        service, service_flags = service_text(service)
        found = ask(host, service, family, type, protocol, flags | host_flags | service_flags)
        raise_error(found, function) unless Primitive.is_a(found, Array)
        # Of a number the system says that it is its own canonical name.
        found[0][4] = nil if host && found[0][4] == host && host.match?(/\A[\d.]+\z|:/)
        found
      end

      # Whether a host is a name that has to be looked up.
      def name?(host)
        return false if nil.equal?(host)
        text, flags = host_text(host)
        flags & Socket::AI_NUMERICHOST == 0 && !text.match?(/\A[\d.]+\z|:/)
      end

      # The addresses of one family, or the number that says why there are none.
      def addresses_of_family(host, service, family)
        host, host_flags = host_text(host)
        service, service_flags = service_text(service)
        ask(host, service, family, Socket::SOCK_STREAM, 0, host_flags | service_flags)
      end

      def ask(host, service, family, type, protocol, flags)
        scheduler = host && flags & Socket::AI_NUMERICHOST == 0 && Rutile.scheduler_with(:address_resolve)
        if scheduler
          found = Primitive.names_of_host(host, service, family, type, protocol, flags | Socket::AI_NUMERICHOST)
          return found if Primitive.is_a(found, Array)
          return ask_scheduler(scheduler, host, service, family, type, protocol, flags)
        end
        Rutile.blocking { Primitive.names_of_host(host, service, family, type, protocol, flags) }
      end

      # A scheduler gives the host's addresses as text.
      def ask_scheduler(scheduler, host, service, family, type, protocol, flags)
        found = (scheduler.address_resolve(host) || []).flat_map do |address|
          entries = Primitive.names_of_host(address, service, family, type, protocol, flags | Socket::AI_NUMERICHOST)
          Primitive.is_a(entries, Array) ? entries : []
        end
        found.empty? ? Socket::EAI_NONAME - CODES : found
      end

      # Looks up in the block, for so many seconds (nil: as long as it takes).
      def within(seconds, &block)
        return yield if nil.equal?(seconds)
        require "timeout"
        Timeout.timeout(seconds, Errno::ETIMEDOUT, "user specified timeout", &block)
      end

      # Host and service of an address; nil if `quiet` and they can't be told.
      def names(address, flags, quiet: false)
        found = Rutile.blocking { Primitive.names_of_address(address, flags) }
        return found if Primitive.is_a(found, Array)
        quiet ? nil : raise_error(found, "getnameinfo")
      end

      def host_text(host)
        return [nil, 0] if nil.equal?(host)
        if Primitive.is_a(host, Integer)
          return [[host & 0xffffffff].pack("N").unpack("C4").join("."), Socket::AI_NUMERICHOST]
        end
        host = Rutile.to_str(host)
        raise ArgumentError, "string contains null byte" if host.include?("\0")
        raise ArgumentError, "hostname too long (#{host.bytesize})" if host.bytesize >= HOST_MAX
        return ["0.0.0.0", Socket::AI_NUMERICHOST] if host.empty? || host == "<any>"
        return ["255.255.255.255", Socket::AI_NUMERICHOST] if host == "<broadcast>"
        [host, 0]
      end

      def service_text(service)
        return [nil, 0] if nil.equal?(service)
        return [service.to_s, Socket::AI_NUMERICSERV] if Primitive.is_a(service, Integer)
        service = Rutile.to_str(service)
        raise ArgumentError, "string contains null byte" if service.include?("\0")
        raise ArgumentError, "service name too long (#{service.bytesize})" if service.bytesize >= SERVICE_MAX
        [service, 0]
      end

      # The answer of a native that found nothing.
      def raise_error(number, function)
        raise SystemCallError.new(function, -number) if number > -CODES
        code = number + CODES
        error = Socket::ResolutionError.new("#{function}: #{Primitive.names_error_text(code)}")
        error.__code = code
        raise error
      end
    end
  end
end
