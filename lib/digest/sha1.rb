# Digest::SHA1, whose work is native.

require "digest"

class Digest::SHA1 < Digest::Base
  ALGORITHM = "SHA1"
end
