# Not here yet; see rutile/missing.

require "rutile/missing"

Rutile.missing_library("nkf.so")
