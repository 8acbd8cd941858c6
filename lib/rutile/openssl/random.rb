# OpenSSL::Random: bytes from the system's generator, which needs no seed.

module OpenSSL
  module Random
    class RandomError < OpenSSLError; end

    module_function

    def random_bytes(count)
      count = Rutile.to_int(count)
      raise ArgumentError, "negative string size (or size too big)" unless count.between?(0, 0x7fff_ffff)
      Primitive.random_system_bytes(count)
    end

    # The system's generator takes no seed of a program's: what is given here changes nothing.
    def seed(text)
      Rutile.to_str(text)
    end

    def random_add(text, entropy)
      Rutile.to_str(text)
      Float(entropy)
      self
    end

    def status?
      true
    end

    def load_random_file(path)
      File.binread(path, 1024)
      true
    rescue SystemCallError => error
      raise RandomError, error.message
    end

    def write_random_file(path)
      File.binwrite(path, random_bytes(1024), perm: 0o600)
      true
    rescue SystemCallError => error
      raise RandomError, error.message
    end
  end
end
