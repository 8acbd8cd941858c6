# The backend that Fiddle asks for on an engine that is not CRuby: the native half, which here has the same parts as CRuby's own.

require "fiddle.so"
