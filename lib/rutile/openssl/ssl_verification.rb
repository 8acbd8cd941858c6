# Whether the other side of a connection is believed: its certificates against the context's store, and the host's name
# against its own certificate.

module Rutile
  class PeerVerification
    # An alert's number for what is wrong with a certificate.
    ALERTS = { 2 => 48, 18 => 48, 19 => 48, 20 => 48, 21 => 48, 79 => 48, 10 => 45, 9 => 42, 23 => 44, 7 => 51, 62 => 42 }.freeze
    private_constant :ALERTS

    attr_reader :error

    # `hostname` is nil where a name is not to be looked at.
    def initialize(context, chain, hostname, purpose)
      @context = context
      @chain = chain
      @hostname = hostname
      @purpose = purpose
      @error = 0
    end

    def verify
      store = @context.__store
      checked = OpenSSL::X509::StoreContext.new(store, @chain[0], @chain.drop(1))
      checked.purpose = @purpose
      callback = @context.verify_callback || store.verify_callback
      checked.__callback = proc do |fine, current|
        if fine && @hostname && current.error_depth == 0 && !named?
          fine = false
          current.error = OpenSSL::X509::V_ERR_HOSTNAME_MISMATCH
        end
        callback ? callback.call(fine, current) : fine
      end
      fine = checked.verify
      @error = checked.error
      fine
    end

    def words
      OpenSSL::X509.__words(@error)
    end

    # A record that tells the other side, in the plain: it has sent all that it may before it hears from here.
    def alert
      [21, 3, 3, 0, 2, 2, ALERTS.fetch(@error, 46)].pack("C*")
    end

    private

    def named?
      OpenSSL::SSL.verify_certificate_identity(@chain[0], @hostname)
    end
  end
end
