# OpenSSL::SSL::SSLSocket: a connection over a stream of one's own.
#
# The native is a machine that turns bytes into bytes (crates/stdlib/src/crypto/tls.rs). What reads and writes them is the
# stream itself, so a thread that waits here waits as for any stream. Bytes to be sent go out one thread at a time, in the
# order in which the machine gave them.

module OpenSSL
  module SSL
    class SSLSocket
      # Plain bytes in a record at most, and bytes of a record's header.
      PIECE = 16384
      HEADER = 5
      # How long closing waits for the stream to take the last bytes, in seconds.
      LINGER = 1
      private_constant :PIECE, :HEADER, :LINGER

      undef_method :initialize_copy

      def initialize(io, context = SSLContext.new)
        unless io.respond_to?(:to_io) && IO === io.to_io
          raise TypeError, "wrong argument type #{io.class} (expected File)"
        end
        Rutile.expect(context, SSLContext, "OpenSSL/SSL/CTX")
        @io = io.to_io
        @context = context
        context.setup
        @__sending = Mutex.new
        @__unsent = "".b
        @__record_rest = HEADER
        @__record_header = "".b
        @__started = @__closed = @__stream_ended = false
        @__verify_result = 0
        super()
        self
      end

      def hostname=(name)
        @hostname = nil.equal?(name) ? nil : Rutile.to_str(name)
      end

      # The session that the handshake is to take up.
      def session=(session)
        Rutile.expect(session, Session, "OpenSSL/SSL/Session")
        session.__fields
        @__session = @__offered = session
      end

      # --- Beginning ---

      def connect
        __begin(true)
        __shake_hands("SSL_connect") { |wanted| __wait(wanted) }
      end

      def accept
        __begin(false)
        __shake_hands("SSL_accept") { |wanted| __wait(wanted) }
      end

      def connect_nonblock(exception: true)
        __begin(true)
        __shake_hands("SSL_connect") { |wanted| return __would_block(wanted, exception) }
      end

      def accept_nonblock(exception: true)
        __begin(false)
        __shake_hands("SSL_accept") { |wanted| return __would_block(wanted, exception) }
      end

      # --- Reading ---

      def sysread(length, buffer = nil)
        __read(length, buffer) { __wait(:wait_readable) }
      end

      def sysread_nonblock(length, buffer = nil, exception: true)
        __read(length, buffer) { return __would_block(:wait_readable, exception) }
      rescue EOFError
        raise if exception
      end
      private :sysread_nonblock

      def pending
        @__started ? Primitive.tls_about(@__tls)&.last || 0 : 0
      end

      # --- Writing ---

      def syswrite(text)
        __write(text, true) { |wanted| __wait(wanted) }
      end

      def syswrite_nonblock(text, exception: true)
        __write(text, false) { |wanted| return __would_block(wanted, exception) }
      end
      private :syswrite_nonblock

      # --- Ending ---

      # Tells the other side, if it can be told; what goes wrong with that is of no matter any more.
      def stop
        return nil unless @__tls && !@__closed
        @__closed = true
        Primitive.tls_close(@__tls) if @__started
        __send_meanwhile { @io.wait_writable(LINGER) }
        nil
      rescue SystemCallError, IOError
        nil
      end
      private :stop

      # --- What is known of it ---

      def cert
        @context.cert
      end

      def peer_cert
        __peer_chain&.first
      end

      def peer_cert_chain
        __peer_chain&.dup
      end

      def verify_result
        @__verify_result
      end

      def ssl_version
        case (version = __about(1))
        when "TLSv1_2" then "TLSv1.2"
        when "TLSv1_3", nil then "TLSv1.3"
        else version
        end
      end

      def cipher
        suite = __about(2)
        name = suite && SSL.__suite_of_standard(suite)
        name && SSL.__suite(name)
      end

      def alpn_protocol
        __about(3)&.dup&.force_encoding(Encoding::UTF_8)
      end

      def npn_protocol
        nil
      end

      def state
        return "PINIT" unless @__tls
        @__started ? "SSLOK" : "UNKWN"
      end

      def session_reused?
        @__started ? Primitive.tls_resumed(@__tls) : false
      end

      def client_ca
        @context.__authorities
      end

      # The other side's key of the key exchange.
      def tmp_key
        group, key = @__tls && Primitive.tls_peer_key(@__tls)
        group && Rutile::ExchangeKey.read(group, key)
      end

      def finished_message
        OpenSSL.__missing("OpenSSL::SSL::SSLSocket#finished_message")
      end

      def peer_finished_message
        OpenSSL.__missing("OpenSSL::SSL::SSLSocket#peer_finished_message")
      end

      def export_keying_material(label, length, context = nil)
        __check_started
        bytes = Primitive.tls_export(@__tls, Rutile.to_int(length), Rutile.to_str(label), context && Rutile.to_str(context))
        bytes or raise SSLError, "SSL_export_keying_material"
      end
    end
  end
end
