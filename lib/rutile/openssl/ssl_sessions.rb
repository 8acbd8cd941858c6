# Sessions that a context remembers, and what is counted of its connections.
#
# A context's sessions stand here by their numbers, a client's and a server's. What a server's connections take up is in
# the native cache (crates/stdlib/src/crypto/tls_sessions.rs), which has the bytes of those that stand here, and those of
# tickets of TLS 1.3, of which only it knows.

module Rutile
  class SessionStore
    Context = OpenSSL::SSL::SSLContext
    NAMES = %i[connect connect_good connect_renegotiate accept accept_good accept_renegotiate cache_hits cb_hits
               cache_misses cache_full timeouts].freeze
    private_constant :Context, :NAMES

    # The native cache; nil where a server is to remember nothing.
    attr_reader :native

    def initialize(context)
      @context = context
      @mode = context.session_cache_mode
      @sessions = {}
      @counts = NAMES.to_h { |name| [name, 0] }
      @native = Primitive.tls_cache([context.session_cache_size, 0].max) if @mode & Context::SESSION_CACHE_SERVER != 0
    end

    def count(name)
      @counts[name] += 1
    end

    def statistics
      counts = @counts.dup
      counts[:cache_misses] += Primitive.tls_cache_about(@native)[2] if @native
      { cache_num: @sessions.size, **counts }
    end

    # Whether it wasn't there.
    def add(session)
      id = session.id
      return false if @sessions.key?(id)
      @sessions[id] = session
      native = session.__native
      Primitive.tls_cache_put(@native, id, native) if @native && String === native
      drop_oldest
      true
    end

    # Whether it was there.
    def remove(session)
      id = session.id
      return false unless @sessions.key?(id)
      drop(id)
      true
    end

    def flush(time)
      @sessions.select { |_, session| expired?(session, time) }.each_key { |id| drop(id) }
      Primitive.tls_cache_flush(@native, time, @context.timeout || OpenSSL::SSL::Session::LIFETIME) if @native
    end

    # A client offers a session by its number. Where it isn't known, the program is asked for it.
    def offered(socket, id)
      return if id.empty? || @native.nil?
      known = @sessions[id]
      if known && expired?(known, Time.__now.to_i)
        drop(id)
        count(:timeouts)
        known = nil
      end
      return if known || Primitive.tls_cache_get(@native, id)
      found = socket.__ask_for_session(id) or return
      count(:cb_hits)
      # The native cache will find it, and the reference counts it as missing first.
      count(:cache_misses)
      add(found)
    end

    # Whether a connection's new session is to be told to the program.
    def taken(session, client)
      return false if @mode & (client ? Context::SESSION_CACHE_CLIENT : Context::SESSION_CACHE_SERVER) == 0
      add(session) if @mode & Context::SESSION_CACHE_NO_INTERNAL_STORE == 0
      true
    end

    private

    def expired?(session, time)
      session.time.to_i + session.timeout <= time
    end

    def drop(id)
      session = @sessions.delete(id)
      Primitive.tls_cache_remove(@native, id) if @native
      @context.session_remove_cb&.call([@context, session])
    end

    def drop_oldest
      limit = @context.session_cache_size
      return unless limit > 0 && @sessions.size > limit
      drop(@sessions.first[0])
      count(:cache_full)
    end
  end

  # The key of the other side in a key exchange.
  module ExchangeKey
    # The standard's numbers of the groups.
    CURVES = { 23 => "prime256v1", 24 => "secp384r1", 25 => "secp521r1" }.freeze
    X25519 = 29
    private_constant :CURVES, :X25519

    def self.read(group, bytes)
      return OpenSSL::PKey.new_raw_public_key("X25519", bytes) if group == X25519
      group = OpenSSL::PKey::EC::Group.new(CURVES.fetch(group))
      point = OpenSSL::PKey::EC::Point.new(group, OpenSSL::BN.new(bytes, 2))
      algorithm = DER.sequence(DER.oid("1.2.840.10045.2.1"), group.to_der)
      OpenSSL::PKey.read(DER.sequence(algorithm, DER.bits(point.to_octet_string(:uncompressed))))
    end
  end
