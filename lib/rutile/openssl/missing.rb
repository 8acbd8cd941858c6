# Parts of OpenSSL that are still to be written: naming one says so. `defined?` is nil for them, as for what a library was
# built without.

module OpenSSL
  MISSING = %i[Provider].freeze
  private_constant :MISSING

  def self.const_missing(name)
    MISSING.include?(name) ? __missing("OpenSSL::#{name}") : super
  end
end
