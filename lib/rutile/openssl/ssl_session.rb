# OpenSSL::SSL::Session: what a client and a server agreed upon, for another connection to take up.
#
# A session of a connection has a value of the native half (crates/stdlib/src/crypto/tls_sessions.rs): what a client was given,
# which can't be looked into, or the bytes that a server's cache has. One read from a text has only what the text says, and no
# connection takes it up: the handshake is a whole one then, as with a session that a server has forgotten.

module OpenSSL
  module SSL
    class Session
      class SessionError < OpenSSLError; end

      # How long a session is good for unless something else was said, in seconds.
      LIFETIME = 7200
      LABEL = "SSL SESSION PARAMETERS"
      private_constant :LABEL

      # What a session is made of, in the order of its DER. Of what stands between `verify_result` and `lifetime`, and behind
      # `ticket`, only the elements are kept.
      Fields = Struct.new(:version, :suite, :id, :master_key, :time, :timeout, :peer, :context, :verify_result, :lifetime, :ticket, :group, :others)
      private_constant :Fields

      def initialize(given)
        raise SessionError, "SSL Session already initialized" if @__fields
        if given.instance_of?(SSLSocket)
          @__fields, @__native = given.__session_parts
          raise SessionError, "no session available" unless @__fields
        else
          @__fields = read(given)
        end
        self
      end

      def initialize_copy(other)
        raise FrozenError.new("can't modify frozen #{self.class}: #{inspect}", receiver: self) if frozen?
        @__fields, @__native = other.__fields.dup, other.__native
        self
      end

      def ==(other)
        Rutile.expect(other, Session, "OpenSSL/SSL/Session")
        mine, others = __fields, other.__fields
        mine.version == others.version && mine.id == others.id
      end

      def time
        seconds = __fields.time
        Time.at(seconds) unless seconds == 0
      end

      def time=(time)
        time = time.to_i if time.instance_of?(Time)
        __fields.time = Rutile.to_int(time)
      end

      def timeout
        __fields.timeout
      end

      def timeout=(seconds)
        __fields.timeout = Rutile.to_int(seconds)
      end

      def id
        __fields.id.dup
      end

      def to_der
        fields, der = __fields, Rutile::DER
        optional = [
          [1, der.integer(fields.time)], [2, der.integer(fields.timeout)], [3, fields.peer], [4, der.octets(fields.context)],
          [5, fields.verify_result != 0 && der.integer(fields.verify_result)],
          [9, fields.lifetime && der.integer(fields.lifetime)], [10, fields.ticket && der.octets(fields.ticket)],
          [19, der.integer(fields.group)]
        ]
        optional.select! { |_, element| element }
        optional.concat(fields.others)
        optional = optional.sort_by(&:first).map { |number, element| der.tagged(number, element) }
        der.sequence(der.integer(1), der.integer(fields.version), der.octets([fields.suite].pack("n")), der.octets(fields.id),
                     der.octets(fields.master_key), *optional)
      end

      def to_pem
        Rutile::PEM.write(LABEL, to_der)
      end

      def to_text
        Rutile::SessionText.of(__fields)
      end

      def __fields
        @__fields or raise RuntimeError, "SSL Session wasn't initialized."
      end

      def __native
        @__native
      end

      # What a client shows to have the session taken up. A server's session is bytes of its own, which no client has.
      def __ticket
        @__native unless String === @__native
      end

      # The session of a connection that was just made or given.
      def self.__of_connection(version:, suite:, id:, peer:, verify_result:, timeout:, native:)
        fields = Fields.new(version, suite, id, "".b, Time.__now.to_i, timeout || LIFETIME, peer, "".b, verify_result, nil, nil, 0, [])
        allocate.tap { |session| session.__begin(fields, native) }
      end

      def __begin(fields, native)
        @__fields, @__native = fields, native
      end

      private

      def read(given)
        bytes = Rutile::PEM.source(given)
        begin
          return parse(Rutile::DER.one(bytes))
        rescue Rutile::DER::Malformed
          # It may be a text.
        end
        raise ArgumentError, "unknown type: no start line (Expecting: #{LABEL})" unless bytes.include?("-----BEGIN #{LABEL}-----")
        found = Rutile::PEM.find(bytes, LABEL) or raise ArgumentError, "unknown type: bad end line"
        parse(Rutile::DER.one(found))
      rescue Rutile::DER::Malformed
        raise ArgumentError, "unknown type"
      end

      def parse(whole)
        _, version, suite, id, master_key, *optional = whole.fields(5)
        optional = optional.to_h { |element| [element.type & 0x1f, element.inner] }
        verify_result = optional.delete(5)&.integer || 0
        Fields.new(version.integer, suite.octets.unpack1("n"), id.octets, master_key.octets,
                   optional.delete(1)&.integer || Time.__now.to_i, optional.delete(2)&.integer || 3,
                   optional.delete(3)&.whole, optional.delete(4)&.octets || "".b, verify_result,
                   optional.delete(9)&.integer, optional.delete(10)&.octets, optional.delete(19)&.integer || 0,
                   optional.map { |number, element| [number, element.whole] })
      end
    end
  end
end
