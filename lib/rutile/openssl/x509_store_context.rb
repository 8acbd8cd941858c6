# OpenSSL::X509::StoreContext: whether one certificate can be believed.
#
# First the chain from it to a trusted one is searched; then each certificate of it is asked whether it may stand where
# it does, and last, from the trusted one down, whether its time is now and its issuer's signature on it right. The
# first thing wrong ends the search, unless the callback says that it is not.

module OpenSSL
  module X509
    class StoreContext
      include Rutile::VerificationSettings

      # More certificates than this are not followed.
      LONGEST = 100
      KNOWN_CRITICAL = %w[
        basicConstraints keyUsage extendedKeyUsage subjectAltName subjectKeyIdentifier authorityKeyIdentifier
        certificatePolicies nsCertType nameConstraints
      ].freeze
      private_constant :LONGEST, :KNOWN_CRITICAL

      # Leaves verification at once: the callback said no.
      class Refused < StandardError; end
      private_constant :Refused

      attr_reader :error, :error_depth, :chain

      undef_method :initialize_copy

      def initialize(store, certificate = nil, chain = [])
        Rutile.expect(store, Store, "OpenSSL/X509/STORE")
        @__store = store
        @__certificate = certificate
        @__others = chain || []
        @__flags, @__purpose, @__time = store.__settings
        @__callback = store.verify_callback
        @error = V_OK
        @error_depth = 0
        self
      end

      def __callback=(callback)
        @__callback = callback
      end

      def error=(error)
        @error = Rutile.to_int(error)
      end

      def error_string
        X509.__words(@error).dup
      end

      # Before anything is verified it is an empty certificate.
      def current_cert = @current_cert || Certificate.new

      attr_reader :current_crl

      def verify
        raise StoreError, "no certificate to verify" unless @__certificate
        @error = V_OK
        build
        @chain.each_index { |depth| check_place(depth) }
        check_revocations
        check_signatures
        (1...@chain.size).each { |depth| check_names(depth) }
        true
      rescue Refused
        false
      end

      # The certificates up to a trusted one, as far as there are any; what is missing is no matter.
      def __chain
        @__callback = proc { true }
        build
        @chain
      end

      private

      # --- The chain ---

      def build
        @chain = [@__certificate]
        @__trusted = trusted?(@__certificate)
        until complete? || (!@__trusted && self_issued?(@chain.last))
          found = issuer_of(@chain.last) or break
          @chain << found
          return wrong(V_ERR_CERT_CHAIN_TOO_LONG, @chain.size - 1) if @chain.size > LONGEST
        end
        wrong(missing, @chain.size - 1) unless complete?
      end

      # A trusted certificate that issued itself ends a chain; with partial chains, any trusted one.
      def complete?
        @__trusted && (self_issued?(@chain.last) || @__flags & V_FLAG_PARTIAL_CHAIN != 0)
      end

      # A trusted one before any that came with the certificate.
      def issuer_of(certificate)
        found = trusted_issuer(certificate)
        @__trusted = true if found
        return found if found || @__trusted
        @__others.find { |other| issued?(other, certificate) && !@chain.include?(other) }
      end

      def missing
        return V_ERR_UNABLE_TO_GET_ISSUER_CERT if @__trusted
        return V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY unless self_issued?(@chain.last)
        @chain.size == 1 ? V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT : V_ERR_SELF_SIGNED_CERT_IN_CHAIN
      end

      def self_issued?(certificate)
        issued?(certificate, certificate)
      end

      def trusted?(certificate)
        @__store.__of(certificate.subject).include?(certificate)
      end

      def trusted_issuer(certificate)
        candidates = @__store.__of(certificate.issuer).select { |other| issued?(other, certificate) }
        candidates.find { |other| other.not_before <= now && now <= other.not_after } || candidates.first
      end

      # Whether names and key identifiers allow that one issued the other.
      def issued?(issuer, certificate)
        return false unless issuer.subject.eql?(certificate.issuer)
        wanted, own = identifier(certificate, :authority_key_identifier), identifier(issuer, :subject_key_identifier)
        wanted.nil? || own.nil? || wanted == own
      end

      def identifier(certificate, name)
        certificate.public_send(name)
      rescue ASN1::ASN1Error
        nil
      end

      # --- Each certificate's place ---

      def check_place(depth)
        certificate = @chain[depth]
        extensions = Rutile::CertificatePurpose.extensions_of(certificate)
        unless @__flags & V_FLAG_IGNORE_CRITICAL != 0
          unknown = extensions.values.any? { |extension| extension.critical? && !KNOWN_CRITICAL.include?(extension.oid) }
          wrong(V_ERR_UNHANDLED_CRITICAL_EXTENSION, depth) if unknown
        end
        check_authority(certificate, extensions, depth) if depth > 0
        check_purpose(extensions, depth)
      rescue Rutile::DER::Malformed
        wrong(V_ERR_INVALID_EXTENSION, depth)
      end

      def check_authority(certificate, extensions, depth)
        constraints = extensions["basicConstraints"]
        if constraints
          authority, length = Rutile::ExtensionText.parse_constraints(Rutile::DER.one(constraints.value_der))
          wrong(V_ERR_INVALID_CA, depth) unless authority
          wrong(V_ERR_PATH_LENGTH_EXCEEDED, depth) if length && followers(depth) > length
        elsif !(certificate.version == 0 && self_issued?(certificate))
          # Certificates of the first version say nothing of authority; only roots of old are such.
          wrong(V_ERR_INVALID_CA, depth)
        end
        wrong(V_ERR_KEYUSAGE_NO_CERTSIGN, depth) unless Rutile::CertificatePurpose.usage?(extensions, "keyCertSign")
      end

      # A rule on what an authority may certify counts for all below it, but for authorities that issued themselves.
      def check_names(depth)
        extension = @chain[depth].extensions.find { |candidate| candidate.oid == "nameConstraints" } or return
        constraints = Rutile::NameConstraints.new(extension.value_der)
        (0...depth).each do |place|
          next if place > 0 && @chain[place].subject.eql?(@chain[place].issuer)
          error = constraints.violation(@chain[place])
          wrong(error, place) if error
        end
      rescue Rutile::DER::Malformed, X509::NameError
        wrong(V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX, depth)
      end

      # Authorities below this one that others issued.
      def followers(depth)
        (1...depth).count { |place| !@chain[place].subject.eql?(@chain[place].issuer) }
      end

      def check_purpose(extensions, depth)
        check = depth == 0 ? :fits? : :allows?
        wrong(V_ERR_INVALID_PURPOSE, depth) unless Rutile::CertificatePurpose.public_send(check, @__purpose, extensions)
      end

      # --- Revocations ---

      # Of the certificate alone, or of its whole chain.
      def check_revocations
        return if @__flags & V_FLAG_CRL_CHECK == 0
        depths = @__flags & V_FLAG_CRL_CHECK_ALL == 0 ? [0] : @chain.each_index
        depths.each { |depth| check_revocation(depth) }
      ensure
        @current_crl = nil
      end

      def check_revocation(depth)
        certificate = @chain[depth]
        lists = @__store.__lists_of(certificate.issuer)
        list = @current_crl = lists.max_by { |candidate| [error_of_time(candidate) ? 0 : 1, candidate.last_update] }
        return wrong(V_ERR_UNABLE_TO_GET_CRL, depth) unless list
        check_list(list, depth)
        wrong(V_ERR_CERT_REVOKED, depth) if list.__revokes?(certificate.serial.to_i)
      end

      # Whether a list may be believed.
      def check_list(list, depth)
        issuer = @chain[depth + 1]
        issuer ||= @chain[depth] if self_issued?(@chain[depth])
        return wrong(V_ERR_UNABLE_TO_GET_CRL_ISSUER, depth) unless issuer
        extensions = Rutile::CertificatePurpose.extensions_of(issuer)
        wrong(V_ERR_KEYUSAGE_NO_CRL_SIGN, depth) unless Rutile::CertificatePurpose.usage?(extensions, "cRLSign")
        wrong(V_ERR_UNHANDLED_CRITICAL_CRL_EXTENSION, depth) if list.extensions.any?(&:critical?)
        error = error_of_time(list)
        wrong(error, depth) if error
        wrong(V_ERR_CRL_SIGNATURE_FAILURE, depth) unless signed?(list, issuer)
      end

      def error_of_time(list)
        return nil if @__flags & V_FLAG_NO_CHECK_TIME != 0
        return V_ERR_CRL_NOT_YET_VALID if list.last_update > now
        V_ERR_CRL_HAS_EXPIRED if list.next_update && list.next_update < now
      end

      # --- Times and signatures ---

      def check_signatures
        (@chain.size - 1).downto(0) do |depth|
          certificate = @chain[depth]
          issuer = @chain[depth + 1]
          issuer ||= certificate if @__flags & V_FLAG_CHECK_SS_SIGNATURE != 0 && self_issued?(certificate)
          wrong(V_ERR_CERT_SIGNATURE_FAILURE, depth) if issuer && !signed?(certificate, issuer)
          check_time(certificate, depth)
          @error_depth = depth
          @current_cert = certificate
          raise Refused if @__callback && !ask(true)
        end
      end

      def signed?(statement, issuer)
        statement.verify(issuer.public_key)
      rescue CertificateError, CRLError
        false
      end

      def check_time(certificate, depth)
        return if @__flags & V_FLAG_NO_CHECK_TIME != 0
        wrong(V_ERR_CERT_NOT_YET_VALID, depth) if certificate.not_before > now
        wrong(V_ERR_CERT_HAS_EXPIRED, depth) if certificate.not_after < now
      end

      def now
        @__time || Time.__now
      end

      # --- What is wrong ---

      def wrong(error, depth)
        @error = error
        @error_depth = depth
        @current_cert = @chain[depth]
        raise Refused unless ask(false)
        # The callback takes it for right.
        nil
      end

      def ask(fine)
        return fine unless @__callback
        answer = begin
          @__callback.call(fine, self)
        rescue StandardError => error
          warn "exception in verify_callback is ignored: #{error.message} (#{error.class})"
          false
        end
        if answer
          @error = V_OK unless fine
        elsif @error == V_OK
          @error = V_ERR_CERT_REJECTED
        end
        answer
      end
    end
  end
end
