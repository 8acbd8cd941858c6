# The name of the library, its version and its failures.
#
# The version number is that of the interface (OpenSSL 3.0), by which programs choose what they call; the names are of
# what does the work.

module OpenSSL
  OPENSSL_VERSION = "Rutile cryptography (RustCrypto, rustls 0.23, ring 0.17)"
  OPENSSL_LIBRARY_VERSION = OPENSSL_VERSION
  OPENSSL_VERSION_NUMBER = 0x30000000
  OPENSSL_FIPS = false

  class OpenSSLError < StandardError; end

  @debug = false

  class << self
    attr_reader :debug

    def debug=(flag)
      @debug = flag ? true : false
    end

    # Errors are raised where they happen; none queue up.
    def errors
      []
    end

    def fips_mode
      false
    end

    def fips_mode=(enable)
      raise OpenSSLError, "This version of OpenSSL does not support FIPS mode" if enable
    end

    def fixed_length_secure_compare(one, other)
      one = Rutile.to_str(one)
      other = Rutile.to_str(other)
      raise ArgumentError, "inputs must be of equal length" unless one.bytesize == other.bytesize
      Primitive.bytes_equal_in_constant_time(one, other)
    end
  end

  # Each of a list is to be of a class.
  def self.__check_each(list, wanted)
    list.each do |object|
      raise TypeError, "wrong argument (#{object.class})! (Expected kind of #{wanted})" unless wanted === object
    end
  end

  # The certificates that a list is of.
  def self.__certificates(list)
    Rutile.expect(list, Array, "Array")
    raise OpenSSLError, "object in array not of class ##type##" unless list.all?(X509::Certificate)
    list
  end

  # A function that is not there says so by its name.
  def self.__missing(what)
    raise NotImplementedError, "#{what} is not part of Rutile yet"
  end
end
