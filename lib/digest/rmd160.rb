# Digest::RMD160, whose work is native.

require "digest"

class Digest::RMD160 < Digest::Base
  ALGORITHM = "RMD160"
end