end

module OpenSSL
  module SSL
    class SSLContext
      def session_cache_mode
        @__session_cache_mode || SESSION_CACHE_SERVER
      end

      def session_cache_mode=(mode)
        check_open
        @__session_cache_mode = Rutile.to_int(mode)
      end

      def session_cache_size
        @__session_cache_size || 20480
      end

      def session_cache_size=(size)
        check_open
        @__session_cache_size = Rutile.to_int(size)
      end

      def session_cache_stats
        __sessions.statistics
      end

      def session_add(session)
        __sessions.add(__session(session))
      end

      def session_remove(session)
        __sessions.remove(__session(session))
      end

      def flush_sessions(time = nil)
        raise ArgumentError, "arg must be Time or nil" unless time.nil? || Time === time
        __sessions.flush((time || Time.__now).to_i)
        self
      end

      # The sessions are made when they are first asked for: then the settings of the cache are what they are.
      def __sessions
        return @__ready[:sessions] ||= Rutile::SessionStore.new(self) if @__ready
        Rutile::SessionStore.new(self)
      end

      private

      def __session(session)
        Rutile.expect(session, Session, "OpenSSL/SSL/Session")
        session.tap(&:__fields)
      end
    end

    class SSLSocket
      # What a Session of this connection is made of; nil before the handshake.
      def __session_parts
        session = @__session
        [session.__fields, session.__native] if session
      end

      # A session by its number, which the program may have kept.
      def __ask_for_session(id)
        callback = session_get_cb or return
        session = callback.call([self, id])
        session if session.instance_of?(Session)
      end

      private

      def __tell_secrets
        callback = @context.keylog_cb or return
        Primitive.tls_secrets(@__tls).each { |line| callback.call(self, line) }
      end

      # The handshake is over: what the connection's session is. That of a client in TLS 1.3 comes later, as tickets do.
      def __settle_session
        sessions = @context.__sessions
        sessions.count(@__client ? :connect_good : :accept_good)
        return __resumed(sessions) if session_reused?
        native = @__client ? Primitive.tls_sessions(@__tls).last : nil
        id = ssl_version == "TLSv1.2" ? Primitive.tls_session_id(@__tls) : nil
        known = id && !id.empty?
        native ||= Primitive.tls_cache_get(sessions.native, id) if known && !@__client && sessions.native
        @__session = __new_session(known ? id : Random.random_bytes(32), native)
        __tell_session(sessions) if native
      end

      def __resumed(sessions)
        sessions.count(:cache_hits)
        native = Primitive.tls_sessions(@__tls).last if @__client
        id = Primitive.tls_session_id(@__tls)
        return @__session = __new_session(id, Primitive.tls_cache_get(sessions.native, id)) if sessions.native && !@__client
        @__session = __new_session(@__offered&.id || id || Random.random_bytes(32), native || @__offered&.__native)
      end

      # Tickets that came since.
      def __take_sessions
        __tell_secrets
        return unless @__client && @__started
        Primitive.tls_sessions(@__tls).each do |native|
          @__session = __new_session(Random.random_bytes(32), native)
          __tell_session(@context.__sessions)
        end
      end

      def __new_session(id, native)
        version = ssl_version == "TLSv1.2" ? TLS1_2_VERSION : TLS1_3_VERSION
        Session.__of_connection(version:, suite: SSL.__suite_number(cipher[0]), id:, peer: peer_cert&.to_der,
                                verify_result: @__verify_result, timeout: @context.timeout, native:)
      end

      def __tell_session(sessions)
        return unless sessions.taken(@__session, @__client)
        session_new_cb&.call([self, Session.new(self)])
      end
    end
  end
end
