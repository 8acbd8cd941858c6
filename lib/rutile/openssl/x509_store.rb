# OpenSSL::X509::Store: certificates that are trusted. Folders and bundles are looked into when a certificate's issuer is
# searched, not before: a program that asks one server reads one authority's certificate, not all of the system's.

module OpenSSL
  module X509
    class StoreError < OpenSSLError; end

    class Store
      include Rutile::VerificationSettings

      # Where systems have their authorities.
      FOLDERS = [DEFAULT_CERT_DIR, "/etc/ssl/certs"].freeze
      BUNDLES = [DEFAULT_CERT_FILE, "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                 "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"].freeze
      private_constant :FOLDERS, :BUNDLES

      attr_reader :verify_callback, :error, :error_string, :chain

      undef_method :initialize_copy

      def self.new(*)
        store = super
        store.instance_variable_set(:@verify_callback, nil)
        store
      end

      def initialize(*given)
        warn "OpenSSL::X509::Store.new does not take any arguments" unless given.empty?
        @__certificates = {}
        @__lists = {}
        @__folders = []
        @__bundles = []
        @__flags = 0
        @__purpose = @__time = @error = @error_string = @chain = nil
        self
      end

      def verify_callback=(callback)
        @verify_callback = callback
      end

      def add_cert(certificate)
        Rutile.expect(certificate, Certificate, "OpenSSL/X509")
        same = (@__certificates[Name.new(certificate.__subject_der).__canonical] ||= [])
        same << certificate unless same.include?(certificate)
        self
      end

      def add_crl(list)
        Rutile.expect(list, CRL, "OpenSSL/X509/CRL")
        same = (@__lists[list.issuer.__canonical] ||= [])
        same << list unless same.include?(list)
        self
      end

      def add_file(path)
        path = Rutile.to_str(path.respond_to?(:to_path) ? path.to_path : path)
        add_all(File.binread(path))
        self
      rescue SystemCallError
        raise StoreError, "X509_LOOKUP_load_file: BIO lib"
      rescue CertificateError, CRLError
        raise StoreError, "X509_LOOKUP_load_file: no certificate or crl found"
      end

      def add_path(path)
        @__folders << Rutile.to_str(path.respond_to?(:to_path) ? path.to_path : path)
        self
      end

      def set_default_paths
        folders, bundle = ENV[DEFAULT_CERT_DIR_ENV], ENV[DEFAULT_CERT_FILE_ENV]
        @__folders.concat(folders ? folders.split(":") : FOLDERS)
        # One bundle has them all.
        @__bundles.concat(bundle ? [bundle] : BUNDLES.select { |path| File.file?(path) }.first(1))
        nil
      end

      def verify(certificate, chain = nil, &block)
        context = StoreContext.new(self, certificate, chain || [])
        context.__callback = block || verify_callback
        result = context.verify
        @error, @error_string, @chain = context.error, context.error_string, context.chain
        result
      end

      def __settings
        [@__flags, @__purpose, @__time]
      end

      # The trusted certificates of this subject.
      def __of(name)
        found = @__certificates[name.__canonical]
        return found if found
        found = in_folders(name)
        return found unless found.empty?
        read_bundles
        @__certificates[name.__canonical] || []
      end

      # The lists of revocations of this issuer.
      def __lists_of(name)
        found = @__lists[name.__canonical]
        return found if found
        listed_in_folders(name)
        @__lists[name.__canonical] || []
      end

      private

      # The certificates and lists of revocations of a text.
      def add_all(text)
        lists = Rutile::PEM.text?(text) ? Rutile::PEM.blocks(text).select { |label,| label == "X509 CRL" } : []
        lists.each { |_, _, der| add_crl(CRL.new(der)) }
        Certificate.load(text).each { |certificate| add_cert(certificate) } if lists.empty? || text.include?("CERTIFICATE")
      end

      def listed_in_folders(name)
        hash = format("%08x", name.hash)
        @__folders.each do |folder|
          paths = (0..).lazy.map { |number| File.join(folder, "#{hash}.r#{number}") }.take_while { |path| File.file?(path) }
          paths.filter_map { |path| readable_list(path) }.each { |list| add_crl(list) }
        end
      end

      # Named by the subject's hash and a number, as `c_rehash` names them.
      def in_folders(name)
        hash = format("%08x", name.hash)
        @__folders.each do |folder|
          found = (0..).lazy.map { |number| File.join(folder, "#{hash}.#{number}") }.take_while { |path| File.file?(path) }
          found = found.flat_map { |path| readable(path) }.select { |certificate| name.eql?(certificate.subject) }.to_a
          next if found.empty?
          found.each { |certificate| add_cert(certificate) }
          return found
        end
        []
      end

      def readable(path)
        Certificate.load(File.binread(path))
      rescue SystemCallError, CertificateError
        []
      end

      def readable_list(path)
        CRL.new(File.binread(path))
      rescue SystemCallError, CRLError
        nil
      end

      def read_bundles
        bundles, @__bundles = @__bundles, []
        bundles.each { |path| readable(path).each { |certificate| add_cert(certificate) } }
      end
    end
  end
end
