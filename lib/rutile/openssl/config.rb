# OpenSSL::Config: settings in sections, in OpenSSL's own format. Reading them is rutile/openssl/config_reader.rb.

module OpenSSL
  class ConfigError < OpenSSLError; end

  class Config
    include Enumerable

    DEFAULT_CONFIG_FILE = "/usr/lib/ssl/openssl.cnf".freeze

    class << self
      alias load new

      def parse(text)
        allocate.__read(Rutile.to_str(text))
      end

      def parse_config(io)
        config = parse(IO === io ? io.read : io)
        config.sections.to_h { |section| [section, config[section]] }
      end
    end

    def initialize(path = nil)
      @__sections = {}
      return freeze if nil.equal?(path)
      path = Rutile.to_path(path)
      begin
        __read(File.binread(path))
      rescue SystemCallError
        raise ConfigError, "BIO_new_file: no such file"
      end
    end

    def initialize_copy(other)
      @__sections = other.__sections
      freeze
    end

    def __read(text)
      @__sections = Rutile::ConfigReader.new(text).read
      @__sections.each_value(&:freeze)
      @__sections.freeze
      freeze
    end

    def __sections
      @__sections
    end

    def get_value(section, key)
      section, key = Rutile.to_str(section), Rutile.to_str(key)
      Rutile::ConfigReader.find(@__sections, section, key)
    end

    def [](section)
      (@__sections[Rutile.to_str(section)] || {}).dup
    end

    def sections
      @__sections.keys
    end

    def each
      return to_enum(:each) unless block_given?
      @__sections.each { |section, values| values.each { |key, value| yield [section, key, value] } }
      self
    end

    def to_s
      @__sections.map { |section, values| "[ #{section} ]\n#{values.map { |key, value| "#{key}=#{value}\n" }.join}\n" }.join
    end

    def inspect
      "#<#{self.class} sections=#{sections.inspect}>"
    end
  end
end
