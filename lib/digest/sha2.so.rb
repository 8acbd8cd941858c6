# The digests of the SHA-2 family, whose work is native.

require "digest"

class Digest::SHA256 < Digest::Base
  ALGORITHM = "SHA256"
end

class Digest::SHA384 < Digest::Base
  ALGORITHM = "SHA384"
end

class Digest::SHA512 < Digest::Base
  ALGORITHM = "SHA512"
end
