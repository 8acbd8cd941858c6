# The inner work of OpenSSL::SSL::SSLSocket: the handshake, and bytes between the stream and the machine.
#
# Each of these yields where it would have to wait, with what for: the block waits, or leaves.

module OpenSSL
  module SSL
    class SSLSocket
      private

      def __begin(client)
        return if @__tls
        @__client = client
        @context.__sessions.count(client ? :connect : :accept)
        if client
          config = @context.__client_config(*__chosen_identity)
          state = Primitive.tls_connect(config, @hostname, @__offered&.__ticket, !@context.keylog_cb.nil?)
          raise SSLError, state if String === state
          @__tls = state
        else
          @__tls = Primitive.tls_accept
        end
      end

      # The answer of `client_cert_cb`. It is asked before the server is heard of, since the machine answers at once; what it
      # raises counts as no certificate.
      def __chosen_identity
        callback = @context.client_cert_cb or return
        certificate, key = callback.call(self)
        X509::Certificate === certificate && PKey::PKey === key ? [certificate, key] : nil
      rescue StandardError
        nil
      end

      def __check_started
        raise SSLError, "SSL session is not started yet" unless @__started
      end

      def __about(place)
        @__tls && Primitive.tls_about(@__tls)&.fetch(place)
      end

      # --- Waiting ---

      def __wait(wanted)
        ready = wanted == :wait_readable ? @io.wait_readable(@io.timeout) : @io.wait_writable(@io.timeout)
        ready or raise IO::TimeoutError, "Timed out waiting for IO to become #{wanted.name.delete_prefix("wait_")}!"
      end

      def __would_block(wanted, exception)
        return wanted unless exception
        raise SSLErrorWaitReadable, "read would block" if wanted == :wait_readable
        raise SSLErrorWaitWritable, "write would block"
      end

      # --- The stream ---

      # Sends what there is to send, all of it.
      def __send(&wait)
        @__sending.synchronize { __flush(&wait) }
      end

      # The same if no other thread is at it, which might wait for this one to read; without a block as much as goes at once.
      def __send_meanwhile
        return unless @__sending.try_lock
        begin
          __flush { |wanted| block_given? && yield(wanted) or break }
        ensure
          @__sending.unlock
        end
      end

      def __flush
        @__unsent << Primitive.tls_output(@__tls)
        until @__unsent.empty?
          count = @io.write_nonblock(@__unsent, exception: false)
          if count == :wait_writable
            yield :wait_writable
          else
            @__unsent = count == @__unsent.bytesize ? "".b : @__unsent.byteslice(count..)
          end
        end
      end

      # A record from the stream to the machine; what is wrong with it, or :ended. Not a byte more than the record is
      # read: who asks whether the stream has something to read must not be told no while a record waits here.
      def __receive
        return :ended if @__stream_ended
        while true
          piece = @io.read_nonblock(@__record_rest, exception: false)
          if piece == :wait_readable
            yield :wait_readable
          elsif piece.nil?
            @__stream_ended = true
            return :ended
          else
            problem = Primitive.tls_feed(@__tls, piece)
            return problem if __record_over?(piece) || problem
          end
        end
      end

      # Counts what is left of a record: of its header, then of what the header's last two bytes say.
      def __record_over?(piece)
        @__record_rest -= piece.bytesize
        @__record_header << piece if @__record_header
        return false if @__record_rest > 0
        if @__record_header
          @__record_rest = @__record_header.unpack1("@3n")
          @__record_header = nil
          return false if @__record_rest > 0
        end
        @__record_rest = HEADER
        @__record_header = "".b
        true
      end

      # --- The handshake ---

      def __shake_hands(function, &wait)
        until @__started
          __send(&wait)
          greeting = Primitive.tls_hello(@__tls)
          if greeting
            problem = __answer(*greeting)
          elsif __done?
            break
          else
            problem = __receive(&wait)
            __tell_secrets
            __judge(function)
          end
          __fail(function, problem, &wait) if problem
        end
        __end_handshake(function, &wait) unless @__started
        self
      rescue SystemCallError => error
        raise error.class, function
      end

      def __done?
        about = Primitive.tls_about(@__tls)
        about && !about[0]
      end

      def __end_handshake(function, &wait)
        __send(&wait)
        @__started = true
        __settle_session
        __tell_secrets
      end

      # Where the program's own code refuses a client, the client is told: alerts unrecognized_name and no_application_protocol.
      UNRECOGNIZED_NAME = "\x15\x03\x03\x00\x02\x02\x70".b.freeze
      NO_APPLICATION_PROTOCOL = "\x15\x03\x03\x00\x02\x02\x78".b.freeze
      private_constant :UNRECOGNIZED_NAME, :NO_APPLICATION_PROTOCOL

      # A client has asked for a host by its name, and offered protocols.
      def __answer(name, protocols, session_id)
        __choose_context(name)
        @hostname = name
        chosen = __choose_protocol(protocols)
        return "no shared cipher" if @context.__identities.empty?
        @context.__sessions.offered(self, session_id)
        Primitive.tls_answer(@__tls, @context.__server_config, chosen, !@context.keylog_cb.nil?)
      end

      def __choose_context(name)
        return unless name && @context.servername_cb
        __refusing(UNRECOGNIZED_NAME) do
          other = @context.servername_cb.call([self, name])
          raise ArgumentError, "servername_cb must return an OpenSSL::SSL::SSLContext object or nil" unless other.nil? || SSLContext === other
          @context = other if other
        end
      end

      def __choose_protocol(protocols)
        return if @context.alpn_select_cb.nil? || protocols.empty?
        __refusing(NO_APPLICATION_PROTOCOL) do
          chosen = Rutile.to_str(@context.alpn_select_cb.call(protocols))
          raise TypeError, "alpn_select_cb must return one of the advertised protocols" unless protocols.include?(chosen)
          chosen
        end
      end

      def __refusing(alert)
        finished = false
        result = yield
        finished = true
        result
      ensure
        unless finished
          @__unsent << alert
          __send_meanwhile
        end
      end

      def __fail(function, problem)
        begin
          __send_meanwhile
        rescue SystemCallError, IOError
          # The other side isn't there to be told.
        end
        @__failed = true
        if problem == :ended
          raise SSLError, "#{function} SYSCALL returned=5 errno=0 peeraddr=#{__peer_address} state=#{__state_words}"
        end
        raise SSLError, "#{function} returned=1 errno=0 peeraddr=#{__peer_address} state=error: #{SSL.__words(problem)}"
      end

      def __state_words
        @__client ? "SSLv3/TLS write client hello" : "before SSL initialization"
      end

      def __peer_address
        return "(null)" unless @io.respond_to?(:remote_address)
        address = @io.remote_address
        return "#{address.ip_address}:#{address.ip_port}" if address.ipv4?
        return "[#{address.ip_address}]:#{address.ip_port}" if address.ipv6?
        "empty-path-AF_UNIX-sockaddr"
      rescue SystemCallError
        "(null)"
      end

      # --- The other side's certificates ---

      def __peer_chain
        return @__peer_chain if @__peer_chain
        found = @__tls && Primitive.tls_certificates(@__tls)
        @__peer_chain = found&.map { |der| X509::Certificate.new(der) }
      end

      # Looks at certificates as soon as they are there, before anything is sent that answers them.
      def __judge(function)
        return if @__judged
        chain = __peer_chain or return
        @__judged = true
        must = @context.verify_mode.to_i & VERIFY_PEER != 0
        return unless must || @__client
        hostname = @hostname if @__client && @context.verify_hostname
        purpose = @__client ? X509::PURPOSE_SSL_SERVER : X509::PURPOSE_SSL_CLIENT
        verification = Rutile::PeerVerification.new(@context, chain, hostname, purpose)
        fine = verification.verify
        @__verify_result = verification.error
        __refuse(function, verification) if must && !fine
      rescue X509::CertificateError => error
        raise SSLError, "#{function} returned=1 errno=0 peeraddr=#{__peer_address} state=error: #{error.message}"
      end

      # Instead of what would have gone out now, an alert does.
      def __refuse(function, verification)
        Primitive.tls_output(@__tls)
        # A client reads nothing in the plain any more when it has sent its certificate in TLS 1.3.
        if @__client || __about(1) != "TLSv1_3"
          @__unsent << verification.alert
        else
          Primitive.tls_close(@__tls)
        end
        __fail(function, "certificate verify failed (#{verification.words})")
      end

      # --- Plain bytes ---

      def __read(length, buffer)
        length = Rutile.to_int(length)
        raise ArgumentError, "negative string size (or size too big)" if length < 0
        buffer = Rutile.to_str(buffer) unless buffer.nil?
        __check_started
        return __deliver("".b, buffer) if length == 0
        while true
          piece = Primitive.tls_read(@__tls, length)
          case piece
          when String then return __deliver(piece, buffer)
          when false then raise EOFError, "end of file reached"
          when Array then raise SSLError, "SSL_read: #{SSL.__words(piece[0])}"
          end
          __read_failed(__receive { |wanted| yield wanted })
          __take_sessions
          __send_meanwhile
        end
      end

      def __deliver(piece, buffer)
        buffer ? buffer.replace(piece) : piece
      end

      def __read_failed(problem)
        return if problem.nil?
        if problem == :ended
          raise EOFError, "end of file reached" if @context.options & OP_IGNORE_UNEXPECTED_EOF != 0
          raise SSLError, "SSL_read: unexpected eof while reading"
        end
        raise SSLError, "SSL_read: #{SSL.__words(problem)}"
      end

      # Takes all of the text, or, where the block leaves instead of waiting, one piece. A piece counts as written when all
      # of it has gone out: who was told to wait comes again with the same text, and hears of that piece then.
      def __write(text, whole, &wait)
        text = text.to_s
        __check_started
        raise SSLError, "SSL_write: protocol is shutdown" if @__closed
        written = 0
        loop do
          __send(&wait)
          if @__owed
            raise SSLError, "SSL_write: bad length" if written + @__owed > text.bytesize
            written += @__owed
            @__owed = nil
            return written unless whole
          end
          return written if written >= text.bytesize
          @__owed = Primitive.tls_write(@__tls, text, written, PIECE)
        end
      end
    end
  end
end
